"""The service, tested with the miniature game: it knows no other one."""
