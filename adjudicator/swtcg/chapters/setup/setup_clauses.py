"""The clauses of setup: the mulligan, putting units into battle up to 30, the last unit partially built."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import EXCEPTION, TIMELY
from adjudicator.swtcg.chapters.beside.resources import check_in_setup, check_none_yet, is_resource
from adjudicator.swtcg.chapters.building.deploy import fights_in
from adjudicator.swtcg.chapters.setup.setup_costs import cost_added, cost_now, cost_of, points, points_left
from adjudicator.swtcg.standing.boarding import kinds
from adjudicator.swtcg.standing.moment import describe
from adjudicator.swtcg.standing.naming import all_among, check_in_hand, check_is, face_said, named, the_card
from adjudicator.swtcg.standing.stacking import check_may_stack, namesakes
from adjudicator.swtcg.standing.type_line import arena_of, on_type_line
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import Mulligan, PartBuild, Place
from adjudicator.swtcg.table.frames import SetupFrame
from adjudicator.swtcg.table.sides import POINTS, SidesFrame
from adjudicator.swtcg.table.table import BUILDING, EVENT, RESOURCE, UNIT, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Modify, Static

NO_MISSIONS = "gr.setup.no-missions"


def startable(table: Table, face: Face) -> bool:
    """Whether a card is of a kind that is put down in setup."""
    return face.is_unit or is_resource(table, face)


def exchangeable(table: Table, face: Face) -> bool:
    """Whether a mulligan may exchange a card."""
    return any(kind in table.edition.mulligan_types.value for kind in face.types)


def namesake(table: Table, seat: str, face: Face, arena: str = "") -> Stack | None:
    """The unit of a player in the card's arena (or another one of its types) that is the same unique unit; by the
    edition in any arena.
    """
    if not face.unique:
        return None
    zones = tuple(table.arenas) if table.edition.setup_stack_any_arena.value else (arena_of(table, face, arena),)
    return next((s for s in namesakes(table, seat, face) if s.zone in zones and s.role == UNIT), None)


def barred_from_top(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a version may not go on top of a stack in setup: it costs less, or is of no type of the arena."""
    return cost_of(face) < cost_of(table.top(stack)) or _not_of_arena(table, face, stack)


def _not_of_arena(table: Table, face: Face, stack: Stack) -> bool:
    return table.edition.setup_stack_any_arena.value and stack.zone not in face.types


def _asked(judging: Judging, kind: str) -> bool:
    window = judging.table.agenda.window
    return window is not None and window.kind == kind


def _in_its_order(table: Table, rule: str) -> str:
    """The rule on the time of something in setup: while sides are still to be chosen, that these come first."""
    early = table.agenda.frames and isinstance(table.agenda.frames[-1], SidesFrame)
    return table.why.setup_order if early else rule


# --- mulligan ---------------------------------------------------------------------------------


def check_mulligan(judging: Judging, frame: SetupFrame | None) -> None:
    """The clauses of a mulligan: before any unit, once, only cards of the hand that may be exchanged."""
    said: Mulligan = judging.said
    table: Table = judging.table
    why = table.why
    judging.clause(
        "MULLIGAN_NOT_TAKEN",
        why.setup_mulligan_once,
        said.seat in table.seats and not table.seats[said.seat].mulliganed,
    )
    judging.clause(
        "RIGHT_MOMENT",
        _in_its_order(table, why.setup_mulligan_before_units),
        frame is not None and _asked(judging, "mulligan"),
        lambda: describe(table),
    )
    cards = [named(item) for item in said.cards.items]
    hand = table.zones.get(f"hand:{said.seat}", ())
    judging.clause(
        "CARDS_IN_HAND", why.setup_mulligan_of_the_hand, all_among(table, (handle for handle, _ in cards), hand)
    )
    judging.clause(
        "CARDS_DIFFERENT", why.setup_mulligan_of_the_hand, len({handle for handle, _ in cards}) == len(cards)
    )
    faces = [face_said(table, handle, key) for handle, key in cards]
    known = [face for face in faces if face is not None]
    evidence = lambda: (("cards", ", ".join(face.title for face in known)),)
    if isinstance(said.back, bool):
        point = table.edition.mulligan_back
        judging.clause("CARDS_GO_WHERE_SAID", point.rule, point.value or not said.back, permits=EXCEPTION)
    if len(known) < len(faces):
        judging.clause("NO_UNITS_EXCHANGED", why.setup_mulligan, None, evidence)
        return
    judging.clause("NO_UNITS_EXCHANGED", why.setup_mulligan, not any(face.is_unit for face in known), evidence)
    wide = EXCEPTION if _beyond_the_glossary(known) else 0
    judging.clause("TYPES_EXCHANGEABLE", _types_rule(table, known), _exchanged(table, known), evidence, permits=wide)


