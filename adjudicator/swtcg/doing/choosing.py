"""Choices inside an effect: made when it was played, or asked for when its part is reached.

A choice of playing is an argument of the declaration and bound already (rots.chances.choose-one-binding); a triggered
ability is not declared, so that its controller is asked for all of its choices as it takes effect
(crf.abilities.parts-in-order).
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing.own_arena import spoken_of
from adjudicator.swtcg.doing.players import may_go
from adjudicator.swtcg.standing.abilities import awaited, with_key
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.binding import seats_meant
from adjudicator.swtcg.standing.card_selectors import select_cards
from adjudicator.swtcg.standing.drawing import deck
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.retreating import can_retreat
from adjudicator.swtcg.standing.scenes import rule_of, seat_of
from adjudicator.swtcg.standing.selectors import CARD, select
from adjudicator.swtcg.standing.sparing import choosable
from adjudicator.swtcg.standing.together import most_of, together
from adjudicator.swtcg.table.frames import ChooseFrame, DrawFrame, NameFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace


def _one_of(run: Run, frame: ResolveFrame, said: w.OneOfThese) -> None:
    """The option that was chosen on playing; a triggered ability has its controller choose now."""
    mode = frame.scene.numbers.get("mode")
    if mode is not None and said.who == "you":
        run.frames[-1] = _replace(frame, todo=(*said.options[mode], *frame.todo))
        return
    seat = seat_of(run.table, frame.scene, said.who)
    _ask_numbers(run, frame, said, "option chosen", tuple(range(len(said.options))), (), seat)


def _option_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.OneOfThese)
    chosen = frame.chosen[0] if frame.chosen else 0
    todo = (*said.options[chosen], *frame.todo[1:])
    run.frames[-1] = _replace(frame, step="start", todo=todo)


def _choose(run: Run, frame: ResolveFrame, said: w.Choose) -> None:
    """Choices made when playing are bound already; others are asked for now."""
    if said.when == "playing" and said.into in frame.scene.bound:
        run.frames[-1] = _replace(frame, scene=spoken_of(run.table, said, frame.scene))
        return
    table: Table = run.table
    cards = said.among.what == CARD
    scene = frame.scene
    if _searches(said) and _search_barred(run, frame, said):
        return
    hidden = table.reported_decks  # then whoever chooses says what the card is
    options = select_cards(table, said.among, scene, unknown=hidden) if cards else choosable(table, said, scene)
    most = most_of(table, said, options, scene)
    least = min(said.least, most)
    if hidden and _searches(said):  # what nobody knows need not be one of them
        least = min(least, len(select_cards(table, said.among, scene)))
    if said.least and not options:
        off = table.why.battle_start_needs_a_unit if _as_battle_starts(table, said, scene) else ""
        none = f"there is nothing that {scene.source} may choose"
        if run.non_event(f"choice of {said.into}", off or rule_of(table, scene), none) and off:
            run.pop()
            return
    run.frames[-1] = _replace(frame, step="chosen", todo=(said, *frame.todo), chosen=())
    if said.at_random and options:
        _leave_to_chance(run, frame, said, options, most)
        return
    run.push(
        ChooseFrame(
            seat=seat_of(table, scene, said.who),
            kind="cards" if cards else "stacks",
            options=options,
            least=least,
            most=most,
            what=said.into,
            rule=scene.rule,
            together=together(table, said, scene),
            among=said.among if cards else None,
            seen_from=scene if cards else None,
        )
    )


def _as_battle_starts(table: Table, said: w.Choose, scene: Scene) -> bool:
    """Whether an opponent's unit is chosen by what is triggered as the battle phase starts."""
    if said.among.side != "opponents" or said.among.what not in w.UNITS:
        return False
    own = with_key(table, scene.key)
    return own is not None and any((event.kind, event.at) == STARTS for event in awaited((own,)))


STARTS = ("phase starts", "battle")
"""The start of the battle phase, as what abilities wait for."""


def _searches(said: w.Choose) -> bool:
    """Whether it is a choice of cards that a deck is searched for."""
    return said.among.what == CARD and "deck" in said.among.zones


SEARCHED = "DECK_MAY_BE_SEARCHED"


