"""Instructions that choose, name, look and show: what an effect binds for what follows."""

from __future__ import annotations

from adjudicator.swtcg.words.terms import Amount, Condition, Those, Word


class Choose(Word, frozen=True, kw_only=True):
    """Bind those chosen to a name. `when` is "playing" (an argument) or "resolving" (a question).

    None as `most` is any number. Several may have to differ in something (`different`: name, speed), to agree in it
    (`same`: name, arena), or to stay below a sum (`total` of a stat `at_most`). Cards in hidden zones are seen by
    whoever chooses ("search", "look and choose"). `at_random` leaves it to chance.
    """

    into: str
    among: Those
    least: int = 1
    most: Amount | None = 1
    who: str = "you"
    when: str = "playing"
    different: str = ""
    same: str = ""
    total: str = ""
    at_most: Amount = 0
    at_random: bool = False


class ChooseArena(Word, frozen=True, kw_only=True):
    """Bind an arena to a name, one of `among` in which the condition (`where`, of things "there") is met."""

    into: str = "arena"
    when: str = "playing"
    among: tuple[str, ...] = ("space", "ground", "character")
    where: Condition | None = None


class ChooseNumber(Word, frozen=True, kw_only=True):
    """A player names a number between two (a prediction, an amount of Force to pay), bound to a name."""

    into: str
    least: Amount = 0
    most: Amount = 20
    who: str = "you"


class NameCard(Word, frozen=True, kw_only=True):
    """A player names a card, by its name without version or subtype; whatever he or she says is bound to a name, which
    `Those.name_of` asks for.
    """

    into: str = "named"
    who: str = "you"


class ChoosePlayer(Word, frozen=True, kw_only=True):
    """A player chooses a player, who is "chosen" from then on."""

    who: str = "you"


class Bid(Word, frozen=True, kw_only=True):
    """Both players bid Force in secret and pay; `into` is 1 if you win it, who wins ties is `ties`."""

    into: str = "won"
    ties: str = "you"


class Let(Word, frozen=True, kw_only=True):
    """Bind a number to a name, as it is now."""

    into: str
    be: Amount


class Mean(Word, frozen=True, kw_only=True):
    """Bind things to a name, as they are now ("those units")."""

    into: str
    those: Those


class Top(Word, frozen=True, kw_only=True):
    """Bind the top cards of a player's deck to a name, or those at its `bottom`; `seen` by you, everybody ("all") or
    nobody ("").

    With `until` cards are turned over one after another until so many (`amount`) of these have come; those are bound
    to `into`, the others to `rest`; with `different` only those that differ in it count.
    """

    into: str = "top"
    amount: Amount = 1
    whose: str = "you"
    seen: str = ""
    until: Those | None = None
    rest: str = "rest"
    different: str = ""
    bottom: bool = False


class LookAt(Word, frozen=True, kw_only=True):
    """A player looks at cards: a hand, what lies face down."""

    what: Those
    who: str = "you"


class Show(Word, frozen=True, kw_only=True):
    """Cards are shown to everybody."""

    what: Those


class Shuffle(Word, frozen=True, kw_only=True):
    """A player shuffles his or her deck."""

    who: str = "you"


class AtArena(Word, frozen=True, kw_only=True):
    """An arena is "there" from now on; what `ForEachArena` unrolls into."""

    arena: str


class Bind(Word, frozen=True, kw_only=True):
    """Bind stacks to a name; what `ForEach` unrolls into."""

    into: str
    stacks: tuple[int, ...]
