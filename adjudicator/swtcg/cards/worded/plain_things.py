"""Things, numbers, conditions, events and costs in plain words, whatever they are.

Our own wording (`nouns`, `terms`, `events`) says what the compiler reads back as the same, and has no phrase for the
rest. Here everything has words, for people alone: nobody reads them back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.selecting import ALL
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import CARD_IN_PLAY, UNIT_OR_PILOT, Those

ARENAS = ("space", "ground", "character")
BOUND = {
    "this": "this card", "giver": "the card that gives this", "attacker": "the attacking unit",
    "defender": "the defending unit", "it": "the one chosen", "it2": "the second one chosen",
    "it3": "the third one chosen", "it4": "the fourth one chosen", "damager": "the damaging one",
    "discarded": "what was discarded for it", "tapped": "what was tapped for it",
    "damaged": "what was damaged for it", "retreated": "what was retreated for it", "shown": "what was shown for it",
    "out": "what was removed for it", "marked": "what the counters came from", "top": "the cards looked at",
    "found": "the card found", "rest": "the rest", "its cards": "the cards of its stack", "card it": "its top card",
    "generated": "the unit taken", "last attacker": "the unit that attacked last", "drawn": "the cards drawn",
}  # fmt: skip
PLAYERS = {
    "you": "you", "opponent": "your opponent", "each": "each player", "they": "that player",
    "chosen": "the player chosen",
    "light": "Light", "dark": "Dark", "any": "a player", "yours": "you", "opponents": "your opponent",
    "players": "the player chosen", "theirs": "that player", "owner": "its owner",
}  # fmt: skip
WHOSE = {"yours": "your", "opponents": "your opponent's", "theirs": "that player's", "players": "the chosen player's"}
ZONES = {
    "build": "build zone", "hand": "hand", "deck": "deck", "deck top": "deck, from its top", "discard": "discard pile",
    "out": "cards that are out of the game", "aside": "cards set aside", "supply": "supply",
    "under": "cards face down under this card",
}  # fmt: skip
NOUNS = {
    "unit": "unit", UNIT_OR_PILOT: "unit or Pilot", "pilot": "Pilot", "equipment": "Equipment", "location": "Location",
    "stack": "card", "built": "partially built card", "card": "card",
    CARD_IN_PLAY: "card",
}  # fmt: skip
STATES = {
    "unique": ("unique", "non-unique"), "tapped": ("tapped", "untapped"), "damaged": ("damaged", "undamaged"),
    "piloted": ("piloted", "unpiloted"), "attacking": ("attacking", "not attacking"), "stacked": ("stacked",
    "unstacked"),
    "defending": ("defending", "not defending"), "has_attacked": ("already attacking this turn",
    "yet to attack this turn"),
}  # fmt: skip
HOW = {">=": "{} or more", "<=": "{} or less", "=": "exactly {}", ">": "more than {}", "<": "less than {}",
       "beats": "more than {}, or as much where ties are won"}  # fmt: skip


def things(those: Those, number: str = "each") -> str:
    """What is meant, with its number: "one of your Jedi units in the Space arena"."""
    if those.bound:
        called = BOUND.get(those.bound, "the " + those.bound.rstrip("0123456789") + " one")
        rest = kinds(structs.replace(those, bound="", what="stack", side="any"), noun=False)
        return f"{called} ({rest})" if rest else called
    if any(map(_behind, those.any_of)):  # each of them has a place or a state of its own
        return either([things(_with_part(those, part), number) for part in those.any_of])
    whose = WHOSE.get(those.side, "")
    if those.types in (("resource",), ("campaign",), ("resource", "campaign"), ("campaign", "resource")):
        held = either([each.title() for each in those.types])
        plain = those.other is False and those.side == "yours" and those.types == ("resource",)
        return "your Resource" if plain else f"{number} of {whose} {held}s" if whose else f"a {held}"
    if number in ("each", "all"):
        return f"each of {whose} {plural(kinds(those))}" if whose else f"each {kinds(those)}"
    if number == "":
        return f"{whose} {plural(kinds(those))}".strip()
    said = kinds(those)
    return f"{number} of {whose} {plural(said)}" if whose else f"{number} {said if number == 'one' else plural(said)}"


def _with_part(those: Those, part: Those) -> Those:
    """Those of one of several kinds."""
    said = {name: value for name in part.__struct_fields__ if (value := getattr(part, name)) != getattr(Those(), name)}
    return structs.replace(those, **{"any_of": (), **said})


def plural(words: str) -> str:
    """The words of a kind of thing, said of several."""
    for noun in sorted(set(NOUNS.values()), key=len, reverse=True):
        head, found, tail = words.partition(noun)
        if found and (not tail or tail.startswith(" ")):
            several = {NOUNS[UNIT_OR_PILOT]: "units or Pilots", "Equipment": "Equipment"}.get(noun, f"{noun}s")
            return f"{head}{several}{tail}"
    return words


def kinds(those: Those, *, noun: bool = True) -> str:
    """What kind of thing, how it stands and where: "tapped Jedi unit in the Space arena"."""
    words = ["other"] if those.other else []
    words += [
        said[0] if getattr(those, field) else said[1]
        for field, said in STATES.items()
        if getattr(those, field) is not None
    ]
    words += (
        [those.card_side]
        if those.card_side == "neutral"
        else [f"{those.card_side.title()} Side"] * bool(those.card_side)
    )
    if those.but is not None and not those.but.bound and those.but.subtype and " " not in those.but.subtype:
        words.append(f"non-{those.but.subtype}")
    words += [part for part in (those.name, those.subtype) if part]
    words += ["/".join(each.title() for each in those.types)] if those.types not in ((), ARENAS, ("there",)) else []
    head = " ".join(words)
    if those.any_of:
        head = " ".join(filter(None, [head, either([_alternative(each) for each in those.any_of])]))
    if noun:
        called = NOUNS.get(those.what, those.what)
        if called == NOUNS[UNIT_OR_PILOT] and (those.types or those.subtype or those.name or those.any_of):
            called = "unit"
        head = f"{head} {called}".strip() if those.types != ("location",) or called != "card" else head
    return " ".join(filter(None, [head, *_behind(those)]))


def _alternative(those: Those) -> str:
    return things(those, "one") if those.bound else kinds(those, noun=False) or kinds(those)


def _behind(those: Those) -> list[str]:
    """What stands behind the noun."""
    said = [place(those)] if those.zones else []
    said += ["of the type of the arena chosen"] * (those.types == ("there",))
    said += [f"with {stat(each.stat)} {HOW[each.how].format(amount(each.than))}" for each in those.where]
    for field, words in (("cost_at_most", "build cost {} or less"), ("cost_at_least", "build cost {} or more"),
                         ("power_at_most", "power {} or less"), ("power_at_least", "power {} or more"),
                         ("lowest", "the lowest {}"), ("highest", "the highest {}")):  # fmt: skip
        if (value := getattr(those, field)) not in (None, ""):
            said.append(f"with {words.format(value)}")
    if those.keyword:
        said.append("with a Pilot text" if those.keyword == "pilot" else f"with {those.keyword.title()}")
    for field, words in (("attacking_whom", "attacking {}"), ("attacked_by", "attacked by {}"),
                         ("was_attacked_by", "that was attacked this turn by {}"), ("piloted_by", "piloted by {}"),
                         ("equipped_by", "with {} on it")):  # fmt: skip
        if (other := getattr(those, field)) is not None:
            said.append(words.format(things(other, "one")))
    said += (
        [{True: "attacking this card", False: "not attacking this card"}[those.attacking_this]]
        if those.attacking_this is not None
        else []
    )
    for field, words in (("name_of", "of the same name as {}"), ("line_of", "of the same type line as {}"),
                         ("aboard", "on {}"),
                         ("alongside", "in the same arena as {}"), ("in_reach_of", "that {} can attack")):  # fmt: skip
        if bound := getattr(those, field):
            said.append(words.format(BOUND.get(bound, f"the {bound} one")))
    said += [f"using {those.mode.title()}"] if those.mode else []
    if those.but is not None and (those.but.bound or not those.but.subtype or " " in those.but.subtype):
        said.append(f"other than {things(those.but, 'one')}")
    return said


def place(those: Those) -> str:
    """Where those are."""
    zones = those.zones
    if set(ARENAS) <= set(zones):
        rest = [ZONES[each] for each in zones if each not in ARENAS]
        return "in any arena" + (f" or {either(rest)}" if rest else "")
    whose = WHOSE.get(those.side, "a player's")
    return either([where(each, whose) for each in zones])


def where(zone: str, whose: str = "its owner's") -> str:
    """A place with its preposition: "in the Space arena", "in your hand"."""
    known = {"here": "in this arena", "there": "in the arena chosen", "in play": "in play", "arena": "in its arena",
             "under": "face down under this card", "aside": "set aside", "out": "out of the game"}  # fmt: skip
    if zone in known:
        return known[zone]
    return f"in the {zone.title()} arena" if zone in ARENAS else f"in {whose} {ZONES.get(zone, zone)}"


def either(words: Sequence[str]) -> str:
    """One of several: "a, b or c"."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)


