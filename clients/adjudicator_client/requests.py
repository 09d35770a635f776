"""The common part of both clients: requests from plain values, and the newest witness of every game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from adjudicator.api.v1 import declaration_pb2, position_pb2
from adjudicator.api.v1.citation_pb2 import Basis

SERVICE_CONFIG = json.dumps(
    {
        "methodConfig": [
            {
                "name": [{}],
                "retryPolicy": {
                    "maxAttempts": 4,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "2s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            }
        ]
    }
)
"""Only UNAVAILABLE is tried again, and by gRPC itself; a repeated recording call is safe by its request id."""


def channel_options() -> list[tuple[str, Any]]:
    """The options of a channel: the retry policy, and pings that keep a watching connection alive."""
    return [
        ("grpc.service_config", SERVICE_CONFIG),
        ("grpc.enable_retries", 1),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.max_receive_message_length", -1),
    ]


GAME_KEY = "adjudicator-game"
"""The metadata that names the game a call is about: a proxy before several processes can send each game to one."""


def metadata(sent: Any) -> tuple[tuple[str, str], ...]:
    """The metadata of a request: the game that it is about, if any."""
    game = getattr(sent, "game", "")
    if not game and "position" in sent.DESCRIPTOR.fields_by_name:
        game = sent.position.game.game
    return ((GAME_KEY, game),) if isinstance(game, str) and game.isascii() and game.isprintable() and game else ()


Card = Mapping[str, str]
"""A card that the catalogue lacks: the filled columns of its row in a LackeyCCG set file."""


@dataclass(frozen=True)
class Seat:
    """A seat of a game to be opened: who holds it, with which deck (text, LackeyCCG file, or a name), and a nonce.
    Instead of a deck there may be up to three `decks`, of which one is played once the players have chosen sides.

    The house knows this nonce before it commits to its seed; one that binds it is given by `give_nonce` later.
    """

    seat: str
    person: str = ""
    deck: str = ""
    nonce: bytes = b""
    decks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Game:
    """A game of the log, now (revision 0) or as it was."""

    game: str
    revision: int = 0


@dataclass(frozen=True)
class Board:
    """A board in notation; it belongs to no game."""

    edition: str
    notation: str
    cards: Sequence[Card] = ()


@dataclass(frozen=True)
class Structured:
    """A declaration as its kind with its arguments, by name, in plain Python."""

    kind: str
    seat: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


def filled(form: declaration_pb2.Form, choices: Mapping[str, Any]) -> Structured:
    """A form as a declaration, with a value for each open argument. Raises KeyError for one that is missing."""
    arguments: dict[str, Any] = {each.name: each.value for each in form.given}
    arguments |= {each.name: choices[each.name] for each in form.choices}
    return Structured(form.kind, form.seat, arguments)


@dataclass(frozen=True)
class Witness:
    """Where a game stood when the service last spoke of it; the head proves later what was recorded."""

    entry: int
    revision: int
    head: bytes


Position = Game | Board | str
"""The table a question is about; text alone is the id of a game."""

Declaration = str | Structured
"""A declaration in notation, or as kind and arguments."""


def named(enum: Any, word: str) -> Any:
    """The member of an enum by its word, as "floor-judge"; an empty word is the member that says nothing.

    Raises ValueError for a word that the API does not have.
    """
    nothing, *names = enum.keys()
    prefix = nothing.removesuffix("UNSPECIFIED")
    name = prefix + word.replace("-", "_").upper() if word else nothing
    if name not in {nothing, *names}:
        words = ", ".join(each.removeprefix(prefix).replace("_", "-").lower() for each in names)
        raise ValueError(f"{word!r} is not one of {words}")
    return enum.Value(name)


def value(content: Any) -> declaration_pb2.Value:
    """A value of an argument. Raises TypeError for what the API has no value for."""
    if content is None:
        return declaration_pb2.Value()
    if isinstance(content, declaration_pb2.Value):
        return content
    if isinstance(content, bool):
        return declaration_pb2.Value(flag=content)
    if isinstance(content, int):
        return declaration_pb2.Value(number=content)
    if isinstance(content, str):
        return declaration_pb2.Value(text=content)
    if isinstance(content, Iterable):
        return declaration_pb2.Value(list=declaration_pb2.ValueList(values=[value(item) for item in content]))
    raise TypeError(f"the API has no value for {content!r}")


def declaration(said: Declaration) -> declaration_pb2.Declaration:
    """A declaration as a message."""
    if isinstance(said, str):
        return declaration_pb2.Declaration(notation=said)
    arguments = [declaration_pb2.Argument(name=name, value=value(content)) for name, content in said.arguments.items()]
    return declaration_pb2.Declaration(
        structured=declaration_pb2.StructuredDeclaration(kind=said.kind, seat=said.seat, arguments=arguments)
    )


def definitions(cards: Iterable[Card]) -> list[position_pb2.CardDefinition]:
    """Cards that the catalogue lacks, as messages."""
    return [
        position_pb2.CardDefinition(
            columns=[position_pb2.CardColumn(name=name, value=text) for name, text in card.items()]
        )
        for card in cards
    ]


def position(where: Position) -> position_pb2.Position:
    """The table a question is about, as a message."""
    if isinstance(where, str):
        where = Game(where)
    if isinstance(where, Game):
        return position_pb2.Position(game=position_pb2.GamePosition(game=where.game, revision=where.revision))
    board = position_pb2.Board(edition=where.edition, notation=where.notation, cards=definitions(where.cards))
    return position_pb2.Position(board=board)


class Witnesses:
    """The newest witness of every game that the service has spoken of."""

    def __init__(self) -> None:
        self.kept: dict[str, Witness] = {}

    def keep(self, basis: Basis) -> None:
        """Keep what an answer rests on, if it is newer than what is kept; answers about the past are not."""
        kept = self.kept.get(basis.game)
        newer = kept is None or (kept.entry, kept.revision) <= (basis.entry, basis.revision)
        if basis.game and basis.head and newer:
            self.kept[basis.game] = Witness(basis.entry, basis.revision, basis.head)

    def revision(self, game: str) -> int | None:
        """The revision last seen of a game."""
        kept = self.kept.get(game)
        return None if kept is None else kept.revision


def request_id() -> str:
    """A fresh id for a recording call."""
    return str(uuid4())


def with_request_id(sent: Any) -> Any:
    """A request with an id of its own, if it takes one and has none."""
    if "request_id" in sent.DESCRIPTOR.fields_by_name and not sent.request_id:
        sent.request_id = request_id()
    return sent
