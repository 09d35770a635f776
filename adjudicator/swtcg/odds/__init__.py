"""Odds: exact chances of what an attack does, as fractions, with the terms of the formula and the rules behind them.

Nothing here is simulated and nothing reads a seed or the order of a deck. `reading` takes the numbers off a table,
`dice`, `rerolls` and `outcome` are the formula, `attack` puts them together, `deciding` sets choices side by side,
`terms` shows what was multiplied, and `enumerating` goes through every outcome with the judge itself, which is the
proof of the formula and the way for boards that it does not cover.
"""
