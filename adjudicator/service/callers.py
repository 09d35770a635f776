"""The caller, and what the caller may see, say and sign: every check of it, in one place.

The caller of a call is bound to its task (`CALLER`) before the handler runs. A service that asks for no tokens serves
`ANYBODY`, who may do everything: it listens on the machine itself only (service.config).
"""

from __future__ import annotations

from contextvars import ContextVar

import msgspec

from adjudicator.application.access import Role
from adjudicator.service import errors
from adjudicator.service.status import Code

JUDGES = frozenset({Role.FLOOR_JUDGE, Role.HEAD_JUDGE})
CHANCE = "chance"
"""Who speaks for the dice and decks."""


class Caller(msgspec.Struct, frozen=True):
    """One caller, as the token grants it; `role` None: nobody asked for one.

    `seat` is a player's; `games` limits the caller to some, if it names any.
    """

    role: Role | None
    name: str = ""
    seat: str = ""
    games: tuple[str, ...] = ()
    token: str = ""

    def knows(self, game: str) -> bool:
        """Whether the caller may know of a game."""
        return not self.games or game in self.games

    def enter(self, game: str) -> None:
        """Check that the caller may ask about a game. Raises RefusedError: other games do not exist for this caller."""
        if not self.knows(game):
            raise errors.not_found("game", game, f"no game {game!r}")

    def see(self, viewer: str) -> None:
        """Check that the caller may look as a seat, "" (what everybody may know) or the judge. Raises RefusedError."""
        if not viewer or self.role is None or self.role in JUDGES or (viewer == self.seat):
            return
        yours = f"{self.seat} or everybody" if self.seat else "everybody"
        raise _denied(
            "VIEW_NOT_YOURS",
            f"a {self.role} may not look as {viewer}; this token looks as {yours}",
            viewer=viewer,
            yours=self.seat,
        )

    def speak(self, seat: str) -> None:
        """Check that the caller may declare for a seat; chance is for every player to tell. Raises RefusedError."""
        if self.role is None or self.role in JUDGES or seat in {self.seat, CHANCE}:
            return
        yours = f"only for {self.seat}" if self.seat else "for no seat"
        raise _denied(
            "SEAT_NOT_YOURS",
            f"a {self.role} may not speak for {seat}; this token speaks {yours}",
            seat=seat,
            yours=self.seat,
        )

    def sign(self, name: str, role: str = "") -> None:
        """Check that the caller may sign so, in a role; a head judge may rule at the table too. Raises RefusedError."""
        if self.role is None:
            return
        if name != self.name:
            raise _denied("NAME_NOT_YOURS", f"the token is {self.name}'s, not {name}'s", name=self.name)
        if role and role != self.role and (self.role, role) != (Role.HEAD_JUDGE, Role.FLOOR_JUDGE):
            raise _denied("ROLE_NOT_YOURS", f"the token is a {self.role}'s, not a {role}'s", role=str(self.role))


ANYBODY = Caller(None)
CALLER: ContextVar[Caller] = ContextVar("CALLER", default=ANYBODY)
"""Who makes the call that this task serves."""


def _denied(reason: str, message: str, **metadata: str) -> errors.RefusedError:
    return errors.RefusedError(Code.PERMISSION_DENIED, reason, message, metadata=metadata)
