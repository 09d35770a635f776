"""What everything that may be played in an attack is worth, and what each thing that may be said now, by playing it
through: any ability, any Battle card that is known, Intercept and Retaliate among them.

With it, its seat plays it whenever that is best for its side; without it, not at all; everything else is by the plan.
"""

from __future__ import annotations

from collections.abc import Collection

from adjudicator.kernel.game.attack_odds import Decision, Option
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.odds.playing_through import Playing
from adjudicator.swtcg.odds.saying import Source, ways
from adjudicator.swtcg.odds.situation import ATTACKING
from adjudicator.swtcg.table.declarations import Pass
from adjudicator.swtcg.table.table import CHANCE, JUDGE, Table
from adjudicator.swtcg.words.kinds import chances_for

NOTHING_NOW: tuple[tuple[Option, ...], tuple[str, ...]] = ((), ())


def other_decisions(playing: Playing, covered: Collection[str]) -> tuple[tuple[Decision, ...], tuple[str, ...]]:
    """The decisions about whatever may be played, but for what is covered already (keys of sources); and what could
    not be weighed, with the reason.
    """
    if covered and not _more_to_play(playing.at.table, covered):
        return (), ()
    try:
        _, players, _ = playing.walked()
    except OddsError as error:
        return (), (f"other plays are not weighed, because {error}",)
    found: list[Decision] = []
    notes: dict[str, None] = {}
    for source in dict.fromkeys((*players.offered, *players.used)):
        if source.key in covered:
            continue
        try:
            found.append(_weighed(playing, source, notes, used=source in players.used))
        except OddsError as error:
            notes[f"{source.name}: not weighed, because {error}"] = None
    return tuple(found), tuple(notes)


def _weighed(playing: Playing, source: Source, notes: dict[str, None], *, used: bool) -> Decision:
    """One thing with and without. Raises OddsError."""
    base = playing.walked()
    without = playing.walked(left_alone=source) if used else base
    having = base if used else playing.walked(weighed=source)
    if source in having[1].refused:
        raise OddsError(having[1].refused[source])
    for _, players, _ in (without, having):
        notes.update(players.notes)
    return Decision(source.name, source.seat, source.rule, playing.worth(without[2]), playing.worth(having[2]))


def _more_to_play(table: Table, covered: Collection[str]) -> bool:
    """Whether somebody has anything to play that is not covered: an ability, or a Battle card that is known."""
    for seat in table.seats:
        faces = [face for card in table.zones.get(f"hand:{seat}", ()) if (face := table.face(card)) is not None]
        if any("battle" in face.types for face in faces):
            return True
    return any(
        chances_for(instance.ability) and instance.key not in covered and not _lucky(instance.ability)
        for stack in table.stacks.values()
        for instance in table.index.by_stack.get(stack.id, ())
    )


def _lucky(ability: object) -> bool:
    return getattr(ability, "name", "") == "lucky"


def open_options(playing: Playing) -> tuple[tuple[Option, ...], tuple[str, ...]]:
    """Everything that the seat which is asked now may say, each with what comes of it, the best marked; and what could
    not be reckoned, with the reason.
    """
    table, game = playing.at.table, playing.game
    window = table.agenda.window
    if window is None or window.asked[0] in (CHANCE, JUDGE) or game.over(table) is not None:
        return NOTHING_NOW
    seat = window.asked[0]
    found: list[Option] = []
    aims, notes = [], []
    try:
        walk, players, _ = playing.walked()
        said = ways(game, table, seat)
    except OddsError as error:
        return (), (f"the options of {seat} are not weighed, because {error}",)
    if len(said) == 1 and isinstance(said[0], Pass):
        return NOTHING_NOW
    for each in said:
        words = game.say(table, each)
        try:
            ends = playing.whole(walk.after(table, each, playing.plan.plays))
        except OddsError as error:
            notes.append(f"{words}: not reckoned, because {error}")
            continue
        aims.append(players.aims(ends))
        found.append(Option(words, playing.worth(ends), best=False))
    mine = seat == playing.at.fight.seats[ATTACKING]
    best = aims.index(max(aims) if mine else min(aims)) if aims else -1
    options = (Option(each.said, each.worth, place == best) for place, each in enumerate(found))
    return tuple(options), tuple(notes)
