"""key, checkpoint, prove and verify from the command line: what a player does to hold the house to its word."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.application import chain
from adjudicator.application.store import EnvelopeMapper, NoTranscoder
from adjudicator_cli.main import main
from tests.service.running import Running, running


class Player:
    """Somebody with a command line."""

    def __init__(self, service: Running, verifier: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.service, self.verifier, self._capsys = service, verifier, capsys

    async def run(self, *arguments: str) -> tuple[int, str]:
        """Exit status, and what was printed (errors too), without the service's own log."""
        self._capsys.readouterr()
        status = await asyncio.to_thread(main, [*arguments, "--server", self.service.address])
        printed = self._capsys.readouterr()
        lines = [line for line in printed.out.splitlines(keepends=True) if "[info " not in line]
        return status, "".join(lines) + printed.err

    async def done(self, *arguments: str) -> str:
        """What a command that succeeds has printed."""
        status, printed = await self.run(*arguments)
        assert 0 == status, printed
        return printed


@pytest.fixture
async def player(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Player]:
    """A player at a service that signs."""
    path = tmp_path / "key"
    assert 0 == main(["key", str(path), "--name", "harbour.example"])
    verifier = capsys.readouterr().out.strip()
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    async with running(signing_key=str(path), store=f"sqlite:///{tmp_path / 'log.sqlite'}") as service:
        yield Player(service, verifier, capsys)


async def test_a_checkpoint_is_kept_and_grown_from(player: Player, tmp_path: Path) -> None:
    """A note is signed, later notes are proven to go on from it, and the log is checked against it."""
    game = await player.service.opened()
    kept = tmp_path / "kept.txt"
    kept.write_text(await player.done("checkpoint", "--key", player.verifier))
    line = (await player.done("checkpoint", "--line")).strip()
    await player.service.client.add_note(game, "later")
    told = await player.done("checkpoint", "--since", str(kept), "--key", player.verifier, "--json")
    assert int(line.split(":")[0]) + 1 == json.loads(told)["size"]
    assert "sound" in await player.done("verify", "--checkpoint", str(kept), "--key", player.verifier)
    assert "sound" in await player.done("verify", "--checkpoint", line, "--checkpoint", str(kept))
    assert "sound" in await player.done("verify", game)


