"""What a table waits for, in words, and how a waiting trigger is called in a declaration: by what it comes from.

`draw` is the draw of the turn, `luke` what waits of Luke, `luke upkeep` and `luke bounty` one of these, `luke #1` the
ability with that number on his card, `"Dark Deal"` what a card has set off that does not stand on the table. Of several
that are alike a number tells which, in the order in which they came: `luke, 2`.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError, nearest_first
from adjudicator.swtcg.chapters.playing.triggers import ready
from adjudicator.swtcg.chapters.questions.offered import asked_for
from adjudicator.swtcg.notation.abilities import the_stack
from adjudicator.swtcg.notation.names import alias_of, aliases, folded
from adjudicator.swtcg.notation.offered import option_said
from adjudicator.swtcg.table.frames import AnswerFrame, ChooseFrame, NameFrame, TriggersFrame
from adjudicator.swtcg.table.table import Table, Trigger


def question_words(table: Table) -> str:
    """What is asked in the middle of something; empty where the point of the turn says it."""
    frame, window = table.agenda.frames[-1] if table.agenda.frames else None, table.agenda.window
    if window is None or not window.asked:
        return ""
    seat = window.asked[0]
    if isinstance(frame, AnswerFrame):
        return f"{seat} answers yes or no: {frame.what}"
    if isinstance(frame, NameFrame):
        return f"{seat} names {frame.what}"
    if isinstance(frame, ChooseFrame):
        return f"{seat} chooses {_how_many(frame)} ({asked_for(table, frame)}): {', '.join(_options(table, frame))}"
    if window.kind == "triggers":
        now = ready(table, frame) if isinstance(frame, TriggersFrame) else []
        return f"{seat} resolves one of: {', '.join(trigger_words(table, each.id) for each in now)}"
    return {
        "reroll": f"{seat} may reroll, or pass",
        "prevention": f"{seat} may prevent damage, or pass",
        "disrupt": f"{seat} may disrupt what was played, or pass",
        "pending": f"{seat} may change the damage that is about to be done, or pass",
        "lethal": f"{seat} may do something about a discard by damage, or pass",
        "discarded": f"{seat} may play something upon the discard, or pass",
        "ending": f"{seat} may play something as the attack ends, or pass",
        "phase start": f"{seat} may play something as the battle phase starts, or pass",
        "step start": f"{seat} may play something as the battle step starts, or pass",
        "step end": f"{seat} may play something as the battle step ends, or pass",
    }.get(window.kind, "")


def _how_many(frame: ChooseFrame) -> str:
    if frame.ordered:
        return "the order"
    return str(frame.most) if frame.least == frame.most else f"{frame.least} to {frame.most}"


def _options(table: Table, frame: ChooseFrame) -> list[str]:
    """The options of a question, as they are said."""
    if frame.kind == "options":
        return [option_said(table, frame, each) for each in frame.options]
    if frame.kind == "cards":
        return [table.title(card) for card in frame.options]
    return [alias_of(table, number) for number in frame.options]


def trigger_meant(table: Table, seat: str, words: tuple[str, ...], place: int) -> int:
    """The number of the trigger that some words name (`place`: which of those alike, 0 if it is not said).

    Those that may be picked now are meant before the others. Of what stands on the table, and of the draw, nothing may
    wait, which is for a ruling to say (see declarations.ResolveNext). Raises NotUnderstoodError and AmbiguousError.
    """
    try:
        return _meant(table, seat, words, place)
    except NotUnderstoodError:
        plain = _unadorned(words)
        if not plain or plain == words:
            raise
        return _meant(table, seat, plain, place)


def _meant(table: Table, seat: str, words: tuple[str, ...], place: int) -> int:
    text = " ".join(words)
    for group in _groups(table):
        fits = _fitting(table, seat, words, group)
        if place:
            fits = fits[place - 1 : place]
        if len(fits) == 1:
            return fits[0].id
        if fits:
            raise AmbiguousError(text, tuple(trigger_words(table, each.id) for each in fits))
    waits = tuple(trigger_words(table, each.id) for each in table.agenda.pool)
    if text == DRAW:
        return 0
    try:
        stack, _ = the_stack(table, words, seat)
    except NotUnderstoodError:
        raise NotUnderstoodError(text, text, waits or nearest_first(text, aliases(table))) from None
    if stack not in table.stacks or any(each.scene.stack == stack for each in table.agenda.pool):
        raise NotUnderstoodError(text, text, waits)
    return -stack


def _unadorned(words: tuple[str, ...]) -> tuple[str, ...]:
    """`luke's ability` and `the trigger of luke` as `luke`."""
    return tuple(word.removesuffix("'s") for word in words if word not in ADORNED)


def trigger_words(table: Table, number: int) -> str:
    """How a waiting trigger is written, so that `trigger_meant` finds it again; its number if it does not wait."""
    for group in _groups(table):
        meant = next((each for each in group if each.id == number), None)
        if meant is None:
            continue
        for name in _names(table, meant):
            if sum(name in _names(table, each) for each in group) == 1:
                return _written(name)
        longest = _names(table, meant)[-1]
        alike = [each.id for each in group if longest in _names(table, each)]
        return f"{_written(longest)}, {alike.index(number) + 1}"
    if -number in table.stacks:
        return alias_of(table, -number)
    return str(number) if number else DRAW


ADORNED = ("ability", "effect", "trigger", "of", "the")
"""What people say besides the name of what waits."""
DRAW = "draw"
"""How the draw of the turn is called."""


Name = tuple[str, str]
"""What it comes from (an alias, a title, the draw), and the words behind that."""


def _groups(table: Table) -> tuple[Sequence[Trigger], ...]:
    """Those that may be picked now, and all that wait."""
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    now = ready(table, frame) if isinstance(frame, TriggersFrame) else []
    return now, table.agenda.pool


def _names(table: Table, trigger: Trigger) -> list[Name]:
    """The names of a trigger, the shortest first."""
    scene = trigger.scene
    if trigger.duty == "draw":
        return [(DRAW, "")]
    source = alias_of(table, scene.stack) if scene.stack in table.stacks else f'"{scene.source}"'
    found = [(source, "")]
    kind = trigger.duty or (scene.kind if scene.kind == "bounty" else "")
    if kind:
        found.append((source, kind))
    place = scene.key.partition(".")[2]
    if place.isdecimal():
        found.append((source, f"#{place}"))
    return found


def _written(name: Name) -> str:
    return " ".join(part for part in name if part)


def _fitting(table: Table, seat: str, words: tuple[str, ...], group: Sequence[Trigger]) -> list[Trigger]:
    """The triggers of a group that some words name: by a name as it is written, else by words of a stack's name."""
    text = folded(" ".join(words).replace('"', ""))
    fits = [t for t in group if any(text == folded(_written(name).replace('"', "")) for name in _names(table, t))]
    if fits:
        return fits
    try:
        stack, rest = the_stack(table, words, seat)
    except (NotUnderstoodError, AmbiguousError):
        return [t for t in group if t.scene.stack not in table.stacks and _called(table, t, text)]
    behind = folded(" ".join(rest))
    mine = (each for each in group if each.scene.stack == stack)
    return [each for each in mine if any(behind == folded(more) for _, more in _names(table, each))]


def _called(table: Table, trigger: Trigger, text: str) -> bool:
    """Whether every word is in a name of a trigger whose unit has left the table, and its alias with it."""
    words = set(text.split())
    names = (folded(_written(name).replace('"', "")) for name in _names(table, trigger))
    return any(words <= set(name.split()) for name in names)
