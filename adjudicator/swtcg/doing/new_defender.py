"""An attack has a new defending unit: bonuses whose own text depends on that unit are tested against it.

Sources: idc.keywords.intercept-effects-may-end, ruling.attack-bonuses-after-an-interception. The text is that of the
card or ability which made the bonus. It depends on the defending unit by a condition on playing it, by an "if", by whom
it lets choose, or by whom the unit has to attack for it to trigger.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.abilities import with_key
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Attack, Delayed, Modifier, Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import ways
from adjudicator.swtcg.words.terms import within

Text = w.Play | w.Activated | w.Triggered
Lasting = Modifier | Delayed


def end_unfit(run: Run, attack: Attack) -> None:
    """What does not fit the new defending unit is over."""
    tested = run.table.edition.bonus_tested_anew
    if not run.applies(tested.rule):
        return
    lasting: list[Lasting] = [*run.table.modifiers.values(), *run.table.delayed.values()]
    over: list[int] = []
    for made in lasting:
        if made.until not in ("attack", "attack ends") or made.scene.attack != attack.id:
            continue
        tests = [each for each in _conditions(run.table, made) if _of_defender(each)]
        if (tests and not _fits(run.table, made.scene, tests)) or (not tests and not _stays(run, made)):
            over.append(made.id)
    if over:
        run.happen(f.ModifiersEnded(ids=tuple(over), rule=tested.rule, cause="the new defending unit"))


def _fits(table: Table, scene: Scene, tests: list[w.Condition]) -> bool:
    """Whether all that the text of a bonus says of the defending unit is so of the one that is it now."""
    bound = {name: those for name, those in scene.bound.items() if name != "defender"}
    return all(holds(table, each, replace(scene, bound=bound)) for each in tests)


def _stays(run: Run, made: Lasting) -> bool:
    """What depends on no defending unit lasts, whatever the attack goes to."""
    reading = run.table.why.reading_attack_bonuses_after_an_interception
    return run.non_event(f"an end of what {made.scene.source} gives", reading, "its text is not of the defending unit")


def _of_defender(condition: w.Condition) -> bool:
    """Whether a condition speaks of the defending unit."""
    there = [each for each in within(condition) if isinstance(each, w.Those)]
    return any(those.bound == "defender" or those.defending or those.attacking_whom for those in there)


def _conditions(table: Table, made: Lasting) -> tuple[w.Condition, ...]:
    """The conditions under which the text of a bonus gives it; none where the text is not to be found."""
    for text in _texts(table, made.scene):
        found = _on_the_way(text.do, made)
        if found is not None:
            return (*_of_all(text), *found)
    return ()


def _texts(table: Table, scene: Scene) -> Iterator[Text]:
    """The texts that may have made what has a scene: of the ability, or of the card that was played."""
    instance = with_key(table, scene.key)
    if instance is not None and isinstance(instance.ability, Text):
        yield instance.ability
    face = table.face(scene.card) if scene.card else None
    for ability in face.abilities if face is not None else ():
        if isinstance(ability, w.Play):
            yield ability
            if ability.enhance is not None:
                yield ability.enhance


def _of_all(text: Text) -> Iterator[w.Condition]:
    """What has to be so for all of a text."""
    if text.condition is not None:
        yield text.condition
    if isinstance(text, w.Triggered) and text.when.kind == "attacks" and text.when.by is not None:
        yield w.There(are=replace(text.when.by, defending=True))


def _on_the_way(do: tuple[w.Instruction, ...], made: Lasting) -> tuple[w.Condition, ...] | None:
    """The conditions on the way to the instruction that has made a bonus; None if it is not among these."""
    chosen: list[w.Condition] = []
    for said in do:
        if _has_made(said, made):
            return tuple(chosen)
        if isinstance(said, w.Choose):
            chosen.append(w.There(are=said.among))
        for condition, inner in ways(said):
            found = _on_the_way(inner, made)
            if found is not None:
                return (*chosen, *condition, *found)
    return None


def _has_made(said: w.Instruction, made: Lasting) -> bool:
    if isinstance(made, Modifier):
        return said == made.change
    return isinstance(said, w.Later) and (said.when, said.do) == (made.when, made.do)
