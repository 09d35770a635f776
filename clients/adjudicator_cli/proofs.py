"""Commands that hold the house to its word: key, checkpoint, prove, dice, verify."""

from __future__ import annotations

import argparse
import json
import re
from typing import TYPE_CHECKING, Any

from adjudicator_cli import connection
from adjudicator_cli.lines import plain
from adjudicator_cli.terminal import UnusableError, progress, read_input, say_json

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient, Witness
    from adjudicator_client.proofs import Checkpoint

HEADS_SENT_MAX = 5_000
"""Of a longer copy every second head is sent, or every third; what was altered is then known as closely."""
_LINE = re.compile(r"[0-9]+:[0-9a-fA-F]{64}\Z")
_CHECKPOINT = "a checkpoint that you have kept: a file with a note or a line, or SIZE:ROOT itself"
_KEY = "the service's verifier key, NAME+ID+KEY; the signature of the note is then checked"


def key_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `key`."""
    parser.add_argument("file", metavar="FILE", help="where to write the key; must not exist yet")
    parser.add_argument("--name", required=True, help="the name of the log, as example.org/tables; no spaces, no plus")
    parser.add_argument("--json", action="store_true", help="print JSON")


def key(args: argparse.Namespace) -> int:
    """Make a key, and print what others check its signatures with."""
    from pathlib import Path

    from adjudicator.application.checkpoints import new_key

    signer = new_key(args.name)
    signer.write(Path(args.file))
    if args.json:
        say_json({"file": args.file, "verifier": signer.verifier})
    else:
        print(signer.verifier)
    return 0


def checkpoint_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `checkpoint`."""
    parser.add_argument("--line", action="store_true", help="print SIZE:ROOT, a line to keep for yourself")
    parser.add_argument("--since", metavar="CHECKPOINT", help=f"check that the log grew from {_CHECKPOINT}")
    parser.add_argument("--key", help=_KEY)
    connection.arguments(parser)


def checkpoint(args: argparse.Namespace) -> int:
    """Print the newest checkpoint; with --since only if the log of then is the beginning of that of now."""
    from adjudicator_client.proofs import check_consistency, checkpoint_of

    with connection.connected(args) as client:
        told = client.checkpoint()
        new = _root_of(told)
        if args.key:
            if not told.note:
                raise UnusableError("this service signs nothing: it has no key")
            if new.line != checkpoint_of(told.note, args.key).line:
                raise UnusableError("the note says something else than the answer")
        if args.since:
            old = _checkpoint(args.since, args.key or "")
            if old.size > new.size:
                raise UnusableError(f"the log has {new.size} entries, but had {old.size}: its tail was cut off")
            proof = client.prove_growth(old.size, new.size)
            check_consistency(old, new, list(proof.path))
    if args.json:
        say_json({"size": new.size, "root": new.root.hex(), "note": told.note, "verifier": told.verifier})
    elif args.line or not told.note:
        print(new.line)
    else:
        print(told.note, end="")
    return 0


