"""`adjudicate cards` and `adjudicate decks`: the catalogue and the deck rules, without a service."""

from __future__ import annotations

import argparse
import sys
from datetime import date
from typing import TYPE_CHECKING, Any

from adjudicator_cli import EDITION
from adjudicator_cli.judging import Citing, clause
from adjudicator_cli.lines import clause_lines
from adjudicator_cli.own_games import own_cards, workshop
from adjudicator_cli.terminal import UnusableError, coloured, read_bytes, say_json

if TYPE_CHECKING:
    from adjudicator.kernel.game.cards import Cards, CardTold


def cards_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `cards`."""
    actions = parser.add_subparsers(dest="action", required=True)
    search = actions.add_parser("search", help="find cards by words of name, type line, side, set or keywords")
    search.add_argument("words", nargs="+")
    search.add_argument("--limit", type=int, default=20, help="how many at most (default: %(default)s)")
    show = actions.add_parser("show", help="show cards by name or key")
    show.add_argument("names", nargs="+", help="as 'Darth Vader (E)' or ESB/5")
    compiled = actions.add_parser("compile", help="compile set files and say how their texts come out; stores nothing")
    compiled.add_argument("files", nargs="+", metavar="FILE", help="LackeyCCG set files, or folders of them")
    compiled.add_argument("--show", metavar="CARD", help="show one card: effects, our wording, what was not understood")
    compiled.add_argument("--no-cache", action="store_true", help="compile everything anew")
    taken = actions.add_parser("import", help="compile set files and keep them as your own sets")
    taken.add_argument("files", nargs="+", metavar="FILE", help="LackeyCCG set files, or folders of them")
    told = actions.add_parser("report", help="say of every card of set files how it is read, as a page or as JSON")
    told.add_argument("files", nargs="+", metavar="FILE", help="LackeyCCG set files, or folders of them")
    told.add_argument("-o", "--output", metavar="FILE", help="write the page (HTML) there")
    covered = actions.add_parser("coverage", help="say per set how its effects are executed")
    covered.add_argument("sets", nargs="*", metavar="SET", help="set codes (default: all)")
    asked = actions.add_parser("why-manual", help="say which effects are not executed, and why")
    asked.add_argument("cards", nargs="*", metavar="SET|CARD", help="set codes, names or keys (default: all)")
    for each in (compiled, taken):
        each.add_argument("--strict", action="store_true", help="fail if anything of a file is lost; keep nothing then")
    for each in (search, show, compiled, taken, told, covered, asked):
        each.add_argument("--json", action="store_true", help="print JSON")


_OTHERS = {"compile": "compile_", "import": "import_", "coverage": "coverage", "why-manual": "why_manual"}


def cards(args: argparse.Namespace) -> int:
    """Look cards up, or compile set files."""
    from adjudicator_cli import card_sets

    if args.action == "report":
        from adjudicator_cli.card_report import report

        return report(args)
    if args.action in _OTHERS:
        status: int = getattr(card_sets, _OTHERS[args.action])(args)
        return status
    known = own_cards()
    if args.action == "search" and args.limit < 1:
        raise UnusableError(f"--limit takes a number from 1 on, not {args.limit}")
    if args.action == "search":
        every = known.search(" ".join(args.words))
        found = every[: args.limit]
        if not args.json:
            _tell_rest(args, len(every))
    else:
        found = [known.the_one(name) for name in args.names]
    told = [_card(known.told(each)) for each in found]
    if args.json:
        say_json(told)
    else:
        for each in told:
            print("\n".join(_lines(each, short=args.action == "search")))
    return 0 if found else 1


def _tell_rest(args: argparse.Namespace, fitting: int) -> None:
    """Say on standard error, beside what is printed, how many cards more fit, or that none does."""
    if not fitting:
        print(f"no card has all of these words: {' '.join(args.words)}", file=sys.stderr)
    elif fitting > args.limit:
        print(f"{args.limit} of {fitting} cards; --limit shows more", file=sys.stderr)


def _card(card: CardTold) -> dict[str, Any]:
    """A card: its facts, and its effects in our words."""
    told: dict[str, Any] = {
        "card": card.card,
        "name": card.name,
        "side": card.side,
        "types": list(card.types),
        "subtypes": card.subtypes,
        **dict(card.facts),
        "effects": [{"text": text, "state": state} for text, state in card.effects],
        "errata": list(card.errata),
        "lost": list(card.lost),
        "untold": [{"effect": each.effect, "state": each.state, "why": each.why} for each in card.untold],
    }
    return {name: content for name, content in told.items() if content not in (None, "", [])}


def _lines(card: dict[str, Any], *, short: bool) -> list[str]:
    line = "/".join(kind.capitalize() for kind in card.get("types", ()))
    kind = f"{line} - {card['subtypes']}" if card.get("subtypes") else line
    numbers = [f"{name} {card[name]}" for name in ("cost", "speed", "power", "health") if name in card]
    said = (f"{coloured(card['name'], 'strong')} [{card['card']}]", card["side"], kind, ", ".join(numbers))
    head = "  ".join(each for each in said if each)
    if short:
        return [head]
    return [
        head,
        *(
            f"  {each['text']}" + ("  (manual)" if each["state"] == "manual" else "")
            for each in card.get("effects", ())
        ),
        *(f"  corrected by {rule}" for rule in card.get("errata", ())),
        *(f"  ! {each}" for each in card.get("lost", ())),
        *(f"  ! effect {each['effect']}: {each['state']}, {each['why']}" for each in card.get("untold", ())),
    ]


def decks_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `decks`."""
    actions = parser.add_subparsers(dest="action", required=True)
    check = actions.add_parser("check", help="say whether a deck is legal, and why not")
    check.add_argument(
        "file",
        help="a list (text, .dek, .cod, the JSON of swtcg-deckdb.com), or one of our decks by its name",
    )
    check.add_argument("--edition", default=EDITION, help="the edition of the rules (default: %(default)s)")
    check.add_argument("--sanctioned", action="store_true", help="with the banned and restricted list")
    check.add_argument("--on", metavar="DATE", help="with --sanctioned: the list as it was on a day (2004-06-19)")
    check.add_argument("--format", help="only cards of a format: its label (Vintage), or its sets (AOTC,SR,ANH)")
    check.add_argument("--newest", default="", metavar="SET", help="with --format Standard: the newest expansion")
    check.add_argument("--formats", metavar="FILE", help="a LackeyCCG formats.txt, where the format's sets stand")
    check.add_argument("--all", action="store_true", help="print the conditions that hold too")
    listed = actions.add_parser("list", help="list the decks that come with the project")
    for each in (check, listed):
        each.add_argument("--json", action="store_true", help="print JSON")


