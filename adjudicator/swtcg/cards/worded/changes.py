"""Instructions that leave a change behind, in words: values, abilities, what is forbidden, what costs more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.telling.depending import of_an_arena
from adjudicator.swtcg.cards.worded import each_turn
from adjudicator.swtcg.cards.worded.nouns import STATS, amount, each, lone, one, owned_by, several
from adjudicator.swtcg.cards.worded.places import SIDES, NoWordsError, arenas
from adjudicator.swtcg.cards.worded.telling import Telling
from adjudicator.swtcg.cards.worded.terms import condition
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

ADDED = ("accuracy", "critical hit", "shields", "lucky")
KEYWORDS = (
    *ADDED, "stun", "bombard", "ion cannon", "area damage", "avenge", "backfire", "barrage", "damage control", "focus",
    "fury",
    "parry", "resilience", "riposte", "surge", "velocity",
)  # fmt: skip
PLAIN_KEYWORDS = (
    "armor", "cunning", "overkill", "double damage", "double strike", "ferocity", "fortitude", "inspiration",
    "intimidation", "precision", "stealth",
)  # fmt: skip
"""The keywords with a number, and those without."""
OWNERS = {"yours": "you", "opponents": "your opponent"}


def _while(tell: Telling, said: Any) -> str:
    """The condition of a change that is looked at all the time. Raises NoWordsError where a card would look once."""
    if tell.card and said.condition is not None and of_an_arena(said.condition):
        raise NoWordsError
    return "" if said.condition is None else f"as long as {condition(said.condition)}, "


def _time_first(tell: Telling, said: Any, words: str) -> str:
    """A sentence with how long it lasts moved to its beginning. Raises NoWordsError."""
    until = tell.until(said)
    if not until or until not in words:
        raise NoWordsError
    return f"{until.strip()}, {words.replace(until, '', 1)}"


def _modify(tell: Telling, said: w.Modify) -> str:
    if said.later:
        return _time_first(tell, said, _modify(tell, structs.replace(said, later=False)))
    until = tell.until(said)
    if (first := each_turn.first(said)) is not None:
        return first + until
    plain = w.Modify(of=said.of, stat=said.stat, amount=said.amount, until=said.until, set=said.set, whom=said.whom,
                     floor=said.floor if said.stat == "cost" else None)  # fmt: skip
    if said != plain:
        raise NoWordsError
    if said.stat == "extra pilots":
        return _extra_pilots(said, until)
    if said.whom is not None:
        raise NoWordsError
    if said.set:
        return _set(said, until)
    if said.stat == "cost" and isinstance(said.amount, int):
        more = "more" if said.amount > 0 else "less"
        counters = "build counter" + "s" * (abs(said.amount) != 1)
        floor = "" if said.floor is None else f" to a minimum of {said.floor}"
        return f"{each(said.of)} costs {abs(said.amount)} {more} {counters} to deploy{until}{floor}"
    if said.stat in ADDED and not isinstance(said.amount, int):
        much, where = tell.amount(said.amount)
        return f"{each(said.of)} gets {said.stat.title()} {much}{until}{where}"
    if said.stat == "accuracy" and isinstance(said.amount, int) and said.amount < 0:
        return f"subtract {-said.amount} from {owned_by(said.of)} attack dice{until}"
    if said.stat not in STATS or said.stat in ("cost", "total cost"):
        raise NoWordsError
    if isinstance(said.amount, int):
        return f"{each(said.of)} gets {said.amount:+d} {said.stat}{until}"
    return f"{each(said.of)} gets {_for_each(tell, said, until)}"


COUNTED = {"damage": "damage counter on", "pilots": "Pilot on", "equipment": "Equipment on"}
"""Of what is counted on a thing, how one of it is called."""


def _for_each(tell: Telling, said: w.Modify, until: str) -> str:
    """A change by a number that is counted."""
    number = said.amount
    if isinstance(number, w.Count):
        return f"{number.times:+d} {said.stat} for {each(number.of)}{until}"
    if isinstance(number, w.Stat) and not number.over and number.of.bound:
        counted = COUNTED.get(number.stat)
        if number.stat.startswith("marks:"):
            counted = f"{number.stat.removeprefix('marks:')} counter on"
        if counted is not None:
            if number.of != Those(what=number.of.what, bound=number.of.bound):
                raise NoWordsError
            return f"{number.times:+d} {said.stat} for each {counted} {each(number.of)}{until}"
    _, where = tell.amount(number)
    if number != w.X() and not where:
        where = f", where X is {amount(number)}" if not isinstance(number, w.X) else ", where X is that much"
    return f"+X {said.stat}{until}{where}"


def _set(said: w.Modify, until: str) -> str:
    if said.stat == "damage done" and said.amount == 2:
        return f"double all damage that would be done by {each(said.of)}{until}"
    if said.stat not in STATS:
        raise NoWordsError
    return f"{owned_by(said.of)} {STATS[said.stat]} equals {amount(said.amount)}{until}"


def _extra_pilots(said: w.Modify, until: str) -> str:
    if said.amount != 1 and said.whom is None and isinstance(said.amount, int):
        return f"{each(said.of)} can have up to {said.amount} extra Pilots{until}"
    if said.amount != 1:
        raise NoWordsError
    if said.whom is None:
        return f"{each(said.of)} can have an extra Pilot{until}"
    kind = said.whom.but.subtype if said.whom.but is not None else ""
    if said.whom != Those(what="stack", but=Those(subtype=kind)) or not kind:
        raise NoWordsError
    return f"{each(said.of)} can have an extra Pilot if that Pilot is not a {kind}{until}"


def _grant(tell: Telling, said: w.Grant) -> str:
    if said.later:
        return _time_first(tell, said, _grant(tell, structs.replace(said, later=False)))
    until, ability = tell.until(said), said.ability
    to = f"{_while(tell, said)}{each(said.to)}"
    if isinstance(ability, w.Keyword) and ability == w.Keyword(name=ability.name, x=ability.x):
        if ability.name in KEYWORDS and ability.x:
            return f"{to} gets {ability.name.title()} {ability.x}{until}"
        if ability.name in PLAIN_KEYWORDS and not ability.x:
            return f"{to} gets {ability.name.title()}{until}"
    if isinstance(ability, w.TreatAs) and ability == w.TreatAs(subtype=ability.subtype):
        return f"{to} gets the {ability.subtype} subtype{until}"
    if isinstance(ability, w.TreatAs) and ability == w.TreatAs(lost=ability.lost):
        return f"{to} loses the {ability.lost} subtype{until}"
    if isinstance(ability, w.TreatAs):
        raise NoWordsError
    inside = tell.word(ability)
    if '"' in inside or "«" in inside:
        raise NoWordsError
    return f'{to} gets "{inside}"{until}'


def _silence(tell: Telling, said: w.Silence) -> str:
    what = said.keyword.title() if said.keyword else "all abilities"
    if said.condition is not None:
        raise NoWordsError
    if said.vain and said.keyword and said.of != w.Those():
        raise NoWordsError
    if said.vain:
        return f"{what if said.keyword else each(said.of)} has no effect{tell.until(said)}"
    return f"{each(said.of)} loses {what}{tell.until(said)}"


# --- what is allowed and what is not --------------------------------------------------------------


OF_KEYWORDS = (
    "ABILITY_MAY_BE_PLAYED", "ATTACKER_HAS_MODE", "DAMAGE_PREVENTABLE", "UNIT_MAY_BE_DEPLOYED", "VALUE_MAY_CHANGE",
)  # fmt: skip
"""The clauses of which effects may speak for a keyword, or a value, alone."""


def _allow(tell: Telling, said: w.Allow) -> str:
    make = _CLAUSES.get((said.clause, said.permit))
    if make is None:
        raise NoWordsError
    if (at_most := each_turn.at_most(said)) is not None:
        return at_most + tell.until(said)
    if said.clause not in OF_KEYWORDS and said.keyword:
        raise NoWordsError
    if said.clause == "UNTAPS" and said.until == "next untap" and said.condition is None:
        return make(said)
    return f"{_while(tell, said)}{make(said)}{tell.until(said)}"


def _cannot(what: str, whom: str = "") -> Callable[[w.Allow], str]:
    """Those can't do something, to others if `whom` says how they are named."""

    def say(said: w.Allow) -> str:
        if said.whom is not None and not whom:
            raise NoWordsError
        other = f" {whom}{one(said.whom)}" if said.whom is not None else ""
        return f"{each(said.who)} can't {what}{other.replace('  ', ' ')}"

    return say