def prove_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `prove`."""
    parser.add_argument("game", nargs="?", help=connection.GAME)
    parser.add_argument("entry", nargs="?", type=int, help="the number of the entry (default: the last)")
    parser.add_argument("--under", metavar="CHECKPOINT", help=f"prove it under {_CHECKPOINT}")
    parser.add_argument("--key", help=_KEY)
    parser.add_argument("--check", metavar="FILE", help="check a proof printed with --json; needs no service")
    connection.arguments(parser)


def prove(args: argparse.Namespace) -> int:
    """Prove that an entry is in the log, or check such a proof; what is printed has been checked."""
    from adjudicator_client.proofs import check_inclusion, leaf_of

    under = _checkpoint(args.under, args.key or "") if args.under else None
    told = _read_proof(args.check) if args.check else _asked_proof(args, under)
    try:
        root = under or _checkpoint(told.get("note") or told["checkpoint"], args.key or "")
        game, entry, index, head = told["game"], int(told["entry"]), int(told["index"]), bytes.fromhex(told["head"])
        path = [bytes.fromhex(each) for each in told["path"]]
        leaf = leaf_of(game, entry, head)
    except (KeyError, TypeError, ValueError) as error:
        if getattr(error, "told_to_people", False):
            raise
        raise UnusableError(f"this is no proof: {error!r}") from error
    check_inclusion(leaf, index, path, root)
    if args.json:
        say_json(told)
    else:
        print(f"proven: entry {entry} of game {game} with head {head.hex()}")
        print(f"        is number {index + 1} of the log {root.line}")
    return 0


def _asked_proof(args: argparse.Namespace, under: Checkpoint | None) -> dict[str, Any]:
    """A proof from the service, as plain values."""
    if not args.game:
        raise UnusableError("name a game, or a proof with --check")
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        entry = args.entry or client.game(game).basis.entry
        found = client.prove_entry(game, entry, size=under.size if under else 0)
    return {
        "game": game,
        "entry": entry,
        "index": found.index,
        "head": found.head.hex(),
        "path": [each.hex() for each in found.path],
        "checkpoint": _root_of(found).line,
        "note": found.note,
    }


def _read_proof(path: str) -> dict[str, Any]:
    """A proof that was printed before. Raises UnusableError."""
    try:
        found = json.loads(read_input(path))
    except ValueError as error:
        raise UnusableError(f"{path} is not JSON: {error}") from error
    if not isinstance(found, dict):
        raise UnusableError(f"{path} is no proof")
    return found


def dice_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `dice`."""
    connection.game_argument(parser)
    connection.arguments(parser)


