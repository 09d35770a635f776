"""The client library and the command, against a service with the miniature game."""
