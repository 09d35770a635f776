"""What is so while a card is there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told, _with, stat_of
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those


def _ability_tax(story: Story, of: Those | None, side: str, words: tuple[Any, ...]) -> None:
    """What activated abilities cost more or less, of those units or of a player's."""
    number, less = next((int(a), b) for a, b in pairwise(words) if isinstance(a, Token) and isinstance(b, bool))
    printed = next((word for word in words if isinstance(word, int) and not isinstance(word, bool | Token)), None)
    kind = "activated" if printed is None else "force activated"
    dearer = printed is None and not less  # also what costs no Force, unless the text speaks of Force costs
    tax = w.Tax(kind=kind, force=-number if less else number, side=side, of=of, printed=printed or 0, free=dearer)
    story.say(_until(story, tax))


def _until(story: Story, change: Any) -> Any:
    if story.lasts and not story.until:
        return change
    return structs.replace(change, until=story.duration())


@v_args(inline=True)
class StatementMeaning(Transformer[Token, Any]):
    """Statements, of `statements.lark`."""

    pronoun__it: Callable[[], Noun]

    def statement__equip_costs(self, whose: Part, *words: Any) -> Say:
        """Of "Your Equip abilities cost 1 less Force": what attaching costs to your units."""

        def say(story: Story) -> None:
            number = int(next(word for word in words if isinstance(word, Token) and word.type == "NUM"))
            less = next(word for word in words if isinstance(word, bool))
            side = whose(story, Those()).side
            whose_units = Those(side=side)
            story.say(_until(story, w.Tax(kind="equip", force=-number if less else number, of=whose_units)))

        return say

    def statement__free_too(self, kind: Token, *words: Token) -> Say:
        """Of "Battle cards with no Force cost now cost 2": what was said before makes those dearer too."""

        def say(story: Story) -> None:
            do, last = story.last_said()
            number = int(next(word for word in words if word.type == "NUM"))
            if kind != "battle" or not isinstance(last, w.Tax) or (last.kind, last.force) != ("battle", number):
                raise NotMeant("what has no Force cost")
            do[-1] = structs.replace(last, free=True)

        return say

    def statement__treated(self, noun: Noun, kind: Noun) -> Say:
        """Of "Treat those units as Ewoks": nothing but a subtype."""

        def say(story: Story) -> None:
            story.marks["treated"] = True  # "as Imperial": a subtype, without an article too
            told = kind.build(story)
            story.marks.pop("treated")
            if told != Those(what=UNIT_OR_PILOT, subtype=told.subtype) or not told.subtype:
                raise NotMeant("treated as that")
            asked = "static condition" in story.marks or "member" in story.marks
            if story.lasts and not story.until and noun.build(story) == THIS and not asked:
                story.marks["abilities"] = (w.TreatAs(subtype=told.subtype),)
                return
            story.say(_until(story, w.Grant(to=story.reach(noun), ability=w.TreatAs(subtype=told.subtype))))

        return say

    def statement__abilities_barred(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Allow(clause="ABILITY_MAY_BE_PLAYED", who=noun.build(story), permit=False)))

        return say

    def statement__its_abilities_barred(self) -> Say:
        return self.statement__abilities_barred(Noun("ref", lambda story: story.it()))

    def statement__keywords_idle(self, *keywords: Token) -> Say:
        """Of "Shields have no effect": whoever has them has not."""

        def say(story: Story) -> None:
            for keyword in keywords:
                story.say(_until(story, w.Silence(of=Those(), keyword=str(keyword), vain=True)))

        return say

    def statement__pilots_only(self, noun: Noun, unit: Noun) -> Say:
        """Of "Only Sith can pilot this unit": nobody else can."""

        def say(story: Story) -> None:
            others = Those(what="stack", but=structs.replace(noun.build(story), what="stack"))
            story.say(_until(story, w.Allow(clause="MAY_BE_PILOTED", who=unit.build(story), permit=False, whom=others)))

        return say

    def statement__that_stands(self) -> Say:
        def say(story: Story) -> None:
            do, last = story.last_said()
            if not isinstance(last, w.Damage):
                raise NotMeant("that damage")
            do[-1] = structs.replace(last, preventable=False)

        return say

    def built_for(self, noun: Noun, place: Part) -> Say:
        """Of "You may deploy this Location to any arena": while it lies there to be built."""

        def say(story: Story) -> None:
            zones = place(story, Those()).zones
            if noun.build(story) != THIS or "location" not in story.marks.get("types", ()) or zones or not story.lasts:
                raise NotMeant("where that may be put")
            anywhere = w.Allow(clause="ARENA_IS_THE_LOCATIONS", who=THIS)
            may = w.Elsewhere(zone="built", ability=w.Static(changes=(anywhere,)))
            story.marks["abilities"] = (*story.marks.get("abilities", ()), may)

        return say

    def statement__built_for(self, say: Say) -> Say:
        return say

    def statement__that_only_by(self, noun: Noun) -> Say:
        """Of "That damage can only be prevented by a Jedi": by a thing of that kind, and no card from a hand."""

        def say(story: Story) -> None:
            do, last = story.last_said()
            if not isinstance(last, w.Damage) or last.only_by is not None:
                raise NotMeant("that damage")
            by = noun.build(story)
            if noun.how not in ("pick", "each", "ref") or by.what == "card":
                raise NotMeant("prevented by what")
            do[-1] = structs.replace(last, only_by=by)

        return say

    def statement__that_stands_against(self, *keywords: Token) -> Say:
        def say(story: Story) -> None:
            do, last = story.last_said()
            if not isinstance(last, w.Damage):
                raise NotMeant("that damage")
            do[-1] = structs.replace(last, not_by=tuple(str(keyword) for keyword in keywords))

        return say

    def statement__disrupted_barred(self, *until: str) -> Say:
        def say(story: Story) -> None:
            do, last = story.last_said()
            if not isinstance(last, w.Disrupt) or until not in ((), ("turn",)):
                raise NotMeant("the disrupted ability")
            do[-1] = structs.replace(last, bars=True)

        return say

    def statement__sides_in_turn(self, *sides: Token) -> Say:
        def say(story: Story) -> None:
            _, last = story.last_said()
            if not isinstance(last, w.ForEachPlayer) or not sides[0].startswith("dark"):
                raise NotMeant("who is first")

        return say

    def statement__stacks_cannot(self, limit: Any, *_until: str) -> Say:
        return lambda story: story.say(*limit(story, Those(what="stack")))

    def statement__must_if_it_can(self, who: Noun, whom: Noun, *_same: Noun) -> Say:
        """A duty to attack, which binds whoever can (rots.attack.must-attack)."""
        return lambda story: story.say(_until(story, w.Oblige(who=who.build(story), must_attack=whom.build(story))))

    def statement__nothing_new(self, *_words: Any) -> Say:
        """A reminder of what the rules have anyway."""
        return lambda story: story.marks.update(reminder=True)

    def statement__nothing(self, *_player: str) -> Say:
        return lambda story: None

    def statement__prevents_both(self, noun: Noun, *_same: Any) -> Say:
        def say(story: Story) -> None:
            those = noun.build(story)
            if not story.lasts or story.until or those != THIS:
                raise NotMeant("to and from that")
            to = w.Event(kind="would be damaged", to=those)
            by = w.Event(kind="would be damaged", by=those)
            story.marks["abilities"] = (
                w.Triggered(when=to, do=(w.Prevent(),), chance="prevention"),
                w.Triggered(when=by, do=(w.Prevent(to=Those(what="stack", bound="it")),), chance="prevention"),
            )

        return say

    def statement__stat_is(self, noun: Noun, stat: Token, amount: Told) -> Say:
        return self.statement__stats_are(noun, stat, amount)

    def statement__its_stat_is(self, stat: Token, amount: Told) -> Say:
        return self.statement__stats_are(self.pronoun__it(), stat, amount)

    def statement__stats_are(self, noun: Noun, *words: Any) -> Say:
        *stats, amount = words

        def say(story: Story) -> None:
            those = noun.build(story)
            for stat in stats:
                story.say(_until(story, w.Modify(of=those, stat=stat_of(str(stat)), amount=amount(story), set=True)))

        return say

    def statement__has_value(self, noun: Noun, amount: Token, stat: Token) -> Say:
        """Of "That unit has 1 power until end of turn": whatever it had."""
        return self.clause_vp__sets(stat, noun, lambda story: int(amount))

    def statement__has_value_turned(self, noun: Noun, stat: Token, amount: Token) -> Say:
        return self.statement__has_value(noun, amount, stat)

    def clause_vp__sets(self, stat: Token, noun: Noun, amount: Told) -> Say:
        def say(story: Story) -> None:
            those = story.reach(noun)
            story.say(_until(story, w.Modify(of=those, stat=stat_of(str(stat)), amount=amount(story), set=True)))

        return say

    def clause_vp__sets_its(self, noun: Noun, stat: Token, amount: Told) -> Say:
        return self.clause_vp__sets(stat, noun, amount)

    def statement__treated_as(self, noun: Noun, *words: Any) -> Say:
        kinds = [word[1] for word in words if isinstance(word, tuple)]
        types = [word[1] for word in words if isinstance(word, tuple) and word[0] == "type"]

        def say(story: Story) -> None:
            those = story.reach(noun)
            ability = w.TreatAs(kind=types[0]) if types else w.TreatAs(subtype=" ".join(kinds))
            if len(types) > 1 or (types and len(kinds) > 1):
                raise NotMeant("treated as that")
            story.say(_until(story, w.Grant(to=those, ability=ability)))

        return say

    def statement__extra_battle(self, _place: Part) -> Say:
        def say(story: Story) -> None:
            if story.arena != ("there",):
                raise NotMeant("which battle")
            story.say(w.ExtraStep(step="battle", arena="there"))

        return say

    def statement__attack_over(self, *_noun: Token) -> Say:
        return lambda story: story.say(w.EndAttack())

    def statement__battle_over(self) -> Say:
        return lambda story: story.say(w.EndBattle())

    def statement__add_to_dice(self, number: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Grant(to=noun.build(story), ability=w.Keyword(name="accuracy", x=int(number)))))

        return say

    def statement__dice_get(self, noun: Noun, number: Token) -> Say:
        if number.startswith("-"):
            return self.statement__subtract_from_dice(Token("NUM", number[1:]), noun)
        return self.statement__add_to_dice(Token("NUM", number[1:]), noun)

    def statement__subtract_from_dice(self, number: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Modify(of=noun.build(story), stat="accuracy", amount=-int(number))))

        return say

    def forced(self) -> int:
        """Abilities that cost Force, however much."""
        return 0

    def statement__abilities_cost(self, *words: Any) -> Say:
        def say(story: Story) -> None:
            noun = next(word for word in words if isinstance(word, Noun))
            of = story.reach(noun) if noun.how == "pick" else noun.build(story)
            of = _with(story, of, tuple(word for word in words if callable(word)))
            _ability_tax(story, of, "any", words)

        return say

    def statement__players_abilities_cost(self, whose: Part, *words: Any) -> Say:
        return lambda story: _ability_tax(story, None, whose(story, Those()).side, words)

    def statement__players_keyword_costs(self, whose: Part, keyword: Token, number: Token, less: bool) -> Say:
        def say(story: Story) -> None:
            force = -int(number) if less else int(number)
            story.say(_until(story, w.Tax(kind=str(keyword), force=force, side=whose(story, Those()).side)))

        return say

    def statement__keyword_costs(self, noun: Noun, *words: Any) -> Say:
        """Of "Your Sith's Evade and Deflect abilities cost 1 less Force"."""
        *keywords, number, less = words

        def say(story: Story) -> None:
            force = -int(number) if less else int(number)
            of = noun.build(story)
            story.say(*(_until(story, w.Tax(kind=str(each), force=force, of=of)) for each in keywords))

        return say

    def statement__keyword_costs_all(self, keyword: Token, *words: Any) -> Say:
        """Of "Evade costs 1 more Force": whosever it is, unless the text says for whom, or where."""
        number = next(word for word in words if isinstance(word, Token))
        at = words.index(number)
        player, less, places = words[:at], words[at + 1], words[at + 2 :]

        def say(story: Story) -> None:
            force = -int(number) if less else int(number)
            side = story.side(player[0]) if player and player[0] != "each" else "any"
            of = _with(story, Those(), places) if places else None
            story.say(_until(story, w.Tax(kind=str(keyword), force=force, side=side, of=of)))

        return say

    def statement__keyword_use_costs(self, noun: Noun, number: Token, less: bool, keyword: Token) -> Say:
        return self.statement__keyword_costs(noun, keyword, number, less)

    def statement__players_force_abilities_cost(self, whose: Part, printed: Token, _stat: Token, *words: Any) -> Say:
        return lambda story: _ability_tax(story, None, whose(story, Those()).side, (int(printed), *words))

    def statement__abilities_floor(self, _at_least: Token, number: Token) -> Say:
        """Of the abilities whose cost the sentence before has made less."""
        return lambda story: story.say(w.Tax(kind="force activated", force=0, floor=int(number)))

    def statement__double_damage(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = story.reach(noun) if noun.how == "pick" else noun.build(story)
            story.say(_until(story, w.Modify(of=those, stat="damage done", amount=2, set=True)))

        return say

    def statement__more_damage(self, noun: Noun, _it: Noun, number: Token) -> Say:
        def say(story: Story) -> None:
            story.say(_until(story, w.Modify(of=noun.build(story), stat="extra damage", amount=int(number))))

        return say

    def statement__battle_order(self, *types: Token) -> Say:
        return lambda story: story.say(_until(story, w.BattleOrder(arenas=tuple(str(each) for each in types[::2]))))

    def statement__battle_before(self, *types: Token) -> Say:
        first, second = str(types[0]), str(types[2])
        third = next(each for each in ARENAS if each not in (first, second))
        order = tuple(sorted((first, second, third), key=lambda arena: (arena == third == "character", arena != first)))
        return lambda story: story.say(_until(story, w.BattleOrder(arenas=order)))

    def costing(self, number: Token) -> int:
        return int(number)

    def clause_vp__open_hand(self, *_words: Any) -> Say:
        return lambda story: story.say(
            _until(story, w.Allow(clause="HAND_HIDDEN", who=Those(side=story.side(story.who)), permit=False))
        )

    def clause_vp__build_open(self, *_words: Any) -> Say:
        return lambda story: story.say(
            _until(story, w.Allow(clause="BUILT_FACE_DOWN", who=Those(side=story.side(story.who)), permit=False))
        )

    def clause_vp__no_upkeep(self, noun: Noun) -> Say:
        return lambda story: story.say(_until(story, w.Allow(clause="UPKEEP_DUE", who=story.reach(noun), permit=False)))

    def clause_vp__pay_upkeep(self, _keyword: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.Allow(clause="UPKEEP_DUE", who=story.reach(noun), permit=False, until="turn"))

        return say

    def things_upkeep(self, *words: Any) -> Noun:
        noun: Noun = next(word for word in words if isinstance(word, Noun))
        return noun
