"""The turn: its steps, and what it lacks once time is called."""
