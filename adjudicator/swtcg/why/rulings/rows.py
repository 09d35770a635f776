"""The rows of rulings on single cards, as they stand in the files beside this module (`on_cards` reads them).

Each says which general rules its ruling works out for which card, and for what; a row of the list `turned_down` says
what its card does not do. What a whole text decides follows from its entry (`texts`).

People edit the `*.toml`. Reading TOML takes longer than a whole ruling, so the rows lie in `rows.msgpack` too (see
`build`), which is used as long as it is of these files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import msgspec

from adjudicator.kernel.explained import AS_TOLD, RULED
from adjudicator.swtcg.why.course import IDLE, ORDINARY, SITUATED
from adjudicator.swtcg.words.changes import CLAUSES
from adjudicator.swtcg.words.terms import Condition

NON_EVENT = "non-event"
TRIGGER_OF = "a trigger of "
"""How a trigger that is not set off is called, before the name of its card."""
PLAYED, LENT, DOING = "played", "lent by it", "by its effect"
"""The conditions of a row on what is played, on what its card lets another one play, and on what its effect does."""
IN_ITS_WORDS = "what it has in its own words is played"
"""The condition of a row on what is played, a keyword's ability apart."""
OWN_ABILITY = "its own ability"
"""The condition of a row on an ability of its card that no keyword spells out."""
OF_ONE_ABILITY = (PLAYED, IN_ITS_WORDS, OWN_ABILITY, DOING)
"""The conditions that speak of one ability of a card, which has to be the one that the row is about."""
ENHANCED = "enhanced"
"""The condition of a row on a card that is played with its Enhance."""
BY_ITS_ACCURACY = "by its accuracy"
"""The condition of a row on dice that hit by the Accuracy which its card gives."""
ALWAYS = (
    "", PLAYED, LENT, DOING, "its effect", "its trigger", "from it", "from itself", "given by it", "it attacks",
    "played this turn",
    "played in this attack", "completed this turn",
)  # fmt: skip
"""The conditions that are met wherever a card does what it is for."""
TEXT = ".text"
"""The last word of the id of an entry that gives the whole text of a card."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ruling: the card it is on, the general rules it works out, and for what (see the text of `on_cards`).

    One that `bars` only forbids: it is cited of clauses that fail. `about` is the number of the ability that a whole
    text is about, on a card that prints several to be played.
    """

    ruling: str
    card: str
    rules: tuple[str, ...]
    of: tuple[str, ...]
    where: str = ""
    unit: str = ""
    when: Condition | str = ""
    bars: bool = False
    about: int | None = None

    @property
    def special_case(self) -> bool:
        """Whether it speaks of a special case of its card only: by its conditions, or since its rules do."""
        if self.bars or self.ruling.endswith(TEXT):
            return False
        ordinary = any(rule in ORDINARY or rule in IDLE - SITUATED for rule in self.rules)
        return bool(self.unit) or self.when not in ALWAYS or not ordinary


class TurnedDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ruling on what a card does not do (see the room turned_down)."""

    ruling: str
    card: str
    of: tuple[str, ...]
    what: str
    because: str
    when: Condition | None = None
    waits_for: str = ""
    fields: dict[str, int | str] = {}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rulings: tuple[Row, ...]
    turned_down: tuple[TurnedDown, ...] = ()


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What `rows.msgpack` holds: the digest of the files that were read, and what was read."""

    digest: str
    files: tuple[_File, ...]


KEPT = "rows.msgpack"


def sources() -> tuple[bytes, ...]:
    """The files that people edit, by name."""
    files = (each for each in resources.files(__package__).iterdir() if each.name.endswith(".toml"))
    return tuple(each.read_bytes() for each in sorted(files, key=lambda file: file.name))


def digest(files: Iterable[bytes]) -> str:
    """The digest of such files."""
    return hashlib.sha256(b"\0".join(files)).hexdigest()


def kept(files: tuple[bytes, ...]) -> bytes:
    """What is kept of such files. Raises msgspec.DecodeError."""
    return msgspec.msgpack.encode(_Kept(digest(files), _parsed(files)))


def _parsed(files: tuple[bytes, ...]) -> tuple[_File, ...]:
    return tuple(msgspec.toml.decode(each, type=_File) for each in files)


@cache
def _read() -> tuple[_File, ...]:
    """The files, by name."""
    files = sources()
    file = resources.files(__package__).joinpath(KEPT)
    found = msgspec.msgpack.decode(file.read_bytes(), type=_Kept) if file.is_file() else None
    return found.files if found is not None and found.digest == digest(files) else _parsed(files)


