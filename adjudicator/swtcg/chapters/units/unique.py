"""Unique units: only one of a kind in battle or retreated for each player, stacks apart.

Sources: rots.unique.one-in-battle-or-retreated, rots.unique.duplicate-discard-cheaper,
rots.unique.duplicate-pay-to-choose, ruling.cost-compared-for-a-duplicate-unique. The second one is in play
before one of the two goes, so what triggers on its coming triggers. Where the edition has it wait
(`Edition.duplicate_waits`), the event that would bring it is held at the door until the player has parted with one.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import card_rulings
from adjudicator.swtcg.standing.conditions_met import in_play
from adjudicator.swtcg.standing.moment import OF_NO_EVENT
from adjudicator.swtcg.standing.stacking import counts_for_unique, kind, kind_of
from adjudicator.swtcg.standing.values import cost, total_cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold import fold
from adjudicator.swtcg.table.frames import ChooseFrame, DuplicateFrame, PopFrame
from adjudicator.swtcg.table.table import BUILDING, SUPPLY, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.persons import person


def duplicates(table: Table) -> list[tuple[Stack, Stack]]:
    """Pairs of one player's stacks of one unique kind, in battle or retreated, the one in play longer first."""
    seen: dict[tuple[str, str], Stack] = {}
    found: list[tuple[Stack, Stack]] = []
    for stack in table.stacks.values():
        one_of = kind_of(table, stack)
        if one_of:
            first = seen.setdefault((stack.controller, one_of), stack)
            if first is not stack:
                found.append((first, stack))
    return found


def _key(first: int, second: int) -> str:
    return f"duplicate:{first}:{second}"


# --- held at the door ---------------------------------------------------------------------------

CHANGES = frozenset({f.UnitDeployed, f.CardTurnedUp, f.ControlChanged})
ARRIVALS = CHANGES | {f.CardPutIntoPlay, f.SubordinateGenerated}
"""The facts by which a player gets a second one of a kind."""
PLAIN = CHANGES | {f.LocationPut, f.Tapped}
"""Those of what stands there already, and others that happen together with them and bring no other one of a kind."""


def hold(run: Run, facts: tuple[Any, ...]) -> bool:
    """Hold an event that would give a player a second one of a kind, until he or she has parted with one of the two:
    the second is neither in play nor deployed before (idc.contest.duplicate-not-in-play-until-resolved).
    """
    table: Table = run.table
    waits = table.edition.duplicate_waits
    if not waits.value or table.turn.phase == "setup":
        return False
    pair = _coming(table, facts)
    if pair is None or not run.applies(table.why.unique_one_in_battle_or_retreated):
        return False
    kept, other = pair
    if not run.non_event(f"{table.title(kept)} twice in play", waits.rule, "the player has one of it"):
        return False
    seat = table.stacks[kept].controller
    run.push(DuplicateFrame(seat=seat, kept=kept, other=other, events=facts))
    up = next((fact for fact in facts if isinstance(fact, f.CardTurnedUp) and fact.stack == other), None)
    if up is not None:  # it is complete, and everybody sees it
        run.commit((f.CardTurnedUp(stack=other, card=up.card, role=BUILDING, rule=up.rule, cause=up.cause),))
    elif (put := _put(facts, other)) is not None:
        run.commit((_waits(table, facts, put),))
    return True


Put = f.CardPutIntoPlay | f.SubordinateGenerated
"""What an effect puts into play, not deployed."""


def _put(facts: tuple[Any, ...], stack: int) -> Put | None:
    """The fact by which an effect would put a card into play as this stack."""
    return next((fact for fact in facts if isinstance(fact, Put) and fact.stack == stack), None)


def _waits(table: Table, facts: tuple[Any, ...], put: Put) -> f.CardWaits:
    """What an effect would put into play lies beside, with what would lie beneath it."""
    below = tuple(fact.card for fact in facts if isinstance(fact, f.CardPutIntoStack) and fact.stack == put.stack)
    brought = put.printed if isinstance(put, f.SubordinateGenerated) else None
    source = f"{SUPPLY}:{put.seat}" if isinstance(put, f.SubordinateGenerated) else put.source
    return f.CardWaits(
        stack=put.stack,
        seat=put.seat,
        cards=(put.card, *below),
        source=source,
        printed=brought,
        upto=table.next_id,
        rule=table.why.unique_one_in_battle_or_retreated,
        cause=put.cause,
    )


