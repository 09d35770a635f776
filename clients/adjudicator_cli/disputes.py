"""The command `dispute`: open, rule, appeal, decide, note, show, list, precedents, verify, report."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator_cli import connection
from adjudicator_cli.disputes_telling import (
    dispute_lines,
    list_lines,
    opened_lines,
    precedent_lines,
    reported_lines,
    shown_lines,
    verified_lines,
)
from adjudicator_cli.lines import plain
from adjudicator_cli.terminal import UnusableError, read_input, say_json

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient, Decision, Speaker

ROLES = ("player", "floor-judge", "head-judge")
INFRACTIONS = ("game-play-error", "tournament-error", "unsporting-conduct")
PENALTIES = ("caution", "warning", "game-loss", "match-loss", "disqualification")
STATES = ("opened", "ruled", "appealed", "upheld", "overturned")
_ID_LENGTH = 36


def dispute_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `dispute`: one set for each of its own commands."""
    does = parser.add_subparsers(dest="does", required=True, metavar="DOES")
    opens = _command(does, "open", "freeze a position and ask")
    connection.game_argument(opens)
    opens.add_argument("question", nargs="+", help="the question, in words")
    opens.add_argument("--about", type=int, default=0, metavar="ENTRY", help="the entry that is disputed")
    opens.add_argument("--said", default="", help="a declaration that nobody has made yet, in notation")
    opens.add_argument("--at", type=int, default=0, metavar="REVISION", help="freeze this revision (default: now)")
    opens.add_argument("--note", default="", help="a remark")
    _speaker(opens, "player")
    rules = _command(does, "rule", "rule, as a judge")
    _dispute(rules)
    _decision(rules)
    _speaker(rules, "floor-judge")
    appeals = _command(does, "appeal", "appeal against the ruling")
    _dispute(appeals)
    appeals.add_argument("grounds", nargs="+", help="why")
    _speaker(appeals, "player")
    decides = _command(does, "decide", "decide an appeal, as the head judge")
    _dispute(decides)
    which = decides.add_mutually_exclusive_group(required=True)
    which.add_argument("--uphold", action="store_true", help="the ruling stands")
    which.add_argument("--overturn", action="store_true", help="this decision takes its place")
    _decision(decides)
    _speaker(decides, "head-judge")
    notes = _command(does, "note", "add a remark")
    _dispute(notes)
    notes.add_argument("words", nargs="+", help="the remark")
    _speaker(notes, "", "as the name last spoke in this dispute, else player")
    _looking(does)


def _looking(does: Any) -> None:
    """The commands that record nothing."""
    shows = _command(does, "show", "show a dispute with its frozen position")
    _dispute(shows)
    connection.viewer_argument(shows)
    lists = _command(does, "list", "list disputes")
    lists.add_argument("--game", default="", help="only those of a game")
    lists.add_argument("--state", action="append", default=[], choices=STATES, help="only those in a state")
    found = _command(does, "precedents", "find rulings in like cases")
    found.add_argument("words", nargs="*", help="words of the situation")
    found.add_argument("--rule", action="append", default=[], metavar="ID", help="a rule that they cite")
    found.add_argument("--card", action="append", default=[], metavar="NAME", help="a card that they are about")
    found.add_argument("--dispute", default="", help="a dispute that they are like")
    checks = _command(does, "verify", "check that a dispute was not altered")
    _dispute(checks)
    checks.add_argument("--witness", metavar="ENTRY:HEAD", help="a head that you have kept")
    reports = _command(does, "report", "write a ruling report for printing")
    _dispute(reports)
    reports.add_argument("--html", metavar="FILE", help="write HTML with a print style sheet")
    reports.add_argument("--pdf", metavar="FILE", help="write PDF (needs the extra `pdf`)")
    reports.add_argument("--as", dest="viewer", default="", metavar="SEAT", help="the position as a seat may see it")


