"""Card over rule: effects that permit or forbid a clause by its code, and can't over can.

Sources: rots.cards.card-beats-rule, rots.cards.card-overrides-only-that-rule, rots.cards.cant-beats-can.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.binding import seats_meant
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.keyword_rules import defined
from adjudicator.swtcg.standing.selectors import attacks_so, matches
from adjudicator.swtcg.standing.traits import turned_up
from adjudicator.swtcg.table.table import BUILDING, Stack, Table
from adjudicator.swtcg.words.language import Allow
from adjudicator.swtcg.words.states import in_attack_only

WIDENS = "rots.attack.abilities-widen-or-limit-targets"
CARD_BEATS_RULE = "rots.cards.card-beats-rule"
OVERRIDE_RULES = {
    "DEFENDER_IN_SAME_ARENA": WIDENS,
    "DARK_WINS_TIES": "rots.cards.general-rules-are-defaults",
    "DEFENDER_NOT_RETREATED": "rots.cards.cant-only-between-cards",
    "SOURCE_UNTAPPED": "rots.cards.cant-only-between-cards",
    "ABILITY_WORKS_HERE": CARD_BEATS_RULE,
    "CHOSEN_BY_CARDS": "ruling.target-of-a-battle-card",
    "CHOSEN_BY_ABILITIES": "ruling.target-of-a-battle-card",
}
"""By clause code, the rule that lets a card decide it, where one says more than that card beats rule: a rule that says
"can't" does not beat a card that says "can", and the general rules themselves give way to a card.
"""

BANS = ("UNIT_MAY_ATTACK", "UNIT_MAY_BE_ATTACKED")
"""The clauses that are there for what cards say of attacks."""

USING = "ABILITY_MAY_BE_PLAYED"
ABOUT_KEYWORDS = (USING, "ATTACKER_HAS_MODE")
"""The clauses that effects may decide for a keyword or a way of attacking only."""

OF_A_KEYWORD = "ATTACKER_HAS_MODE"
"""The clause that holds only because a card, the unit's own, permits it."""

STATIC_KEYWORDS = ("lucky",)
"""Keywords that are used as abilities are played but are none that are activated, so that only what is said of just
them concerns them (crf.keywords.lucky-static-used-in-reroll-chance).
"""

BY_CARDS, BY_ABILITIES = "CHOSEN_BY_CARDS", "CHOSEN_BY_ABILITIES"
"""The clauses that effects may decide for the Battle cards or activated abilities of one player only."""

OF_A_CARD = "CARD_MAY_BE_PLAYED"
"""The clause that effects may decide for some of the cards that a player plays."""


def verdict_on(
    table: Table, code: str, about: int | None, other: int | None = None, seat: str = "", keyword: str = ""
) -> tuple[bool, Override] | None:
    """What the effects in play say of a clause about a stack: None if nothing, else permitted or not, and by which.

    `other` is the stack that it is done to (or by), for effects that permit or forbid it for some only;
    `seat` the speaker, for clauses that are about no stack; `keyword` that of an ability, or a way of attacking.
    What forbids beats what permits, whichever came first.
    """
    if code not in table.index.overrides:
        return None
    said = _said_of(table, code, about, other, seat, keyword)
    return None if said is not None and said[0] and _of_a_keyword(table, code) else said


def kept_by_keyword(table: Table, code: str, about: int) -> str:
    """The rule by which the definition of a keyword stands against a card that permits a clause; empty if none does."""
    said = _said_of(table, code, about) if code in table.index.overrides else None
    return _of_a_keyword(table, code) if said is not None and said[0] else ""


def _of_a_keyword(table: Table, code: str) -> str:
    bans = table.edition.keyword_bans
    return bans.rule if code in bans.value and bans.rule != table.suppressed else ""