@cache
def rows() -> tuple[Row, ...]:
    """Every row, in the order of the files and of the rows in them: the first that fits is cited."""
    return tuple(row for each in _read() for row in each.rulings)


OF_WHAT_IS_PLAYED = (
    "CHANCE_ADMITS_IT", "ITS_TIME_HAS_COME", "IN_YOUR_BUILD_STEP", "ITS_CONDITION_IS_MET", "UNIT_WOULD_ATTACK",
    "NO_UNIT_ATTACKS", "A_UNIT_ATTACKS", "SOURCE_UNTAPPED", "DAMAGE_IS_PENDING", "ABILITY_WORKS_HERE",
)  # fmt: skip
"""The clauses that are about what is played, and not about what it is played on: a row that has no condition of its own
speaks of them only where its card is played.
"""
WORDED = (
    "TARGET_IS_LEGAL", "ITS_CONDITION_IS_MET", "IN_YOUR_BUILD_STEP", "UNIT_WOULD_ATTACK",
    "NO_UNIT_ATTACKS", "A_UNIT_ATTACKS", "ITS_TIME_HAS_COME",
)  # fmt: skip
"""The clauses in which the words of what is played decide."""
BY_ITS_WORDS = (
    "crf.abilities.parts-in-order", "rots.chances.play-only-condition", "rots.chances.play-only-during-build-step",
    "rots.activated.example-tap-to-draw", "rots.chances.would-attack-instead-of-attacking",
    "rots.chances.play-only-if-no-attackers", "rots.chances.for-this-attack", "rots.attack.definition",
    "crf.cards.subtypes-on-type-line", "crf.cards.subtype-reference-type-line-only",
)  # fmt: skip
"""The general rules by which the words of a text decide, where nothing more special does."""

WHOSE = ("crf.control.you-means-controller",)
"""The general rules by which what a text calls yours, or your opponent's, is."""
GIVEN = (
    "speed", "power", "health", "accuracy", "shields", "critical hit", "armor", "subtype", "lucky", "overkill", "cost",
    "attack dice",
)  # fmt: skip
"""The values of units that a text may change, and their subtypes."""
BY_ITS_GIFT = (
    "rots.pilots.give-bonuses", "rots.static.definition", "rots.static.on-while-in-battle", "rots.keywords.accuracy",
    "rots.keywords.shields", "rots.keywords.critical-hit", "rots.keywords.armor", "crf.cards.subtypes-on-type-line",
    "rots.static.treat-as-adds-subtype", "rots.chances.until-end-of-turn-duration", "crf.battle.until-end-of-battle",
    "rots.chances.for-this-attack", "rots.abilities.one-shot-effects", "rots.abilities.continuous-effects",
)  # fmt: skip
"""The general rules by which what a text gives counts."""
BY_BEING_PLAYED = ("crf.costs.battle-mission-played-on-reveal", "crf.costs.battle-mission-played-when-paid")
"""The general rules by which a card counts as played."""
UNPAYABLE = ("crf.costs.must-be-paid", "rots.costs.must-be-able-to-pay")
"""The general rules by which what can't be paid can't be played."""
BY_BEING_USED = ("crf.activated.played-when-cost-paid", "crf.activated.played-when-no-cost")
"""The general rules by which an ability counts as played."""
BY_ITS_EFFECT = (
    "crf.abilities.parts-in-order", "gr.abilities.parts-in-order", "rots.abilities.one-shot-effects",
    "rots.chances.for-this-attack", "rots.chances.until-end-of-turn-duration", "crf.battle.until-end-of-battle",
)  # fmt: skip
"""The general rules by which an effect does what its text says, where nothing more special decides what it does."""
DONE = (
    "BuildPointsGained", "CardPutIntoPlay", "CardsDrawn", "CardsMoved", "CardsMovedUnseen", "CardsRevealed",
    "ControlChanged", "DamageCountersPlaced", "DamageCountersRemoved", "DamagePending", "DelayedBegan", "ForceGained",
    "ForceLost", "ModifierBegan", "StackDiscarded", "StackLeft", "StackMoved", "Tapped", "Untapped",
)  # fmt: skip
"""What the effects of cards do."""
ANSWERED = ("crf.control.you-means-controller", "rots.cards.card-beats-rule")
"""The general rules by which an effect asks."""
ASKS = ("RIGHT_MOMENT",)
"""The clauses of an answer that hold because an effect asks."""
ASKED = ("SEAT_ASKED",)
"""The clauses of an answer that fail because an effect asks another player."""
CHOSEN = ("CHOICE_AMONG_OPTIONS", "RIGHT_NUMBER_CHOSEN")
"""The clauses of an answer that fail because the effect asks for something else."""
LET = (
    "rots.cards.card-beats-rule", "rots.attack.abilities-widen-or-limit-targets",
    "rots.cards.general-rules-are-defaults",
    "rots.cards.cant-only-between-cards",
)  # fmt: skip
"""The general rules that let a card permit or forbid what usually is not, or is, lawful."""
IN_ITS_TIME = (
    "rots.triggers.when-whenever-at", "rots.triggers.after-triggering-event", "rots.triggers.glossary-definition",
    "rots.triggers.reroll-prevent-in-next-chance", "crf.triggers.prevention-only-prevention-chances",
    "crf.triggers.reroll-only-reroll-chances", "crf.triggers.prevention-resolves-before-pop",
    "crf.triggers.reroll-resolves-before-pop", "crf.triggers.all-conditions-true", "rots.chances.triggers-first",
    "rots.attack.step-2-attack-triggers",
)  # fmt: skip
"""The general rules by which what a text waits for sets it off, where nothing more special does."""