def _search_barred(run: Run, frame: ResolveFrame, said: w.Choose) -> bool:
    """Whether something forbids a player to search his or her own deck: then nothing is found there."""
    table, scene = run.table, frame.scene
    seat = seat_of(table, scene, said.who)
    own = said.among.side != "any" and seats_meant(table, said.among, scene) == (seat,)
    barred = forbidden(table, SEARCHED, None, seat=seat) if own else None
    if barred is None or not run.non_event(f"a search by {seat}", barred.rule, f"{barred.source} forbids it"):
        return False
    run.frames[-1] = _replace(frame, scene=_replace(scene, bound={**scene.bound, said.into: ()}))
    return True


def in_vain(table: Table, said: Any, scene: Scene) -> bool:
    """Whether it is a choice that has to be made, of something of which there is none; whether what is to be tapped or
    discarded first is not there, or what is to retreat can't.
    """
    if isinstance(said, w.Retreat):
        return not any(can_retreat(table, number) for number in select(table, said.what, scene))
    if isinstance(said, w.Tap):
        return all(table.stacks[number].tapped for number in select(table, said.what, scene))
    if isinstance(said, w.DiscardCards):
        held = table.zones.get(f"hand:{seat_of(table, scene, said.who)}", ())
        hand = sum(may_go(table, said, card) for card in held)
        return hand < (1 if said.whole_hand else amount_of(table, said.amount, scene))
    if not isinstance(said, w.Choose) or not said.least or said.into in scene.bound:
        return False
    if _searches(said) and said.least > 1:  # of several as many as there are, and that is found out by searching
        return False
    cards = said.among.what == CARD
    return not (select_cards(table, said.among, scene, unknown=True) if cards else choosable(table, said, scene))


def in_part_alone(table: Table, do: tuple[Any, ...], scene: Scene) -> bool:
    """Whether cards are to be discarded off a deck that does not hold so many (ruling.what-is-done-in-part)."""
    top, discard = do[:2] if len(do) > 1 else (None, None)
    if not isinstance(top, w.Top) or top.until is not None or not isinstance(discard, w.Discard):
        return False
    there = len(deck(table, seat_of(table, scene, top.whose)))
    return discard.what.bound == top.into and there < amount_of(table, top.amount, scene)


def _leave_to_chance(run: Run, frame: ResolveFrame, said: w.Choose, options: tuple[int, ...], most: int) -> None:
    """Chance picks among cards; of what stands on the table it picks the top cards."""
    table: Table = run.table
    among = options if said.among.what == CARD else tuple(table.stacks[number].cards[0] for number in options)
    seat = seat_of(table, frame.scene, said.who)
    run.push(DrawFrame(seat=seat, count=most, rule=rule_of(table, frame.scene), among=among))


def _chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.Choose)
    chosen = frame.chosen
    if said.at_random and said.among.what != CARD:
        chosen = tuple(stack.id for stack in run.table.stacks.values() if stack.cards[0] in chosen)
    scene = _replace(frame.scene, bound={**frame.scene.bound, said.into: chosen})
    scene = spoken_of(run.table, said, scene)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _choose_arena(run: Run, frame: ResolveFrame, said: w.ChooseArena) -> None:
    """The arena that was named on playing; if none was, its controller names it now."""
    if not frame.scene.arena or said.when == "resolving":
        among = arenas_open(run.table, said, frame.scene)
        if not among:
            run.non_event("choice of an arena", rule_of(run.table, frame.scene), "there is none like that")
            return
        said = _replace(said, among=among)
        _ask_numbers(run, frame, said, "arena chosen", tuple(range(len(among))), among)


def arenas_open(table: Table, said: w.ChooseArena, scene: Scene) -> tuple[str, ...]:
    """The arenas that may be chosen."""
    if said.where is None:
        return said.among
    return tuple(arena for arena in said.among if holds(table, said.where, _replace(scene, arena=arena)))