def _coming(table: Table, facts: tuple[Any, ...]) -> tuple[int, int] | None:
    """Of two of a kind that an event would make, the one that its player has and the one that would come."""
    if not _may_be_two(table, facts):
        return None
    draft = table.fork()
    for fact in facts:
        fold(draft, fact)
    for first, second in duplicates(draft):
        if _key(first.id, second.id) in table.used:
            continue
        for new, old in ((second, first), (first, second)):
            before = table.stacks.get(new.id)
            if before is None or before.controller != new.controller or not counts_for_unique(table, before):
                return (old.id, new.id) if before is not None or _put(facts, new.id) is not None else None
    return None


def _may_be_two(table: Table, facts: tuple[Any, ...]) -> bool:
    """Whether an event may bring a second one of a kind: not if it brings nobody else but whom it names, each once, and
    it is known that none of them is in play.
    """
    if not PLAIN.issuperset(map(type, facts)):
        return True
    coming: dict[str, int] = {}
    for fact in facts:
        if type(fact) not in CHANGES:
            continue
        stack = table.stacks[fact.stack]
        face = table.faces.get(table.cards[stack.cards[0]].face)
        if face is None:
            return True
        if face.version:
            who, people = person(face.name), in_play(table)
            if people is None or who in people.values() or coming.setdefault(who, stack.id) != stack.id:
                return True
    return False


def begin(run: Run) -> bool:
    """Standing check: a player with two of a unique kind has to part with one; True if somebody has.

    In the middle of an effect it waits until the effect is over.
    """
    table: Table = run.table
    if table.turn.phase == "setup":
        return False
    _note_set_aside(run)
    for first, second in duplicates(table):
        known = any(
            isinstance(frame, DuplicateFrame) and (frame.kept, frame.other) == (first.id, second.id)
            for frame in run.frames
        )
        if (
            known
            or _key(first.id, second.id) in table.used
            or not run.applies(table.why.unique_one_in_battle_or_retreated)
        ):
            continue
        _insert(run, DuplicateFrame(seat=second.controller, kept=first.id, other=second.id))
        return True
    return False


def _note_set_aside(run: Run) -> None:
    """A unit removed from the game bars no other one of its kind (crf.unique.set-aside-unique-frees-name)."""
    table: Table = run.table
    last = run.facts[-1] if run.facts else None
    stack = table.stacks.get(last.stack) if isinstance(last, f.UnitDeployed) else None
    one_of = kind(table, table.top(stack)) if stack is not None else ""
    if stack is None or not one_of:
        return
    away = [table.face(card) for card in table.zones.get(f"out:{stack.controller}", ())]
    if any(face is not None and kind(table, face) == one_of for face in away):
        run.non_event(
            f"two of #{stack.id}",
            table.why.unique_set_aside_unique_frees_name,
            "the other one is removed from the game",
        )


def check_built_anew(judging: Judging, face: Face) -> None:
    """Clause BUILT_ANEW: a unique unit of which a copy was discarded is not dead (gr.unique.rebuild-after-discard)."""
    if not face.unique or not judging.worth_telling("BUILT_ANEW"):
        return
    table: Table = judging.table
    discarded = (table.face(card) for card in table.zones.get(f"discard:{judging.said.seat}", ()))
    if any(other is not None and kind(table, other) == kind(table, face) for other in discarded):
        judging.permit("BUILT_ANEW", table.why.unique_rebuild_after_discard)


def _insert(run: Run, frame: DuplicateFrame) -> None:
    """Put it over the procedure between whose steps triggers resolve: under an effect that is going on."""
    for at in range(len(run.frames) - 1, -1, -1):
        below = run.frames[at]
        if below.deals_triggers or (isinstance(below, PopFrame) and below.kind in OF_NO_EVENT):
            run.frames.insert(at + 1, frame)
            return
    run.frames.append(frame)


def _pair(table: Table, frame: DuplicateFrame) -> tuple[Stack, Stack] | None:
    """The two stacks, the cheaper first, if they still are one player's two of a kind, or would be."""
    first, second = table.stacks.get(frame.kept), table.stacks.get(frame.other)
    if first is None or second is None or first.controller != frame.seat:
        return None
    if frame.events or (first, second) in duplicates(table):
        return (first, second) if cost(table, first) <= cost(table, second) else (second, first)
    return None