def decks(args: argparse.Namespace) -> int:
    """Check a deck; the exit status is 0 only if it is legal."""
    if args.action == "list":
        ours = [{"deck": each.name, "title": each.title, "side": each.side} for each in own_cards().decks()]
        if args.json:
            say_json(ours)
        else:
            print("\n".join(f"{each['deck']:<20} {each['side']:<6} {each['title']}" for each in ours))
        return 0
    told = _checked(args)
    if args.json:
        say_json(told)
    else:
        _print_check(told, every=args.all)
    return 0 if told["ruling"] == "legal" else 1


def _checked(args: argparse.Namespace) -> dict[str, Any]:
    """The verdict on a deck, as plain values. Raises UnusableError."""
    from adjudicator.games import UnknownEditionError
    from adjudicator.kernel.game.cards import Event
    from adjudicator_cli.deck_files import deck_source

    try:
        known = own_cards(args.edition)
    except UnknownEditionError as error:
        raise UnusableError(str(error)) from error
    deck = deck_source(args.file, known)
    event = Event(
        args.sanctioned, _day(args.on) if args.on else "", _format(args, known) if args.format else None, args.newest
    )
    try:
        found = known.check_deck(args.edition, deck, event=event)
    except ValueError as error:
        raise UnusableError(f"{args.file}: {error}") from error
    verdict = found.verdict
    cite = Citing(args.edition)
    return {
        "ruling": verdict.ruling.value,
        "title": found.title,
        "side": found.side,
        "cards": found.size,
        "clauses": [clause(each, cite) for each in verdict.clauses],
        "missing": list(verdict.missing),
        "options": list(verdict.options),
        "remarks": found.remarks,
    }


def _day(said: str) -> str:
    """A day as YYYY-MM-DD. Raises UnusableError."""
    try:
        return date.fromisoformat(said).isoformat()
    except ValueError as error:
        raise UnusableError(f"{said!r} is no day; a day is written as 2004-06-19") from error


def _format(args: argparse.Namespace, cards: Cards) -> tuple[str, tuple[str, ...]]:
    """The format asked for: by its label in a file, or the sets themselves. Raises UnusableError."""
    try:
        listed = workshop().formats(read_bytes(args.formats) if args.formats else None)
    except workshop().ImportFailed as error:
        raise UnusableError(f"{args.formats}: {error}") from error
    there = {label.casefold(): (label, sets) for label, sets in listed.items()}
    if (found := there.get(args.format.casefold())) is not None:
        return found
    codes = tuple(code.strip().upper() for code in args.format.split(","))
    known = {*cards.sets, *(code for sets in listed.values() for code in sets)}
    if unknown := [code for code in codes if code not in known]:
        raise UnusableError(
            f"no format {args.format!r}, and no set {', '.join(unknown)}; there are the formats {', '.join(listed)} "
            f"and the sets {', '.join(sorted(known))}"
        )
    return args.format, codes


def _print_check(told: dict[str, Any], *, every: bool) -> None:
    how = {"legal": "good", "illegal": "bad"}.get(told["ruling"], "open")
    print(f"{told['title'] or 'the deck'}: {told['cards']} cards, {told['side']}")
    print(coloured(told["ruling"].upper(), how))
    for each in told["clauses"]:
        if every or each["finding"] != "holds":
            print("\n".join(clause_lines(each)))
    if told["options"]:
        print("  to make it legal: " + "; ".join(told["options"]))
    for name in told["missing"]:
        print(f"  missing: {name}")
    for remark in told["remarks"]:
        print(f"  note: {remark}")