def _abilities(said: w.Allow) -> str:
    if said.whom is not None:
        raise NoWordsError
    return f"{each(said.who)} can't use {said.keyword.title() if said.keyword else 'activated abilities'}"


def _mode(said: w.Allow) -> str:
    whom = f" to attack {one(said.whom)}" if said.whom is not None else ""
    return f"{each(said.who)} can't use {said.keyword.title()}{whom}"


def _stands(said: w.Allow) -> str:
    if said.whom is not None:
        raise NoWordsError
    if said.keyword:
        return f"your opponent can't use {said.keyword.title()} to prevent damage from {each(said.who)}"
    if said.who.attacking and said.who.bound:
        return f"damage from {each(structs.replace(said.who, attacking=None))}'s attack can't be prevented"
    return f"damage from {each(said.who)} can't be prevented"


def _side(words: str) -> Callable[[w.Allow], str]:
    """What a player is not allowed; of the selector only the side counts."""

    def say(said: w.Allow) -> str:
        if said.who != Those(side=said.who.side) or said.who.side not in OWNERS or said.whom is not None:
            raise NoWordsError
        you = said.who.side == "yours"
        return words.format(who=OWNERS[said.who.side], s="" if you else "s", whose="your" if you else "his or her")

    return say


def _may_attack(said: w.Allow) -> str:
    whom = said.whom
    if whom is None:
        raise NoWordsError
    fits = {
        "DEFENDER_IS_OPPONENTS": whom.side == "yours" or (whom == THIS and said.who.side == "yours"),
        "DEFENDER_NOT_RETREATED": whom.zones == ("build",) and whom.side != "yours",
        "DEFENDER_IN_SAME_ARENA": len(whom.zones) == 1 and whom.side != "yours" and whom.zones != ("build",),
    }
    if not fits[said.clause]:
        raise NoWordsError
    return f"{each(said.who)} can attack {one(whom)}"


