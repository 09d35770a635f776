"""Amounts, conditions and costs in words."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.notation import written
from adjudicator.swtcg.cards.worded.nouns import (
    HOW,
    PLAYERS,
    STATS,
    article_and,
    bound,
    count,
    does,
    lone,
    one,
    owned_by,
    several,
)
from adjudicator.swtcg.cards.worded.places import ARENAS, SIDES, NoWordsError, arenas, no_words, where
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

ATTACKER = Those(what="stack", bound="attacker")


def exactly(say: Callable[[], str], value: object) -> str:
    """What is said, or the value written out exactly where there are no words for it."""
    try:
        return say()
    except NoWordsError:
        return written(value)


# --- conditions -----------------------------------------------------------------------------------


def condition(asked: w.Condition) -> str:
    """A condition, as it stands after "if" or "as long as"; exact notation if there are no words for it."""
    return exactly(lambda: _condition(asked), asked)


def _condition(asked: w.Condition) -> str:
    if isinstance(asked, w.There):
        return _there(asked)
    if isinstance(asked, w.Not):
        return _not(asked.of)
    if isinstance(asked, w.Both | w.AnyOf):
        if any(isinstance(each, w.Both | w.AnyOf | w.Compare) for each in asked.of):
            raise NoWordsError
        return (" and " if isinstance(asked, w.Both) else " or ").join(_condition(each) for each in asked.of)
    if isinstance(asked, w.Compare):
        return _compare(asked)
    if isinstance(asked, w.Controls) and asked.arena in ARENAS and asked.who in PLAYERS:
        return f"{does(asked.who, 'control')} the {arenas((asked.arena,))}"
    if isinstance(asked, w.Controls) and asked.arena == "here" and asked.who in PLAYERS:
        return f"{does(asked.who, 'control')} this arena"
    if isinstance(asked, w.Happened) and asked.event == "discarded" and (asked.since, asked.least) == ("", 1):
        from_where = f" from the {arenas(asked.to.zones)}" if asked.to.zones else ""
        return f"{one(structs.replace(asked.to, zones=()))} has been discarded{from_where} this turn"
    raise NoWordsError


def _there(asked: w.There) -> str:
    those = asked.are
    if those.piloted_by == w.THIS:
        raise NoWordsError  # it would be read as one of what a Pilot does for its unit
    if those.bound:
        return _bound_is(those) if (asked.least, asked.most) == (1, None) else no_words()
    if those.side in SIDES:
        who = "you have" if those.side == "yours" else "your opponent has"
        if (asked.least, asked.most) == (1, None):
            return f"{who} {article_and(lone(those))}"
        if asked.most is None:
            return f"{who} at least {asked.least} {lone(those, plural=True)}"
        return f"{who} exactly {asked.least} {lone(those, plural=True)}" if asked.least == asked.most else no_words()
    if asked.most is not None:
        raise NoWordsError
    return f"there is {one(those)}" if asked.least == 1 else f"there are at least {asked.least} {several(those)}"


def _bound_is(those: Those) -> str:
    """What is so of something that was spoken of: where it is, what it is, how it stands."""
    bare = Those(what=those.what, bound=those.bound)
    thing = bound(bare)
    usual = Those()
    said = {
        field: value
        for field in Those.__struct_fields__
        if field not in ("what", "bound") and (value := getattr(those, field)) != getattr(usual, field)
    }
    if set(said) == {"zones"}:
        return f"{thing} is {where(structs.replace(usual, zones=those.zones))}"
    if set(said) == {"zones", "piloted"} and those.piloted:
        return f"{thing} is {where(structs.replace(usual, zones=those.zones))} and has a Pilot on it"
    if bare == ATTACKER and set(said) == {"side"} and those.side in SIDES:
        return f"{'you are' if those.side == 'yours' else 'your opponent is'} attacking"
    if set(said) <= {"subtype", "types", "any_of", "name"}:
        return f"{thing} is {article_and(lone(structs.replace(usual, **said)))}"
    if len(said) != 1:
        raise NoWordsError
    field, value = next(iter(said.items()))
    if field in ("tapped", "damaged", "stacked", "piloted"):
        no = {"tapped": f"{thing} is untapped", "damaged": f"there are no damage counters on {thing}",
              "piloted": f"{thing} doesn't have a Pilot on it"}  # fmt: skip
        return f"{thing} is {field}" if value else no.get(field) or no_words()
    if field == "attacking_whom":
        return f"{thing} is attacking {one(those.attacking_whom)}" if those.attacking_whom is not None else no_words()
    if field in ("attacking", "defending") and value:
        return f"{thing} is {'attacking' if field == 'attacking' else 'being attacked'}"
    if field == "piloted_by" and those.piloted_by is not None:
        return f"{thing} is piloted by {one(those.piloted_by)}"
    raise NoWordsError


def _not(asked: w.Condition) -> str:
    if not isinstance(asked, w.There) or asked.most is not None:
        raise NoWordsError
    those = asked.are
    if those.bound and those.piloted_by is not None:
        return f"{bound(structs.replace(those, piloted_by=None))} is not piloted by {one(those.piloted_by)}"
    if those.bound:
        kind = Those(subtype=those.subtype, types=those.types, name=those.name, any_of=those.any_of)
        if structs.replace(kind, what=those.what, bound=those.bound) != those:
            raise NoWordsError
        return f"{bound(Those(what=those.what, bound=those.bound))} is not {article_and(lone(kind))}"
    if those.side in SIDES:
        who = "you don't have" if those.side == "yours" else "your opponent doesn't have"
        return (
            f"{who} {article_and(lone(those))}"
            if asked.least == 1
            else f"{who} at least {asked.least} {lone(those, plural=True)}"
        )
    return f"there is no {lone(those)}" if asked.least == 1 else no_words()


def _compare(asked: w.Compare) -> str:
    left, right = asked.left, asked.right
    if isinstance(left, w.Count) and isinstance(right, w.Count) and asked.how == ">":
        mine, theirs = left.of, right.of
        if (left.times, right.times) != (1, 1):
            raise NoWordsError
        if (mine.side, theirs.side) == ("yours", "opponents"):
            ahead = f"you have more {lone(mine, plural=True)} than your opponent"
            return (
                ahead
                if structs.replace(mine, side="opponents") == theirs
                else f"{ahead} has {lone(theirs, plural=True)}"
            )
    if left == w.Tally(of="force"):
        if asked.how == ">" and right == w.Tally(of="force", who="opponent"):
            return "your Force total is more than your opponent's Force total"
        if asked.how in HOW and isinstance(right, int):
            return f"your Force total is {HOW[asked.how].format(right)}"
    if (
        isinstance(left, w.Stat)
        and left.stat == "damage"
        and left.times == 1
        and isinstance(right, int)
        and asked.how == ">="
    ):
        return f"there are {right} or more damage counters on {bound(left.of)}"
    if (
        isinstance(left, w.Stat)
        and left.times == 1
        and left.stat in STATS
        and isinstance(right, int)
        and asked.how in HOW
    ):
        return f"{owned_by(left.of)} {STATS[left.stat]} is {HOW[asked.how].format(right)}"
    raise NoWordsError


# --- costs ----------------------------------------------------------------------------------------


def paid(cost: w.Cost) -> str:
    """A cost as it stands before an arrow; exact notation if there are no words for it."""
    return exactly(lambda: _paid(cost), cost)


def _paid(cost: w.Cost) -> str:
    if cost.amount is not None or (cost.x and cost.force) or (cost.x_points and cost.points):
        raise NoWordsError
    parts = [f"Pay {number} {thing}" for number, thing in (
        (cost.points, f"build point{'s' * (cost.points != 1)}"), (cost.force, "Force"),
    ) if number]  # fmt: skip
    parts += ["Pay X build points"] * cost.x_points + ["Pay X Force"] * cost.x + ["tap"] * cost.tap
    if cost.tap_others is not None:
        if cost.tap_others.tapped is not False:
            raise NoWordsError
        parts.append(f"tap {_taken(cost.tap_others, cost.tap_count)}")
    if cost.discard_kind is not None:
        parts.append(f"discard {_taken(cost.discard_kind, cost.discard_cards)}")
    elif cost.discard_cards:
        parts.append(f"discard {cost.discard_cards} card{'s' * (cost.discard_cards != 1)} from your hand")
    if cost.discard is not None:
        parts.append(f"discard {_taken(cost.discard, cost.discard_count)}")
    if cost.whole_hand:
        parts.append("discard your hand")
    if cost.counters_on is not None:
        many = "any number of" if cost.x_counters else str(cost.counters)
        parts.append(f"put {many} damage counter{'s' * (many != '1')} on {_taken(cost.counters_on, 1)}")
    if cost.marks and cost.marks_of is None:
        counters = f"{cost.marks} counter{'s' * (cost.marks_count != 1)}"
        parts.append(f"remove {cost.marks_count} {counters} from this unit")
    elif cost.marks:
        parts.append(_on_the_resource(cost))
    if cost.retreat is not None:
        parts.append(f"retreat {_taken(cost.retreat, 1)}")
    if cost.out is not None:
        parts.append(f"remove {_taken(cost.out, cost.out_count)} from the game")
    parts.extend(f"show {_taken(each, 1)}" for each in (cost.show, cost.show_built) if each is not None)
    for number, whose in ((cost.mill, "your"), (cost.mill_theirs, "your opponent's")):
        if number:
            cards = f"{number} cards" if number > 1 else "card"
            parts.append(f"discard the top {cards} of {whose} deck")
    return ", ".join(parts) or "Pay 0 Force"


def _on_the_resource(cost: w.Cost) -> str:
    """Counters of no name that are put on the Resource, or taken off it."""
    if cost.marks != "plain" or cost.marks_of != Those(what="card", side="yours", types=("resource",)):
        raise NoWordsError
    number = cost.marks_amount
    if isinstance(number, w.X):
        return "remove X counters from your Resource"
    if not isinstance(number, int):
        raise NoWordsError
    counters = f"{abs(number)} counter{'s' * (abs(number) != 1)}"
    return f"add {counters} to your Resource" if number < 0 else f"remove {counters} from your Resource"


def _taken(those: Those, number: int) -> str:
    """What pays: this card, what gives the ability, or so many of a player's."""
    if those.bound and (those.bound not in ("this", "giver") or number != 1):
        raise NoWordsError
    if not those.bound and (those.side == "any" or (those.side != "yours" and those.zones == ("hand",))):
        raise NoWordsError
    return bound(those) if those.bound else count(those, number, number or None)
