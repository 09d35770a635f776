"""The Star Wars TCG: its table, its chapters, its keywords, effects, cards and editions. Pure."""
