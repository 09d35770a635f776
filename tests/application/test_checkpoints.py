"""Signed checkpoints: notes that anybody can check, and keys that nobody gets to see."""

from __future__ import annotations

import base64
import stat
from pathlib import Path

import pytest

from adjudicator.application.checkpoints import KeyFileError, Signer, new_key
from adjudicator_client.proofs import Checkpoint, ProofError, checkpoint_of

ROOT = bytes(range(32))
SEED = bytes(32)


def test_a_note_says_what_was_signed() -> None:
    """Name, size and root come back from a note, with the right key."""
    signer = new_key("table.example/log")
    assert Checkpoint(17, ROOT, signer.name) == checkpoint_of(signer.note(17, ROOT), signer.verifier)


def test_the_same_log_gives_the_same_note() -> None:
    """Nothing but the log enters a checkpoint; this one is written down for ever."""
    note = Signer("log", SEED).note(1, ROOT)
    expected = f"log\n1\n{base64.b64encode(ROOT).decode()}\n\n— log "
    assert expected == note[: len(expected)]
    assert note == Signer("log", SEED).note(1, ROOT)
    assert "log+07108162+" in Signer("log", SEED).verifier


@pytest.mark.parametrize(
    "forge",
    [
        lambda note: note.replace("\n17\n", "\n18\n"),
        lambda note: note.replace("log\n", "lag\n", 1),
        lambda note: note.replace("— log ", "— lag "),
        lambda note: note.replace("AAEC", "AAED"),
        lambda note: note[:-8] + "AAAAAA==\n",
        lambda note: note[: note.index("—")],
        lambda note: note.strip(),
        lambda note: "",
    ],
)
def test_a_forged_note_is_refused(forge: object) -> None:
    """Another size, name, root or signature, or none, is refused."""
    signer = Signer("log", SEED)
    assert callable(forge)
    with pytest.raises(ProofError):
        checkpoint_of(forge(signer.note(17, ROOT)), signer.verifier)


def test_another_key_of_the_same_name_has_not_signed() -> None:
    """A signature counts for its own key only; and a key whose id does not fit is none."""
    note = Signer("log", SEED).note(17, ROOT)
    with pytest.raises(ProofError, match="has not signed"):
        checkpoint_of(note, new_key("log").verifier)
    with pytest.raises(ProofError, match="id of the verifier key"):
        checkpoint_of(note, Signer("log", SEED).verifier.replace("+0710", "+0711"))


def test_a_line_is_enough_for_oneself() -> None:
    """SIZE:ROOT without a signature can be read too, but no key has signed it."""
    line = Checkpoint(17, ROOT).line
    assert Checkpoint(17, ROOT) == checkpoint_of(line)
    with pytest.raises(ProofError, match="no signature"):
        checkpoint_of(line, Signer("log", SEED).verifier)
    for wrong in ("17", "x:00", "017:" + ROOT.hex(), "17:00", "-1:" + ROOT.hex()):
        with pytest.raises(ProofError):
            checkpoint_of(wrong)


def test_a_key_file_is_its_owners(tmp_path: Path) -> None:
    """Written for the owner only, read back as the same key, and never overwritten."""
    path, signer = tmp_path / "key", new_key("log")
    signer.write(path)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)
    assert signer.note(3, ROOT) == Signer.read(path).note(3, ROOT)
    with pytest.raises(FileExistsError):
        new_key("log").write(path)


@pytest.mark.parametrize("line", ["", "PRIVATE+KEY+log", "PRIVATE+KEY+log+00000000+AAAA", "PRIVATE+KEY+log+00000000+!"])
def test_what_is_no_key_file_is_refused(tmp_path: Path, line: str) -> None:
    """A file that holds something else is refused in words that do not repeat it."""
    path = tmp_path / "key"
    path.write_text(line)
    with pytest.raises(KeyFileError, match="key"):
        Signer.read(path)


def test_a_key_shows_itself_to_nobody(tmp_path: Path) -> None:
    """Neither its repr nor an error about its file has a byte of the key."""
    path, signer = tmp_path / "key", new_key("log")
    signer.write(path)
    secret = path.read_text().strip().split("+", 4)[4]  # the key itself may have a plus, too
    assert len(secret) > 40
    assert secret not in repr(signer) + str(vars(signer).get("verifier"))
    path.write_text(path.read_text().replace("+log+", "+lag+"))
    with pytest.raises(KeyFileError) as raised:
        Signer.read(path)
    assert secret not in str(raised.value)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "line\n"])
def test_names_that_no_key_can_have(name: str) -> None:
    """A name with spaces, line ends or a plus would make notes ambiguous."""
    with pytest.raises(KeyFileError, match="not a name"):
        new_key(name)
