"""The judge's console in a real browser, over a real service."""
