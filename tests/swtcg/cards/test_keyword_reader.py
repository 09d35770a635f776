"""Keyword paragraphs as effect data. The texts are our own or plain keywords of the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.keyword_reader import Broken, read_paragraph
from adjudicator.swtcg.cards.paragraph_text import COMPILED, FRAME, MANUAL, Paragraph
from adjudicator.swtcg.words.language import (
    THIS,
    UNIT_OR_PILOT,
    Ability,
    Activated,
    ByHand,
    Choose,
    Cost,
    Draw,
    EquipTo,
    GainForce,
    GainPoints,
    Grant,
    Keyword,
    Manual,
    Modify,
    PilotOf,
    Play,
    Prevent,
    RemoveDamage,
    Reserves,
    Static,
    Tap,
    There,
    Those,
    TreatAs,
    X,
)


def change(stat: str, amount: int) -> Static:
    """A change of a number of the unit itself."""
    return Static(changes=(Modify(of=THIS, stat=stat, amount=amount),))


def text(cell: str, *types: str, name: str = "Test Droid") -> tuple[Paragraph, ...]:
    """A Text cell read for a card of these types."""
    return read_text(cell, key="TST/1", types=types or ("character",), name=name)


def abilities(cell: str, *types: str, name: str = "Test Droid") -> tuple[Ability, ...]:
    """The abilities of a Text cell."""
    return tuple(ability for paragraph in text(cell, *types, name=name) for ability in paragraph.abilities)


@pytest.mark.parametrize(
    ("paragraph", "keyword"),
    [
        ("Accuracy 1", Keyword(name="accuracy", x=1)),
        ("Accuracy -1", Keyword(name="accuracy", x=-1)),
        ("Armor", Keyword(name="armor")),
        ("Bombard 3", Keyword(name="bombard", x=3)),
        ("Critical Hit 2.", Keyword(name="critical hit", x=2)),
        ("critical hit 2", Keyword(name="critical hit", x=2)),
        ("Hidden Cost 5", Keyword(name="hidden cost", x=5)),
        ("Ion Cannon 10", Keyword(name="ion cannon", x=10)),
        ("Lucky 2", Keyword(name="lucky", x=2)),
        ("Overkill", Keyword(name="overkill")),
        ('Overkill"', Keyword(name="overkill")),
        ("Shields 1", Keyword(name="shields", x=1)),
        ("Stun 3", Keyword(name="stun", x=3)),
        ("Pay 2 Force -> Evade 2", Keyword(name="evade", x=2, cost=Cost(force=2))),
        ("Pay 2 force → Evade 2", Keyword(name="evade", x=2, cost=Cost(force=2))),
        ("Pay 1 -> Evade 1", Keyword(name="evade", x=1, cost=Cost(force=1))),
        ("3 Force Pay -> Evade 3", Keyword(name="evade", x=3, cost=Cost(force=3))),
        ("Pay 0 Force -> Intercept", Keyword(name="intercept")),
        ("Tap -> Deflect 1", Keyword(name="deflect", x=1, cost=Cost(tap=True))),
        ("[tap], Pay 1 Force -> Deflect 1", Keyword(name="deflect", x=1, cost=Cost(force=1, tap=True))),
        ("Pay 1 build point -> Retaliate 2", Keyword(name="retaliate", x=2, cost=Cost(points=1))),
        ("Pay 2 build points, 1 Force -> Intercept", Keyword(name="intercept", cost=Cost(force=1, points=2))),
        ("Discard a card from your hand -> Intercept", Keyword(name="intercept", cost=Cost(discard_cards=1))),
        (
            "Pay 1 Force, discard 2 cards from hand -> Evade 4",
            Keyword(name="evade", x=4, cost=Cost(force=1, discard_cards=2)),
        ),
        ("Upkeep: Pay 1 Force or tap this unit.", Keyword(name="upkeep", costs=(Cost(force=1), Cost(tap=True)))),
        ("Upkeep: Pay 1 build point to tap this unit.", Keyword(name="upkeep", costs=(Cost(points=1), Cost(tap=True)))),
        (
            "Upkeep: Pay 1 build point, discard 2 cards from your hand, or tap Test Droid.",
            Keyword(name="upkeep", costs=(Cost(points=1), Cost(discard_cards=2), Cost(tap=True))),
        ),
        ("Upkeep: Put 1 damage counter on this unit.", Keyword(name="upkeep", costs=(Cost(counters_on=THIS),))),
        ("Bounty: 2 build points.", Keyword(name="bounty", do=(GainPoints(amount=2),))),
        ("Bounty: Gain 4 Force.", Keyword(name="bounty", do=(GainForce(amount=4),))),
        ("Bounty: Draw 3 Cards.", Keyword(name="bounty", do=(Draw(amount=3),))),
        ("Bounty: Draw 2", Keyword(name="bounty", do=(Draw(amount=2),))),
        ("Bounty: Remove all damage counters from Test Droid.", Keyword(name="bounty", do=(RemoveDamage(of=THIS),))),
    ],
)
def test_a_keyword_is_read(paragraph: str, keyword: Keyword) -> None:
    """Each keyword of 2005, with its X and its costs, in the spellings that occur."""
    assert ((keyword,), COMPILED) == (abilities(paragraph), text(paragraph)[0].state)


def test_several_keywords_stand_in_paragraphs() -> None:
    """The bar parts paragraphs, with or without blanks; several keywords may share one."""
    assert (
        Keyword(name="armor"),
        Keyword(name="shields", x=1),
        Keyword(name="stun", x=2),
        Keyword(name="lucky", x=1),
    ) == abilities("Armor |Shields 1 | Stun 2 and Lucky 1")


def test_the_x_of_a_cost_is_the_x_of_the_keyword() -> None:
    """Force of any amount prevents as much."""
    evade = Activated(do=(Prevent(amount=X()),), cost=Cost(x=True), keyword="evade")
    assert (evade,) == abilities("Pay X Force -> Evade X")


def test_treat_as_adds_a_subtype_to_the_card_itself() -> None:
    """The card may be named in full, by one of its names, or as this unit."""
    for who in ("Captain Test Droid", "Test", "Test Droid", "this unit"):
        assert (TreatAs(subtype="Dark Jedi"),) == abilities(f"Treat {who} as a Dark Jedi.", name="Captain Test Droid")


def test_treat_as_of_other_cards_is_another_effect() -> None:
    """A text about somebody else does not change this card."""
    assert (Manual(key="TST/1#1", touches=("subtypes",)),) == abilities("Treat Somebody as a Dark Jedi.")


def test_a_pilot_gives_a_list() -> None:
    """Kinds, numbers, keywords with and without costs; a quoted one alone."""
    many = "[Pilot] Speeder and Capital Ship Pilot. The Speeder or Capital Ship gets: "
    many += "* +20 speed. * Pay 1 Force -> Evade 2."
    evade = Keyword(name="evade", x=2, cost=Cost(force=1))
    assert (PilotOf(subtypes=("Speeder", "Capital Ship"), gives=(change("speed", 20), evade)),) == abilities(many)
    one = '[Pilot] Starfighter Pilot. The Starfighter gets "Pay 1 Force -> Evade 2."'
    assert (PilotOf(subtypes=("Starfighter",), gives=(evade,)),) == abilities(one)
    two = "[Pilot] Speeder Pilot. The Speeder gets +10 speed and +1 power."
    assert (PilotOf(subtypes=("Speeder",), gives=(change("speed", 10), change("power", 1))),) == abilities(two)


def test_what_a_pilot_gives_besides_is_manual_by_itself() -> None:
    """An item that is not understood does not take the others with it."""
    found = text("[Pilot] Walker Pilot. The Walker gets: * +2 power. * Sings when the battle phase starts.")[0]
    manual = Manual(key="TST/1#1.2", touches=("anything",))
    assert (PilotOf(subtypes=("Walker",), gives=(change("power", 2), manual)),) == found.abilities
    assert (FRAME, "Sings when the battle") == (found.state, found.broke)


def test_an_extra_pilot() -> None:
    """A unit may name itself."""
    assert (change("extra pilots", 1),) == abilities("The Test Droid can have an extra Pilot.", "space")


def test_reserves_hold_an_ability() -> None:
    """What is understood inside is compiled, what is not is manual inside."""
    heal = (
        Choose(into="it", among=Those(what=UNIT_OR_PILOT, side="yours", types=("character",))),
        RemoveDamage(of=Those(bound="it"), amount=3),
    )
    line = "Reserves: Pay 5 Force -> Remove 3 damage counters from one of your Characters."
    assert (Reserves(ability=Activated(do=heal, cost=Cost(force=5))),) == abilities(line)
    odd = Manual(key="TST/1#1", form="activated", touches=("anything",), cost=Cost(tap=True))
    assert (Reserves(ability=odd),) == abilities("Reserves: Tap -> Sing.")


def test_a_bounty_that_is_not_understood_keeps_its_frame() -> None:
    """The keyword is known, what is gained is by hand."""
    found = text("Bounty: Look at your opponent's hand.")[0]
    assert (Keyword(name="bounty", do=(ByHand(key="TST/1#1", touches=("hand",)),)),) == found.abilities
    assert FRAME == found.state


def test_a_bounty_may_choose() -> None:
    """One of several is bound to a name first."""
    one = Choose(into="it", among=Those(what=UNIT_OR_PILOT, side="opponents", types=("character",), tapped=False))
    line = "Bounty: Tap one of your opponent's untapped Characters."
    assert (Keyword(name="bounty", do=(one, Tap(what=Those(bound="it")))),) == abilities(line)


def test_enhance_joins_the_effect_before_it() -> None:
    """The enhanced play costs both; "more" adds to the card's own Force."""
    found = text("Pay 2 Force -> Sing. | Enhance: Pay 3 more Force -> Dance instead.", "battle")
    plain, enhanced = ByHand(key="TST/1#1", touches=("anything",)), ByHand(key="TST/1#2", touches=("replacement",))
    assert (
        (Play(do=(plain,), cost=Cost(force=2), enhance=Play(do=(enhanced,), cost=Cost(force=5))),),
        (),
    ) == tuple(paragraph.abilities for paragraph in found)
    assert [MANUAL, FRAME] == [paragraph.state for paragraph in found]


