"""The values of one game: table, declarations, facts, frames, and what each fact changes."""
