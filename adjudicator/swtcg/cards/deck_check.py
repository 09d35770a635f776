"""Is this deck legal, and why: one clause per sentence of the deck rules, in the rulebook's order.

The rules are rots.deck.*, or what says the same in an edition's own document. The editions differ: whether two cards
without a version letter that share a name share one limit of four (`namesakes_share_limit`), whether units are counted
in all besides (`units_in_all`), whether a third side has a rule of its own (`third_side`), and whether a supply comes
with a deck (`supply`). A card that is not in the catalogue has unknown facts, so what hangs on them is UNKNOWN and
never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.kernel.verdict import EXCEPTION, TIMELY, Clause, Finding, Ruling, Verdict
from adjudicator.swtcg.cards.catalogue import Catalogue, same_card
from adjudicator.swtcg.cards.deck_counting import EVENT, SUPPLY, Count, by_side, clause, look_up, numbers
from adjudicator.swtcg.cards.deck_format import NO_LIST_NAMES, of_the_format
from adjudicator.swtcg.cards.deck_granting import granted
from adjudicator.swtcg.cards.deck_limits import of_the_event
from adjudicator.swtcg.cards.deck_options import would_be_legal
from adjudicator.swtcg.cards.deck_supply import check_supply, of_a_supply
from adjudicator.swtcg.cards.decks import Deck
from adjudicator.swtcg.cards.lackey_lists import Format
from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.why.grounds import stated
from adjudicator.swtcg.words.card_names import normal, split_name
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

SIZE_MIN = 60
UNITS_MIN = 12
COPIES_MAX = 4


class Listed(msgspec.Struct, frozen=True):
    """A card on the banned and restricted list, by the ruling that says so, and since when it is.

    The rulings do not tell which of the two it is, so a single copy is a judge's call; more than
    one is out of the question either way.
    """

    name: str
    document: str
    rule: str
    since: str


#: The list for sanctioned events, as far as our documents know it (point banned-and-restricted-cards).
LISTED = (
    Listed("Ugnaught", "swtcg-crf-2005-05-11", "crf.card.ugnaught.banned-restricted-2004-04-12", "2004-04-12"),
    Listed(
        "Falcon's Needs",
        "swtcg-crf-2005-05-11",
        "crf.card.falcons-needs.banned-restricted-2004-06-20",
        "2004-06-20",
    ),
    Listed(
        "Duel of the Fates",
        "swtcg-crf-2005-05-11",
        "crf.card.duel-of-the-fates.banned-restricted-2004-12-20",
        "2004-12-20",
    ),
)


def check_deck(
    deck: Deck,
    catalogue: Catalogue | Mapping[str, Face],
    edition: Edition,
    *,
    sanctioned: bool = False,
    on: str | None = None,
    within: Format | None = None,
    suppressed: str | None = None,
) -> Verdict:
    """Rule on a deck under an edition; every clause is given, with what it counted.

    LEGAL, ILLEGAL, or UNDECIDED where only unknown cards (`missing` names them) or a judge's call
    stand in the way. `sanctioned` adds the banned and restricted list, as it was `on` a day (2004-06-20; the newest, if
    none is said). `within` is a format: only cards printed in one of its sets. `suppressed` turns the
    clauses of one rule round; the audit of cases asks so.
    """
    counted = look_up(deck, catalogue.face if isinstance(catalogue, Catalogue) else catalogue.__getitem__)
    clauses = [
        _size(counted, edition),
        _one_side(counted, edition),
        _twelve(counted),
        *_in_all(counted, edition),
        _double(counted),
        *_copies(counted, edition),
        *of_a_supply(counted, edition),
        *(check_supply(counted) if edition.supply.value else ()),
        *granted(counted, edition.documents, SIZE_MIN, COPIES_MAX),
    ]
    if sanctioned:
        clauses.extend(_listed(counted, edition, on))
    if within is not None:
        brought = (*counted.faces, *(counted.supply if edition.supply.value else ()))
        clauses.extend(of_the_format(brought, counted.unknown, catalogue, within, edition.documents))
    if isinstance(catalogue, Catalogue):
        label = within.label if within is not None else ""
        clauses.extend(of_the_event(counted.faces, catalogue, edition.documents, label, sanctioned=sanctioned))
    cited = stated(edition.documents)
    clauses = [msgspec.structs.replace(each, rule=cited.get(each.rule, each.rule)) for each in clauses]
    clauses = [_turned(each) if suppressed in (each.rule, *each.others) else each for each in clauses]
    missing = [name for _, name in deck.unknown]
    if edition.supply.value:
        missing += [name for zone, _, name in deck.unknown_beside if zone == SUPPLY]
    return _verdict(clauses, missing)


def _verdict(clauses: list[Clause], missing: list[str]) -> Verdict:
    """What the clauses come to: one that fails decides, then one that nobody can know."""
    findings, ruling = {each.finding for each in clauses}, Ruling.LEGAL
    options: tuple[str, ...] = ()
    if Finding.FAILS in findings:
        ruling, options = Ruling.ILLEGAL, would_be_legal(clauses, SIZE_MIN, UNITS_MIN, COPIES_MAX)
    elif Finding.UNKNOWN in findings:
        ruling = Ruling.UNDECIDED
        missing += [each.code for each in clauses if each.finding is Finding.UNKNOWN]
        missing += [number for each in clauses for name, number in each.evidence if name == NO_LIST_NAMES]
    return Verdict(ruling=ruling, clauses=tuple(clauses), missing=tuple(missing), options=options)


def _turned(found: Clause) -> Clause:
    finding = Finding.HOLDS if found.finding is Finding.FAILS else Finding.FAILS
    return msgspec.structs.replace(found, finding=finding)


def _size(counted: Count, edition: Edition) -> Clause:
    """At least 60 cards; there is no upper limit. Unknown ones leave it open where it hangs on them. Cards of a supply
    are none of the deck's, where an edition knows a supply.
    """
    size = counted.deck.size
    if edition.supply.value:
        size -= sum(count for count, face in counted.faces if face.costless or EVENT in face.types)
    ok = True if size >= SIZE_MIN else None if size + counted.unknown >= SIZE_MIN else False
    evidence = numbers({"cards": size}, counted.unknown)
    return clause("DECK_HAS_SIXTY", "rots.deck.minimum-sixty", evidence, ok=ok, permits=TIMELY)


def _one_side(counted: Count, edition: Edition) -> Clause:
    """Not both Light and Dark; neutral cards go with either (rots.deck.side-symbol), and with a third side."""
    sides = by_side(counted.faces)
    taken = [side for side in sides if side != "neutral"]
    # One unknown card alone cannot differ from anything.
    open_question = bool(taken and counted.unknown) or len(counted.deck.unknown) > 1
    ok = False if len(taken) > 1 else None if open_question else True
    neutral = EXCEPTION if "neutral" in sides else 0
    third = set(taken) - {"light", "dark"}
    rule = edition.third_side.rule if third else "rots.deck.no-mixed-sides"
    return clause("ONE_SIDE", rule, numbers(sides, counted.unknown), ok=ok, permits=EXCEPTION if third else neutral)


def _twelve(counted: Count) -> Clause:
    """At least 12 Space, 12 Ground and 12 Character cards."""
    units = {kind: counted.units(kind) for kind in UNIT_TYPES}
    short = _short_of(UNITS_MIN, units)
    ok = True if not short else None if short <= counted.unknown else False
    evidence = numbers(units, counted.unknown)
    return clause("TWELVE_OF_EACH_UNIT_TYPE", "rots.deck.twelve-of-each-unit-type", evidence, ok=ok)


def _in_all(counted: Count, edition: Edition) -> list[Clause]:
    """So many units in all, where the edition counts them; a unit of several types is one card here."""
    least = edition.units_in_all.value
    if not least:
        return []
    units = counted.units_in_all
    ok = True if units >= least else None if units + counted.unknown >= least else False
    several = counted.several_types
    rule = "idc.deck.multi-arena-counts" if several else edition.units_in_all.rule
    evidence = numbers({"units": units, "of several types": several}, counted.unknown)
    return [clause("UNITS_IN_ALL", rule, evidence, ok=ok, permits=EXCEPTION if several else 0)]


def _double(counted: Count) -> Clause:
    """No unit type more than twice another (rots.deck.two-to-one-example: 12 allow 24, not 25).

    Unknown cards leave it open unless it holds with all of them in the largest type, or fails
    even with all of them where they are wanted.
    """
    units = {kind: counted.units(kind) for kind in UNIT_TYPES}
    least, most = min(units.values()), max(units.values())
    if most + counted.unknown <= 2 * least:
        ok: bool | None = True
    else:
        could = _short_of((most + 1) // 2, units) <= counted.unknown
        ok = None if could and counted.unknown else False
    evidence = numbers(units, counted.unknown)
    brink = EXCEPTION if most == 2 * least else 0
    return clause("NO_UNIT_TYPE_OVER_DOUBLE", "rots.deck.two-to-one-unit-ratio", evidence, ok=ok, permits=brink)


def _short_of(wanted: int, units: Mapping[str, int]) -> int:
    """How many cards are lacking until every type has the wanted number."""
    return sum(max(0, wanted - number) for number in units.values())


APART = {"Blockade": "crf.card.blockade-tpm.distinct-from-other-blockade"}
"""By name, the ruling that says of just these cards that they are two different ones."""


def _copies(counted: Count, edition: Edition) -> list[Clause]:
    """At most four of one name and version; the edition says whether namesakes share the four."""
    shared = edition.namesakes_share_limit.value
    groups: list[tuple[Face, int]] = []
    for count, face in counted.faces:
        for at, (first, total) in enumerate(groups):
            if same_card(first, face) or (shared and _same_name(first, face)):
                groups[at] = (first, total + count)
                break
        else:
            groups.append((face, count))
    over = {face.title: total for face, total in groups if total > COPIES_MAX}
    over |= {name: count for count, name in counted.deck.unknown if count > COPIES_MAX}
    most = max((total for _, total in groups), default=0)
    evidence = numbers(over, 0) if over else (("most copies", str(most)),)
    versions = EXCEPTION if _several_versions(groups) else 0
    found = [clause("FOUR_OF_NAME_AND_VERSION", "rots.deck.four-copies", evidence, ok=not over, permits=versions)]
    if not shared and (apart := _apart(groups)):
        own = {APART.get(title, edition.namesakes_share_limit.rule) for title in apart}
        rule = own.pop() if len(own) == 1 else edition.namesakes_share_limit.rule
        found.append(clause("NAMESAKES_COUNT_APART", rule, numbers(apart, 0), ok=True, permits=EXCEPTION))
    return found


def _same_name(one: Face, other: Face) -> bool:
    return (normal(one.name), one.version) == (normal(other.name), other.version)


def _several_versions(groups: list[tuple[Face, int]]) -> bool:
    """Whether versions of one name are more than four only together."""
    sums: dict[str, int] = {}
    for face, total in groups:
        if face.version:
            sums[normal(face.name)] = sums.get(normal(face.name), 0) + total
    return any(total > COPIES_MAX for total in sums.values())


def _apart(groups: list[tuple[Face, int]]) -> dict[str, int]:
    """Names whose different cards are more than four only together, with their sums."""
    sums: dict[str, list[int]] = {}
    for face, total in groups:
        sums.setdefault(face.title, []).append(total)
    return {
        title: sum(totals)
        for title, totals in sums.items()
        if len(totals) > 1 and max(totals) <= COPIES_MAX < sum(totals)
    }


def _listed(counted: Count, edition: Edition, on: str | None) -> list[Clause]:
    """The banned and restricted list of sanctioned events on a day, where the edition has its document."""
    found = []
    for listed in LISTED:
        if listed.document not in edition.documents or (on is not None and on < listed.since):
            continue
        copies = sum(count for count, face in counted.faces if normal(face.name) == normal(listed.name))
        copies += sum(
            count for count, name in counted.deck.unknown if normal(split_name(name).name) == normal(listed.name)
        )
        if copies:
            ok = None if copies == 1 else False
            evidence = ((listed.name, str(copies)), ("since", listed.since))
            found.append(clause("NOT_BANNED_OR_RESTRICTED", listed.rule, evidence, ok=ok))
    return found
