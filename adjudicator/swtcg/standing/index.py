"""The index of effects in play: which abilities there are, sorted by what they do.

Built once after each change of what stands on the table and kept with it; nothing here is part
of the state. What each stack brings by itself is taken over from the table before (`standing`). Where what grants or
silences depends on more than what stands where (a tapped unit, an attack), the
index is `volatile` and dropped after every fact.
"""

from __future__ import annotations

from adjudicator.swtcg.standing.conditions_met import Standing, by_order, overriding, standing, works_in_setup
from adjudicator.swtcg.standing.continuous import CHANGES_PER_SOURCE, Continuous, Index, keyword_of, scene_of
from adjudicator.swtcg.standing.granting import grant, silence
from adjudicator.swtcg.standing.rights import awaited
from adjudicator.swtcg.standing.sorting import BATTLE_ORDER, file, sort_all
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.printed import elsewhere


def build(table: Table) -> Index:
    """Sort the abilities of everything on the table, and the lasting changes, in order of creation."""
    index = _sorted(table)
    if table.edition.ruled_subtypes.value:
        index.awaited = awaited(table.faces, table.edition.book.value)
    return index


def _sorted(table: Table) -> Index:
    """The same without what Traps and Traits wait for, which is of the game, but asked for with every event."""
    off = _off(table)
    if off and not any(stack.role in table.edition.on_in_setup.value for stack in table.stacks.values()):
        return Index()
    there = works_in_setup(table, standing(table)) if off else standing(table)
    lasting = _lasting(table) if table.modifiers else None
    if there.deep or (lasting is not None and (lasting.silences or lasting.grants)):
        index = _settled(table, lasting or Index(), there)
    else:
        index = there.lists
        if lasting is not None:
            index = index.anew()
            _add(index, lasting)
    index.elsewhere = bool(elsewhere(table.faces, table.edition.book.value))
    return index


def _off(table: Table) -> bool:
    """In setup no ability works, but for those that the edition has on there (rots.setup.abilities-ignored)."""
    if table.turn.phase != "setup":
        return False
    off = table.edition.setup_abilities_off
    return off.value and off.rule != table.suppressed


def _lasting(table: Table) -> Index:
    """An index of the lasting changes alone."""
    index = Index()
    for modifier in table.modifiers.values():
        condition = getattr(modifier.change, "condition", None)
        order, name = modifier.id * CHANGES_PER_SOURCE, modifier.scene.source
        entry = Continuous(modifier.change, modifier.scene, order, name, condition)
        entry.on = modifier.on
        entry.modifier = modifier
        file(index, modifier.change, entry)
    return index


def _add(index: Index, lasting: Index) -> None:
    """Add the lasting changes to what stands on the table brings, without touching what others share."""
    if lasting.taxes:
        index.taxes = lasting.taxes + index.taxes
    if lasting.replacements:
        index.replacements = sorted(lasting.replacements + index.replacements, key=by_order)
    if lasting.stats:
        index.stats = _together(lasting.stats, index.stats)
    if lasting.overrides:
        index.overrides = _together(lasting.overrides, index.overrides)
        index.overriding = overriding(index)


def _together(lasting: dict[str, list[Continuous]], lists: dict[str, list[Continuous]]) -> dict[str, list[Continuous]]:
    added = {word: sorted(entries + lists.get(word, []), key=by_order) for word, entries in lasting.items()}
    return {**lists, **added}


def _settled(table: Table, index: Index, there: Standing) -> Index:
    """The index of the lasting changes with all the rest: grants and silences have their say before it is sorted in."""
    table.index_cache = index  # selectors look things up here while it grows
    index.by_stack = {number: list(part.found) for number, part in there.parts.items() if part.found}
    grant(table, index)
    silence(table, index)
    for number, found in index.by_stack.items():
        stack = table.stacks[number]
        sort_all(index, table, stack, found)
    for entries in (*index.stats.values(), *index.overrides.values(), index.replacements):
        entries.sort(key=by_order)
    index.overriding = overriding(index)
    return index


__all__ = ["BATTLE_ORDER", "Continuous", "Index", "build", "keyword_of", "scene_of"]