def _piloted_only(said: w.Allow) -> str:
    only = said.whom.but if said.whom is not None else None
    if only is None or said.whom != Those(what="stack", but=only) or only.what != "stack":
        raise NoWordsError
    return f"{each(said.who)} can be piloted only by {one(structs.replace(only, what='unit'))}"


def _equipped_only(said: w.Allow) -> str:
    whom = said.whom
    if whom is None or whom.what != "equipment":
        raise NoWordsError
    unlike = whom.but
    if unlike is not None and whom == Those(what="equipment", but=unlike) and unlike.what == "unit":
        return f"{each(said.who)} can have only {lone(structs.replace(unlike, what='equipment'))} attached"
    return f"{each(said.who)} can have only one {lone(whom)} attached"


def _upkeep(said: w.Allow) -> str:
    return f"you don't have to pay the Upkeep cost of {each(said.who)}"


def _stays(said: w.Allow) -> str:
    return f"{each(said.who)} can't gain or lose {said.keyword}"


def _no_retreat(said: w.Allow) -> str:
    return f"{each(said.who)} can't retreat during your retreat step"


def _untaps(said: w.Allow) -> str:
    if said.until != "next untap":
        raise NoWordsError
    return f"{each(said.who)} doesn't untap during your next untap step"


def _wins_ties(said: w.Allow) -> str:
    if said.who != Those(side="yours"):
        raise NoWordsError
    return "your units win ties for speed"


def _holds(said: w.Allow) -> str:
    where = f"the {arenas(said.who.zones)}" if said.who.zones else "this arena"
    return f"{each(structs.replace(said.who, zones=()))} controls {where}"


def _no_win(said: w.Allow) -> str:
    if said.who != Those(side="opponents"):
        raise NoWordsError
    return "you can't lose the game"


def _spared(by: str) -> Callable[[w.Allow], str]:
    """Those can't be the target of a player's Battle cards or activated abilities."""

    def say(said: w.Allow) -> str:
        whose = {None: "", Those(side="yours"): "your ", Those(side="opponents"): "your opponent's "}.get(said.whom)
        if whose is None:
            raise NoWordsError
        return f"{each(said.who)} can't be the target of {whose}{by}"

    return say


_CLAUSES: dict[tuple[str, bool], Callable[[w.Allow], str]] = {
    ("UNIT_MAY_ATTACK", False): _cannot("attack", " "),
    ("UNIT_MAY_BE_ATTACKED", False): _cannot("be attacked", "by "),
    ("MAY_BE_STUNNED", False): _cannot("be stunned", "by "),
    ("ABILITY_MAY_BE_PLAYED", False): _abilities,
    ("ATTACKER_HAS_MODE", False): _mode,
    ("CHOSEN_BY_CARDS", False): _spared("Battle cards"),
    ("CHOSEN_BY_ABILITIES", False): _spared("activated abilities"),
    ("RETREAT_ALLOWED", False): _cannot("retreat"),
    ("RETREATS_IN_ITS_STEP", False): _no_retreat,
    ("UPKEEP_DUE", False): _upkeep,
    ("COUNTS_FOR_CONTROL", False): lambda said: f"{each(said.who)} doesn't count toward controlling the arena",
    ("HOLDS_ITS_ARENA", True): _holds,
    ("DAMAGE_PREVENTABLE", False): _stands,
    ("HAND_HIDDEN", False): _side("{who} play{s} with {whose} hand revealed"),
    ("BUILT_FACE_DOWN", False): _side("{who} build{s} all cards face up"),
    ("CARD_MAY_BE_PLAYED", False): each_turn.not_played,
    ("UNIT_MAY_BE_DEPLOYED", False): each_turn.not_deployed,
    ("DEPLOYED_UNTAPPED", False): each_turn.tapped,
    ("DECK_MAY_BE_SEARCHED", False): _side("{who} can't search {whose} deck"),
    ("MISSION_MAY_BE_COMPLETED", False): _side("{who} can't complete Mission cards"),
    ("POINTS_MAY_BE_SPENT", False): _side("{who} can't spend build points"),
    ("MAY_WIN", False): _no_win,
    ("MAY_BE_PILOTED", False): _piloted_only,
    ("MAY_BE_EQUIPPED", False): _equipped_only,
    ("UNTAPS", False): _untaps,
    ("VALUE_MAY_CHANGE", False): _stays,
    ("MAY_UNTAP", False): _cannot("untap"),
    ("MAY_STAY_TAPPED", True): lambda said: f"{each(said.who)} may choose not to untap",
    ("DEFENDER_IS_OPPONENTS", True): _may_attack,
    ("DEFENDER_NOT_RETREATED", True): _may_attack,
    ("DEFENDER_IN_SAME_ARENA", True): _may_attack,
    ("DARK_WINS_TIES", True): _wins_ties,
}


