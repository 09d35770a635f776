"""Odds: exact chances of what an attack does, as fractions, with the terms of the formula and the rules behind them.

Nothing here is simulated and nothing reads a seed or the order of a deck. `declaring` comes to the attack, `reading`
takes the numbers off the table and tells what the formula does not know, `planning` reads how the players play. By
formula: `dice`, `rerolls` and `outcome`, put together in `attack`, shown by `terms`, weighed in `deciding`. Played
through by the judge, which is the proof of the formula and the way for all that it does not know: `walking` with
`players` and what they may be `saying`, `playing_through`, `weighing`. `asking` is the whole answer.
"""
