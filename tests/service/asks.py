"""What others ask in order to find out what Light holds: for every RPC there is, requests that are good for it.

A request is written as the JSON of its message. That no RPC is missing here is a test (test_secrets).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from google.protobuf import descriptor_pool, json_format
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tests.service.descriptors import files
from tests.service.worlds import EDITION

ALL = "EXPLAIN_LEVEL_ALL"
FORMS = ["DRAWING_FORM_LINES", "DRAWING_FORM_HTML", "DRAWING_FORM_SHORT"]
NO_TOKEN = "0123456789abcdef"

Body = dict[str, Any]
"""A request as JSON."""


@dataclass
class Scene:
    """What everybody knows of a game at the moment at which questions are asked."""

    game: str
    entry: int
    revision: int
    titles: list[str]
    numbers: list[int]
    """Cards of Light, by name and by number, that somebody might ask about."""
    down: list[int]
    """What lies face down, by its number."""
    attacks: list[str]
    """Attacks that may be declared."""
    dispute: str = ""
    turned: int = field(default=0)
    """How many ids have been used."""

    def new_id(self) -> str:
        """An id for a request that records something."""
        self.turned += 1
        return str(UUID(int=(self.entry << 32) + self.turned, version=4))

    @property
    def at(self) -> Body:
        """The position."""
        return {"game": {"game": self.game}}

    def words(self) -> Iterator[str]:
        """What somebody might say to find something out."""
        what = [*self.titles, *(f"#{each}" for each in self.numbers)]
        for seat in ("light", "dark"):
            for each in what:
                yield f"{seat}: build {each} 2"
                yield f"{seat}: play {each}"
                yield f"{seat}: place {each}"
            for each in [*(f"#{number}" for number in self.down[:3]), "card", *self.titles]:
                for verb in ("deploy {}", "complete {}", "put {}", "finish {}", "add 1 to {}", "activate {} ability"):
                    yield f"{seat}: {verb.format(each)}"
                yield f"{seat}: deploy {each} by force"
        yield "light: mulligan [" + ", ".join(f"? #{each}" for each in self.numbers) + "]"
        yield "light: choose cards [" + ", ".join(f"? #{each}" for each in self.numbers[:2]) + "]"
        yield "chance: draw [" + ", ".join(f"? #{each}" for each in self.numbers[:2]) + "]"
        yield "light: pass"
        yield "dark: pass"

    def structured(self) -> Iterator[Body]:
        """The same by kind and arguments."""
        for kind in ("Build", "PlayCard", "Place"):
            for number in self.numbers:
                sealed = {"audience": ["light"], "items": [{"number": number}]}
                argument = {"name": "card", "value": {"sealed": sealed}}
                yield {"kind": kind, "seat": "light", "arguments": [argument]}

    def declarations(self) -> Iterator[Body]:
        """All of it."""
        yield from ({"notation": each} for each in self.words())
        yield from ({"structured": each} for each in self.structured())

    def some(self) -> list[Body]:
        """Some of it, from all over."""
        every = list(self.declarations())
        return every[:: max(1, len(every) // 10)]


def _judged(s: Scene) -> Iterator[Body]:
    for each in s.declarations():
        yield {"position": s.at, "declaration": each, "explain": ALL, "board": True}
    for title in s.titles:
        assuming = [{"notation": f"light: build {title} 1"}]
        yield {"position": s.at, "declaration": {"notation": "light: pass"}, "assuming": assuming, "explain": ALL}


def _values(s: Scene, **more: Any) -> Iterator[Body]:
    for of in ["light", "dark", "card", *(f"#{each}" for each in [*s.down[:2], *s.numbers[:2]]), *s.titles]:
        for name in ("power", "cost", "force", "hand", "deck"):
            yield {"position": s.at, "of": of, "name": name, **more}


def _explained(s: Scene) -> Iterator[Body]:
    for each in s.some():
        yield {"position": s.at, "declaration": each, "explain": ALL, "forms": FORMS}
    for entry in range(max(1, s.entry - 30), s.entry + 1):
        yield {"position": s.at, "entry": entry, "explain": ALL}


def _lines(s: Scene) -> Iterator[Body]:
    lines = [{"declarations": [each]} for each in s.some()[:6]]
    yield {"position": s.at, "lines": lines, "explain": ALL}
    yield from ({"position": s.at, "lines": [each], "explain": ALL} for each in lines)


def _odds(s: Scene) -> Iterator[Body]:
    for each in (*s.attacks, "light: attack card with card", "dark: pass"):
        yield {"position": s.at, "attack": each, "enumerated": True}


def _exports(s: Scene) -> Iterator[Body]:
    for form in ("RECORD_FORMAT_JSON_LINES", "RECORD_FORMAT_NOTATION"):
        yield {"game": s.game, "format": form}


def _tables(s: Scene) -> Iterator[Body]:
    for first in (1, 2, s.revision // 2, s.revision - 1):
        yield {"game": s.game, "fromRevision": max(1, first), "toRevision": 0}
        yield {"game": s.game, "fromRevision": max(1, first), "toRevision": max(1, first) + 1}


def _steps(s: Scene) -> Iterator[Body]:
    yield {"game": s.game, "pageSize": 500}
    yield {"game": s.game, "seats": ["light"], "kinds": ["ENTRY_KIND_DECLARED"], "rulings": ["RULING_ILLEGAL"]}


def _submitted(s: Scene) -> Iterator[Body]:
    """Nothing that would be legal: the course goes on as rehearsed."""
    common = {"game": s.game, "expectedRevision": s.revision, "explain": ALL}
    words = [f"dark: place {each}" for each in (*s.titles, *(f"#{number}" for number in s.numbers), "nothing")]
    in_her_name = [f"light: {verb} {each}" for each in s.titles for verb in ("build", "place", "play", "hidden cost")]
    for each in [*words, *in_her_name, *(f"light: build #{number} 1" for number in s.numbers)]:
        yield {**common, "requestId": s.new_id(), "declaration": {"notation": each}}
    yield {**common, "requestId": s.new_id(), "expectedRevision": 1, "declaration": {"notation": "dark: pass"}}


def _by(s: Scene, holder: str) -> Body:
    return {"name": holder, "role": "ROLE_PLAYER" if holder == "dark" else f"ROLE_{holder.upper().replace('-', '_')}"}


def _disputed(s: Scene) -> Iterator[Body]:
    common = {"game": s.game, "by": _by(s, "dark")}
    illegal = {"text": "What may he build?", "said": f"light: build {s.titles[0]} 2" if s.titles else "light: pass"}
    yield {**common, "requestId": s.new_id(), "question": illegal}
    for entry in range(s.entry, max(1, s.entry - 8), -1):
        yield {**common, "requestId": s.new_id(), "question": {"text": "Why?", "about": entry}}


OWN_CARD: Body = {
    "columns": [
        {"name": name, "value": value}
        for name, value in (
            ("Name", "Plain Friend"), ("Side", "L"), ("Type", "Character"), ("Subtype", "Soldier"), ("Cost", "3"),
            ("Speed", "30"), ("Power", "2"), ("Health", "6"), ("Text", ""),
        )
    ]
}  # fmt: skip
TOKEN: Body = {
    "role": "ACCESS_ROLE_SPECTATOR", "name": "Dan", "lifetimeSeconds": 60, "randomness": b64encode(bytes(32)).decode()
}  # fmt: skip
DECISION: Body = {
    "answer": "so be it", "infraction": "INFRACTION_GAME_PLAY_ERROR", "penalty": "PENALTY_CAUTION",
    "situation": "a card that was not there",
}  # fmt: skip
SEATS = (("dark", "imperial-hunt"), ("light", "rebel-alliance"))
OTHER_GAME = {"edition": EDITION, "seats": [{"seat": seat, "person": "x", "deck": deck} for seat, deck in SEATS]}
RECORD = """edition: swtcg-2005
turn 3, dark build step; dark to build
dark: force 3
light: force 3
> dark: pass
"""

ASKS: dict[str, Callable[[Scene], Iterator[Body] | list[Body]]] = {
    "RulingService/JudgeDeclaration": _judged,
    "RulingService/SubmitDeclaration": _submitted,
    "RulingService/GiveRuling": lambda s: [
        {
            "game": s.game,
            "requestId": s.new_id(),
            "expectedRevision": s.revision,
            "by": "dark",
            "note": "so be it",
        }
    ],
    "RulingService/ListLegalDeclarations": lambda s: [
        {"position": s.at, "spelled": True},
        {"position": s.at, "seat": "light", "spelled": True},
        {"position": {"game": {"game": s.game, "revision": max(1, s.revision // 2)}}, "spelled": True},
    ],
    "RulingService/ShowTable": lambda s: [
        {"position": s.at},
        {"position": {"game": {"game": s.game, "revision": max(1, s.revision // 2)}}},
    ],
    "RulingService/EditBoard": lambda s: [
        {"board": {"edition": "swtcg-2005"}, "edits": [{"put": {"seat": "light", "zone": "hand"}}]}
    ],
    "RulingService/ExplainValue": _values,
    "ExplainService/ExplainVerdict": _explained,
    "ExplainService/TraceValue": lambda s: _values(s, forms=FORMS),
    "ExplainService/WhyNotListed": lambda s: [
        {"position": s.at, "declaration": each, "forms": FORMS} for each in s.some()
    ],
    "CompareService/CompareDeclaration": lambda s: [{"position": s.at, "declaration": each} for each in s.some()],
    "CompareService/CompareGame": lambda s: [{"game": s.game}],
    "CompareService/ListPoints": lambda s: [{}],
    "WhatIfService/CompareLines": _lines,
    "WhatIfService/GetAttackOdds": _odds,
    "GameService/OpenGame": lambda s: [{**OTHER_GAME, "requestId": s.new_id()}],
    "GameService/GetGame": lambda s: [
        {"game": s.game, "information": True, "data": True},
        *({"game": s.game, "revision": each, "data": True} for each in {1, max(1, s.revision // 2), s.revision}),
    ],
    "GameService/ListGames": lambda s: [{}],
    "GameService/ListEntries": lambda s: [{"game": s.game, "pageSize": 500}],
    "GameService/WatchGame": lambda s: [{"game": s.game}],
    "GameService/WatchGames": lambda s: [{}],
    "GameService/RewindGame": lambda s: [
        {"game": s.game, "requestId": s.new_id(), "expectedRevision": s.revision, "toRevision": 2, "reason": "so be it"}
    ],
    "GameService/ForkGame": lambda s: [{"game": s.game, "requestId": s.new_id(), "expectedRevision": s.revision}],
    "GameService/CloseGame": lambda s: [
        {"game": s.game, "requestId": s.new_id(), "expectedRevision": max(1, s.revision - 1), "result": "too late"}
    ],
    "GameService/GiveNonce": lambda s: [{"game": s.game, "requestId": s.new_id(), "seat": "dark", "nonce": "AQI="}],
    "GameService/AddNote": lambda s: [{"game": s.game, "requestId": s.new_id(), "text": "noted", "by": "dark"}],
    "DisputeService/OpenDispute": _disputed,
    "DisputeService/RuleDispute": lambda s: [
        {"requestId": s.new_id(), "dispute": s.dispute, "expectedEntry": 1, "decision": DECISION, "by": _by(s, "dark")}
    ],
    "DisputeService/AppealDispute": lambda s: [
        {"requestId": s.new_id(), "dispute": s.dispute, "expectedEntry": 99, "grounds": "no", "by": _by(s, "dark")}
    ],
    "DisputeService/DecideDispute": lambda s: [
        {"requestId": s.new_id(), "dispute": s.dispute, "expectedEntry": 1, "decision": DECISION, "by": _by(s, "dark")}
    ],
    "DisputeService/AddDisputeNote": lambda s: [
        {"requestId": s.new_id(), "dispute": s.dispute, "text": "noted", "by": _by(s, "dark")}
    ],
    "DisputeService/GetDispute": lambda s: [{"dispute": s.dispute, "entries": 50}],
    "DisputeService/ListDisputes": lambda s: [{"game": s.game}, {}],
    "DisputeService/FindPrecedents": lambda s: [{"words": "card"}, {"cards": s.titles or ["x"]}],
    "DisputeService/VerifyDispute": lambda s: [{"dispute": s.dispute}],
    "RecordService/ExportGame": _exports,
    "RecordService/ImportGame": lambda s: [
        {
            "requestId": s.new_id(),
            "format": "RECORD_FORMAT_NOTATION",
            "text": RECORD,
            "checkOnly": True,
        }
    ],
    "RecordService/CompareTables": _tables,
    "RecordService/ListSteps": _steps,
    "AuditService/VerifyGame": lambda s: [{"game": s.game}],
    "AuditService/RejudgeGame": lambda s: [{"game": s.game}],
    "ProofService/GetCheckpoint": lambda s: [{}],
    "ProofService/ProveEntry": lambda s: [{"game": s.game, "entry": each} for each in (1, s.entry)],
    "ProofService/ProveGrowth": lambda s: [{"oldSize": 1}],
    "ProofService/VerifyLog": lambda s: [{}],
    "ProofService/ListRolls": lambda s: [{"game": s.game}],
    "RulebookService/GetRule": lambda s: [{"rule": "rots.information.hands-private"}],
    "RulebookService/SearchRules": lambda s: [{"words": "hand"}, {"words": "hand", "readings": True}],
    "RulebookService/ListDocuments": lambda s: [{}, {"sections": True}],
    "CardService/GetCard": lambda s: [{"card": each} for each in s.titles or ["Yoda (C)"]],
    "CardService/SearchCards": lambda s: [{"words": "Yoda"}],
    "CardService/ListSetCoverage": lambda s: [{}],
    "CardService/ReadCards": lambda s: [{"cards": [OWN_CARD]}],
    "CardService/ReadSetFile": lambda s: [{"file": b64encode(b"Name\tType\nTester\tCharacter").decode()}],
    "CardService/ListUntoldEffects": lambda s: [{"pageSize": 5}],
    "CardService/CheckDeck": lambda s: [{"deck": "4 Yoda (C)", "edition": EDITION}],
    "AccessService/IssueToken": lambda s: [{**TOKEN, "requestId": s.new_id()}],
    "AccessService/RevokeToken": lambda s: [{"token": NO_TOKEN, "why": "lost", "requestId": s.new_id()}],
    "AccessService/ListTokens": lambda s: [{}],
    "AccessService/GetCaller": lambda s: [{}],
    "ProjectionService/ListTimeline": lambda s: [{"game": s.game, "pageSize": 1000}],
    "ProjectionService/ListRulings": lambda s: [{"game": s.game}, {"words": "card"}],
    "ProjectionService/GetRuleCoverage": lambda s: [{"pageSize": 1000}],
    "ProjectionService/GetDiceStatistics": lambda s: [{"game": s.game}],
    "ProjectionService/ListStandings": lambda s: [{}],
}


def services() -> Iterator[ServiceDescriptor]:
    """Every service that the protos describe."""
    for file in files():
        for service in file.service:
            yield descriptor_pool.Default().FindServiceByName(f"{file.package}.{service.name}")


METHODS = {f"{service.name}/{method.name}": method for service in services() for method in service.methods}


def request(call: str, body: Body) -> Message:
    """A request from its JSON."""
    return json_format.ParseDict(body, GetMessageClass(METHODS[call].input_type)())


def has_viewer(call: str) -> bool:
    """Whether the request says as whom the caller looks."""
    return "viewer" in METHODS[call].input_type.fields_by_name
