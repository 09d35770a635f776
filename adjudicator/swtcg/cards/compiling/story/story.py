"""What is being told while a paragraph is read: the instructions so far, and what "that unit" stands for.

A paragraph is told sentence by sentence. Each thing it speaks of leaves a `Mention`; pronouns and "that ..." take
the last one that fits. Choices become `Choose` instructions in the place where they are spoken of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.disrupted import DISRUPTED, sent_away
from adjudicator.swtcg.cards.compiling.story.mentions import (
    HIDDEN,
    NotMeant,
    _not_meant,
    may_be,
)
from adjudicator.swtcg.cards.compiling.story.spoken import _CHOSEN, ARENAS, Spoken
from adjudicator.swtcg.words.language import (
    THIS,
    UNITS,
    Amount,
    Both,
    Choose,
    ChooseArena,
    Condition,
    Instruction,
    Let,
    MoveTo,
    Those,
    Where,
)

OF_THE_PHRASE = ("apart", "whose behind")
"""What a noun phrase notes of itself for another: its parts ("this unit or one of your Jedi"), whose is said last."""


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


class Story(Spoken):
    """The telling of one paragraph."""

    def __init__(self, *, when: str = "playing", own: Those = THIS, name: str = "") -> None:
        """Begin; `when` is when choices are made, `own` what the card's own name means."""
        super().__init__()
        self.when = when
        self.on_playing = when == "playing"
        self.own = own
        self.name = name
        self.until = ""
        self.condition: Condition | None = None
        self.arena: tuple[str, ...] | Those = ()
        self.much: Amount | None = None
        self.x: Callable[[Story], Amount] | None = None
        self.event: Any = None
        self.lasts = False

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

    def so_while(self, condition: Condition) -> None:
        """What is told is so while a condition is met, besides those that it has already."""
        before = self.marks.get("static condition")
        met = before.of if isinstance(before, Both) else (before,) if before is not None else ()
        if condition not in met:
            self.marks["static condition"] = Both(of=(*met, condition)) if met else condition

    @contextmanager
    def inside(self) -> Iterator[list[Instruction]]:
        """Collect what is said in here apart."""
        before, self.do = self.do, []
        self.around.append(before)
        try:
            yield self.do
        finally:
            self.do = self.around.pop()

    def told_apart(self, *says: Callable[[Story], None]) -> list[Instruction]:
        """What some phrases say, apart from the rest."""
        with self.inside() as do:
            for each in says:
                each(self)
        return do

    def fresh_number(self, word: str) -> str:
        """A name for a number that is noted: "before", "before2" ..."""
        taken = sum(isinstance(each, Let) and each.into.startswith(word) for each in self.said_so_far())
        return word if not taken else f"{word}{taken + 1}"

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

    def has_chosen(self, those: Those) -> bool:
        """Whether something has been chosen under the name by which it is meant."""
        return any(isinstance(said, Choose) and said.into == those.bound for said in self.said_so_far())

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
        self._leave_rest(those, bound)
        return self.mention(bound, those, plural=not one)

    def _leave_rest(self, those: Those, bound: Those) -> None:
        """What is chosen of something is none of the rest of that."""
        rest = self.marks.get("rest")
        if rest is not None and those.bound and rest.bound == those.bound:
            taken = bound if rest.but is None else Those(what="card", any_of=(*(rest.but.any_of or (rest.but,)), bound))
            self.marks["rest"] = Those(what="card", bound=those.bound, but=taken)
        elif (
            rest is not None and those.bound == "found" and "found in" in self.marks
        ):  # what was not chosen is left too
            left = (rest, structs.replace(those, but=bound))
            self.marks["rest"] = structs.replace(self.marks["found in"], any_of=left)

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


def _in_each_arena(noun: Noun) -> Noun:
    """Of "a unit in each arena": one in each of them."""
    if (noun.least, noun.most) != (1, 1):
        raise NotMeant("several in each arena")
    extra = {**noun.extra, "different": "arena"}
    return structs.replace(noun, least=len(ARENAS), most=len(ARENAS), plural=True, extra=extra)
