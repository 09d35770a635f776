"""The house's rolls of a game, with all that a stranger needs to compute them again (docs/dice.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.application.chance import purpose_of
from adjudicator.application.codec import CHANCE
from adjudicator.application.rejudging import steps
from adjudicator.application.replay import History, mix_in
from adjudicator.application.seeds import SeedHeld, seed_at


class Roll(msgspec.Struct, frozen=True):
    """Dice that the house rolled: under which entry, for what (as it enters the generator), and what they showed.

    `nonces` are those of the seats at that time, as "seat=hex" joined by commas in the order of the seats' names.
    """

    entry: int
    purpose: str
    faces: int
    dice: tuple[int, ...]
    nonces: str


class Rolls(msgspec.Struct, frozen=True):
    """All rolls of a game up to entry `last`, with the revision and the head there.

    `seed` is empty, and so are all nonces, until the game is closed.
    A game that was reopened has several `seeds`, each from an entry on; `commitment` and `seed` are those of the last.
    """

    commitment: bytes
    seed: bytes
    rolls: tuple[Roll, ...]
    last: int
    revision: int
    head: bytes
    seeds: tuple[SeedHeld, ...] = ()


def house_rolls(history: History) -> Rolls:
    """The rolls of the house, in order; none if the dice of the game are reported. Raises CorruptLogError."""
    opened = history.opened
    seeds = tuple(msgspec.structs.replace(each, kept=b"") for each in history.seeds())
    nonces = dict(opened.nonces)
    found: list[Roll] = []
    for step in steps(history):
        content: Any = step.entry.content
        ours = step.entry.kind == CHANCE and step.entry.number > opened.told
        due = history.game.chance_due(step.before) if ours else None
        if due is not None and due.kind == "dice" and opened.opening.settings.dice == "house":
            told = nonces if seed_at(seeds, step.entry.number).opened else {}
            mixed = ",".join(f"{seat}={nonce.hex()}" for seat, nonce in sorted(told.items()))
            found.append(Roll(step.entry.number, purpose_of(due), due.faces, content.declaration.dice, mixed))
        mix_in(nonces, content, opened.opening.settings)
    now, last = seeds[-1], len(history.entries)
    return Rolls(now.commitment, now.opened, tuple(found), last, history.revision, history.head, seeds)
