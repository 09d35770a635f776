"""Events that texts wait for."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.limiting import MODES
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import (
    DAMAGER,
    IT,
    Deed,
    Either,
    Hears,
    _event,
    _left,
    _named,
)
from adjudicator.swtcg.cards.compiling.story.rivals import against
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, DEFENDER, Part, _with, by_mode
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Event, Those

ANYWHERE = ("anywhere",)


def _left_zones(story: Story, words: tuple[Any, ...]) -> tuple[str, ...]:
    """The zones that something is discarded from, where it is said: "any arena" is no build zone."""
    places = tuple(word for word in words if callable(word))
    zones = _with(story, Those(zones=ANYWHERE), places).zones
    return tuple(zone for zone in zones if zone not in ANYWHERE) if zones else ARENAS


def _by_the_mode(event: Event, mode: str) -> Event:
    """Of "When this unit uses Bombard": its attack by it."""
    return structs.replace(event, to=structs.replace(event.to or Those(), mode=mode))


def _besides_this(noun: Noun) -> Noun:
    """What is named beside this unit, which may be one of them, is another."""
    return structs.replace(noun, build=lambda story: structs.replace(noun.build(story), other=True))


@v_args(inline=True)
class EventMeaning(Transformer[Token, Any]):
    """Events, of `events.lark`."""

    def event__of_things(self, noun: Noun, deed: Deed) -> Hears | Either:
        apart: tuple[Noun, ...] = noun.extra.get("apart", ())
        if apart:  # of "this unit or one of your Jedi" each is an event of its own
            return Either(tuple(deed(each if each.extra.get("this") else _besides_this(each)) for each in apart))
        return deed(noun)

    def event__of_either(self, noun: Noun, *deeds: Deed) -> Either:
        return Either(tuple(deed(noun) for deed in deeds))

    def event__either(self, one: Any, other: Any) -> Either:
        return Either((one, other))

    def event__attacks(self, who: Noun, whom: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            by = who.any_one(story)
            to = against(story, whom, ATTACKER) if whom is not None else None
            if to is not None:
                by, to = by_mode(by, to)
                story.mention(_named(to, DEFENDER), to)
            story.mention(_named(by, ATTACKER), by)
            story.marks["turned"] = _named(by, ATTACKER)
            return _event(kind="attacks", to=by, by=to)

        return hear

    def event__attacks_there(self, who: Noun, place: Part) -> Hears:
        hears: Hears = self.event__attacks(
            structs.replace(who, build=lambda story, made=who.build: place(story, made(story)))
        )
        return hears

    def event__attacked(self, who: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            to = who.any_one(story)
            attacker = against(story, by, DEFENDER) if by is not None else None
            story.mention(_named(attacker or Those(), ATTACKER), attacker)
            story.mention(_named(to, DEFENDER), to)
            story.marks["turned"] = _named(attacker or Those(), ATTACKER)
            return _event(kind="attacked", to=to, by=attacker)

        return hear

    def event__uses_keyword(self, who: Noun, keyword: Token, whom: Noun | None = None) -> Hears:
        """Of "This unit intercepts a Droid": the attack of that one. Hidden Cost is used to deploy."""
        if keyword == "hidden cost" and whom is None:
            deployed: Hears = self.event__is_deployed(who)
            return lambda story: structs.replace(deployed(story), at="hidden cost")
        if keyword in MODES:
            attacks: Hears = self.event__attacks(who, whom)
            return lambda story: _by_the_mode(attacks(story), str(keyword))
        if keyword != "intercept":
            raise NotMeant(f"uses {keyword}")

        def hear(story: Story) -> Event:
            to = who.any_one(story)
            by = whom.any_one(story) if whom is not None else None
            story.mention(_named(by or Those(), ATTACKER), by)
            story.mention(_named(to, DEFENDER), to)
            return _event(kind="intercepts", to=to, by=by)

        return hear

    def event__attacks_in_vain(self, noun: Noun, *_it: Any) -> Hears:
        """Known as the attack ends, with the damage that it did."""

        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            story.mention(_named(those, IT), those)
            story.marks["only if"] = w.Compare(left=w.X(name="damage"), how="=", right=0)
            return _event(kind="attack ends", to=those)

        return hear

    def event__attack_ends(self, noun: Noun) -> Hears:
        return lambda story: _event(kind="attack ends", to=noun.any_one(story))

    def event__its_attack_ends(self) -> Hears:
        return lambda story: _event(kind="attack ends", to=story.it())

    def event__the_attack_ends(self) -> Hears:
        def hear(story: Story) -> Event:
            story.marks["attack over"] = True
            return _event(kind="attack ends")

        return hear

    def event__attacks_and_damages(self, who: Noun) -> Hears:
        """Of "Attacks and does damage": the damage that it does by attacking."""

        def hear(story: Story) -> Event:
            by = who.any_one(story)
            story.mention(IT, Those())
            story.mention(_named(by, DAMAGER), by)
            story.much = w.X(name="damage")
            return _event(kind="damages", by=by, at="attack")

        return hear

    def event__damages_so_much(self, who: Noun, least: Token, *to: Noun) -> Hears:
        """So much at once by attacking, as whoever reads the text is told of no other damage."""

        def hear(story: Story) -> Event:
            event = structs.replace(
                self.event__attacks_and_damages(who)(story), to=to[0].any_one(story) if to else None
            )
            story.marks["also asked"] = w.Compare(left=w.X(name="damage"), how=">=", right=int(least))
            return event

        return hear

    def event__untaps(self, noun: Noun) -> Hears:
        return self._of_it("untapped", noun)

    def event__taps(self, noun: Noun) -> Hears:
        return self._of_it("tapped", noun)

    def _of_it(self, kind: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            story.mention(_named(those, IT), those)
            return _event(kind=kind, to=those)

        return hear

    def event__damages(self, by: Noun, to: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            one, other = by.any_one(story), Those() if to is None else to.any_one(story)
            story.mention(_named(other, IT), other)
            story.mention(_named(one, DAMAGER), one)
            story.much = w.X(name="damage")
            return _event(kind="damages", by=one, to=other)

        return hear

    def event__damages_and_kills(self, by: Noun, to: Noun, _gone: Noun) -> Hears:
        return self.event__kills(by, to)

    def event__kills(self, by: Noun, to: Noun, *_place: Part) -> Hears:
        def hear(story: Story) -> Event:
            one, other = by.any_one(story), to.any_one(story)
            if one.bound and one == other:
                raise NotMeant("which of the two")
            if other == THIS or not one.bound:
                story.mention(DAMAGER, one)
            story.mention(_named(other, IT), other)
            if one.bound == "this":
                story.mention(one, one)
            story.marks["fallen"] = other
            return _event(kind="kills", by=one, to=other)

        return hear

    def event__kills_attacking(self, by: Noun, to: Noun, *_place: Part) -> Hears:
        """Of "Damage from its attack": that of the attack itself, not of an ability in it."""
        hears: Hears = self.event__kills(by, to)
        return lambda story: structs.replace(hears(story), at="attack")

    def event__killed_by(self, to: Noun, *words: Any) -> Hears:
        hears: Hears = self.event__kills(words[-1], to)
        return hears

    def event__killed_attacking(self, to: Noun, *_place: Part) -> Hears:
        """Of "Is discarded by an attack": by whatever attacked."""

        def hear(story: Story) -> Event:
            those = to.any_one(story)
            story.mention(DAMAGER, Those())
            story.mention(_named(those, IT), those)
            story.marks["fallen"] = those
            return _event(kind="kills", by=Those(), to=those, at="attack")

        return hear

    def event__damaged(self, to: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            those = to.any_one(story)
            source = by.any_one(story) if by is not None else None
            if source is not None:
                story.mention(DAMAGER, source)
            story.mention(_named(those, IT), those)
            story.much = w.X(name="damage")
            return _event(kind="damaged", to=those, by=source)

        return hear

    def event__damaged_by_attack(self, to: Noun) -> Hears:
        hears: Hears = self.event__damaged(to)
        return lambda story: structs.replace(hears(story), at="attack")

    def event__damaged_so_much(self, to: Noun, least: Token) -> Hears:
        """So much at once."""
        hears: Hears = self.event__damaged(to)

        def hear(story: Story) -> Event:
            event = hears(story)
            story.marks["also asked"] = w.Compare(left=w.X(name="damage"), how=">=", right=int(least))
            return event

        return hear

    def event__damaged_so_much_by_attack(self, to: Noun, least: Token) -> Hears:
        hears: Hears = self.event__damaged_so_much(to, least)
        return lambda story: structs.replace(hears(story), at="attack")

    def event__damaged_and_stays(self, to: Noun) -> Hears:
        """Of "Is damaged but not discarded": whether it stays shows once the damage is done."""
        hears: Hears = self.event__damaged(to)

        def hear(story: Story) -> Event:
            event = hears(story)
            if event.to != THIS:
                raise NotMeant("whether another stays")
            story.marks["only if"] = w.There(are=structs.replace(THIS, zones=ARENAS))
            return event

        return hear

    def event__would_be_damaged(self, to: Noun, by: Noun | None = None) -> Hears:
        def hear(story: Story) -> Event:
            those = to.any_one(story)
            target = _named(those, IT)
            story.mention(target, those)
            story.marks["damaged"] = target
            return _event(kind="would be damaged", to=those, by=by.any_one(story) if by is not None else None)

        return hear

    def event__would_be_damaged_there(self, noun: Noun, place: Part) -> Hears:
        there = structs.replace(noun, build=lambda story: place(story, noun.any_one(story)))
        return self.event__would_be_damaged(there)

    def event__would_be_damaged_by_attack(self, to: Noun, by: Noun | None = None) -> Hears:
        hears: Hears = self.event__would_be_damaged(to, by)
        return lambda story: structs.replace(hears(story), at="attack")

    def would_be_damaged(self, to: Noun, by: Noun | None = None) -> Hears:
        return self.event__would_be_damaged(to, by)

    def event__would_damage(self, by: Noun, to: Noun) -> Hears:
        def hear(story: Story) -> Event:
            source, those = by.any_one(story), to.any_one(story)
            story.mention(DAMAGER, source)
            target = _named(those, IT)
            story.mention(target, those)
            story.marks["damaged"] = target
            return _event(kind="would be damaged", to=those, by=source)

        return hear

    def event__player_would_damage(self, player: str, to: Noun) -> Hears:
        """Of "Your opponent would damage ...": something of that player's would."""
        by = Noun("each", lambda story: Those(what="stack", side=story.side(player)))
        return self.event__would_damage(by, to)

    def event__discarded(self, noun: Noun, *words: Any) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            if those.bound == "disrupted":
                raise NotMeant("what becomes of what is disrupted")
            zones = _left_zones(story, words)
            at, those = _left(those, zones)
            story.mention(_named(those, IT), those)
            if those == THIS and "build" in zones:
                story.marks["build zone too"] = True
            if at and those == THIS:
                story.arena = (at,)  # it stands in no arena any more
            story.marks["discarded"] = story.marks["fallen"] = those
            return _event(kind="discarded", to=those, at=at)

        return hear

    def event__discarded_by_damage(self, *_words: Any) -> Hears:
        """No event of the language says that it is any damage, a Battle card's too, that has it discarded."""
        raise NotMeant("discarded by damage")

    def event__would_be_discarded(self, noun: Noun, *words: Any) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            story.mention(_named(those, IT), those)
            fatal = [each for each in words if isinstance(each, tuple)]
            places = [each for each in words if not isinstance(each, tuple)]
            at, those = _left(those, _left_zones(story, (*places, *(fatal[0] if fatal else ()))))
            return _event(kind="would be discarded", to=those, at=at, fatal=bool(fatal))

        return hear

    def by_damage(self, *places: Part) -> tuple[Part, ...]:
        """Where the damage comes from, if that is said: where the unit is that it is done to."""
        return places

    def event__would_retreat(self, noun: Noun, *place: Part) -> Hears:
        def hear(story: Story) -> Event:
            those = _with(story, noun.any_one(story), place)
            story.mention(_named(those, IT), those)
            return _event(kind="would retreat", to=those)

        return hear

    def would_be_discarded(self, noun: Noun, *words: Any) -> Hears:
        return self.event__would_be_discarded(noun, *words)

    def event__player_attacks(self, player: str, noun: Noun) -> Hears:
        """Of "Your opponent attacks this unit": one of that player's units does."""
        by = Noun("each", lambda story: Those(side=story.side(player)))
        hears: Hears = self.event__attacked(noun, by)
        return hears

    def event__attacks_with(self, player: str, noun: Noun) -> Hears:
        """Of "When you attack with one of your Jedi": when that one attacks."""

        def whose(story: Story) -> Those:
            those, side = noun.any_one(story), story.side(player)
            if side not in ("yours", "opponents") or (those.bound and (those != THIS or side != "yours")):
                raise NotMeant("whose attack with that")
            if those.side not in ("any", side):
                raise NotMeant("whose attack with that")
            return those if those.bound or those.side != "any" else structs.replace(those, side=side)

        hears: Hears = self.event__attacks(Noun(noun.how, whose))
        return hears

    def event__would_be_damaged_by_player(self, to: Noun, player: str) -> Hears:
        return self.event__player_would_damage(player, to)

    def event__is_deployed(self, noun: Noun, *places: Part) -> Hears:
        def hear(story: Story) -> Event:
            those = _with(story, noun.any_one(story), places)
            story.mention(_named(those, IT), those)
            return _event(kind="deployed", to=those)

        return hear

    def event__retreats(self, noun: Noun, *places: Part) -> Hears:
        """What retreats from an arena is of that arena's type."""

        def hear(story: Story) -> Event:
            zones = _left_zones(story, places)
            heard: Event = self._of_it("retreats", noun)(story)
            if zones in ((), ARENAS):
                return heard
            to = heard.to
            if to is None or to == THIS or to.types or to.bound or not set(zones) <= set(ARENAS):
                raise NotMeant("retreats from there")
            return structs.replace(heard, to=structs.replace(to, types=zones))

        return hear

    def event__rolls_attack(self, _player: str, noun: Noun) -> Hears:
        return lambda story: _event(kind="rolled", at="attack", by=noun.any_one(story))

    def event__rolls_its_attack(self, noun: Noun) -> Hears:
        return self.event__rolls_attack("", noun)

    def event__rolls_against(self, *words: Any) -> Hears:
        return lambda story: _event(kind="rolled", at="attack", to=words[-1].any_one(story))
