"""What attack dice seem to show and do not by nature: what was rolled again, and what Accuracy makes of a die.

Sources: idc.keywords.parry-rerolls, idc.keywords.parry-not-by-accuracy, idc.keywords.riposte-rerolls,
idc.keywords.riposte-not-by-accuracy. The editions whose documents do not know the keywords note nothing of it.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.playing.keyword_details import AGAINST
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.traits import spells_out
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.table import Attack, Table


def seeming(run: Run, frame: AttackFrame, attack: Attack, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Note what the dice only seem to show to the keywords of the defending unit; what an audit takes for real."""
    table: Table = run.table
    if not table.why.keywords_parry_rerolls:
        return ()
    found: list[int] = []
    for keyword, face in AGAINST.items():
        if face in dice or not spells_out(table, attack.defender, keyword):
            continue
        attacker = table.stacks.get(attack.attacker)
        accuracy = keyword_value(table, attacker, "accuracy") if attacker is not None else 0
        rule, because = "", ""
        if accuracy and any(die + accuracy == face for die in dice):
            rule, because = _not_by_accuracy(table, keyword), "Accuracy makes no die a natural one"
        elif face in frame.first:
            rule, because = _rerolled(table, keyword), "the die that showed it was rolled again"
        if rule and not run.non_event(keyword.title(), rule, because):
            found.append(face)
    return tuple(found)


def _not_by_accuracy(table: Table, keyword: str) -> str:
    why = table.why
    return why.keywords_parry_not_by_accuracy if keyword == "parry" else why.keywords_riposte_not_by_accuracy


def _rerolled(table: Table, keyword: str) -> str:
    return table.why.keywords_parry_rerolls if keyword == "parry" else table.why.keywords_riposte_rerolls