def _exchanged(table: Table, faces: list[Face]) -> bool:
    """Whether all but units may be exchanged."""
    return all(face.is_unit or exchangeable(table, face) for face in faces)


def _types_rule(table: Table, faces: list[Face]) -> str:
    """The glossary speaks of Battle and Mission cards; for the others the edition decides."""
    return table.edition.mulligan_types.rule if _beyond_the_glossary(faces) else table.why.setup_mulligan_glossary


def _beyond_the_glossary(faces: list[Face]) -> bool:
    """Whether there are cards of types that the glossary leaves out of a mulligan."""
    return any(kind in face.types for face in faces for kind in ("location", "equipment"))


def check_pass(judging: Judging, frame: SetupFrame | None) -> None:
    """A mulligan is declined by passing, and so are an Event and a Resource; a player with enough units down stops."""
    why = judging.table.why
    optional = {"mulligan": "", EVENT: why.event_optional, RESOURCE: why.resource_drawn_later}
    steps = judging.table.edition.setup
    here = (kind for kind in optional if steps.has(kind))  # a game of another edition may be put under this one
    asked = next((kind for kind in here if frame is not None and _asked(judging, kind)), "")
    judging.clause("RIGHT_MOMENT", why.setup_may_stop_early, bool(asked), lambda: describe(judging.table))
    if not asked:
        judging.would_be_legal("stop")
    elif optional[asked]:
        judging.permit("MAY_BE_LEFT", optional[asked])


# --- putting units into battle ----------------------------------------------------------------


def _check_moment(judging: Judging, frame: SetupFrame | None, otherwise: str) -> None:
    rule = otherwise if frame is None else judging.table.why.setup_mulligan_before_units
    rule = _in_its_order(judging.table, rule)
    judging.clause(
        "RIGHT_MOMENT", rule, frame is not None and _asked(judging, "setup"), lambda: describe(judging.table)
    )
    if frame is not None and judging.worth_telling("GOES_ON_ALONE"):
        _check_goes_on(judging)


def _check_goes_on(judging: Judging) -> None:
    """Why it is this player's go, where one could doubt it: Dark's first unit, equal totals, the other is done."""
    window, seats = judging.table.agenda.window, judging.table.seats
    mine, others = seats.get(judging.said.seat), [seats[each] for each in judging.table.opponents(judging.said.seat)]
    if window is None or mine is None or not others:
        return
    if all(other.setup_done for other in others):
        judging.clause("GOES_ON_ALONE", window.rule, ok=True, permits=TIMELY)
    elif mine.setup_cost == max(other.setup_cost for other in others):
        judging.clause("NOT_YET_ABOVE", window.rule, ok=True, permits=TIMELY)


def _check_card(
    judging: Judging, from_hand: str, only: Callable[[Table, Face | None], str]
) -> tuple[Face | None, bool]:
    """The clauses on the card that is put down: of the hand, and of a kind for setup; its face, if known, and whether
    it is one.
    """
    table: Table = judging.table
    handle, key = the_card(judging.said.card)
    check_in_hand(judging, handle, from_hand)
    face = face_said(table, handle, key)
    ok = face is not None and startable(table, face)
    return face, check_is(judging, "CARD_IS_UNIT", only(table, face), face, ok=ok)


def check_place(judging: Judging, frame: SetupFrame | None) -> None:
    """The clauses of putting a unit card into its arena, or a Resource into its zone; no Pilot goes onto a unit."""
    said: Place = judging.said
    table: Table = judging.table
    _check_moment(judging, frame, table.why.build_units_must_be_built)
    face, fits = _check_card(judging, table.why.setup_put_from_hand, _units_only)
    if face is None or not fits or said.seat not in table.seats or not startable(table, face):
        judging.leave_off()
        return
    if not face.is_unit:
        check_in_setup(judging, face)
        _check_thirty(judging, face, None)
        return
    stack = table.stacks.get(said.onto)
    judging.clause(
        "ARENA_IS_THE_UNITS",
        lambda: table.why.pilots_setup_in_character_arena if kinds(face) else fights_in(table, face),
        not said.arena or (said.arena in face.types and said.arena in table.arenas and not said.onto),
        lambda: (("arena", said.arena), ("unit", face.title)),
    )
    if table.turn.phase != "setup":
        return
    _check_namesake(judging, face)
    if said.onto:
        if not judging.clause("STACK_IS_YOURS", table.why.stacking_definition, _joins(judging, stack)):
            return
        assert stack is not None
        _check_no_pilot(judging, face, stack)
        check_may_stack(judging, face, stack)
        _check_order(judging, face, stack)
    else:
        judging.clause("BENEATH_A_STACK", table.why.stacking_definition, not said.beneath)
    _check_thirty(judging, face, stack)


