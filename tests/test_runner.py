"""The runner says what does not hold, and the audit accepts only rules that decide something."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adjudicator.cases import CaseError, JudgeDesk, coverage, load, read_case, run, run_case
from adjudicator.cases.audit import audited
from adjudicator.cases.case import Case
from adjudicator.cases.desk import Answer
from tests.kit.star_wars import OUR_GAMES

BOARD = '''
title = "A test of the runner"
board = """
turn 3, Character battle; vader to attack
dark: force 5
  character: vader = Darth Vader (E) over Darth Vader (A)
light: force 3
  character: luke = Luke Skywalker (F); han = Han Solo (A), tapped
  build zone: yoda = Yoda (A), retreated
"""
'''
ATTACK = BOARD + '[[step]]\nsay = "dark: attack luke with vader"\n'
REFUSED = BOARD + '[[step]]\nask = "dark: attack yoda with vader"\n'
NOT_REACHED = "rots.zones.build-zone-units-not-attackable"
CHANCE = "rots.chances.after-attack-declared"
ORDER = "rots.battle.speed-order"
DECIDED = 'decides = "rots.attack.choose-and-tap"\n'


def case(text: str) -> Case:
    """A case of its text."""
    return read_case(text)


def problems(text: str) -> list[str]:
    """What does not hold, by step."""
    return [words for _, words in run_case(case(text), "swtcg-2005", JudgeDesk(OUR_GAMES)).problems]


def _answer(text: str) -> Answer:
    """What came of the only step of a case."""
    found = run_case(case(text), "swtcg-2005", JudgeDesk(OUR_GAMES)).steps[0].answer
    assert found is not None
    return found


@pytest.mark.parametrize(
    "expectation",
    [
        'ruling = "legal"',
        DECIDED + f'cites = ["{CHANCE}"]',
        f'cites = ["{CHANCE}", "rots.attack.choose-and-tap"]',
        'facts = ["AttackDeclared", { kind = "Tapped", stacks = ["vader"] }]',
        'facts = [{ kind = "AttackDeclared", attacker = "vader", defender = "luke", mode = "" }]',
        'no_facts = ["ForcePaid", { kind = "Tapped", stacks = ["luke"] }]',
        'board = """dark: force 5\n  character: vader, tapped\nattack: vader on luke, before the roll"""',
        'next = "dark"',
        'legal = ["dark: pass", "Pass", "dark Pass"]',
        'not_legal = ["AttackWith", "light Pass", "dark: bid 3"]',
    ],
)
def test_what_holds_is_no_problem(expectation: str) -> None:
    """Each kind of expectation can hold."""
    assert [] == problems(ATTACK + expectation)


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        ('ruling = "illegal"', "ruling legal, not illegal"),
        ('fails = ["X"]', "fails [], not ['X']"),
        (f'cites = ["{CHANCE}", "rots.dice.hit-on-four"]', "rots.dice.hit-on-four is not cited"),
        (f'decides = "{CHANCE}"', f"rots.attack.choose-and-tap decides, not {CHANCE}"),
        ('non_events = ["rots.dice.hit-on-four"]', "no non-event by rots.dice.hit-on-four"),
        ('facts = ["Tapped", "AttackDeclared"]', "no fact AttackDeclared in this place"),
        ('facts = [{ kind = "Tapped", stacks = ["luke"] }]', "no fact {'kind': 'Tapped'"),
        ('no_facts = ["Tapped"]', "there is a fact Tapped"),
        ('board = "dark: force 4"', "dark: force 5, not 4"),
        ('board = "gone: luke"', "luke is still there"),
        ('board = "gone: maul"', "gone: nothing was called maul"),
        ('no_facts = [{ kind = "Tapped", stack = "luke" }]', "no fact Tapped has a field stack; there are"),
        ('no_facts = [{ stakcs = ["luke"] }]', "no fact has a field stakcs; there are"),
        ('contrasts = ["rots.attack.same-arena-onyl"]', "names rots.attack.same-arena-onyl, which is no rule"),
        ('next = "light"', "next is ['dark'], not ['light']"),
        ('legal = ["Retreat"]', "Retreat is not listed as legal"),
        ('not_legal = ["dark: pass"]', "dark: pass is listed as legal"),
        ('missing = ["X"]', "X is not missing"),
        ('board = "dark: farce 4"', "NotUnderstoodError"),
        ('board = "dark: force 4\\ndark: force 5"', "line 2, column 1: read 'dark'"),
        ('board = "vong: force 0"', "read 'vong', expected dark, light"),
        ('board = "waiting: light draw"', "facts tell what waits or lasts"),
        ('board = "lasting: luke power +9 until end of turn"', "facts tell what waits or lasts"),
        ('no_facts = ["Tappd"]', "there is no kind of fact Tappd; there are Tapped"),
        ('no_facts = [{ kind = "Tappd" }]', "there is no kind of fact Tappd; there are Tapped"),
        ('not_legal = ["light Retret"]', "there is no kind of declaration Retret; there are Retreat"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_said(expectation: str, words: str) -> None:
    """Each kind of expectation can fail, and says what there is instead."""
    found = problems(ATTACK + expectation)
    assert 1 == len(found), found
    assert words in found[0]


def test_points_of_difference_are_those_that_there_are() -> None:
    """One that is misspelt is told with what is close to it."""
    named = "points = ['lucky-reroll-cuont']\n" + ATTACK
    (found,) = problems(named)
    assert "there is no point of difference lucky-reroll-cuont; close to it: lucky-reroll-count" in found
    assert [] == problems(named.replace("cuont", "count"))


def test_what_is_gone_was_on_a_board_before() -> None:
    """On the one that the case began with, or on one since then."""
    away = f"{ATTACK}[[step]]\nfrom = 'turn 3, dark build step'\nboard = 'gone: luke'"
    assert ["gone: nothing was called luke"] == problems(away)
    assert ["luke is still there (light character)"] == problems(BOARD + "[[step]]\nboard = 'gone: luke'")


def test_a_refusal_names_all_that_fails_in_any_order() -> None:
    """The failing codes are all of them; the rules are among theirs."""
    one = REFUSED + 'ruling = "illegal"\nfails = ["DEFENDER_NOT_RETREATED"]\n'
    assert [] == problems(one + f'cites = ["{NOT_REACHED}"]')
    assert 1 == len(problems(one + 'cites = ["rots.attack.choose-and-tap"]'))
    assert 1 == len(problems(REFUSED + "fails = []"))
    two = BOARD + '[[step]]\nask = "light: attack yoda with luke"\nruling = "illegal"\n'
    failing = [each.code for each in _answer(two).clauses if each.finding == "fails"]
    assert len(failing) > 1
    for codes in (failing, failing[::-1]):
        assert [] == problems(two + f"fails = {codes}".replace("'", '"'))
    assert 1 == len(problems(two + f'fails = ["{failing[0]}"]'))


def test_a_rule_may_be_named_by_any_that_state_the_same() -> None:
    """A case names the rulebook's paragraph or its repetition; a rule that only goes with it is another."""
    said = "rots.attack.same-arena-only"
    attack = ATTACK + DECIDED
    assert [] == problems(attack + f'names = ["{said}"]')
    assert [] == problems(attack + 'names = ["rots.zones.arena-glossary"]')
    assert 1 == len(problems(attack + 'names = ["rots.zones.build-zone-units-not-attackable"]'))
    assert 1 == len(problems(attack + f'cites = ["{said}"]'))
    deck = 'title = "d"\n[[step]]\ndeck = """\n30 Luke Skywalker (F)\n30 Darth Vader (E)\n"""\n'
    for rule in ("rots.deck.no-mixed-sides", "rots.deck.side-symbol"):
        assert not any("decides" in each for each in problems(deck + f'decides = "{rule}"'))
    value = BOARD + '[[step]]\nvalue = "power of vader"\n'
    for rule in ("rots.stacking.bonuses", "rots.stacking.example-luke-d"):
        assert [] == problems(value + f'decides = "{rule}"\nparts = [{{ rule = "{rule}", amount = 1 }}]')
    assert 1 == len(problems(value + 'decides = "rots.stacking.top-card-active"'))