def test_what_a_battle_card_does_comes_first() -> None:
    """A restriction printed above the effect follows it, and the Enhance still finds its effect."""
    found = abilities(
        "Play this card only if you sing. | Pay 3 Force -> Sing. | Enhance: Pay 3 more Force -> Dance.", "battle"
    )
    assert [Play, Manual] == [type(each) for each in found]
    assert "restriction" == getattr(found[1], "form", "")
    mission = abilities("To complete Test Song, you must also sing. | Draw 5 cards.", "mission", name="Test Song")
    assert ["mission", "restriction"] == [each.form for each in mission if isinstance(each, Manual)]


def test_an_enhance_without_its_cost_is_manual() -> None:
    """A cost that the file lost is not guessed."""
    forms = [
        ability.form
        for ability in abilities("Pay 2 Force -> Sing. | Enhance: Dance instead.", "battle")
        if isinstance(ability, Manual)
    ]
    assert ["battle", "battle"] == forms


def test_equipment_is_one_ability() -> None:
    """Cost of attaching, carrier and gifts come together; a special carrier gets its part on condition."""
    cell = 'Pay 1 build point, 1 Force -> Equip. | Equipped Clone unit gets +2 power and "Pay 2 Force -> Deflect 1". | '
    cell += "Equipped Some Body also gets Armor. | Equipped Stormtrooper also gets Lucky 1. | "
    cell += "Equipped Unheard also gets Stun 1."
    gifts = (
        change("power", 2),
        Keyword(name="deflect", x=1, cost=Cost(force=2)),
        Static(
            changes=(Grant(to=THIS, ability=Keyword(name="armor")),),
            condition=There(are=Those(what="stack", bound="this", any_of=(Those(name="Some Body"),))),
        ),
        Static(
            changes=(Grant(to=THIS, ability=Keyword(name="lucky", x=1)),),
            condition=There(are=Those(what="stack", bound="this", subtype="Stormtrooper")),
        ),
        Manual(key="TST/1#5", form="equipment", touches=("power", "equipment")),
    )
    found = EquipTo(to=Those(side="yours", subtype="Clone"), cost=Cost(force=1, points=1), gives=gifts)
    assert (found,) == abilities(cell, "equipment", name="Some Body's Stick")


