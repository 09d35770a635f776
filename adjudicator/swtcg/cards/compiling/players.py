"""What players do: the verbs of players, as instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.nouns import Part, Told, stat_of
from adjudicator.swtcg.cards.compiling.story import ARENAS, HIDDEN, Noun, NotMeant, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those

Say = Callable[[Story], None]
"""A clause: it adds its instructions to the story."""
CARD = "card"


@v_args(inline=True)
class PlayerMeaning(Transformer[Token, Any]):
    """The rules for players and what they do, of `sentences.lark`."""

    def player__you(self) -> str:
        return "you"

    def player__opponent(self) -> str:
        return "opponent"

    def player__that_player(self) -> str:
        return "that"

    def player__its_controller(self) -> str:
        return "opponent"

    def player__each_player(self) -> str:
        return "each"

    def player__side_player(self, side: Token) -> str:
        return str(side).split()[0]

    def player_object(self, *_words: Any) -> None:
        return None

    # --- Force, build points, cards ---------------------------------------------------------------

    def clause_vp__gain_force_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_force(_signed(number))

    def clause_vp__gain_force(self, amount: Told) -> Say:
        return lambda story: story.say(w.GainForce(amount=_for_each(story, amount(story)), who=_who(story)))

    def clause_vp__lose_force(self, amount: Told) -> Say:
        return lambda story: story.say(w.LoseForce(amount=_for_each(story, amount(story)), who=_who(story)))

    def clause_vp__lose_that_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=_much(story), who=_who(story)))

    def clause_vp__lose_all_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=w.Tally(of="force", who=_who(story)), who=_who(story)))

    def clause_vp__gain_points_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_points(_signed(number))

    def clause_vp__gain_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            gained = w.GainPoints(amount=_for_each(story, amount(story)), who=_who(story))
            story.say(gained)

        return say

    def clause_vp__lose_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            lost = amount(story)
            less = -lost if isinstance(lost, int) else w.Times(of=lost, times=-1)
            story.say(w.GainPoints(amount=less, who=_who(story)))

        return say

    def clause_vp__draw(self, quantity: tuple[int, Any, bool], *_noun: Any) -> Say:
        return lambda story: story.say(w.Draw(amount=_for_each(story, _exactly(story, quantity)), who=_who(story)))

    def clause_vp__draw_another(self, _noun: Token) -> Say:
        return lambda story: story.say(w.Draw(who=_who(story)))

    def clause_vp__look_at(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = story.reach(noun)
            story.say(w.LookAt(what=those))
            story.marks["there"] = lambda told, other: those

        return say

    def clause_vp__discard_hand(self, whose: Part) -> Say:
        return lambda story: story.say(w.DiscardCards(who=_who(story), whole_hand=True))

    def clause_vp__discard(self, noun: Noun) -> Say:
        return lambda story: _discard(story, noun)

    clause_vp__choose_and_discard = clause_vp__discard

    def clause_vp__count(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            story.much = amount(story)

        return say

    def clause_vp__mark(self, quantity: tuple[int, Any, bool], mark: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddMarks(on=story.reach(noun), mark=str(mark), amount=_exactly(story, quantity)))

        return say

    def clause_vp__unmark(self, mark: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddMarks(on=story.reach(noun), mark=str(mark), amount=None))
            story.much = w.X(name="removed")

        return say

    def clause_vp__reveal_until(self, _noun: Token, whose: Part, _player: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = noun.build(story)
            amount = noun.most if noun.how == "pick" and noun.least == noun.most else _not_meant("until how many")
            side = whose(story, Those()).side
            who = {"yours": "you", "opponents": "opponent", "theirs": "they"}[side]
            choosing = story.marks.pop("choosing", {})
            different = choosing.get("different", "")
            wanted = structs.replace(those, what=CARD)
            story.say(w.Top(into="found", amount=amount, whose=who, seen="all", until=wanted, different=different))
            story.mention(Those(what=CARD, bound="rest"), Those(what=CARD), plural=True)
            story.mention(Those(what=CARD, bound="found"), wanted, plural=amount != 1)
            story.marks["rest"] = Those(what=CARD, bound="rest")

        return say

    def clause_vp__shuffle_in(self, noun: Noun, whose: Part) -> Say:
        def say(story: Story) -> None:
            story.say(w.MoveTo(what=story.reach(noun), to="deck"))

        return say

    def clause_vp__attach(self, noun: Noun, host: Noun) -> Say:
        def say(story: Story) -> None:
            what = story.reach(noun)
            story.say(w.AttachTo(what=what, host=story.reach(host)))

        return say

    def clause_vp__win(self) -> Say:
        return lambda story: story.say(w.Win(who=_who(story)))

    # --- choosing -----------------------------------------------------------------------------

    def clause_vp__choose(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                if each.how != "pick":
                    each = Noun("pick", each.build)
                story.reach(each)

        return say

    def clause_vp__choose_arena(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChooseArena(when=story.when))
            story.arena = ("there",)

        return say

    def clause_vp__choose_type(self, *types: Token) -> Say:
        def say(story: Story) -> None:
            among = tuple(str(each) for each in types)
            if any(each not in ARENAS for each in among):
                raise NotMeant("choose a type")
            rest = {} if among == ARENAS else {"among": tuple(each for each in ARENAS if each in among)}
            story.say(w.ChooseArena(when=story.when, **rest))
            story.arena = ("there",)

        return say

    def clause_vp__choose_player(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChoosePlayer())
            story.player = "chosen"

        return say

    # --- units --------------------------------------------------------------------------------

    def _each(self, noun: Noun, make: Callable[[Those], w.Instruction]) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                story.say(make(_on_table(story.reach(each))))

        return say

    def clause_vp__tap(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Tap(what=those))

    def clause_vp__untap(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Untap(what=those))

    def clause_vp__retreat(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Retreat(what=those))

    def clause_vp__take_control(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            until = story.until or _not_meant("control of no duration")
            story.say(w.TakeControl(of=_on_table(story.reach(noun)), who=_who(story), until=until))

        return say

    def clause_vp__you_damage(self, amount: Told, noun: Noun) -> Say:
        return _damage(THIS, amount, noun, dice=False)

    def clause_vp__you_damage_dice(self, amount: Told, noun: Noun) -> Say:
        return _damage(THIS, amount, noun, dice=True)

    # --- preventing -----------------------------------------------------------------------------

    def aimed__to(self, *nouns: Noun) -> tuple[str, tuple[Noun, ...]]:
        return "to", nouns

    def aimed__by(self, *nouns: Noun) -> tuple[str, tuple[Noun, ...]]:
        return "by", nouns

    def clause_vp__prevent_all(self, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        return lambda story: _prevent(story, None, aimed)

    def clause_vp__prevent(self, amount: Told, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        return lambda story: _prevent(story, amount, aimed)

    def clause_vp__prevent_that(self) -> Say:
        return lambda story: _prevent(story, None, ())

    def clause_vp__prevent_all_but(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            but = amount(story)
            target = _prevented(story)
            story.say(w.Prevent(to=target, all_but=but if isinstance(but, int) else _not_meant("all but X")))

        return say

    # --- counters -------------------------------------------------------------------------------

    def clause_vp__heal_all(self, *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            for each in _nouns(noun):
                story.say(w.RemoveDamage(of=_on_table(story.reach(each))))
            story.much = w.X(name="removed")

        return say

    def clause_vp__heal_all_but(self, amount: Told, *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            but = amount(story)
            if not isinstance(but, int):
                raise NotMeant("all but X")
            story.say(w.RemoveDamage(of=_on_table(story.reach(noun)), all_but=but))

        return say

    def clause_vp__heal(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun, *divided: Any) -> Say:
        def say(story: Story) -> None:
            if divided:
                raise NotMeant("counters divided")
            for each in _nouns(noun):
                story.say(
                    w.RemoveDamage(of=_on_table(story.reach(each)), amount=_for_each(story, _at_most(story, quantity)))
                )
            story.much = w.X(name="removed")

        return say

    def clause_vp__heal_divided(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            least, most, _ = quantity
            among = story.reach(noun)
            part = w.RemoveDamage(of=Those(what="stack", bound="part"), amount=w.X(name="share"))
            story.say(w.Divide(amount=most, among=among, do=(part,), into="part", up_to=least == 0))

        return say

    def clause_vp__harm(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                those = story.reach(each)
                last = story.do[-1] if story.do else None
                if isinstance(last, w.MoveTo) and last.what == those and last.to in (*ARENAS, "arena", "there"):
                    story.do[-1] = structs.replace(last, damage=_exactly(story, quantity))
                    continue
                story.say(w.PlaceDamage(on=_on_table(those), amount=_exactly(story, quantity)))

        return say

    def clause_vp__harm_two(self, *words: Any) -> Say:
        one, two = words[:3], words[3:]
        return _all((self.clause_vp__harm(*one), self.clause_vp__harm(*two)))

    def clause_vp__move_damage(self, quantity: tuple[int, Any, bool], _counter: Token, one: Noun, other: Noun) -> Say:
        def say(story: Story) -> None:
            source = _on_table(story.reach(one))
            target = _on_table(story.reach(other))
            story.say(w.MoveDamage(of=source, to=target, amount=_exactly(story, quantity)))

        return say

    def clause_vp__move_all_damage(self, _counter: Token, one: Noun, other: Noun) -> Say:
        def say(story: Story) -> None:
            source = _on_table(story.reach(one))
            story.say(w.MoveDamage(of=source, to=_on_table(story.reach(other))))

        return say

    def clause_vp__add_build_counters(self, quantity: tuple[int, Any, bool], *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            those = story.reach(noun)
            amount = _for_each(story, _exactly(story, quantity))
            last = story.do[-1] if story.do else None
            if isinstance(last, w.MoveTo) and last.to == "build" and last.what == those and last.counters == 0:
                story.do[-1] = structs.replace(last, counters=amount)
                return
            story.say(w.AddCounters(on=those, amount=amount))

        return say

    # --- dice -----------------------------------------------------------------------------------

    def clause_vp__choose_dice(self, *words: Any) -> Say:
        """ "Choose one or more of your attack dice": the dice of the reroll that follows."""
        numbers = [word for word in words if isinstance(word, tuple)]

        def say(story: Story) -> None:
            least, most, _ = numbers[0]
            story.marks["dice"] = most

        return say

    def clause_vp__reroll(self, *_words: Any) -> Say:
        raise NotMeant("reroll that")

    def clause_vp__reroll_it(self) -> Say:
        return lambda story: story.say(w.Reroll())

    def clause_vp__reroll_some(self, quantity: tuple[int, Any, bool], *_whose: Any) -> Say:
        return lambda story: story.say(w.Reroll(most=quantity[1]))

    def clause_vp__adjust(self, number: Token) -> Say:
        return lambda story: story.say(w.AdjustRoll(by=int(number)))

    def clause_vp__heal_equal(self, _counter: Token, noun: Noun, amount: Told) -> Say:
        def say(story: Story) -> None:
            story.say(w.RemoveDamage(of=_on_table(story.reach(noun)), amount=amount(story)))

        return say

    def clause_vp__reroll_all(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Reroll(all=True))

    def clause_vp__reroll_any(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Reroll())

    def clause_vp__reroll_those(self, *_words: Any) -> Say:
        return lambda story: story.say(
            w.Reroll(most=story.marks["dice"] if "dice" in story.marks else _not_meant("those dice"))
        )

    def clause_vp__roll_of(self, quantity: tuple[int, Any, bool]) -> Say:
        return lambda story: _roll(story, _exactly(story, quantity))

    def clause_vp__roll(self, amount: Told | None = None) -> Say:
        return lambda story: _roll(story, amount(story) if amount is not None else 1)

    # --- cards ----------------------------------------------------------------------------------

    def clause_vp__look_at_hand(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            hand = structs.replace(whose(story, Those()), what=CARD, zones=("hand",))
            story.say(w.LookAt(what=hand))
            story.marks["there"] = lambda told, those: structs.replace(
                those, zones=hand.zones, side=hand.side, what=CARD
            )
            story.mention(hand, hand, plural=True)

        return say

    def topcards(self, *words: Any) -> tuple[int, Part]:
        number = next((int(word) for word in words if isinstance(word, Token) and word.type == "NUM"), 1)
        letter = any(isinstance(word, Token) and word.type == "LETTER" for word in words)
        return ("x" if letter else number), words[-1]

    def clause_vp__look_at_top(self, cards: tuple[int, Part]) -> Say:
        return lambda story: _top(story, cards, "you")

    def clause_vp__reveal_top(self, cards: tuple[int, Part]) -> Say:
        return lambda story: _top(story, cards, "all")

    def clause_vp__discard_top(self, cards: tuple[int, Part]) -> Say:
        def say(story: Story) -> None:
            story.say(w.Discard(what=_top(story, cards, "")))

        return say

    def clause_vp__put_top(self, cards: tuple[int, Part], destination: Any) -> Say:
        return lambda story: destination(story, _top(story, cards, ""))

    def clause_vp__search(self, whose: Part) -> Say:
        """ "Search your deck." What is taken from it is said next."""

        def say(story: Story) -> None:
            story.marks["searched"] = whose(story, Those()).side
            story.marks["there"] = lambda told, those: structs.replace(
                those, zones=("deck",), side=story.marks["searched"]
            )

        return say

    def clause_vp__search_for(self, whose: Part, noun: Noun) -> Say:
        return lambda story: _take(story, noun, whose(story, Those()).side, need=False)

    def clause_vp__take(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                _take(story, each, "", need=False)

        return say

    def clause_vp__shuffle(self, whose: Part) -> Say:
        def say(story: Story) -> None:
            who = {"yours": "you", "opponents": "opponent", "theirs": "they"}.get(whose(story, Those()).side)
            story.say(w.Shuffle(**({} if who in (None, "you") else {"who": who})))

        return say

    def clause_vp__show(self, noun: Noun, *_to: Any) -> Say:
        return lambda story: _show(story, noun)

    def clause_vp__show_turned(self, *words: Any) -> Say:
        return lambda story: _show(story, words[-1])

    def clause_vp__reveal(self, noun: Noun) -> Say:
        return lambda story: _show(story, noun)

    def clause_vp__put(self, noun: Noun, destination: Any) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                destination(story, _moved(story, each))

        return say

    def clause_vp__put_from(self, noun: Noun, destination: Any, place: Part) -> Say:
        found = Noun(
            noun.how, lambda story: place(story, noun.build(story)), noun.least, noun.most, noun.plural, noun.extra
        )
        return self.clause_vp__put(found, destination)

    def clause_vp__remove_build_counters(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddCounters(on=story.reach(noun), amount=None))
            story.much = w.X(name="removed")

        return say

    def clause_vp__bid(self) -> Say:
        def say(story: Story) -> None:
            raise NotMeant("bids")

        return say

    def clause_vp__put_turned(self, destination: Any, noun: Noun) -> Say:
        return self.clause_vp__put(noun, destination)

    def clause_vp__remove_from_game(self, noun: Noun) -> Say:
        return lambda story: story.say(w.MoveTo(what=_moved(story, noun), to="out"))

    def clause_vp__disrupt(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            of: list[str] = []
            most = None
            for each in _nouns(noun):
                those = each.build(story)
                kinds = those.types or ("activated",)
                of.extend(kinds)
                for where in those.where:
                    if where.stat == "force cost" and where.how == "<=" and isinstance(where.than, int):
                        most = where.than
                    else:
                        raise NotMeant("disrupt that")
            if any(kind not in ("battle", "activated", "mission") for kind in of):
                raise NotMeant("disrupt that")
            story.say(w.Disrupt(of=tuple(of), printed_at_most=most))

        return say

    def clause_vp__disrupt_ability(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Disrupt(of=("activated",)))

    def clause_vp__disrupt_either(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Disrupt(of=("battle", "activated")))

    # --- where things go --------------------------------------------------------------------------

    def destination__to_place(self, place: Part, *counters: Any) -> Any:
        return _destination(place, counters)

    def destination__face_down(self, place: Part, *counters: Any) -> Any:
        return _destination(place, counters, face_down=True)

    def destination__to_place_tapped(self, place: Part) -> Any:
        return _destination(place, (), tapped=True)

    def destination__to_place_untapped(self, place: Part) -> Any:
        return _destination(place, ())

    def destination__on_top(self, whose: Part) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck top"))

    def destination__back_on_top(self, *_whose: Any) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck top"))

    def destination__at_bottom(self, whose: Part) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck bottom"))

    def destination__at_bottom_too(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="deck bottom"))

    def destination__under(self, noun: Noun) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="under", onto=story.reach(noun)))

    def destination__beneath(self, noun: Noun) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="stack", onto=_stack(story, noun)))

    def destination__its_own_arena(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena"))

    def destination__its_own_arena_tapped(self) -> Any:
        return lambda story, those: story.say(w.MoveTo(what=those, to="arena", tapped=True))


# --- how instructions are put together ------------------------------------------------------------


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def _signed(number: Token) -> Told:
    if number.upper().endswith("X"):
        if number.startswith("-"):
            raise NotMeant("-X")
        return lambda story: w.X()
    return lambda story: int(number)


def _nouns(noun: Noun) -> tuple[Noun, ...]:
    return noun.extra["nouns"] if noun.how == "all" else (noun,)


def _who(story: Story) -> str:
    who = story.one_player(story.who) if story.who != "each" else "they"
    return who


def _much(story: Story) -> w.Amount:
    return story.much if story.much is not None else _not_meant("that much")


def _exactly(story: Story, quantity: tuple[int, Any, bool]) -> w.Amount:
    """A quantity as a number that is neither more nor less."""
    least, most, _ = quantity
    if most == "that many":
        return _much(story)
    if least != most or most is None:
        raise NotMeant("up to a number")
    amount: w.Amount = most
    return amount


def _at_most(story: Story, quantity: tuple[int, Any, bool]) -> w.Amount:
    """A quantity of which less may be taken; removing counters never takes more than there are."""
    _, most, _ = quantity
    if most == "that many":
        return _much(story)
    return most if most is not None else _not_meant("any number")


def _for_each(story: Story, amount: w.Amount) -> w.Amount:
    """An amount, so many times as there are of what "for each" names."""
    of = story.marks.pop("for each", None)
    if of is None:
        return amount
    if not isinstance(amount, int):
        raise NotMeant("X for each")
    return of(amount)


def _on_table(those: Those) -> Those:
    if those.what == CARD:
        raise NotMeant("a card that does not stand on the table")
    return those


def _roll(story: Story, number: w.Amount) -> None:
    """Dice are rolled and added up; each player's are bound to a name of their own."""
    if story.who == "each":
        story.marks["both rolled"] = True
        story.marks["instead of each"] = (
            w.RollDice(amount=number),
            w.RollDice(amount=number, into="rolled opponent", who="opponent"),
        )
        return
    into = "rolled" if _who(story) == "you" else f"rolled {_who(story)}"
    story.say(w.RollDice(amount=number, into=into, **({} if _who(story) == "you" else {"who": _who(story)})))
    story.marks["rolled"] = into


