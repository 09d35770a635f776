"""What the numbered options of a question are called: a cost, an arena, a player, what an effect does, a die.

The declaration that answers carries the number (declarations.Select), and so does the log. People say the words and are
told them, because the same number means another thing at every question.
"""

from __future__ import annotations

from adjudicator.swtcg.doing.dice import WHICH_DICE
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.language import OneOfThese

ASKED = {
    "option chosen": "what is done",
    "arena chosen": "an arena",
    "number chosen": "a number",
    "player chosen": "a player",
}
"""By the step that goes on with the answer, what an effect asks for."""
ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def asked_options(table: Table) -> ChooseFrame | None:
    """The question for numbered options that is asked now, if one is."""
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    return frame if isinstance(frame, ChooseFrame) and frame.kind == "options" else None


def asked_for(table: Table, frame: ChooseFrame) -> str:
    """What a question asks for, in a few words."""
    below = table.agenda.frames[-2] if len(table.agenda.frames) > 1 else None
    if frame.what in ASKED and isinstance(below, ResolveFrame):
        return f"{ASKED[frame.what]} for {below.scene.source}"
    return frame.what


def option_words(table: Table, frame: ChooseFrame) -> dict[int, str]:
    """What each option of a question is called; nothing for one that is a number itself, or that has no words of ours.

    What an effect does is told as its card says it, so that "you" is the player whose card it is. Options that would be
    called alike are not called anything.
    """
    said = _words(table, frame)
    plain = [each.casefold() for each in said]
    named = zip(frame.options, said, plain, strict=False)
    return {option: words for option, words, alike in named if words and plain.count(alike) == 1}


def _words(table: Table, frame: ChooseFrame) -> tuple[str, ...]:
    """What is said of the options, in their order."""
    if frame.words:
        return frame.words
    if frame.what == WHICH_DICE:
        return tuple(f"{_ordinal(option + 1)} die" for option in frame.options)
    below = table.agenda.frames[-2] if len(table.agenda.frames) > 1 else None
    asks = below.todo[0] if isinstance(below, ResolveFrame) and below.todo else None
    return tuple(_effect(table, asks, option) for option in frame.options) if isinstance(asks, OneOfThese) else ()


def _ordinal(number: int) -> str:
    return f"{number}{ENDINGS.get(number if number < 20 else number % 10, 'th')}"


def _effect(table: Table, asks: OneOfThese, option: int) -> str:
    """What an effect does if this option is chosen; empty if our words do not say all of it."""
    return table.reckoning.done_words(asks.options[option])