def stat(name: str) -> str:
    """A value by its name."""
    if name.startswith("marks:"):
        return f"{name.removeprefix('marks:')} counters on it"
    return {
        "cost": "build cost", "total cost": "total build cost", "damage": "damage counters on it",
        "under": "cards under it",
        "counters": "build counters on it", "cards": "cards in its stack",
        "hits of its last attack": "hits of its last attack",
        "printed cost": "printed build cost", "lucky": "Lucky", "shields": "Shields", "accuracy": "Accuracy",
        "pilots": "Pilots on it", "equipment": "Equipment on it",
    }.get(name, name)  # fmt: skip


_LYING = ("damage", "counters", "pilots", "equipment", "under")
"""The values that are numbers of what lies on a card."""


def amount(much: Any) -> str:
    """A number in words."""
    match much:
        case w.X():
            named = {
                "x": "X", "prevented": "the damage prevented", "removed": "the number removed",
                "damage": "the damage done", "rolled": "the number rolled", "share": "that part",
            }.get(much.name, "that number")  # fmt: skip
            words = f"half of {named}" if much.half else named
            words = f"{much.times} times {words}" if much.times != 1 else words
            return f"{words} plus {much.plus}" if much.plus else words
        case w.Count():
            words = f"the number of {things(much.of, '')}"
            return words if much.times == 1 else f"{much.times} times {words}"
        case w.Stat():
            words = f"the {much.over + ' ' if much.over else ''}{stat(much.stat)} of {things(much.of, 'one')}"
            if much.stat in _LYING:
                words = f"the number of {stat(much.stat).rpartition(' ')[0]} {things(much.of, 'one')}"
            return words if much.times == 1 else f"{much.times} times {words}"
        case w.Tally():
            of = {"force": "Force", "points": "build points", "hand": "cards in hand",
                  "deck": "cards in the deck", "discard": "cards in the discard pile",
                  "arenas": "arenas under control"}.get(much.of, much.of)  # fmt: skip
            return f"your {of}" if much.who == "you" else f"the {of} of {PLAYERS.get(much.who, much.who)}"
        case w.Often():
            return f"how often {things(much.to, 'one')} has been {much.event} this turn"
        case w.Sum():
            return " plus ".join(map(amount, much.of))
        case w.Times():
            return f"minus {amount(much.of)}" if much.times == -1 else f"{much.times} times {amount(much.of)}"
        case w.Half():
            return f"half of {amount(much.of)}, rounded {'up' if much.up else 'down'}"
        case w.Capped():
            return f"{amount(much.of)}, but at most {amount(much.most)}"
    return str(much)


