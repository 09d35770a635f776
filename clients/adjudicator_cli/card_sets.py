"""`adjudicate cards compile` and `import`: set files of one's own, compiled here; only `import` stores anything.

The user's cache keeps compiled rows by their digest, so a file that is read again costs nothing.
Imported sets lie in the user's data folder (ADJUDICATOR_CARDS, else below XDG_DATA_HOME) as data of ours, never as
the printed texts.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator_cli import findings
from adjudicator_cli.own_games import own_cards, users_folder, workshop
from adjudicator_cli.terminal import UnusableError, progress, say_json

if TYPE_CHECKING:
    import argparse

    from adjudicator.kernel.game.cards import Cards
    from adjudicator.kernel.game.workshop import Finding, Hands, Place, ReadCard, ReadSet, TextCompiler

CACHED_CARDS_MAX = 50_000
A_WORKERS_WORTH = 200
"""With fewer cards to compile a further process is not worth its start, which takes as long as a hundred of them."""
AT_A_TIME = 20
"""The cards that a process is given to compile."""


class Imported(NamedTuple):
    """Set files as read: the sets by their codes, and by file what was found wrong with it."""

    sets: dict[str, ReadSet]
    findings: dict[str, tuple[Finding, ...]]


def files_of(places: list[str]) -> list[Path]:
    """The set files of paths and folders, in order. Raises UnusableError."""
    found: list[Path] = []
    for place in places:
        path = Path(place)
        if path.is_dir():
            found.extend(sorted(each for each in path.iterdir() if each.suffix.casefold() == ".txt"))
        elif path.is_file():
            found.append(path)
        else:
            raise UnusableError(f"there is no file or folder {place}")
    if not found:
        raise UnusableError("no set files there (*.txt)")
    return found


def compile_(args: argparse.Namespace) -> int:
    """Compile set files and say how their texts came out."""
    read = imported(files_of(args.files), stored=not args.no_cache)
    if args.show:
        return _show(read, args)
    told = {code: workshop().tally(each) for code, each in read.sets.items()}
    return findings.tell(told, _table(told), read.findings, args)


def imported(files: list[Path], *, stored: bool = True) -> Imported:
    """The sets of files by their codes, compiled with all that the files know together. Raises UnusableError."""
    contents = {path: path.read_bytes() for path in files}
    try:
        compiler = compiler_for_good(contents.values())
        kept = Kept(compiler.vocabulary.digest, stored=stored)
        rows = [row for path, data in contents.items() for row in workshop().places(data, path.stem)]
        missing = [row for row in rows if not kept.has(row)]
        parts = [missing[at : at + AT_A_TIME] for at in range(0, len(missing), AT_A_TIME)]
        with compiling(compiler, tuple(files), len(missing)) as work, progress("compiling", len(missing)) as tell:
            for number, (part, cards) in enumerate(zip(parts, work(parts), strict=True), 1):
                kept.add(part, cards)
                tell(min(number * AT_A_TIME, len(missing)), None)
        hands = {str(path): hands_beside(path) for path in files}
        named = {str(path): (path.stem, data) for path, data in contents.items()}
        found = Imported(*workshop().gathered(named, kept.card, hands))
    except workshop().ImportFailed as error:
        raise UnusableError(str(error)) from error
    kept.save()
    return found


def hands_beside(path: Path) -> Hands:
    """The effects by hand in SET.by_hand.json beside a set file, by the keys of cards. Raises UnusableError."""
    beside = path.with_suffix(".by_hand.json")
    if not beside.is_file():
        return {}
    try:
        return workshop().read_hands(beside.read_bytes())
    except ValueError as error:
        raise UnusableError(f"{beside}: {error}") from error


def compiler_for_good(contents: Iterable[bytes]) -> TextCompiler:
    """A compiler that knows the names of set files, for a process that does nothing else. Raises ImportFailed.

    Its data stay out of the garbage collector's rounds, which were a quarter of the time of compiling.
    """
    gc.disable()
    try:
        return workshop().compiler_for(tuple(contents))
    finally:
        gc.enable()
        gc.freeze()


@contextmanager
def compiling(
    compiler: TextCompiler, files: tuple[Path, ...], cards: int
) -> Iterator[Callable[[list[list[Place]]], Iterable[list[ReadCard]]]]:
    """The compiler of so many cards, part by part in their order: a few in this process, many on all processors."""
    workers = min(os.cpu_count() or 1, cards // A_WORKERS_WORTH)
    if workers < 2:
        yield partial(map, partial(compiled, compiler))
        return
    from adjudicator.application.bulk import processes

    with processes(workers, (__name__,)) as pool:
        yield partial(pool.map, partial(compiled_apart, files))


def compiled(compiler: TextCompiler, rows: list[Place]) -> list[ReadCard]:
    """The cards of rows."""
    return [workshop().read_place(row, compiler) for row in rows]


def compiled_apart(files: tuple[Path, ...], rows: list[Place]) -> list[ReadCard]:
    """The cards of rows of set files, in a process that is there for these files."""
    return compiled(_compiler_apart(files), rows)


@cache
def _compiler_apart(files: tuple[Path, ...]) -> TextCompiler:
    return compiler_for_good(path.read_bytes() for path in files)


class Kept:
    """Cards compiled before, by the digest of their row, of the compiler and of what it knew."""

    def __init__(self, vocabulary: str, *, stored: bool) -> None:
        """Open the cache for a vocabulary's digest; what is not `stored` is kept for this run only."""
        self.vocabulary, self.stored = vocabulary, stored
        self.path = _cache_folder() / f"cards-{workshop().digest()}.msgpack"
        self.cards = _read(self.path) if stored and self.path.is_file() else {}
        self.fresh = False

    def has(self, row: Place) -> bool:
        """Whether the card of a row is here."""
        return self._key(row) in self.cards

    def card(self, row: Place) -> ReadCard:
        """The card of a row. Raises KeyError if it is not here."""
        return self.cards[self._key(row)]

    def add(self, rows: list[Place], cards: list[ReadCard]) -> None:
        """Keep the cards of rows."""
        self.cards.update(zip(map(self._key, rows), cards, strict=True))
        self.fresh = True

    def _key(self, row: Place) -> str:
        known = (self.vocabulary, sorted({**row.cells, "": f"{row.code} {row.key} {row.line}"}.items()))
        return hashlib.sha256(repr(known).encode()).hexdigest()

    def save(self) -> None:
        """Keep what is new; a cache that cannot be written is no error."""
        if not (self.stored and self.fresh) or len(self.cards) > CACHED_CARDS_MAX:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for old in self.path.parent.glob("cards-*.msgpack"):
                if old != self.path:
                    old.unlink()
            spare = self.path.with_suffix(f".{os.getpid()}")
            spare.write_bytes(workshop().packed(self.cards))
            spare.replace(self.path)
        except OSError:
            return