def dice(args: argparse.Namespace) -> int:
    """Print the house's rolls; of a closed game they are computed again, and the first false one is an error."""
    from adjudicator_client.proofs import check_rolls

    with connection.connected(args) as client:
        found = client.rolls(connection.game_of(client, args.game))
    told: dict[str, Any] = {
        "game": found.game,
        "commitment": found.commitment.hex(),
        "seed": found.seed.hex(),
        "rolls": [
            {
                "entry": each.entry,
                "purpose": each.purpose,
                "faces": each.faces,
                "dice": list(each.dice),
                "nonces": each.nonces,
            }
            for each in found.rolls
        ],
    }
    if found.earlier:
        told["earlier"] = [
            {"before": each.before_entry, "commitment": each.commitment.hex(), "seed": each.seed.hex()}
            for each in found.earlier
        ]
    checked = check_rolls(told) if found.seed else 0
    if args.json:
        say_json(told)
        return 0
    for each in found.rolls:
        print(f"{each.entry:>5}  {each.purpose:<14} {' '.join(map(str, each.dice))}")
    end = f"all {checked} are what the seed gives" if found.seed else "the seed is opened when the game is closed"
    print(f"{len(found.rolls)} rolls under commitment {found.commitment.hex()}: {end}")
    return 0


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `verify`."""
    parser.add_argument(
        "game", nargs="?", help="a game (id, as much of it as is needed, or `last`); else the whole log"
    )
    parser.add_argument(
        "--witness",
        metavar="[GAME:]ENTRY:HEAD",
        action="append",
        default=[],
        help="a head that you have kept; the log has to hold it. Several narrow down what was altered",
    )
    parser.add_argument(
        "--copy",
        metavar="FILE",
        action="append",
        default=[],
        help="a game exported before, with all its heads",
    )
    parser.add_argument(
        "--proof", metavar="FILE", action="append", default=[], help="a proof kept from `prove --json`; narrows it down"
    )
    parser.add_argument(
        "--checkpoint", metavar="CHECKPOINT", action="append", default=[], help=f"{_CHECKPOINT}; several narrow it down"
    )
    parser.add_argument("--key", help=_KEY)
    connection.arguments(parser)


def verify(args: argparse.Namespace) -> int:
    """Check that a record was not altered: one game, or the whole log."""
    if args.game and args.checkpoint:
        raise UnusableError("a checkpoint is about the whole log: leave the game away")
    if args.game and args.proof:
        raise UnusableError("a proof is about the whole log: leave the game away")
    roots = [_checkpoint(each, args.key or "") for each in args.checkpoint]
    with connection.connected(args) as client:
        if not args.game:
            return _verify_log(client, roots, args)
        witnesses = [_witness(each)[1] for each in args.witness]
        game = connection.game_of(client, args.game)
        for copied, copy in map(_copy, args.copy):
            if copied != game:
                raise UnusableError(f"the copy is of game {copied}")
            witnesses += copy
        last: dict[str, Any] = {}
        with progress("checking entries") as moved:
            for step in client.verify(game, *witnesses):
                moved(step.done, step.total)
                last = plain(step)
    basis = last.get("basis", {})
    if args.json:
        say_json({"sound": True, **basis})
    else:
        print(f"sound: {basis.get('entry', 0)} entries, head {basis.get('head', '')}")
        print("       by themselves; `adjudicate verify` also looks at the requests and disputes that speak of them")
    return 0


def _verify_log(client: AdjudicatorClient, roots: list[Checkpoint], args: argparse.Namespace) -> int:
    """Check the whole log. A refusal names the first bad place."""
    from adjudicator_client.proofs import Checkpoint

    heads: list[tuple[str, Witness]] = []
    for given in args.witness:
        game, witness = _witness(given)
        if not game:
            raise UnusableError(f"--witness takes GAME:ENTRY:HEAD for the whole log, not {given!r}")
        heads.append((connection.game_of(client, game), witness))
    for game, witnesses in map(_copy, args.copy):
        heads += [(game, each) for each in witnesses]
    parts = []
    for path in args.proof:
        root, found = _kept_proof(path, args.key or "")
        roots.append(root)
        parts += found
    under = Checkpoint(0, b"")
    with progress("checking the log") as moved:
        for step in client.verify_log(roots, heads, parts):
            moved(step.done, step.total)
            under = _root_of(step) if step.HasField("under") else under
    if args.json:
        say_json({"sound": True, "size": under.size, "root": under.root.hex()})
    else:
        print(f"sound: {under.size} entries of all games, checkpoint {under.line}")
    return 0


def _root_of(told: Any) -> Checkpoint:
    """The root that an answer names."""
    from adjudicator_client.proofs import Checkpoint

    return Checkpoint(told.under.size, told.under.root)


def _checkpoint(given: str, verifier: str) -> Checkpoint:
    """A checkpoint from a line, a note or a file. Raises ProofError, OSError, UnusableError."""
    from adjudicator_client.proofs import checkpoint_of

    text = given if _LINE.match(given) or "\n" in given else read_input(given)
    return checkpoint_of(text, verifier)


def _kept_proof(path: str, verifier: str) -> tuple[Checkpoint, list[tuple[int, int, bytes]]]:
    """The root of a kept proof, and the parts of the tree that it vouches for. Raises ProofError, UnusableError."""
    from adjudicator_client.proofs import parts_of

    told = _read_proof(path)
    try:
        root = _checkpoint(told.get("note") or told["checkpoint"], verifier)
        head, steps = bytes.fromhex(told["head"]), [bytes.fromhex(each) for each in told["path"]]
        return root, parts_of(told["game"], int(told["entry"]), head, int(told["index"]), steps, root)
    except (KeyError, TypeError, ValueError) as error:
        if getattr(error, "told_to_people", False):
            raise
        raise UnusableError(f"{path} is no proof: {error!r}") from error


def _copy(path: str) -> tuple[str, list[Witness]]:
    """The game of an exported copy, and the heads of its entries, as far as a request may carry them."""
    from adjudicator_client import Witness
    from adjudicator_client.proofs import heads_of

    game, heads = heads_of(read_input(path))
    every = max(1, -(-len(heads) // HEADS_SENT_MAX))
    return game, [
        Witness(number, 0, head) for number, head in enumerate(heads, 1) if number % every == 0 or number == len(heads)
    ]


def _witness(given: str) -> tuple[str, Witness]:
    """Game (may be empty), and the witness. Raises UnusableError."""
    from adjudicator_client import Witness

    front, _, head = given.rpartition(":")
    game, _, entry = front.rpartition(":")
    try:
        return game, Witness(int(entry), 0, bytes.fromhex(head))
    except ValueError as error:
        raise UnusableError(f"--witness takes ENTRY:HEAD (GAME:ENTRY:HEAD for the whole log), not {given!r}") from error