BY_ACCURACY = ("rots.keywords.accuracy", "crf.keywords.accuracy", "crf.keywords.accuracy-values-add-up")
"""The general rules by which dice hit that would not without Accuracy."""


@cache
def texts() -> tuple[Row, ...]:
    """For each entry with the whole text of a card: what its words decide when it is played, what it
    does and asks, and what it gives.
    """
    whole = [row for row in rows() if row.ruling.endswith(TEXT)]
    meant = {row.ruling: row.about for row in whole if row.about is not None}
    return tuple(
        msgspec.structs.replace(row, about=meant.get(ruling))
        for ruling, card in dict.fromkeys((row.ruling, row.card) for row in whole)
        for row in (
            Row(ruling, card, BY_ITS_WORDS, WORDED, when=PLAYED),
            Row(ruling, card, BY_ITS_WORDS, ("RIGHT_NUMBER_OF_TARGETS",), when=PLAYED, bars=True),
            Row(ruling, card, WHOSE, ("TARGET_IS_LEGAL",), when=PLAYED, bars=True),
            Row(ruling, card, ("rots.abilities.definition",), ("ABILITY_EXISTS",), where="in play", when=LENT),
            Row(ruling, card, BY_ITS_GIFT, GIVEN, when="from it"),
            Row(ruling, card, IN_ITS_TIME, ("Triggered",), when="its trigger"),
            Row(ruling, card, UNPAYABLE, ("FORCE_SUFFICES", "COST_CAN_BE_PAID"), when=IN_ITS_WORDS, bars=True),
            Row(ruling, card, BY_BEING_PLAYED, ("CardPlayed", "MissionPlayed"), when=PLAYED),
            Row(ruling, card, BY_BEING_USED, ("AbilityPlayed",), when=OWN_ABILITY),
            Row(ruling, card, BY_ITS_EFFECT, DONE, when=DOING),
            Row(ruling, card, ANSWERED, ASKS, when=DOING),
            Row(ruling, card, ANSWERED, ASKED, when=DOING, bars=True),
            Row(ruling, card, ANSWERED, CHOSEN, when=DOING, bars=True),
            Row(ruling, card, LET, tuple(CLAUSES), when="from it"),
            Row(ruling, card, BY_ACCURACY, ("HitsCounted",), where="anywhere", when=BY_ITS_ACCURACY),
        )
    )


@cache
def turned_down() -> tuple[TurnedDown, ...]:
    """Every row on what a card does not do."""
    return tuple(row for each in _read() for row in each.turned_down)


@cache
def weights() -> Mapping[str, int]:
    """By ruling that has a row, how much more it says than a general rule: most of a special case of its card."""
    broad = {row.ruling for row in rows() if not row.special_case and not row.bars}
    told = dict.fromkeys((*(row.ruling for row in rows()), *(row.ruling for row in turned_down())))
    point = {ruling: RULED if ruling in broad else RULED + 1 for ruling in told}
    return {ruling: AS_TOLD if ruling.endswith(TEXT) else weight for ruling, weight in point.items()}
