"""Questions to a player in the middle of an effect or procedure: choose, answer yes or no.

The answer is bound in the procedure that asked. What can be chosen is settled when the question
is put (crf.abilities.parts-in-order: a choice made on resolving is made when its part is reached).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form, OneOf, Some
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.notation import close_to
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY, Evidence
from adjudicator.kernel.viewing import ViewedGame, view_for
from adjudicator.swtcg.chapters.playing.aiming import in_subtype_only
from adjudicator.swtcg.chapters.playing.occurrence import MOMENT
from adjudicator.swtcg.chapters.questions.offered import asked_for, option_words
from adjudicator.swtcg.standing import naming
from adjudicator.swtcg.standing.card_selectors import card_is, lines_of
from adjudicator.swtcg.standing.keyword_rules import not_to_strike
from adjudicator.swtcg.standing.moment import ask, asked_now
from adjudicator.swtcg.standing.together import fit, ways
from adjudicator.swtcg.standing.traits import of_several_arenas
from adjudicator.swtcg.table.beside import supply
from adjudicator.swtcg.table.declarations import Answer, NameCard, Select, SelectCards
from adjudicator.swtcg.table.frames import AnswerFrame, ChooseFrame, NameFrame, PlayFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.card_names import normal
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.states import looks_closer


def own_choice(table: Table) -> str:
    """The rule that leaves a choice to the controller of an effect."""
    return table.why.control_you_means_controller_consolidated


def _choose(run: Run, frame: ChooseFrame) -> None:
    """Put the question; with nothing to choose from, nothing is chosen."""
    if not frame.options or frame.most <= 0:
        run.pop(chosen=())
        return
    forced = not run.table.strict and not frame.ordered and frame.least == len(frame.options) == frame.most
    if forced and (frame.kind != "cards" or _plain_to_all(run.table, frame.options)):
        run.pop(chosen=frame.options)
        return
    ask(run, "choose", (frame.seat,), frame.rule or own_choice(run.table))


def _plain_to_all(table: Table, cards: tuple[int, ...]) -> bool:
    """Whether everybody can tell that there is no choice: of each hidden pile all cards are to be chosen, or none.

    Who is not asked although some of them might not have fitted would tell that they all did.
    """
    piles = (pile for zone, pile in table.zones.items() if table.edition.hides(zone))
    return all(set(pile) <= set(cards) or not set(pile) & set(cards) for pile in piles)


def _answer(run: Run, frame: AnswerFrame) -> None:
    ask(run, "answer", (frame.seat,), frame.rule or own_choice(run.table))


def _name(run: Run, frame: NameFrame) -> None:
    ask(run, "name", (frame.seat,), frame.rule or own_choice(run.table))


def _asked(judging: Judging, *, ok: bool) -> bool:
    """Clause RIGHT_MOMENT of an answer: an effect or a rule asks for it; if not, what the table asks for decides."""
    table: Table = judging.table
    unasked = lambda: _announced(table, judging.said.seat) or asked_now(table)
    return judging.clause("RIGHT_MOMENT", own_choice(table) if ok else unasked, ok)


def _announced(table: Table, seat: str) -> str:
    """The rule that holds a player to what was chosen on playing what is now about to take effect; empty elsewhere."""
    plays = (frame for frame in table.agenda.frames if isinstance(frame, PlayFrame))
    mine = any(frame.scene.controller == seat and frame.scene.bound for frame in plays)
    return table.why.information_announced_choices if mine else ""


def check_select(judging: Judging, frame: ChooseFrame | None) -> None:
    """Clauses of a choice: asked for, among the options, the right number of them."""
    said: Select = judging.said
    if not _asked(judging, ok=frame is not None and frame.kind != "cards"):
        return
    assert frame is not None
    _check_choice(judging, frame, said.chosen)


def check_select_cards(judging: Judging, frame: ChooseFrame | None) -> None:
    """The same for cards of a hidden zone."""
    said: SelectCards = judging.said
    if not _asked(judging, ok=frame is not None and frame.kind == "cards"):
        return
    assert frame is not None
    _check_choice(judging, frame, tuple(naming.named(item)[0] for item in said.cards.items))
    if frame.among is not None and frame.seen_from is not None:
        _check_said(judging, frame, said, frame.among, frame.seen_from)


def _check_said(judging: Judging, frame: ChooseFrame, said: SelectCards, among: Those, scene: Scene) -> None:
    """Clause CARD_IS_MEANT: a card that nobody knew is what the effect asks for, by what it is said to be."""
    table: Table = judging.table
    if not looks_closer(among):
        return
    for item in said.cards.items:
        handle, key = naming.named(item)
        if handle not in frame.options or table.face(handle) is not None:
            continue
        face = naming.face_said(table, handle, key)
        fits = None if face is None else card_is(table, among, face, handle, scene)
        naming.check_is(judging, "CARD_IS_MEANT", frame.rule or own_choice(table), face, ok=bool(fits))


def _concealed(table: Table, frame: ChooseFrame) -> bool:
    """Whether the asker does not know which cards there are to choose from; then not even how many."""
    return frame.kind == "cards" and not table.concealed.isdisjoint(frame.options)


def _bounds(frame: ChooseFrame, chosen: tuple[int, ...]) -> Evidence:
    return ("at least", str(frame.least)), ("at most", str(frame.most)), ("chosen", str(len(chosen)))


def _check_choice(judging: Judging, frame: ChooseFrame, chosen: tuple[int, ...]) -> None:
    rule = frame.rule or own_choice(judging.table)
    there: bool | None = all(number in frame.options for number in chosen)
    if frame.kind == "cards":
        there = naming.all_among(judging.table, chosen, frame.options)
    listed = _as_named_type(judging.table, frame, chosen) or _of_its_name(judging.table, frame, chosen)
    # where a rule offers several ways, it is by that rule that this one may be taken
    one_of_several = TIMELY if frame.kind == "options" and frame.rule and len(frame.options) > 1 else 0
    if not judging.clause(
        "CHOICE_AMONG_OPTIONS",
        lambda: (
            _wrong_card(judging.table, frame, chosen)
            or _in_a_supply(judging.table, frame, judging.said)
            or not_to_strike(judging.table, rule, frame.seat, chosen)
            or listed
            or rule
        ),
        there,
        permits=TIMELY if listed else one_of_several,
    ):
        judging.would_be_legal(*_names(judging.table, frame))
    fits: bool | None = frame.least <= len(chosen) <= frame.most and len(set(chosen)) == len(chosen)
    judging.clause(
        "RIGHT_NUMBER_CHOSEN",
        lambda: (len(chosen) < frame.least and _has_to_be(judging.table)) or rule,
        None if _concealed(judging.table, frame) else fits,
        lambda: () if _concealed(judging.table, frame) else _bounds(frame, chosen),
    )
    if frame.together is not None and all(number in frame.options for number in chosen):
        judging.clause("CHOSEN_FIT_TOGETHER", rule, fit(judging.table, frame.together, chosen))


def _has_to_be(table: Table) -> str:
    """The rule by which what has triggered is carried out, if the question is one of that; empty if it is not."""
    below = table.agenda.frames[-2] if len(table.agenda.frames) > 1 else None
    triggered = isinstance(below, ResolveFrame) and MOMENT in below.scene.numbers
    return table.why.triggers_often_mandatory if triggered else ""


def _in_a_supply(table: Table, frame: ChooseFrame, said: Any) -> str:
    """By which rule a card of a supply is none of those that are looked for in a deck; empty for others."""
    if not isinstance(said, SelectCards) or frame.among is None or "deck" not in frame.among.zones:
        return ""
    supplied = {table.cards[card].face for card in supply(table, said.seat)}
    faces = [naming.face_said(table, *naming.named(item)) for item in said.cards.items]
    face = next((each for each in faces if each is not None and each.key in supplied), None)
    if face is None:
        return ""
    return table.why.subordinate_no_card_in_supply if face.costless else table.why.event_no_card_of_the_deck


def _wrong_card(table: Table, frame: ChooseFrame, chosen: tuple[int, ...]) -> str:
    """By which rule a card can't be chosen whose type line is not the same in full, or pay a cost that only has the
    wanted type's name for a subtype; empty for others.
    """
    if frame.among is not None and frame.among.line_of and frame.seen_from is not None:
        return _another_line(table, frame, chosen)
    if frame.what != "cost" or frame.kind != "cards":
        return ""
    options = [face for card in frame.options if (face := table.face(card)) is not None]
    if not options:
        return ""
    types = tuple(kind for kind in options[0].types if all(kind in face.types for face in options))
    wrong = (face for card in chosen if card not in frame.options and (face := table.face(card)) is not None)
    return next((rule for face in wrong if (rule := in_subtype_only(table, types, face))), "")


def _another_line(table: Table, frame: ChooseFrame, chosen: tuple[int, ...]) -> str:
    """By which rule an open card's type line is another one: in its type alone, or word for word."""
    assert frame.among is not None
    assert frame.seen_from is not None
    lines = lines_of(table, frame.among.line_of, frame.seen_from)
    wrong = [each for each in chosen if each not in frame.options and naming.open_pile(table, each)]
    face = table.face(wrong[0]) if wrong else None
    if face is None:
        return ""
    same_subtypes = any(subtypes == face.subtypes for _, subtypes in lines)
    return table.why.cards_type_line_whole if same_subtypes else table.why.cards_type_line_word_for_word