def _read(path: Path) -> dict[str, ReadCard]:
    try:
        return workshop().unpacked(path.read_bytes())
    except (OSError, ValueError):
        return {}


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "adjudicator"


def import_(args: argparse.Namespace) -> int:
    """Compile set files and keep them as the user's own sets."""
    read = imported(files_of(args.files))
    folder = users_folder()
    kept = not (args.strict and findings.losses(read.findings))
    if kept:
        folder.mkdir(parents=True, exist_ok=True)
        for code, each in read.sets.items():
            (folder / f"{code}.json").write_bytes(workshop().stored(code, each))
    told = {code: workshop().tally(each) for code, each in read.sets.items()}
    where = f"kept in {folder}" if kept else "not kept, since something is lost (--strict)"
    return findings.tell(told, (*_table(told), where), read.findings, args)


def _table(told: dict[str, dict[str, Any]]) -> list[str]:
    """Say per set how its texts came out; in words: the share of executed abilities that our wording says wholly."""
    fields = ("cards", "effects", "compiled", "by_hand", "manual")
    words = all("worded" in each for each in told.values())
    head = f"{'set':<8}{'cards':>6}{'effects':>9}{'compiled':>10}{'by hand':>9}{'manual':>8}{'share':>10}"
    lines = [head + f"{'in words':>12}" * words]
    summed = (*fields, "abilities", "worded") if words else fields
    whole = {field: sum(each[field] for each in told.values()) for field in summed}
    for code, each in (*told.items(), *((("all", whole),) if len(told) > 1 else ())):
        lines.append(
            f"{code:<8}{each['cards']:>6}{each['effects']:>9}{each['compiled']:>10}{each['by_hand']:>9}"
            f"{each['manual']:>8}{_share(each['compiled'], each['effects']):>10}"
            + (f"{_share(each['worded'], each['abilities']):>12}" if words else "")
        )
    return lines


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _show(read: Imported, args: argparse.Namespace) -> int:
    """One card: its effects, our rendering, what was not understood."""
    found = [card for each in read.sets.values() for card in each.cards if workshop().is_called(card, args.show)]
    if not found:
        raise UnusableError(f"no card {args.show!r} in these files")
    told = [_told(workshop().told(card)) for card in found]
    titles = {title for card in found for title in workshop().titles(card)}
    own = {path: tuple(one for one in each if one.card in titles) for path, each in read.findings.items()}
    status = 1 if args.strict and findings.losses(own) else 0
    if args.json:
        say_json([{**each, "findings": list(findings.as_data(own))} for each in told])
        return status
    for each in told:
        print(f"{each['name']} [{each['card']}]")
        for effect in each["effects"]:
            print(f"  {effect['wording']}" + ("" if effect["state"] == "compiled" else f"  ({effect['state']})"))
        for one in each["diagnostics"]:
            print(f"  ! effect {one['effect']}: {one['state']}: {one['why']}")
    for line in findings.lines(own):
        print(f"  ! {line}")
    return status


