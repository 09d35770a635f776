"""What is done with cards, in words: looked at, shown, moved, discarded, shuffled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary
from adjudicator.swtcg.cards.worded.nouns import does, each
from adjudicator.swtcg.cards.worded.places import ARENAS, SIDES, NoWordsError, arenas
from adjudicator.swtcg.cards.worded.telling import Telling
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

SIDE = {"you": "yours", "opponent": "opponents", "chosen": "players"}
WHOSE = {"you": "your", "opponent": "your opponent's", "chosen": "that player's"}


def pair(tell: Telling, first: w.Instruction, then: w.Instruction) -> str:
    """Two instructions that are one sentence: the top of a deck, and where it goes. Empty if they are not."""
    if (
        tell.chosen
        or not isinstance(first, w.Top)
        or first != w.Top(into="top", amount=first.amount, whose=first.whose, bottom=first.bottom)
    ):
        return ""
    top = Those(what="card", bound="top")
    try:
        cards = _top(first)
        tell.sides["top"] = SIDE[first.whose]
        if then == w.Discard(what=top):
            words = f"discard {cards}"
        elif isinstance(then, w.MoveTo) and then.what == top:
            words = f"put {cards} {_destination(tell, then)}"
        else:
            return ""
    except NoWordsError:
        return ""
    tell.chosen += 1
    return words


def _top(said: w.Top) -> str:
    if said.whose not in WHOSE:
        raise NoWordsError
    end = "bottom" if said.bottom else "top"
    if said.amount == w.X():
        return f"the {end} X cards of {WHOSE[said.whose]} deck"
    if not isinstance(said.amount, int) or said.amount < 1:
        raise NoWordsError
    number = f"{said.amount} cards" if said.amount > 1 else "card"
    return f"the {end} {number} of {WHOSE[said.whose]} deck"


def _seen(tell: Telling, said: w.Top) -> str:
    into = "top" if tell.chosen == 0 else f"top{tell.chosen + 1}"
    verb = {"you": "look at", "all": "reveal"}.get(said.seen)
    plain = w.Top(into=into, amount=said.amount, whose=said.whose, seen=said.seen, bottom=said.bottom)
    if said != plain or verb is None:
        raise NoWordsError
    words = f"{verb} {_top(said)}"
    tell.sides[into] = SIDE[said.whose]
    tell.chosen += 1
    return words


def _move(tell: Telling, said: w.MoveTo) -> str:
    if tell.fallen and said.what == Those(what="stack", bound="it") and "it" not in tell.sides:
        raise NoWordsError  # its card is meant by then
    if said.to == "out" and said == w.MoveTo(what=said.what, to="out"):
        return f"remove {_moved(said.what)} from the game"
    return f"put {_moved(said.what)} {_destination(tell, said)}"


def _moved(those: Those) -> str:
    """What is moved: "this" card may be lying in a pile by now."""
    lying = Those(what="card", side="yours", zones=("discard",), bound="this")
    return "this unit from your discard pile" if those == lying else each(those)


def _bare(onto: Those) -> bool:
    """Whether no more is said of what something is put under than what it is called, if that is called anything."""
    return not onto.bound or onto == Those(what=onto.what, bound=onto.bound)


def _destination(tell: Telling, said: w.MoveTo) -> str:
    plain = w.MoveTo(what=said.what, to=said.to, counters=said.counters, tapped=said.tapped, face_down=said.face_down,
                     damage=said.damage, onto=said.onto)  # fmt: skip
    if said == structs.replace(plain, who="you") and said.to in ("deck top", "deck bottom"):
        return f"{_destination(tell, plain)} in any order"
    if said != plain or (said.onto != THIS and said.to not in ("under", "stack")) or not _bare(said.onto):
        raise NoWordsError
    damage = f" and put {tell.counted(said.damage, 'damage counter')} on it" if said.damage else ""
    if said.to == "build":
        if said.face_down is not bool(said.counters) or said.tapped or damage:
            raise NoWordsError
        with_ = f" with {tell.counted(said.counters, 'build counter')} on it" if said.counters else ""
        return (
            f"face down into {tell.owner(said.what)} build zone{with_}"
            if with_
            else f"into {tell.owner(said.what)} build zone"
        )
    if said.counters or said.face_down:
        raise NoWordsError
    tapped = ", tapped" * said.tapped
    if said.to in ARENAS:
        return f"into the {arenas((said.to,))}{tapped}{damage}"
    if said.to == "arena":
        return f"into the arena of its type{tapped}{damage}"
    if said.tapped or damage:
        raise NoWordsError
    whose = tell.owner(said.what)
    plain_places = {
        "hand": f"into {whose} hand", "discard": f"into {whose} discard pile", "deck": f"into {whose} deck",
        "deck top": f"on top of {whose} deck", "deck bottom": f"on the bottom of {whose} deck",
        "under": f"face down under {each(said.onto)}", "stack": f"under {each(said.onto)}",
    }  # fmt: skip
    if said.to not in plain_places:
        raise NoWordsError
    return plain_places[said.to]


def _discard(tell: Telling, said: w.Discard) -> str:
    those = said.what
    if those.what == "card" and not those.bound:
        raise NoWordsError
    return f"discard {each(those)}"


def _discard_cards(tell: Telling, said: w.DiscardCards) -> str:
    hand = "your" if said.who == "you" else "his or her"
    if said == w.DiscardCards(who=said.who, whole_hand=True):
        return f"{does(said.who, 'discard')} {hand} hand"
    if said == w.DiscardCards(who=said.who, amount=said.amount) and isinstance(said.amount, int):
        return f"{does(said.who, 'discard')} {tell.counted(said.amount, 'card')} from {hand} hand"
    raise NoWordsError


def _show(tell: Telling, said: w.Show) -> str:
    return f"show {each(said.what)}"


def _shuffle(tell: Telling, said: w.Shuffle) -> str:
    if said.who not in WHOSE:
        raise NoWordsError
    return f"shuffle {WHOSE[said.who]} deck"


def _look(tell: Telling, said: w.LookAt) -> str:
    hand = Those(what="card", side=said.what.side, zones=("hand",))
    if said != w.LookAt(what=said.what):
        raise NoWordsError
    if said.what == hand and hand.side in SIDES:
        return f"look at {SIDES[hand.side]} hand"
    if not said.what.bound:
        raise NoWordsError
    return f"look at {each(said.what)}"


def _generate(tell: Telling, said: w.Generate) -> str:
    plain = structs.replace(said, into="generated", beside="")
    printed = our_vocabulary().supplied(said.name, f"{said.speed}/{said.power}/{said.health}", (said.to,))
    inside = [tell.word(ability) for ability in said.gives]
    if said != plain or said.to not in ARENAS or printed != (said.subtypes, said.side) or len(inside) > 1:
        raise NoWordsError
    if any('"' in each or "«" in each for each in inside) or not isinstance(said.amount, int) or said.amount < 1:
        raise NoWordsError
    given = f' with "{inside[0]}"' if inside else ""
    units, them = ("Subordinate", "it") if said.amount == 1 else ("Subordinates", "them")
    line = f"{said.speed}/{said.power}/{said.health} {said.name} {units}"
    return f"take {said.amount} {line}{given} and put {them} into the {arenas((said.to,))}"


def _attach(tell: Telling, said: w.AttachTo) -> str:
    return f"attach {each(said.what)} to {each(said.host)}"


CARDS: dict[type, Callable[[Any, Any], str]] = {
    w.Top: _seen,
    w.MoveTo: _move,
    w.Discard: _discard,
    w.DiscardCards: _discard_cards,
    w.Show: _show,
    w.Shuffle: _shuffle,
    w.LookAt: _look,
    w.AttachTo: _attach,
    w.Generate: _generate,
}
