"""What is counted each turn: the first of a kind that somebody plays or deploys, and how many may be."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import Add, Gain, _lasting
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Asks
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part, could_pilot, stat_of
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import UNITS, Those

PRINTED = ("what", "side", "types", "subtype", "name", "unique", "card_side", "any_of", "but", "where")
"""What is asked of a card by what is printed on it."""


def as_card(those: Those) -> Those:
    """A kind of thing as the card it is printed on, wherever that lies. Raises NotMeant."""
    if any(
        getattr(those, field) != getattr(Those(), field) for field in those.__struct_fields__ if field not in PRINTED
    ):
        raise NotMeant("what a card has not printed")
    if those.what not in (*UNITS, "card"):
        raise NotMeant("no card that is played or deployed")
    types = those.types or (("unit",) if those.what in UNITS else ())
    inner = tuple(as_card(each) for each in those.any_of)
    return in_force(structs.replace(those, what="card", types=types, any_of=inner))


def in_force(card: Those) -> Those:
    """Of Battle cards the cost is Force."""
    if card.types != ("battle",):
        return card
    where = tuple(structs.replace(each, stat="force cost") if each.stat == "cost" else each for each in card.where)
    return structs.replace(card, where=where)


def battle_cards(those: Those) -> Those | None:
    """Which Battle cards are meant, whosever they are; None if all of them. Raises NotMeant for anything else."""
    if those.what != "card" or those.types != ("battle",):
        raise NotMeant("no Battle card")
    card = structs.replace(as_card(those), side="any")
    return None if card == Those(what="card", types=("battle",)) else card


def _sides(story: Story, player: str) -> tuple[str, ...]:
    return ("yours", "opponents") if player in ("each", "any") else (story.side(player),)


@v_args(inline=True)
class EachTurnMeaning(Transformer[Token, Any]):
    """What is counted each turn, of `statements.lark` and `units.lark`."""

    def act__play(self) -> str:
        return "played"

    def act__deploy(self) -> str:
        return "deployed"

    def done_act__played(self) -> str:
        return "played"

    def done_act__deployed(self) -> str:
        return "deployed"

    def statement__first_costs(
        self, described: Part, player: str, event: str, number: Token, less: bool, kind: Any = ""
    ) -> Say:
        """Of "The first Jedi you deploy each turn costs 1 less": all that could be it do, until one has been it."""
        amount = -int(number) if less else int(number)

        def say(story: Story) -> None:
            those = described(story, Those())
            if "for each" in story.marks:
                raise NotMeant("so much less for each of something")
            for side in _sides(story, player):
                card = structs.replace(as_card(those), side=side)
                first = w.Not(of=w.Happened(event=event, to=card))
                if event == "played":
                    if battle_cards(those) is not None or kind not in ("", "play"):
                        raise NotMeant("the first of those")
                    change: Any = w.Tax(kind="battle", force=amount, side=side, condition=first)
                elif those.what not in UNITS or kind not in ("", "build"):
                    raise NotMeant("the first of those")
                else:
                    costs = could_pilot(structs.replace(those, side=side))
                    change = w.Modify(of=costs, stat="cost", amount=amount, condition=first)
                story.say(self._each_turn(story, change))

        return say

    def statement__next_costs(
        self, described: Part, player: str, event: str, number: Token, less: bool, kind: Any = ""
    ) -> Say:
        """Of "The next Jedi you deploy this turn costs 1 less": until one more has been than there were."""
        first = self.statement__first_costs(described, player, event, number, less, kind)

        def say(story: Story) -> None:
            if story.lasts or story.until not in ("", "turn"):
                raise NotMeant("the next one, always")
            story.until = "turn"
            do = story.told_apart(first)
            for change in do:
                no_more = change.condition if isinstance(change, w.Tax | w.Modify) else None
                asked = no_more.of if isinstance(no_more, w.Not) else None
                if not isinstance(asked, w.Happened) or not isinstance(change, w.Tax | w.Modify):
                    raise NotMeant("the next of what")
                before = story.fresh_number("before")
                often = w.Often(event=asked.event, to=asked.to)
                so_many = w.Compare(left=often, how="=", right=w.X(name=before))
                story.say(w.Let(into=before, be=often), structs.replace(change, condition=so_many))

        return say

    def statement__next_costs_whenever(
        self, described: Part, player: str, event: str, number: Token, less: bool, kind: Any = ""
    ) -> Say:
        """Of the next card of a kind that its player plays, where no turn is named: in whatever turn that is."""
        first = self.statement__first_costs(described, player, event, number, less, kind)

        def say(story: Story) -> None:
            if story.lasts or story.until or event != "played" or player != "you":
                raise NotMeant("the next one, whenever that is")
            story.until = "turn"
            do = story.told_apart(first)
            story.until = ""
            story.say(*(structs.replace(each, condition=None, until="next card") for each in do))

        return say

    def statement__your_next_costs(self, described: Part, number: Token, less: bool, kind: Any = "") -> Say:
        """Of "Your next Jedi costs 1 less to deploy this turn": the next that you deploy."""
        said = self.statement__your_next_this_turn_costs(described, number, less, kind)

        def say(story: Story) -> None:
            if story.until != "turn":
                raise NotMeant("the next one, whenever that is")
            said(story)

        return say

    def statement__your_next_this_turn_costs(self, described: Part, number: Token, less: bool, kind: Any = "") -> Say:
        event = "played" if kind == "play" else "deployed"
        return self.statement__next_costs(described, "you", event, number, less, kind)

    def simple__has_done(self, player: str, event: str, noun: Noun) -> Asks:
        """Of "If you have played a Battle card this turn"."""

        def ask(story: Story) -> w.Condition:
            card = as_card(structs.replace(noun.build(story), side="any"))
            if noun.how not in ("each", "pick", "none") or not isinstance(noun.least, int):
                raise NotMeant("how many of them")
            least = max(1, noun.least) if noun.how == "pick" else 1
            sides = _sides(story, player)
            asked = tuple(w.Happened(event=event, to=structs.replace(card, side=side), least=least) for side in sides)
            if noun.how == "none":
                return w.Both(of=tuple(w.Not(of=each) for each in asked)) if len(asked) > 1 else w.Not(of=asked[0])
            return asked[0] if len(asked) == 1 else w.AnyOf(of=asked)

        return ask

    def simple__has_not_done(self, player: str, event: str, noun: Noun) -> Asks:
        """Of "If you have not played a Battle card this turn"."""
        done = self.simple__has_done(player, event, noun)

        def ask(story: Story) -> w.Condition:
            if player not in ("you", "opponent", "that") or noun.how == "none":
                raise NotMeant("which player")
            return w.Not(of=done(story))

        return ask

    def gain__add_each_done(self, number: Token, stat: Token, described: Part, player: str, event: str) -> Gain:
        """Of "+1 power for each Battle card you played this turn"."""

        def often(story: Story, times: int) -> w.Amount:
            card = as_card(described(story, Those()))
            found = [w.Often(event=event, to=structs.replace(card, side=side)) for side in _sides(story, player)]
            if len(found) != 1:
                raise NotMeant("by whom")
            return structs.replace(found[0], times=times)

        return Add(stat_of(str(stat)), number, often)

    def simple__was_deployed(self, noun: Noun) -> Asks:
        """Of "If a Jedi was deployed this turn", or this very unit."""

        def ask(story: Story) -> w.Condition:
            those = noun.build(story)
            if those != w.THIS and (those.bound or those.zones or noun.least != 1):
                raise NotMeant("which of them was deployed")
            asked = w.Happened(event="deployed", to=those if those == w.THIS else as_card(those))
            return w.Not(of=asked) if noun.how == "none" else asked

        return ask

    def restriction_vp__attack_when_new(self, *_words: Any) -> Any:
        """Of "can't attack the turn it is deployed"."""

        def limit(story: Story, those: Those) -> list[Any]:
            if those != w.THIS:
                raise NotMeant("each in the turn that it is deployed in")
            new = w.Happened(event="deployed", to=w.THIS)
            return [self._each_turn(story, w.Allow(clause="UNIT_MAY_ATTACK", who=those, permit=False, condition=new))]

        return limit

    def _each_turn(self, story: Story, change: Any) -> Any:
        if story.condition is not None:
            raise NotMeant("two conditions")
        return _lasting(story, change)

    def restriction_vp__at_most(self, event: str, number: Token, described: Part, *_until: Any) -> Any:
        """Of "can't play more than 1 Battle card each turn": none of them once so many have been."""

        def limit(story: Story, player: Those) -> list[Any]:
            those = described(story, Those())
            sides = ("yours", "opponents") if player.side == "any" else (player.side,)
            made: list[Any] = []
            for side in sides:
                card = structs.replace(as_card(those), side=side)
                over = w.Happened(event=event, to=card, least=int(number))
                who = Those(side=side)
                if event == "played":
                    clause, whom = "CARD_MAY_BE_PLAYED", battle_cards(those)
                elif those.what in UNITS:
                    clause, whom, who = "UNIT_MAY_BE_DEPLOYED", None, structs.replace(those, side=side)
                else:
                    raise NotMeant("so many of those")
                change = w.Allow(clause=clause, who=who, whom=whom, permit=False, condition=over)
                made.append(self._each_turn(story, change))
            return made

        return limit

    def restriction_vp__deploy(self, noun: Noun) -> Any:
        """What a player can't deploy, whoever would have it deployed."""

        def limit(story: Story, player: Those) -> list[Any]:
            those = noun.build(story)
            if those.what not in UNITS or those.bound or those.zones or (noun.how == "pick" and noun.most != 1):
                raise NotMeant("who can't be deployed")
            who = structs.replace(could_pilot(those), side=player.side if those.side == "any" else those.side)
            return [_lasting(story, w.Allow(clause="UNIT_MAY_BE_DEPLOYED", who=who, permit=False))]

        return limit

    def restriction_vp__deploy_by_keyword(self, keyword: Token, noun: Noun) -> Any:
        """Of "can't use Hidden Cost to deploy units": that way of deploying alone."""
        if keyword != "hidden cost":
            raise NotMeant(f"deploy by {keyword}")
        whole = self.restriction_vp__deploy(noun)
        return lambda story, player: [structs.replace(each, keyword=str(keyword)) for each in whole(story, player)]

    def restriction_vp__be_deployed(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if those.what not in UNITS or those.bound or those.zones:
                raise NotMeant("who can't be deployed")
            return [_lasting(story, w.Allow(clause="UNIT_MAY_BE_DEPLOYED", who=those, permit=False))]

        return limit

    def unit_vp__is_deployed_tapped(self) -> Any:
        """What says it of itself says it before it stands there: where it lies to be built."""

        def verb(story: Story, those: Those) -> None:
            change = w.Allow(clause="DEPLOYED_UNTAPPED", who=those, permit=False)
            if those != w.THIS:
                if those.what not in UNITS or those.bound or those.zones:
                    raise NotMeant("who is deployed tapped")
                story.say(_lasting(story, change))
                return
            if not story.lasts or story.until or "static condition" in story.marks:
                raise NotMeant("when it is deployed tapped")
            always = w.Elsewhere(zone="built", ability=w.Static(changes=(change,)))
            story.marks["abilities"] = (*story.marks.get("abilities", ()), always)

        return verb

    def restriction_vp__play(self, noun: Noun) -> Any:
        """Which Battle cards a player can't play, or that he or she can complete no Missions."""

        def limit(story: Story, player: Those) -> list[Any]:
            played = noun.build(story)
            if player != Those(side=player.side):
                raise NotMeant("a unit plays no cards")
            if played.side not in ("any", player.side):
                raise NotMeant("whose cards")
            if played == Those(what="card", side=played.side, types=("mission",)):
                return [_lasting(story, w.Allow(clause="MISSION_MAY_BE_COMPLETED", who=player, permit=False))]
            whom = battle_cards(played)
            return [_lasting(story, w.Allow(clause="CARD_MAY_BE_PLAYED", who=player, whom=whom, permit=False))]

        return limit

    def restriction_vp__be_played(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = battle_cards(those)
            who = Those(side=those.side)
            return [_lasting(story, w.Allow(clause="CARD_MAY_BE_PLAYED", who=who, whom=whom, permit=False))]

        return limit
