"""A brat standoff file and its text: annotations, wrong offsets, and the positions where the quotations
occur instead.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from keytally.families.contract import Language, TextBeside, Unit
from keytally.families.interchange import Extent, FaultKind, SourceText
from keytally.families.spans.brat import one_line, read_brat
from keytally.findings.finding import Edit, Finding
from keytally.findings.spelling import did_you_mean, short_text
from keytally.findings.table.adjudication import IMPORT_OFFSET, UNDECLARED_TYPE

_STATED = re.compile(r"(T\d\S*)\t(\S+) (\d{1,12} \d{1,12}(?:;\d{1,12} \d{1,12})*)\t([^\r\n]*)")
_LINE = re.compile(r"[^\r\n]+")


class StatedEntity(NamedTuple):
    """The line of an entity: its identifier, type, extents and quotation as written, with their places.

    `start` and `end` are the offsets of the line in the file; `offsets` is the range of its extents.
    """

    identifier: str
    type: str
    extents: tuple[Extent, ...]
    quote: str
    start: int
    end: int
    offsets: Extent

    def pieces(self) -> Sequence[str]:
        """Return the part of the quotation that belongs to each extent; the last part contains the rest."""
        found, rest = [], self.quote
        for start, end in self.extents[:-1]:
            found.append(rest[: end - start])
            rest = rest[end - start + 1 :]
        return [*found, rest]


def stated_entities(annotation: str) -> Iterator[StatedEntity]:
    """Yield the entities of a standoff file, whether their offsets are right or wrong."""
    for line in _LINE.finditer(annotation):
        if found := _STATED.match(line[0]):
            pairs = [each.split(" ") for each in found[3].split(";")]
            extents = tuple((int(start), int(end)) for start, end in pairs)
            at = line.start()
            places = (at, at + found.end(), (at + found.start(3), at + found.end(3)))
            yield StatedEntity(found[1], found[2], extents, found[4], *places)


def misplaced_entities(annotation: str, text: str) -> list[StatedEntity]:
    """Return the entities whose quotation does not occur at their offsets in the text."""
    read = read_brat([SourceText("", annotation), SourceText("", text)])
    lines = {
        loss.place.line
        for loss in read.losses
        if loss.fault is not None and loss.fault.kind is FaultKind.OFFSET
    }
    starts = [0, *(end.end() for end in re.finditer(r"\r\n|\r|\n", annotation))]
    return [each for each in stated_entities(annotation) if bisect_right(starts, each.start) in lines]


def text_findings(annotation: str, text: str, known: Sequence[Finding]) -> list[Finding]:
    """Return the findings on offsets that do not match their quotation, except those that are already
    known.
    """
    places = {(finding.start, finding.end) for finding in known}
    found = (
        IMPORT_OFFSET.finding(*each.offsets, {"wrong": _wrong(each, text)})
        for each in misplaced_entities(annotation, text)
    )
    return [finding for finding in found if (finding.start, finding.end) not in places]


def _wrong(entity: StatedEntity, text: str) -> str:
    first, last = entity.extents[0][0], entity.extents[-1][1]
    if last > len(text):
        return f"{entity.identifier} ends at {last}, but the text has {len(text)} characters"
    covered = " ".join(text[start:end] for start, end in entity.extents)
    shown, quote = (short_text(one_line(each)) for each in (covered, entity.quote))
    return f'the text from {first} to {last} is "{shown}", not "{quote}"'


_SECTION = re.compile(r"\[(\w+)\]\s*")
_DECLARED = re.compile(r"\s*!?([^\s#<\[!|-][^\s#|]*)")
_TYPED = re.compile(r"([TREAM*])\S*\t([^\s:]+)")
_SECTIONS = {
    "T": ("entities", "spans", "events"),
    "E": ("events",),
    "R": ("relations",),
    "*": ("relations",),
    "A": ("attributes",),
    "M": ("attributes",),
}
"""The sections of `annotation.conf` that declare the types for a line, by the line's first letter."""


def declared_types(declarations: str) -> dict[str, list[str]]:
    """Return the types that each section of brat's `annotation.conf` declares, in file order."""
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for line in declarations.splitlines():
        if header := _SECTION.fullmatch(line):
            section = found.setdefault(header[1], [])
        elif (declared := _DECLARED.match(line)) and declared[1] not in section:
            section.append(declared[1])
    return found


def known_types(declarations: str) -> dict[str, list[str]]:
    """Return the declared types for lines, by their first letter."""
    declared = declared_types(declarations)
    return {
        letter: list(dict.fromkeys(name for section in sections for name in declared.get(section, ())))
        for letter, sections in _SECTIONS.items()
    }


