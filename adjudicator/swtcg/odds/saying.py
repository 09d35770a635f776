"""All that a seat may say at a table, spelled out from the forms, and what each of it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order, Some
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.chapters.playing.ability_clauses import playable_of
from adjudicator.swtcg.chapters.playing.card_texts import battle_text
from adjudicator.swtcg.chapters.playing.playable import KEYWORD_RULES
from adjudicator.swtcg.notation.abilities import labels
from adjudicator.swtcg.standing.hits import roll_at_work
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.language import Manual

WAYS_MAX = 300
"""So many declarations that one seat may make at one table are told apart at most."""


class Source(NamedTuple):
    """What somebody may play: an ability by its key, a Battle card by its face, Overkill on a unit; whose it is."""

    seat: str
    key: str
    name: str
    rule: str


def source_of(table: Table, said: Declaration) -> Source | None:
    """What a declaration plays; None for what plays nothing."""
    if isinstance(said, d.Activate):
        number = int(said.ability.partition(".")[0])
        label = labels(table, number).get(said.ability, "ability")
        name = f"{table.title(number)} {label.title() if label != 'ability' else label}"
        playable = playable_of(table, said.ability)
        return Source(said.seat, said.ability, name, cite(table, _rule(playable)))
    if isinstance(said, d.Divide):
        unit = table.title(said.unit)
        return Source(said.seat, f"overkill on {said.unit}", f"Overkill on {unit}", table.why.keywords_overkill)
    if isinstance(said, d.PlayCard):
        face = table.face(_handle(said.card))
        if face is not None:
            return Source(said.seat, face.key, face.title, table.why.cards_battle_card_pay_resolve_discard)
    return None


def _handle(sealed: Sealed) -> int:
    first = sealed.items[0]
    return int(first[0] if isinstance(first, tuple) else first)


def _rule(playable: Any) -> str:
    if playable is None:
        return "rots.activated.glossary-definition"
    by_chance = {"prevention": "rots.damage.prevent-definition", "reroll": "rots.dice.reroll-definition"}
    found: str = KEYWORD_RULES.get(playable.keyword, "") or by_chance.get(playable.chance, "")
    return found or "rots.activated.glossary-definition"


def ways(game: Any, table: Table, seat: str) -> list[Declaration]:
    """Everything that a seat may say, passing first; of dice that show the same only one choice. What people would
    carry out by hand is left out (`reading.unknown` names it).

    Raises OddsError if it is more than WAYS_MAX.
    """
    found: dict[tuple[Any, ...], Declaration] = {}
    forms = sorted(game.forms(table, seat), key=lambda form: form.kind != d.Pass.__name__)
    for form in forms:
        for said in _spelled(game, form) if not _by_hand(table, form) else ():
            found.setdefault(_same(table, said), said)
            if len(found) > WAYS_MAX:
                raise OddsError(f"{seat} may say more than {WAYS_MAX} things")
    return list(found.values())


def _by_hand(table: Table, form: Form) -> bool:
    """Whether a form plays a text in words alone, which the judge would be asked to carry out."""
    given = dict(form.given)
    if "ability" in given:
        playable = playable_of(table, given["ability"])
        return playable is not None and playable.unread
    if form.kind != d.PlayCard.__name__ or table.manual != "ask":
        return False
    return isinstance(battle_text(table, _handle(given["card"])), Manual)


def _same(table: Table, said: Declaration) -> tuple[Any, ...]:
    """What a declaration comes to: itself, with the dice that it names by what they show."""
    named = getattr(said, "dice", ())
    if not named or isinstance(said, d.Rolled):
        return (said,)
    roll = roll_at_work(table)
    shown = roll.dice if roll is not None else ()
    fields = {name: getattr(said, name) for name in said.__struct_fields__ if name != "dice"}
    return (type(said), *fields.values(), tuple(sorted(shown[place] for place in named)))


def _spelled(game: Any, form: Form) -> Iterator[Declaration]:
    """Every declaration that fits a form."""
    kind = kinds_of(game)[form.kind]
    names = [name for name, _ in form.choices]
    for values in product(*(_values(domain) for _, domain in form.choices)):
        yield filled(kind, form, dict(zip(names, values, strict=True)))


def _values(domain: Domain) -> Iterator[Any]:
    """Every value of a domain; the smallest choices first."""
    if isinstance(domain, OneOf):
        yield from domain.options
    elif isinstance(domain, Number):
        yield from range(domain.least, domain.most + 1)
    elif isinstance(domain, Some):
        for count in range(domain.least, min(domain.most, len(domain.options)) + 1):
            yield from combinations(domain.options, count)
    elif isinstance(domain, Order):
        yield from permutations(domain.options)
    elif isinstance(domain, Dice):
        yield from product(range(1, domain.faces + 1), repeat=domain.count)
