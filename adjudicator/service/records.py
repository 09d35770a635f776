"""RecordService: games taken out and brought in, tables compared, entries found. All of it reads logs, in threads."""

from __future__ import annotations

import asyncio
import difflib
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.api.v1 import record_service_pb2 as pb
from adjudicator.api.v1.game_service_pb2 import Entry
from adjudicator.application import RULING, GameView, Take
from adjudicator.application import Entry as LogEntry
from adjudicator.application.transfer import NoRecordError, bring_in, taken, written
from adjudicator.cases.case import CaseError
from adjudicator.kernel.notation import BESIDES, AmbiguousError, NotUnderstoodError
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import errors, messages, record_notation, requests
from adjudicator.service.callers import CHANCE
from adjudicator.service.chronicle import KINDS, entry_message
from adjudicator.service.differing import differences, form, shown
from adjudicator.service.house import House, Place
from adjudicator.service.status import Code

JSON_LINES = pb.RECORD_FORMAT_JSON_LINES
DIFFERENCES_MAX = 500
FROZEN = (
    "the game goes on in the house that began it, which alone has the seed of its dice and decks; here nothing can be "
    "declared, ruled or closed in it. It can be read, checked, disputed and forked, and a later record adds to it"
)
TEXT_BYTES_MAX = 32 * 1024 * 1024
PIECE_BYTES = 65_536
_RULINGS = {number: name for name, number in messages.RULINGS.items()}


class RecordDesk:
    """The handlers of RecordService."""

    def __init__(self, house: House) -> None:
        self.house = house

    async def ExportGame(self, request: pb.ExportGameRequest) -> pb.ExportGameResponse:
        """Write a game down."""
        view = await self.house.view(request.game)
        place = self.house.place_of(view, view.table)
        viewer = place.viewer(request.viewer)
        await asyncio.to_thread(self.house.delays.need_whole, request.game)
        if request.format == JSON_LINES:
            text = await asyncio.to_thread(self._json_lines, place, request.game, viewer)
            return pb.ExportGameResponse(text=text, basis=place.basis)
        if viewer != JUDGE:
            raise errors.bad_field("viewer", "notation tells everything, decks too; it is for the judge")
        history = await asyncio.to_thread(self.house.application.history, request.game)
        try:
            text = await asyncio.to_thread(record_notation.written, history, request.from_revision or 1)
        except record_notation.NotInNotationError as error:
            raise _not_in_notation(request.game, error) from error
        return pb.ExportGameResponse(text=text, basis=place.basis)

    async def ImportGame(self, request: pb.ImportGameRequest) -> pb.ImportGameResponse:
        """Read a game, judge it again, and bring it in unless it is only checked."""
        request_id = "" if request.check_only else requests.request_id(request.request_id)
        if request.gzip:
            request.text = await asyncio.to_thread(_inflated, request.gzip)
        requests.needed(request.text, "text")
        if request.format == JSON_LINES:
            return await self._import_lines(request)
        return await self._import_notation(request, request_id)

    async def CompareTables(self, request: pb.CompareTablesRequest) -> pb.CompareTablesResponse:
        """What is different between two tables."""
        view = await self.house.view(request.game)
        if request.from_revision < 1:
            raise errors.bad_field("from_revision", "counts from 1")
        forms, boards, left_out = [], [], tuple[str, ...]()
        for revision in (request.from_revision, request.to_revision):
            table = await self.house.table(view, revision)
            place = self.house.place_of(view, table, revision)
            viewer = place.viewer(request.viewer)
            known = place.known(viewer)
            left_out = () if viewer == JUDGE or not place.seats else place.game.binding
            forms.append(form(place.game, known, left_out))
            board = place.game.board(known, None if viewer == JUDGE else viewer).splitlines()
            boards.append([each for each in board if not each.startswith(BESIDES)])
        lines = difflib.unified_diff(boards[0], boards[1], n=0, lineterm="")
        return pb.CompareTablesResponse(
            changes=[
                pb.Change(path=path, before=shown(before), after=shown(after))
                for path, before, after in differences(forms[0], forms[1])
            ],
            lines=[each for each in lines if not each.startswith(("---", "+++", "@@"))],
            basis=self.house.basis(view),
            left_out=left_out,
        )

    async def ListSteps(self, request: pb.ListStepsRequest) -> pb.ListStepsResponse:
        """Entries with their place in the course of the game."""
        size, after = requests.page(request.page_size, request.page_token)
        if request.after_entry < 0:
            raise errors.bad_field("after_entry", "cannot be negative")
        view = await self.house.view(request.game)
        place = self.house.place_of(view, view.table)
        viewer = place.viewer(request.viewer)
        for field, given, known in (
            ("kinds", request.kinds, tuple(KINDS.values())),
            ("rulings", request.rulings, tuple(_RULINGS)),
        ):
            if any(each not in known for each in given):
                raise errors.bad_field(field, "has a number that is not one of its values")
        await asyncio.to_thread(self._need_speakers, view, place, request.seats)
        found = await asyncio.to_thread(
            self._steps, view, place, viewer, request, max(after, request.after_entry), size
        )
        more = len(found) > size
        return pb.ListStepsResponse(
            steps=found[:size],
            next_page_token=str(found[size - 1].entry.number) if more else "",
            basis=place.basis,
        )

    # --- inside -----------------------------------------------------------------------------

    def _need_speakers(self, view: GameView, place: Place, seats: Sequence[str]) -> None:
        """Whether there is everybody whose entries are asked for. Raises RefusedError."""
        speakers = (*place.seats, JUDGE, CHANCE)
        unknown = set(seats).difference(speakers)
        if unknown:  # those who write notes and rule go by their names
            unknown.difference_update(*(_names(each) for each in self.house.application.entries(view.game_id)))
        for name in sorted(unknown):
            raise errors.bad_field("seats", f"{name!r} has said nothing in this game; its seats: {', '.join(speakers)}")

    def _steps(
        self, view: GameView, place: Place, viewer: str, request: pb.ListStepsRequest, after: int, size: int
    ) -> list[pb.GameStep]:
        """One more than a page of what passes the filters."""
        app = self.house.application
        left = app.left_by_rewinds(view.game_id)
        found: list[pb.GameStep] = []
        for step in app.steps(view.game_id, after + 1):
            if step.entry.number > view.last:
                break
            if request.kinds and KINDS[step.entry.kind] not in request.kinds:
                continue
            entry = entry_message(place.teller, step, viewer)
            if request.seats and not _said_by(entry, request.seats):
                continue
            if request.rulings and entry.ruling not in request.rulings:
                continue
            turn, phase = view.rules.when(step.before)
            stands = not any(low < step.entry.revision < high for low, high in left)
            found.append(pb.GameStep(entry=entry, turn=turn, phase=phase, stands=stands))
            if len(found) > size:
                break
        return found

    def _json_lines(self, place: Place, game: str, viewer: str) -> str:
        app = self.house.application
        told = {step.entry.number: entry_message(place.teller, step, viewer) for step in app.steps(game)}

        def words(number: int) -> dict[str, Any]:
            if number == 0:
                return {"edition": place.basis.edition, "viewer": viewer}
            entry = told[number]
            said = {"seat": entry.seat, "said": entry.said, "ruling": _RULINGS[entry.ruling], "remark": entry.remark}
            facts = [each.text for each in entry.facts]
            return {
                name: value for name, value in {**said, "failing": list(entry.failing), "facts": facts}.items() if value
            }

        def sees(seal: Any) -> bool:
            return viewer == JUDGE or bool(viewer and viewer in seal.audience)

        return "\n".join(written(app, game, sees, words)) + "\n"

    async def _import_lines(self, request: pb.ImportGameRequest) -> pb.ImportGameResponse:
        app = self.house.application
        try:
            record = await asyncio.to_thread(taken, app, request.text.splitlines())
        except NoRecordError as error:
            raise errors.bad_field("text", str(error), "RECORD_REFUSED", line=str(error.line)) from error
        found = [(each.entry, each.what, each.recorded, each.now) for each in record.divergences]
        if record.bad:
            found.append((record.bad, "chain", "", record.why))
        elif not record.whole:
            found.append((0, "private parts", "missing", "the chain holds; tables cannot be rebuilt without them"))
        answer = pb.ImportGameResponse(judged=record.judged, differences=_told(found), chain_holds=not record.bad)
        if not request.check_only:
            answer.refused = await asyncio.to_thread(bring_in, app, record)
            if not answer.refused:
                answer.game = record.game_id
                view = await self.house.view(record.game_id)
                answer.basis.CopyFrom(self.house.basis(view))
                answer.frozen = FROZEN if view.frozen else ""
        return answer

    async def _import_notation(self, request: pb.ImportGameRequest, request_id: str) -> pb.ImportGameResponse:
        try:
            _, found = await asyncio.to_thread(record_notation.judged, self.house.game_of, request.text)
        except CaseError as error:
            raise errors.bad_field("text", str(error), "RECORD_REFUSED") from error
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "text") from error
        answer = pb.ImportGameResponse(judged=found.count, differences=_told(found.differences))
        if request.check_only:
            return answer
        if found.differences:
            answer.refused = "it comes out differently here; see the differences"
            return answer
        command = Take(found.opening, tuple(found.said))
        answer.game = (await asyncio.to_thread(self.house.application.do, command, request_id)).game_id
        answer.basis.CopyFrom(self.house.basis(await self.house.view(answer.game)))
        return answer


