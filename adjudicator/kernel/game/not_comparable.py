"""The answer to a table that stands where another edition has nothing: it cannot be compared."""

NOT_COMPARABLE = "NOT_COMPARABLE"
"""The code by which an edition says so."""


class NotComparableError(ValueError):
    """A table has no counterpart under an edition. Says in a sentence what that edition has not."""