def _damage(by: Those, amount: Told, noun: Noun, *, dice: bool) -> Say:
    def say(story: Story) -> None:
        for each in _nouns(noun):
            target = _on_table(story.reach(each))
            story.say(w.Damage(to=target, amount=_for_each(story, amount(story)), dice=dice, by=by))
        story.much = None

    return say


def _all(says: tuple[Say, ...]) -> Say:
    def say(story: Story) -> None:
        for each in says:
            each(story)

    return say


def _discard(story: Story, noun: Noun) -> None:
    """Discard things from the table, or cards from a hand."""
    for each in _nouns(noun):
        those = each.build(story)
        if those.what == CARD and those.zones in ((), ("hand",)) and not those.bound and each.how == "pick":
            _discard_cards(story, each, those)
            continue
        if those.what == CARD and not those.bound and not those.zones:
            raise NotMeant("discard which cards")
        story.say(w.Discard(what=story.reach(each)))


def _discard_cards(story: Story, noun: Noun, those: Those) -> None:
    who = _who(story)
    owners = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen", "any": who}
    if (
        noun.least == noun.most
        and owners[those.side] == who
        and those == Those(what=CARD, zones=those.zones, side=those.side, types=those.types)
    ):
        types = ("unit",) if those.types == ARENAS else those.types
        amount = noun.most if isinstance(noun.most, int) else _not_meant("discard that many")
        story.say(w.DiscardCards(who=who, amount=amount, types=types))
        return
    hand = structs.replace(those, zones=("hand",), side=those.side if those.side != "any" else "yours")
    story.say(w.Discard(what=story.choose(noun, hand)))


