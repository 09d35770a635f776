"""Read models that follow the log in a process of their own: timeline, rulings, rule coverage, dice, standings.

Each view keeps its rows in a database beside the log and its position in the same transaction, so it never
misses an entry and never counts one twice; any of them can be rebuilt from nothing.
"""
