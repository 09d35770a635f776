"""Events in words, as they stand after "when": what happens to whom, by whom, and the points of the turn."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.worded.nouns import one, owned_by
from adjudicator.swtcg.cards.worded.places import ARENAS, SIDES, NoWordsError, arenas, no_words
from adjudicator.swtcg.cards.worded.terms import exactly
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

DEPLOYS = {"yours": "you use", "opponents": "your opponent uses"}
PLAYS = {"yours": "you play", "opponents": "your opponent plays"}
GAINS = {"yours": "you gain", "opponents": "your opponent gains"}
PUTS = {"yours": "you put", "opponents": "your opponent puts"}


def event(happens: w.Event) -> str:
    """An event, as it stands after "when"; exact notation if there are no words for it."""
    return exactly(lambda: _event(happens), happens)


def _event(happens: w.Event) -> str:
    kind, to, by, at = happens.kind, happens.to, happens.by, happens.at
    if happens.fatal:
        return _by_damage(happens)
    if to is None and by is None:
        return _moment(kind, at)
    if at == "attack":
        return _of_an_attack(kind, to, by)
    if kind == "discarded":
        return _discarded(happens)
    if to is not None and by is None and (said := _of_a_player(kind, to, at)):
        return said
    return no_words() if at else _of_things(kind, to, by)


def _by_damage(happens: w.Event) -> str:
    """What would be discarded, if damage is what does it."""
    if happens.kind != "would be discarded":
        raise NoWordsError
    return f"{_event(structs.replace(happens, fatal=False))} by damage"


def _of_a_player(kind: str, to: Those, at: str) -> str:
    """What a player does, whose cards or units `to` says; empty if it is none of that."""
    whoever = to == Those(side=to.side)
    if kind == "played" and at in ("battle", "mission") and whoever:
        return f"{PLAYS[to.side]} a {at.capitalize()} card" if to.side in PLAYS else no_words()
    if kind == "force gained" and whoever and not at:
        return f"{GAINS[to.side]} Force" if to.side in GAINS else no_words()
    if kind == "deployed" and at == "hidden cost" and to.side in DEPLOYS:
        where = f" to the {arenas(to.zones)}" if to.zones else ""
        return f"{DEPLOYS[to.side]} Hidden Cost to deploy {one(structs.replace(to, side='any', zones=()))}{where}"
    supplied = to == Those(side=to.side, types=("subordinate",), zones=to.zones)
    if kind == "generated" and supplied and to.side in PUTS and not at:
        return f"{PUTS[to.side]} a Subordinate into the {arenas(to.zones or ARENAS)}"
    return ""


def _of_an_attack(kind: str, to: Those | None, by: Those | None) -> str:
    """What is done by attacking itself."""
    if kind == "rolled" and (by is None or to is None):
        return (
            f"you roll {owned_by(by, all_of=False)} attack dice"
            if by is not None
            else f"dice are rolled in an attack on {_some(to)}"
        )
    if kind == "kills" and by is not None:
        return f"damage from {owned_by(by, all_of=False)} attack causes {_some(to)} to be discarded"
    raise NoWordsError


PREVENTS = {
    Those(what="stack", side="yours"): "you prevent",
    Those(what="stack", side="opponents"): "your opponent prevents",
}
"""How it is said which player prevents damage, with whatever does it."""


def _of_things(kind: str, to: Those | None, by: Those | None) -> str:
    """What happens to units and cards, or is done by them."""
    if kind == "prevented" and by in PREVENTS:
        return f"{PREVENTS[by]} damage to {_some(to)}"
    if kind in ("deployed", "prevented", "drawn", "finished", "put") and by is not None:
        raise NoWordsError
    other = "" if by is None else one(by)
    match kind:
        case "attacks":
            return f"{_some(to)} attacks {other}".rstrip()
        case "damages" if other:
            return f"{other} damages {_some(to)}"
        case "intercepts":
            return f"{_some(to)} intercepts {other}".rstrip()
        case "kills" if other:
            return f"damage from {other} causes {_some(to)} to be discarded"
        case "attacked" | "damaged" | "would be damaged":
            done = {"attacked": "is attacked", "damaged": "is damaged", "would be damaged": "would be damaged"}[kind]
            return f"{_some(to)} {done}" + (f" by {other}" if other else "")
        case "attack ends" if not other:
            return f"{owned_by(to, all_of=False)} attack ends" if to is not None else no_words()
        case "would be discarded" | "retreats" if not other and to is not None and not to.zones:
            return f"{_some(to)} {kind}"
        case "deployed":
            return f"{_some(to)} is deployed"
        case "finished" if to == THIS:
            return "you finish building this unit"
        case "put" if to == THIS:
            return "you put this Location into an arena"
        case "drawn" if to == Those(side="yours"):
            return "you draw a card"
    raise NoWordsError


def _some(those: Those | None) -> str:
    return one(those) if those is not None else no_words()


def _discarded(happens: w.Event) -> str:
    to = happens.to
    if to is None or (to.bound and to != Those(what=to.what, bound=to.bound)):
        raise NoWordsError
    if happens.by is not None or happens.at not in ("", *ARENAS):
        raise NoWordsError
    said = len(to.zones) == 1
    if said and to.zones != (happens.at,):
        raise NoWordsError
    return f"{one(to)} is discarded" + (f" from the {arenas((happens.at,))}" if happens.at and not said else "")


def _moment(kind: str, at: str) -> str:
    """A point of the turn."""
    which = "start" if kind.endswith("starts") else "end"
    if kind in ("phase starts", "phase ends") and at == "battle":
        return f"the battle phase {which}s"
    if kind in ("step starts", "step ends") and at in ARENAS:
        return f"the {at.capitalize()} battle step {which}s"
    if (kind, at) in (("step starts", "here"), ("step ends", "here")):
        return f"the battle step {which}s"
    if kind in ("build step starts", "draw step starts"):
        if at and at not in SIDES:
            raise NoWordsError
        return f"{SIDES[at] if at else 'each'} {kind.removesuffix(' starts')} starts"
    said = {
        ("rolled", "build"): "the roll for build points is made", ("turn ends", ""): "the turn ends",
        ("turn starts", ""): "the turn starts", ("attack ends", ""): "the attack ends",
    }.get((kind, at))  # fmt: skip
    return said or no_words()
