"""The command `adjudicate`."""

EDITION = "swtcg-2005"
"""The edition that a command works under unless another is named."""

CASES = "tests/cases"
"""The cases that are counted unless others are named."""