def asked(condition: Any) -> str:
    """A condition, as it stands behind "if"."""
    match condition:
        case w.There():
            if condition.are.bound:
                rest = kinds(structs.replace(condition.are, bound="", what="stack", side="any"), noun=False)
                return f"{BOUND.get(condition.are.bound, 'it')} is {rest or 'there'}"
            least, most = condition.least, condition.most
            number = (
                f"exactly {least}" if least == most else f"at most {most}" if most is not None else f"at least {least}"
            )
            return (
                f"there is {things(condition.are, 'one')}"
                if (least, most) == (1, None)
                else f"there are {number} {things(condition.are, '')}"
            )
        case w.Compare():
            return f"{amount(condition.left)} is {HOW[condition.how].format(amount(condition.right))}"
        case w.InPhase():
            whose = {True: "your ", False: "your opponent's ", None: "the "}[condition.yours]
            return (
                f"it is {whose}{condition.at} step"
                if condition.at in (*ARENAS, "build", "draw")
                else f"it is {whose}{condition.at}"
            )
        case w.Happened():
            often = f" {condition.least} times" if condition.least > 1 else ""
            return f"{things(condition.to, 'one')} {condition.event}{often} this turn"
        case w.Controls():
            who = {"nobody": "no player"}.get(condition.who, PLAYERS.get(condition.who, condition.who))
            verb = "control" if who == "you" else "controls"
            arena = "that arena" if condition.arena in ("there", "here") else f"the {condition.arena.title()} arena"
            return f"{who} {verb} {arena}"
        case w.Both():
            return " and ".join(map(asked, condition.of))
        case w.AnyOf():
            return " or ".join(map(asked, condition.of))
        case w.Not():
            return f"it is not so that {asked(condition.of)}"
    return "that is so"


