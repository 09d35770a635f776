"""What is being told while a paragraph is read: the instructions so far, and what "that unit" stands for.

A paragraph is told sentence by sentence. Each thing it speaks of leaves a `Mention`; pronouns and "that ..." take
the last one that fits. Choices become `Choose` instructions in the place where they are spoken of.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.disrupted import DISRUPTED, disrupts_card, sent_away
from adjudicator.swtcg.cards.compiling.story.in_play import chosen_from_hand, in_play_name, naming
from adjudicator.swtcg.cards.compiling.story.mentions import (
    HIDDEN,
    Mention,
    NotMeant,
    _not_meant,
    _spoken_of,
    may_be,
)
from adjudicator.swtcg.effects.language import (
    THIS,
    UNITS,
    Amount,
    Choose,
    ChooseArena,
    Condition,
    Discard,
    DiscardCards,
    ForEachPlayer,
    Instruction,
    Let,
    MoveTo,
    Those,
    Where,
)

ARENAS = ("space", "ground", "character")
IN_PLAY = (*ARENAS, "build")
"""Where something may stand that was chosen."""
_CHOSEN = re.compile(r"it\d*")


OF_THE_PHRASE = ("apart", "whose behind")
"""What a noun phrase notes of itself for another: its parts ("this unit or one of your Jedi"), whose is said last."""

PAID_WITH = ("tapped", "discarded", "retreated")
"""The names of what a cost was paid with."""

FALLEN = Those(what="card", bound="card it", zones=("discard",))
"""The card of a unit that has been discarded, which lies in a discard pile by then."""

EITHER = "either"
"""The player whose something is that may be either's: who "he or she" is, only each way by itself can tell."""

EVERYBODY = "everybody"
"""The players behind what each of them does: neither of them is "that player"."""

OF_WHOM = "which of the players"
"""What is not known of "that player", or of "it", behind what each player does."""

WHOSE = "whose that is"
"""What cannot be said of something of either player."""


class Noun(msgspec.Struct, frozen=True):
    """A noun phrase as read.

    `how`: each (all that fit), pick (some are chosen), ref (what was spoken of), none ("no units"). `build` makes the
    selector when the story has come to it; `extra` holds further fields of `Choose`.
    """

    how: str
    build: Callable[[Story], Those]
    least: int = 1
    most: Amount | None = 1
    plural: bool = False
    extra: dict[str, Any] = {}

    def any_one(self, story: Story) -> Those:
        """The selector, where any one of them is enough. Raises NotMeant if it takes so many ("2 or more Droids")."""
        if self.how == "pick" and type(self.least) is int and self.least > 1:
            raise NotMeant("so many at once")
        return self.build(story)


