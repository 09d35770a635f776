"""What is understood and not carried out yet: a typed tree, judged like manual, told in our words."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.swtcg.cards.coverage import untold
from adjudicator.swtcg.cards.importer import ImportedCard, read_card
from adjudicator.swtcg.cards.inline import our_compiler
from adjudicator.swtcg.cards.paragraph_text import COMPILED, READ
from adjudicator.swtcg.cards.wording import state, told
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.ahead import is_ahead
from adjudicator.swtcg.words.language import Ability, Manual, Those

CAMPAIGN = Those(what="card", side="yours", types=("campaign",))

TOLD = {
    "Remove 2 counters from your Campaign -> Evade 2": "Remove 2 counters from one of your Campaigns → Evade 2",
    "[Tap] -> Add 1 counter to a Campaign or Resource.": (
        "Tap → you choose a Campaign or Resource; put 1 counter on the one chosen"
    ),
    "[tap] → Put 1 counter of any type on one of your cards": (
        "Tap → you choose one of your cards in play; put 1 counter of any type on the one chosen"
    ),
    "Adapt: Accuracy 1, Precision/Armor, Parry 1": "Adapt: Accuracy 1, Precision / Armor, Parry 1",
    "Adapt: Overkill/Pay 2 Force -> Absorb 2": "Adapt: Overkill / Pay 2 Force → Absorb 2",
    "Last Stand: Add 1 counter to your Resource.": "Last Stand: put 1 counter on your Resource",
    "Tenacity 3": "Tenacity 3",
    "Remove X+1 counters from your Campaign -> Draw X cards": (
        "Remove X plus 1 counters from one of your Campaigns → you draw X cards"
    ),
}


def card(text: str, kind: str = "Character") -> ImportedCard:
    """A card of ours with a text."""
    cells = {
        "Name": "Marsh Runner",
        "Type": kind,
        "Cost": "3",
        "Speed": "40",
        "Power": "3",
        "Health": "3",
        "Text": text,
    }
    return read_card(cells, code="MRS", key="1", compiler=our_compiler())


@pytest.mark.parametrize("text", TOLD)
def test_what_is_read_is_told_in_our_words(text: str) -> None:
    """The state is "read", and what it says has words."""
    (found,) = card(text).paragraphs
    assert (READ, TOLD[text]) == (found.state, told(found.read[0]))


def test_what_is_read_is_judged_like_manual() -> None:
    """Its face has what the judge carries out, with what it may touch; the tree stands beside it."""
    found = card("Armor | Remove 2 counters from your Campaign -> Draw a card")
    assert [COMPILED, READ] == [each.state for each in found.paragraphs]
    (_, left) = found.entry.face.abilities
    assert isinstance(left, Manual)
    assert ("activated", ("hand", "deck", "cost")) == (left.form, left.touches)
    (read,) = found.entry.read
    cost = w.Cost(marks="plain", marks_of=CAMPAIGN, marks_amount=2)
    assert (2, (w.Activated(do=(w.Draw(),), cost=cost),)) == (read.number, read.says)
    again = msgspec.json.decode(msgspec.json.encode(read.says), type=tuple[Ability, ...])
    assert read.says == again


def test_a_frame_keeps_what_is_carried_out() -> None:
    """Of what an Equipment or a Pilot gives only the part that waits is left to the judge."""
    (found,) = card("[Pilot] Transport Pilot. The Transport gets: * +10 speed. * Tenacity 2.").entry.face.abilities
    assert isinstance(found, w.PilotOf)
    assert [False, True] == [isinstance(each, Manual) for each in found.gives]


def test_why_it_is_left_says_what_it_says() -> None:
    """Whoever asks why an effect is not carried out is told what it says."""
    (why,) = untold((card("Adapt: Armor/Stun 1").entry,))
    assert ("read", "understood, and not carried out yet: Adapt: Armor / Stun 1") == (why.state, why.why)


def test_damage_counters_are_carried_out() -> None:
    """Counters without a name are damage where nothing says that they lie on a Resource or Campaign."""
    (found,) = card("[tap] -> Remove 1 damage counter from one of your Characters").paragraphs
    assert COMPILED == found.state
    assert not is_ahead(found.abilities)
    assert ["compiled"] == [state(each) for each in found.abilities]
