"""What the tests share: a miniature game that goes through every part which knows no game."""
