"""Make our catalogue from a folder of real set files: `python -m adjudicator.swtcg.cards.build FOLDER`.

A tool for developers. The set files stay with their owners; of each card only
facts and effect data go into `data/<SET>.json`, and all names into `data/names.json`,
never a sentence. With `--check` nothing is written and the tool fails if the data
are not up to date.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.catalogue import NAMES, SETS, CardSet, Tally, names_of
from adjudicator.swtcg.cards.importer import ImportedCard, ImportedSet, import_set, untold
from adjudicator.swtcg.cards.paragraph_text import BY_HAND, COMPILED, FRAME, MANUAL, READ
from adjudicator.swtcg.cards.tallying import compiler_for

DATA = Path(__file__).parent / "data"


def card_set(code: str, imported: ImportedSet, title: str = "") -> CardSet:
    """Make the value of a set from its imported cards; `title` defaults to the code's own."""
    states = Counter(paragraph.state for card in imported.cards for paragraph in card.paragraphs)
    return CardSet(
        set=code,
        title=title or SETS.get(code, code),
        tally=Tally(
            cards=len(imported.cards),
            paragraphs=states.total(),
            compiled=states[COMPILED],
            frame=states[FRAME],
            manual=states[MANUAL],
            by_hand=states[BY_HAND],
            read=states[READ],
        ),
        cards=tuple(card.entry for card in imported.cards),
    )


def render(cards: CardSet) -> bytes:
    """Write a set as JSON with one card a line, so that a difference shows the card."""
    head = msgspec.json.encode({"set": cards.set, "title": cards.title, "tally": cards.tally})
    lines = b",\n".join(msgspec.json.encode(entry) for entry in cards.cards)
    return head[:-1] + b',"cards":[\n' + lines + b"\n]}\n"


def render_names(data: dict[str, bytes]) -> bytes:
    """Write the names of all cards of sets as JSON, one way of writing a line, each with the cards' keys."""
    entries = (entry for each in data.values() for entry in msgspec.json.decode(each, type=CardSet).cards)
    keys = {name: [entry.face.key for entry in found] for name, found in names_of(entries).items()}
    return b"{\n" + b",\n".join(msgspec.json.encode({name: each})[1:-1] for name, each in keys.items()) + b"\n}\n"


def build(folder: Path) -> dict[str, bytes]:
    """Import every set we carry from a folder of `<SET>.txt` files. Raises FileNotFoundError, ImportFailed.

    The compiler knows the names and type lines of these files alone, so that the data do not hang on older data.
    """
    files = {code: (folder / f"{code}.txt").read_bytes() for code in SETS}
    compiler = compiler_for(tuple(files.values()), ours=False)
    return {code: render(card_set(code, _of_ours(import_set(data, code, compiler)))) for code, data in files.items()}


def _of_ours(imported: ImportedSet) -> ImportedSet:
    """A set as our data have it: one word is told of what was not read; `by_hand` says why an effect is by hand."""
    return structs.replace(imported, cards=tuple(map(_card_of_ours, imported.cards)))


def _card_of_ours(card: ImportedCard) -> ImportedCard:
    said = {each.number: "" if each.state == BY_HAND else each.why for each in card.paragraphs}
    told = (structs.replace(each, why=said[each.number] or each.why) for each in untold(card.paragraphs, 1))
    by_hand = tuple(structs.replace(each, why="") if each.state == BY_HAND else each for each in told)
    return structs.replace(card, entry=structs.replace(card.entry, untold=by_hand))


def table(data: dict[str, bytes]) -> str:
    """Say per set how its texts came out."""
    rows = ["set     cards  paragraphs  compiled  by hand  read  frame  manual"]
    tallies = {code: msgspec.json.decode(each, type=CardSet).tally for code, each in data.items()}
    whole = Tally(*(sum(getattr(each, field) for each in tallies.values()) for field in Tally.__struct_fields__))
    for code, tally in (*tallies.items(), ("all", whole)):
        numbers = (
            f"{tally.cards:6}{tally.paragraphs:12}"
            f"{tally.compiled:10}{tally.by_hand:9}{tally.read:6}{tally.frame:7}{tally.manual:8}"
        )
        rows.append(f"{code:7}{numbers}")
    return "\n".join(rows) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the tool. Ends through argparse: status 0, or 1 if `--check` finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m adjudicator.swtcg.cards.build", description=__doc__)
    parser.add_argument("folder", type=Path, help="folder with the real set files, AOTC.txt and so on")
    parser.add_argument("--check", action="store_true", help="write nothing, fail if the data differ")
    asked = parser.parse_args(arguments)
    data = build(asked.folder)
    files = {**{f"{code}.json": each for code, each in data.items()}, NAMES: render_names(data)}
    stale = [name for name, each in files.items() if not _up_to_date(name, each)]
    if asked.check:
        parser.exit(1 if stale else 0, f"{table(data)}not up to date: {', '.join(stale) or 'none'}\n")
    DATA.mkdir(exist_ok=True)
    for name in stale:
        (DATA / name).write_bytes(files[name])
    parser.exit(0, f"{table(data)}written: {', '.join(stale) or 'none, all were up to date'}\n")


def _up_to_date(name: str, data: bytes) -> bool:
    path = DATA / name
    return path.is_file() and path.read_bytes() == data


if __name__ == "__main__":
    main()
