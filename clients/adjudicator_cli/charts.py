"""Charts of distributions: bars in a terminal, and SVG to be printed or put on a page.

A distribution is a list of {"number", "chance": {"fraction", "decimal"}}, as the API tells it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

if TYPE_CHECKING:
    from rich.table import Table

Chances = Sequence[Mapping[str, Any]]

_WIDTH, _LEFT, _RIGHT, _ROW, _HEAD = 640, 48, 190, 22, 34
_FILL, _LETHAL = "#4878a8", "#b04a3a"


def number(each: Mapping[str, Any]) -> int:
    """The number of one row; a message leaves out 0."""
    return int(each.get("number", 0))


def decimal(exact: Mapping[str, Any]) -> float:
    """The decimal of an exact number; a message leaves out 0."""
    return float(exact.get("decimal", 0.0))


def percent(exact: Mapping[str, Any]) -> str:
    """A chance in per cent, as `22.66 %`."""
    return f"{100 * decimal(exact):.2f} %"


def bars(title: str, chances: Chances, lethal: int | None = None) -> Table:
    """A distribution as bars for a terminal; from `lethal` on they are marked."""
    from rich import box
    from rich.bar import Bar
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE, show_header=False, pad_edge=False)
    table.add_column(justify="right")
    table.add_column(width=32)
    table.add_column(justify="right")
    table.add_column(overflow="fold")
    most = max((decimal(each["chance"]) for each in chances), default=1.0)
    for each in chances:
        colour = "red" if lethal is not None and number(each) >= lethal else "blue"
        share = decimal(each["chance"])
        table.add_row(
            str(number(each)), Bar(most, 0, share, color=colour), percent(each["chance"]), each["chance"]["fraction"]
        )
    return table


def svg(title: str, panels: Sequence[tuple[str, Chances, int | None]]) -> str:
    """Distributions one below the other as one SVG document; each panel is a name, its rows and what is lethal."""
    height = _HEAD + sum(_HEAD + _ROW * len(chances) for _, chances, _ in panels) + 8
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_WIDTH} {height}",
            "width": str(_WIDTH),
            "height": str(height),
            "role": "img",
            "font-family": "sans-serif",
            "font-size": "13",
        },
    )
    SubElement(root, "title").text = title
    SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    _text(root, 8, 22, title, {"font-size": "16", "font-weight": "bold"})
    top = _HEAD
    for name, chances, lethal in panels:
        _panel(root, top, name, chances, lethal)
        top += _HEAD + _ROW * len(chances)
    indent(root)
    return tostring(root, encoding="unicode") + "\n"


def _panel(root: Element, top: int, name: str, chances: Chances, lethal: int | None) -> None:
    _text(root, 8, top + 22, name, {"font-weight": "bold"})
    most = max((decimal(each["chance"]) for each in chances), default=1.0) or 1.0
    for place, each in enumerate(chances):
        at = top + _HEAD + place * _ROW
        width = (_WIDTH - _LEFT - _RIGHT) * decimal(each["chance"]) / most
        fill = _LETHAL if lethal is not None and number(each) >= lethal else _FILL
        bar = {"x": str(_LEFT), "y": str(at), "width": f"{width:.2f}", "height": str(_ROW - 5), "fill": fill}
        drawn = SubElement(root, "rect", bar)
        SubElement(drawn, "title").text = f"{number(each)}: {each['chance']['fraction']}"
        _text(root, _LEFT - 8, at + 13, str(number(each)), {"text-anchor": "end"})
        _text(root, _LEFT + width + 6, at + 13, f"{percent(each['chance'])}  {_short(each['chance']['fraction'])}", {})


def _short(fraction: str) -> str:
    """A fraction that fits beside its bar; long ones are told by their title only."""
    return fraction if len(fraction) <= 17 else ""


def _text(root: Element, x: float, y: float, words: str, more: Mapping[str, str]) -> None:
    SubElement(root, "text", {"x": f"{x:g}", "y": f"{y:g}", **more}).text = words
