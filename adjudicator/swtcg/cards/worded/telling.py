"""What has been said so far of a paragraph that is put into words, as the compiler keeps it while reading it back."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.worded import terms
from adjudicator.swtcg.cards.worded.nouns import amount
from adjudicator.swtcg.cards.worded.places import NoWordsError
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

UNTIL = {
    "attack": "for this attack", "battle": "until the end of battle", "turn": "until end of turn",
    "permanent": "until the game ends", "step": "until the end of this battle step",
    "next build": "until your next build step",
    "tapped": "as long as this unit remains tapped",
}  # fmt: skip
_NAMES_IT = ("damages", "damaged", "would be damaged", "discarded", "deployed", "prevented")


class Telling:
    """How many names are taken, what "that much" is, who rolled last, when choices are made."""

    def word(self, ability: w.Ability) -> str:
        """An ability that is granted, in words; `cards.wording` knows how any ability is said."""
        raise NotImplementedError

    def __init__(
        self, *, when: str = "playing", lasts: bool = False, much: w.Amount | None = None, card: bool = False
    ) -> None:
        """Begin; `when` choices are made, `lasts`: the text is always on, `much`: what "that much" is so far, `card`: a
        Battle card or Mission speaks.
        """
        self.when = when
        self.card = card
        self.lasts = lasts
        self.chosen = 0
        self.much = much
        self.rolled = ""
        self.sides: dict[str, str] = {}
        self.fallen = False

    def hear(self, event: w.Event) -> None:
        """Something is waited for: what it happens to may be named by it, and how much there is of it."""
        to, self.fallen = event.to, event.kind == "discarded"
        named = event.kind in _NAMES_IT and to is not None and not to.bound
        if event.kind == "kills" or named or "it" in [each.bound for each in (to, event.by) if each is not None]:
            self.chosen = max(self.chosen, 1)
        if event.kind in ("damages", "damaged"):
            self.much = w.X(name="damage")

    def owner(self, those: Those) -> str:
        """Whose hand, deck or pile a thing goes to, as far as it was said whose it is."""
        side = self.sides.get(those.bound, "") if those.bound else those.side
        return {"yours": "your", "opponents": "your opponent's"}.get(side, "its owner's")

    def taken(self, said: Any) -> None:
        """A choice that is written out takes its name too."""
        number = str(getattr(said, "into", "")).removeprefix("it")
        if isinstance(said, w.Choose) and said.into.startswith("it") and (number == "" or number.isdecimal()):
            self.chosen = max(self.chosen, int(number or 1))

    def until(self, said: Any) -> str:
        """How long a change lasts, with a blank before it. Raises NoWordsError."""
        usual = {field.name: field.default for field in structs.fields(said)}["until"]
        if self.lasts and said.until == usual:
            return ""
        if self.lasts or said.until not in UNTIL:
            raise NoWordsError
        return f" {UNTIL[said.until]}"

    def amount(self, number: w.Amount) -> tuple[str, str]:
        """An amount, and what has to follow the sentence if it is only called X there. Raises NoWordsError."""
        if self.much is not None and number == self.much and not isinstance(number, int):
            return ("X", "") if number == w.X() else ("that much", "")
        if isinstance(number, int) or number == w.X():
            return amount(number), ""
        return "X", f", where X is {amount(number)}"

    def plain(self, number: w.Amount) -> str:
        """An amount that nothing has to follow. Raises NoWordsError."""
        words, where = self.amount(number)
        return words if not where else amount(number)

    def counted(self, number: w.Amount | None, thing: str) -> str:
        """So many of something that is counted. Raises NoWordsError."""
        if isinstance(number, int) and number >= 0:
            return f"{number} {thing}{'s' * (number != 1)}"
        if number is None or number != self.much:
            raise NoWordsError
        return f"that many {thing}s"

    def asked(self, condition: w.Condition) -> str:
        """A condition, which may be on what was just rolled."""
        if (rolled := self._rolled(condition)) is not None:
            return rolled
        return terms.condition(condition)

    def _rolled(self, condition: w.Condition) -> str | None:
        parts = condition.of if isinstance(condition, w.AnyOf) else (condition,)
        mine = w.X(name=self.rolled)
        if not self.rolled or not all(
            isinstance(each, w.Compare) and each.left == mine and isinstance(each.right, int) for each in parts
        ):
            return None
        who = "your opponent rolls" if self.rolled == "rolled opponent" else "you roll"
        compared = [each for each in parts if isinstance(each, w.Compare)]
        if all(each.how == "=" for each in compared):
            numbers = [str(each.right) for each in compared]
            return f"{who} {', '.join(numbers[:-1])} or {numbers[-1]}" if len(numbers) > 1 else f"{who} {numbers[0]}"
        return f"{who} {compared[0].right} or more" if len(parts) == 1 and compared[0].how == ">=" else None