def _said_of(
    table: Table, code: str, about: int | None, other: int | None = None, seat: str = "", keyword: str = ""
) -> tuple[bool, Override] | None:
    permitted: Override | None = None
    forbidden: Override | None = None
    of_keyword = False
    kept = (keyword,) if keyword in STATIC_KEYWORDS else ("", keyword)
    own = table.why.attack_ones_own_units if code == "DEFENDER_IS_OPPONENTS" else ""
    own = table.why.attack_bans_and_wider_reach if code in BANS else own
    over_rule = own or OVERRIDE_RULES.get(code, table.why.cards_card_beats_rule)
    barring = table.why.abilities_that_cannot_be_used if code == USING else over_rule
    for entry in table.index.overrides[code]:
        change = entry.change
        if not isinstance(change, Allow) or change.keyword not in kept:
            continue
        if not _concerns(table, entry, about, other, seat):
            continue
        rule = defined(table, entry.keyword) or (over_rule if change.permit else barring)
        if change.permit:
            permitted = Override(entry.name, rule)
        else:
            forbidden = Override(
                entry.name, rule, leads=over_rule == table.why.cards_card_beats_rule or rule != over_rule
            )
            of_keyword = bool(entry.keyword)
    if forbidden is not None and (permitted is not None or code == OF_A_KEYWORD):
        bans = table.edition.keyword_bans
        beats = bans.rule if of_keyword and permitted and bans.value else table.why.abilities_cannot_beats_can
        forbidden = Override(forbidden.source, beats, leads=True)
    if forbidden is not None and forbidden.rule != table.suppressed:
        return False, forbidden
    return (True, permitted) if permitted is not None and permitted.rule != table.suppressed else None


def leaves_others(table: Table, about: int, seat: str, keyword: str) -> bool:
    """Whether an effect in play bars the use of another keyword to a stack, and not of this one."""
    return any(
        isinstance(entry.change, Allow)
        and not entry.change.permit
        and entry.change.keyword not in ("", keyword)
        and _concerns(table, entry, about, None, seat)
        for entry in table.index.overrides.get(USING, ())
    )


def against_effect(table: Table, barred: Override) -> str:
    """The rule by which what forbids something prevails over the card whose effect would do it."""
    return table.why.abilities_cannot_beats_can if barred.rule == table.why.cards_card_beats_rule else barred.rule


def forbidden(
    table: Table, code: str, about: int | None, other: int | None = None, seat: str = "", keyword: str = ""
) -> Override | None:
    """By what a state or clause is taken from a stack (or a seat); None if it is not."""
    if code not in table.index.overrides:
        return None
    said = verdict_on(table, code, about, other, seat, keyword)
    return None if said is None or said[0] else said[1]


def may_untap(table: Table, stack: int) -> bool:
    """Whether no card says that a thing can't untap (crf.card.duel-of-the-fates.must-untap-all-units)."""
    return forbidden(table, "MAY_UNTAP", stack) is None


MAY_STAY = "MAY_STAY_TAPPED"
"""The state of what may be left tapped in the untap step."""


def stays_by_choice(table: Table, stack: Stack) -> bool:
    """Whether a card lets its player leave a tapped thing tapped."""
    said = verdict_on(table, MAY_STAY, stack.id) if MAY_STAY in table.index.overrides else None
    return said is not None and said[0]


def points_to_spend(table: Table, seat: str) -> int:
    """The build points that a player has and may spend, on whatever it is (crf.card.imperial-blockade.text)."""
    return 0 if forbidden(table, "POINTS_MAY_BE_SPENT", None, seat=seat) else table.seats[seat].points


def _concerns(table: Table, entry: Continuous, about: int | None, other: int | None, seat: str) -> bool:
    change: Any = entry.change
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):
        return False
    if change.whom is not None and change.clause in (BY_CARDS, BY_ABILITIES):
        if seat not in seats_meant(table, change.whom, entry.scene):
            return False
    elif change.whom is not None and change.clause == OF_A_CARD:
        face = table.face(other) if other is not None else None
        if face is None or not card_is(table, change.whom, face, other or 0, entry.scene):
            return False
    elif change.whom is not None:
        second = table.stacks.get(other) if other is not None else None
        if second is None or not matches(table, change.whom, second, entry.scene, anywhere=True):
            return False
    if about is None:
        return seat in seats_meant(table, change.who, entry.scene)
    stack = table.stacks.get(about)
    if entry.on is not None:
        return about in entry.on and (
            not in_attack_only(change.who) or (stack is not None and attacks_so(table, change.who, stack, entry.scene))
        )
    if stack is not None and stack.role == BUILDING and table.known(stack):
        stack = turned_up(stack, table.top(stack))
    return stack is not None and matches(table, change.who, stack, entry.scene, anywhere=True)
