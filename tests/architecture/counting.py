"""Lines of code of `adjudicator/swtcg` by room: without blank lines, comments and docstrings.

`python -m tests.architecture.counting` prints them. A line of a string that runs over several lines counts.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2] / "adjudicator" / "swtcg"
SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of_code(source: str) -> int:
    """How many lines of a module say something to the interpreter."""
    said = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(said - _of_docstrings(ast.parse(source)))


def _of_docstrings(tree: ast.AST) -> set[int]:
    """The lines of strings that stand alone as a statement: docstrings, also those of constants."""
    found: set[int] = set()
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            found.update(range(value.lineno, (value.end_lineno or value.lineno) + 1))
    return found


def by_room() -> Counter[str]:
    """Lines of code by folder directly below `swtcg`; the modules beside them count as `.`."""
    found: Counter[str] = Counter()
    for path in sorted(ROOT.rglob("*.py")):
        parts = path.relative_to(ROOT).parts
        found[parts[0] if len(parts) > 1 else "."] += lines_of_code(path.read_text(encoding="utf-8"))
    return found


def main() -> None:
    """Print the table."""
    rooms = by_room()
    for room, lines in rooms.most_common():
        print(f"{lines:7,} {room}")
    print(f"{rooms.total():7,} in all, {rooms.total() - rooms['cards']:,} without cards")


if __name__ == "__main__":
    main()