def _prevented(story: Story) -> Those:
    """Whose damage "that damage" is: of what would be damaged."""
    return story.marks["damaged"] if "damaged" in story.marks else _not_meant("that damage")


def _prevent(story: Story, amount: Told | None, aimed: tuple[tuple[str, tuple[Noun, ...]], ...]) -> None:
    number = amount(story) if amount is not None else None
    to = next((nouns for how, nouns in aimed if how == "to"), ())
    by = next((nouns for how, nouns in aimed if how == "by"), ())
    if not aimed:
        story.say(w.Prevent(to=_prevented(story), amount=number))
    elif story.until:
        _prevent_while(story, number, to, by)
    elif by and not to or len(to) > 1:
        raise NotMeant("prevent damage by")
    else:
        for each in _nouns(to[0]):
            target = _on_table(story.reach(each))
            story.say(w.Prevent(to=target, amount=number))
    story.much = w.X(name="prevented")


def _prevent_while(story: Story, number: w.Amount | None, to: tuple[Noun, ...], by: tuple[Noun, ...]) -> None:
    """Prevention that lasts: whenever the damage would be done until then."""
    target = _on_table(story.reach(to[0])) if to else None
    source = _on_table(story.reach((*to[1:], *by)[0])) if len(to) > 1 or by else None
    when = w.Event(kind="would be damaged", to=target, by=source)
    once = w.Prevent(to=Those(what="stack", bound="it"), amount=number)
    story.say(w.Later(when=when, do=(once,), until=story.until, repeats=True, chance="prevention"))


