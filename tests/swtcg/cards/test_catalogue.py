"""The catalogue: facts, finding, searching, and that no wording is in it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from adjudicator.swtcg.cards import catalogue as catalogue_module
from adjudicator.swtcg.cards.aligning import SIDES, TYPES
from adjudicator.swtcg.cards.build import render, render_names, table
from adjudicator.swtcg.cards.catalogue import (
    NAMES,
    PUBLISHERS_SETS,
    SETS,
    AmbiguousCardError,
    CardSet,
    Catalogue,
    UnknownCardError,
    names_of,
    our_catalogue,
    our_names,
    same_card,
)
from adjudicator.swtcg.cards.compiling.reading.failing import OUR_MISTAKE
from adjudicator.swtcg.cards.inline import with_faces
from adjudicator.swtcg.doing.replacement import REPLACED
from adjudicator.swtcg.standing.events import MATCHERS
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Keyword, Manual, TreatAs
from adjudicator.swtcg.words.terms import Word

DATA = Path(catalogue_module.__file__).parent / "data"


def test_every_set_is_whole() -> None:
    """The counts of the real files, set by set."""
    counts = {code: len(our_catalogue().card_set(code).cards) for code in SETS}
    assert {
        "AOTC": 189, "SR": 93, "ANH": 186, "BOY": 110, "ESB": 210, "RAS": 109, "PM": 90, "ROTS": 111,
        "FOTR": 128, "TOR": 135, "START": 226,
    } == counts  # fmt: skip


def test_tallies_add_up() -> None:
    """Each set says how many paragraphs it has and how they came out."""
    for code in SETS:
        tally = our_catalogue().card_set(code).tally
        assert tally.cards == len(our_catalogue().card_set(code).cards)
        assert tally.paragraphs == tally.compiled + tally.by_hand + tally.read + tally.frame + tally.manual


def test_facts_of_a_card() -> None:
    """One card in all its facts."""
    assert Face(
        key="BOY/55",
        name="Luke Skywalker",
        version="F",
        set="BOY",
        number="55",
        side="light",
        types=("character",),
        subtypes="Rebel Jedi Padawan",
        cost=4,
        speed=50,
        power=4,
        health=3,
        rarity="U",
        abilities=our_catalogue().face("BOY/55").abilities,
    ) == our_catalogue().face("BOY/55")


def test_keys_are_unique_and_name_their_set() -> None:
    """A key names one card."""
    keys = [entry.face.key for entry in our_catalogue().entries()]
    assert len(keys) == len(set(keys))
    assert all(entry.face.key.startswith(entry.face.set + "/") for entry in our_catalogue().entries())


def test_type_lines_are_well_formed() -> None:
    """Sides and types are of the known ones, and every unit has its numbers or stands as a star."""
    starred = []
    for entry in our_catalogue().entries():
        face = entry.face
        assert face.side in SIDES.values()
        assert face.types
        assert set(face.types) <= set(TYPES)
        if face.is_unit and None in (face.speed, face.power, face.health):
            starred.append(face.title)
    assert 3 == len(starred)


def test_manual_effects_have_keys_of_their_own() -> None:
    """A manual effect is named by its card and paragraph."""
    keys = [
        ability.key
        for entry in our_catalogue().entries()
        for ability in entry.face.abilities
        if isinstance(ability, Manual)
    ]
    assert len(keys) == len(set(keys))
    assert all(re.fullmatch(r"[A-Z]+/[a-z0-9-]+#\d+", key) for key in keys)


def strings(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Every string of decoded JSON with the field it stands in."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from strings(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, field)
    elif isinstance(value, str):
        yield field, value


def _words_in(value: object) -> Iterator[Word]:
    if isinstance(value, tuple):
        for each in value:
            yield from _words_in(each)
    elif isinstance(value, Word):
        yield value
        for name in value.__struct_fields__:
            yield from _words_in(getattr(value, name))


def test_what_effects_wait_for_can_happen() -> None:
    """No ability waits for an event that the engine never tells of, or replaces one that it cannot."""
    known = {kind for _, kind in MATCHERS} | {"would attack"}
    wrong = []
    for entry in our_catalogue().entries():
        for word in _words_in(entry.face.abilities):
            waits = isinstance(word, w.Triggered | w.Later) and word.when.kind not in known
            if waits or (isinstance(word, w.Instead) and word.event.kind not in REPLACED):
                wrong.append(entry.face.key)
    assert [] == wrong


def test_the_compiler_makes_no_mistakes() -> None:
    """What is left to the judge is so because it was not understood, or cannot be said."""
    entries = our_catalogue().entries()
    assert [] == [e.face.key for e in entries if any(OUR_MISTAKE in each.why for each in e.untold)]


def test_no_wording_is_in_the_data() -> None:
    """Every string is a name, a type line, a key or a short word of the effect language."""
    for code in SETS:
        for field, text in strings(msgspec.json.decode((DATA / f"{code}.json").read_bytes())):
            if field in {"name", "subtypes"}:
                # Names are titles: they have no effect's signs, and none is as long as a sentence.
                assert not re.search(r"->|\||\*|[+]\d|[.;:]$", text), text
                assert len(text.split()) <= 9
            elif field == "how":
                assert text in {">=", ">", "=", "<", "<="}
            elif field != "image":
                assert re.fullmatch(r"[\w /#.,':-]{0,60}", text), (field, text)
                assert len(text.split()) <= 6


def test_one_card_stands_on_one_line() -> None:
    """A difference between two states of the data shows the card."""
    for code in SETS:
        lines = (DATA / f"{code}.json").read_text(encoding="utf-8").splitlines()
        assert len(lines) == len(our_catalogue().card_set(code).cards) + 2


def test_the_data_are_as_the_builder_writes_them() -> None:
    """Reading and writing a set gives the same bytes."""
    for code in SETS:
        assert (DATA / f"{code}.json").read_bytes() == render(our_catalogue().card_set(code))


def test_the_names_are_those_of_the_sets() -> None:
    """A card is found by what the file of names says of it, without the other sets being loaded."""
    assert (DATA / NAMES).read_bytes() == render_names({code: (DATA / f"{code}.json").read_bytes() for code in SETS})
    for name, entries in names_of(our_catalogue().entries()).items():
        assert our_names()[name] == tuple(entry.face.key for entry in entries)


def test_a_set_of_ones_own_stands_in_the_place_of_ours() -> None:
    """By a name its cards are found where ours of the set would be, and ours of that set no more."""
    luke = our_catalogue().entry("BOY/55")
    own = structs.replace(our_catalogue().card_set("BOY"), cards=(structs.replace(luke, printing="own"),))
    both = Catalogue(own=("BOY", "ESB"), added=(own,))
    assert ("own",) == tuple(each.printing for each in both.find("Luke Skywalker (F)"))
    assert both.find("Luke Skywalker")[0].printing == "own"
    assert {"BOY", "ESB"} == {each.face.set for each in both.find("Luke Skywalker")}
    with pytest.raises(UnknownCardError, match="close to it: Luke Skywalker"):
        both.the_one("Luke Skywalkr")


def test_keywords_of_2005_are_all_there() -> None:
    """Each keyword that stands alone occurs in the publisher's sets."""
    found = {
        ability.name
        for code in PUBLISHERS_SETS
        for entry in our_catalogue().card_set(code).cards
        for ability in entry.face.abilities
        if isinstance(ability, Keyword)
    }
    assert {
        "accuracy", "armor", "bombard", "bounty", "critical hit", "deflect", "evade", "hidden cost", "intercept",
        "ion cannon", "lucky", "overkill", "retaliate", "shields", "stun", "upkeep",
    } == found  # fmt: skip