def _oblige(tell: Telling, said: w.Oblige) -> str:
    whom = "" if said.must_attack == Those(side="opponents") else f" {one(said.must_attack)}"
    if said.if_they_attack:
        if said.who != THIS or said.condition is not None:
            raise NoWordsError
        return f"whenever this unit attacks, it must attack{whom}"
    return f"{_while(tell, said)}{each(said.who)} must attack{whom}{tell.until(said)}"


def _order(tell: Telling, said: w.BattleOrder) -> str:
    if len(said.arenas) != 3 or said.condition is not None:
        raise NoWordsError
    first, second, third = (f"the {arena.capitalize()} battle" for arena in said.arenas)
    return f"fight {first} first, then {second}, then {third}{tell.until(said)}"


# --- what costs more or less ----------------------------------------------------------------------


def _tax(tell: Telling, said: w.Tax) -> str:
    """What costs more or less, and how little it costs at least."""
    plain = _price(tell, structs.replace(said, floor=0))
    return f"{plain} to a minimum of {said.floor}" if said.floor else plain


def _abilities_taxed(said: w.Tax) -> str:
    """The activated abilities that cost more or less: all of a player, those of some units, those that cost Force."""
    if said.kind == "force activated" and not said.printed and said.of is not None and said.side == "any":
        return f"the Force-activated abilities of {each(said.of)}"
    printed = f" that cost {said.printed} or more Force" if said.kind == "force activated" else ""
    if bool(printed) is not bool(said.printed):
        raise NoWordsError
    if said.of is None and said.side in SIDES:
        return f"{SIDES[said.side]} activated abilities{printed}"
    if said.of is None or said.side != "any" or printed:
        raise NoWordsError
    return f"the activated abilities of {each(said.of)}"


def _price(tell: Telling, said: w.Tax) -> str:
    if said == w.Tax(kind="battle", force=said.force, side="yours", until="next card") and said.force < 0:
        return f"the next Battle card you play costs {-said.force} less Force to play"
    until = tell.until(said)
    if said == w.Tax(kind="battle", force=0, side=said.side, until=said.until, nothing=True):
        return f"{several(Those(what='card', side=said.side, types=('battle',)))} cost no Force to play{until}"
    if said.nothing:
        raise NoWordsError
    if (first := each_turn.first(said)) is not None:
        return first + until
    more = f"{abs(said.force)} {'more' if said.force > 0 else 'less'} Force to"
    plain = w.Tax(kind=said.kind, force=said.force, side=said.side, until=said.until, of=said.of, points=said.points,
                  printed=said.printed)  # fmt: skip
    if said != plain:
        raise NoWordsError
    match said:
        case w.Tax(kind="equip", side="any", printed=0, of=Those() as of):
            if said.points and said.force:
                raise NoWordsError
            less = "more" if said.points > 0 else "less"
            price = f"{abs(said.points)} {less} build points to" if said.points else more
            return f"each Equipment card costs {price} attach to {each(of)}{until}"
        case w.Tax(kind="battle", of=None, points=0, printed=0):
            whose = several(Those(what="card", side=said.side, types=("battle",)))
            return f"{whose} cost {more} play{until}"
        case w.Tax(kind="activated" | "force activated", points=0):
            return f"{_abilities_taxed(said)} cost {more} play{until}"
        case w.Tax(kind="attack", side="opponents", until="turn", of=Those() as of, points=0) if tell.lasts:
            whose = several(Those(side="opponents"))
            return f"{whose} can't attack {one(of)} unless your opponent pays {said.force} Force"
    raise NoWordsError


CHANGES: dict[type, Callable[[Any, Any], str]] = {
    w.Modify: _modify,
    w.Grant: _grant,
    w.Silence: _silence,
    w.Allow: _allow,
    w.Oblige: _oblige,
    w.BattleOrder: _order,
    w.Tax: _tax,
}
