"""What units get or lose: values, keywords, abilities of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import (
    ADDED,
    Add,
    Gain,
    Given,
    _change,
    _grant,
    _keyword,
    _lasting,
    together,
)
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told, counted, stat_of, value_on
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _of_its_own(story: Story, those: Those, amount: Told) -> Told:
    """An amount told of "that unit" from without, as what is granted to that unit says it of itself."""
    told = amount(story)
    if isinstance(told, w.Stat) and told.of == those:
        told = structs.replace(told, of=w.THIS)
    return lambda _story: told


def _copy(story: Story, those: Those, noun: Noun, kind: str) -> Any:
    """The abilities of others, chosen now where one of several is meant."""
    of = story.reach(noun)
    if not of.bound:
        raise NotMeant("the abilities of several")
    return _lasting(story, w.Copy(to=those, of=of, kind=kind))


@v_args(inline=True)
class GainMeaning(Transformer[Token, Any]):
    """What is got and lost, of `units.lark`."""

    mass__each: Callable[..., Noun]
    mass__each_of: Callable[..., Noun]
    read_ability: Callable[[Story, str], tuple[w.Ability, ...]]

    def gains(self, *gains: Gain) -> tuple[Gain, ...]:
        return together(gains)

    def losses(self, *losses: Gain) -> tuple[Gain, ...]:
        return losses

    def gain__add(self, number: Token, stat: Token) -> Gain:
        return Add(stat_of(str(stat)), number)

    def gain__add_each(self, number: Token, stat: Token, noun: Noun) -> Gain:
        return Add(stat_of(str(stat)), number, lambda story, times: counted(noun.build(story), times))

    def gain__add_each_counter(self, number: Token, stat: Token, *words: Any) -> Gain:
        """For each damage counter, or for every two of them."""
        *several, _counter, noun = words
        if several and several[0] != "2":
            raise NotMeant("for every so many")
        if not several:
            return self._add_each_stat(number, stat, "damage", noun)

        def pairs(story: Story, times: int) -> w.Amount:
            half = w.Half(of=value_on(story, noun, "damage"))
            return half if times == 1 else w.Times(of=half, times=times)

        return Add(stat_of(str(stat)), number, pairs)

    def gain__add_every(self, number: Token, stat: Token, every: Token, *noun: Part) -> Gain:
        return self._add_pairs(number, stat, every, self.mass__each(*noun))

    def gain__add_every_of(self, number: Token, stat: Token, every: Token, *noun: Part) -> Gain:
        return self._add_pairs(number, stat, every, self.mass__each_of(*noun))

    @staticmethod
    def _add_pairs(number: Token, stat: Token, every: Token, of: Noun) -> Gain:
        """For every two of something: half as many times, rounded down."""
        if every != "2":
            raise NotMeant("for every so many")

        def pairs(story: Story, times: int) -> w.Amount:
            half = w.Half(of=counted(of.build(story), 1))
            return half if times == 1 else w.Times(of=half, times=times)

        return Add(stat_of(str(stat)), number, pairs)

    def gain__add_each_under(self, number: Token, stat: Token, *words: Any) -> Gain:
        return self._add_each_stat(number, stat, "under", words[-1])

    def gain__add_each_in_stack(self, number: Token, stat: Token, *words: Any) -> Gain:
        owner: Told = words[-1]
        return Add(stat_of(str(stat)), number, lambda story, times: w.Stat(stat="cards", of=owner(story), times=times))

    def gain__add_each_other_in_stack(self, number: Token, stat: Token, *words: Any) -> Gain:
        """Of the cards in its stack all but itself."""
        owner: Told = words[-1]

        def each(story: Story, times: int) -> w.Amount:
            return w.Sum(of=(w.Stat(stat="cards", of=owner(story), times=times), -times))

        return Add(stat_of(str(stat)), number, each)

    def gain__add_each_pilot(self, number: Token, stat: Token, noun: Noun) -> Gain:
        return self._add_each_stat(number, stat, "pilots", noun)

    def gain__add_each_equipment(self, number: Token, stat: Token, kind: Token, noun: Noun) -> Gain:
        if kind != "equipment":
            raise NotMeant(f"for each {kind} on it")
        return self._add_each_stat(number, stat, "equipment", noun)

    def gain__add_each_arena(self, number: Token, stat: Token, player: str) -> Gain:
        def each(story: Story, times: int) -> w.Amount:
            tally = w.Tally(of="arenas", who=story.one_player(player))
            return tally if times == 1 else w.Times(of=tally, times=times)

        return Add(stat_of(str(stat)), number, each)

    def gain__add_each_mark(self, number: Token, stat: Token, mark: Token, noun: Noun) -> Gain:
        return self._add_each_stat(number, stat, f"marks:{mark}", noun)

    def _add_each_stat(self, number: Token, stat: Token, counted: str, noun: Noun) -> Gain:
        def each(story: Story, times: int) -> w.Amount:
            return value_on(story, noun, counted, times)

        return Add(stat_of(str(stat)), number, each)

    def gain__has_keyword(self, keyword: Token, amount: Told | None = None) -> Gain:
        return lambda story, those: _keyword(story, those, str(keyword), amount(story) if amount else None)

    def gain__has_keyword_signed(self, keyword: Token, number: Token) -> Gain:
        return lambda story, those: _grant(story, those, w.Keyword(name=str(keyword), x=int(number)))

    def gain__has_signed_keyword(self, number: Token, keyword: Token) -> Gain:
        if keyword not in ADDED or (number.startswith("-") and keyword != "accuracy"):
            raise NotMeant(f"{number} {keyword}")
        return lambda story, those: _change(story, those, str(keyword), int(number))

    def gain__more_dice(self, amount: Told) -> Gain:
        return lambda story, those: _change(story, those, "attack dice", amount(story))

    def gain__has_subtype(self, *words: tuple[str, str]) -> Gain:
        kinds = " ".join(value for key, value in words if key in ("kind", "name"))
        return lambda story, those: _grant(story, those, w.TreatAs(subtype=kinds))

    def gain__has_keyword_x(self, keyword: Token, _x: Token, _y: Token, amount: Told) -> Gain:
        return lambda story, those: _keyword(story, those, str(keyword), amount(story))

    def gain__has_ability(self, quote: Token, *where: Any) -> Gain:
        def gain(story: Story, those: Those) -> Any:
            before = story.x
            told = where[-1] if where else before
            story.x = _of_its_own(story, those, told) if told is not None else None
            abilities = self.read_ability(story, str(quote))
            story.x = before
            return tuple(_grant(story, those, ability) for ability in abilities)

        return Given(gain)

    def gain__copies_pilot(self, noun: Noun) -> Gain:
        return lambda story, those: _copy(story, those, noun, "pilot")

    def gain__copies_activated(self, noun: Noun) -> Gain:
        return lambda story, those: _copy(story, those, noun, "activated")

    def loss__subtract(self, number: Token, stat: Token) -> Gain:
        return Add(stat_of(str(stat)), Token("SIGNED", f"-{number}"))

    def loss__loses_keyword(self, keyword: Token, *_number: Any) -> Gain:
        return lambda story, those: _lasting(story, w.Silence(of=those, keyword=str(keyword)))

    def loss__loses_subtype(self, *words: Any) -> Gain:
        kinds = [word[1] for word in words if isinstance(word, tuple) and word[0] == "kind"]
        if len(kinds) != len(words):
            raise NotMeant("no subtype")
        return lambda story, those: _grant(story, those, w.TreatAs(lost=" ".join(kinds)))

    def loss__loses_all(self) -> Gain:
        return lambda story, those: _lasting(story, w.Silence(of=those))
