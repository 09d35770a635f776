"""How much of a catalogue's effects is executed, by which route, and why the rest is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.kernel.game.cards import Coverage, Untold
from adjudicator.swtcg.cards.by_hand import hand_made
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.cards.wording import COMPILED, in_words, state, told


def coverage(catalogue: Catalogue, code: str) -> Coverage:
    """Count a set's effects. Raises KeyError for a set that is not in the catalogue."""
    found = catalogue.card_set(code)
    told = [ability for each in found.cards for ability in each.face.abilities if state(ability) == COMPILED]
    tally = found.tally
    return Coverage(
        set=code,
        title=found.title,
        cards=tally.cards,
        effects=tally.paragraphs,
        compiled=tally.compiled,
        by_hand=tally.by_hand,
        manual=tally.frame + tally.manual,
        read=tally.read,
        abilities=len(told),
        worded=sum(in_words(ability) for ability in told),
    )


def untold(entries: Iterable[Entry]) -> Iterator[Untold]:
    """The effects of cards that were not compiled from wording, each with its reason."""
    for entry in entries:
        for each in entry.untold:
            said = next((read.says for read in entry.read if read.number == each.number), ())
            if said:
                told_so = "; ".join(map(told, said))
                yield Untold(entry.face.key, entry.title, each.number, each.state, f"{each.why}: {told_so}")
                continue
            why = each.why or hand_made()[entry.face.key].reason
            yield Untold(card=entry.face.key, name=entry.title, effect=each.number, state=each.state, why=why)