def test_a_carrier_that_is_not_understood_is_not_guessed() -> None:
    """A longer description of the carrier leaves the whole Equipment manual."""
    cell = "Pay 1 build point -> Equip | Equipped Clone unit with total power 4 or less gets Armor."
    assert ["equipment", "equipment"] == [
        each.form for each in abilities(cell, "equipment") if isinstance(each, Manual)
    ]


def test_equipment_for_two_kinds_gives_once() -> None:
    """Two ways of attaching, but what is given is given once."""
    cell = "Pay 1 build point -> Equip | Equipped Clone Character or Droid Character unit gets +3 power."
    kinds = [Those(side="yours", types=("character",), subtype=subtype) for subtype in ("Clone", "Droid")]
    cost = Cost(points=1)
    assert (
        EquipTo(to=kinds[0], cost=cost, gives=(change("power", 3),)),
        EquipTo(to=kinds[1], cost=cost),
    ) == abilities(cell, "equipment")
    both = "Pay 1 build point -> Equip | Equipped Space or Ground unit gets Shields 3."
    shields = (Keyword(name="shields", x=3),)
    assert (EquipTo(to=Those(side="yours", types=("space", "ground")), cost=cost, gives=shields),) == abilities(
        both, "equipment"
    )


@pytest.mark.parametrize(
    ("paragraph", "broke", "at"),
    [
        ("Pay 2 Force -> Evade X, where X is the number of songs.", ", where X is", 22),
        ("Evade 2", "Evade 2", 0),
        ("Pay 2 Force -> Accuracy 1", "Accuracy 1", 15),
        ("Accuracy", "(the end)", 8),
        ("Critical Hit 2 when attacking a Droid.", "when attacking a Droid", 15),
        ("Upkeep: Sing.", "Sing", 8),
        ("Put 2 damage counters on this unit -> Intercept", "2 damage counters", 4),
    ],
)
def test_what_is_not_understood_says_where(paragraph: str, broke: str, at: int) -> None:
    """Reading ends at the first word that does not fit, and that place is told."""
    assert Broken(broke, at) == read_paragraph(paragraph, "Test Droid")


