"""A case as it is written: a board, what is said or asked at it, and what is expected (docs/notation.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.games import DEFAULT_EDITION
from adjudicator.kernel.game import Game

CASE_BYTES_MAX = 1024 * 1024


class CaseError(ValueError):
    """A case file that cannot be read: which file, and what is wrong with it."""

    told_to_people = True

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path = path
        self.why = why


class CaseSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game of a case is run; a case reports its dice and decks unless it says otherwise."""

    dice: str = "reported"
    decks: str = "reported"
    manual: str = "ask"
    strict: bool = False


SETTINGS = {"dice": ("house", "reported"), "decks": ("house", "reported"), "manual": ("ask", "blank")}
"""The words that a setting may be."""


class PartOfValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a value that is expected; what is not written may be anything."""

    source: str | None = None
    amount: int | None = None
    rule: str | None = None
    how: str | None = None


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from"}):
    """One step: a declaration that is made (`say`) or only asked about (`ask`), a value, or a look.

    `deck` rules on a deck instead (its list; `sanctioned` for a sanctioned event, `format` by its name, with the
    `newest` set). `start` ("from" in
    the file) puts the case on another board first. Everything else is an expectation, and what is
    None is not looked at:

    `ruling`; `fails` are the codes of all failing clauses; `cites` rules that have to be among those that decide,
    `names` rules anywhere in what carries a ruling, `decides` the one that an explanation names before all others,
    where the case is about that; `non_events` rule ids;
    `facts` and `no_facts` kinds of facts, or tables with `kind` and fields; `board` a part of the
    board afterwards; `total` and `parts` of a value; `next` who speaks next ("over": the game is);
    `legal` and `not_legal` kinds of declarations or declarations; `missing` what an undecided
    ruling lacks. `contrasts` names rules that this step sets off against another one (see `audit`). `under` has,
    by edition, expectations that stand there instead of these.
    """

    say: str | None = None
    ask: str | None = None
    value: str | None = None
    deck: str | None = None
    sanctioned: bool = False
    format: str = ""
    newest: str = ""
    start: str | None = None
    ruling: str | None = None
    fails: tuple[str, ...] | None = None
    cites: tuple[str, ...] | None = None
    names: tuple[str, ...] | None = None
    decides: str | None = None
    non_events: tuple[str, ...] | None = None
    facts: tuple[str | dict[str, Any], ...] | None = None
    no_facts: tuple[str | dict[str, Any], ...] | None = None
    board: str | None = None
    total: int | None = None
    parts: tuple[PartOfValue, ...] | None = None
    next: str | tuple[str, ...] | None = None
    legal: tuple[str, ...] | None = None
    not_legal: tuple[str, ...] | None = None
    missing: tuple[str, ...] | None = None
    contrasts: tuple[str, ...] = ()
    under: dict[str, dict[str, Any]] = {}

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the step expects by name, in the order in which they are written."""
        parts = tuple(part.rule for part in self.parts or () if part.rule)
        return tuple(dict.fromkeys((*(self.cites or ()), *(self.names or ()), *(self.non_events or ()), *parts)))


Decks = Mapping[str, str | tuple[str, ...]]
"""By seat a deck, or several to choose from."""