class Story:
    """The telling of one paragraph."""

    def __init__(self, *, when: str = "playing", own: Those = THIS, name: str = "") -> None:
        """Begin; `when` is when choices are made, `own` what the card's own name means."""
        self.do: list[Instruction] = []
        self.around: list[list[Instruction]] = []
        self.when = when
        self.on_playing = when == "playing"
        self.own = own
        self.name = name
        self.mentions: list[Mention] = []
        self.until = ""
        self.condition: Condition | None = None
        self.arena: tuple[str, ...] | Those = ()
        self.player = ""
        self.who = "you"
        self.much: Amount | None = None
        self.x: Callable[[Story], Amount] | None = None
        self.event: Any = None
        self.lasts = False
        self.marks: dict[str, Any] = {}
        self._count = 0

    def duration(self) -> str:
        """How long a change lasts: as the sentence says; for the attack, where an attack has set it off; as long as
        the effect that it takes the place of.
        """
        until = self.until or self.marks.get("until otherwise", "")
        if not until and self.when == "playing":  # as what was said before it
            until = self.marks.get("last until", "")
        if not until:
            raise NotMeant("no duration")
        self.marks["last until"] = until
        return str(until)

    def say(self, *words: Instruction) -> None:
        """Add instructions; where a disrupted card goes is said of what disrupts it."""
        for word in words:
            if not isinstance(word, MoveTo) or word.what != DISRUPTED:
                self.do.append(word)
                continue
            do, last = self.last_said()
            do[-1] = sent_away(last, word) or _not_meant("what becomes of what is disrupted")

    @contextmanager
    def inside(self) -> Iterator[list[Instruction]]:
        """Collect what is said in here apart."""
        before, self.do = self.do, []
        self.around.append(before)
        try:
            yield self.do
        finally:
            self.do = self.around.pop()

    def last_said(self) -> tuple[list[Instruction], Instruction | None]:
        """The instruction said last, here or around here, and the list that it stands in."""
        for do in (self.do, *reversed(self.around)):
            if do:
                return do, do[-1]
        return self.do, None

    def said_so_far(self) -> Iterator[Instruction]:
        """What has been said, here and around here, the last first."""
        for do in (self.do, *reversed(self.around)):
            yield from reversed(do)

    def fresh(self, word: str) -> str:
        """A name for what is chosen: "it", "it2" ..."""
        self._count += 1
        return word if self._count == 1 else f"{word}{self._count}"

    def fresh_number(self, word: str) -> str:
        """A name for a number that is noted: "before", "before2" ..."""
        taken = sum(isinstance(each, Let) and each.into.startswith(word) for each in self.said_so_far())
        return word if not taken else f"{word}{taken + 1}"

    def mention(self, those: Those, kind: Those | None = None, *, plural: bool = False) -> Those:
        """Speak of something. What an event has bound to "it" keeps the name, and what is chosen takes another."""
        if those.bound == "it" and self._count == 0:
            self._count = 1
        self.mentions.append(Mention(those, kind or those, plural))
        return those

    def reach(self, noun: Noun) -> Those:
        """What a noun phrase means here; what has to be chosen for it is chosen now."""
        for word in ("said discarded", "met by this"):
            self.marks.pop(word, None)
        those = noun.build(self)
        if self.marks.pop("other than", False) and those.other and those.what not in ("built", "card"):
            raise NotMeant("other than what")  # a Mission is one of the cards that lie built, but stands nowhere
        those = self._besides_whom_it_met(noun, those)
        those = self._where_retreated(those)
        if self.lasts and noun.how == "pick" and (noun.least, noun.most) == (1, 1):
            if self.until:
                raise NotMeant("one of them for a while, and nothing that sets it off")
            return self.mention(those, plural=True)  # what is always so of "any unit" is so of each
        if noun.how in ("none", "all"):
            raise NotMeant("no ...")
        if noun.how == "pick" and self.marks.pop("each arena", False):
            if self.when == "playing" and not self.marks.get("just choosing"):
                raise NotMeant("one in each arena, in which there need not be any")
            noun = _in_each_arena(noun)
        if noun.how != "pick":
            if self.marks.pop("as one another", False):
                raise NotMeant("in the same arena as what")
            if self.marks.get("choosing") == {"same": "arena"} and not self.lasts:
                those = self._of_one_arena(those)
            if "choosing" in self.marks:
                raise NotMeant("such things without a choice")
            return self.mention(those, plural=noun.plural and not those.name)
        return self.choose(noun, those)

    def _besides_whom_it_met(self, noun: Noun, those: Those) -> Those:
        """Of "Whenever this unit damages a unit, it does 1 damage to another of your opponent's": than the damaged."""
        met = self.marks.pop("met by this", None)
        if met is None or not those.other or those.side == "yours" or those.but is not None:
            return those
        named = [each.kind for each in self.mentions if each.those == met and not each.plural]
        if those.side == "any" and met.bound == "defender" and not (named and may_be(named[-1], those)):
            return those
        if those.side == "any" and noun.how != "pick":
            raise NotMeant("other than which of the two")
        return structs.replace(those, other=those.side == "any", but=met)

    def _of_one_arena(self, those: Those) -> Those:
        """Of "each of your units in one arena": the arena is chosen."""
        self.marks.pop("choosing")
        self.say(ChooseArena(when=self.when))
        self.arena = ("there",)
        return structs.replace(those, zones=("there",))

    def choose(self, noun: Noun, those: Those, who: str = "") -> Those:
        """Have things chosen and bound to a name."""
        if self.marks.pop("said discarded", False) and not those.bound and those.zones != ("discard",):
            raise NotMeant("which discarded things")  # they stand nowhere any more
        those = self._besides_whom_it_met(noun, those)
        those = self._where_retreated(those)
        if (many := noun.extra.get("as many as")) is not None:
            noun = structs.replace(noun, most=many(self), extra={})
        if those.what == "card" and not those.zones and not those.bound:
            if "there" not in self.marks:
                raise NotMeant("cards that lie nowhere")
            those = self.marks["there"](self, those)
        if self.marks.pop("of each player", False):
            raise NotMeant("one of each player's")
        if self.marks.pop("as one another", False) and noun.most == 1:
            raise NotMeant("in the same arena as what")
        if noun.most == 1 and {**noun.extra, **self.marks.get("choosing", {})}.get("different"):
            raise NotMeant("different from what")
        if noun.most == 1 and self.marks.get("choosing", {}).get("same") == "name":
            those = self._called_as_the_last(those)
        noun, those = self._together_at_most(noun, those)
        into = self.fresh("it")
        extra = noun.extra | self.marks.pop("choosing", {})
        extra = {key: value for key, value in extra.items() if key not in OF_THE_PHRASE}
        one = noun.most == 1
        chooser = who or ("you" if self.marks.pop("you choose", False) else self.chooser)
        hidden = bool(set(those.zones) & set(HIDDEN)) or those.what == "card"
        when = "resolving" if hidden or chooser != "you" else self.when
        if type(noun.least) is not int or noun.least < 0:  # an X, or a number that another phrase was to give
            raise NotMeant("that many")
        self.say(Choose(into=into, among=those, least=noun.least, most=noun.most, who=chooser, when=when, **extra))
        bound = Those(what="card" if hidden else "stack", bound=into)
        if (not hidden or those.zones == ("hand",)) and not those.bound:
            self.marks["others"] = structs.replace(those, but=bound) if those.but is None else None
        rest = self.marks.get("rest")
        if rest is not None and those.bound and rest.bound == those.bound:
            taken = bound if rest.but is None else Those(what="card", any_of=(*(rest.but.any_of or (rest.but,)), bound))
            self.marks["rest"] = Those(what="card", bound=those.bound, but=taken)
        elif (
            rest is not None and those.bound == "found" and "found in" in self.marks
        ):  # what was not chosen is left too
            left = (rest, structs.replace(those, but=bound))
            self.marks["rest"] = structs.replace(self.marks["found in"], any_of=left)
        return self.mention(bound, those, plural=not one)

    def _called_as_the_last(self, those: Those) -> Those:
        """Of "discard one of your Padawans. Put a Jedi card with the same name ...": the same as that one's."""
        last = self.mentions[-1] if self.mentions else None
        if last is None or last.plural or not _CHOSEN.fullmatch(last.those.bound):
            raise NotMeant("the same name as what")
        left = {word: what for word, what in self.marks.pop("choosing").items() if word != "same"}
        self.marks.update({"choosing": left} if left else {})
        return structs.replace(those, name_of=last.those.bound)

    def _together_at_most(self, noun: Noun, those: Those) -> tuple[Noun, Those]:
        """Of "up to 3 units with total power 6 or less": what is chosen has no more than that together."""
        asked: Where | None = self.marks.pop("together at most", None)
        if noun.most == 1 or asked is None or asked not in those.where:
            return noun, those
        if asked.stat == "total cost" and those.what != "card":
            raise NotMeant("the total of each, or of all")
        stat = "cost" if asked.stat == "total cost" else asked.stat
        rest = structs.replace(those, where=tuple(each for each in those.where if each != asked))
        return structs.replace(noun, extra={**noun.extra, "total": stat, "at_most": asked.than}), rest

    def _where_retreated(self, those: Those) -> Those:
        """Of "one of your retreated units": where such units stand."""
        if self.marks.pop("retreated", False) and those.what in UNITS and not (those.bound or those.zones):
            return structs.replace(those, zones=("build",))
        return those

    def go_on(self, other: Story) -> None:
        """Name what is chosen from here on as the other story would."""
        self._count = other._count

    @property
    def chooser(self) -> str:
        """Who makes the choices of the clause being told."""
        return self.one_player(self.who) if self.who != "each" else "they"

    def it(self) -> Those:
        """What "it" means: the last single thing spoken of; the card itself if there is none and it stands there."""
        if disrupts_card(self.last_said()[1]):
            return self.mention(DISRUPTED, Those(what="card", side="opponents"))
        if self.who != "each" and self.mentions and self.mentions[-1] in self.marks.get("one of each", ()):
            raise NotMeant(OF_WHOM)
        last = self.mentions[-1] if self.mentions else None
        if last is not None and last.plural and last.those.what == "card" and not last.those.bound:
            raise NotMeant("which of those cards")
        found = next((each.those for each in reversed(self.mentions) if not each.plural), None)
        if (asked := self.marks.get("asked of")) is not None and found != asked:
            raise NotMeant("it, or what was asked of")
        if found is not None and found.bound in self.marks.get("came into play", ()):
            found = self.in_play(found)
        if found is None and (card := self.discarded_card()) is not None:
            return card
        if found is None and self.marks.get("played") and not self.marks.get("of each"):
            found = next((each.those for each in reversed(self.mentions) if each.kind.name), None)
            if found is None:
                raise NotMeant("it")
        if found is not None and found.piloted_by == THIS and not found.bound:
            raise NotMeant("the Pilot or the unit")
        if found is None:
            self.marks["it is this"] = True
        return found if found is not None else THIS

    @contextmanager
    def not_meaning(self, those: Those | None) -> Iterator[None]:
        """Meanwhile "it" is something else than this."""
        before = self.mentions
        self.mentions = [each for each in before if each.those != those]
        yield
        self.mentions = before

    def discarded_card(self) -> Those | None:
        """What "it" means behind "Your opponent discards a card", which is chosen then; None behind anything else."""
        do, last = self.last_said()
        if not isinstance(last, DiscardCards) or last.whole_hand or last.amount != 1:
            return None
        chosen = chosen_from_hand(last, self.fresh("it"))
        card, hand = Those(what="card", bound=chosen.into), chosen.among
        do[-1:] = [chosen, Discard(what=card)]
        return self.mention(card, hand)

    def carrier_of(self, aboard: Mention) -> Mention:
        """What something spoken of is on, as it was spoken of."""
        on = Those(what="stack", bound=aboard.kind.aboard)
        found = next((each for each in self.mentions if each.those == on and not each.plural), None)
        if found is None:
            raise NotMeant("on what it is")
        return structs.replace(found, kind=structs.replace(found.kind, piloted_by=None, equipped_by=None))

    def in_play(self, card: Those) -> Those:
        """What a card is that has come into play: the unit, under a name of its own."""
        unit = Those(what="stack", bound=in_play_name(card))
        if unit in self.marks.get("in play", ()):
            return unit
        for do in (self.do, *reversed(self.around)):
            for at, said in enumerate(do):
                if (named := naming(said, card)) != said:
                    do[at] = named
                    self.marks["in play"] = (*self.marks.get("in play", ()), unit)
                    return unit
        raise NotMeant("what has come into play")

    def them(self, *, several: bool = False) -> Those:
        """What "they" means: the last things spoken of together; where there must be `several`, no single one."""
        found = next((each.those for each in reversed(self.mentions) if each.plural), None) or self.chosen_singly()
        if found is None and several:
            raise NotMeant("which of them")
        return found or self.it()

    def chosen_singly(self, kind: Those | None = None) -> Those | None:
        """What was chosen one by one, as several things; None if no more than one was."""
        chosen = [each for each in self.mentions if each.those.what == "stack" and _CHOSEN.fullmatch(each.those.bound)]
        fitting = (each.those for each in chosen if not each.plural and (kind is None or may_be(each.kind, kind)))
        names = tuple(dict.fromkeys(fitting))
        return Those(what="stack", any_of=names, zones=IN_PLAY) if len(names) > 1 else None

    def meant_together(self, number: int) -> None:
        """Of "Choose one of your Jedi and two other units": "those units" are all that has just been chosen."""
        chosen = self.mentions[-number:]
        bound = all(each.those.what == "stack" and each.those.bound for each in chosen)
        if bound and any(each.plural for each in chosen):
            names = tuple(each.those for each in chosen)
            self.marks["together"] = Those(what="stack", any_of=names, zones=IN_PLAY)

    def that(self, kind: Those, *, plural: bool = False) -> Those:
        """What "that Character" means: the last thing spoken of that may be one."""
        if kind.what == "card" and not plural and disrupts_card(self.last_said()[1]):
            return self.mention(DISRUPTED, Those(what="card", side="opponents"))
        if kind.what == "card" and not plural and (card := self.discarded_card()) is not None:
            return card
        fallen = self.marks.get("fallen", THIS) != THIS and kind.what == "card" and not plural
        if fallen and not any(may_be(each.kind, kind) and each.those != THIS for each in self.mentions):
            return FALLEN
        if plural and kind == Those() and "together" in self.marks:
            whole: Those = self.marks["together"]
            return whole
        together = any(each.plural and each.those != THIS and may_be(each.kind, kind) for each in self.mentions)
        if plural and not together and (both := self.chosen_singly(kind)) is not None:
            return both
        found = _spoken_of(self.mentions, kind, plural=plural)
        if self.who != "each" and any(each.those == found for each in self.marks.get("one of each", ())):
            raise NotMeant(OF_WHOM)
        came = found.what == "card" and kind.what in UNITS and found.bound in self.marks.get("came into play", ())
        return self.in_play(found) if came else found

    def chosen(self, kind: Those) -> Those:
        """What "the chosen Character" means: what an effect has had chosen, before what its cost was paid with."""
        picked = [each for each in self.mentions if each.those.bound and each.those.bound not in PAID_WITH]
        return _spoken_of(picked or self.mentions, kind, plural=False)

    def one_player(self, word: str) -> str:
        """The player that a word means."""
        if not isinstance(word, str):
            raise NotMeant("whichever player that is")
        if word == "that" and self.who != "each" and self.player == EITHER:
            raise NotMeant(WHOSE)
        if word == "that" and self.who != "each" and self.player == EVERYBODY:
            raise NotMeant(OF_WHOM)
        if word == "that":
            return "they" if self.who == "each" else self.player or "opponent"
        if word == "owner":
            return self.owner() or _not_meant(WHOSE)
        return word

    def owner(self) -> str:
        """The player whose the thing spoken of last is; empty if it may be either's."""
        others = [each for each in self.mentions if each.those != THIS] or self.mentions
        side = others[-1].kind.side if others else ""
        return {"yours": "you", "opponents": "opponent"}.get(side, "")

    def of_either(self) -> bool:
        """Whether what was spoken of last has been chosen among things of either player."""
        last = self.mentions[-1].those if self.mentions else THIS
        sides = {each.kind.side for each in self.mentions if each.those == last}
        return last.what == "stack" and last != THIS and sides == {"any"}

    def side(self, word: str) -> str:
        """The side of a player, for a selector."""
        sides = {"you": "yours", "opponent": "opponents", "they": "theirs", "chosen": "players", "any": "any"}
        player = self.one_player("that" if word == self.who == "each" else word)
        if player not in sides:
            raise NotMeant(WHOSE)
        return sides[player]

    def close_players(self) -> None:
        """What each player does is done for one after the other."""
        if self.do:
            self.do = [ForEachPlayer(do=tuple(self.do))]


def _in_each_arena(noun: Noun) -> Noun:
    """Of "a unit in each arena": one in each of them."""
    if (noun.least, noun.most) != (1, 1):
        raise NotMeant("several in each arena")
    extra = {**noun.extra, "different": "arena"}
    return structs.replace(noun, least=len(ARENAS), most=len(ARENAS), plural=True, extra=extra)
