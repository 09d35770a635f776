"""Errata: what a card's print says wrong, put right by the rule that says so.

Most set files print cards as corrected; an erratum then changes nothing, and is still cited on the card.
"""

from __future__ import annotations

import re

import msgspec

from adjudicator.swtcg.words.card_names import CardName

CRF = "crf.card."
NO_PLACE = "ruling.units-chosen-where-no-place-is-named"


class Erratum(msgspec.Struct, frozen=True):
    """One erratum: the card by name and version (as printed and as corrected), its rule, and what it changes.

    `set` limits it to the printing of a set. `text` are patterns of the print and what they are read as.
    """

    name: str
    rule: str
    version: str = ""
    set: str = ""
    to_name: str = ""
    to_version: str = ""
    subtypes: str = ""
    text: tuple[tuple[str, str], ...] = ()


ERRATA = (
    Erratum(
        "Darth Sidious",
        f"{CRF}darth-sidious-a.builds-cards-face-up",
        "A",
        text=((r"\ball units face", "all cards face"),),
    ),
    Erratum("Darth Sidious", f"{CRF}darth-sidious-a.affects-all-card-types", "A"),
    Erratum(
        "Admiral Motti",
        f"{CRF}admiral-motti-a.text",
        "A",
        text=((r"(?<=that Character must do so)\.", ". Your Jedi Characters can attack Motti."),),
    ),
    Erratum(
        "Jango Fett", f"{CRF}jango-fett-c.typo-attacking", "C", text=((r"\battackin\b|\battcking\b", "attacking"),)
    ),
    Erratum(
        "War Will Follow", f"{CRF}war-will-follow.build-area-is-build-zone", text=((r"\bbuild area\b", "build zone"),)
    ),
    Erratum(
        "Vader's TIE Fighter",
        f"{CRF}vaders-tie-fighter-a.return",
        "A",
        text=((r"\bdiscarded from the Character arena\b", "discarded from the Space arena"),),
    ),
    Erratum("R5-D4", f"{CRF}r5-d4.name-in-text", "A", text=((r"\bR4-D5\b", "R5-D4"),)),
    Erratum(
        "Clear the Skies",
        f"{CRF}clear-the-skies.own-unit",
        text=((r"\bdiscards a unit\b", "discards one of his or her units"),),
    ),
    Erratum(
        "Blockade",
        f"{CRF}blockade-tpm.text",
        set="PM",
        text=((r"(?=\bBattle cards can't)", "No unit can retreat this turn. "),),
    ),
    Erratum(
        "Nute Gunray",
        f"{CRF}nute-gunray-a.text",  # the rulings call The Phantom Menace's Nute by the version of another set
        "C",
        text=((r"\beach of your (?=Trade Federation units get\b)", "each of your other "),),
    ),
    Erratum("Blaster Barrage", f"{CRF}blaster-barrage.text"),
    # the publisher's notes on these cards name the build zone besides
    Erratum("Bail Organa", NO_PLACE, "B", text=((r"\bunits(?=\. Play only)", "units in play"),)),
    Erratum("Homing Missiles Salvo", NO_PLACE, text=((r"\bany Space unit\b", "any Space unit in play"),)),
    Erratum("Sabers Locked", NO_PLACE, text=((r"\buntapped Characters\b", "untapped Characters in play"),)),
    Erratum("Millennium Falcon", f"{CRF}millennium-falcon-c.type-line", "C", subtypes="Independent Transport"),
    Erratum("Jango Fett", f"{CRF}jango-fett-g.version-letter", "E", set="JG", to_version="G"),
    Erratum(
        "Tyranus's Geonosis Speeder",
        f"{CRF}tyranuss-geonosian-speeder-b.name",
        "B",
        to_name="Tyranus's Geonosian Speeder",
    ),
    Erratum("Admiral Firmus Piett", f"{CRF}admiral-firmus-piett-b.erratum-hand-only", "B"),
    Erratum(
        "Self-Destruct",
        f"{CRF}self-destruct.erratum-zero-force-cost",
        text=((r"\"Retaliate X\"", '"Pay 0 Force -> Retaliate X"'),),
    ),
    Erratum(
        "Kuat Lancer-Class Frigate", f"{CRF}kuat-lancer-class-frigate.subtype-cruiser", subtypes="Imperial Cruiser"
    ),
    Erratum(
        "Chewbacca",
        f"{CRF}chewbacca-h.erratum-zero-force-cost",
        "H",
        text=((r"(?:^|(?<=\| ))Retaliate X", "Pay 0 Force -> Retaliate X"),),
    ),
    Erratum(
        "Chewbacca",
        f"{CRF}chewbacca-i.erratum-zero-force-cost",
        "I",
        text=((r"(?:^|(?<=\| ))Retaliate X", "Pay 0 Force -> Retaliate X"),),
    ),
    Erratum("Human Shield", f"{CRF}human-shield.erratum-would-be-dealt"),
    Erratum("Stinger", f"{CRF}stinger-a.intercept-three-typo", "A", text=((r"\bIntercept 3\b", "Intercept"),)),
    Erratum("Trash Compactor", f"{CRF}trash-compactor.red-border-misprint"),
    Erratum("C-3PO", f"{CRF}c-3po-g.reworded-single-tap", "G"),
    Erratum("Aurra Sing", f"{CRF}aurra-sing-c.erratum-version-letter", "B", set="PM", to_version="C"),
    Erratum(
        "Sith Infiltraitor",
        f"{CRF}sith-infiltrator-b.erratum-name-and-version",
        to_name="Sith Infiltrator",
        to_version="B",
    ),
    Erratum("Anakin's Podracer", f"{CRF}anakins-podracer-a.erratum-version-letter", to_version="A"),
    Erratum("Sebulba's Podracer", f"{CRF}sebulbas-podracer-a.erratum-version-letter", to_version="A"),
    Erratum("Darth Maul", f"{CRF}darth-maul-f.erratum-play-only-if", "F"),
    Erratum("Orn Free Taa", f"{CRF}orn-free-taa-a.prevention-always-works", "A"),
    Erratum("Walking Droid Starfighter", f"{CRF}walking-droid-starfighter.no-attack-this-turn"),
    Erratum("Darth Vader", f"{CRF}darth-vader-o.armor-number-typo", "O", text=((r"\bArmor 1\b", "Armor"),)),
    Erratum("Spinning Slash", f"{CRF}spinning-slash.erratum-not-yet-attacked-by-it"),
    Erratum("Darth Vader", f"{CRF}darth-vader-s.erratum-once-per-turn", "S"),
    Erratum(
        "Countermeasures",
        f"{CRF}countermeasures.before-dice",
        text=((r"(?<=\bto itself)\.", ". Play only before attack dice are rolled."),),
    ),
    Erratum(
        "Countermeasures",
        f"{CRF}countermeasures.equal-after-prevention",
        text=((r"(?<=\bto itself)\.", ". That damage can't be prevented."),),
    ),
    Erratum("Nexu", "gr.card.nexu.name-misprint", set="AOTC"),
)