def _top(story: Story, cards: tuple[int, Part], seen: str) -> Those:
    number, whose = cards
    if number == "x":
        number = story.x(story) if story.x is not None else w.X()
    side = whose(story, Those()).side
    who = {"yours": "you", "opponents": "opponent", "theirs": "they", "players": "chosen"}[side]
    into = story.fresh("top")
    story.say(w.Top(into=into, amount=number, whose=who, seen=seen))
    bound = Those(what=CARD, bound=into)
    story.marks["there"] = lambda told, those: structs.replace(those, what=CARD, bound=into)
    story.marks["rest"] = bound
    return story.mention(bound, Those(what=CARD), plural=number != 1)


def _take(story: Story, noun: Noun, side: str, *, need: bool) -> None:
    """Find cards in the deck searched: choose them, up to the number; nobody has to find any."""
    those = noun.build(story)
    where = side or story.marks.get("searched") or (those.side if "deck" in those.zones else "") or _not_meant("take")
    if noun.how != "pick":
        raise NotMeant("take that")
    if those.zones == ("hand",):
        story.choose(noun, those)
        return
    if those.zones == ():
        those = structs.replace(those, zones=("deck",))
    found = structs.replace(those, what=CARD, zones=those.zones, side=where)
    if found.zones != ("deck",):
        raise NotMeant("take from there")
    story.choose(Noun("pick", noun.build, least=0, most=noun.most, extra=noun.extra), found)


