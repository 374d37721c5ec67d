"""The presenters of brat standoff and of the texts that it annotates."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from keytally.families.presentation import Note
from keytally.families.spans.standoff_text import Anchoring, StatedEntity, known_types, stated_entities
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import short_text
from keytally.findings.table.adjudication import IMPORT_OFFSET
from keytally.text.positions import Span, count_line_ends, end_of_line, start_of_line
from keytally.text.rendering import markdown_code, quantity
from keytally_server.answers import Completion, CompletionKind, DocumentHighlight, Hover, LocationLink
from keytally_server.cursor import line_around
from keytally_server.presenters.presented import PresentedUnitPresenter, noted_hover
from keytally_server.presenters.presenter import Presenter
from keytally_server.presenters.safe_fixes import Repair
from keytally_server.session.snapshot import Snapshot, UnitAt

CONTEXT = 60
"""The maximum number of characters of the text that a hover shows on either side of a quotation."""

MOST_ANCHORS = 3
"""The maximum number of positions that are offered for one annotation."""

_IDENTIFIER = re.compile(r"(?<![^\s:])[TERAMN#*]\d+(?!\S)")
_LINE = re.compile(r"([^\t\r\n]+)\t([^\r\n]*)")
_FIELD = re.compile(r"(?P<letter>[TREAMN])\d*\t(?P<type>[^\s:]*)\Z")
_ARGUMENT = re.compile(
    r"(?:[RE]\d*\t\S+(?: \S+)*? ?[^\s:]*:|\*\t\S+(?: \S+)* |[AMN]\d*\t\S+ |#\d*\t\S+ )(?P<typed>[^\s:]*)\Z"
)


def _is_standoff(snapshot: Snapshot) -> bool:
    return snapshot.path.suffix == ".ann"


def _identifier_at(text: str, place: int) -> re.Match[str] | None:
    """Return the identifier around an offset, or None."""
    line = line_around(text, place)
    found = _IDENTIFIER.finditer(text, line.start, line.end)
    return next((each for each in found if each.start() <= place <= each.end()), None)


def _entity_at(text: str, place: int) -> StatedEntity | None:
    """Return the entity that is defined on the line around an offset, or None."""
    line = line_around(text, place)
    entity = next(stated_entities(text[line.start : line.end]), None)
    return None if entity is None else _moved(entity, line.start)


def _moved(entity: StatedEntity, by: int) -> StatedEntity:
    start, end = entity.offsets
    return entity._replace(start=entity.start + by, end=entity.end + by, offsets=(start + by, end + by))


def _declaration(text: str, identifier: str) -> re.Match[str] | None:
    """Return the identifier at the start of the line that defines it, or None."""
    return re.search(rf"^{re.escape(identifier)}(?=\t)", text, re.M)


class StandoffPresenter(PresentedUnitPresenter):
    """Presents brat files next to their texts; JSON and TSV files are presented like other units."""

    word = re.compile(r"[^\s:]*\Z")

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts at a position, and the text of an annotation or an identifier."""
        if not _is_standoff(snapshot):
            return super().hover(snapshot, at)
        return noted_hover(snapshot, at, _note(snapshot, at))

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the line of an identifier, or the position of an annotation in the text.

        In a pair, an annotation's own identifier and type link to the other file.
        """
        if not _is_standoff(snapshot):
            return ()
        text = at.unit.text
        identifier = _identifier_at(text, at.place)
        if identifier is not None and text[identifier.end() : identifier.end() + 1] != "\t":
            found = _declaration(text, identifier[0])
            return [] if found is None else [_link(snapshot.path, at.offset, found.span(), identifier.span())]
        entity = _entity_at(text, at.place)
        if entity is None or snapshot.beside is None:
            return ()
        if snapshot.pair is not None and at.place < entity.offsets[0]:
            return ()
        path, reading = snapshot.beside
        start, end = entity.extents[0][0], entity.extents[-1][1]
        if not start <= end <= len(reading):
            return ()
        return [LocationLink(path, start, end, at.offset + entity.start, at.offset + entity.end)]

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the line that defines the identifier at an offset, and the lines that refer to it."""
        text = at.unit.text
        found = _identifier_at(text, at.place) if _is_standoff(snapshot) else None
        if found is None:
            return []
        return [
            DocumentHighlight(
                at.offset + each.start(), at.offset + each.end(), text[each.end() : each.end() + 1] == "\t"
            )
            for each in _IDENTIFIER.finditer(text)
            if each[0] == found[0]
        ]

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Yield types after an identifier, and identifiers of entities and events as arguments."""
        if not _is_standoff(snapshot):
            return ()
        before = line_around(at.unit.text, at.place).before
        if found := _FIELD.match(before):
            return _types(snapshot, at, found["letter"], found["type"])
        if found := _ARGUMENT.match(before):
            return _arguments(snapshot, at, found["typed"])
        return ()

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterator[Repair]:
        """Yield repairs that move a misplaced annotation to the positions at which its quotation occurs,
        the likeliest first, and a repair that moves all misplaced annotations.
        """
        if finding.rule.name != IMPORT_OFFSET.name or snapshot.beside is None or not _is_standoff(snapshot):
            return
        anchoring = Anchoring(at.unit.text, snapshot.beside[1].text)
        entity = next((each for each in anchoring.misplaced if each.start <= at.place <= each.end), None)
        if entity is None:
            return
        for number, anchor in enumerate(islice(anchoring.anchors(entity), MOST_ANCHORS)):
            edit = Edit(*entity.offsets, anchor.offsets)
            title = f'move {entity.identifier} to "{short_text(entity.quote)}" at {anchor.extents[0][0]}'
            yield Repair(title, (edit,), is_preferred=not number).moved(at.offset)
        edits = anchoring.edits()
        if len(edits) > 1:
            title = f"move {quantity(len(edits), 'annotation')} to the nearest text that they quote"
            yield Repair(title, tuple(edits)).moved(at.offset)


def _link(path: Path, offset: int, target: tuple[int, int], origin: tuple[int, int]) -> LocationLink:
    (start, end), (first, last) = target, origin
    return LocationLink(path, offset + start, offset + end, offset + first, offset + last)


def _note(snapshot: Snapshot, at: UnitAt) -> Note | None:
    """Return the text of the entity on the line, or of the identifier at a position, in its context; None
    if there is neither.
    """
    text = at.unit.text
    identifier = _identifier_at(text, at.place)
    if identifier is not None and text[identifier.end() : identifier.end() + 1] != "\t":
        found = _declaration(text, identifier[0])
        entity = None if found is None else _entity_at(text, found.start())
        place = identifier.span()
    else:
        entity = _entity_at(text, at.place)
        place = (0, 0) if entity is None else (entity.start, entity.end)
    if entity is None:
        return None
    title = f"{markdown_code(entity.type)} {markdown_code(short_text(entity.quote))}"
    context = () if snapshot.beside is None else _context(entity, snapshot.beside[1].text)
    return Note(*place, "\n\n".join([title, *context]))


def _context(entity: StatedEntity, text: str) -> Iterator[str]:
    """Yield the line of the text around an entity, or a note that the entity's offsets are after the end
    of the text.
    """
    start, end = entity.extents[0][0], entity.extents[-1][1]
    if not start <= end <= len(text):
        yield f"Its offsets are after the end of the text, which has {quantity(len(text), 'character')}."
        return
    first = max(start_of_line(text, start), start - CONTEXT)
    last = min(end_of_line(text, end), end + CONTEXT)
    parts = (text[first:start], text[start:end], text[end:last])
    before, covered, after = (" ".join(part.split()) for part in parts)
    lead = "…" if first > start_of_line(text, start) else ""
    tail = "…" if last < end_of_line(text, end) else ""
    pieces = (
        *([markdown_code(f"{lead}{before}")] if before else []),
        f"**{markdown_code(covered)}**" if covered else "",
        *([markdown_code(f"{after}{tail}")] if after else []),
    )
    yield f"Line {count_line_ends(text[:start]) + 1}: {' '.join(filter(None, pieces))}"


def _types(snapshot: Snapshot, at: UnitAt, letter: str, typed: str) -> Iterator[Completion]:
    """Yield types for lines with that letter: types in the file, types in the pair's other file, and
    declared types.
    """
    counts = Counter[str]()
    texts = [at.unit.text]
    if snapshot.other_reading is not None:
        texts += [unit.text for unit in snapshot.other_reading.units]
    for text in texts:
        counts.update(found[1] for found in re.finditer(rf"^{letter}\d*\t([^\s:]+)", text, re.M))
    if letter in "TR" and snapshot.other_reading is not None:
        for unit in snapshot.other_reading.units:
            counts.update(each.entity.type for each in unit.entities if letter == "T")
            counts.update(each.relation.type for each in unit.relations if letter == "R")
    counts[typed] -= 1
    counts.update(dict.fromkeys(known_types(snapshot.declarations).get(letter, ()), 1))
    for name in sorted(filter(None, +counts), key=lambda name: (-counts[name], name)):
        yield Completion(name, CompletionKind.VALUE, name, *_typed(at, typed))


def _typed(at: UnitAt, typed: str) -> tuple[int, int]:
    """Return the range of the file that a completion replaces."""
    end = at.offset + at.place
    return end - len(typed), end


def _arguments(snapshot: Snapshot, at: UnitAt, typed: str) -> Iterator[Completion]:
    """Yield the identifiers of the file's entities, those closest to the line first, and of its events."""
    text, line = at.unit.text, line_around(at.unit.text, at.place)
    known = [each for each in stated_entities(text) if each.start != line.start]
    for entity in sorted(known, key=lambda each: abs(each.start - line.start)):
        detail = f'{entity.type} "{short_text(entity.quote)}"'
        yield Completion(
            entity.identifier, CompletionKind.POINTER, entity.identifier, *_typed(at, typed), detail=detail
        )
    for event in re.finditer(r"^(E\d+)\t([^\s:]+)", text, re.M):
        if event.start() != line.start:
            yield Completion(event[1], CompletionKind.POINTER, event[1], *_typed(at, typed), detail=event[2])