def _of_its_name(table: Table, frame: ChooseFrame, chosen: tuple[int, ...]) -> str:
    """By which rule a card of a unique name is meant, whatever its version and wherever it lies; empty for others."""
    if frame.among is None or not frame.among.name:
        return ""
    faces = (table.face(card) for card in chosen if card in frame.options)
    unique = any(face is not None and face.unique for face in faces)
    return table.why.unique_card_of_the_name if unique else ""


def _as_named_type(table: Table, frame: ChooseFrame, chosen: tuple[int, ...]) -> str:
    """The rule by which an open card is chosen as one of the type that is asked for: of several arenas as one of them,
    and as a "unit card" wherever it lies; else empty.
    """
    if frame.among is None or not set(chosen) <= set(frame.options):
        return ""
    open_cards = tuple(number for number in chosen if naming.open_pile(table, number))
    if any(of_several_arenas(table, frame.among, number) for number in open_cards):
        return table.why.cards_multi_arena_treated_as_named_type
    return table.why.cards_unit_card_anywhere if open_cards and frame.among.types == ("unit",) else ""


def _names(table: Table, frame: ChooseFrame) -> tuple[str, ...]:
    """The options of a question in words; cards of a hidden zone are only counted, and only for who may look."""
    if _concealed(table, frame):
        return ()
    if frame.kind == "cards":
        return (f"{frame.least} to {frame.most} of {len(frame.options)} cards",)
    if frame.kind == "options":
        called = option_words(table, frame)
        return tuple(called.get(option, str(option)) for option in frame.options)
    return tuple(table.title(number) for number in frame.options if number in table.stacks)


