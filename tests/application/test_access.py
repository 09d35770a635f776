"""The roll of tokens: handed out once, known by their secret, refused when expired or revoked."""

from __future__ import annotations

import pytest

from adjudicator.application import Adjudication
from adjudicator.application.access import Grant, IssueRefusedError, Role, TokenRefusedError, TokenRoll
from adjudicator.application.access.grants import UnknownTokenError
from adjudicator.application.access.roll import STREAM
from adjudicator.application.errors import RequestIdReusedError, UnknownGameError
from adjudicator.application.store import RequestKept
from adjudicator.application.whole_audit import LogVerified
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import counting

HOUR = 3_600_000


class _Clock:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> _Clock:
    """A wall clock that stands still."""
    return _Clock()


@pytest.fixture
def app(store: str, clock: _Clock) -> Adjudication:
    """An application on either store."""
    return Adjudication([HARBOUR], store, entropy=counting(), clock=clock)


def test_a_token_is_known_by_its_secret_and_grants_what_was_issued(app: Adjudication) -> None:
    """The id alone, another secret and another id grant nothing."""
    with app:
        roll = TokenRoll(app)
        grant, text = roll.issue(Role.PLAYER, "Ana", HOUR, seat="dark", games=["g1"], by="admin")
        assert roll.grant_of(text) == grant
        assert (grant.issued.role, grant.issued.seat, grant.issued.games) == (Role.PLAYER, "dark", ("g1",))
        _, other = roll.issue(Role.SPECTATOR, "Ben", HOUR)
        prefix, token, secret = text.split("_", 2)
        for wrong in (
            "",
            "nonsense",
            f"{prefix}_{token}_",
            f"{prefix}_{token}_{other.split('_', 2)[2]}",
            f"{prefix}_{other.split('_')[1]}_{secret}",
            f"other_{token}_{secret}",
            text[:-1],
            text + "é",
        ):
            with pytest.raises(TokenRefusedError, match="not one of this service"):
                roll.grant_of(wrong)


def test_no_secret_is_stored(app: Adjudication) -> None:
    """Only its SHA-256 is."""
    with app:
        roll = TokenRoll(app)
        _, text = roll.issue(Role.ADMINISTRATOR, "Ana", HOUR)
        rows = app.recorder.select_saved(0, 100)
        assert len(rows) == 1
        secret = text.split("_", 2)[2]
        stored = rows[0][4]
        assert stored is not None
        assert secret.encode() not in stored


def test_expired_and_revoked_tokens_are_refused(app: Adjudication, clock: _Clock) -> None:
    """And the refusal says which."""
    with app:
        roll = TokenRoll(app)
        short, brief = roll.issue(Role.SPECTATOR, "Ana", 10)
        long, text = roll.issue(Role.HEAD_JUDGE, "Ben", HOUR)
        clock.now += 9
        assert roll.grant_of(brief) == short
        clock.now += 1
        with pytest.raises(TokenRefusedError, match="expired"):
            roll.grant_of(brief)
        assert roll.revoke(long.issued.token, "admin", "lost").revoked is not None
        with pytest.raises(TokenRefusedError, match="revoked"):
            roll.grant_of(text)
        again = roll.revoke(long.issued.token, "somebody else")
        assert again.revoked is not None
        assert again.revoked.by == "admin"
        with pytest.raises(UnknownTokenError):
            roll.revoke("0000000000000000")


def test_another_process_reads_on(app: Adjudication) -> None:
    """Two rolls over one store take turns without losing an entry."""
    with app:
        one, two = TokenRoll(app), TokenRoll(app)
        first, text = one.issue(Role.SPECTATOR, "Ana", HOUR)
        with pytest.raises(TokenRefusedError):
            two.grant_of(text)
        two.read_on()
        assert two.grant_of(text) == first
        second, _ = two.issue(Role.SPECTATOR, "Ben", HOUR)
        third, _ = one.issue(Role.SPECTATOR, "Cleo", HOUR)
        two.read_on()
        assert list(one) == list(two) == [first, second, third]


