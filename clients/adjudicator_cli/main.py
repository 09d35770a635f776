"""The command `adjudicate`: finds the subcommand and imports nothing else, so that it starts quickly."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword

GROUPS = {
    "start here": {
        "demo": ("demo", "play a whole game on a service of its own, and rule on disputes about it"),
        "desk": ("serve", "start the service on this machine and open its page in the browser"),
        "rule": ("rule", "rule on a board and what is declared; a file, or typed in"),
        "rules": ("rules", "find a rule by words or by its id"),
        "cards": ("cards", "find a card; import, compile and report on a set of your own"),
    },
    "for judges": {
        "explain": ("explaining", "explain a ruling or a value: as a tree, a short text or HTML"),
        "why-not": ("explaining", "say why a declaration is not open now, and what would open it"),
        "odds": ("odds", "the exact odds of an attack"),
        "what-if": ("what_if", "compare lines of play side by side"),
        "compare": ("comparing", "rule on the same declaration under several editions"),
        "dispute": ("disputes", "open, rule, appeal and decide disputes; find precedents; print a report"),
        "rewind": ("turning", "take a game back to an earlier revision; the log keeps everything"),
        "note": ("turning", "write a remark into a game's log"),
    },
    "for players": {
        "open": ("table", "open a game on a service"),
        "show": ("table", "show a game's board"),
        "legal": ("table", "list what may be declared now"),
        "say": ("table", "declare something in a game; with --ask only ask whether it is legal"),
        "nonce": ("table", "add randomness of your own to the house's dice and decks"),
        "decks": ("cards", "check a deck"),
        "dice": ("proofs", "print the house's rolls; once a game is closed, compute them again"),
        "verify": ("proofs", "check that a game's record, or the whole log, was not altered"),
    },
    "for organisers": {
        "games": ("records", "list the games of a service"),
        "log": ("records", "list the entries of a game's log; --follow waits for more"),
        "replay": ("replay", "step through a recorded game, forwards and back"),
        "export": ("transfer", "write a game to a file, in notation or as JSON lines"),
        "import": ("transfer", "bring a written game in; it is judged again on the way"),
        "diff": ("transfer", "show the differences between two revisions of a game"),
        "fork": ("turning", "start a new game from a revision of another one"),
        "close": ("turning", "close a game and open the seed of its dice"),
        "rejudge": ("records", "rule again on every declaration of a game"),
        "audit": ("audit", "verify or rejudge many games, on several cores or a cluster"),
        "checkpoint": ("proofs", "print the newest checkpoint of the log, to keep as evidence"),
        "prove": ("proofs", "prove that an entry is in the log, or check such a proof"),
        "key": ("proofs", "make a key that signs checkpoints"),
    },
    "to run the service": {
        "serve": ("serve", "start the service"),
        "health": ("health", "say whether a service is ready; the exit status says it too"),
        "token": ("tokens", "issue, list and withdraw tokens"),
        "migrate": ("migrate", "create or update the schema of a store; copy a log into it"),
        "backup": ("backup", "copy a whole log into a file while the service runs"),
        "restore": ("backup", "load a backup into an empty store"),
    },
    "for developers and card designers": {
        "play": ("play", "play random whole games and check every invariant"),
        "cases": ("cases", "run cases"),
        "coverage": ("coverage", "list the rules that the cases prove"),
        "language": ("language", "list the words of the effect language, and the cases that prove them"),
        "points": ("points", "list the points on which the documents differ, and the cases that prove them"),
    },
}
"""By who uses it, each subcommand: the module that has it, and what it does."""

COMMANDS = {name: row for group in GROUPS.values() for name, row in group.items()}

USAGE_ERROR = 2
FAILED = 1
INTERRUPTED = 130


def _help() -> str:
    lines = ["usage: adjudicate COMMAND ...", "", "Is this declaration legal, and why?"]
    for group, commands in GROUPS.items():
        lines += ["", f"{group}:", *(f"  {name:<10} {what}" for name, (_, what) in commands.items())]
    return "\n".join(
        [*lines, "", "`adjudicate COMMAND --help` says more; `adjudicate --version` says which version this is."]
    )


def _version() -> str:
    from importlib.metadata import version

    return f"adjudicate {version('adjudicator')}"


def _unknown(name: str) -> str:
    """The answer to a word that is no command: the commands that look like it, and where all are listed."""
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
    if given[0] in {"-V", "--version"}:
        print(_version())
        return 0
    name = given[0]
    if name not in COMMANDS:
        print(_unknown(name), file=sys.stderr)
        return USAGE_ERROR
    place, what = COMMANDS[name]
    module = import_module(f"adjudicator_cli.{place}")
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