def test_values_are_explained() -> None:
    """Total and parts of a value, and what they rest on."""
    value = BOARD + '[[step]]\nvalue = "power of vader"\n'
    assert [] == problems(value + 'total = 7\nparts = [{ source = "printed", amount = 6 }, { source = "stack" }]')
    assert 1 == len(problems(value + "total = 8"))
    assert 1 == len(problems(value + 'parts = [{ source = "stack" }, { source = "printed" }]'))
    assert 1 == len(problems(BOARD + '[[step]]\nvalue = "beauty of vader"\ntotal = 1'))


def test_steps_go_on_from_each_other_and_from_other_boards() -> None:
    """What is said happens; what is asked does not; `from` begins anew."""
    text = (
        ATTACK
        + 'next = "dark"\n[[step]]\nask = "dark: pass"\n[[step]]\nnext = "dark"\n[[step]]\n'
        + 'from = "turn 9, dark retreat step\\ndark:\\n  space: TIE Interceptor Pilot"\nnext = "dark"\n'
    )
    assert "NotUnderstoodError" in problems(text)[0]
    text = text.replace("TIE Interceptor Pilot", "X-wing Red Ten")
    assert [] == problems(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = 3", "Expected `str`"),
        ("titel = 'x'", "unknown field `titel`"),
        ("title = 'x'\n[[step]]\nsya = 'dark: pass'", "unknown field `sya`"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nsay = 'a'\nask = 'b'", "step 1: give one of"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nruling = 'legal'", "step 1: `ruling` needs something said or asked"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nsay = 'a'\nruling = 'fine'", "a ruling is legal, illegal or undecided"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nsay = 'a'\ntotal = 1", "`total` and `parts` are of a `value`"),
        ("title = 'x'\nedition = 'a'\neditions = ['b']", "give `edition` or `editions`, not both"),
        ("title = 'x'\n[[step]]\nsay = 'a'", "there is no board"),
        ("title = 'x'\neditions = ['a', 'b', 'a']", "give the edition a once"),
        ("title = 'x'\ncard = [{ Name = 'A (A)' }, { name = 'a (A)' }]", "give the card a (a) once"),
        ("title = 'x'\nsettings = { dice = 'housed' }", "the setting `dice` is house or reported, not housed"),
        ("title = 'x'\nsettings = { manual = 'no' }", "the setting `manual` is ask or blank, not no"),
        ("title = 'x'\nboard = 'b'\n[[step]]", "step 1: it says nothing and expects nothing"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nsay = 'a'\nnewest = 'ALTA'", "`newest` are of a `deck`"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nsay = 'a'\nfacts = ['A']\nno_facts = ['B', 'A']", "both name A"),
        ("title = 'x'\nboard = 'b'\n[[step]]\nlegal = ['A']\nnot_legal = ['A']", "both name A"),
        ("title = ", "Invalid value"),
    ],
)
def test_a_case_that_is_no_case_is_refused(text: str, words: str) -> None:
    """Unknown keys and contradictions are errors, not ignored."""
    with pytest.raises(CaseError, match=re.escape(words)):
        read_case(text)


