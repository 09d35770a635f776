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
from adjudicator_cli.terminal import UnusableError, progress, say_json

if TYPE_CHECKING:
    import argparse

    from adjudicator.swtcg.cards.by_hand import HandMade
    from adjudicator.swtcg.cards.catalogue import CardSet, Catalogue
    from adjudicator.swtcg.cards.compiling.paragraph import Compiler
    from adjudicator.swtcg.cards.diagnostics import Diagnostic
    from adjudicator.swtcg.cards.entry import Entry
    from adjudicator.swtcg.cards.importer import ImportedCard, ImportedSet, Place

CACHED_CARDS_MAX = 50_000
A_WORKERS_WORTH = 200
"""With fewer cards to compile a further process is not worth its start, which takes as long as a hundred of them."""
AT_A_TIME = 20
"""The cards that a process is given to compile."""


class Imported(NamedTuple):
    """Set files as read: the sets by their codes, and by file what was found wrong with it."""

    sets: dict[str, ImportedSet]
    findings: dict[str, tuple[Diagnostic, ...]]


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
    from adjudicator.swtcg.cards.tallying import tally

    read = imported(files_of(args.files), stored=not args.no_cache)
    if args.show:
        return _show(read, args)
    told = {code: tally(each) for code, each in read.sets.items()}
    return findings.tell(told, _table(told), read.findings, args)


def imported(files: list[Path], *, stored: bool = True) -> Imported:
    """The sets of files by their codes, compiled with all that the files know together. Raises UnusableError."""
    from adjudicator.swtcg.cards.diagnostics import ImportFailed
    from adjudicator.swtcg.cards.importer import places

    contents = {path: path.read_bytes() for path in files}
    try:
        compiler = compiler_for_good(contents.values())
        kept = Kept(compiler.vocabulary.digest, stored=stored)
        rows = [row for path, data in contents.items() for row in places(data, path.stem)]
        missing = [row for row in rows if not kept.has(row)]
        parts = [missing[at : at + AT_A_TIME] for at in range(0, len(missing), AT_A_TIME)]
        with compiling(compiler, tuple(files), len(missing)) as work, progress("compiling", len(missing)) as tell:
            for number, (part, cards) in enumerate(zip(parts, work(parts), strict=True), 1):
                kept.add(part, cards)
                tell(min(number * AT_A_TIME, len(missing)), None)
        found = gathered(contents, kept)
    except ImportFailed as error:
        raise UnusableError(str(error)) from error
    kept.save()
    return found


def gathered(contents: dict[Path, bytes], kept: Kept) -> Imported:
    """The cards of files by the sets that they say they are of, and the findings of each file. Raises ImportFailed.

    A card that an earlier file has is left out, and told.
    """
    from adjudicator.swtcg.cards.diagnostics import Diagnostic
    from adjudicator.swtcg.cards.importer import ImportedSet, import_set

    cards: dict[str, dict[str, tuple[ImportedCard, str]]] = {}
    told: dict[str, list[Diagnostic]] = {}
    for path, data in contents.items():
        read = import_set(data, path.stem, known=partial(kept.card_with, hands_beside(path)))
        told[str(path)] = list(read.diagnostics)
        for card in read.cards:
            face = card.entry.face
            first, where = cards.setdefault(face.set or path.stem, {}).setdefault(face.key, (card, str(path)))
            if first is not card:
                alike = first.entry == card.entry
                code = "ROW_REPEATED" if alike else "CARD_TWICE"
                told[str(path)].append(
                    Diagnostic(code, 0, face.key, f"the card in {where}", lost=not alike, card=card.entry.title)
                )
    sets = {code: ImportedSet(tuple(card for card, _ in each.values()), ()) for code, each in cards.items()}
    return Imported(sets, {path: tuple(each) for path, each in told.items() if each})


def hands_beside(path: Path) -> dict[str, HandMade]:
    """The effects by hand in SET.by_hand.json beside a set file, by the keys of cards. Raises UnusableError."""
    import msgspec

    from adjudicator.swtcg.cards.by_hand import HandMade

    beside = path.with_suffix(".by_hand.json")
    if not beside.is_file():
        return {}
    try:
        return msgspec.json.decode(beside.read_bytes(), type=dict[str, HandMade])
    except msgspec.DecodeError as error:
        raise UnusableError(f"{beside}: {error}") from error


