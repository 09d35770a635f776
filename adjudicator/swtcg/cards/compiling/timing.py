"""When: events, conditions, durations, restrictions on playing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.nouns import ATTACKER, DEFENDER, Part, Told, _with, stat_of
from adjudicator.swtcg.cards.compiling.story import ARENAS, Noun, NotMeant, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Event, Those

Hears = Callable[[Story], Event]
Asks = Callable[[Story], w.Condition]
IT, DAMAGER = Those(what="stack", bound="it"), Those(what="stack", bound="damager")


class Only(msgspec.Struct, frozen=True):
    """One restriction: a time of `language.TIMES`, a condition, or a limit."""

    time: str = ""
    condition: Asks | None = None
    limit: str = ""


class Discarded(msgspec.Struct, frozen=True):
    """Something being discarded, later this turn, as the condition of what then happens."""

    noun: Noun
    places: tuple[Part, ...]

    def __call__(self, story: Story) -> w.Condition:
        """As a condition on what has happened."""
        raise NotMeant("if that is discarded")


class Member(msgspec.Struct, frozen=True):
    """A condition on the very thing that is changed ("as long as it is attacking a Droid")."""

    noun: Noun
    part: Part
    asks: Asks


def _event(**fields: Any) -> Event:
    return Event(**{key: value for key, value in fields.items() if value is not None})


@v_args(inline=True)
class TimeMeaning(Transformer[Token, Any]):
    """The rules for time and condition, of `sentences.lark`."""

    # --- events -------------------------------------------------------------------------------

    def event__attacks(self, who: Noun, whom: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            by = who.build(story)
            to = whom.build(story) if whom is not None else None
            if to is not None:
                story.mention(_named(to, DEFENDER), to)
            story.mention(_named(by, ATTACKER), by)
            story.marks["turned"] = _named(by, ATTACKER)
            return _event(kind="attacks", to=by, by=to)

        return hear

    def event__attacked(self, who: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            to = who.build(story)
            attacker = by.build(story) if by is not None else None
            story.mention(_named(attacker or Those(), ATTACKER), attacker)
            story.mention(_named(to, DEFENDER), to)
            return _event(kind="attacked", to=to, by=attacker)

        return hear

    def event__attack_ends(self, noun: Noun) -> Hears:
        return lambda story: _event(kind="attack ends", to=noun.build(story))

    def event__its_attack_ends(self) -> Hears:
        return lambda story: _event(kind="attack ends", to=story.it())

    def event__the_attack_ends(self) -> Hears:
        return lambda story: _event(kind="attack ends")

    def event__damages(self, by: Noun, to: Noun) -> Hears:
        def hear(story: Story) -> Event:
            one, other = by.build(story), to.build(story)
            story.mention(_named(other, IT), other)
            story.mention(_named(one, DAMAGER), one)
            story.much = w.X(name="damage")
            return _event(kind="damages", by=one, to=other)

        return hear

    def event__damages_and_kills(self, by: Noun, to: Noun, _gone: Noun) -> Hears:
        return self.event__kills(by, to)

    def event__kills(self, by: Noun, to: Noun, *_place: Part) -> Hears:
        def hear(story: Story) -> Event:
            one, other = by.build(story), to.build(story)
            story.mention(IT, other)
            if one.bound != "this":
                raise NotMeant("kills of another")
            story.mention(one, one)
            return _event(kind="kills", by=one, to=other)

        return hear

    def event__damaged(self, to: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            those = to.build(story)
            source = by.build(story) if by is not None else None
            story.mention(_named(those, IT), those)
            story.much = w.X(name="damage")
            return _event(kind="damaged", to=those, by=source)

        return hear

    def event__would_be_damaged(self, to: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            those = to.build(story)
            target = _named(those, IT)
            story.mention(target, those)
            story.marks["damaged"] = target
            return _event(kind="would be damaged", to=those, by=by.build(story) if by is not None else None)

        return hear

    def event__would_damage(self, by: Noun, to: Noun) -> Hears:
        def hear(story: Story) -> Event:
            source, those = by.build(story), to.build(story)
            story.mention(DAMAGER, source)
            target = _named(those, IT)
            story.mention(target, those)
            story.marks["damaged"] = target
            return _event(kind="would be damaged", to=those, by=source)

        return hear

    def event__player_would_damage(self, player: str, to: Noun) -> Hears:
        """ "Your opponent would damage ...": something of that player's would."""
        by = Noun("each", lambda story: Those(what="stack", side=story.side(player)))
        return self.event__would_damage(by, to)

    def event__discarded(self, noun: Noun, *words: Any) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            zones = _with(story, Those(), tuple(word for word in words if callable(word))).zones
            at, those = _left(those, zones)
            story.mention(_named(those, IT), those)
            return _event(kind="discarded", to=those, at=at)

        return hear

    def event__would_be_discarded(self, noun: Noun, *words: Any) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            zones = _with(story, Those(), tuple(word for word in words if callable(word))).zones
            story.mention(_named(those, IT), those)
            at, those = _left(those, zones)
            return _event(kind="would be discarded", to=those, at=at)

        return hear

    def event__deploys(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            story.mention(_named(those, IT), those)
            if those.bound != "this":
                sides = {"you": "yours", "opponent": "opponents"}
                those = structs.replace(those, side=sides.get(player) or _not_meant("who deploys"))
                those = structs.replace(those, what="unit" if those.what == "card" else those.what)
            return _event(kind="deployed", to=those)

        return hear

    def event__is_deployed(self, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            story.mention(_named(those, IT), those)
            return _event(kind="deployed", to=those)

        return hear

    def event__retreats(self, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            story.mention(_named(those, IT), those)
            return _event(kind="retreats", to=those)

        return hear

    def event__battle_starts(self, *types: Token) -> Hears:
        return lambda story: _step("starts", types)

    def event__battle_ends(self, *types: Token) -> Hears:
        return lambda story: _step("ends", types)

    def event__step_starts(self, *words: Any) -> Hears:
        step = str(words[-1])
        whose = words[0] if len(words) > 1 else None

        def hear(story: Story) -> Event:
            side = whose(story, Those()).side if whose is not None else ""
            at = {"yours": "yours", "opponents": "opponents", "": ""}.get(side)
            if at is None:
                raise NotMeant("whose step")
            if step in ("build step", "draw step"):
                return _event(kind=f"{step} starts", at=at)
            raise NotMeant(step)

        return hear

    def event__step_ends(self, *_words: Any) -> Hears:
        raise NotMeant("a step's end")

    def event__next_step_starts(self, whose: Part, step: Token) -> Hears:
        def hear(story: Story) -> Event:
            if whose(story, Those()).side != "yours" or step != "build step":
                raise NotMeant("a next step")
            return _event(kind="build step starts", at="yours")

        return hear

    def event__build_roll(self) -> Hears:
        return lambda story: _event(kind="rolled", at="build")

    def event__turn_ends(self) -> Hears:
        return lambda story: _event(kind="turn ends")

    def event__turn_starts(self) -> Hears:
        return lambda story: _event(kind="turn starts")

    def event__next_turn_starts(self) -> Hears:
        return lambda story: _event(kind="turn starts")

    def event__discarded_from_hand(self, *words: Any) -> Hears:
        noun = next(word for word in words if isinstance(word, Noun))

        def hear(story: Story) -> Event:
            if noun.build(story).bound != "this":
                raise NotMeant("what is discarded from hand")
            story.marks["elsewhere"] = "hand"
            story.mention(THIS, THIS)
            return _event(kind="discarded from hand", to=THIS)

        return hear

    def event__draws(self, player: str, *_words: Any) -> Hears:
        return lambda story: _event(kind="drawn", to=Those(side=story.side(player)))

    def event__prevents(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            if player != "you":
                raise NotMeant("who prevents")
            story.mention(_named(those, IT), those)
            return _event(kind="prevented", to=those)

        return hear

    def event__finishes(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            if player != "you" or those.bound != "this":
                raise NotMeant("what is built")
            return _event(kind="finished", to=those)

        return hear

    def event__location_put(self, player: str, noun: Noun, _place: Part) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.build(story)
            if player != "you" or those.bound != "this":
                raise NotMeant("what is put")
            return _event(kind="put", to=those)

        return hear

    # --- conditions ---------------------------------------------------------------------------

    def condition_if(self, asks: Any) -> Any:
        return asks

    def condition__first(self, asks: Any) -> Any:
        return asks

    def condition__both(self, *many: Any) -> Asks:
        return lambda story: w.Both(of=tuple(_asked(each, story) for each in many))

    def condition__either(self, *many: Any) -> Asks:
        return lambda story: w.AnyOf(of=tuple(_asked(each, story) for each in many))

    def simple__is_in(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _with(story, noun.build(story), places)
            story.mention(structs.replace(those, zones=()), those)
            return w.There(are=those)

        return ask

    def simple__player_has(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__player_has_exactly(self, player: str, number: Token, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _owned(story, player, noun)
            story.mention(those, those, plural=int(number) > 1)
            return w.There(are=those, least=int(number), most=int(number))

        return ask

    def simple__total_is(self, bound: tuple[str, Any]) -> Asks:
        def ask(story: Story) -> w.Condition:
            into = story.marks["rolled"] if "rolled" in story.marks else _not_meant("their total")
            return w.Compare(left=w.X(name=into), how=bound[0], right=bound[1](story))

        return ask

    def simple__tie(self) -> Asks:
        return lambda story: w.Compare(left=w.X(name="rolled"), how="=", right=_both_rolled(story))

    def roll_bound__higher(self) -> tuple[str, Any]:
        return "higher", ()

    def roll_bound__lower(self) -> tuple[str, Any]:
        return "lower", ()

    def simple__player_has_least(self, player: str, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=_owned(story, player, noun), least=int(number))

    def simple__player_has_none(self, player: str, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=_owned(story, player, noun)))

    def simple__more_than(self, player: str, noun: Noun, other: str, *same: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            mine = _owned(story, player, noun)
            if same:
                theirs = _owned(story, other, same[0])
            else:
                theirs = structs.replace(mine, side=story.side(other))
            return w.Compare(left=w.Count(of=mine), how=">", right=w.Count(of=theirs))

        return ask

    def simple__there_is(self, noun: Noun) -> Asks:
        return lambda story: _count(noun.build(story), noun)

    def simple__there_is_no(self, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=noun.build(story)))

    def simple__there_is_least(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=noun.build(story), least=int(number))

    def simple__there_is_more(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=noun.build(story), least=int(number) + 1)

    def simple__no_damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=False))

    def simple__damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=True))

    def _state(self, noun: Noun, part: Part) -> Member:
        return Member(noun, part, lambda story: w.There(are=part(story, noun.build(story))))

    def simple__is_attacking(self, noun: Noun, whom: Noun | None = None) -> Member:
        if whom is None:
            return self._state(noun, lambda story, those: structs.replace(those, attacking=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacking_whom=_target(story, whom)))

    def simple__is_attacked(self, noun: Noun, by: Noun | None = None) -> Member:
        if by is None:
            return self._state(noun, lambda story, those: structs.replace(those, defending=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacked_by=by.build(story)))

    def simple__is_using(self, noun: Noun, keyword: Token, whom: Noun) -> Member:
        def part(story: Story, those: Those) -> Those:
            return structs.replace(those, attacking_whom=_target(story, whom), mode=str(keyword))

        return self._state(noun, part)

    def simple__has_pilot(self, noun: Noun, *_words: Any) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, piloted=True))

    def simple__has_no_pilot(self, noun: Noun, *_words: Any) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, piloted=False))

    def simple__is_piloted(self, noun: Noun, by: Noun | None = None) -> Member:
        def part(story: Story, those: Those) -> Those:
            return (
                structs.replace(those, piloted_by=by.build(story))
                if by is not None
                else structs.replace(those, piloted=True)
            )

        return self._state(noun, part)

    def simple__is_not_piloted(self, noun: Noun, by: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=structs.replace(noun.build(story), piloted_by=by.build(story))))

    def simple__has_keyword(self, noun: Noun, keyword: Token) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, keyword=str(keyword)))

    def simple__has_feature(self, noun: Noun, feature: Part) -> Member:
        return self._state(noun, feature)

    def simple__is_state(self, noun: Noun, state: Part) -> Member:
        return self._state(noun, state)

    def simple__is_a(self, noun: Noun, described: Part) -> Asks:
        return lambda story: w.There(are=_joined(noun.build(story), described(story, Those())))

    def simple__is_not_a(self, noun: Noun, described: Part) -> Asks:
        return lambda story: w.Not(of=w.There(are=_joined(noun.build(story), described(story, Those()))))

    def simple__was_discarded(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.Happened(event="discarded", to=_with(story, noun.build(story), places))

        return ask

    def simple__controls_arena(self, player: str, place: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            zones = place(story, Those()).zones
            if len(zones) != 1:
                raise NotMeant("controls which arena")
            return w.Controls(arena=zones[0], who=story.one_player(player))

        return ask

    def simple__force_is(self, bound: tuple[str, Told]) -> Asks:
        return lambda story: w.Compare(left=w.Tally(of="force"), how=bound[0], right=bound[1](story))

    def simple__force_more(self) -> Asks:
        return lambda story: w.Compare(
            left=w.Tally(of="force"), how=">", right=w.Tally(of="force", who="opponent")
        )

    def simple__controls(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__stat_is(self, noun: Noun, stat: Token, bound: tuple[str, Told]) -> Asks:
        def ask(story: Story) -> w.Condition:
            how, amount = bound
            return w.Compare(left=w.Stat(stat=stat_of(str(stat)), of=noun.build(story)), how=how, right=amount(story))

        return ask

    def simple__then_discarded(self, noun: Noun, *places: Part) -> Asks:
        """ "If that unit is discarded": an event to come (`telling` makes a delayed effect of it)."""
        return Discarded(noun, places)

    def simple__is_in_with_pilot(self, noun: Noun, place: Part, *_words: Any) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.There(are=structs.replace(_with(story, noun.build(story), (place,)), piloted=True))

        return ask

    def simple__all_are(self, described: Part, *parts: Part) -> Asks:
        *posts, state = parts

        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), tuple(posts))
            contrary = structs.replace(state(story, Those()))
            flipped = {
                field: not getattr(contrary, field)
                for field in ("tapped", "damaged", "stacked", "piloted")
                if getattr(contrary, field) is not None
            }
            return w.Not(of=w.There(are=structs.replace(those, **flipped)))

        return ask

    def simple__player_has_less(self, player: str, number: Token, noun: Noun) -> Asks:
        """Fewer than so many; "in each arena": fewer in at least one of them."""

        def ask(story: Story) -> w.Condition:
            those = _owned(story, player, noun)
            if story.marks.pop("each arena", False):
                each = (w.There(are=structs.replace(those, zones=(arena,)), least=int(number)) for arena in ARENAS)
                return w.Not(of=w.Both(of=tuple(each)))
            return w.Not(of=w.There(are=those, least=int(number)))

        return ask

    def simple__rolled(self, player: str, bound: tuple[str, Any], *_noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            if bound[0] in ("higher", "lower"):
                how = ">" if (bound[0] == "higher") == (player == "you") else "<"
                return w.Compare(left=w.X(name="rolled"), how=how, right=_both_rolled(story))
            into = story.marks["rolled"] if "rolled" in story.marks else _not_meant("roll")
            return _rolled(into, *bound)

        return ask

    def roll_bound__any_of(self, *numbers: Token) -> tuple[str, Any]:
        return "in", tuple(sorted(int(number) for number in numbers))

    def roll_bound__at_least(self, number: Token) -> tuple[str, Any]:
        return ">=", (int(number),)

    # --- durations ------------------------------------------------------------------------------

    def duration__turn(self, *_words: Any) -> str:
        return "turn"

    def duration__battle(self) -> str:
        return "battle"

    def duration__attack(self) -> str:
        return "attack"

    def duration__game(self) -> str:
        return "permanent"

    def duration__battle_step(self, _type: Token) -> str:
        return "step"

    def duration__next_turn(self) -> str:
        return "next turn"

    def duration__step(self, whose: Part, step: Token) -> tuple[str, Part, str]:
        return "step", whose, str(step)

    def duration__next_step(self, whose: Part, step: Token) -> tuple[str, Part, str]:
        return "next step", whose, str(step)

    # --- when it may be played ------------------------------------------------------------------

    def restriction(self, *only: Any) -> tuple[Only, ...]:
        return tuple(each for each in only if isinstance(each, Only))

    def only__step(self, step: Token) -> Only:
        return Only(time="build step") if step == "build step" else _not_meant(str(step))

    def only__step_or_attack(self, step: Token, noun: Noun) -> Only:
        if step != "build step":
            raise NotMeant(str(step))
        return Only(time="build step or would attack", condition=lambda story: _must_be_this(story, noun))

    def only__in_battle(self, kind: Token) -> Only:
        return Only(time="battle") if kind == "battle" else _not_meant(str(kind))

    def only__in_battle_step(self, kind: Token) -> Only:
        return Only(condition=lambda story: w.InPhase(at=str(kind)))

    def only__would_attack(self, noun: Noun) -> Only:
        return Only(time="would attack", condition=lambda story: _must_be_this(story, noun))

    def only__when_attacked(self, *_noun: Any) -> Only:
        return Only(time="attacked")

    def only__no_attack(self, _described: Part) -> Only:
        return Only(time="no attack")

    def only__if_so(self, asks: Any) -> Only:
        return Only(condition=lambda story: _asked(asks, story))

    def only__once(self) -> Only:
        return Only(limit="turn")

    def only__before_any(self, described: Part, *posts: Part) -> Only:
        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), posts)
            return w.Not(of=w.There(are=structs.replace(those, has_attacked=True)))

        return Only(time="no attack", condition=ask)

    def only__before_dice(self, *_words: Any) -> Only:
        return Only(time="before dice")

    def only__any_times(self, *steps: Any) -> Only:
        return Only(limit="any", time="build step" if steps else "")

    def only__any_time(self) -> Only:
        return Only(time="any time")