def check_answer(judging: Judging, frame: AnswerFrame | None) -> None:
    """Clauses of yes or no: asked for."""
    _asked(judging, ok=frame is not None)


def check_name(judging: Judging, frame: NameFrame | None) -> None:
    """Clauses of naming a card: asked for, and the name of some card."""
    if _asked(judging, ok=frame is not None):
        rule = own_choice(judging.table)
        said = normal(judging.said.name)
        names = _names_known(judging.game, judging.table, judging.said.seat)
        known = any(normal(name) == said for name in names)
        if not judging.clause("NAMES_A_CARD", rule, known, lambda: (("named", judging.said.name),)):
            judging.would_be_legal(*close_to(judging.said.name, names))


def _names_known(game: ViewedGame, table: Table, seat: str) -> tuple[str, ...]:
    """The names that a player may say: those of the catalogue, and of the cards that this player may know of.

    Were one legal because a card outside the catalogue lies hidden, the ruling would tell that it is there.
    """
    faces = view_for(game, table, seat).table.faces
    return tuple(sorted({*table.reckoning.catalogue().names, *(face.name for face in faces.values())}))


def perform_name(run: Run) -> None:
    """Bind the name below."""
    run.closed()
    run.pop(said=run.said.name)


def perform_select(run: Run) -> None:
    """Bind the choice below."""
    run.closed()
    run.pop(chosen=tuple(run.said.chosen))


def perform_select_cards(run: Run) -> None:
    """Bind the chosen cards below."""
    said: SelectCards = run.said
    run.closed()
    run.pop(chosen=tuple(naming.named(item)[0] for item in said.cards.items))
    run.happen(*naming.bound(run.table, said.seat, said.cards, run.table.why.information_hands_private))


def perform_answer(run: Run) -> None:
    """Bind the answer below."""
    run.closed()
    run.pop(yes=run.said.yes)


def forms_choose(game: Any, table: Table, frame: ChooseFrame, seat: str) -> list[Form]:
    """The choice as one form."""
    if frame.together is not None:
        fitting = ways(table, frame.together, frame.options, frame.least, frame.most)
        if frame.kind == "cards":
            sealed = tuple(Sealed((seat,), chosen) for chosen in fitting)
            return [Form("SelectCards", seat, (), (("cards", OneOf(sealed)),), frame.what)]
        return [Form("Select", seat, (), (("chosen", OneOf(fitting)),), frame.what)]
    if frame.kind == "cards":
        options = tuple(Sealed((seat,), (card,)) for card in frame.options)
        if frame.least == frame.most == 1:
            return [Form("SelectCards", seat, (), (("cards", OneOf(options)),), frame.what)]
        return [Form("SelectCards", seat, (), (("cards", Some(frame.options, frame.least, frame.most)),), frame.what)]
    chosen = (("chosen", Some(frame.options, frame.least, frame.most)),)
    return [Form("Select", seat, (), chosen, asked_for(table, frame))]


def forms_answer(game: Any, table: Table, frame: AnswerFrame, seat: str) -> list[Form]:
    """Yes or no."""
    return [Form("Answer", seat, (), (("yes", OneOf((True, False))),), frame.what)]


def forms_name(game: Any, table: Table, frame: NameFrame, seat: str) -> list[Form]:
    """Any name of a card that there is."""
    return [Form("NameCard", seat, (), (("name", OneOf(_names_known(game, table, frame.seat))),), frame.what)]


STEPS: dict[type, dict[str, Any]] = {
    ChooseFrame: {"start": _choose},
    AnswerFrame: {"start": _answer},
    NameFrame: {"start": _name},
}
DECLARED = (Select, SelectCards, Answer, NameCard)
