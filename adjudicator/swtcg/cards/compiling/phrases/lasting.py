"""How long what a sentence says lasts, and how long it waits for its event."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.timing import IN_NEXT_TURN, TAPPED
from adjudicator.swtcg.cards.compiling.phrases.whose import that_players
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.sentences import Sentence
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def during(story: Story, held: Any) -> None:
    """What a sentence says of how long it lasts, or of when it is done. Raises NotMeant."""
    if held == IN_NEXT_TURN:
        story.marks["next turn"] = True
        story.until = story.until or "turn"
    elif held == TAPPED and story.lasts:
        story.so_while(w.There(are=structs.replace(w.THIS, tapped=True)))
    elif isinstance(held, str):
        if story.until and story.until != held:
            raise NotMeant("two durations")
        story.until = held
        story.marks["last said until"] = held
    else:
        which, whose, step = held
        if which == "any step":
            if step != "untap step" or not story.lasts:
                raise NotMeant(f"during the {step}")
            story.marks["untap"] = "each"
        elif step == "retreat step":
            story.marks["retreat"] = "RETREATS_IN_ITS_STEP"
        elif step == "untap step":
            story.marks["next untap" if which == "next step" else "untap"] = whose(story, Those()).side
        elif step == "build step" and which == "next step":
            story.marks["next build"] = whose(story, Those()).side
            story.marks["his or her own"] = whose is that_players
        elif step == "build step" and which == "step" and story.lasts:
            yours = whose(story, Those()).side == "yours"
            story.so_while(w.InPhase(at="build", yours=yours))
        elif step == "draw step" and which == "step":
            story.marks["draw step"] = whose(story, Those()).side
        else:
            raise NotMeant(f"during the {step}")


def waits(read: Sentence) -> bool:
    """Whether a sentence says what happens at an event to come."""
    return any(mark.kind == "when" for mark in read.openers)


def delay(event: w.Event, until: str) -> str:
    """How long something is waited for."""
    if event.kind == "attacks" and until == "attack":
        return "turn"  # "for that attack" is how long it lasts once it attacks
    if event.kind == "attack ends" or until == "attack" or (event.by is not None and event.by.bound == "attacker"):
        return "attack ends"
    if event.kind in ("turn starts", "build step starts"):
        return "permanent"
    if event.kind == "discarded" and event.to == w.THIS and not until:
        return "permanent"
    return until if until in ("turn", "permanent", TAPPED) else "turn"


def chance_of(event: w.Event) -> str:
    """The chance that what is done later waits for."""
    return "prevention" if event.kind == "would be damaged" else ""