def _said_by(entry: Entry, speakers: Sequence[str]) -> bool:
    """Whether an entry is of one of some speakers; a judge's ruling is the judge's, whatever the name."""
    return entry.seat in speakers or (JUDGE in speakers and entry.kind == KINDS[RULING])


def _names(entry: LogEntry) -> tuple[str, str]:
    """Who speaks in an entry."""
    content = entry.content
    return getattr(getattr(content, "declaration", None), "seat", ""), getattr(content, "by", "")


def _inflated(data: bytes) -> str:
    """A compressed text; one that would grow beyond bounds is refused, however small it came."""
    try:
        _need_room(data)
        return zlib.decompress(data, wbits=31).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise errors.bad_field("gzip", f"cannot be unpacked: {error}") from error


def _need_room(data: bytes) -> None:
    """What unpacks to a whole text within bounds; found out without keeping any of it. Raises RefusedError."""
    inflater = zlib.decompressobj(wbits=31)
    size = 0
    while piece := inflater.decompress(data, PIECE_BYTES):
        data = inflater.unconsumed_tail
        size += len(piece)
        if size > TEXT_BYTES_MAX:
            raise errors.too_large_unpacked("gzip", TEXT_BYTES_MAX)
    if not inflater.eof:
        raise errors.bad_field("gzip", "is cut off")


def _told(found: list[tuple[int, str, str, str]]) -> Iterator[pb.Difference]:
    for place, what, then, now in found[:DIFFERENCES_MAX]:
        yield pb.Difference(place=place, what=what, written=then, now=now)


def _not_in_notation(game: str, error: record_notation.NotInNotationError) -> errors.RefusedError:
    return errors.RefusedError(
        Code.FAILED_PRECONDITION,
        "NOT_IN_NOTATION",
        f"{error}; take JSON lines, or begin later",
        metadata={"game": game, "entry": str(error.entry)},
        precondition=("NOTATION", game),
    )
