"""What stands on the table, and what each thing there brings into the index of effects by itself.

A fact leaves all but a few stacks as they were, and stacks are values: one that is the very same as before brings
the same. So what stands there is compared with what stood there when the table was last looked at (`Table.stood`, which
drafts take over), and only what differs is looked at again. Nothing here is part of the state, and no answer depends
on what was seen before: it says the same as a look at everything would.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import compress
from operator import attrgetter, is_not
from typing import Any

from adjudicator.swtcg.standing.abilities import Instance, own_abilities
from adjudicator.swtcg.standing.continuous import Continuous, Index
from adjudicator.swtcg.standing.sorting import sort_all
from adjudicator.swtcg.standing.unread import READS
from adjudicator.swtcg.table.table import Card, Stack, Table
from adjudicator.swtcg.words.language import Copy, Grant, Silence, Static
from adjudicator.swtcg.words.printed import inserting

DEEP = (Grant, Silence, Copy)
"""The changes that say which abilities there are, which only the whole table settles."""

PARTS_KEPT = 2048
"""Of a game and what is tried out in it; then the parts are made anew."""

SETTING = "setting"
"""Beside the parts: for which setting of the game they are good."""

by_order = attrgetter("order")

KINDS = ("chances", "listeners", "taxes", "replacements", "stats", "overrides", "unread")
"""The lists of an index to which a stack may bring something by itself."""


class Part:
    """What one stack brings into the index by itself: the same wherever its signature is the same.

    `lists` is an index of it alone, `kinds` names those of its lists in which there is anything; `deep` marks what
    grants or silences.
    """

    __slots__ = ("deep", "found", "kinds", "lists")

    def __init__(self, found: list[Instance]) -> None:
        self.found = found
        self.lists = Index()
        self.kinds: tuple[str, ...] = ()
        self.deep = False


NOTHING = Part([])
"""What a place on the table brings at which nothing stands."""


class Standing:
    """What stood on a table and what it brought; never changed once it is made.

    `hosted` has what is attached to a stack, `parts` what each stack brings, `deep` whether any of them grants or
    silences, `lists` an index of them all, which one table may keep as its own. `granted` tells whether lasting effects
    gave any of them abilities.
    `since` has what stood there before and which stacks may have changed since then, until somebody has `asked` who is
    in play (`rest`): then `people` has them, or None if all is not well.
    """

    __slots__ = (
        "asked", "cards", "deep", "granted", "hosted", "lists", "parts", "people", "setting", "since", "stacks",
    )  # fmt: skip

    def __init__(
        self, table: Table, setting: tuple[str, str | None], hosted: dict[int, list[int]], *, granted: bool
    ) -> None:
        self.setting = setting
        self.stacks = table.stacks.copy()
        self.cards = table.cards
        self.hosted = hosted
        self.granted = granted
        self.parts: dict[int, Part] = {}
        self.lists = NOTHING.lists
        self.deep = False
        self.asked = False
        self.people: dict[int, str] | None = None
        self.since: tuple[Standing, Collection[int]] | None = None


def standing(table: Table) -> Standing:
    """What stands on a table now, looked at anew only where it differs from what stood there the last time."""
    before: Standing | None = table.stood
    setting = setting_of(table)
    if len(table.parts) > PARTS_KEPT or table.parts.get(SETTING) != setting:
        table.parts.clear()
        table.parts[SETTING] = setting
    lasting = table.modifiers
    granted = [each for each in lasting.values() if isinstance(each.change, Grant) and each.on] if lasting else []
    inserted = inserting(table.faces)
    if before is None or before.setting != setting or granted or before.granted or inserted:
        now = _all(table, setting, granted, inserted=inserted)
    else:
        now = _again(table, before)
    table.stood = now
    return now


def in_play(table: Table) -> dict[int, str] | None:
    """Who is in play, by the stack, where that has been looked at (`rest`) and nobody is there twice; else None."""
    index, stood = table.index_cache, table.stood
    known: dict[int, str] | None = stood.people if index is not None and index.by_stack and stood is not None else None
    return known


def setting_of(table: Table) -> tuple[str, str | None]:
    """For which setting of a game its parts are good."""
    return table.manual, table.suppressed


def differing(
    stood: Mapping[int, Stack], cards: Mapping[int, Card], stacks: Mapping[int, Stack], known: Mapping[int, Card]
) -> list[int] | None:
    """The stacks that have changed, come or gone between two tables, and those whose top card has become known: the
    stacks and cards of the table before and of that of now. None where those that have stayed changed their order.
    """
    if list(stood) == list(stacks):
        found = list(compress(stacks, map(is_not, stacks.values(), stood.values())))
    else:
        if [number for number in stood if number in stacks] != [number for number in stacks if number in stood]:
            return None
        found = [number for number, stack in stacks.items() if stood.get(number) is not stack]
        found += [number for number in stood if number not in stacks]
    if cards is not known:
        tops = [(number, stack.cards[0]) for number, stack in stacks.items()]
        found += [number for number, top in tops if cards.get(top) is not known.get(top) and number not in found]
    return found


def _all(table: Table, setting: tuple[str, str | None], granted: list[Any], *, inserted: bool) -> Standing:
    """What stands on a table, everything looked at; `inserted` if cards of a stack may give its top one something."""
    now = Standing(table, setting, _hosted(table.stacks.values()), granted=bool(granted))
    now.parts = {
        number: _part(table, stack, now.hosted, granted, inserted=inserted) for number, stack in table.stacks.items()
    }
    now.deep = any(part.deep for part in now.parts.values())
    now.lists = _listed(now.parts)
    return now


def _again(table: Table, before: Standing) -> Standing:
    """What stands on a table where nothing is granted or inserted: looked at is only what differs from before."""
    stacks, stood = table.stacks, before.stacks
    touched = differing(stood, before.cards, stacks, table.cards)
    if touched is None:
        return _all(table, before.setting, [], inserted=False)
    hosts: list[int] = []
    moved = False
    for number in touched:
        old, new = stood.get(number), stacks.get(number)
        then, host = old.host if old is not None else 0, new.host if new is not None else 0
        if then or host:
            moved = moved or then != host
            hosts += [each for each in (then, host) if each and each not in touched]
    now = Standing(table, before.setting, _hosted(stacks.values()) if moved else before.hosted, granted=False)
    changed: dict[int, tuple[Part, Part]] = {}
    deep = False
    for number in (*touched, *hosts):
        stack, was = stacks.get(number), before.parts.get(number, NOTHING)
        part = NOTHING if stack is None else _part(table, stack, now.hosted)
        if part is not was or (stack is None) != (number not in before.parts):
            changed[number] = was, part
            deep = deep or was.deep or part.deep
    now.since = _since(before, touched)
    now.parts, now.deep = before.parts, before.deep
    if not changed:
        now.lists = before.lists.anew()
        return now
    now.parts = _replaced(before.parts, changed, stacks)
    if deep:
        now.deep = any(part.deep for part in now.parts.values())
    now.lists = _relisted(now.parts, before.lists, changed)
    return now


def _since(before: Standing, touched: list[int]) -> tuple[Standing, Collection[int]]:
    """What stood there before, or before that if nobody asked then, so that no more than one is kept alive by it."""
    if before.asked or before.since is None:
        return before, touched
    first, earlier = before.since
    return first, {*earlier, *touched}


def _replaced(
    parts: dict[int, Part], changed: dict[int, tuple[Part, Part]], stacks: Mapping[int, Stack]
) -> dict[int, Part]:
    """The parts with those that have changed, in the order of the stacks."""
    found = parts.copy()
    for number, (_, new) in changed.items():
        found[number] = new
    if len(parts) == len(found) == len(stacks):  # none has come or gone
        return found
    return {number: found[number] for number in stacks}


def _hosted(stacks: Collection[Stack]) -> dict[int, list[int]]:
    """What is attached to each stack, in the order of the stacks."""
    found: dict[int, list[int]] = {}
    for stack in stacks:
        if stack.host:
            found.setdefault(stack.host, []).append(stack.id)
    return found


def works_in_setup(table: Table, there: Standing) -> Standing:
    """What stands on a table, of which only that brings something which is on in setup."""
    on = table.edition.on_in_setup
    roles = on.value if on.rule != table.suppressed else ()
    parts = {number: part if table.stacks[number].role in roles else NOTHING for number, part in there.parts.items()}
    now = Standing(table, there.setting, there.hosted, granted=there.granted)
    now.parts, now.deep, now.lists = parts, any(part.deep for part in parts.values()), _listed(parts)
    return now


# --- the parts --------------------------------------------------------------------------------


def _part(
    table: Table,
    stack: Stack,
    hosted: dict[int, list[int]],
    granted: Collection[Any] = (),
    *,
    inserted: bool = False,
) -> Part:
    """What a stack brings; that of an equal signature, if there was one."""
    cards, there = table.cards, table.stacks
    attached = hosted.get(stack.id)
    signature = (
        stack.id,
        cards[stack.cards[0]].face,
        stack.role,
        stack.controller,
        stack.zone[:6] == "build:",
        stack.zone if attached else "",
        tuple([(a, there[a].role, there[a].tapped, cards[there[a].cards[0]].face) for a in attached])
        if attached
        else (),
        tuple([(m.id, m.change, m.scene.source) for m in granted if stack.id in m.on]) if granted else (),
        tuple([cards[other].face for other in stack.cards]) if inserted else (),
    )
    part: Part | None = table.parts.get(signature)
    if part is None:
        part = table.parts[signature] = _made(table, stack)
    return part


def _made(table: Table, stack: Stack) -> Part:
    part = Part(own_abilities(table, stack))
    part.lists.by_stack[stack.id] = part.found
    for instance in part.found:
        ability = instance.ability
        if isinstance(ability, Static) and any(isinstance(change, DEEP) for change in ability.changes):
            part.deep = True
    sort_all(part.lists, table, stack, part.found)
    part.kinds = tuple(kind for kind in KINDS if getattr(part.lists, kind))
    return part


# --- the lists of all of them -----------------------------------------------------------------


def _listed(parts: dict[int, Part]) -> Index:
    """An index of these parts alone; what grants and silences is left out."""
    index = Index()
    for number, part in parts.items():
        lists = part.lists
        index.by_stack[number] = part.found
        index.chances |= lists.chances
        index.listeners += lists.listeners
        index.taxes += lists.taxes
        index.replacements += lists.replacements
        index.unread += lists.unread
        for stat, entries in lists.stats.items():
            index.stats.setdefault(stat, []).extend(entries)
        for clause, entries in lists.overrides.items():
            index.overrides.setdefault(clause, []).extend(entries)
    for entries in (*index.stats.values(), *index.overrides.values(), index.replacements):
        entries.sort(key=by_order)
    index.overriding = overriding(index)
    return index


def _relisted(parts: dict[int, Part], before: Index, changed: dict[int, tuple[Part, Part]]) -> Index:
    """The same, given the index from before some of the parts have taken the places of others: a list is taken over
    if neither those have anything to say to it.
    """
    index = before.anew()
    index.by_stack = before.by_stack.copy()
    old: list[Index] = []
    new: list[Index] = []
    kinds: set[str] = set()
    for number, (was, part) in changed.items():
        if number in parts:
            index.by_stack[number] = part.found
        else:
            index.by_stack.pop(number, None)
        old.append(was.lists)
        new.append(part.lists)
        kinds.update(was.kinds, part.kinds)
    if not kinds:
        return index
    if "chances" in kinds:
        index.chances = _chances(parts, before.chances, old, new)
    if "listeners" in kinds:
        index.listeners, index.heard = [each for each in before.listeners if each.stack not in changed], {}
        index.listeners += [each for lists in new for each in lists.listeners]
        place = list(parts)
        index.listeners.sort(key=lambda each: place.index(each.stack))
    if "taxes" in kinds:
        place = list(parts)
        index.taxes = _entries(before.taxes, changed, [each.taxes for each in new])
        index.taxes.sort(key=lambda each: place.index(each.scene.stack))
    if "replacements" in kinds:
        index.replacements = _entries(before.replacements, changed, [each.replacements for each in new])
    if "stats" in kinds:
        index.stats = _under(before.stats, changed, [each.stats for each in old], [each.stats for each in new])
    if "overrides" in kinds:
        places = [each.overrides for each in old], [each.overrides for each in new]
        index.overrides = _under(before.overrides, changed, *places)
    if "unread" in kinds:
        index.unread = [each for part in parts.values() for each in part.lists.unread]
    if "overrides" in kinds or "unread" in kinds:
        index.overriding = overriding(index)
    return index


Entries = list[Continuous]


def _entries(before: Entries, changed: Container[int], new: Iterable[Entries]) -> Entries:
    """The changes of a kind, in the order of creation, with those of the new parts for those of what has changed."""
    found = [entry for entry in before if entry.scene.stack not in changed]
    for entries in new:
        found += entries
    found.sort(key=by_order)
    return found


def _under(
    before: dict[str, Entries], changed: Container[int], old: list[dict[str, Entries]], new: list[dict[str, Entries]]
) -> dict[str, Entries]:
    """The same of what is told apart by a word."""
    found = before.copy()
    for lists in old:
        for word in lists:
            found[word] = [entry for entry in found[word] if entry.scene.stack not in changed]
    for lists in new:
        for word, entries in lists.items():
            found[word] = sorted([*found.get(word, ()), *entries], key=by_order)
    for lists in old:
        for word in lists:
            if not found.get(word, True):
                del found[word]
    return found


def _chances(
    parts: dict[int, Part], before: set[tuple[str, str]], old: list[Index], new: list[Index]
) -> set[tuple[str, str]]:
    """For which seats and kinds of chance there is anything to be played now."""
    came: set[tuple[str, str]] = set()
    gone: set[tuple[str, str]] = set()
    for lists in new:
        came |= lists.chances
    for lists in old:
        gone |= lists.chances
    gone -= came
    for part in parts.values():
        if not gone:
            break
        gone -= part.lists.chances
    return (before | came) - gone if gone or not came <= before else before


def overriding(index: Index) -> AbstractSet[str]:
    """The clauses of which an effect in an index may decide, or a text that nobody carries out."""
    return index.overrides.keys() | READS.keys() if index.unread else index.overrides.keys()