@pytest.mark.parametrize(
    ("written", "keys"),
    [
        ("Luke Skywalker (F)", ["BOY/55"]),
        ("  luke SKYWALKER (f) ", ["BOY/55"]),
        ("BOY/55", ["BOY/55"]),
        ("boy/55", ["BOY/55"]),
        ("Padmé Amidala (H)", ["ROTS/59"]),
        ("Vaders TIE Fighter (B)", ["ANH/119"]),
        ("Luke Skywalker (C)", ["ANH/92"]),
        ("Luke Skywalker (C) (Promo)", ["ANH/luke-skywalker-c-promo"]),
        ("Star Destroyer", ["BOY/87", "RAS/98"]),
        ("Star Destroyer [RAS]", ["RAS/98"]),
        ("Star Destroyer (boy)", ["BOY/87"]),
        ("Blockade", ["ESB/84", "PM/63"]),
        ("Lando System?", ["RAS/85"]),
        ("Nobody At All", []),
        ("", []),
        ("BOY/5555", []),
    ],
)
def test_finding_by_name(written: str, keys: list[str]) -> None:
    """Case, accents and apostrophes do not matter; all different cards of a name are listed."""
    assert keys == [entry.face.key for entry in our_catalogue().find(written)]


def test_an_ambiguous_name_lists_its_readings() -> None:
    """A bare name of a unique unit means all its versions."""
    with pytest.raises(AmbiguousCardError) as found:
        our_catalogue().the_one("Star Destroyer")
    assert ("Star Destroyer [BOY/87]", "Star Destroyer [RAS/98]") == found.value.readings
    assert ("BOY/87", "RAS/98") == found.value.keys