def _command(does: Any, name: str, what: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = does.add_parser(name, help=what, description=what)
    connection.arguments(parser)
    return parser


def _dispute(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("dispute", help="the dispute's id, as much of it as is needed, or `last`")


def _speaker(parser: argparse.ArgumentParser, role: str, default: str = "%(default)s") -> None:
    parser.add_argument("--by", required=True, metavar="NAME", help="who speaks")
    parser.add_argument("--role", choices=ROLES, default=role, help=f"in what capacity (default: {default})")


def _decision(parser: argparse.ArgumentParser) -> None:
    """The options of a judge's decision."""
    parser.add_argument("answer", nargs="+", help="the ruling in words")
    parser.add_argument("--ruling", choices=("legal", "illegal"), default="", help="on the declaration in question")
    parser.add_argument("--rule", action="append", default=[], metavar="ID", help="a rule it rests on, deciding first")
    parser.add_argument("--rewind", type=int, nargs="?", const=0, metavar="REVISION", help="go back (default: frozen)")
    parser.add_argument("--carry-out", nargs="?", const="", metavar="SAID", help="carry the declaration out")
    parser.add_argument("--repair", metavar="FILE", help="let facts happen: a JSON array (- for standard input)")
    parser.add_argument("--game-loss", metavar="SEAT", help="a seat loses the game, which is closed")
    parser.add_argument("--infraction", choices=INFRACTIONS, help="what went wrong")
    parser.add_argument("--penalty", choices=PENALTIES, help="what it costs; only recorded, see --game-loss")
    parser.add_argument("--offender", default="", metavar="SEAT", help="who did wrong")
    parser.add_argument("--minutes", type=int, default=0, help="the time extension")
    parser.add_argument("--situation", default="", help="words under which it is found as a precedent")
    parser.add_argument("--card", action="append", default=[], metavar="NAME", help="a card it is about")
    parser.add_argument("--note", default="", help="a remark, a dissent")
    parser.add_argument("--expect-revision", type=int, default=0, metavar="REVISION", help="of the game, as seen")


def dispute(args: argparse.Namespace) -> int:
    """Do what is asked with disputes."""
    with connection.connected(args) as client:
        answer = _DOES[args.does](client, args)
    if args.json:
        say_json(answer)
        return 0
    for line in _LINES.get(args.does, lambda told: dispute_lines(told["dispute"]))(answer):
        print(line)
    return 0


def dispute_of(client: AdjudicatorClient, name: str) -> str:
    """The id of a dispute, from the id or from as much of it as is needed, or `last`. Raises UnusableError."""
    if len(name) == _ID_LENGTH:
        return name
    known = [each.dispute for each in client.list_disputes()]
    found = known[-1:] if name == "last" else [each for each in known if each.startswith(name)]
    if len(found) != 1:
        raise UnusableError(f"{len(found)} disputes begin with {name!r}; `adjudicate dispute list` lists them")
    return found[0]


def _by(args: argparse.Namespace) -> Speaker:
    from adjudicator_client import Speaker

    return Speaker(args.by, args.role)


def decision_of(args: argparse.Namespace) -> Decision:
    """The decision that the options describe."""
    from adjudicator_client import Decision

    return Decision(
        " ".join(args.answer),
        args.ruling,
        args.rule,
        args.rewind,
        None if args.repair is None else read_input(args.repair),
        args.carry_out,
        args.game_loss,
        args.infraction or "",
        args.penalty or "",
        args.offender,
        args.minutes,
        args.situation,
        args.card,
        args.note,
    )


def _open(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    game, question = connection.game_of(client, args.game), " ".join(args.question)
    return plain(
        client.open_dispute(
            game, question, _by(args), said=args.said, about=args.about, revision=args.at, note=args.note
        )
    )


def _seen(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    return plain(client.dispute(dispute_of(client, args.dispute), viewer=getattr(args, "viewer", "")))


def _rule(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    dispute = dispute_of(client, args.dispute)
    return plain(client.rule_dispute(dispute, decision_of(args), _by(args), expected_revision=args.expect_revision))


def _appeal(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    return plain(client.appeal_dispute(dispute_of(client, args.dispute), " ".join(args.grounds), _by(args)))


def _decide(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    dispute, seen = dispute_of(client, args.dispute), args.expect_revision
    return plain(
        client.decide_dispute(dispute, decision_of(args), _by(args), upheld=args.uphold, expected_revision=seen)
    )


def _note(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    dispute = dispute_of(client, args.dispute)
    if not args.role:
        args.role = _role_of(plain(client.dispute(dispute))["dispute"], args.by)
    return plain(client.add_dispute_note(dispute, " ".join(args.words), _by(args)))


def _role_of(found: Mapping[str, Any], name: str) -> str:
    """In what capacity somebody has last spoken in a dispute; nobody is made a judge by a remark."""
    roles = [each["by"]["role"] for each in found.get("entries", ()) if each.get("by", {}).get("name") == name]
    return roles[-1].replace("_", "-") if roles else "player"


def _list(client: AdjudicatorClient, args: argparse.Namespace) -> list[dict[str, Any]]:
    game = connection.game_of(client, args.game) if args.game else ""
    return [plain(each) for each in client.list_disputes(game, args.state)]


def _precedents(client: AdjudicatorClient, args: argparse.Namespace) -> list[dict[str, Any]]:
    like = dispute_of(client, args.dispute) if args.dispute else ""
    return [
        plain(each) for each in client.precedents(" ".join(args.words), rules=args.rule, cards=args.card, dispute=like)
    ]


def _verify(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    witness: tuple[int, bytes] | tuple[()] = ()
    if args.witness:
        entry, _, head = args.witness.partition(":")
        try:
            witness = int(entry), bytes.fromhex(head)
        except ValueError as error:
            raise UnusableError(f"--witness takes ENTRY:HEAD as answers print them, not {args.witness!r}") from error
    return {"sound": True, **plain(client.verify_dispute(dispute_of(client, args.dispute), *witness))}


def _report(client: AdjudicatorClient, args: argparse.Namespace) -> dict[str, Any]:
    """Write the report; returns what it is made of."""
    from adjudicator_cli.reports import html

    if not (args.html or args.pdf):
        raise UnusableError("say where to: --html FILE or --pdf FILE, or both")
    seen = _seen(client, args)
    if args.html:
        Path(args.html).write_text(html(seen), encoding="utf-8")
    if args.pdf:
        from adjudicator_cli.reports_pdf import pdf

        Path(args.pdf).write_bytes(pdf(seen))
    return seen


_DOES: Mapping[str, Any] = {
    "open": _open, "rule": _rule, "appeal": _appeal, "decide": _decide, "note": _note, "show": _seen, "list": _list,
    "precedents": _precedents, "verify": _verify, "report": _report,
}  # fmt: skip

_LINES: Mapping[str, Any] = {
    "open": opened_lines, "show": shown_lines, "list": list_lines, "precedents": precedent_lines,
    "verify": verified_lines, "report": reported_lines,
}  # fmt: skip
