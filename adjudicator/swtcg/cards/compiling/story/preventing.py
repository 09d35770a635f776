"""Prevention: of damage that is meant, of what an attack will do, of all for a while."""

from __future__ import annotations

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import _for_each, _not_meant, _nouns, _on_table
from adjudicator.swtcg.cards.compiling.story.selecting import Told
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _prevented(story: Story) -> Those:
    """Whose damage "that damage" is: of what would be damaged, or of what some was prevented to before."""
    _, last = story.last_said()
    if "damaged" not in story.marks and isinstance(last, w.Prevent):
        return last.to
    damaged: Those = story.marks["damaged"] if "damaged" in story.marks else _not_meant("that damage")
    return damaged


def _prevent(story: Story, amount: Told | None, aimed: tuple[tuple[str, tuple[Noun, ...]], ...]) -> None:
    number = amount(story) if amount is not None else None
    if aimed and not (aimed := tuple(each for each in aimed if each[0] != "attack")):
        raise NotMeant("prevent damage to nobody")
    to = next((nouns for how, nouns in aimed if how == "to"), ())
    by = next((nouns for how, nouns in aimed if how == "by"), ())
    if not aimed:
        story.say(w.Prevent(to=_prevented(story), amount=number))
    elif story.until or story.lasts:
        _prevent_while(story, number, to, by)
    elif to and not by and "no damage yet" in story.marks:
        _prevent_in_the_attack(story, number, to)
    elif by and not to and (number is None or "no damage yet" in story.marks):
        _prevent_by(story, number, by[0])
    elif len(to) > 1 or by:
        raise NotMeant("prevent damage by")
    else:
        for each in _nouns(to[0]):
            target = _on_table(story.reach(each))
            story.say(w.Prevent(to=target, amount=number if number is None else _for_each(story, number)))
    story.much = w.X(name="prevented")


def _prevent_in_the_attack(story: Story, number: w.Amount | None, to: tuple[Noun, ...]) -> None:
    """Of "When it is attacked, prevent 1 damage to it": of what the attack is going to do."""
    if story.marks.get("until otherwise") != "attack":
        raise NotMeant("prevent what damage")
    before, story.until = story.until, "attack"
    _prevent_while(story, number, to, ())
    story.until = before


def _prevent_by(story: Story, number: w.Amount | None, noun: Noun) -> None:
    """What a unit is about to do, or, as its attack is declared, will do in it."""
    if "no damage yet" not in story.marks:
        story.say(w.Prevent(by=_on_table(story.reach(noun))))
        return
    if noun.build(story).attacking is not True:
        raise NotMeant("prevent damage by")
    before, story.until = story.until, "attack"
    _prevent_while(story, number, (), (noun,))
    story.until = before


def _prevent_while(story: Story, number: w.Amount | None, to: tuple[Noun, ...], by: tuple[Noun, ...]) -> None:
    """Prevention that lasts: whenever the damage would be done until then."""
    target = _on_table(story.reach(to[0])) if to else None
    source = _on_table(story.reach((*to[1:], *by)[0])) if len(to) > 1 or by else None
    prevented(story, number, target, source)


def prevented(story: Story, number: w.Amount | None, to: Those | None, by: Those | None) -> None:
    """Prevent so much, or all, of every damage for as long as the sentence says, or as its card is there."""
    when = w.Event(kind="would be damaged", to=to, by=by)
    if story.until:
        once = w.Prevent(to=Those(what="stack", bound="it"), amount=number)
        story.say(w.Later(when=when, do=(once,), until=story.until, repeats=True, chance="prevention"))
        return
    if not story.lasts:
        raise NotMeant("prevention of no duration")
    once = w.Prevent(to=w.THIS if to == w.THIS else Those(what="stack", bound="it"), amount=number)
    always = w.Triggered(when=when, do=(once,), chance="prevention")
    story.marks["abilities"] = (*story.marks.get("abilities", ()), always)