def _show(story: Story, noun: Noun) -> None:
    for each in _nouns(noun):
        those = each.build(story) if each.how != "pick" else None
        if those is None:
            those = story.reach(each)
        story.say(w.Show(what=those))


def _stack(story: Story, noun: Noun) -> Those:
    """The unit under which cards are stacked: one that is meant already, or one of several."""
    if noun.how == "pick":
        return story.reach(noun)
    return noun.build(story)


def _moved(story: Story, noun: Noun) -> Those:
    """What is put somewhere."""
    if noun.how == "pick":
        those = noun.build(story)
        if those.what == CARD and not those.zones and not those.bound:
            those = structs.replace(those, zones=("hand",), side="yours" if those.side == "any" else those.side)
        return story.choose(noun, those)
    return story.reach(noun)


def _destination(place: Part, counters: tuple[Any, ...], **rest: Any) -> Any:
    """Where something goes, as a function of the story and of what is moved."""
    numbers = [each for each in counters if isinstance(each, tuple)]

    def go(story: Story, those: Those) -> None:
        there = place(story, Those())
        zones = there.zones
        if there.alongside or there.any_of:
            raise NotMeant("put into that arena")
        if len(zones) > 1 and all(zone in ARENAS for zone in zones):
            zones = ("arena",)
        if len(zones) != 1:
            raise NotMeant("put into which zone")
        to = {"deck": "deck", "discard": "discard"}.get(zones[0], zones[0])
        counted = _exactly(story, numbers[0]) if numbers else 0
        down = {"face_down": True} if to == "build" and (rest.get("face_down") or counted) else {}
        tapped = {"tapped": True} if rest.get("tapped") else {}
        story.say(w.MoveTo(what=those, to=to, counters=counted, **down, **tapped))

    return go


__all__ = ["PlayerMeaning", "Say"]