# --- how they are put together --------------------------------------------------------------------


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def _asked(asks: Any, story: Story) -> w.Condition:
    condition: w.Condition = asks.asks(story) if isinstance(asks, Member) else asks(story)
    return condition


def _named(those: Those, name: Those) -> Those:
    """How to mean again what an event happened to: this card as it is, anything else by the event's name."""
    return THIS if those.bound == "this" else those if those.bound else name


def _left(those: Those, zones: tuple[str, ...]) -> tuple[str, Those]:
    """What is discarded and where from: the arena of one is said of the event, several of the thing."""
    zones = zones or those.zones
    if those.bound == "this":
        return (zones[0] if len(zones) == 1 else ""), THIS
    return (zones[0] if len(zones) == 1 else ""), those


def _step(which: str, types: tuple[Token, ...]) -> Event:
    if not types:
        return _event(kind=f"phase {which}", at="battle")
    if types[0] not in ARENAS:
        raise NotMeant(str(types[0]))
    return _event(kind=f"step {which}", at=str(types[0]))


def _owned(story: Story, player: str, noun: Noun) -> Those:
    those = noun.build(story)
    return structs.replace(those, side=story.side(player)) if those.side == "any" else those


def _has(story: Story, player: str, noun: Noun) -> w.Condition:
    if noun.how == "all":
        return w.Both(of=tuple(_has(story, player, each) for each in noun.extra["nouns"]))
    those = _owned(story, player, noun)
    if those.what == "card":
        story.mention(those, those, plural=True)
    if noun.how == "none":
        return w.Not(of=w.There(are=those))
    return _count(those, noun)


