"""What may be on a unit: Pilots and Equipment, how many and which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _lasting
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.about import GIVER
from adjudicator.swtcg.cards.compiling.story.kinds_together import _together
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _kind, _put, _where, _with, without
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import PILOT_TEXT, UNITS, Those, Where


def _equipment(those: Those) -> Those:
    """Things as Equipment, which is what is attached."""
    if those.types or those.what not in (*UNITS, "equipment"):
        raise NotMeant("that attached")
    return structs.replace(those, what="equipment")


@v_args(inline=True)
class FittingOutMeaning(Transformer[Token, Any]):
    """Pilots and Equipment of units, of `units.lark`."""

    vocabulary: Vocabulary
    post__aboard: Callable[[Noun], Part]
    post__aboard_one: Callable[[Noun], Part]

    def unit_vp__extra_pilot(self, *words: Any) -> UnitVerb:
        whom = next((word for word in words if isinstance(word, Those)), None)

        def verb(story: Story, those: Those) -> None:
            story.say(_lasting(story, w.Modify(of=those, stat="extra pilots", amount=1, whom=whom)))

        return verb

    def unit_vp__extra_pilots(self, number: Token, *_on: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            story.say(_lasting(story, w.Modify(of=those, stat="extra pilots", amount=int(number))))

        return verb

    def unit_vp__pilots(self, number: Token, *_on: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            story.say(_lasting(story, w.Modify(of=those, stat="extra pilots", amount=int(number) - 1)))

        return verb

    def unit_vp__pays_no_upkeep(self, keyword: Token) -> UnitVerb:
        if keyword != "upkeep":
            raise NotMeant(f"{keyword} to pay")

        def verb(story: Story, those: Those) -> None:
            story.say(_lasting(story, w.Allow(clause="UPKEEP_DUE", who=those, permit=False)))

        return verb

    def extra_if__is_not(self, *words: tuple[str, str]) -> Those:
        return Those(what="stack", but=Those(subtype=self.extra_if__is(*words).subtype))

    def extra_if__is(self, *words: tuple[str, str]) -> Those:
        return Those(what="stack", subtype=" ".join(value for _, value in words))

    def unit_vp__piloted_only(self, noun: Noun) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            kinds = noun.build(story)
            others = Those(what="stack", but=structs.replace(kinds, what="stack"))
            story.say(_lasting(story, w.Allow(clause="MAY_BE_PILOTED", who=those, permit=False, whom=others)))

        return verb

    def unit_vp__attacks_if_piloted(self, *by: Noun) -> UnitVerb:
        """Of "This unit must be piloted by an Ewok to attack"."""

        def verb(story: Story, those: Those) -> None:
            if those != w.THIS or not story.lasts or "static condition" in story.marks:
                raise NotMeant("whose Pilots")
            manned = {"piloted_by": by[0].build(story)} if by else {"piloted": True}
            story.marks["static condition"] = w.Not(of=w.There(are=structs.replace(those, **manned)))
            story.say(w.Allow(clause="UNIT_MAY_ATTACK", who=those, permit=False))

        return verb

    def unit_vp__piloted_only_kinds(self, *kinds: tuple[Any, ...]) -> UnitVerb:
        """Of "This unit can have only Sith Pilots"."""

        def verb(story: Story, those: Those) -> None:
            crew = [_kind(self.vocabulary, story, kind, Those(what="stack")) for kind in kinds]
            others = Those(what="stack", but=_together(Those(what="stack"), crew) if len(crew) > 1 else crew[0])
            story.say(_lasting(story, w.Allow(clause="MAY_BE_PILOTED", who=those, permit=False, whom=others)))

        return verb

    def unit_vp__equipped_once(self, number: Token, _own: Token, *_pronoun: Any) -> UnitVerb:
        """Equipment of which a unit may have no second copy."""

        def verb(story: Story, those: Those) -> None:
            if number != "1":
                raise NotMeant("so many of that Equipment")
            twin = Those(what="equipment", name=story.name)
            story.say(_lasting(story, w.Allow(clause="MAY_BE_EQUIPPED", who=those, permit=False, whom=twin)))

        return verb

    def unit_vp__equipped_once_so(self, number: Token, described: Part, *_pronoun: Any) -> UnitVerb:
        """Equipment of a kind, of which a unit may have no second."""

        def verb(story: Story, those: Those) -> None:
            if number != "1":
                raise NotMeant("so many Equipment of a kind")
            self._unequipped(story, those, _equipment(described(story, Those())))

        return verb

    def unit_vp__equipped_with_own(self, _own: Token, *_pronoun: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            self._unequipped(story, those, Those(what="equipment", but=Those(name=story.name)))

        return verb

    def unit_vp__equipped_only(self, described: Part, *_pronoun: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            only = structs.replace(_equipment(described(story, Those())), what="unit")
            self._unequipped(story, those, Those(what="equipment", but=only))

        return verb

    @staticmethod
    def _unequipped(story: Story, those: Those, whom: Those) -> None:
        story.say(_lasting(story, w.Allow(clause="MAY_BE_EQUIPPED", who=those, permit=False, whom=whom)))

    def clause_vp__detach(self, noun: Noun) -> Say:
        """Off its unit, and so into the build zone (idc.term.detach.definition)."""

        def say(story: Story) -> None:
            those = story.reach(noun)
            kinds = {each.kind.what for each in story.mentions if each.those == those}
            if those != GIVER and "equipment" not in kinds:
                raise NotMeant("what is no Equipment taken off")
            story.say(w.MoveTo(what=those, to="build"))

        return say

    def clause_vp__detach_from(self, noun: Noun, host: Noun) -> Say:
        part = self.post__aboard_one(host) if host.how == "pick" else self.post__aboard(host)
        worn = structs.replace(noun, build=lambda story: part(story, noun.build(story)))
        return self.clause_vp__detach(worn)

    # --- what is on a unit already ------------------------------------------------------------

    def feature__equipped(self, *words: Any) -> Part:
        return self.feature__equipped_more(None, *words)

    def feature__equipped_by_kind(self, *words: Any) -> Part:
        """Of "with a Weapon": a kind of Equipment, and of nothing else; of "with a Jedi Pilot" who is on it."""
        if parts := [word for word in words if callable(word)]:
            rest = tuple(word for word in words if not callable(word))
            return lambda story, those: structs.replace(those, piloted_by=self._pilot_of(story, parts, rest))
        kinds = " ".join(value for key, value in words if key == "kind")
        if self.vocabulary.types(kinds) != {"equipment"}:
            raise NotMeant(f"with a {kinds}")
        return self.feature__equipped_more(None, *words)

    def _pilot_of(self, story: Story, parts: Sequence[Part], kinds: tuple[Any, ...]) -> Those:
        """A Pilot of a kind. Raises NotMeant of what is no Pilot."""
        pilot = _with(story, Those(), tuple(parts))
        if pilot.what != "pilot" or any(key != "kind" for key, _ in kinds):
            raise NotMeant("with such a one")
        return structs.replace(pilot, subtype=" ".join(value for _, value in kinds))

    def post__equipped_so(self, *words: Any) -> Part:
        return self.feature__equipped_by_kind(*words)

    def feature__not_equipped(self, kind: Token, *_words: Any) -> Part:
        if kind != "equipment":
            raise NotMeant(f"no {kind} on it")
        return lambda story, those: _where(those, Where(stat="equipment", how="<=", than=0))

    def feature__not_equipped_so(self, *words: Any) -> Part:
        equipped = self.feature__equipped(*words)
        return lambda story, those: without(those, equipped(story, Those()))

    def feature__equipped_again(self, kind: Token, *_words: Any) -> Part:
        """Of what has this Equipment: with another one."""
        return self.feature__equipped_more(Token("NUM", "2"), kind)

    def feature__equipped_more(self, number: Token | None, *words: Any) -> Part:
        """With Equipment on it: any, of a kind or a name, or so many."""

        def add(story: Story, those: Those) -> Those:
            named = [word for word in words if isinstance(word, tuple) or callable(word)]
            types = [str(word) for word in words if isinstance(word, Token) and word.type == "TYPE"]
            if any(kind != "equipment" for kind in types):
                raise NotMeant("with that on it")
            if number is not None:
                if named:
                    raise NotMeant("so many of a kind on it")
                return _where(those, Where(stat="equipment", how=">=", than=int(number)))
            worn = _kind(self.vocabulary, story, tuple(named), Those(what="equipment"))
            return structs.replace(those, equipped_by=structs.replace(worn, what="equipment"))

        return add

    def feature__is_piloted(self, *words: Any) -> Part:
        """With a Pilot, or so many of them."""
        least = next((int(word) for word in words if isinstance(word, Token) and word.type == "NUM"), 1)
        if least == 1:
            return _put(piloted=True)
        return lambda story, those: _where(those, Where(stat="pilots", how=">=", than=least))

    def feature__unique_pilot(self, *_pronoun: Noun) -> Part:
        return _put(piloted_by=Those(what="pilot", unique=True))

    def feature__not_piloted(self, *_pronoun: Noun) -> Part:
        return _put(piloted=False)

    def feature__with_pilot(self, noun: Noun, *_words: Any) -> Part:
        return lambda story, those: structs.replace(those, piloted_by=noun.any_one(story))

    def feature__could_pilot(self, *_words: Any) -> Part:
        return _put(keyword=PILOT_TEXT)
