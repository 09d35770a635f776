"""Whether the cards of a deck belong to a format: by their sets, and by their types where it bars some."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from adjudicator.kernel.verdict import EXCEPTION, Clause
from adjudicator.swtcg.cards.catalogue import Catalogue, same_card
from adjudicator.swtcg.cards.deck_counting import Faces, by_title, clause, numbers
from adjudicator.swtcg.cards.deck_limits import COMMITTEE
from adjudicator.swtcg.cards.formats import code_of, is_listed
from adjudicator.swtcg.cards.lackey_lists import Format
from adjudicator.swtcg.words.face import Face

NO_LIST_NAMES = "no list tells whether the format holds"
"""What a clause calls a set of which nobody knows whether the format holds it."""


def of_the_format(
    faces: Faces, unknown: int, catalogue: Catalogue | Mapping[str, Face], within: Format, documents: tuple[str, ...]
) -> Iterator[Clause]:
    """A format is a list of sets; a printing in one of them lets every printing of the card in.

    A format that the edition's document names is cited by it, any other by its name. A set that no list names leaves
    the question open; so does one that the format may hold.
    """
    outside: list[tuple[int, Face]] = []
    doubtful: dict[str, None] = {}
    for count, face in faces:
        if printed_in(within, face, catalogue):
            continue
        in_doubt = {code for code in _printed(face, catalogue) if _open(code, within)}
        if in_doubt:
            doubtful.update(dict.fromkeys(sorted(in_doubt)))
        else:
            outside.append((count, face))
    ok = False if outside else None if doubtful or unknown else True
    told = numbers(by_title(outside), unknown) or (("sets", " ".join(within.sets)),)
    evidence = (*told, *((NO_LIST_NAMES, code) for code in doubtful))
    heard = within.rule and COMMITTEE in documents
    rule = (ok is None and _rule_of_doubt(doubtful, within)) or within.rule if heard else f"format:{within.label}"
    yield clause("CARDS_OF_THE_FORMAT", rule, evidence, ok=ok, permits=EXCEPTION if heard else 0)
    if within.barred and heard:
        barred = by_title((count, face) for count, face in faces if set(within.barred) & set(face.types))
        rule = "idc.organised-play.vintage-no-new-card-types"
        yield clause("TYPES_OF_THE_FORMAT", rule, numbers(barred, 0), ok=not barred)


def _rule_of_doubt(doubtful: Collection[str], within: Format) -> str:
    """The rule that leaves open whether a format holds a set: when Standard was last cut, or which sets there are."""
    if within.unlisted or not doubtful:
        return within.rule
    listed = [code for code in doubtful if is_listed(code)]
    return "idc.organised-play.standard-reset" if listed else "idc.organised-play.set-counts"


def printed_in(within: Format, face: Face, catalogue: Catalogue | Mapping[str, Face]) -> bool:
    """Whether a set of the format has the card, in this printing or another."""
    return any(code in within.sets or code_of(code) in within.sets for code in _printed(face, catalogue))


def _open(code: str, within: Format) -> bool:
    """Whether nobody knows if the format holds a set. A list of sets that is no document's is taken at its word."""
    return within.unlisted or code_of(code) in within.doubtful or bool(within.rule and not is_listed(code))


def _printed(face: Face, catalogue: Catalogue | Mapping[str, Face]) -> Iterator[str]:
    """The sets that have the card."""
    yield face.key.partition("/")[0]
    others = (each.face for each in catalogue.entries()) if isinstance(catalogue, Catalogue) else catalogue.values()
    yield from (other.key.partition("/")[0] for other in others if same_card(face, other))
