"""What a card that is played does: the text of a Battle card or Mission, or what another card does where it lies."""

from __future__ import annotations

from adjudicator.swtcg.chapters.playing.playable import Playable, battle_playable, lying_playable
from adjudicator.swtcg.standing.aside import meditating
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.instructions import MoveTo
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Activated, Elsewhere, Manual, Play


def battle_text(table: Table, card: int) -> Play | Manual | None:
    """What a Battle card does when played; None if the card is not a Battle card."""
    return text_of(table, card, "battle")


def text_of(table: Table, card: int, kind: str) -> Play | Manual | None:
    """What a card of a kind ("battle", "mission") does when played; None if it is not of that kind."""
    return text_on(table.face(card), kind)


NO_TEXT = Play(do=())


def text_on(face: Face | None, kind: str) -> Play | Manual | None:
    """What is printed on a card of a kind that it does when played; None if it is not of that kind."""
    if face is None or kind not in face.types:
        return None
    for ability in face.abilities:
        if isinstance(ability, (Play, Manual)):
            return ability
    return NO_TEXT


def card_playable(
    table: Table, card: int, seat: str, *, enhance: bool = False, face: Face | None = None
) -> Playable | None:
    """What playing a card would play: a Battle card, or what another does from where it lies; None if nothing."""
    if face is None and card in table.cards:
        face = table.face(card)
    text = text_on(face, "battle")
    if text is not None:
        return battle_playable(table, card, text, seat, enhance=enhance, face=face)
    if face is None or enhance or card not in table.cards:
        return None
    if "mission" in face.types and card in meditating(table, seat):
        return _meditated_mission(table, card, face, seat)
    zone = next((zone for zone in ("hand", "discard") if card in table.zones.get(f"{zone}:{seat}", ())), "")
    found = lying_playable(face, card, zone, table.edition.book.value)
    if found is not None and found.keyword == "meditate":
        return found._replace(rule=table.why.keywords_meditate_definition)
    told = [each.ability for each in face.abilities if isinstance(each, Elsewhere) and each.zone == zone]
    if found is not None and table.why.zones_this_card_anywhere and any(isinstance(each, Activated) for each in told):
        return found._replace(rule=table.why.cards_card_beats_rule)  # and no trigger that is answered
    return found


def _meditated_mission(table: Table, card: int, face: Face, seat: str) -> Playable | None:
    """A Mission as it is played from the discard pile: in its player's build step, without being built again
    (idc.keywords.meditate-other-cards-build-step).
    """
    text = text_on(face, "mission")
    if text is None:
        return None
    found = battle_playable(table, card, text, seat, enhance=False, face=face, mission=True)
    return None if found is None else found._replace(only="build step")


def lying_rule(table: Table, playable: Playable, card: int, face: Face | None) -> str:
    """Why a card does something where it lies: it is shown from the hand for it, it is no unit and names the zone, its
    words say where it goes from there, or it speaks of "this card" in any other way.
    """
    why, cost = table.why, playable.cost
    speaks = why.zones_card_speaks_of_its_zone
    of_itself = [each.what for each in walk(playable.do) if isinstance(each, MoveTo)]
    if playable.keyword == "meditate":
        return speaks
    if face is not None and not face.is_unit:
        return why.zones_no_unit_names_its_zone or speaks
    if not any(card in table.zones.get(f"hand:{seat}", ()) for seat in table.seats):
        return why.zones_this_card_anywhere or speaks
    if cost.show is not None and cost.show.bound == "this":
        return why.zones_revealed_from_hand or speaks
    going = [cost.discard, *of_itself]
    itself = any(each is not None and each.bound == "this" for each in going)
    return (itself and why.zones_this_card_goes_from_hand) or speaks
