"""`keytally/marks` and `keytally/annotated`: marks and annotations of the visible part of a file."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from lsprotocol import types

from keytally.engine.live_pair import PlacedMark
from keytally.engine.reading import Reading
from keytally.families.contract import Level, Mark, Role
from keytally.tallies.status import Status
from keytally.text.positions import Span
from keytally_server.answers import AnnotatedSpan
from keytally_server.presenters.presenter import Presenter, presenter_of
from keytally_server.protocol.client import Columns
from keytally_server.protocol.messages import AnnotatedParams, MarksParams, RawJson, raw_object
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def answer_marks(server: KeytallyServer, snapshot: Snapshot, params: MarksParams) -> RawJson | None:
    """Return the marks of the visible part, or of the whole file; None for a file without a pair."""
    if snapshot.pair is None:
        return None
    start, end = _visible(server, snapshot, params.range)
    files = _files(server, snapshot)
    marks = [_mark(files, mark) for mark in snapshot.marks(start, end)]
    return raw_object(
        {
            "version": server.session.version(snapshot.path),
            "pair": server.pair_uris(snapshot.pair),
            **_members(server, snapshot, params, marks),
        }
    )


def _members(
    server: KeytallyServer, snapshot: Snapshot, params: MarksParams, marks: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the marks, or their changes for a client that supports them."""
    if params.range is None or not server.client.takes_mark_changes:
        return {"marks": marks}
    lines = snapshot.buffer.line_count
    return server.mark_changes.answer(snapshot.path, params.previous_result_id, marks, lines)


def _visible(server: KeytallyServer, snapshot: Snapshot, wanted: types.Range | None) -> tuple[int, int]:
    """Return the visible part that a request specifies; by default the whole file."""
    if wanted is None:
        return 0, len(snapshot.buffer)
    return server.offsets(snapshot, wanted)


class _ComparedFiles(NamedTuple):
    """The files to which the marks of a result refer: their own file, and the file of their partners."""

    columns: Columns
    reading: Reading
    presenter: Presenter
    other: Reading | None
    other_uri: str


def _files(server: KeytallyServer, snapshot: Snapshot) -> _ComparedFiles:
    path = snapshot.other_path
    return _ComparedFiles(
        server.columns,
        snapshot.reading,
        presenter_of(snapshot.reading.language),
        snapshot.other_reading,
        "" if path is None else server.uri_of(path),
    )


def _mark(files: _ComparedFiles, placed: PlacedMark) -> dict[str, Any]:
    mark, presenter = placed.mark, files.presenter
    shown: dict[str, Any] = {
        "range": files.columns.plain_range(files.reading, placed.start, placed.end),
        "status": mark.status.value,
        "level": mark.level.value,
        "label": mark.label,
    }
    if mark.verdict is not mark.status:
        shown["verdict"] = mark.verdict.value
    ranges = {"extent": presenter.missing_extent(mark), "text": presenter.marked_text(mark)}
    for name, found in ranges.items():
        if found is not None:
            offset = placed.start - mark.start
            shown[name] = files.columns.plain_range(files.reading, offset + found[0], offset + found[1])
    if placed.start == placed.end and (line := presenter.own_line(mark)):
        shown["line"] = line
    if (partner := _partner(files, mark)) is not None:
        shown["partner"] = partner
    return shown


def _partner(files: _ComparedFiles, mark: Mark) -> dict[str, Any] | None:
    other = files.other
    if mark.partner is None or other is None:
        return None
    unit, start, end = mark.partner
    offset = other.units.offset_of(unit)
    place = files.columns.plain_range(other, offset + start, offset + end)
    return {"uri": files.other_uri, "range": place}


WHOLE_ITEMS = frozenset({Level.OBJECT, Level.MENTION, Level.ITEM, Level.RELATION})
"""The levels of marks that concern an annotation as a whole, not one of its parts."""

Verdicts = dict[tuple[int, int], tuple[Status, str]]
"""The verdict and the label of each whole annotation, by its range in the file."""


def _verdicts(marks: list[PlacedMark]) -> Verdicts:
    """Return the verdicts; if a part of an annotation is wrong, the label is that of the part."""
    found: Verdicts = {}
    wrong = [placed for placed in marks if placed.mark.level is Level.FILL]
    for placed in marks:
        mark, place = placed.mark, (placed.start, placed.end)
        if mark.level not in WHOLE_ITEMS or placed.start == placed.end or place in found:
            continue
        label = mark.label
        if mark.verdict is not mark.status:
            first = bisect_left(wrong, placed.start, key=lambda part: part.start)
            last = bisect_right(wrong, placed.end, lo=first, key=lambda part: part.start)
            parts = (part.mark for part in wrong[first:last] if part.end <= placed.end)
            label = next((part.label for part in parts if part.status is mark.verdict), label)
        found[place] = mark.verdict, label
    return found