def test_inline_cards_must_be_understood() -> None:
    """A text that nobody can carry out is a mistake of the case unless it says that it is manual."""
    card = '\n[[card]]\nname = "Odd One"\nside = "dark"\ntype = "Character"\ntext = "When the moon is full, win."\n'
    head, _, steps = ATTACK.partition("[[step]]")
    assert "not understood" in problems(head + card + "[[step]]" + steps)[0]
    assert [] == problems(head + card + "manual = true\n[[step]]" + steps)
    assert "no column 'colour'" in problems(head + card + 'colour = "red"\n[[step]]' + steps)[0]


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    """A missing path is an error; a broken file is a failed case."""
    with pytest.raises(CaseError, match="no such file"):
        run([tmp_path / "nothing"], OUR_GAMES)
    (tmp_path / "broken.toml").write_bytes(b"title = '\xff'")
    (tmp_path / "right.toml").write_text(ATTACK + 'ruling = "legal"')
    with pytest.raises(CaseError, match="not UTF-8"):
        load(tmp_path / "broken.toml")
    assert [False, True] == [result.passed for result in run([tmp_path], OUR_GAMES)]


def test_a_case_may_begin_with_decks() -> None:
    """The game begins at the shuffle; under reported decks the hands are unknown cards."""
    text = 'title = "From the beginning"\ndecks = { dark = "imperial-hunt", light = "rebel-alliance" }\n'
    look = '[[step]]\nnext = "dark"\nlegal = ["Mulligan"]\nboard = "dark: hand 7, deck 53\\nlight: hand 7"\n'
    assert [] == problems(text + look)
    assert "no deck is called 'no-such-deck'" in problems(text.replace("imperial-hunt", "no-such-deck") + look)[0]