def type_findings(annotation: str, declarations: str) -> Iterator[Finding]:
    """Yield a finding for each undeclared type, if `annotation.conf` declares any types of its kind."""
    known = known_types(declarations)
    for line in _LINE.finditer(annotation):
        found = _TYPED.match(line[0])
        if found and known[found[1]] and found[2] not in known[found[1]]:
            start, end = (line.start() + place for place in found.span(2))
            listed = ", ".join(known[found[1]][:MOST_NAMED])
            hint = did_you_mean(found[2], known[found[1]])
            yield UNDECLARED_TYPE.finding(
                start, end, {"type": short_text(found[2]), "known": f"{listed}{hint}"}
            )


MOST_NAMED = 20
"""The maximum number of declared types that a finding lists."""


class Anchor(NamedTuple):
    """A place in the text where an entity's quotation occurs, and the offsets to write for it."""

    extents: tuple[Extent, ...]

    @property
    def offsets(self) -> str:
        """Return the offsets as they are written on a line."""
        return ";".join(f"{start} {end}" for start, end in self.extents)


MOST_OCCURRENCES = 1000


@dataclass
class Anchoring:
    """Finds the positions of entities' quotations in a text that has changed.

    Entities whose quotation occurs once, or occurs at the expected position, show how far the surrounding
    text has moved. Other entities are expected to have moved as far as the nearest such entity before them.
    """

    annotation: str
    text: str

    def __post_init__(self) -> None:
        self.misplaced = misplaced_entities(self.annotation, self.text)
        self._line = one_line(self.text)
        wrong = {entity.start for entity in self.misplaced}
        shifts = [
            (entity.extents[0][0], 0)
            for entity in stated_entities(self.annotation)
            if entity.start not in wrong
        ]
        for entity in self.misplaced:
            found = self._occurrences(entity)
            if len(found) == 1:
                shifts.append((entity.extents[0][0], found[0]))
        self._shifts = sorted(shifts)

    def anchors(self, entity: StatedEntity) -> list[Anchor]:
        """Return the places where an entity's quotation occurs, the most likely first; empty if it does
        not occur.
        """
        at = bisect_right(self._shifts, (entity.extents[0][0], len(self.text)))
        around = self._shifts[at - 1 : at] if at else self._shifts[:1]
        expected = around[0][1] if around else 0
        shifts = sorted(self._occurrences(entity), key=lambda shift: (abs(shift - expected), shift))
        return [
            Anchor(
                tuple(
                    (start + shift, start + shift + len(piece))
                    for (start, _), piece in zip(entity.extents, entity.pieces(), strict=True)
                )
            )
            for shift in shifts
        ]

    def edits(self) -> list[Edit]:
        """Return the edits that move each misplaced entity to the most likely place of its quotation."""
        found = ((entity, self.anchors(entity)) for entity in self.misplaced)
        return [Edit(*entity.offsets, anchors[0].offsets) for entity, anchors in found if anchors]

    def _occurrences(self, entity: StatedEntity) -> list[int]:
        """Return how far the quotation has moved, for each place where all of its parts occur."""
        (first, *others), (start, *_) = entity.pieces(), entity.extents[0]
        found: list[int] = []
        at = self._line.find(first) if first else -1
        while at >= 0 and len(found) < MOST_OCCURRENCES:
            shift = at - start
            if all(
                self._line.startswith(piece, begin + shift)
                for piece, (begin, _) in zip(others, entity.extents[1:], strict=True)
            ):
                found.append(shift)
            at = self._line.find(first, at + 1)
        return found


class TextUnit:
    """The text that a standoff file annotates; it is not scored."""

    document: str | None = None
    findings: Sequence[Finding] = ()

    def __init__(self, text: str) -> None:
        self.text = text


@dataclass(frozen=True, slots=True)
class TextLanguage(Language):
    """The language of a text that a standoff file annotates (keytally.families.contract.Language)."""

    name: str = "spans-text"
    lookahead: int = 0

    def boundaries(self, text: str) -> list[int]:
        """Return no boundaries: the text is one unit."""
        return []

    def read(self, text: str) -> TextUnit:
        """Return the text as one unit."""
        return TextUnit(text)


def beside_text() -> TextBeside:
    """Return the functions that compare a brat file with the text that it annotates."""
    return TextBeside(_text_name, "annotation.conf", TextLanguage, _compare_text)


def _text_name(name: str) -> str | None:
    return f"{name.removesuffix('.ann')}.txt" if name.endswith(".ann") else None


def _compare_text(unit: Unit, text: str, declarations: str) -> Sequence[Finding]:
    """Return the findings on offsets that do not match their quotation, and on undeclared types."""
    found = text_findings(unit.text, text, unit.findings)
    return [*found, *type_findings(unit.text, declarations)] if declarations else found
