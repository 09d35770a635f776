"""The command `adjudicate`: finds the subcommand and imports nothing else, so that it starts quickly."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword

COMMANDS = {
    "rule": ("rule", "rule on a case file, or on a board typed on standard input; needs no service"),
    "serve": ("serve", "start the service"),
    "migrate": ("migrate", "make a store's schema or bring it up to date; copy a log into it; needs no service"),
    "backup": ("backup", "copy a whole log into a file, while services write to it; needs no service"),
    "restore": ("backup", "bring a backup back into an empty store; needs no service"),
    "token": ("tokens", "hand out, list and take back tokens; with --store in a store itself, without a service"),
    "health": ("health", "whether a service is ready for calls; its exit status says so too"),
    "open": ("table", "open a game on a service"),
    "nonce": ("table", "add something of a seat's own to the house's chance, once the seed is committed to"),
    "say": ("table", "declare something in a game, or ask with --ask whether it would be legal"),
    "legal": ("table", "list what may be said"),
    "show": ("table", "show a game's board"),
    "rewind": ("course", "take a game back to an earlier revision; the log keeps what is taken back"),
    "fork": ("course", "open a new game at a revision of another one, with fresh chance"),
    "close": ("course", "close a game, and open the seed of the house's chance"),
    "note": ("course", "write a remark into a game's log"),
    "explain": ("explaining", "explain a ruling or a value, as a tree, a short text or HTML"),
    "why-not": ("explaining", "say why something is not among what may be said, and what would change it"),
    "compare": ("comparing", "rule on the same things under several editions; needs no service"),
    "what-if": ("what_if", "hypothetical lines of play side by side; a board in a file needs no service"),
    "odds": ("odds", "the exact odds of an attack; a board in a file needs no service"),
    "points": ("points", "which cases prove the points of difference between documents; needs no service"),
    "games": ("records", "list the games of a service"),
    "log": ("records", "list the entries of a game's log; --follow waits for more"),
    "replay": ("replay", "step through a recorded game, forwards and back, by turn, phase, declaration, ruling"),
    "export": ("transfer", "write a game down, in notation or as JSON lines"),
    "import": ("transfer", "read a written game, judge it again, bring it in"),
    "diff": ("transfer", "what is different between two revisions of a game"),
    "dispute": ("disputes", "a dispute: open, rule, appeal, decide, note, show, list, precedents, verify, report"),
    "verify": ("proofs", "check that a game's record, or the whole log, was not altered"),
    "checkpoint": ("proofs", "print the log's newest checkpoint: keep it, and nobody can rewrite what it covers"),
    "prove": ("proofs", "prove that an entry is in the log, or check such a proof"),
    "dice": ("proofs", "print the house's rolls of a game, and compute them again once it is closed"),
    "key": ("proofs", "make a key for signing checkpoints; needs no service"),
    "rejudge": ("records", "rule again on every declaration of a game"),
    "audit": ("audit", "verify or rejudge the games of a log, on several cores or a cluster; needs no service"),
    "rules": ("rules", "look rules up, by words or by id; needs no service"),
    "cards": ("cards", "look cards up; needs no service"),
    "decks": ("cards", "check a deck; needs no service"),
    "cases": ("cases", "run cases; needs no service"),
    "coverage": ("coverage", "which rules the cases prove; needs no service"),
    "language": ("language", "the words of the effect language, and which the cases prove; needs no service"),
    "play": ("play", "play random whole games, invariants checked; needs no service"),
}
"""Each subcommand: the module that has it, and what it does."""

USAGE_ERROR = 2
FAILED = 1
INTERRUPTED = 130


def _help() -> str:
    lines = ["usage: adjudicate COMMAND ...", "", "Is this declaration legal, and why?", "", "commands:"]
    lines += [f"  {name:<10} {what}" for name, (_, what) in COMMANDS.items()]
    return "\n".join([*lines, "", "`adjudicate COMMAND --help` says more."])


def _unknown(name: str) -> str:
    """What is said of a word that is no command: those that look like it, and where all are listed."""
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS)
    hint = f"; did you mean {' or '.join(close)}?" if close else ""
    usage = "usage: adjudicate COMMAND ...; `adjudicate --help` lists the commands"
    return f"adjudicate: there is no command {name!r}{hint}\n{usage}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand; returns the exit status (0: done, 1: it failed, 2: not understood)."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given or given[0] in {"-h", "--help", "help"}:
        print(_help())
        return 0 if given else USAGE_ERROR
    name = given[0]
    if name not in COMMANDS:
        print(_unknown(name), file=sys.stderr)
        return USAGE_ERROR
    place, what = COMMANDS[name]
    module = import_module(f"clients.cli.{place}")
    parser = argparse.ArgumentParser(prog=f"adjudicate {name}", description=what)
    word = name.replace("-", "_")
    getattr(module, f"{word}_arguments")(parser)
    try:
        status: int = getattr(module, f"{word}_" if iskeyword(word) else word)(parser.parse_args(given[1:]))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone
        return FAILED
    except Exception as error:
        if not getattr(error, "told_to_people", isinstance(error, OSError)):
            raise  # a defect of ours
        print(f"adjudicate {name}: {_words(error)}", file=sys.stderr)
        return FAILED
    return status


def _words(error: Exception) -> str:
    """An error in a line: of a file its name first."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        return f"{error.filename}: {error.strerror}"
    return str(error)


if __name__ == "__main__":
    sys.exit(main())