def _arena_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.ChooseArena)
    arena = said.among[frame.chosen[0]] if frame.chosen else ""
    scene = _replace(frame.scene, arena=arena)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _choose_number(run: Run, frame: ResolveFrame, said: w.ChooseNumber) -> None:
    """A number between two is named."""
    least, most = (amount_of(run.table, each, frame.scene) for each in (said.least, said.most))
    one = run.table.why.deck_up_to_is_one_or_more if not least and most and _to_draw(frame, said) else ""
    if one and run.applies(one):
        least = 1
    options = tuple(range(least, max(least, most) + 1))
    seat = seat_of(run.table, frame.scene, said.who)
    _ask_numbers(run, frame, said, "number chosen", options, (), seat, rule=one)


def _to_draw(frame: ResolveFrame, said: w.ChooseNumber) -> bool:
    """Whether the number is that of the cards which its player then draws, and of nothing before that."""
    draws = next(iter(frame.todo), None)
    return isinstance(draws, w.Draw) and draws.who == said.who and draws.amount == w.X(name=said.into)


def _number_chosen(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.ChooseNumber)
    number = frame.chosen[0] if frame.chosen else 0
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=_with(frame, said.into, number))


def _name_card(run: Run, frame: ResolveFrame, said: w.NameCard) -> None:
    """A card is named."""
    run.frames[-1] = _replace(frame, step="card named", todo=(said, *frame.todo), said="")
    seat = seat_of(run.table, frame.scene, said.who)
    run.push(NameFrame(seat=seat, what=f"a card for {frame.scene.source}", rule=frame.scene.rule))


def _card_named(run: Run, frame: ResolveFrame) -> None:
    said = frame.todo[0]
    assert isinstance(said, w.NameCard)
    scene = _replace(frame.scene, words={**frame.scene.words, said.into: frame.said})
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _choose_player(run: Run, frame: ResolveFrame, said: w.ChoosePlayer) -> None:
    """A player is named, who is "chosen" from then on."""
    seat, order = seat_of(run.table, frame.scene, said.who), run.table.order
    _ask_numbers(run, frame, said, "player chosen", tuple(range(len(order))), order, seat)


def _player_chosen(run: Run, frame: ResolveFrame) -> None:
    scene = _with(frame, "player", frame.chosen[0] if frame.chosen else 0)
    run.frames[-1] = _replace(frame, step="start", todo=frame.todo[1:], scene=scene)


def _with(frame: ResolveFrame, name: str, number: int) -> Scene:
    """The scene with a number bound to a name."""
    return _replace(frame.scene, numbers={**frame.scene.numbers, name: number})


def _let(run: Run, frame: ResolveFrame, said: w.Let) -> None:
    """Bind a number as it is now."""
    number = amount_of(run.table, said.be, frame.scene)
    run.frames[-1] = _replace(frame, scene=_with(frame, said.into, number))


def _mean(run: Run, frame: ResolveFrame, said: w.Mean) -> None:
    """Bind things as they are now."""
    found = select(run.table, said.those, frame.scene)
    run.frames[-1] = _replace(frame, scene=_replace(frame.scene, bound={**frame.scene.bound, said.into: found}))


def _ask_numbers(
    run: Run,
    frame: ResolveFrame,
    said: Any,
    step: str,
    options: tuple[int, ...],
    words: tuple[str, ...],
    seat: str = "",
    rule: str = "",
) -> None:
    """Ask for one of some numbered options: the effect's controller, or another."""
    run.frames[-1] = _replace(frame, step=step, todo=(said, *frame.todo), chosen=())
    seat, rule = seat or frame.scene.controller, rule or frame.scene.rule
    asked = ChooseFrame(seat=seat, kind="options", options=options, least=1, most=1, what=step, rule=rule, words=words)
    run.push(asked)


INSTRUCTIONS: dict[type, Any] = {
    w.OneOfThese: _one_of,
    w.Choose: _choose,
    w.ChooseArena: _choose_arena,
    w.ChooseNumber: _choose_number,
    w.ChoosePlayer: _choose_player,
    w.NameCard: _name_card,
    w.Let: _let,
    w.Mean: _mean,
}

STEPS: dict[str, Any] = {
    "option chosen": _option_chosen,
    "chosen": _chosen,
    "arena chosen": _arena_chosen,
    "number chosen": _number_chosen,
    "player chosen": _player_chosen,
    "card named": _card_named,
}