VERBS = {
    "discarded": "is discarded", "damaged": "is damaged", "attacked": "is attacked", "deployed": "is deployed",
    "generated": "is taken from the supply", "rolled": "dice are rolled for", "gets counters": "gets damage counters",
    "gets marks": "gets counters", "tapped": "taps", "untapped": "untaps", "played": "is played", "drawn": "is drawn",
    "prevented": "has damage prevented", "force gained": "gains Force", "you stack": "is stacked by you",
    "you tap": "is tapped by you", "finished": "is finished", "put": "is put into an arena",
}  # fmt: skip
"""By event, what is said of the thing that it happens to, where that is another word."""
STAGES = {
    "battle": "the battle phase", "battle step": "the battle step", "here": "this arena's battle step",
    **{arena: f"the {arena.title()} battle step" for arena in ARENAS},
}  # fmt: skip
"""What starts or ends, by where an event is."""


def _number(word: w.Choose) -> str:
    least, most = word.least, word.most
    if most is None and least == ALL:
        return "all"
    if least in (most, ALL):
        return "one" if most == 1 else amount(most)
    if most is None:
        return "any number" if not least else f"{least} or more"
    return f"up to {amount(most)}" if not least else f"{least} to {amount(most)}"


def chosen_of(word: w.Choose) -> str:
    """How many of what is chosen."""
    said = things(word.among, _number(word))
    alone = word.among.bound and (word.least, word.most) != (1, 1)
    return f"{_number(word)} of {said}" if alone else said


