"""With what a thing is: its values, counters, keywords, names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.rivals import compared_with
from adjudicator.swtcg.cards.compiling.story.selecting import (
    ATTACKER,
    DEFENDER,
    Part,
    Told,
    _amount,
    _differing,
    _kind,
    _not_meant,
    _put,
    _where,
    stat_of,
)
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import UNITS, Stat, Those, Where


def _compared(those: Those, stat: str, how: str, other: Those) -> Those:
    """Those whose value stands so to the value of another."""
    name = stat_of(str(stat))
    if those.bound == "this" and other in (ATTACKER, DEFENDER):  # which it is compared with while they fight
        those = structs.replace(those, **{"attacking" if other == DEFENDER else "defending": True})
    over = "" if other.bound else "highest" if how.startswith(">") else "lowest"  # than each of several
    return _where(those, Where(stat=name, how=how, than=Stat(stat=name, of=other, over=over)))


@v_args(inline=True)
class FeatureMeaning(Transformer[Token, Any]):
    """Features, of `nouns.lark`."""

    bound__exactly_x: Callable[[Token], tuple[str, Told]]
    post__that_cost: Callable[[tuple[str, Told]], Part]
    vocabulary: Vocabulary

    def feature__stat_no_lower(self, stat: Token) -> Part:
        return lambda story, those: _compared(those, stat, ">=", story.marks.get("rival") or story.it())

    def feature__stat_higher(self, stat: Token) -> Part:
        """Of "Higher build cost": than what was spoken of."""
        return lambda story, those: _compared(those, stat, ">", story.marks.get("rival") or story.it())

    def feature__alike(self) -> Part:
        """Of cards "with the same name": as the one thing that was chosen before, else as one another."""

        def add(story: Story, those: Those) -> Those:
            last = story.mentions[-1] if story.mentions else None
            chosen = last is not None and last.those.bound.startswith("it") and not last.plural
            plain = those.what == "card" and not (those.subtype or those.name or those.any_of)
            if last is not None and chosen and plain:
                return structs.replace(those, name_of=last.those.bound)
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "same": "name"}
            return those

        return add

    def feature__stat_bound(self, stat: Token, bound: tuple[str, Told]) -> Part:
        how, amount = bound

        def add(story: Story, those: Those) -> Those:
            asked = Where(stat=stat_of(str(stat)), how=how, than=amount(story))
            if stat.startswith("total ") and how == "<=":
                story.marks["together at most"] = asked  # of several that are chosen: all of them together
            return _where(those, asked)

        return add

    def feature__bound_stat(self, bound: tuple[str, Told], stat: Token) -> Part:
        return self.feature__stat_bound(stat, bound)

    def feature__so_little(self, number: Token, stat: Token) -> Part:
        return self.feature__stat_bound(stat, ("<=", _amount(number)))

    def feature__so_much(self, number: Token, stat: Token) -> Part:
        return self.feature__stat_bound(stat, (">=", _amount(number)))

    def post__of_at_least(self, stat: Token, number: Token) -> Part:
        return self.feature__stat_bound(stat, (">=", _amount(number)))

    def post__of_at_most(self, stat: Token, number: Token) -> Part:
        return self.feature__stat_bound(stat, ("<=", _amount(number)))

    def feature__with_subtype(self, *words: Any) -> Part:
        return lambda story, those: _kind(self.vocabulary, story, words, those)

    def feature__that_cost(self, bound: tuple[str, Told]) -> Part:
        return self.post__that_cost(bound)

    def feature__cost_extreme(self, extreme: Token) -> Part:
        return _put(**{str(extreme): "cost"})

    def feature__stat_extreme(self, extreme: Token, stat: Token) -> Part:
        return _put(**{str(extreme): stat_of(str(stat))})

    def feature__is_damaged(self, *_words: Any) -> Part:
        return _put(damaged=True)

    def feature__damaged_so_much(self, number: Token, *_words: Any) -> Part:
        if int(number) == 1:
            return _put(damaged=True)
        return lambda story, those: _where(those, Where(stat="damage", how=">=", than=int(number)))

    def feature__damaged_above(self, number: Token, *_words: Any) -> Part:
        return self._so_many("damage", (">", _amount(number)))

    def feature__damaged_below(self, number: Token, *_words: Any) -> Part:
        return self._so_many("damage", ("<", _amount(number)))

    def feature__damaged_at_most(self, number: Token, *_words: Any) -> Part:
        return self._so_many("damage", ("<=", _amount(number)))

    def feature__so_damaged(self, letter: Token, *_words: Any) -> Part:
        return self._so_many("damage", self.bound__exactly_x(letter))

    def feature__so_built(self, number: Token, *_words: Any) -> Part:
        return self._being_built(self._so_many("counters", (">=", _amount(number))))

    def feature__built_at_most(self, number: Token, *_words: Any) -> Part:
        return self._being_built(self._so_many("counters", ("<=", _amount(number))))

    def feature__not_built(self, *_words: Any) -> Part:
        return self._being_built(self._so_many("counters", ("<=", lambda story: 0)))

    @staticmethod
    def _being_built(part: Part) -> Part:
        """Of "a Creature in your build zone with 3 or more build counters": what is not built yet."""

        def add(story: Story, those: Those) -> Those:
            made = part(story, those)
            return structs.replace(made, what="built") if made.what in UNITS and made.zones == ("build",) else made

        return add

    post__so_built = feature__so_built

    def feature__so_marked(self, bound: tuple[str, Told], mark: Token, *_words: Any) -> Part:
        return self._so_many(f"marks:{mark}", bound)

    def feature__marked(self, mark: Token, *_words: Any) -> Part:
        return self._so_many(f"marks:{mark}", (">=", lambda story: 1))

    @staticmethod
    def _so_many(stat: str, bound: tuple[str, Told]) -> Part:
        how, amount = bound
        return lambda story, those: _where(those, Where(stat=stat, how=how, than=amount(story)))

    def feature__stacked_so_high(self, number: Token, _noun: Token) -> Part:
        return self._so_many("cards", (">=", _amount(number)))

    def feature__undamaged(self, *_words: Any) -> Part:
        return _put(damaged=False)

    def feature__with_keyword(self, keyword: Token, *_number: Any) -> Part:
        return _put(keyword=str(keyword))

    def feature__same_name(self, noun: Noun) -> Part:
        def add(story: Story, those: Those) -> Those:
            bound = story.reach(noun).bound if noun.how == "pick" else noun.build(story).bound
            return structs.replace(those, name_of=bound or _not_meant("the same name"))

        return add

    def feature__different_name(self) -> Part:
        return _differing("name")

    def feature__different_stat(self, stat: Token) -> Part:
        return _differing(stat_of(str(stat)))

    def feature__stat_lower(self, stat: Token) -> Part:
        """Of "A lower build cost": than what attacks it, or than what was spoken of."""
        return lambda story, those: _compared(those, stat, "<", compared_with(story))

    def adjective__faster(self) -> Part:
        return lambda story, those: _compared(those, "speed", ">", compared_with(story))

    def adjective__slower(self) -> Part:
        return lambda story, those: _compared(those, "speed", "<", compared_with(story))

    def feature__stat_no_higher(self, stat: Token) -> Part:
        """Of "Equal or less build cost": than what was spoken of."""
        return lambda story, those: _compared(those, stat, "<=", story.marks.get("rival") or story.it())

    def feature__stat_within(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, "<=", noun.build(story))

    def feature__stat_less_than(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, "<", noun.build(story))

    def feature__stat_more_than(self, stat: Token, noun: Noun) -> Part:
        return lambda story, those: _compared(those, stat, ">", noun.build(story))
