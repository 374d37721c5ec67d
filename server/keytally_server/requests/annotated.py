"""`keytally/annotated`: the text of a part of a file without its markup, and its annotations."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

from keytally.engine.live_pair import PlacedMark
from keytally.engine.reading import Reading
from keytally.families.contract import Level, Role
from keytally.tallies.status import Status
from keytally_server.answers import AnnotatedSpan
from keytally_server.presenters.presenter import Presenter, presenter_of
from keytally_server.protocol.client import Columns
from keytally_server.protocol.messages import AnnotatedParams, RawJson, raw_object
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

WHOLE_ITEMS = frozenset({Level.OBJECT, Level.MENTION, Level.ITEM})
"""The levels of marks on an annotation as a whole, not on one of its parts."""

Verdicts = dict[tuple[int, int], tuple[Status, str]]
"""The verdict and the label of each whole annotation, by the range of the file that it has."""


def _verdicts(marks: list[PlacedMark]) -> Verdicts:
    """Return the verdicts; the label of an annotation with a wrong part is that of the part."""
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
    """Return the shown texts and the annotations of the lines of a range, with their verdicts in a pair."""
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
        }
    )


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
        """Yield the items that only the key has, each with the text that it should cover."""
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

    def _place(self, start: int, end: int) -> list[int]:
        """Return a range as four numbers: line and character of its start, then of its end."""
        found = self.columns.plain_range(self.reading, start, end)
        return [found[side][part] for side in ("start", "end") for part in ("line", "character")]


def _without_status(label: str, status: Status) -> str:
    """Return a label without the status at its beginning, because the view draws the status."""
    return label.removeprefix(f"{status.value.upper()} ")