def test_decks_are_ruled_on() -> None:
    """A deck of ours is legal; one of three cards is refused by several deck rules, which can be expected."""
    text = 'title = "Decks"\n[[step]]\ndeck = "imperial-hunt"\nruling = "legal"\n[[step]]\n'
    text += 'deck = "3 Clone Trooper 6/298"\n'
    seen = run_case(case(text), "swtcg-2005", JudgeDesk(OUR_GAMES)).steps[1].answer
    assert seen is not None
    assert "illegal" == seen.ruling
    rules = list(seen.named())
    assert rules
    assert all(rule.startswith("rots.deck.") for rule in rules)
    assert [] == problems(text + f"cites = {rules}".replace("'", '"'))


def audit(text: str) -> dict[str, tuple[str, bool]]:
    """By rule: what it is in the case, and whether the case proves it."""
    found = case(text)
    result = run_case(found, "swtcg-2005", JudgeDesk(OUR_GAMES))
    assert () == result.problems
    return {claim.rule: (claim.role, claim.proven) for claim in audited(found, result, OUR_GAMES)}


def test_refusals_consequences_and_values_are_proven_by_what_changes() -> None:
    """Without its rule a refusal becomes legal, a fact does not happen, a value is another."""
    text = REFUSED + f'cites = ["{NOT_REACHED}"]\n[[step]]\nsay = "dark: attack luke with vader"\n'
    text += DECIDED + f'cites = ["{CHANCE}"]'
    assert {NOT_REACHED: ("refusal", True), CHANCE: ("consequence", True)} == audit(text)
    value = '[[step]]\nvalue = "power of vader"\n'
    seen = run_case(case(BOARD + value), "swtcg-2005", JudgeDesk(OUR_GAMES)).steps[0].value
    assert seen is not None
    rule = next(part.rule for part in seen.parts if part.source == "stack")
    assert {rule: ("value", True)} == audit(BOARD + value + f'parts = [{{ source = "stack", rule = "{rule}" }}]')


def test_a_refusal_for_two_reasons_proves_neither() -> None:
    """If another clause fails as well, the ruling stays what it was."""
    text = BOARD + '[[step]]\nask = "light: attack yoda with luke"\nruling = "illegal"\n'
    found = run_case(case(text), "swtcg-2005", JudgeDesk(OUR_GAMES)).steps[0].answer
    assert found is not None
    rules = found.named()
    assert len(set(rules)) > 1
    shown = audit(text + f"cites = {list(rules)}".replace("'", '"'))
    assert not any(proven for _, proven in shown.values())


def test_a_permission_needs_a_contrast() -> None:
    """A clause that holds proves nothing until a step of the case shows the contrary."""
    allowed = f'[[step]]\nask = "dark: attack luke with vader"\n{DECIDED}names = ["{ORDER}"]\n'
    assert {} == audit(BOARD + allowed)
    other = '[[step]]\nask = "light: pass"\nruling = "illegal"\nfails = ["SEAT_ASKED", "RIGHT_MOMENT"]\n'
    assert not audit(BOARD + allowed + other.replace("ruling", f'contrasts = ["{ORDER}"]\nruling'))[ORDER][1]
    seen = run_case(
        case(BOARD + '[[step]]\nask = "light: attack vader with luke"'), "swtcg-2005", JudgeDesk(OUR_GAMES)
    ).steps[0]
    assert seen.answer is not None
    fails = [clause.code for clause in seen.answer.clauses if clause.finding == "fails"]
    assert "SEAT_ASKED" in fails
    contrary = f'[[step]]\nask = "light: attack vader with luke"\nfails = {fails}\n'.replace("'", '"')
    assert audit(BOARD + allowed + contrary + f'contrasts = ["{ORDER}"]')[ORDER][1]


def test_coverage_counts_what_the_audit_accepts(tmp_path: Path) -> None:
    """Failed cases prove nothing, fallen claims are listed, proven rules are counted in their document."""
    (tmp_path / "good.toml").write_text(REFUSED + f'cites = ["{NOT_REACHED}"]')
    (tmp_path / "hollow.toml").write_text(
        BOARD + f'[[step]]\nask = "dark: attack luke with vader"\nnames = ["{ORDER}"]\ncontrasts = ["{ORDER}"]'
    )
    (tmp_path / "wrong.toml").write_text(ATTACK + 'ruling = "illegal"')
    found = coverage([tmp_path], OUR_GAMES, audit=True)
    assert (NOT_REACHED,) == found.proven
    assert [ORDER] == [claim.rule for claim in found.fallen]
    assert 1 == len(found.failed)
    assert 1 == found.documents["swtcg-rots-2005"].proven
    assert {NOT_REACHED, ORDER} == set(coverage([tmp_path], OUR_GAMES).proven)