def compiler_for_good(contents: Iterable[bytes]) -> Compiler:
    """A compiler that knows the names of set files, for a process that does nothing else. Raises ImportFailed.

    Its data stay out of the garbage collector's rounds, which were a quarter of the time of compiling.
    """
    from adjudicator.swtcg.cards.tallying import compiler_for

    gc.disable()
    try:
        return compiler_for(tuple(contents))
    finally:
        gc.enable()
        gc.freeze()


@contextmanager
def compiling(
    compiler: Compiler, files: tuple[Path, ...], cards: int
) -> Iterator[Callable[[list[list[Place]]], Iterable[list[ImportedCard]]]]:
    """The compiler of so many cards, part by part in their order: a few in this process, many on all processors."""
    workers = min(os.cpu_count() or 1, cards // A_WORKERS_WORTH)
    if workers < 2:
        yield partial(map, partial(compiled, compiler))
        return
    from adjudicator.application.bulk import processes

    with processes(workers, (__name__,)) as pool:
        yield partial(pool.map, partial(compiled_apart, files))


def compiled(compiler: Compiler, rows: list[Place]) -> list[ImportedCard]:
    """The cards of rows."""
    from adjudicator.swtcg.cards.importer import read_place

    return [read_place(row, compiler) for row in rows]


def compiled_apart(files: tuple[Path, ...], rows: list[Place]) -> list[ImportedCard]:
    """The cards of rows of set files, in a process that is there for these files."""
    return compiled(_compiler_apart(files), rows)


@cache
def _compiler_apart(files: tuple[Path, ...]) -> Compiler:
    return compiler_for_good(path.read_bytes() for path in files)


class Kept:
    """Cards compiled before, by the digest of their row, of the compiler and of what it knew."""

    def __init__(self, vocabulary: str, *, stored: bool) -> None:
        """Open the cache for a vocabulary's digest; what is not `stored` is kept for this run only."""
        self.vocabulary, self.stored = vocabulary, stored
        self.path = _cache_folder() / f"cards-{_compiler_digest()}.msgpack"
        self.cards = _read(self.path) if stored and self.path.is_file() else {}
        self.fresh = False

    def has(self, row: Place) -> bool:
        """Whether the card of a row is here."""
        return self._key(row) in self.cards

    def card(self, row: Place) -> ImportedCard:
        """The card of a row. Raises KeyError if it is not here."""
        return self.cards[self._key(row)]

    def card_with(self, hands: dict[str, HandMade], row: Place) -> ImportedCard:
        """The same with effects by hand."""
        from adjudicator.swtcg.cards.importer import with_users_hand

        return with_users_hand(self.card(row), row, hands)

    def add(self, rows: list[Place], cards: list[ImportedCard]) -> None:
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
        import msgspec

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            for old in self.path.parent.glob("cards-*.msgpack"):
                if old != self.path:
                    old.unlink()
            spare = self.path.with_suffix(f".{os.getpid()}")
            spare.write_bytes(msgspec.msgpack.encode(self.cards))
            spare.replace(self.path)
        except OSError:
            return


def _read(path: Path) -> dict[str, ImportedCard]:
    import msgspec

    from adjudicator.swtcg.cards.importer import ImportedCard

    try:
        found: dict[str, ImportedCard] = msgspec.msgpack.decode(path.read_bytes(), type=dict[str, ImportedCard])
    except (OSError, msgspec.DecodeError):
        return {}
    return found


def _compiler_digest() -> str:
    """The digest of the compiler: of everything below `swtcg/cards` and of the effect language."""
    import adjudicator.swtcg.cards

    folder = Path(adjudicator.swtcg.cards.__file__).parent
    whole = hashlib.sha256()
    for path in sorted((*folder.rglob("*"), *folder.parent.joinpath("words").rglob("*"))):
        if path.suffix in {".py", ".lark", ".json", ".toml"}:
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def _cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "adjudicator"


def users_folder() -> Path:
    """Where the user's imported sets lie."""
    own = os.environ.get("ADJUDICATOR_CARDS")
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return Path(own) if own else base / "adjudicator" / "cards"


def import_(args: argparse.Namespace) -> int:
    """Compile set files and keep them as the user's own sets."""
    from msgspec import structs

    from adjudicator.swtcg.cards.build import card_set, render
    from adjudicator.swtcg.cards.tallying import tally

    read = imported(files_of(args.files))
    folder = users_folder()
    kept = not (args.strict and findings.losses(read.findings))
    if kept:
        folder.mkdir(parents=True, exist_ok=True)
        for code, each in read.sets.items():
            made = card_set(code, each)
            marked = structs.replace(made, cards=tuple(findings.with_losses(each, made.cards)))
            (folder / f"{code}.json").write_bytes(render(marked))
    told = {code: tally(each) for code, each in read.sets.items()}
    where = f"kept in {folder}" if kept else "not kept, since something is lost (--strict)"
    return findings.tell(told, (*_table(told), where), read.findings, args)


def users_catalogue() -> Catalogue:
    """Our catalogue with the user's imported sets, which come before ours of the same code."""
    from adjudicator.swtcg.cards.catalogue import Catalogue, our_catalogue

    added = users_sets()
    return Catalogue(added=added) if added else our_catalogue()


def users_sets() -> tuple[CardSet, ...]:
    """The user's imported sets, in order of their codes. Raises UnusableError."""
    import msgspec

    from adjudicator.swtcg.cards.catalogue import CardSet

    folder = users_folder()
    found = []
    for path in sorted(folder.glob("*.json")) if folder.is_dir() else ():
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=CardSet))
        except msgspec.DecodeError as error:
            raise UnusableError(f"{path} is not a set of ours (import it again): {error}") from error
    return tuple(found)


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
    from adjudicator.swtcg.cards.tallying import reasons
    from adjudicator.swtcg.cards.wording import state
    from adjudicator.swtcg.cards.wording import told as worded
    from adjudicator.swtcg.words.card_names import normal

    wanted = normal(args.show)
    found = [
        card
        for each in read.sets.values()
        for card in each.cards
        if wanted in (normal(card.entry.title), normal(card.entry.face.title), normal(card.entry.face.name))
        or args.show == card.entry.face.key
    ]
    if not found:
        raise UnusableError(f"no card {args.show!r} in these files")
    told = [_told(card, reasons(card), worded, state) for card in found]
    titles = {card.entry.title for card in found} | {card.entry.face.title for card in found}
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