@pytest.mark.parametrize(
    ("role", "name", "lifetime", "seat", "games", "field"),
    [
        (Role.SPECTATOR, " ", HOUR, "", (), "name"),
        (Role.SPECTATOR, "Ana", 0, "", (), "lifetime"),
        (Role.PLAYER, "Ana", HOUR, "dark", (), "seat"),
        (Role.PLAYER, "Ana", HOUR, "", ("g1",), "seat"),
        (Role.HEAD_JUDGE, "Ana", HOUR, "dark", ("g1",), "seat"),
    ],
)
def test_what_makes_no_token(
    app: Adjudication, role: Role, name: str, lifetime: int, seat: str, games: tuple[str, ...], field: str
) -> None:
    """Each with the field that does not fit, and nothing is written."""
    with app:
        roll = TokenRoll(app)
        with pytest.raises(IssueRefusedError) as refused:
            roll.issue(role, name, lifetime, seat=seat, games=games)
        assert refused.value.field == field
        assert not list(roll)


def test_the_roll_is_part_of_the_verified_log(app: Adjudication) -> None:
    """Its entries are leaves of the tree, chained like all others; the games beside it stay sound."""
    with app:
        roll = TokenRoll(app)
        grant, _ = roll.issue(Role.SPECTATOR, "Ana", HOUR)
        roll.revoke(grant.issued.token)
        *_, verified = app.verify_log()
        assert isinstance(verified, LogVerified)
        assert verified.sound
        assert verified.under.size == 2
        assert not app.list_games()


def test_no_game_is_the_roll(app: Adjudication) -> None:
    """Its stream's id is no game's."""
    with app:
        TokenRoll(app).issue(Role.SPECTATOR, "Ana", HOUR)
        with pytest.raises(UnknownGameError):
            app.get(str(STREAM))


def test_what_is_asked_for_twice_happens_once(store: str) -> None:
    """Under one request id there is one token and one revocation, also over two processes, told alike each time."""
    with Adjudication([HARBOUR], store) as one, Adjudication([HARBOUR], store) as other:
        rolls = TokenRoll(one), TokenRoll(other)
        issued = [
            roll.issue(Role.SPECTATOR, "Ana", HOUR, secret=bytes(32), request_id="r-1") for roll in (*rolls, *rolls)
        ]
        assert len({(grant.issued.token, secret) for grant, secret in issued}) == 1
        token = issued[0][0].issued.token
        revoked = [roll.revoke(token, "Jo", "lost", request_id="r-2") for roll in (*rolls, *rolls)]
        assert len(set(revoked)) == 1
        later = rolls[0].revoke(token, "Flo", "again", request_id="r-3")
        assert later == revoked[0] == rolls[1].revoke(token, "Flo", "again", request_id="r-3")
        assert issued[0] == rolls[1].issue(Role.SPECTATOR, "Ana", HOUR, secret=bytes(32), request_id="r-1")
        for roll in rolls:
            roll.read_on()
            assert [token] == [grant.issued.token for grant in roll]
            with pytest.raises(RequestIdReusedError):
                roll.issue(Role.SPECTATOR, "Ben", HOUR, secret=bytes(32), request_id="r-1")
            with pytest.raises(RequestIdReusedError):
                roll.revoke(token, "Jo", "found", request_id="r-2")


def test_the_answer_of_another_process_is_read_with_its_entry(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if that process writes between any two looks of ours."""
    with Adjudication([HARBOUR], store) as one, Adjudication([HARBOUR], store) as other:
        mine, theirs = TokenRoll(one), TokenRoll(other)
        look, first = one.kept, list[tuple[Grant, str]]()

        def looked(request_id: str, body: bytes) -> RequestKept | None:
            if not first:
                first.append(theirs.issue(Role.SPECTATOR, "Ana", HOUR, secret=bytes(32), request_id="r-1"))
            return look(request_id, body)

        monkeypatch.setattr(one, "kept", looked)
        assert mine.issue(Role.SPECTATOR, "Ana", HOUR, secret=bytes(32), request_id="r-1") == first[0]
