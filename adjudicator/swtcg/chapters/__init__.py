"""The chapters of the rulebook, one room each: what may be said, and what follows."""