def answer_annotated(server: KeytallyServer, snapshot: Snapshot, params: AnnotatedParams) -> RawJson:
    """Return the displayed texts and the annotations of the lines in a range, with the verdicts if the
    file is in a pair, and otherwise with the candidates for annotation.
    """
    start, end = server.offsets(snapshot, params.range)
    part = _Part(snapshot, server.columns, presenter_of(snapshot.reading.language), start, end)
    marks = list(snapshot.marks(start, end))
    texts, spans = part.texts_and_spans(marks)
    return raw_object(
        {
            "version": server.session.version(snapshot.path),
            "compared": snapshot.pair is not None,
            "texts": texts,
            "annotations": [*spans, *part.missing(marks)],
            "candidates": [] if snapshot.pair is not None else list(part.candidates()),
        }
    )


NAMES_REACH = 20_000
"""The number of characters before and after a part in which tagged text is looked for."""


class _Part(NamedTuple):
    """A part of a file, and the presenter of its format."""

    snapshot: Snapshot
    columns: Columns
    presenter: Presenter
    start: int
    end: int

    @property
    def reading(self) -> Reading:
        return self.snapshot.reading

    def texts_and_spans(self, marks: list[PlacedMark]) -> tuple[list[list[Any]], list[dict[str, Any]]]:
        """Return the shown texts, and the annotations with their verdicts, in the order of the file."""
        verdicts = _verdicts(marks)
        texts: list[list[Any]] = []
        spans: list[dict[str, Any]] = []
        for number, (unit, offset) in enumerate(self.reading.units.between(self.start, self.end)):
            first, last = max(self.start - offset, 0), min(self.end - offset, len(unit.text))
            shown = self.presenter.annotated_text(self.snapshot, unit, first, last)
            for text in shown.texts:
                texts.append([*self._place(offset + text.start, offset + text.end), text.after])
            for span in shown.spans:
                spans.append(self._span(number, offset, span, verdicts))
        return texts, spans

    def _span(self, unit: int, offset: int, span: AnnotatedSpan, verdicts: Verdicts) -> dict[str, Any]:
        place = offset + span.start, offset + span.end
        found: dict[str, Any] = {
            "range": self.columns.plain_range(self.reading, *place),
            "texts": [self._place(offset + start, offset + end) for start, end in span.texts],
            "type": span.type,
        }
        if span.chain is not None:
            found["chain"] = f"{unit}.{span.chain}"
        if span.colour is not None:
            found["colour"] = span.colour
        if (verdict := verdicts.get(place)) is not None:
            found |= {"status": verdict[0].value, "label": verdict[1]}
        return found

    def missing(self, marks: list[PlacedMark]) -> Iterator[dict[str, Any]]:
        """Yield the items that only the key contains, each with the text that it should cover."""
        if self.snapshot.role is not Role.RESPONSE:
            return
        for placed in marks:
            mark = placed.mark
            if placed.start < placed.end or mark.level not in WHOLE_ITEMS or mark.status is Status.CORRECT:
                continue
            text = self.presenter.missing_text(mark)
            offset = placed.start - mark.start
            yield {
                "range": self.columns.plain_range(self.reading, placed.start, placed.end),
                "texts": [] if text is None else [self._place(offset + text[0], offset + text[1])],
                "type": _without_status(self.presenter.inlay_hint_label(mark) or mark.label, mark.status),
                "status": mark.status.value,
                "label": mark.label,
            }

    def candidates(self) -> Iterator[list[int]]:
        """Yield the ranges of untagged text that is tagged in the part or near it."""
        near = Span(max(self.start - NAMES_REACH, 0), min(self.end + NAMES_REACH, len(self.snapshot.buffer)))
        candidates_of = self.presenter.candidates(self.snapshot, near)
        for unit, offset in self.reading.units.between(self.start, self.end):
            for candidate in candidates_of(unit):
                start, end = offset + candidate.start, offset + candidate.end
                if self.start <= start and end <= self.end:
                    yield self._place(start, end)

    def _place(self, start: int, end: int) -> list[int]:
        """Return a range as four numbers: line and character of its start, then of its end."""
        found = self.columns.plain_range(self.reading, start, end)
        return [found[side][part] for side in ("start", "end") for part in ("line", "character")]


def _without_status(label: str, status: Status) -> str:
    """Return a label without the status at its beginning, because the view displays the status separately."""
    return label.removeprefix(f"{status.value.upper()} ")
