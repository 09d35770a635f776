"""The command `adjudicate`."""

EDITION = "swtcg-2005"
"""The edition that a command works under unless another is named."""

CASES = "tests/cases"
"""The cases that are counted unless others are named: here, or where this command's own sources lie."""


def our_cases() -> list[str]:
    """The folder with our cases; empty where there is none, as beside a command that was installed without them."""
    from pathlib import Path

    places = (Path(CASES), Path(__file__).parents[2] / CASES)
    return [str(each) for each in places if each.is_dir()][:1]
