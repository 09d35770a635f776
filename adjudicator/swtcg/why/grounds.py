"""Grounds: the rules by which rooms decide, each under a name of its own, with the paragraphs that state it.

`grounds.toml` has a row for each: its candidates in all documents, and readings of ours. The documents of an edition
choose among them (`chosen`), "none" stands last where an edition may have no such rule, "idc:none" anywhere
before the last where that of 2022 has none. A table carries the
choice with it: `table.why.battle_speed_order` is the id of a paragraph, empty for "none".

People edit `grounds.toml`. To choose takes longer than to rule, so what the known editions choose lies in
`grounds.msgpack` too (see `build`); it is used as long as it is of these files.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from adjudicator.citations.library import DATA, load
from adjudicator.swtcg.table.citing import DOCUMENTS, joined, restated
from adjudicator.swtcg.table.grounds import Grounds

SOURCE, COUNTERPARTS, KEPT = "grounds.toml", "counterparts.toml", "grounds.msgpack"
NONE = "none"
COMPLETE = (DOCUMENTS["idc"],)
"""Documents that are complete in themselves: an edition that has one hears nothing else."""


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What `grounds.msgpack` holds: the digest of what was read, by documents what each ground chooses, and the
    counterparts.
    """

    digest: str
    names: tuple[str, ...]
    chosen: dict[str, tuple[str, ...]]
    counterparts: dict[str, str]


@cache
def rows() -> Mapping[str, tuple[str, ...]]:
    """By the name of a ground, its candidates."""
    topics = msgspec.toml.decode(_file(SOURCE), type=dict[str, dict[str, str | tuple[str, ...]]])
    return {
        f"{topic}_{slug}".replace("-", "_"): (each,) if isinstance(each, str) else each
        for topic, grounds in topics.items()
        for slug, each in grounds.items()
    }


def chosen(documents: tuple[str, ...], candidates: tuple[str, ...]) -> str:
    """The candidate, or what states the same, that some documents choose in their order of authority; empty for "none".

    It is the last one if it is in none of them. `gr:ruling.x` is our reading of what the general rulings say and
    stands in their place; so does `idc:none`, where that document has no such rule. Where a reading is named, the
    documents are unclear, and nothing but what is named is cited.
    """
    places = {name: rank for rank, name in enumerate(documents)}
    read = any("ruling." in each for each in candidates if ":" not in each or _document(each) in places)
    said = candidates if read else tuple(same for each in candidates for same in joined().get(each, (each,)))
    heard = [each for each in said if _document(each) in places]
    best = min(heard, key=lambda each: places[_document(each)], default=candidates[-1])
    rule = best.rpartition(":")[2]
    return "" if rule == NONE else restated(documents).get(rule, rule)


def _document(candidate: str) -> str:
    """The document of a candidate, or in whose place it stands; empty for a reading of ours."""
    return DOCUMENTS.get(re.split("[.:]", candidate)[0], "")


@cache
def stated(documents: tuple[str, ...]) -> Mapping[str, str]:
    """By rule what an edition of these documents cites in its place: what says the same with more authority
    (`restated`), or of a document that it does not hear the counterpart in one of its own.
    """
    data = _kept()
    known = counterparts() if data is None else data.counterparts
    found = {
        rule: each.rpartition(":")[2]
        for rule, each in known.items()
        if _document(each) in documents and _document(rule) not in documents
    }
    return {**restated(documents), **found}


def counterparts() -> Mapping[str, str]:
    """By rule the candidate that says the same matter in a document which is complete in itself.

    Of several grounds with the rule that which is called like it gives the counterpart, else the first; what states
    the same has the same.
    """
    found: dict[str, str] = {}
    kept = {each.rpartition(":")[2] for row in rows().values() for each in row if _document(each) in COMPLETE}
    for name, candidates in rows().items():
        own = next((each for each in candidates if _document(each) in COMPLETE), "")
        for rule in candidates if own and not own.endswith(NONE) else ():
            called = re.sub(r"[.-]", "_", rule.partition(".")[2]) == name
            if rule not in kept and ":" not in rule and rule != NONE and (called or rule not in found):
                found[rule] = own
    documents = msgspec.toml.decode(_file(COUNTERPARTS), type=dict[str, dict[str, dict[str, str]]])
    for prefix, topics in documents.items():
        for topic, each in topics.items():
            found.update({f"{prefix}.{topic}.{slug}": own for slug, own in each.items()})
    for rule, own in tuple(found.items()):
        for same in joined().get(rule, ()):
            found.setdefault(same, own)
    return found


@cache
def grounds(documents: tuple[str, ...]) -> Grounds:
    """What every ground is under an edition of these documents."""
    found = _kept()
    known = found.chosen.get(" ".join(documents)) if found is not None else None
    if found is None or known is None:
        return Grounds({name: chosen(documents, each) for name, each in rows().items()})
    return Grounds(dict(zip(found.names, known, strict=True)))


@cache
def _kept() -> _Kept | None:
    """What is kept, if it is of these files. A file of an older layout is not read."""
    try:
        found = msgspec.msgpack.decode(_file(KEPT), type=_Kept)
    except msgspec.ValidationError:
        return None
    return found if found.digest == _digest() else None


def kept() -> bytes:
    """What is kept for the editions whose order of authority the books know. Raises msgspec.DecodeError."""
    orders = {load().authority(edition).documents for edition in load().editions}
    ours = sorted(order for order in orders if set(order) <= set(DOCUMENTS.values()))
    picks = {" ".join(order): tuple(chosen(order, each) for each in rows().values()) for order in ours}
    return msgspec.msgpack.encode(_Kept(_digest(), tuple(rows()), picks, dict(counterparts())))


def stub() -> str:
    """The stub that names every ground for mypy."""
    head = "# Written by `python -m adjudicator.swtcg.why.build`.\n\nfrom collections.abc import Mapping\n\n"
    init = "class Grounds:\n    def __init__(self, chosen: Mapping[str, str]) -> None: ...\n"
    init += '    def of_keyword(self, keyword: str, matter: str = "") -> str: ...\n\n'
    return head + init + "".join(f"    {name}: str\n" for name in sorted(rows()))


def _digest() -> str:
    """The digest of the rows and of which rules the books join."""
    return hashlib.sha256(_file(SOURCE) + _file(COUNTERPARTS) + (DATA / "joined.msgpack").read_bytes()).hexdigest()


def _file(name: str) -> bytes:
    return resources.files(__package__).joinpath(name).read_bytes()
