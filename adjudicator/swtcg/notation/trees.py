"""What the parser builds as it reads: the rules of the grammar as values of `texts`, and a board as its `lines`."""

from __future__ import annotations

import re
from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.notation.texts import (
    AttackText,
    CardText,
    ChangeText,
    HeadText,
    LocationText,
    PileText,
    Ref,
    Said,
    StackText,
    WaitText,
    WordText,
)


def _unquoted(token: Token) -> str:
    return re.sub(r"\\(.)", r"\1", token[1:-1]) if token.type == "NAMED" else str(token)


def _named(token: Token) -> str:
    """The side, or the seat that is called by any word, between brackets."""
    word = token.strip("( )")
    return word[1:] if word.startswith("@") else word.lower()


def _card(children: list[Any]) -> CardText:
    """A card of its parts: a name, a version, a key, a handle, each at most once."""
    found: dict[str, Any] = {}
    for child in children:
        if not isinstance(child, Token):
            found["name"] = child
        elif child.type == "VERSION":
            found["version"] = child[1:-1].upper()
        elif child.type == "PRINTING":
            found["printing"] = child[1:-1].strip()
        elif child.type == "KEY":
            found["key"] = child[1:-1]
        else:
            found["handle"] = int(child[1:])
    return CardText(**found)


class _Tree(Transformer[Token, Any]):
    """Builds the trees above while the parser reads."""

    # names ------------------------------------------------------------------------------------
    def name(self, words: list[Token]) -> str:
        return " ".join(_unquoted(word) for word in words)

    long_name = name
    list_name = name

    def card(self, children: list[Any]) -> CardText:
        return _card(children)

    hand_card = card
    card_of = card

    def unknown(self, _: list[Any]) -> CardText:
        return CardText()

    def ref(self, children: list[Any]) -> Ref:
        card = _card(children)
        return Ref(card.title if card.name != "?" else "", card.handle)

    def dark(self, _: list[Any]) -> str:
        return "dark"

    def light(self, _: list[Any]) -> str:
        return "light"

    def vong(self, _: list[Any]) -> str:
        return "vong"

    def called(self, children: list[Token]) -> str:
        return children[0][1:]

    def chance(self, _: list[Any]) -> str:
        return "chance"

    def judge(self, _: list[Any]) -> str:
        return "judge"

    @v_args(inline=True)
    def speaker(self, seat: str) -> str:
        return seat

    # the board --------------------------------------------------------------------------------
    def board(self, lines: list[Any]) -> tuple[Any, ...]:
        return tuple(lines)

    fragment = board

    @v_args(inline=True)
    def in_turn(self, number: Token, point: tuple[str, tuple[str, ...]], word: WordText | None = None) -> HeadText:
        return HeadText(int(number), *point, word or WordText())

    @v_args(inline=True)
    def in_overtime(self, number: Token, point: tuple[str, tuple[str, ...]], word: WordText | None = None) -> HeadText:
        return HeadText(int(number), *point, word or WordText(), overtime=True)

    @v_args(inline=True)
    def in_setup(self, word: WordText | None = None) -> HeadText:
        return HeadText(0, "setup", (), word or WordText())

    @v_args(inline=True)
    def setup_in_overtime(self, word: WordText | None = None) -> HeadText:
        return HeadText(0, "setup", (), word or WordText(), overtime=True)

    @v_args(inline=True)
    def word_alone(self, word: WordText) -> HeadText:
        return HeadText(word=word)

    def build_step(self, children: list[str]) -> tuple[str, tuple[str, ...]]:
        return "build step", tuple(children)

    def retreat_step(self, children: list[str]) -> tuple[str, tuple[str, ...]]:
        return "retreat step", tuple(children)

    def battle_phase(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "battle phase", ()

    def battle_step(self, children: list[Token]) -> tuple[str, tuple[str, ...]]:
        return "battle", (children[0].lower(),)

    def last_chance(self, children: list[Token]) -> tuple[str, tuple[str, ...]]:
        return "last chance", (children[0].lower(),)

    def contest(self, children: list[Ref]) -> tuple[str, tuple[str, ...]]:
        return "contest", tuple(ref.words for ref in children)

    def game_over(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "over", ()

    def ready_phase(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "ready phase", ()

    def command_phase(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "command phase", ()

    def turn_end(self, _: list[Any]) -> tuple[str, tuple[str, ...]]:
        return "end of turn", ()

    def gone(self, children: list[Ref]) -> tuple[str, tuple[str, ...]]:
        return "gone", tuple(ref.words for ref in children)

    @v_args(inline=True)
    def to_play(self, who: str, passed: str = "") -> WordText:
        return WordText(who, "play", passed)

    @v_args(inline=True)
    def to_do(self, who: str, task: Token) -> WordText:
        return WordText(who, task.lower())

    @v_args(inline=True)
    def chance_to_do(self, task: Token) -> WordText:
        return WordText("chance", task.lower())

    @v_args(inline=True)
    def judge_to_do(self, task: Token) -> WordText:
        return WordText("judge", task.lower())

    @v_args(inline=True)
    def has_won(self, who: str) -> WordText:
        return WordText(who, "won")

    @v_args(inline=True)
    def to_attack(self, ref: Ref) -> WordText:
        return WordText(ref.words, "attack")

    def seat_line(self, children: list[Any]) -> tuple[str, str, tuple[tuple[str, Any], ...], str]:
        side = next((_named(child) for child in children if isinstance(child, Token)), "")
        return "seat", children[0], tuple(child for child in children[1:] if not isinstance(child, Token)), side

    def cards(self, children: list[CardText]) -> tuple[CardText, ...]:
        return tuple(children)

    def stack(self, children: list[Any]) -> StackText:
        alias = str(children[0]) if isinstance(children[0], Token) else ""
        cards = tuple(child for child in children if isinstance(child, CardText))
        rest = [child for child in children if isinstance(child, tuple)]
        conditions = tuple(child for child in rest if not isinstance(child[1], StackText))
        attached = tuple(child for child in rest if isinstance(child[1], StackText))
        return StackText(alias, cards, conditions, attached)

    @v_args(inline=True)
    def attached(self, how: Token, stack: StackText) -> tuple[str, StackText]:
        return how.lower(), stack

    def zone(self, children: list[Token]) -> str:
        return children[0].lower()

    def build_zone(self, _: list[Any]) -> str:
        return "build zone"

    def event_zone(self, _: list[Any]) -> str:
        return "event"

    def resource_zone(self, _: list[Any]) -> str:
        return "resource"

    def marks(self, children: list[Token]) -> tuple[str, tuple[int, str]]:
        return "marks", (int(children[0]), str(children[1]))

    def zone_line(self, children: list[Any]) -> tuple[str, str, tuple[StackText, ...]]:
        return "zone", children[0], tuple(children[1:])

    def locations(self, children: list[LocationText]) -> tuple[str, tuple[LocationText, ...]]:
        return "locations", tuple(children)

    def location(self, children: list[Any]) -> LocationText:
        side = next(child for child in children if isinstance(child, Token) and child.type == "SIDE")
        parts = [child for child in children[1:] if child is not side]
        return LocationText(children[0].lower(), _named(side), self.stack(parts))

    def waiting(self, children: list[WaitText]) -> tuple[str, tuple[WaitText, ...]]:
        return "waiting", tuple(children)

    def lasting(self, children: list[ChangeText]) -> tuple[str, tuple[ChangeText, ...]]:
        return "lasting", tuple(children)

    @v_args(inline=True)
    def change(self, words: tuple[str, ...], until: Token) -> ChangeText:
        return ChangeText(words, str(until))

    def draws(self, children: list[str]) -> WaitText:
        return WaitText(seat=children[0])

    @v_args(inline=True)
    def waits(self, words: tuple[str, ...], on: Ref | None = None) -> WaitText:
        return WaitText(words=words, on="" if on is None else on.words or f"#{on.handle}")

    def besides(self, children: list[Token]) -> tuple[str, str]:
        return "besides", str(children[0])

    @v_args(inline=True)
    def attack(self, attacker: str, defender: str, *rest: Any) -> AttackText:
        mode = " ".join(rest[0].lower().split()) if isinstance(rest[0], Token) else ""
        return AttackText(attacker, defender, mode, *rest[-1])

    @v_args(inline=True)
    def there(self, ref: Ref) -> str:
        return ref.words or f"#{ref.handle}"

    def nobody(self, _: list[Any]) -> str:
        return ""

    def before_roll(self, _: list[Any]) -> tuple[str, tuple[int, ...]]:
        return "before the roll", ()

    def rolled(self, dice: list[Token]) -> tuple[str, tuple[int, ...]]:
        return "rolled", tuple(int(die) for die in dice)

    def hits_counted(self, dice: list[Token]) -> tuple[str, tuple[int, ...]]:
        return "hits counted", tuple(int(die) for die in dice)

    @v_args(inline=True)
    def pending(self, amount: Token, on: Ref | None = None) -> tuple[int, str]:
        return int(amount), "" if on is None else on.words or f"#{on.handle}"

    def damage_pending(self, children: list[tuple[int, str]]) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
        on = tuple(unit for _, unit in children)
        return "damage pending", tuple(amount for amount, _ in children), on if any(on) else ()

    def damage_placed(self, _: list[Any]) -> tuple[str, tuple[int, ...]]:
        return "damage placed", ()

    def attack_over(self, _: list[Any]) -> tuple[str, tuple[int, ...]]:
        return "over", ()

    # what is said -------------------------------------------------------------------------------
    @v_args(inline=True)
    def declaration(self, seat: str, said: Said) -> Said:
        return Said(seat, said.verb, said.parts, said.arguments)

    def ability(self, words: list[Token]) -> tuple[str, ...]:
        return tuple(_unquoted(word) for word in words)

    def group(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def option(self, children: list[Token]) -> int:
        return int(children[0])

    def handles(self, children: list[CardText]) -> tuple[CardText, ...]:
        return tuple(children)


def _item(word: str) -> Any:
    def made(self: _Tree, children: list[Any]) -> tuple[str, Any]:
        if not children:
            return word, True
        value = children[0]
        return word, int(value) if isinstance(value, Token) and value.type == "INT" else value

    return made


def _pile(word: str) -> Any:
    def made(self: _Tree, children: list[Any]) -> tuple[str, PileText]:
        count = next((int(child) for child in children if isinstance(child, Token)), None)
        return word, PileText(count, next((child for child in children if isinstance(child, tuple)), None))

    return made


def _argument(word: str) -> Any:
    def made(self: _Tree, children: list[Any]) -> tuple[str, Any]:
        if not children:
            return word, True
        values = [int(each) if isinstance(each, Token) and each.type == "INT" else each for each in children]
        return word, tuple(values) if word in ("targets", "dice", "packet_on") else values[0]

    return made


def _verb(verb: str) -> Any:
    def made(self: _Tree, children: list[Any]) -> Said:
        parts: list[Any] = []
        arguments: dict[str, Any] = {}
        for child in children:
            if isinstance(child, tuple) and len(child) == 2 and isinstance(child[0], _Key):
                arguments[child[0]] = child[1]
            elif isinstance(child, Token):
                parts.append(int(child) if child.type == "INT" else str(child))
            else:
                parts.append(child)
        return Said("", verb, tuple(parts), arguments)

    return made


class _Key(str):
    """The word of an argument, told apart from words that are parts."""

    __slots__ = ()


for _word in ("force", "points", "mulliganed", "setup_cost", "setup_done", "starts_with"):
    setattr(_Tree, _word, _item(_word.replace("_", " ")))
for _word in ("hand", "deck", "deck_top", "deck_bottom", "discard", "out", "playing", "supply", "under"):
    setattr(_Tree, _word, _pile(_word.replace("_", " ")))
for _word in (
    "damage", "counters", "tapped", "untapped", "undamaged", "retreated", "shown", "face_down", "face_up",
    "controlled", "owned",
):  # fmt: skip
    setattr(_Tree, _word, _item(_word.replace("_", " ")))
for _word in ("targets", "x", "mode", "enhance", "dice", "arena", "packet", "packet_on"):
    setattr(_Tree, _word, _argument(_Key(_word)))
for _word in (
    "onto", "beneath", "stay", "back", "discarded", "discarded_", "retreated_", "to_unit", "to_arena", "to_build_zone",
):  # fmt: skip
    setattr(_Tree, _word, _argument(_Key(_word)))
for _word in (
    "pass_", "take", "roll_for_side", "roll_for_bid", "mulligan", "mulligan_cards", "keep", "place", "part_build",
    "stop", "build", "add", "deploy", "hidden_cost", "complete", "put", "finish", "equip", "equip_with", "move",
    "move_to", "move_off", "detach", "spring", "propose", "full_sequence", "return_", "board_", "board_with",
    "disembark", "rearrange", "retreat", "attack_with", "attacks", "decline", "activate", "play", "bid", "divide",
    "resolve", "choose_cards", "play_event", "pull", "choose", "yes", "no", "roll", "draw", "carry_out", "name_card",
    "alternative_cost",
):  # fmt: skip
    setattr(_Tree, _word, _verb(_word.strip("_").replace("_", " ")))


def builder() -> Transformer[Token, Any]:
    """What makes the values, for the parser to work with as it reads."""
    return _Tree()