def happens(event: w.Event) -> str:
    """An event, as it stands behind "when"."""
    to = things(event.to, "one") if event.to is not None else ""
    by = things(event.by, "one") if event.by is not None else ""
    if event.kind in ("attacks", "damages", "kills", "intercepts"):
        who, whom = (to, by) if event.kind == "attacks" else (by, to)
        verb = "causes to be discarded" if event.kind == "kills" else event.kind
        return f"{who or 'a unit'} {verb} {whom}".rstrip()
    if event.kind == "attack ends" and to:
        return f"the attack of {to} ends"
    at = {"": "", "attack": " in an attack", "build": " for build points"}.get(event.at, f" ({event.at})")
    if event.kind == "discarded" and event.at in ARENAS:
        at = f" from the {event.at.title()} arena"
    fatal = " by damage" if event.fatal else ""
    if event.kind.endswith((" starts", " ends")) and event.to == Those(
        side="yours" if event.to is None else event.to.side
    ):
        return f"{WHOSE.get(event.to.side, 'a')} {event.at or 'turn'} {event.kind}".replace("  ", " ")
    if not to and not by:
        what = event.kind.split()[-1]
        if event.at in ("yours", "opponents") and what in ("starts", "ends"):
            return f"{WHOSE[event.at]} {event.kind}"
        return (
            f"{STAGES[event.at]} {what}"
            if event.at in STAGES and what in ("starts", "ends")
            else f"the {event.kind}{at}"
        )
    return f"{to} {VERBS.get(event.kind, event.kind)}{f' by {by}' if by else ''}{at}{fatal}".strip()


def paid(cost: w.Cost) -> str:
    """A cost, as it stands before an arrow."""
    parts = [f"{cost.points} build point{'s' * (cost.points != 1)}"] * bool(cost.points) + [
        f"{cost.force} Force"
    ] * bool(cost.force)
    parts += ["X build points"] * cost.x_points + ["X Force"] * (cost.x and not cost.marks)
    parts += [f"Force equal to {amount(cost.amount)}"] if cost.amount is not None and cost.amount != 0 else []
    parts = [f"pay {each}" for each in parts] + ["tap"] * cost.tap
    for word, those, number in (("tap", cost.tap_others, cost.tap_count), ("discard", cost.discard, cost.discard_count),
                                ("retreat", cost.retreat, 1), ("show", cost.show, 1),
                                ("show", cost.show_built, 1)):  # fmt: skip
        if those is not None:
            parts.append(f"{word} {things(those, 'one' if number == 1 else str(number or 'any number'))}")
    if cost.discard_cards:
        kind = (
            plural(kinds(cost.discard_kind))
            if cost.discard_kind is not None
            else f"card{'s' * (cost.discard_cards != 1)} from your hand"
        )
        parts.append(f"discard {cost.discard_cards} {kind}")
    parts += ["discard your hand"] * cost.whole_hand
    if cost.counters_on is not None:
        many = "X" if cost.x_counters else cost.counters
        parts.append(f"put {many} damage counter{'s' * (many != 1)} on {things(cost.counters_on, 'one')}")
    if cost.out is not None:
        parts.append(f"remove {things(cost.out, 'one' if cost.out_count == 1 else str(cost.out_count))} from the game")
    parts += [f"discard the top {cost.mill} cards of your deck"] * bool(cost.mill)
    parts += [f"discard the top {cost.mill_theirs} cards of your opponent's deck"] * bool(cost.mill_theirs)
    if cost.marks:
        parts.append(_marks_paid(cost))
    words = ", ".join(parts) or "pay 0 Force"
    return words[0].upper() + words[1:]


def _marks_paid(cost: w.Cost) -> str:
    if cost.marks_of is None:
        return f"remove {cost.marks_count} {counters(cost.marks, cost.marks_count)} from this card"
    many = cost.marks_amount
    if isinstance(many, int) and many < 0:
        return f"put {-many} {counters(cost.marks, -many)} on {things(cost.marks_of, 'one')}"
    return f"remove {amount(many)} {counters(cost.marks, many)} from {things(cost.marks_of, 'one')}"


def counters(mark: str, many: Any) -> str:
    """Counters of a kind, one or several."""
    word = "counter" if many in (1, -1) else "counters"
    return {"plain": word, "any": f"{word} of any type"}.get(mark, f"{mark} {word}")