def _difference(run: Run, cheap: Stack, dear: Stack) -> int:
    """By how much build costs differ; what those of whole stacks would come to is noted as turned down."""
    table: Table = run.table
    apart = cost(table, dear) - cost(table, cheap)
    of_stacks = abs(total_cost(table, dear) - total_cost(table, cheap))
    why = f"the build costs differ by {apart}"
    if of_stacks != apart and not run.non_event(
        "a comparison of whole stacks", table.why.reading_cost_compared_for_a_duplicate_unique, why
    ):
        return of_stacks
    return apart


def _start(run: Run, frame: DuplicateFrame) -> None:
    """The cheaper one may be discarded for nothing, the other for the difference in Force."""
    table: Table = run.table
    pair = _pair(table, frame)
    if pair is None:
        run.pop()
        return
    cheap, dear = pair
    difference = _difference(run, cheap, dear)
    may_choose = table.seats[frame.seat].force >= difference and (
        run.applies(table.why.unique_duplicate_pay_to_choose) or not difference
    )
    options = (cheap.id, dear.id) if may_choose else (cheap.id,)
    if not may_choose:
        run.non_event(
            f"discarding #{dear.id} instead", table.why.unique_duplicate_pay_to_choose, f"it costs {difference} Force"
        )
    run.push(
        ChooseFrame(
            seat=frame.seat,
            kind="stacks",
            options=options,
            least=1,
            most=1,
            what="which of the two to discard",
            rule=_by_card(run, frame),
        ),
        then="chosen",
    )


def _by_card(run: Run, frame: DuplicateFrame) -> str:
    """The rule of the question: of the card that brought the newcomer, if it has a ruling on this."""
    causes = (fact.cause for fact in run.facts if getattr(fact, "stack", 0) == frame.other)
    found = (card_rulings.ruled(run.table, cause, card_rulings.TWO_OF_A_KIND) for cause in causes)
    why = run.table.why
    usual = why.unique_second_may_come if frame.events else why.unique_one_in_battle_or_retreated
    return next((rule for rule in found if rule), usual)


def _chosen(run: Run, frame: DuplicateFrame) -> None:
    """Pay for keeping the cheaper one."""
    table: Table = run.table
    pair = _pair(table, frame)
    run.goto("discard")
    if pair is None:
        return
    cheap, dear = pair
    difference = cost(table, dear) - cost(table, cheap)
    if dear.id in frame.chosen and difference:
        run.happen(
            f.ForcePaid(
                seat=frame.seat,
                amount=difference,
                rule=table.why.unique_duplicate_pay_to_choose,
                cause="two of one unique unit",
            )
        )


def _discard(run: Run, frame: DuplicateFrame) -> None:
    """Discard the chosen one."""
    table: Table = run.table
    pair = _pair(table, frame)
    run.goto("end")
    if pair is None:
        return
    cheap, dear = pair
    number = dear.id if dear.id in frame.chosen else cheap.id
    rule = (
        table.why.unique_duplicate_discard_cheaper
        if number == cheap.id or cost(table, dear) == cost(table, cheap)
        else table.why.unique_duplicate_pay_to_choose
    )
    if all(table.known(each) and table.top(each).costless for each in pair):
        rule = table.why.subordinate_unique_own or rule
    run.happen(f.StackDiscarded(stack=number, rule=rule, cause="two of one unique unit"))


def _end(run: Run, frame: DuplicateFrame) -> None:
    """Should both still be there (a card may have seen to that), the player is not asked again this turn."""
    both = _pair(run.table, frame) is not None
    if frame.events and frame.other in run.table.stacks:
        run.goto("go on")
    else:
        run.goto("go on", events=tuple(fact for fact in frame.events if not _is_about(fact, frame.other)))
    if both:
        run.happen(
            f.UseCounted(
                key=_key(frame.kept, frame.other),
                scope="turn",
                rule=run.table.why.unique_one_in_battle_or_retreated,
                cause="both stay",
            )
        )


def _is_about(fact: Any, number: int) -> bool:
    """Whether a fact that was held is about a stack that has gone, or on something that lies on that."""
    return number in (getattr(fact, "stack", 0), getattr(fact, "host", 0))


def _go_on(run: Run, frame: DuplicateFrame) -> None:
    """What was held happens now; control follows by itself (`durations.return_control`)."""
    run.pop()
    if any(isinstance(fact, f.ControlChanged) for fact in frame.events):
        run.dirty = True
    elif frame.events:
        run.happen(*frame.events)


STEPS = {DuplicateFrame: {"start": _start, "chosen": _chosen, "discard": _discard, "end": _end, "go on": _go_on}}