def _count(those: Those, noun: Noun) -> w.Condition:
    least = noun.least if noun.how == "pick" else 1
    if noun.how == "none":
        return w.Not(of=w.There(are=those))
    return w.There(are=those, least=least)


def _target(story: Story, noun: Noun) -> Those:
    return noun.build(story)


def _joined(those: Those, kind: Those) -> Those:
    fields = {
        field: getattr(kind, field)
        for field in Those.__struct_fields__
        if getattr(kind, field) != getattr(Those(), field)
    }
    fields.pop("what", None)
    return structs.replace(those, **fields)


def _must_be_this(story: Story, noun: Noun) -> Any:
    if noun.build(story).bound != "this":
        raise NotMeant("when another unit would attack")
    return None


def _both_rolled(story: Story) -> w.X:
    if "both rolled" not in story.marks:
        raise NotMeant("who rolls")
    return w.X(name="rolled opponent")


def _rolled(into: str, how: str, numbers: tuple[int, ...]) -> w.Condition:
    rolled = w.X(name=into)
    if how == ">=":
        return w.Compare(left=rolled, how=">=", right=numbers[0])
    several = tuple(w.Compare(left=rolled, how="=", right=number) for number in numbers)
    return several[0] if len(several) == 1 else w.AnyOf(of=several)
