"""The forms of everything that a player could play now: abilities in play and Battle cards in hand.

What has to be chosen for each of them is the matter of `play_forms`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.forms import Form
from adjudicator.swtcg.chapters.playing import card_texts
from adjudicator.swtcg.chapters.playing.ability_clauses import playable_from
from adjudicator.swtcg.chapters.playing.borrowed_times import AS_THOSE
from adjudicator.swtcg.chapters.playing.play_forms import offers
from adjudicator.swtcg.chapters.playing.playable import (
    Playable,
    battle_playable,
    doomed_chance,
    in_words,
)
from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.aside import playable_elsewhere, played_otherwise
from adjudicator.swtcg.standing.continuous import keyword_of
from adjudicator.swtcg.standing.moment import GENERAL
from adjudicator.swtcg.table.declarations import Activate, PlayCard
from adjudicator.swtcg.table.frames import PopFrame, RetreatStepFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import (
    ANY_TIME,
    DOOMED,
    PHASE_START,
    RETREAT_STEP,
    STEP_START,
    chances_for,
    chances_of,
    start_of,
)
from adjudicator.swtcg.words.language import Activated, Keyword, Manual, Play

OF_ATTACKS = ("intercept", "retaliate", "lucky")
"""Keywords that are played in an attack only, by certain units; for others they are not even put together."""


IN_RETREAT_STEP = (RETREAT_STEP, ANY_TIME)
"""The restrictions of what is played in a retreat step."""


def _in_attack(table: Table, unit: int, keyword: str) -> bool:
    """Whether a unit could plainly use such a keyword in the attack in progress."""
    if table.index.overrides or table.suppressed:
        return True
    attack = table.attack
    if attack is None:
        return False
    if keyword == "retaliate":
        return unit == attack.defender or unit in attack.former
    if keyword == "lucky":
        return True
    attacked = table.stacks.get(attack.defender)
    return attacked is None or (unit != attacked.id and attacked.controller == table.stacks[unit].controller)


def forms(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """All forms of playing something, abilities first, in the order in which things came into play."""
    found: list[Form] = []
    index = table.index
    if not isinstance(frame, PopFrame) or (seat, frame.kind) in index.chances:
        kind = frame.kind if isinstance(frame, PopFrame) else ""
        found.extend(_of_abilities(game, table, frame, seat, _abilities(table, seat, kind)))
    found.extend(_cards(game, table, frame, seat))
    return found


def forms_in_retreat_step(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """The same in a retreat step, of what is for that, or for any time."""
    return [*_restricted(game, table, frame, seat, IN_RETREAT_STEP), *_cards(game, table, frame, seat)]


def forms_at_any_time(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """The forms of what a player plays unasked: abilities for any time."""
    return _restricted(game, table, frame, seat, (ANY_TIME,))


def _restricted(game: Any, table: Table, frame: Any, seat: str, times: tuple[str, ...]) -> list[Form]:
    """The forms of playing abilities that are restricted to some times."""
    timely = [each for each in _abilities(table, seat, "") if getattr(each[0].ability, "only", "") in times]
    return _of_abilities(game, table, frame, seat, timely)


def _of_abilities(
    game: Any, table: Table, frame: Any, seat: str, abilities: Iterable[tuple[Instance, str]]
) -> list[Form]:
    """The forms of playing abilities, each with its keyword."""
    found: list[Form] = []
    for instance, keyword in abilities:
        if keyword in OF_ATTACKS and not _in_attack(table, instance.stack, keyword):
            continue
        playable = playable_from(table, instance, table.stacks[instance.stack])
        if playable is not None:
            found.extend(offers(game, table, frame, seat, playable, Activate, (("ability", instance.key),)))
    return found


def _abilities(table: Table, seat: str, kind: str) -> list[tuple[Instance, str]]:
    """A player's abilities that may be ones to play (in a kind of chance, if one is named), each with its keyword; kept
    with the index.
    """
    index = table.index
    found: list[tuple[Instance, str]] | None = index.to_play.get((seat, kind))
    if found is None:
        found = index.to_play[seat, kind] = [
            (instance, keyword_of(instance))
            for stack in table.stacks.values()
            if stack.controller == seat
            for instance in index.by_stack.get(stack.id, ())
            if isinstance(instance.ability, (Activated, Manual, Keyword))
            and (not kind or kind in chances_for(instance.ability))
        ]
    return found


def _cards(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """The forms of playing Battle cards."""
    found: list[Form] = []
    for playable, enhance in _at_hand(table, frame, seat):
        given = (("card", Sealed((seat,), (playable.card,))), ("enhance", enhance))
        found.extend(offers(game, table, frame, seat, playable, PlayCard, given))
    return found


def _at_hand(table: Table, frame: Any, seat: str) -> list[tuple[Playable, bool]]:
    """The Battle cards that a player may play at a moment; kept with the index while it is the very same hand."""
    hand, elsewhere = table.zones.get(f"hand:{seat}", ()), playable_elsewhere(table, seat)
    if elsewhere:
        return [*_of_cards(table, frame, seat, hand), *_of_cards(table, frame, seat, elsewhere)]
    kind = frame.kind if isinstance(frame, PopFrame) else RETREAT_STEP if isinstance(frame, RetreatStepFrame) else ""
    moment = (seat, kind)
    known = table.index.at_hand.get(moment)
    if known is None or known[0] is not hand or known[1] is not table.cards:
        known = table.index.at_hand[moment] = (hand, table.cards, _of_cards(table, frame, seat, hand))
    found: list[tuple[Playable, bool]] = known[2]
    return found


def _of_cards(table: Table, frame: Any, seat: str, cards: Iterable[int]) -> list[tuple[Playable, bool]]:
    """Of some cards those that may be played at a moment, one of each face and for each place where what it has may be
    played from, as something to play, and whether with Enhance.
    """
    found: list[tuple[Playable, bool]] = []
    seen: set[str] = set()
    alike: set[tuple[str, str]] = set()
    faces, otherwise = table.faces, played_otherwise(table.faces, table.edition.book.value)
    for card in cards:
        key = table.cards[card].face
        if not key or key in seen:
            continue
        if "battle" not in faces[key].types:
            lying = card_texts.card_playable(table, card, seat) if key in otherwise else None
            if lying is not None and (key, lying.rule) not in alike:
                alike.add((key, lying.rule))
                found.append((lying, False))
            continue
        seen.add(key)
        text = card_texts.battle_text(table, card)
        if text is None:
            continue
        for enhance in (False, True):
            if _may_be_for(table, text, frame, enhance=enhance):
                playable = battle_playable(table, card, text, seat, enhance=enhance)
                if playable is not None:
                    found.append((playable, enhance))
    return found


def _may_be_for(table: Table, text: Play | Manual, frame: Any, *, enhance: bool) -> bool:
    """Whether a Battle card (or its Enhance) could be for the chance that is open, by what it does."""
    if isinstance(text, Manual):
        return not enhance
    does = text.enhance if enhance else text
    if isinstance(frame, RetreatStepFrame):
        return does is not None and does.only in IN_RETREAT_STEP
    if does is None or not isinstance(frame, PopFrame) or in_words(does) or does.only in (ANY_TIME, AS_THOSE):
        return does is not None
    start = start_of(does.condition)
    if start or frame.kind in (PHASE_START, STEP_START):
        return frame.kind in (start, GENERAL)
    return frame.kind in ((doomed_chance(table),) if does.only == DOOMED else chances_of(does.do))