def _told(card: ImportedCard, why: Any, word: Any, state: Any) -> dict[str, Any]:
    import msgspec

    face = card.entry.face
    return {
        "card": face.key,
        "name": card.entry.title,
        "effects": [
            {"wording": word(each), "state": state(each), "data": msgspec.to_builtins(each)} for each in face.abilities
        ],
        "diagnostics": [{"effect": number, "state": how, "why": said} for number, how, said in why],
    }


def coverage(args: argparse.Namespace) -> int:
    """Per set of the catalogue how its effects are executed."""
    import msgspec

    from adjudicator.swtcg.cards.coverage import coverage as counted

    catalogue = users_catalogue()
    told = {}
    for code in _codes(args.sets, catalogue):
        fields: dict[str, Any] = msgspec.to_builtins(counted(catalogue, code))
        told[fields.pop("set")] = fields
    if args.json:
        say_json(told)
    else:
        print("\n".join(_table(told)))
    return 0


def _codes(wanted: list[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Set codes of the catalogue. Raises UnusableError."""
    codes = tuple(each.upper() for each in wanted)
    if unknown := [code for code in codes if code not in catalogue.sets]:
        raise UnusableError(f"there is no set {', '.join(unknown)}; there are {', '.join(catalogue.sets)}")
    return codes or catalogue.sets


def why_manual(args: argparse.Namespace) -> int:
    """Which effects are not compiled from wording, and why."""
    import msgspec

    from adjudicator.swtcg.cards.coverage import untold

    catalogue = users_catalogue()
    told = list(untold(_entries(args.cards, catalogue)))
    if args.json:
        say_json(msgspec.to_builtins(told))
    elif told:
        for one in told:
            print(f"{one.card:<10}{one.name}, effect {one.effect}: {one.state}, {one.why}")
    else:
        print("all of these effects are compiled from wording")
    return 0


def _entries(wanted: list[str], catalogue: Catalogue) -> list[Entry]:
    """The cards of set codes, names and keys, in that order; all if none is named."""
    if not wanted:
        return list(catalogue.entries())
    found: list[Entry] = []
    for each in wanted:
        if each.upper() in catalogue.sets:
            found.extend(catalogue.card_set(each.upper()).cards)
        else:
            found.append(catalogue.the_one(each))
    return found