async def test_the_key_is_never_shown(player: Player, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither what is printed nor any answer has the secret part of the key, also when it cannot be written."""
    secret = (tmp_path / "key").read_text().strip().split("+", 4)[4]
    await player.service.opened()
    capsys.readouterr()
    assert 0 == await asyncio.to_thread(main, ["checkpoint", "--json", "--server", player.service.address])
    assert 1 == await asyncio.to_thread(main, ["key", str(tmp_path / "key"), "--name", "other"])
    printed = capsys.readouterr()
    assert player.verifier in printed.out
    assert secret not in printed.out + printed.err


async def test_a_proof_is_checked_without_the_service(player: Player, tmp_path: Path) -> None:
    """A proof printed as JSON holds under the signed note, and no changed proof does."""
    game = await player.service.opened()
    proof = json.loads(await player.done("prove", game, "2", "--key", player.verifier, "--json"))
    path = tmp_path / "proof.json"

    def check(**changed: Any) -> int:
        path.write_text(json.dumps({**proof, **changed}))
        return main(["prove", "--check", str(path), "--key", player.verifier])

    assert 0 == await asyncio.to_thread(check)
    for changed in (
        {"entry": 3}, {"index": proof["index"] + 1}, {"head": "00" * 32}, {"path": proof["path"][1:]}, {"path": 7},
        {"note": proof["note"].replace("\n3\n", "\n4\n")}, {"note": ""}, {"game": "me"},
    ):  # fmt: skip
        assert 1 == await asyncio.to_thread(lambda c=changed: check(**c)), changed  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
    assert "proven: entry" in await player.done("prove", "last")


async def test_a_rewritten_log_is_found_by_the_line_kept(player: Player) -> None:
    """Whoever kept one line finds out, and is told what it contradicts."""
    game = await player.service.opened()
    kept = (await player.done("checkpoint", "--line")).strip()
    size = kept.split(":", maxsplit=1)[0]
    status, printed = await player.run("verify", "--checkpoint", f"{size}:{'00' * 32}")
    assert (1, True) == (status, f"log position {size}" in printed), printed
    status, printed = await player.run("verify", "--witness", f"{game}:2:{'00' * 32}")
    assert (1, True) == (status, f"game {game}, entry 2" in printed), printed
    head = (await player.service.client.prove_entry(game, 2)).head.hex()
    other = (await player.service.client.prove_entry(game, 1)).head.hex()
    words = ["verify", "--witness", f"{game}:2:{head}", "--witness", f"{game[:8]}:1:{other}", "--checkpoint", kept]
    assert "sound" in await player.done(*words)
    status, printed = await player.run("checkpoint", "--since", f"{size}:{'00' * 32}")
    assert (1, True) == (status, "root" in printed), printed
    status, printed = await player.run("checkpoint", "--since", f"9999:{'00' * 32}")
    assert (1, True) == (status, "cut off" in printed), printed


async def test_a_rewrite_is_named_by_what_was_kept(player: Player, tmp_path: Path) -> None:
    """One head bounds a rewrite, an exported copy names its entry, a kept proof tells where the log was not altered."""
    service = player.service
    game = await service.opened()
    for words in ("calm seas", "fair winds", "low tide", "high tide"):
        await service.client.add_note(game, words)
    copy, proof = tmp_path / "copy.jsonl", tmp_path / "proof.json"
    await player.done("export", game, "--out", str(copy))
    proof.write_text(await player.done("prove", game, "--json"))
    last = await service.entries(game)
    head = (await service.client.prove_entry(game, last)).head.hex()
    assert "sound" in await player.done("verify", game, "--copy", str(copy), "--witness", f"{last}:{head}")
    assert "sound" in await player.done("verify", "--copy", str(copy), "--proof", str(proof))
    rewritten(service, game, last - 2, b"fair winds", b"foul winds")
    status, printed = await player.run("verify", game, "--witness", f"{last}:{head}")
    assert (1, True) == (status, f"altered at or before entry {last}: " in printed), printed
    assert f"entry {last - 2} stands out: the request" in printed
    for arguments in (("verify", game), ("verify",)):
        status, printed = await player.run(*arguments, "--copy", str(copy))
        assert (1, True) == (status, f"game {game}, entry {last - 2}: " in printed), printed
        assert "so this entry was altered" in printed
    status, printed = await player.run("verify", "--proof", str(proof))
    assert (1, True) == (status, f"entry {last - 2} stands out" in printed), printed
    copy.write_text(copy.read_text().replace('"entry": 3', '"entry": 4', 1))
    status, printed = await player.run("verify", "--copy", str(copy))
    assert (1, True) == (status, "the copy itself was altered: entry 3" in printed), printed


def rewritten(service: Running, game: str, start: int, old: bytes, new: bytes) -> None:
    """Change an entry in the store and compute all heads of the game after it again."""
    mapper, found = EnvelopeMapper(NoTranscoder()), service.application.envelopes(game)
    head = found[start - 2].head
    for each in found[start - 1 :]:
        public = each.public.replace(old, new) if each.originator_version == start else each.public
        head = chain.next_head(head, each.originator_version, public, each.commitments)
        state = mapper.to_stored_event(msgspec.structs.replace(each, public=public, head=head)).state
        with service.application.recorder.datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
            cursor.execute(
                "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
                (state, game.replace("-", ""), each.originator_version),
            )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["verify", "last", "--checkpoint", "1:" + "00" * 32], "leave the game away"),
        (["verify", "last", "--proof", "x"], "leave the game away"),
        (["verify", "last", "--copy", "no-such-file"], "no-such-file"),
        (["verify", "--copy", __file__], "no exported copy"),
        (["verify", "--proof", __file__], "not JSON"),
        (["verify", "--witness", "1:00"], "GAME:ENTRY:HEAD"),
        (["verify", "--witness", "x"], "ENTRY:HEAD"),
        (["verify", "--checkpoint", "no-such-file"], "no-such-file"),
        (["prove"], "name a game"),
        (["checkpoint", "--key", "x"], "verifier key"),
    ],
)
async def test_what_cannot_be_used_is_said(player: Player, arguments: list[str], words: str) -> None:
    """Misuse is explained, exit status 1."""
    await player.service.opened()
    status, printed = await player.run(*arguments)
    assert (1, True) == (status, words in printed), printed


async def test_an_unsigned_service_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Who asks for a signature does not get a plain root instead."""
    async with running() as service:
        player = Player(service, "", capsys)
        await service.opened()
        status, printed = await player.run("checkpoint", "--key", "x")
        assert (1, True) == (status, "signs nothing" in printed)
        assert (await player.done("checkpoint")).strip() == (await player.done("checkpoint", "--line")).strip()