class AnnotatedTextPresenter(Presenter):
    """Presents the text that an open file annotates: its annotations, and links to their lines."""

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the annotations of the text at a position, or None."""
        found = _annotations_at(snapshot, at)
        if not found:
            return None
        lines = (f"{markdown_code(each.type)} {markdown_code(short_text(each.quote))}" for each, _ in found)
        narrowest = found[0][0].extents
        return Hover("\n\n".join(lines), narrowest[0][0], narrowest[-1][1])

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the lines of the annotations of the text at a position, the narrowest first."""
        if snapshot.beside is None:
            return ()
        path = snapshot.beside[0]
        return [
            LocationLink(path, line.start, line.end, each.extents[0][0], each.extents[-1][1])
            for each, line in _annotations_at(snapshot, at)
        ]


def _annotations_at(snapshot: Snapshot, at: UnitAt) -> list[tuple[StatedEntity, Span]]:
    """Return the annotations at a position in the text with their lines, the narrowest first."""
    if snapshot.beside is None:
        return []
    place = at.offset + at.place
    found = [
        (each, Span(each.start, each.end))
        for each in stated_entities(snapshot.beside[1].text)
        if any(start <= place <= end for start, end in each.extents)
    ]
    return sorted(found, key=lambda pair: pair[0].extents[-1][1] - pair[0].extents[0][0])