def test_an_unknown_name_lists_what_is_near() -> None:
    """A slip of the pen finds its card."""
    with pytest.raises(UnknownCardError) as found:
        our_catalogue().the_one("Dart Vader (E)")
    assert any(fit.startswith("Darth Vader") for fit in found.value.fits)


def test_an_unknown_key_is_refused() -> None:
    """A key of no card, or of no set."""
    for key in ("BOY/999", "XYZ/1", "nonsense"):
        with pytest.raises(UnknownCardError):
            our_catalogue().face(key)


def test_searching_ranks_names_first() -> None:
    """The whole name, then names that begin so, then the rest; every word must be found."""
    titles = [entry.title for entry in our_catalogue().search("star destroyer")]
    assert ["Star Destroyer", "Star Destroyer", "Star Destroyer Commander"] == titles[:3]
    assert () == our_catalogue().search("star destroyer jedi")
    assert () == our_catalogue().search("  ")


def test_searching_reads_type_line_side_and_keywords() -> None:
    """Words may name anything but the wording."""
    found = our_catalogue().search("light jedi deflect", limit=5)
    assert 5 == len(found)
    for entry in found:
        assert "light" == entry.face.side


def test_printings_are_one_card() -> None:
    """A promo is the card it reprints; namesakes that differ are not one card."""
    face = our_catalogue().face
    assert same_card(face("ANH/92"), face("ANH/luke-skywalker-c-promo"))
    assert not same_card(face("BOY/87"), face("RAS/98"))


def test_added_sets_come_before_ours() -> None:
    """A user's set of the same code replaces ours, one of a new code joins."""
    mine = Face(key="TST/1", name="Test Droid", set="TST", number="1", abilities=(TreatAs(subtype="Droid"),))
    entry = msgspec.structs.replace(our_catalogue().entry("BOY/55"), face=mine)
    added = msgspec.structs.replace(our_catalogue().card_set("SR"), set="TST", title="Tests", cards=(entry,))
    catalogue = Catalogue(("SR",), (added,))
    assert (("SR", "TST"), mine) == (catalogue.sets, catalogue.the_one("test droid").face)
    assert catalogue.digest != Catalogue(("SR",)).digest


def test_cards_written_in_place_leave_added_sets_as_they_are() -> None:
    """A set that we do not carry, and one in the place of ours, are found beside cards of a case or board."""
    luke, tor = our_catalogue().entry("BOY/55"), our_catalogue().card_set("TOR")
    of = {code: Face(key=f"{code}/1", name=f"Guest of {code}", set=code) for code in ("GUEST", "TOR")}
    own = [structs.replace(tor, set=code, cards=(structs.replace(luke, face=face),)) for code, face in of.items()]
    brought = Face(key="CASE/1", name="Rock Guard", set="CASE")
    found = with_faces(Catalogue(added=own), (brought,))
    assert (of["GUEST"], of["TOR"], brought) == tuple(found.face(f"{code}/1") for code in ("GUEST", "TOR", "CASE"))


def test_the_digest_does_not_depend_on_how_it_is_loaded() -> None:
    """Two catalogues of the same sets have the same digest."""
    assert our_catalogue().digest == Catalogue().digest
    assert 64 == len(our_catalogue().digest)


def test_loading_needs_no_parser() -> None:
    """The catalogue does not import the grammar's library, which costs more than the catalogue itself."""
    code = "import sys; from adjudicator.swtcg.cards.catalogue import our_catalogue as c; "
    code += "print(len(list(c().entries())), 'lark' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "1587 False" == run.stdout.strip()


def test_the_table_of_the_builder_sums_up() -> None:
    """The builder's table names every set and the whole."""
    data = {code: (DATA / f"{code}.json").read_bytes() for code in ("SR", "PM")}
    assert ["SR", "PM", "all"] == [line.split()[0] for line in table(data).splitlines()[1:]]
    assert isinstance(msgspec.json.decode(data["SR"], type=CardSet), CardSet)
