"""One common text for the key and response of a document whose files count offsets differently."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from keytally.families.interchange import Document, Entity, SourceText
from keytally.families.spans.brat import read_brat
from keytally.families.spans.offsets import OffsetMap, counting_of, squeezed, unified
from keytally.families.spans.reading import SpansUnit
from keytally.findings.finding import Finding
from keytally.findings.spelling import short_text
from keytally.findings.table.adjudication import OTHER_TEXT, RESOLVED_OFFSETS, OtherText
from keytally.text.difference import common_prefix
from keytally.text.positions import line_starts

Side = Sequence[tuple[SpansUnit, Document]]
"""The units of a side that are documents, each with its content converted to the common text."""

_SHOWN = 24
"""The maximum number of characters that a finding quotes."""


class OneText(NamedTuple):
    """Both sides of a document on one text, with a finding if offsets were resolved or the texts differ.

    Each finding comes with its unit; for a difference, that is the response's unit. If the texts differ,
    offsets remain as written.
    """

    key: Side
    response: Side
    resolved: tuple[SpansUnit, Finding] | None = None
    difference: tuple[SpansUnit, Finding] | None = None


def on_one_text(key: Sequence[SpansUnit], response: Sequence[SpansUnit]) -> OneText:
    """Return both sides of a document with offsets in the first text."""
    sides: tuple[list[tuple[SpansUnit, Document]], list[tuple[SpansUnit, Document]]] = ([], [])
    resolved = difference = None
    for wanted, mine in zip_longest(_contents(key), _contents(response)):
        pair = _Pair(*wanted, *mine) if wanted is not None and mine is not None else None
        found = _compared(pair) if pair is not None else None
        if pair is None or found is None:
            for side, each in zip(sides, (wanted, mine), strict=True):
                side.extend([] if each is None else [each])
            for unit, content in [each for each in (mine, wanted) if each is not None and each[1].counted]:
                resolved = resolved or _resolved(unit, content, f"count {content.counted}")
            continue
        sides[0].append((pair.key, found.key))
        sides[1].append((pair.response, found.response))
        resolved, difference = resolved or found.note, difference or found.difference
    return OneText(*sides, resolved, difference)


def _contents(units: Sequence[SpansUnit]) -> Iterator[tuple[SpansUnit, Document]]:
    return ((unit, unit.content) for unit in units if unit.content is not None)


class _Pair(NamedTuple):
    """A unit from each side with its content."""

    key: SpansUnit
    wanted: Document
    response: SpansUnit
    content: Document


class _Compared(NamedTuple):
    """The contents of a pair, converted to one text."""

    key: Document
    response: Document
    note: tuple[SpansUnit, Finding] | None = None
    difference: tuple[SpansUnit, Finding] | None = None


def _compared(pair: _Pair) -> _Compared | None:
    """Compare the texts of a pair; return None if both already have offsets in the same text."""
    text, other = pair.wanted.text, pair.content.text
    if pair.key.has_text and pair.response.has_text:
        return None if text == other else _texts_compared(pair)
    if not pair.key.has_text and not pair.response.has_text:
        return None if text == other else _quotations_compared(pair)
    return _text_compared_with_quotations(pair)


def _texts_compared(pair: _Pair) -> _Compared | None:
    """Compare two texts; texts that differ only in line ends or whitespace count as the same."""
    text, other = pair.wanted.text, pair.content.text
    if text.rstrip() == other.rstrip():
        return None
    if squeezed(text) != squeezed(other):
        return _different(pair, unified(text), unified(other))
    moved = _moved(pair.content, text, OffsetMap(other, text))
    what = "line ends differ" if unified(text).rstrip() == unified(other).rstrip() else "whitespace differs"
    note = f"refer to a text whose {what} from the key's"
    return _Compared(pair.wanted, moved, _resolved(pair.response, pair.content, note))


def _moved(content: Document, text: str, offsets: OffsetMap) -> Document:
    def moved(entity: Entity) -> Entity:
        return replace(entity, extents=tuple(map(offsets.extent, entity.extents)))

    relations = (replace(each, head=moved(each.head), tail=moved(each.tail)) for each in content.relations)
    return replace(
        content, text=text, entities=tuple(map(moved, content.entities)), relations=tuple(relations)
    )


def _quotations_compared(pair: _Pair) -> _Compared | None:
    """Compare texts known only from quotations; return None if the quotations do not contradict each
    other.
    """
    text, other = pair.wanted.text, pair.content.text
    for at, (wanted, mine) in enumerate(zip(text, other, strict=False)):
        if wanted != mine and not (wanted.isspace() or mine.isspace()):
            return _different(pair, text, other, at)
    return None


def _text_compared_with_quotations(pair: _Pair) -> _Compared | None:
    """Compare a text with the other side's quotations, and resolve their offsets."""
    quoted, text = (pair.response, pair.wanted.text) if pair.key.has_text else (pair.key, pair.content.text)
    stated = quoted.quotations
    if all(quotation.fits(text) for _, quotation in stated):
        return None
    counting = counting_of(text, [quotation for _, quotation in stated])
    wrong = next(((line, each) for line, each in stated if not each.fits(text, counting)), None)
    if wrong is None and counting is not None:
        content = quoted.content
        assert content is not None
        read = read_brat([SourceText(content.name, quoted.text), SourceText("", text)]).documents[0]
        read = replace(read, name=content.name)
        note = _resolved(quoted, content, f"count {counting.title}")
        return _Compared(*((pair.wanted, read) if pair.key.has_text else (read, pair.content)), note)
    assert wrong is not None
    line, quotation = wrong
    first = quotation.extents[0][0]
    at = min(first, len(text)) if isinstance(first, int) else len(text)
    # A quotation may have the place of line ends filled with spaces, so only its text is shown.
    quote = text[:at] + quotation.quote
    if pair.key.has_text:
        return _different(pair, text, quote, at, line)
    return _different(pair, quote, text, at)


def _resolved(unit: SpansUnit, content: Document, how: str) -> tuple[SpansUnit, Finding]:
    return unit, RESOLVED_OFFSETS.finding(*_line(unit, content.place.line), {"how": how})


def _line(unit: SpansUnit, number: int) -> tuple[int, int]:
    """Return the range of the first character on a line of a unit."""
    starts = line_starts(unit.text)
    start = starts[min(max(number, 1), len(starts)) - 1]
    return start, min(len(unit.text), start + 1)


def _different(pair: _Pair, text: str, other: str, at: int | None = None, line: int = 0) -> _Compared:
    """Return a pair whose texts differ from `at` on; `line` is the line in the response's unit."""
    place = common_prefix(text, other) if at is None else at
    starts = [start for start in line_starts(text[:place]) if start <= place]
    number = len(starts)
    arguments: OtherText = {
        "line": number,
        "column": place - starts[-1] + 1,
        "text": short_text(" ".join(other[place : place + _SHOWN].split())),
        "wanted": short_text(" ".join(text[place : place + _SHOWN].split())),
    }
    finding = OTHER_TEXT.finding(*_line(pair.response, line or pair.content.place.line), arguments)
    return _Compared(pair.wanted, pair.content, None, (pair.response, finding))
