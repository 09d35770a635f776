"""What has been done "this way", as a number."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant, may_be
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _joined
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import UNITS, Those

DONE = (w.Discard, w.MoveTo, w.Tap, w.Untap, w.Retreat)
COUNTED: dict[type, str] = {
    w.RemoveDamage: "removed",
    w.AddCounters: "removed",
    w.AddMarks: "removed",
    w.Prevent: "prevented",
}
"""What counts by itself what it has done, and the number's name."""


def thus(story: Story, kind: Part | None = None, *, theirs: bool = False) -> str:
    """The name of how many the last instruction concerns ("for each unit discarded this way"), counted before it;
    `theirs`: what one of the players lost by it.
    """
    do, last = story.last_said()
    if isinstance(last, w.May) and last.do and isinstance(last.do[-1], DONE):
        told = w.Let(into="thus", be=w.Count(of=_of_kind(story, last.do[-1], kind)))
        do[-1] = structs.replace(last, do=(*last.do[:-1], told, last.do[-1]))
        return "thus"
    if isinstance(last, w.ForEachPlayer) and isinstance(last.do[-1], DONE):  # of both players together
        if theirs:
            raise NotMeant("how many of each player's")
        more = w.Let(into="thus", be=w.Sum(of=(w.X(name="thus"), w.Count(of=_of_kind(story, last.do[-1], kind)))))
        do[-1:] = [w.Let(into="thus", be=0), structs.replace(last, do=(*last.do[:-1], more, last.do[-1]))]
        return "thus"
    if (counted := COUNTED.get(type(last))) is not None:
        return counted
    if not isinstance(last, DONE):
        return _paid(story, kind)
    if len(do) > 1 and type(do[-2]) is type(last):  # "Discard all Locations and all Equipment"
        raise NotMeant("done this way, or only the last of it")
    if theirs and last.what.side == "any" and not last.what.bound:
        raise NotMeant("whose was that")
    do.insert(len(do) - 1, w.Let(into="thus", be=w.Count(of=_of_kind(story, last, kind))))
    return "thus"


def damage_done(story: Story, number: tuple[str, ...], times: int) -> w.X:
    """How much damage the last instruction has done, or prevented; for every 2 of it, half as much."""
    if number not in ((), ("1",), ("2",)):
        raise NotMeant("for every so many of it")
    do, last = story.last_said()
    at = next((at for at in reversed(range(len(do))) if not isinstance(do[at], w.Choose)), -1)
    last = do[at] if at >= 0 else last  # what is chosen for what follows stands behind it
    if isinstance(last, w.Prevent):
        return w.X(name=last.into, times=times, half=number == ("2",))
    if last is None and story.much == w.X(name="damage"):
        return damage_of_event(story, number, times)
    if not isinstance(last, w.Damage) or any(isinstance(each, w.Damage) for each in do[:at]):
        raise NotMeant("which damage was done")
    do[at] = structs.replace(last, into="done")
    return w.X(name="done", times=times, half=number == ("2",))


def damage_of_event(story: Story, number: tuple[str, ...] = (), times: int = 1) -> w.X:
    """How much damage it is by which something is set off; for every 2 of it, half as much."""
    if number not in ((), ("1",), ("2",)) or story.much != w.X(name="damage"):
        raise NotMeant("how much damage of what")
    return w.X(name="damage", times=times, half=number == ("2",))


def _paid(story: Story, kind: Part | None) -> str:
    """The name of how many were tapped, or counters put on something, as a cost."""
    if kind is None and "counters put" in story.marks:
        name: str = story.marks["counters put"]
        return name
    paid = next((each for each in story.mentions if each.those.bound == "tapped" and each.plural), None)
    if paid is None or (kind is not None and not may_be(paid.kind, kind(story, Those()))):
        raise NotMeant("what was done this way")
    story.say(w.Let(into="thus", be=w.Count(of=paid.those)))
    return "thus"


def _of_kind(story: Story, said: w.Discard | w.MoveTo | w.Tap | w.Untap | w.Retreat, kind: Part | None) -> Those:
    """What an instruction really changes, as far as it is of a kind; all that was spoken of as that kind is."""
    those = still_to_be(said)
    if kind is None:
        return those
    spoken = next((each.kind for each in reversed(story.mentions) if each.those == said.what), said.what)
    wanted = kind(story, Those())
    if wanted.what == "card" and those.what in (*UNITS, "stack") and spoken.what not in ("location", "equipment"):
        raise NotMeant("the cards of what stands on the table")  # a stack may be several
    alike = (wanted.subtype, wanted.name) in ((spoken.subtype, spoken.name), ("", "")) and not wanted.any_of
    if alike and wanted.types in ((), spoken.types):
        return those
    return _joined(those, wanted)


def still_to_be(said: w.Discard | w.MoveTo | w.Tap | w.Untap | w.Retreat) -> w.Those:
    """What an instruction really changes: what is tapped already is not tapped this way."""
    if isinstance(said, (w.Tap, w.Untap)):
        return structs.replace(said.what, tapped=isinstance(said, w.Untap))
    return said.what
