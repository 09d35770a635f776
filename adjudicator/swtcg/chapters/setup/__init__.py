"""Setup: from the shuffle to the first turn."""