def each_deck(decks: Decks) -> Iterator[tuple[str, str]]:
    """Every deck with its seat."""
    for seat, given in decks.items():
        for deck in (given,) if isinstance(given, str) else given:
            yield seat, deck


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"cards": "card", "steps": "step"}):
    """A case file. It starts at a `board`, or at the very beginning with `decks` (by seat a list, or several);
    `edition` or `editions` say under which rules it is judged.

    `note` is for readers; `cards` ("card" in the file) are cards the catalogue lacks, in LackeyCCG columns.
    `points` are the points of difference that the case decides under each of its editions (comparing.points).
    """

    title: str
    board: str = ""
    decks: dict[str, str | tuple[str, ...]] = {}
    edition: str = ""
    editions: tuple[str, ...] = ()
    note: str = ""
    points: tuple[str, ...] = ()
    settings: CaseSettings = CaseSettings()
    cards: tuple[dict[str, Any], ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def under(self) -> tuple[str, ...]:
        """The editions under which the case is run."""
        return self.editions or (self.edition or DEFAULT_EDITION,)

    def of(self, edition: str, game: Game) -> Case:
        """The case as it is judged under one of its editions: its steps with the expectations that stand there.

        For a rule that others state too, whichever of them the case names, the one stands that is cited there.
        """
        cited = game.cited_for(edition)
        return msgspec.structs.replace(self, steps=tuple(_cited(_under(step, edition), cited) for step in self.steps))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that the case expects by name."""
        return tuple(dict.fromkeys(rule for step in self.steps for rule in step.rules))


def _under(step: Step, edition: str) -> Step:
    """A step with the expectations of an edition. Raises msgspec.ValidationError."""
    if not step.under:
        return step
    plain = {word: value for word, value in msgspec.to_builtins(step).items() if word != "under"}
    found: Step = msgspec.convert({**plain, **step.under.get(edition, {})}, Step)
    return found


def _cited(step: Step, cited: Mapping[str, str]) -> Step:
    """A step with every rule it expects in the place of those that the books join with it."""

    def fact(wanted: str | dict[str, Any]) -> str | dict[str, Any]:
        if isinstance(wanted, str) or "rule" not in wanted:
            return wanted
        return {**wanted, "rule": cited.get(wanted["rule"], wanted["rule"])}

    def rules(ids: tuple[str, ...] | None) -> tuple[str, ...] | None:
        return None if ids is None else tuple(cited.get(each, each) for each in ids)

    return msgspec.structs.replace(
        step,
        cites=rules(step.cites),
        names=rules(step.names),
        decides=cited.get(step.decides or "", step.decides),
        non_events=rules(step.non_events),
        contrasts=rules(step.contrasts),
        facts=None if step.facts is None else tuple(map(fact, step.facts)),
        no_facts=None if step.no_facts is None else tuple(map(fact, step.no_facts)),
        parts=None
        if step.parts is None
        else tuple(msgspec.structs.replace(each, rule=cited.get(each.rule or "", each.rule)) for each in step.parts),
    )


def read_case(text: str, path: str = "<case>") -> Case:
    """A case from the text of its file. Raises CaseError."""
    try:
        case = msgspec.convert(tomllib.loads(text), Case)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as bad:
        raise CaseError(path, str(bad)) from None
    why = _doubtful(case)
    if why:
        raise CaseError(path, why)
    return case


def _printing(row: Mapping[str, Any]) -> tuple[str, ...]:
    """Which printing a card of a case is: its name, set and number, which columns may write with a capital."""
    told = {str(column).casefold(): str(said).casefold() for column, said in row.items()}
    return tuple(told.get(column, "") for column in ("name", "set", "number"))


def _doubtful(case: Case) -> str:
    """What the shape of a case alone shows to be a mistake; empty if nothing does."""
    if case.edition and case.editions:
        return "give `edition` or `editions`, not both"
    for word, fits in SETTINGS.items():
        if (said := getattr(case.settings, word)) not in fits:
            return f"the setting `{word}` is {' or '.join(fits)}, not {said}"
    if twice := next((each for each in case.editions if case.editions.count(each) > 1), ""):
        return f"give the edition {twice} once"
    names = [_printing(row) for row in case.cards]
    if given := next((each for each in names if each[0] and names.count(each) > 1), None):
        return f"give the card {given[0]} once"
    if case.board and case.decks:
        return "give a `board` or `decks`, not both"
    placed = bool(case.board or case.decks)
    for number, step in enumerate(case.steps, 1):
        placed = placed or bool(step.start)
        why = (
            _doubtful_step(step)
            or _doubtful_under(step, case.under)
            or ("" if placed or step.deck is not None else "there is no board")
        )
        if why:
            return f"step {number}: {why}"
    return ""


NOT_EXPECTED = frozenset({"say", "ask", "value", "deck", "sanctioned", "format", "newest", "from", "under"})
"""What a step says, and what therefore cannot differ between editions."""


def _doubtful_under(step: Step, editions: tuple[str, ...]) -> str:
    """What is wrong with expectations by edition."""
    for edition, expected in step.under.items():
        if edition not in editions:
            return f"`under` names {edition}, under which the case is not run"
        if NOT_EXPECTED & set(expected):
            return f"`under` has expectations only, not {sorted(NOT_EXPECTED & set(expected))}"
        try:
            why = _doubtful_step(_under(step, edition))
        except msgspec.ValidationError as bad:
            return f"under {edition}: {bad}"
        if why:
            return f"under {edition}: {why}"
    return ""


def _doubtful_step(step: Step) -> str:
    """The same of one step."""
    if sum(each is not None for each in (step.say, step.ask, step.value, step.deck)) > 1:
        return "give one of `say`, `ask`, `value` and `deck`"
    if step.deck is None and (step.sanctioned or step.format or step.newest):
        return "`sanctioned`, `format` and `newest` are of a `deck`"
    for wanted, unwanted in (("facts", "no_facts"), ("legal", "not_legal")):
        both = [each for each in getattr(step, wanted) or () if each in (getattr(step, unwanted) or ())]
        if both:
            return f"`{wanted}` and `{unwanted}` both name {both[0]}"
    if step == Step():
        return "it says nothing and expects nothing"
    if step.value is None and (step.total is not None or step.parts is not None):
        return "`total` and `parts` are of a `value`"
    if step.say is None and step.ask is None and step.deck is None:
        for word in ("ruling", "fails", "non_events", "facts", "no_facts", "missing"):
            if getattr(step, word) is not None:
                return f"`{word}` needs something said or asked"
        for word in ("cites", "names", "decides"):
            if getattr(step, word) is not None and step.value is None:
                return f"`{word}` needs something said or asked, or a value"
    if step.ruling not in (None, "legal", "illegal", "undecided"):
        return f"a ruling is legal, illegal or undecided, not {step.ruling}"
    return ""


def value_asked(words: str) -> tuple[str, str]:
    """Whose value is asked for, and which: `power of luke`, `arenas controlled by dark`. Raises ValueError."""
    for between in (" of ", " by "):
        name, found, of = words.partition(between)
        if found and name.strip() and of.strip():
            return of.strip(), name.strip()
    raise ValueError(f"a value is asked as 'power of luke', not {words!r}")


def load(path: Path) -> Case:
    """A case from its file. Raises CaseError, also for a file that cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as bad:
        raise CaseError(str(path), bad.strerror or str(bad)) from None
    if len(data) > CASE_BYTES_MAX:
        raise CaseError(str(path), f"a case has at most {CASE_BYTES_MAX} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as bad:
        raise CaseError(str(path), f"not UTF-8 at byte {bad.start}") from None
    return read_case(text, str(path))


def files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The case files below some paths, in the order of their names. Raises CaseError for a path that is not there."""
    for each in paths:
        path = Path(each)
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        elif path.exists():
            yield path
        else:
            raise CaseError(str(path), "no such file or folder")
