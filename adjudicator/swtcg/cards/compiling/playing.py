"""Battle cards and Missions: their paragraphs fitted together into what playing them does.

One paragraph says what it does. Others say when it may be played or what else it costs, and an Enhance what it does
for more (rots.keywords.enhance): instead of the effect if it says so, else besides
(idc.keywords.enhance-instead-or-also).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood, Played
from adjudicator.swtcg.cards.compiling.reading.cutting import cut_at_arrow
from adjudicator.swtcg.cards.compiling.reading.data_texts import as_data
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.in_its_place import still_chosen
from adjudicator.swtcg.cards.compiling.telling.remembering import remembered
from adjudicator.swtcg.cards.compiling.telling.wanting import nameless, unpaid_x
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Cost, Play, Those

_ENHANCE = re.compile(r"enhance:\s*", re.IGNORECASE)
_ON_CONDITION = re.compile(r"enhance:\s*if\b(?!.* -> )", re.IGNORECASE)
_MORE = re.compile(r"\bmore\b", re.IGNORECASE)
_FROM_HAND = re.compile(r"causes? you to discard this card from your hand", re.IGNORECASE)
"""A trigger of the card itself, which is no part of what playing it does."""


def compile_played(
    texts: Sequence[str], about: About, compiler: Compiler
) -> tuple[tuple[w.Ability, ...], ...] | dict[int, NotUnderstood]:
    """What each paragraph adds to the card, the first of those that do something all of it.

    If any is not understood none is compiled: what was not, by the paragraph's number from 1.
    """
    fitting = _Fitting(about, compiler)
    failed: dict[int, NotUnderstood] = {}
    for number, text in enumerate(texts, 1):
        try:
            if (whole := as_data(text)) is not None:
                return tuple((whole,) if at == number else () for at in range(1, len(texts) + 1))
            fitting.take(text, number)
        except NotUnderstood as bad:
            failed[number] = bad
    if failed:
        return failed
    try:
        play = fitting.play()
    except NotUnderstood as bad:
        return {max(fitting.at, 1): bad}
    fitting.beside[fitting.at] = (play,)
    return tuple(fitting.beside.get(number, ()) for number in range(1, len(texts) + 1))


class _Fitting:
    """The paragraphs of one card, taken in one after the other."""

    def __init__(self, about: About, compiler: Compiler) -> None:
        self.about = about
        self.compiler = compiler
        self.story = Story(own=about.own, name=about.name)
        self.story.marks["played"] = "mission" if "mission" in about.types else "battle"
        self.base: Played | None = None
        self.enhance: Played | None = None
        self.meditate: Cost | None = None
        self.restrictions: list[Played] = []
        self.at = 0
        self.beside: dict[int, tuple[w.Ability, ...]] = {}

    def take(self, text: str, number: int) -> None:
        """Take a paragraph in. Raises NotUnderstood."""
        if (opening := _ENHANCE.match(text)) is not None:
            if self.base is None or self.enhance is not None:
                raise NotUnderstood(text, why="an Enhance of nothing")
            if _ON_CONDITION.match(text) is not None:  # it costs nothing more: the effect goes on
                self.compiler.played(
                    self.compiler.prepared(text[opening.end() :], self.about), self.about, known=self.story
                )
                self.base = structs.replace(self.base, do=tuple(self.story.do))
                return
            self.enhance = _enhanced(self.compiler, text[opening.end() :], self.about, self.base, self.story)
            return
        if (meditated := self.compiler.meditated(text, self.about)) is not None:
            self.meditate = meditated
            return
        if _FROM_HAND.search(text) is not None:
            self.beside[number] = self.compiler.abilities(text, self.about)
            return
        told = self.compiler.played(self.compiler.prepared(text, self.about), self.about, known=self.story)
        if told.limit:
            raise NotUnderstood(text, why="once per turn")
        if not told.do:
            self.restrictions.append(told)
        elif self.base is None:
            self.base, self.at = told, number
        elif told.cost != w.FREE or told.only or told.condition is not None or self.enhance is not None:
            raise NotUnderstood(text, why="two effects")
        else:  # one after the other, as if they stood in one paragraph
            self.base = structs.replace(self.base, do=remembered((*self.base.do, *told.do)))

    def play(self) -> Play:
        """All of it together. Raises NotUnderstood."""
        if self.base is None:
            raise NotUnderstood("", why="no effect")
        play = _play(self.base, self.restrictions, self.enhance)
        if ("battle" in self.about.types or self.meditate) and unpaid_x(play):  # a Mission's X is what it cost to build
            raise NotUnderstood("", why="an X of nothing")
        if self.meditate is not None and (play.cost.x or play.cost.x_points or play.cost.counters_on is not None):
            raise NotUnderstood("", why="Meditate instead of X")
        if nameless(play):
            raise NotUnderstood("", why="something that nothing has named")
        return structs.replace(play, meditate=self.meditate)


def _enhanced(compiler: Compiler, text: str, about: About, base: Played, story: Story) -> Played:
    """An Enhance: its whole cost, and all that is done with it."""
    prepared = compiler.prepared(text, about)
    before, arrow, _ = cut_at_arrow(prepared)
    known = _going_on(story)
    told = compiler.played(prepared, about, known=known)
    more = bool(arrow) and _MORE.search(before) is not None
    cost = _sum(base.cost, told.cost) if more or not told.cost.force else _instead_of_force(base.cost, told.cost)
    if not told.do:
        raise NotUnderstood(text, why="an Enhance that does nothing")
    if told.instead:
        return structs.replace(told, do=(*still_chosen(base.do, told.do), *told.do), cost=cost)
    return structs.replace(told, do=(*base.do, *told.do), cost=cost)


def _going_on(story: Story) -> Story:
    """A story that goes on from where another has come to."""
    known = Story(own=story.own, name=story.name, when=story.when)
    known.mentions = list(story.mentions)
    known.arena, known.player, known.much = story.arena, story.player, story.much
    known.marks = {key: value for key, value in story.marks.items() if key not in ("opened", "instead", "damaged")}
    known.marks["until otherwise"] = story.marks.get("last until", "")
    known.go_on(story)
    return known


def _sum(one: Cost, other: Cost) -> Cost:
    """Both costs together."""
    fields = {}
    for name in Cost.__struct_fields__:
        left, right = getattr(one, name), getattr(other, name)
        if name in ("force", "points", "discard_cards", "mill"):
            fields[name] = left + right
        elif isinstance(left, bool):
            fields[name] = left or right
        else:
            empty = getattr(w.FREE, name)
            if empty not in (left, right) and not name.endswith("_count"):
                return _both_tap(one, other)
            fields[name] = right if right != empty else left
    return Cost(**fields)


def _both_tap(one: Cost, other: Cost) -> Cost:
    """Two costs that tap the same kind of thing: so many of them together."""
    mine, more = one.tap_others, other.tap_others
    if mine is not None and more is not None and _bare(mine) == _bare(more):
        return structs.replace(one, tap_count=one.tap_count + other.tap_count, force=one.force + other.force)
    raise NotUnderstood("two costs of a kind")


def _instead_of_force(base: Cost, own: Cost) -> Cost:
    return _sum(structs.replace(base, force=0), own)


def _play(base: Played, restrictions: Sequence[Played], enhance: Played | None) -> Play:
    only, cost = base.only, base.cost
    conditions = [base.condition] if base.condition is not None else []
    for each in restrictions:
        if only and each.only and only != each.only:
            raise NotUnderstood(each.only, why="two restrictions")
        only = only or each.only
        cost = _sum(cost, each.cost)
        if each.condition is not None:
            conditions.append(each.condition)
    condition = None if not conditions else conditions[0] if len(conditions) == 1 else w.Both(of=tuple(conditions))
    more = None
    if enhance is not None:
        more = Play(
            do=enhance.do, cost=enhance.cost, only=enhance.only or only, condition=enhance.condition or condition
        )
    return Play(do=base.do, cost=cost, only=only, condition=condition, enhance=more)


def _bare(those: Those) -> Those:
    return structs.replace(those, but=None, other=False)
