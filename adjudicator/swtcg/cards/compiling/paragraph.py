"""A paragraph's text as abilities, or the words at which understanding ended."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.meaning import Meaning, meaning_of
from adjudicator.swtcg.cards.compiling.phrases.paying import extra_cost
from adjudicator.swtcg.cards.compiling.reading.cutting import cut_at_arrow, sentences
from adjudicator.swtcg.cards.compiling.reading.data_texts import DATA, as_data
from adjudicator.swtcg.cards.compiling.reading.failing import (
    NotUnderstood,
    at_worst_not_understood,
    not_read,
    one_of_them,
)
from adjudicator.swtcg.cards.compiling.reading.inverting import straightened
from adjudicator.swtcg.cards.compiling.reading.lexing import tokens
from adjudicator.swtcg.cards.compiling.reading.naming import OWN_SIGN, SELF_SIGN, marked
from adjudicator.swtcg.cards.compiling.reading.parsing import NotRead, parse
from adjudicator.swtcg.cards.compiling.reading.repairing import repaired
from adjudicator.swtcg.cards.compiling.reading.spelled_out import framing, of_keyword, spelled_out
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.about import About, Played
from adjudicator.swtcg.cards.compiling.story.mentions import Mention, NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Either, Only, of_side
from adjudicator.swtcg.cards.compiling.story.sentences import (
    ONCE,
    ChooseKind,
    ChooseOne,
    Extra,
    KeywordX,
    Mark,
    Read,
    Restriction,
    Sentence,
    is_played_once,
    joined_at,
)
from adjudicator.swtcg.cards.compiling.story.spoken import WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.coming_about import as_it_comes_about
from adjudicator.swtcg.cards.compiling.telling.framed_ahead import framed, of_its_kind, ways_to_pay
from adjudicator.swtcg.cards.compiling.telling.in_its_place import in_its_place, said_instead
from adjudicator.swtcg.cards.compiling.telling.keyword_played import (
    any_keyword,
    keyword_of_x,
    keyword_played,
    restricted,
)
from adjudicator.swtcg.cards.compiling.telling.remembering import remembered
from adjudicator.swtcg.cards.compiling.telling.standing import (
    always_on,
    conditions_of,
    elsewhere,
    passing,
    where_it_lies,
    willing,
    with_floor,
)
from adjudicator.swtcg.cards.compiling.telling.tell import tell
from adjudicator.swtcg.cards.compiling.telling.triggered import (
    also_asked,
    condition_behind,
    heard,
    needs_instead,
    set_off,
    triggered,
)
from adjudicator.swtcg.cards.compiling.telling.wanting import wanting, x_of_what_is_chosen
from adjudicator.swtcg.cards.keyword_reader import Broken
from adjudicator.swtcg.cards.keyword_reader import parse as parse_keywords
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import FREE, UNITS, Cost, Those

_EXACT = re.compile(r"(«[^»]*»)")
_UPKEEP = re.compile(r"upkeep:\s*", re.IGNORECASE)
_GAINED = re.compile(r"(bounty|foresight|forewarning|deploy|last stand):\s*", re.IGNORECASE)
_MEDITATE = re.compile(r"medi(?:ta|a)te\.?", re.IGNORECASE)


class Compiler:
    """Compiles paragraphs with one vocabulary; sentences that come again are read once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Take what is known of names and type lines."""
        self.vocabulary = vocabulary
        self.meaning = Meaning(vocabulary, self._granted)
        self._read = lru_cache(maxsize=20_000)(self._parsed)

    # --- texts ----------------------------------------------------------------------------------

    @at_worst_not_understood
    def abilities(self, text: str, about: About) -> tuple[w.Ability, ...]:
        """The abilities of a paragraph of a unit, Location or Equipment. Raises NotUnderstood."""
        made = x_of_what_is_chosen(self._abilities(self.prepared(text, about), about))
        if DATA.search(text) is None and (lacking := wanting(made)):
            raise NotUnderstood(text, why=lacking)
        return made

    def prepared(self, text: str, about: About) -> str:
        """A text repaired and marked."""
        text = of_its_kind(text, about.types)
        parts = _EXACT.split(text)
        for at in range(0, len(parts), 2):  # what stands between « and » is left as it is
            ahead, behind = " " * parts[at].startswith(" "), " " * parts[at].endswith(" ")
            others = self.vocabulary.sharing(about.name) if about.unique else ()
            kind, names = self.vocabulary.kind, self.vocabulary.things
            said = marked(repaired(parts[at]), about.name, unique=about.unique, others=others, kind=kind, names=names)
            parts[at] = ahead + said + behind
        return "".join(parts).strip()

    def _abilities(self, text: str, about: About, told: Story | None = None) -> tuple[w.Ability, ...]:
        """The abilities of a prepared text; `told` is the story in which it is granted."""
        if (whole := as_data(text)) is not None:
            return (whole,)
        if (upkeep := _UPKEEP.match(text)) is not None:
            return (self._upkeep(text[upkeep.end() :], about),)
        if (gained := _GAINED.match(text)) is not None:
            return (self._gained(gained[1].casefold(), text[gained.end() :], about),)
        if made := framed(text, lambda part: self._abilities(self.prepared(part, about), about, told), self, about):
            return made
        if spelled := spelled_out(text, about.types):
            said = [each for part in spelled for each in self._abilities(self.prepared(part, about), about, told)]
            return of_keyword(said, framing(text))
        before, arrow, after = cut_at_arrow(text)
        if arrow:
            parts = sentences(after)
            cut = joined_at(parts, lambda each: self._read(each, "said"))
            more = ". ".join(parts[cut:])
            if cut == 1 and (keyword := any_keyword(parts[0], lambda: self.cost(before, about))) is not None:
                return (keyword, *(self._abilities(more, about, told) if more else ()))
            done = self._activated(before, ". ".join(parts[:cut]), about, told)
            return (done, *(self._abilities(more, about, told) if more else ()))
        groups = self._groups(text)
        if is_played_once(groups[0][0][1]):
            return (willing(self._activated("Pay 0 Force", text, about, told)),)
        if any(isinstance(read, Restriction) for group in groups for _, read in group[:1]):
            return (willing(self._activated("Pay 0 Force", text, about, told)),)
        found: list[w.Ability] = []
        spoken: list[Mention] = []
        for group in groups:
            if (read := said_instead(group[0][1], found)) is not None:
                made = self._standing([(group[0][0], read), *group[1:]], about, spoken)
                found = in_its_place(found, made, text)
            else:
                found.extend(self._standing(group, about, spoken))
        return with_floor(found)

    @at_worst_not_understood
    def played(self, text: str, about: About, *, known: Story | None = None) -> Played:
        """What a Battle card or Mission does; `known` is a story to go on with. Raises NotUnderstood."""
        before, arrow, after = cut_at_arrow(text)
        story = known if known is not None else Story(own=about.own, name=about.name)
        story.marks["card played"] = True
        cost = FREE
        if arrow:
            chosen = list(story.mentions)
            cost = self._cost(before, story)
            paid = story.mentions[len(chosen) :]
            story.mentions = [*paid, *chosen]  # "that unit" of an Enhance is what the effect is about
        return self._told(sentences(after if arrow else text), story, cost)

    def unit(self, phrase: str, about: About) -> Those | None:
        """The units that a phrase without an article means ("Ground unit with 2 or more Equipment"), if it is one."""
        try:
            (read,) = self.abilities(f"Each {phrase} gets +1 power", about)
        except NotUnderstood:
            return None
        change = read.changes[0] if isinstance(read, w.Static) and read.condition is None else None
        plain = isinstance(change, w.Modify) and change == w.Modify(of=change.of, stat="power", amount=1)
        if not (isinstance(change, w.Modify) and plain and change.of.what in UNITS):
            return None
        return structs.replace(change.of, what="unit")  # Equipment goes on units (crf.equipment.equip-own-units-only)

    def meditated(self, text: str, about: About) -> Cost | None:
        """The cost of Meditate, if a paragraph is that. Raises NotUnderstood."""
        before, _, after = cut_at_arrow(self.prepared(text, about))
        if _MEDITATE.fullmatch(after) is None:
            return None
        return self._cost(before, Story(own=about.own, name=about.name))

    @at_worst_not_understood
    def cost(self, text: str, about: About) -> Cost:
        """A cost by itself. Raises NotUnderstood."""
        return self._cost(text, Story(own=about.own, name=about.name))

    def _upkeep(self, text: str, about: About) -> w.Keyword:
        if not (ways := ways_to_pay(text)):
            return self._gained("upkeep", text, about)
        costs = [self._cost(way, Story(own=about.own, name=about.name)) for way in ways]
        if any((each.marks and each.marks_of is None) or each.discard_kind for each in costs):
            raise NotUnderstood(text, why="such an Upkeep")
        return w.Keyword(name="upkeep", costs=tuple(costs))

    def _gained(self, keyword: str, text: str, about: About) -> w.Keyword:
        """A keyword by which something is gained: Bounty, Foresight, Forewarning."""
        story = Story(own=about.own, name=about.name, when="resolving")
        told = self._told(sentences(text), story, FREE)
        if told.only or told.condition is not None or told.limit:
            raise NotUnderstood(text, why="a restriction of what is gained")
        return w.Keyword(name=keyword, do=told.do)

    def _activated(
        self, before: str, after: str, about: About, within: Story | None = None
    ) -> w.Activated | w.Elsewhere:
        story = Story(own=about.own, name=about.name)
        story.x = within.x if within is not None else None
        cost = self._cost(before, story)
        parts = sentences(after)
        if (keyword := keyword_played(before, parts)) is not None:
            return restricted(keyword, self._told(parts[1:], story, keyword.cost), parts[1])
        first = self.sentence(parts[0]) if parts else None
        if isinstance(first, KeywordX):
            return self._keyword_x(first, story, cost, parts)
        told = self._told(parts, story, cost)
        if any(isinstance(each, w.Allow) and each.clause == "UPKEEP_DUE" for each in told.do):
            raise NotUnderstood(after, why="Upkeep that is paid when it is due")
        limit = told.limit
        if limit == "attack":  # as the rules have it, save for damage that comes several times in one attack
            if any(isinstance(each, w.Prevent) for each in told.do):
                raise NotUnderstood(after, why="prevention once an attack")
            limit = ""
        if all(isinstance(each, w.Choose | w.ChooseArena) for each in told.do):
            raise NotUnderstood(after, why="nothing that is played")
        made = w.Activated(do=told.do, cost=told.cost, only=told.only, condition=told.condition, limit=limit)
        return where_it_lies(made)

    def _keyword_x(self, read: KeywordX, story: Story, cost: Cost, parts: list[str]) -> w.Activated:
        """Retaliate or Evade for an amount that is counted."""
        try:
            amount = read.amount(story) if read.amount is not None else story.x(story) if story.x else w.X()
        except NotMeant as bad:
            raise NotUnderstood(parts[0], why=str(bad)) from None
        made = keyword_of_x(read.keyword, amount, cost)
        if len(parts) > 1 or made is None:
            raise NotUnderstood(parts[0], why="a keyword of X")
        return made

    def _told(self, texts: list[str], story: Story, cost: Cost) -> Played:
        only, conditions, limit = "", [], ""
        start = len(story.do)
        for at, text in enumerate(texts):
            read = self.sentence(text)
            if isinstance(read, ChooseKind):
                story.say(self._of_each_kind(read, texts[at + 1 :], story))
                break
            if isinstance(read, Restriction):
                for each in read.only:
                    only, limit = one_of_them(only, each.time, text), one_of_them(limit, each.limit, text)
                    conditions.extend(conditions_of(each, story, text))
            elif isinstance(read, KeywordX):
                raise NotUnderstood(text, why="a keyword of X")
            elif isinstance(read, Sentence) and is_played_once(read):
                each = read.openers[0].held
                if any(mark.kind == "when" for mark in read.openers):
                    raise NotUnderstood(text, why="what triggers so many times")
                limit, only = one_of_them(limit, each.limit, text), one_of_them(only, each.time, text)
                self._tell(story, structs.replace(read, openers=read.openers[1:]), text)
            elif isinstance(read, Extra):
                cost = extra_cost(read, story, cost, text)
            else:
                self._tell(story, read, text)
        conditions.extend(also_asked(story))
        condition = None if not conditions else conditions[0] if len(conditions) == 1 else w.Both(of=tuple(conditions))
        if "at draw step" in story.marks:
            raise NotUnderstood("draw step")
        return Played(
            remembered(tuple(story.do[start:])), cost, only, condition, limit, bool(story.marks.pop("instead", False))
        )

    def _of_each_kind(self, read: ChooseKind, texts: list[str], story: Story) -> w.OneOfThese:
        """What follows the choice of a kind, told for each of them; exactly one is carried out."""
        options = []
        for kind in read.kinds:
            told = Story(own=story.own, name=story.name, when=story.when)
            told.marks = {**story.marks, "type": {"subtype": kind}}
            done = self._told(texts, told, FREE)
            if done.only or done.condition is not None or done.limit:
                raise NotUnderstood(texts[0], why="a restriction within a choice")
            options.append(done.do)
        return w.OneOfThese(options=tuple(options))

    # --- what is always on, and triggers ----------------------------------------------------------

    def _groups(self, text: str) -> list[list[tuple[str, Read]]]:
        """Sentences that make one ability: a trigger and what follows it; each sentence that is always on."""
        groups: list[list[tuple[str, Read]]] = []
        triggered = False
        for each in sentences(text):
            read = self.sentence(each)
            if isinstance(read, Sentence) and not triggered:
                read = set_off(read)
            elif isinstance(read, ChooseOne) and not triggered:
                read = condition_behind(read)
            opens = [mark.kind for mark in read.openers] if isinstance(read, Sentence | ChooseOne) else []
            begins = bool(opens) and opens[0] in ("when", "as long as")
            if begins or not triggered or not groups:
                groups.append([])
                triggered = opens[:1] == ["when"]
            groups[-1].append((each, read))
        return groups

    def _standing(self, group: list[tuple[str, Read]], about: About, spoken: list[Mention]) -> tuple[w.Ability, ...]:
        """The abilities of a group; `spoken` is what texts before it on the card have spoken of, and is added to."""
        text, first = group[0]
        if isinstance(first, Restriction | Extra | KeywordX | ChooseKind):
            raise NotUnderstood(text, why="a restriction of nothing")
        if first.openers and first.openers[0].kind == "when":
            return self._triggered_and_more(group, about, spoken)
        story = Story(own=about.own, name=about.name, when="resolving")
        story.lasts = True
        story.marks["types"] = about.types
        story.mentions = list(spoken)
        try:
            self._tell(story, first, text)
            made = always_on(story, text, until=passing(first))
        except NotUnderstood:
            if (trigger := self._as_it_comes_about(first, about)) is None:
                raise
            return (trigger,)
        spoken[:] = story.mentions
        return made

    def _as_it_comes_about(self, read: Read, about: About) -> w.Triggered | None:
        try:
            return as_it_comes_about(Story(own=about.own, name=about.name, when="resolving"), read)
        except NotMeant:
            return None

    def _triggered_and_more(
        self, group: list[tuple[str, Read]], about: About, spoken: list[Mention]
    ) -> tuple[w.Ability, ...]:
        """A trigger; its last sentences are always on if they cannot be part of it for want of a duration."""
        for cut in range(len(group), 0, -1):
            try:
                trigger = self._triggered(group[:cut], about)
                return (*trigger, *(each for more in group[cut:] for each in self._standing([more], about, spoken)))
            except NotUnderstood as bad:
                if cut == 1 or bad.why != "no duration":
                    raise
        raise NotUnderstood(group[0][0])

    def _triggered(self, group: list[tuple[str, Read]], about: About) -> tuple[w.Ability, ...]:
        text, first = group[0]
        assert isinstance(first, Sentence | ChooseOne)
        held = first.openers[0].held
        if isinstance(held[0], Either):
            more = (
                structs.replace(first, openers=(Mark("when", (way, *held[1:])), *first.openers[1:]))
                for way in held[0].ways
            )
            return tuple(made for each in more for made in self._triggered([(text, each), *group[1:]], about))
        try:
            return self._triggered_by(group, first, about)
        except NotUnderstood as bad:
            if bad.why != WHOSE:
                raise
        sides = (Mark("when", (of_side(held[0], side), *held[1:])) for side in ("yours", "opponents"))
        more = (structs.replace(first, openers=(mark, *first.openers[1:])) for mark in sides)
        return tuple(made for each in more for made in self._triggered_by(group, each, about))

    def _triggered_by(
        self, group: list[tuple[str, Read]], first: Sentence | ChooseOne, about: About
    ) -> tuple[w.Ability, ...]:
        """What one event sets off."""
        text = group[0][0]
        story = Story(own=about.own, name=about.name, when="resolving")
        try:
            event, conditions, openers = heard(story, first)
            needs_instead(event, [each for each, _ in group])
        except NotMeant as bad:
            raise NotUnderstood(text, why=str(bad)) from None
        self._tell(story, structs.replace(first, openers=tuple(openers)), text)
        held = first.openers[0].held
        for each, told in group[1:]:
            if told == Restriction((Only(limit="turn"),)):
                held = (*held, ONCE)
                continue
            if isinstance(told, Restriction):
                story.marks["elsewhere"] = elsewhere(told, story, each)
                continue
            if isinstance(told, Extra | KeywordX | ChooseKind):
                raise NotUnderstood(each, why="a cost of a trigger")
            self._tell(story, told, each)
        return triggered(event, conditions, story, held, text)

    # --- sentences ------------------------------------------------------------------------------

    def sentence(self, text: str) -> Read:
        """A sentence as read. Raises NotUnderstood."""
        found = self._read(text, "said")
        if isinstance(found, NotUnderstood):
            raise found
        read: Read = found
        return read

    def _cost(self, text: str, story: Story) -> Cost:
        found = self._read(text.replace(";", ","), "costs")
        if isinstance(found, NotUnderstood):
            raise found
        told = len(story.do)
        try:
            cost: Cost = found(story)
        except NotMeant as bad:
            raise NotUnderstood(text, why=str(bad)) from None
        if any(isinstance(each, w.Choose) for each in story.do[told:]):
            raise NotUnderstood(text, why="what is chosen as it is paid")
        return cost

    def _parsed(self, text: str, start: str) -> Any:
        """A text as read by a rule, straightened if need be; a NotUnderstood if it cannot be."""
        row = tokens(text, self.vocabulary)
        tree = parse(row, start)
        if isinstance(tree, NotRead):
            straight = straightened(row)
            again = parse(straight, start) if straight is not None else tree
            if isinstance(again, NotRead):
                return not_read(text, row, tree.token)
            tree = again
        try:
            return meaning_of(tree, self.meaning)
        except NotMeant as bad:
            return NotUnderstood(text, why=str(bad))

    def _tell(self, story: Story, read: Sentence | ChooseOne, text: str) -> None:
        try:
            tell(story, read)
        except NotMeant as bad:
            raise NotUnderstood(text, why=str(bad)) from None

    def _granted(self, story: Story, text: str) -> tuple[w.Ability, ...]:
        """The abilities of a text in quotation marks."""
        found = parse_keywords(text, "grant")
        if not isinstance(found, Broken):
            return tuple(found)
        try:
            return self._abilities(text, About(story.name, False, (), story.own), story)
        except NotUnderstood as bad:
            raise NotMeant(bad.why or "what is granted") from None


__all__ = ["OWN_SIGN", "SELF_SIGN", "About", "Compiler", "NotUnderstood", "Played"]