def _check_thirty(judging: Judging, face: Face, stack: Stack | None) -> None:
    """Clause WITHIN_THIRTY: what the card adds to the total does not take it over the points there are."""
    said: Place = judging.said
    table: Table = judging.table
    total = table.seats[said.seat].setup_cost
    alone, left = cost_now(table, said.seat, face), points_left(table, said.seat)
    added = cost_added(table, said.seat, alone, stack, beneath=said.beneath)
    if not judging.clause(
        "WITHIN_THIRTY",
        lambda: _thirty_rule(table, said.seat, face, alone, of_stack=stack is not None),
        added <= left,
        lambda: (("total", str(total)), ("card", f"{face.title}, {added}"), ("at most", str(points(table, said.seat)))),
        # there is room for it only since a stack counts less than its cards
        permits=EXCEPTION if stack is not None and alone > left else 0,
    ):
        judging.would_be_legal(f"partially build it with {left} counters" if left else "stop")


def _thirty_rule(table: Table, seat: str, face: Face, alone: int, *, of_stack: bool) -> str:
    """What keeps the total at 30: an Event that changes what the card costs; or, where the text of a unit would do so,
    that it is off.
    """
    if alone != cost_of(face):
        return table.edition.on_in_setup.rule
    off = table.edition.setup_abilities_off
    if off.value and any(
        _makes_cheaper(table, each, face) for each in table.stacks.values() if each.controller == seat
    ):
        return off.rule
    if of_stack:
        return table.why.setup_stack_cost_counts
    return table.why.setup_side_bid_result if points(table, seat) < POINTS else table.why.setup_cannot_exceed_thirty


def _makes_cheaper(table: Table, unit: Stack, face: Face) -> bool:
    """Whether the text of a unit would take counters off a card of this type, if it were on."""
    texts = [each for each in table.top(unit).abilities if isinstance(each, Static)] if table.known(unit) else []
    changes = [change for each in texts for change in each.changes if isinstance(change, Modify)]
    return any(
        change.stat == "cost"
        and isinstance(change.amount, int)
        and change.amount < 0
        and (not change.of.types or arena_of(table, face) in change.of.types)
        and (not change.of.subtype or on_type_line(face, change.of.subtype))
        and not change.of.bound
        for change in changes
    )


def _units_only(table: Table, face: Face | None) -> str:
    """Why a card that is no unit cannot be put down in setup; of Missions the web rulings say so by name."""
    only = table.edition.setup_units_only.rule
    return cite(table, NO_MISSIONS, only) if _mission(face) else only


def _partly_units_only(table: Table, face: Face | None) -> str:
    """Why a card that is no unit cannot be the one that is partially built in setup."""
    if face is None or face.is_unit or "battle" in face.types:
        return table.why.setup_partial_only_one_unit
    partly = table.edition.setup_partial_units_only.rule
    return partly if partly != table.why.setup_no_missions or _mission(face) else table.edition.setup_units_only.rule


def _mission(face: Face | None) -> bool:
    return face is not None and "mission" in face.types


def _joins(judging: Judging, stack: Stack | None) -> bool:
    """Whether the named stack is a face-up one of the speaker."""
    return stack is not None and stack.controller == judging.said.seat and judging.table.known(stack)


def _check_namesake(judging: Judging, face: Face) -> None:
    """Clauses on a unique unit of which the arena has one already."""
    said: Place = judging.said
    table: Table = judging.table
    there = namesake(table, said.seat, face, said.arena)
    if not face.unique and judging.worth_telling("NAMESAKE_OF_NO_UNIQUE"):
        alike = (s for s in table.units(arena_of(table, face, said.arena), said.seat) if table.known(s))
        if any(table.top(s).name == face.name for s in alike):
            judging.permit("NAMESAKE_OF_NO_UNIQUE", table.why.unique_version_letter)
    if there is not None:
        within = [found for card in there.cards if (found := table.face(card)) is not None]
        titles = ", ".join(found.title for found in within)
        another = judging.clause(
            "VERSION_NOT_IN_ARENA",
            table.why.unique_setup_same_version_forbidden,
            not any((found.name, found.version) == (face.name, face.version) for found in within),
            lambda: (("card", face.title), ("in the arena", titles)),
        )
        stacked = judging.clause(
            "STACKED_WITH_NAMESAKE",
            table.why.unique_setup_other_version_must_stack,
            said.onto == there.id,
            lambda: (("card", face.title), ("in the arena", titles)),
        )
        into = f"into the stack of {table.top(there).title}"
        if not another:
            judging.would_be_legal(f"another version of the unit, {into}")
        elif not stacked:
            judging.would_be_legal(into)
    theirs = (namesake(table, seat, face, said.arena) for seat in table.opponents(said.seat))
    if any(each is not None and each.zone == arena_of(table, face, said.arena) for each in theirs):
        judging.permit("NAMESAKE_OPPOSITE_ALLOWED", table.why.setup_both_players_same_unique)