class Corrected(msgspec.Struct, frozen=True):
    """A card's name, subtypes and text as corrected, and the rules by which."""

    name: CardName
    subtypes: str
    text: str
    rules: tuple[str, ...] = ()


def corrected(name: CardName, subtypes: str, text: str, code: str) -> Corrected:
    """A card as its errata have it."""
    found = Corrected(name, subtypes, text)
    for erratum in ERRATA:
        if _concerns(erratum, name, code):
            found = _applied(erratum, found)
    return found


def _concerns(erratum: Erratum, name: CardName, code: str) -> bool:
    if erratum.set and erratum.set != code:
        return False
    printed = name.name == erratum.name and name.version in (erratum.version, erratum.to_version)
    put_right = (
        bool(erratum.to_name)
        and name.name == erratum.to_name
        and name.version == (erratum.to_version or erratum.version)
    )
    return printed or put_right


def _applied(erratum: Erratum, card: Corrected) -> Corrected:
    text = card.text
    for pattern, read_as in erratum.text:
        text = re.sub(pattern, read_as, text)
    name = msgspec.structs.replace(
        card.name, name=erratum.to_name or card.name.name, version=erratum.to_version or card.name.version
    )
    return Corrected(name, erratum.subtypes or card.subtypes, text, (*card.rules, erratum.rule))
