"""Callers who mean harm, or speak nonsense."""