@pytest.mark.parametrize(
    ("cell", "kind", "expected"),
    [
        (
            "[tap], Pay 1 Force -> Sing to one of your units. Play only during your build step.",
            "character",
            Manual(
                key="TST/1#1",
                form="activated",
                touches=("anything",),
                cost=Cost(force=1, tap=True),
                only="build step",
            ),
        ),
        ("When this unit attacks, sing.", "ground", Manual(key="TST/1#1", form="triggered", touches=("attack",))),
        ("Each of your Droids gets +1 power.", "location", Manual(key="TST/1#1", form="location", touches=("power",))),
        (
            "Pay 4 Force -> Draw 2 cards.",
            "battle",
            Manual(key="TST/1#1", form="battle", touches=("hand", "deck"), cost=Cost(force=4)),
        ),
        (
            "Pay 4 Force, sing -> Draw 2 cards.",
            "battle",
            Manual(key="TST/1#1", form="battle", touches=("hand", "deck", "cost"), cost=Cost(force=4)),
        ),
        (
            'Each of your Droids gets "Pay 1 Force -> Evade 1".',
            "space",
            Manual(key="TST/1#1", form="static", touches=("prevention", "force", "abilities")),
        ),
    ],
)
def test_a_manual_paragraph_is_described(cell: str, kind: str, expected: Manual) -> None:
    """Form, cost, restriction and hints are kept; the words are not."""
    assert (expected,) == abilities(cell, kind)


def test_a_name_that_is_a_keyword_does_not_hide_it() -> None:
    """Stun Tank has Stun, and an Ion Cannon has Ion Cannon."""
    assert (Keyword(name="stun", x=5),) == abilities("Stun 5", "ground", name="Stun Tank")
    assert (Keyword(name="ion cannon", x=2),) == abilities("Ion Cannon 2", "ground", name="Mobile Assault Cannon")


@given(st.text(max_size=200), st.sampled_from(["character", "battle", "equipment", "location", "mission", "space"]))
def test_any_text_becomes_abilities(cell: str, kind: str) -> None:
    """No text of any signs raises, and each paragraph is accounted for."""
    found = text(cell, kind)
    assert list(range(1, len(found) + 1)) == sorted(paragraph.number for paragraph in found)


WORDS = [
    "Pay", "2", "Force", "->", "Evade", "X", ",", "tap", "[tap]", "this unit", "Enhance:", "Bounty:", "Reserves:",
    "[Pilot]", "Speeder", "Pilot.", "The", "gets", "*", "+10", "speed", "|", "Equip", "Equipped", "also", '"',
    "one of your", "Droids", "Treat", "as a", "Upkeep:", "or", "and", "Armor", "where", "more", "instead", ".",
]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=14), st.sampled_from(["character", "battle", "equipment"]))
def test_any_words_of_the_language_become_abilities(words: list[str], kind: str) -> None:
    """Words of card texts in any order never raise."""
    found = text(" ".join(words), kind)
    assert all(paragraph.state in {COMPILED, FRAME, MANUAL} for paragraph in found)