def _told(card: dict[str, Any]) -> dict[str, Any]:
    """A card with its effects: our words for each, how it is carried out, the data."""
    effects = [{"wording": each["told"], "state": each["state"], "data": each["data"]} for each in card["abilities"]]
    return {"card": card["card"], "name": card["name"], "effects": effects, "diagnostics": card["not_read"]}


def coverage(args: argparse.Namespace) -> int:
    """Per set of the catalogue how its effects are executed."""
    import msgspec

    cards = own_cards()
    told = {}
    for code in _codes(args.sets, cards):
        fields: dict[str, Any] = msgspec.to_builtins(cards.coverage(code))
        told[fields.pop("set")] = fields
    if args.json:
        say_json(told)
    else:
        print("\n".join(_table(told)))
    return 0


def _codes(wanted: list[str], cards: Cards) -> tuple[str, ...]:
    """Codes of the sets that there are. Raises UnusableError."""
    codes = tuple(each.upper() for each in wanted)
    if unknown := [code for code in codes if code not in cards.sets]:
        raise UnusableError(f"there is no set {', '.join(unknown)}; there are {', '.join(cards.sets)}")
    return codes or cards.sets


def why_manual(args: argparse.Namespace) -> int:
    """Which effects are not compiled from wording, and why."""
    import msgspec

    cards = own_cards()
    told = list(cards.untold(_named(args.cards, cards)))
    if args.json:
        say_json(msgspec.to_builtins(told))
    elif told:
        for one in told:
            print(f"{one.card:<10}{one.name}, effect {one.effect}: {one.state}, {one.why}")
    else:
        print("all of these effects are compiled from wording")
    return 0


def _named(wanted: list[str], cards: Cards) -> list[Any]:
    """The cards of set codes, names and keys, in that order; all if none is named."""
    if not wanted:
        return [*cards.search()]
    found: list[Any] = []
    for each in wanted:
        if each.upper() in cards.sets:
            found.extend(cards.search(code=each.upper()))
        else:
            found.append(cards.the_one(each))
    return found
