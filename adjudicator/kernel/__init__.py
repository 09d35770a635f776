"""The game-neutral kernel: values, verdicts, the agenda, the door and the log's entries.

Nothing here knows a game, reads a clock or draws a random number.
"""
