"""Amounts, conditions, events and costs in words."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from adjudicator.swtcg.cards.compiling.notation import written
from adjudicator.swtcg.cards.worded.nouns import (
    ARENAS,
    HOW,
    SIDES,
    STATS,
    NoWordsError,
    arenas,
    article_and,
    bound,
    count,
    lone,
    one,
    owned_by,
    several,
    where,
)
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those

ATTACKER = Those(what="stack", bound="attacker")
PLAYERS = {"you": "you", "opponent": "your opponent"}


def exactly(say: Callable[[], str], value: object) -> str:
    """What is said, or the value written out exactly where there are no words for it."""
    try:
        return say()
    except NoWordsError:
        return written(value)


# --- how much -------------------------------------------------------------------------------------


def amount(number: w.Amount) -> str:
    """An amount: "3", "X", "the number of your Jedi units". Raises NoWordsError."""
    if isinstance(number, int) and number >= 0:
        return str(number)
    if number == w.X():
        return "X"
    if isinstance(number, w.Count):
        return _times(number.times, f"the number of {several(number.of)}")
    if isinstance(number, w.Stat) and not number.over:
        return _times(number.times, _stat(number))
    if isinstance(number, w.Tally) and number.of == "force" and number.who in PLAYERS:
        return "your Force total" if number.who == "you" else "your opponent's Force total"
    if isinstance(number, w.Tally) and number.of == "arenas" and number.who in PLAYERS:
        return f"the number of arenas {does(number.who, 'control')}"
    if isinstance(number, w.Half):
        return f"half of {amount(number.of)}{' rounded up' * number.up}"
    if isinstance(number, w.Capped) and isinstance(number.most, int):
        return f"{amount(number.of)} but at most {number.most}"
    if isinstance(number, w.Sum) and len(number.of) == 2:
        first, second = number.of
        if isinstance(second, w.Times) and second.times == -1:
            return f"the difference between {amount(second.of)} and {amount(first)}"
    raise NoWordsError


def _stat(number: w.Stat) -> str:
    if number.stat == "damage":
        return f"the number of damage counters on {bound(number.of)}"
    if number.stat == "cards" and number.of.bound:
        return f"the number of cards in the stack of {bound(number.of)}"
    if number.stat in STATS:
        return f"the {STATS[number.stat]} of {bound(number.of)}"
    raise NoWordsError


def _times(times: int, said: str) -> str:
    if times < 1:
        raise NoWordsError
    return said if times == 1 else f"{times} times {said}"


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
    if isinstance(asked, w.Happened) and asked.event == "discarded":
        return f"{one(structs.replace(asked.to, zones=()))} has been discarded{_from(asked.to)} this turn"
    raise NoWordsError


def _there(asked: w.There) -> str:
    those = asked.are
    if those.bound:
        return _bound_is(those) if (asked.least, asked.most) == (1, None) else _no()
    if those.side in SIDES:
        who = "you have" if those.side == "yours" else "your opponent has"
        if (asked.least, asked.most) == (1, None):
            return f"{who} {article_and(lone(those))}"
        if asked.most is None:
            return f"{who} at least {asked.least} {lone(those, plural=True)}"
        return f"{who} exactly {asked.least} {lone(those, plural=True)}" if asked.least == asked.most else _no()
    if asked.most is not None:
        raise NoWordsError
    return f"there is {one(those)}" if asked.least == 1 else f"there are at least {asked.least} {several(those)}"


def _no() -> str:
    raise NoWordsError


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
        return f"{thing} is {field}" if value else no.get(field) or _no()
    if field == "attacking_whom":
        return f"{thing} is attacking {one(those.attacking_whom)}" if those.attacking_whom is not None else _no()
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
    return f"there is no {lone(those)}" if asked.least == 1 else _no()


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


# --- events ---------------------------------------------------------------------------------------


DEPLOYS = {"yours": "you use", "opponents": "your opponent uses"}
PLAYS = {"yours": "you play", "opponents": "your opponent plays"}
GAINS = {"yours": "you gain", "opponents": "your opponent gains"}
PUTS = {"yours": "you put", "opponents": "your opponent puts"}


def event(happens: w.Event) -> str:
    """An event, as it stands after "when"; exact notation if there are no words for it."""
    return exactly(lambda: _event(happens), happens)


def _of_an_attack(kind: str, to: Those | None, by: Those | None) -> str:
    """What is done by attacking itself."""
    if kind == "rolled" and (by is None or to is None):
        return (
            f"you roll {owned_by(by, all_of=False)} attack dice"
            if by is not None
            else f"you roll dice in an attack on {_some(to)}"
        )
    if kind == "kills" and by is not None:
        return f"damage from {owned_by(by, all_of=False)} attack causes {_some(to)} to be discarded"
    raise NoWordsError


def _event(happens: w.Event) -> str:
    kind, to, by, at = happens.kind, happens.to, happens.by, happens.at
    if happens.fatal:
        raise NoWordsError
    if to is None and by is None:
        return _moment(kind, at)
    if at == "attack":
        return _of_an_attack(kind, to, by)
    if kind == "discarded":
        return _discarded(happens)
    if kind == "played" and at in ("battle", "mission") and to is not None and to == Those(side=to.side):
        return f"{PLAYS[to.side]} a {at.capitalize()} card" if to.side in PLAYS else _no()
    if kind == "force gained" and to is not None and to == Those(side=to.side) and not at:
        return f"{GAINS[to.side]} Force" if to.side in GAINS else _no()
    if kind == "deployed" and at == "hidden cost" and to is not None and to.side in DEPLOYS and by is None:
        where = f" to the {arenas(to.zones)}" if to.zones else ""
        return f"{DEPLOYS[to.side]} Hidden Cost to deploy {one(structs.replace(to, side='any', zones=()))}{where}"
    if at:
        raise NoWordsError
    if (
        kind == "generated"
        and to is not None
        and to.side in PUTS
        and to == Those(side=to.side, types=("subordinate",), zones=to.zones)
    ):
        return f"{PUTS[to.side]} a Subordinate into the {arenas(to.zones or ARENAS)}"
    other = "" if by is None else one(by)
    if kind in ("deployed", "prevented", "drawn", "finished", "put") and by is not None:
        raise NoWordsError
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
            return f"{owned_by(to, all_of=False)} attack ends" if to is not None else _no()
        case "would be discarded" | "retreats" if not other and to is not None and not to.zones:
            return f"{_some(to)} {kind}"
        case "deployed":
            return f"{_some(to)} is deployed"
        case "prevented":
            return f"you prevent damage to {_some(to)}"
        case "finished" if to == THIS:
            return "you finish building this unit"
        case "put" if to == THIS:
            return "you put this Location into an arena"
        case "drawn" if to == Those(side="yours"):
            return "you draw a card"
    raise NoWordsError


def _some(those: Those | None) -> str:
    if those is None:
        raise NoWordsError
    return one(those)


def _discarded(happens: w.Event) -> str:
    to = _some(happens.to)
    if happens.to is not None and happens.to.bound and to != bound(Those(what=happens.to.what, bound=happens.to.bound)):
        raise NoWordsError
    if (
        happens.to is not None
        and happens.to.bound
        and happens.to != Those(what=happens.to.what, bound=happens.to.bound)
    ):
        raise NoWordsError
    if happens.by is not None or happens.at not in ("", *ARENAS):
        raise NoWordsError
    said = happens.to is not None and len(happens.to.zones) == 1
    if said and happens.to is not None and happens.to.zones != (happens.at,):
        raise NoWordsError
    return f"{to} is discarded" + (f" from the {arenas((happens.at,))}" if happens.at and not said else "")


def _from(those: Those) -> str:
    return f" from the {arenas(those.zones)}" if those.zones else ""


def _moment(kind: str, at: str) -> str:
    """A point of the turn."""
    which = "start" if kind.endswith("starts") else "end"
    if kind in ("phase starts", "phase ends") and at == "battle":
        return f"the battle phase {which}s"
    if kind in ("step starts", "step ends") and at in ARENAS:
        return f"the {at.capitalize()} battle step {which}s"
    if kind in ("build step starts", "draw step starts"):
        if at and at not in SIDES:
            raise NoWordsError
        return f"{SIDES[at] if at else 'each'} {kind.removesuffix(' starts')} starts"
    said = {
        ("rolled", "build"): "the roll for build points is made", ("turn ends", ""): "the turn ends",
        ("turn starts", ""): "the turn starts", ("attack ends", ""): "the attack ends",
    }.get((kind, at))  # fmt: skip
    return said or _no()


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
    if cost.marks:
        counters = f"{cost.marks} counter{'s' * (cost.marks_count != 1)}"
        parts.append(f"remove {cost.marks_count} {counters} from this unit")
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


def _taken(those: Those, number: int) -> str:
    """What pays: this card, what gives the ability, or so many of a player's."""
    if those.bound and (those.bound not in ("this", "giver") or number != 1):
        raise NoWordsError
    if those.side == "any" and not those.bound:
        raise NoWordsError
    return bound(those) if those.bound else count(those, number, number)


def does(who: str, verb: str) -> str:
    """A player and what he or she does: "you draw", "your opponent draws"."""
    if who not in PLAYERS:
        raise NoWordsError
    return f"you {verb}" if who == "you" else f"{PLAYERS[who]} {verb}s"
