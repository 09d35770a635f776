"""Why: reasons, rulings on single cards, what counts and what does not, what a log tells of a value."""
