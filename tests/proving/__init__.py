"""The proof that the service holds: under faults, under malformed calls, under load."""