def _check_no_pilot(judging: Judging, face: Face, stack: Stack) -> None:
    """Clause PILOT_STARTS_AS_A_UNIT: what could pilot a unit and does not stack with it is no Pilot of it in setup."""
    table: Table = judging.table
    if stack not in namesakes(table, judging.said.seat, face) and kinds(face):
        rule = table.why.pilots_setup_in_character_arena
        judging.clause("PILOT_STARTS_AS_A_UNIT", rule, ok=False, evidence=lambda: (("unit", table.title(stack.id)),))


def _check_order(judging: Judging, face: Face, stack: Stack) -> None:
    """A cheaper version goes beneath; one that costs as much or more goes where its player likes."""
    said: Place = judging.said
    top = judging.table.top(stack)
    evidence = lambda: ((face.title, str(cost_of(face))), (top.title, str(cost_of(top))))
    joins = stack in namesakes(judging.table, said.seat, face)
    if joins and _not_of_arena(judging.table, face, stack):
        there = lambda: (("card", face.title), ("arena", stack.zone))
        if not judging.clause(
            "TOP_LISTS_THE_ARENA", judging.table.why.setup_top_must_list_arena, said.beneath, there, permits=EXCEPTION
        ):
            judging.would_be_legal(f"beneath {top.title}")
    elif cost_of(face) < cost_of(top):
        rule = judging.table.why.stacking_setup_cheaper_goes_beneath
        left = points_left(judging.table, said.seat)
        fits = cost_now(judging.table, said.seat, face) <= left  # else it is asked what it costs beneath
        if not judging.clause("CHEAPER_GOES_BENEATH", rule, said.beneath, evidence, permits=EXCEPTION if fits else 0):
            judging.would_be_legal(f"beneath {top.title}")
    else:
        judging.permit("TOP_OR_BENEATH", judging.table.why.stacking_setup_equal_or_dearer_choice, evidence)


def check_part_build(judging: Judging, frame: SetupFrame | None) -> None:
    """The clauses of partially building the last unit card."""
    said: PartBuild = judging.said
    table: Table = judging.table
    _check_moment(judging, frame, table.why.setup_partial_when)
    face, _ = _check_card(judging, table.why.setup_definition, _partly_units_only)
    if said.seat not in table.seats or table.turn.phase != "setup":
        return
    if is_resource(table, face):
        check_none_yet(judging)
    laid = any(s.role == BUILDING and s.base == said.seat for s in table.stacks.values())
    judging.clause("NOTHING_PARTIALLY_BUILT", table.why.setup_partial_only_one_unit, not laid)
    left = points_left(table, said.seat)
    there = lambda: (("points left", str(left)),)
    judging.clause("POINTS_LEFT", table.why.setup_partial_last_unit, left >= 1, there, permits=TIMELY)
    counters = left if said.counters is None else said.counters
    _check_counters(judging, counters, left)
    if face is None:
        return
    due = cost_now(table, said.seat, face)
    evidence = lambda: (("counters", str(counters)), ("build cost", str(due)))
    if counters > due:
        judging.permit("MAY_OVERBUILD", table.why.setup_may_overbuild_last, evidence)
    if counters >= due:
        rule = table.edition.setup_built_may_stay.rule
        exact = EXCEPTION if counters == due else 0
        judging.clause("MAY_STAY_FACE_DOWN", rule, ok=True, evidence=evidence, permits=exact)


def _check_counters(judging: Judging, counters: int, left: int) -> None:
    """Clauses on the counters of the last card: one to all the points left, by the edition all of them."""
    table: Table = judging.table
    evidence = lambda: (("counters", str(counters)), ("points left", str(left)))
    if counters > left or counters < 1 <= left:
        judging.clause("COUNTERS_OF_THE_POINTS_LEFT", table.why.setup_partial_last_unit, ok=False, evidence=evidence)
    elif counters < left:
        point = table.edition.setup_points_let_go
        judging.clause("POINTS_LET_GO", point.rule, point.value, evidence, permits=EXCEPTION)


def check_stop(judging: Judging, frame: SetupFrame | None) -> None:
    """The clause of stopping: whoever puts units down may stop."""
    judging.clause(
        "RIGHT_MOMENT",
        _in_its_order(judging.table, judging.table.why.setup_may_stop_early),
        frame is not None and _asked(judging, "setup"),
        lambda: describe(judging.table),
    )
