"""What a paragraph has spoken of so far, and what "it", "them", "that Character" and "he or she" mean behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.disrupted import DISRUPTED, disrupts_card
from adjudicator.swtcg.cards.compiling.story.in_play import chosen_from_hand, in_play_name, naming
from adjudicator.swtcg.cards.compiling.story.mentions import Mention, NotMeant, _not_meant, _spoken_of, may_be
from adjudicator.swtcg.words.language import THIS, UNITS, Discard, DiscardCards, Instruction, Those

ARENAS = ("space", "ground", "character")
IN_PLAY = (*ARENAS, "build")
"""Where something may stand that was chosen."""
_CHOSEN = re.compile(r"it\d*")

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


class Spoken:
    """What has been said and spoken of.

    `do` holds the instructions so far and `around` those around them; `mentions` what was spoken of, the last at the
    end; `player` is "that player", `who` who acts in the clause being told, `marks` what sentences leave for others.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.do: list[Instruction] = []
        self.around: list[list[Instruction]] = []
        self.mentions: list[Mention] = []
        self.player = ""
        self.who = "you"
        self.marks: dict[str, Any] = {}
        self._count = 0

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

    def mention(self, those: Those, kind: Those | None = None, *, plural: bool = False) -> Those:
        """Speak of something. What an event has bound to "it" keeps the name, and what is chosen takes another."""
        if those.bound == "it" and self._count == 0:
            self._count = 1
        self.mentions.append(Mention(those, kind or those, plural))
        return those

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
        if found is not None and self._of_a_condition(found):
            raise NotMeant("it, or what was asked of")
        if found is not None and found.piloted_by == THIS and not found.bound:
            raise NotMeant("the Pilot or the unit")
        if found is None:
            self.marks["it is this"] = True
        return found if found is not None else THIS

    def _of_a_condition(self, found: Those) -> bool:
        """Whether something was only asked of by name behind what happened to this card: "When this unit is discarded,
        if Aunt Test is in any arena, put her into your hand".
        """
        named = bool(found.name) and not found.bound and found.what in UNITS
        return named and "asked by name" in self.marks and any(each.those == THIS for each in self.mentions)

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
        spoken = [each for each in self.mentions if each.those != THIS] if kind.what == "pilot" else self.mentions
        if kind.what == "pilot" and self.marks.get("pilot of") and not any(may_be(each.kind, kind) for each in spoken):
            return Those(what="pilot", aboard=self.marks["pilot of"])
        found = _spoken_of(spoken, kind, plural=plural)
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
