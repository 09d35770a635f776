"""What reading words can lead to besides understanding them: not understood, or several readings."""

from __future__ import annotations


class NotUnderstoodError(ValueError):
    """Words that no reading fits: what was read, where it broke, and what would have fitted there.

    `line` and `column` count from 1; `found` is the word that broke it, `fits` what could stand there.
    """

    def __init__(self, text: str, found: str, fits: tuple[str, ...], line: int = 1, column: int = 1) -> None:
        wanted = ", ".join(fits[:12]) or "nothing more"
        super().__init__(f"line {line}, column {column}: read {found!r}, expected {wanted}")
        self.text = text
        self.found = found
        self.fits = fits
        self.line = line
        self.column = column


class AmbiguousError(ValueError):
    """Words with several readings; `readings` lists them so that the speaker can choose."""

    def __init__(self, text: str, readings: tuple[str, ...]) -> None:
        super().__init__(f"{text!r} can mean: " + "; ".join(readings))
        self.text = text
        self.readings = readings
