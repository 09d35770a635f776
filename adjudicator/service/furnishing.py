"""What answers calls, over a store and with any games: the desks, and the guard before them. It knows no server.

So a program can let calls in by any door, or by none, where there is no gRPC at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.protobuf.descriptor import ServiceDescriptor

from adjudicator.api.v1 import (
    access_service_pb2,
    audit_service_pb2,
    card_service_pb2,
    compare_service_pb2,
    dispute_service_pb2,
    explain_service_pb2,
    game_service_pb2,
    proof_service_pb2,
    record_service_pb2,
    rulebook_service_pb2,
    ruling_service_pb2,
    whatif_service_pb2,
)
from adjudicator.application import Adjudication
from adjudicator.application.access import TokenRoll
from adjudicator.application.checkpoints import KeyFileError, Signer
from adjudicator.application.stores import NoSuchStoreError, store_named
from adjudicator.citations import Books
from adjudicator.kernel.game import Game
from adjudicator.service.access import AccessDesk
from adjudicator.service.audits import AuditDesk
from adjudicator.service.cards import CardDesk
from adjudicator.service.comparing import CompareDesk
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.disputes import DisputeDesk
from adjudicator.service.doorkeeper import Doorkeeper
from adjudicator.service.explaining import ExplainDesk
from adjudicator.service.games import GameDesk
from adjudicator.service.guard import Guard
from adjudicator.service.house import House
from adjudicator.service.notices import Notices
from adjudicator.service.proofs import ProofDesk
from adjudicator.service.quoting import Quoter
from adjudicator.service.records import RecordDesk
from adjudicator.service.rulebook import RulebookDesk
from adjudicator.service.rulings import RulingDesk
from adjudicator.service.translating import translate
from adjudicator.service.whatif import WhatIfDesk


def store_path(url: str) -> str:
    """The store that a URL names. Raises ConfigurationError for a store that we do not have."""
    try:
        return store_named(url)
    except NoSuchStoreError as error:
        raise ConfigurationError(f"configuration: store: {error}") from error


def signer_of(configuration: Configuration) -> Signer | None:
    """The key that checkpoints are signed with, if there is one. Raises ConfigurationError for a file that has none."""
    if not configuration.signing_key:
        return None
    try:
        return Signer.read(Path(configuration.signing_key))
    except (OSError, KeyFileError) as error:
        raise ConfigurationError(f"configuration: signing_key: {error}") from error


def last_entry_at_hand(application: Adjudication, game: str) -> int:
    """The number of the last entry of a game that is in memory; 0 of any other."""
    view = application.in_memory(game) if game else None
    return 0 if view is None else view.last


def _desks(house: House, signer: Signer | None) -> tuple[tuple[ServiceDescriptor, Any], ...]:
    """The services of any games, each with what answers its calls."""
    return (
        (ruling_service_pb2.DESCRIPTOR.services_by_name["RulingService"], RulingDesk(house)),
        (game_service_pb2.DESCRIPTOR.services_by_name["GameService"], GameDesk(house)),
        (
            rulebook_service_pb2.DESCRIPTOR.services_by_name["RulebookService"],
            RulebookDesk(house.quote, house.editions()),
        ),
        (audit_service_pb2.DESCRIPTOR.services_by_name["AuditService"], AuditDesk(house)),
        (compare_service_pb2.DESCRIPTOR.services_by_name["CompareService"], CompareDesk(house)),
        (explain_service_pb2.DESCRIPTOR.services_by_name["ExplainService"], ExplainDesk(house)),
        (proof_service_pb2.DESCRIPTOR.services_by_name["ProofService"], ProofDesk(house, signer)),
        (dispute_service_pb2.DESCRIPTOR.services_by_name["DisputeService"], DisputeDesk(house)),
        (record_service_pb2.DESCRIPTOR.services_by_name["RecordService"], RecordDesk(house)),
        (card_service_pb2.DESCRIPTOR.services_by_name["CardService"], CardDesk(house)),
        (whatif_service_pb2.DESCRIPTOR.services_by_name["WhatIfService"], WhatIfDesk(house)),
    )


@dataclass(frozen=True)
class Furnished:
    """The desks over one store, each with its service, and what guards them. Close the application at the end."""

    application: Adjudication
    notices: Notices
    guard: Guard
    desks: tuple[tuple[ServiceDescriptor, Any], ...]
    doorkeeper: Doorkeeper | None


def furnish(configuration: Configuration, games: Iterable[Game], books: Books) -> Furnished:
    """Everything but a server, over a store, with any games. Raises ConfigurationError."""
    games = tuple(games)
    signer = signer_of(configuration)
    store, most = store_path(configuration.store), configuration.games_in_memory
    application = Adjudication(games, store, resident_games=most)
    notices = Notices()
    house = House(configuration, application, games, Quoter(books), notices)
    roll = TokenRoll(application)
    roll.read_on()
    access = (access_service_pb2.DESCRIPTOR.services_by_name["AccessService"], AccessDesk(roll))
    doorkeeper = Doorkeeper(roll, configuration.calls_per_second) if configuration.access == "tokens" else None
    guard = Guard(configuration, translate, doorkeeper, lambda game: last_entry_at_hand(application, game))
    return Furnished(application, notices, guard, (*_desks(house, signer), access), doorkeeper)
