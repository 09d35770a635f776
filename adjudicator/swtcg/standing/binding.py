"""What words of a text stand for in a scene: bound names, players, zones, and the names of cards."""

from __future__ import annotations

from adjudicator.swtcg.table.fold_things import NO_ATTACK
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.card_names import normal
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Those

OWN_KEY_PARTS = 2
"""The key of an ability that something else gives has one part more: its giver."""


def bound(table: Table, name: str, scene: Scene) -> tuple[int, ...]:
    """The stacks a name stands for in a scene, whether or not they are still on the table."""
    if name == "this":
        return (scene.stack,) if scene.stack else ()
    if name in scene.bound:
        return scene.bound[name]
    if name == "giver":
        parts = scene.key.split(".")
        given = len(parts) > OWN_KEY_PARTS and parts[1].isdigit()
        return (int(parts[1]),) if given else (scene.stack,)
    if name == "last attacker":
        over = [_attacked(*each) for each in table.happened if each[0] in ("attack over", NO_ATTACK)]
        return (over[-1],) if over and table.attack is None else ()
    if name in ("attacker", "defender"):
        for attack in table.attacks:
            if attack.id == scene.attack or not scene.attack:
                return (attack.attacker if name == "attacker" else attack.defender,)
    return ()


def _attacked(event: str, number: int, detail: str) -> int:
    """The unit whose attack is over, or was disrupted."""
    return number if event == NO_ATTACK else int(detail.split(maxsplit=1)[0])


def seats_meant(table: Table, those: Those, scene: Scene) -> tuple[str, ...]:
    """The seats whose things a selector means, in a scene. Where an effect is about one player after the other, or
    about a chosen one, the player's place in the order of the table is bound.
    """
    if those.side == "theirs":
        return (table.order[scene.numbers["they"]],) if "they" in scene.numbers else ()
    if those.side == "players":
        return (table.order[scene.numbers["player"]],) if "player" in scene.numbers else ()
    return table.meant(those.side, scene.controller)


def zone_meant(table: Table, word: str, scene: Scene) -> str:
    """A zone by its word: "here" is where the card with the effect stands, "there" the arena chosen."""
    if word == "here":
        here = table.stacks.get(scene.stack)
        return here.zone if here is not None else ""
    return scene.arena if word == "there" else word


def zones_of(table: Table, name: str, scene: Scene) -> list[str]:
    """The zones of what is bound to a name, or of what left the table this turn."""
    found: list[str] = []
    for number in bound(table, name, scene):
        if number in table.stacks:
            found.append(table.stacks[number].zone)
        else:
            found.extend(gone.partition(" ")[0] for gone in departed(table, number))
    return found


LEAVING = ("discarded", "left")
"""The events by which a stack is there no longer."""


def departed(table: Table, number: int) -> list[str]:
    """What is remembered of a stack that left the table this turn: its zone, controller and face."""
    return [detail for event, stack, detail in table.happened if event in LEAVING and stack == number][-1:]


def face_departed(table: Table, number: int) -> Face | None:
    """The card that lay on top of a stack that left the table this turn; None if none did."""
    gone = departed(table, number)
    return table.faces.get(gone[-1].split(" ", 2)[2]) if gone else None


def names_of(table: Table, name: str, scene: Scene) -> list[str]:
    """What those bound to a name are called: things on the table, things that left it this turn, or cards; a name that
    was said is that of every card of it (crf.card.dangerous-gamble.card-name-is-title-only).
    """
    if name in scene.words:
        said = normal(scene.words[name])
        return [face.name for face in table.faces.values() if normal(face.name) == said]
    found: list[str] = []
    for number in bound(table, name, scene):
        face = None
        if number in table.stacks:
            face = table.top(table.stacks[number]) if table.known(table.stacks[number]) else None
        else:
            gone = [detail.split(" ", 2)[2] for detail in departed(table, number)]
            face = table.faces.get(gone[-1]) if gone else None
        if face is not None:
            found.append(face.name)
    return found
