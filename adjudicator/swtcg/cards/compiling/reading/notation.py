"""Effect data written out exactly, between « and », for what our own wording has no phrase for.

The form is the constructor with the fields that are not as usual: `«Draw(amount=2, who='opponent')»`. It is read
back through the words of the effect language alone; nothing else can be named.
"""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import msgspec

from adjudicator.swtcg.words import language
from adjudicator.swtcg.words.terms import Where, Word

OPEN, CLOSE = "«", "»"


def written(value: Any) -> str:
    """A value of the effect language in brackets."""
    return f"{OPEN}{_written(value)}{CLOSE}"


def _written(value: Any) -> str:
    if isinstance(value, msgspec.Struct):
        given = [
            f"{field.name}={_written(getattr(value, field.name))}"
            for field in msgspec.structs.fields(value)
            if field.required or getattr(value, field.name) != field.default
        ]
        return f"{type(value).__name__}({', '.join(given)})"
    if isinstance(value, tuple):
        return f"[{', '.join(_written(each) for each in value)}]"
    return repr(value)


def read(text: str) -> Any:
    """The value of what stands between the brackets. Raises ValueError if it is not of the effect language."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as bad:
        raise ValueError(f"not effect data: {text[:60]}") from bad
    return _read(tree)


def _read(node: ast.expr) -> Any:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args:
        kind = _words().get(node.func.id)
        if kind is None:
            raise ValueError(f"no word of the effect language: {node.func.id}")
        try:
            made = kind(**{each.arg: _read(each.value) for each in node.keywords if each.arg})
            return msgspec.convert(msgspec.to_builtins(made), kind)
        except (TypeError, msgspec.ValidationError) as bad:
            raise ValueError(str(bad)) from bad
    if isinstance(node, ast.List):
        return tuple(_read(each) for each in node.elts)
    try:
        return ast.literal_eval(node)
    except ValueError as bad:
        raise ValueError("not effect data") from bad


@cache
def _words() -> dict[str, type[Word]]:
    found = {name: kind for name, kind in vars(language).items() if isinstance(kind, type) and issubclass(kind, Word)}
    return {**found, "Where": Where}
