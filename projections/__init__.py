"""Read models: they follow the log in their own process and never judge."""
