"""The layout of template files; a change of layout changes nothing that is read.

A header starts in column 1 with one blank before its `:=`; a slot has one indent, further fills have three;
one blank comes before each fill and each link; one blank line separates records. Comments, records with a
malformed line, and the characters of fills stay the same.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from keytally.evaluations.muc.annotations.templates.record_edits import DEEPER
from keytally.evaluations.muc.formats.templates.scanner import TemplateToken, TemplateTokenKind
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, TemplateUnit, Tree
from keytally.evaluations.muc.language.templates import TemplateLanguage
from keytally.findings.edits import apply_edits
from keytally.findings.finding import Edit
from keytally.findings.table import templates as table
from keytally.text.lines import LINE_END

MALFORMED = frozenset(
    {
        table.MALFORMED_HEADER,
        table.HEADER_NOT_ALONE,
        table.SLOT_NOT_FIRST,
        table.MULTIPLE_FILLS_ON_LINE,
        table.INDENTED_COMMENT,
        table.MALFORMED_LINK,
        table.UNTERMINATED_STRING,
        table.FILL_WITHOUT_SLOT,
    }
)
"""The rules about how to write records: a record that breaks one stays as it is."""


class SourceLine(NamedTuple):
    """A line of a unit: its start, the end of its text, the start of the next line, its tokens."""

    start: int
    end: int
    following: int
    tokens: Sequence[TemplateToken]


def unit_edits(
    unit: TemplateUnit, following: Callable[[], str] | None, language: TemplateLanguage, indent: str
) -> list[Edit]:
    """The edits that lay a unit out, in order; empty if they would change what is read.

    `following` gives the text after the unit in the file, as far as it can decide where units begin; None
    for the last unit.
    """
    tree = unit.passing_tree()
    edits = list(_edits(unit.text, tree.tokens, indent, is_last=following is None))
    if not edits or any(finding.rule in MALFORMED for finding in unit.findings):
        return []
    text = apply_edits(unit.text, edits)
    after = following() if following is not None else ""
    starts = [start - 1 for start in language.boundaries(f"\n{text}{after}") if start <= len(text)]
    is_one_unit = starts == [0] * (tree.loose is None)
    return edits if is_one_unit and shape(language.tree(text)) == shape(tree) else []


def _edits(text: str, tokens: Sequence[TemplateToken], indent: str, *, is_last: bool) -> Iterator[Edit]:
    rows = list(_rows(text, tokens))
    was_blank = False
    for row in rows:
        written = text[row.start : row.end]
        is_blank = not written.strip()
        if is_blank and was_blank:
            yield Edit(row.start, row.following, "")
        elif (laid_out := _laid_out(text, row, indent)) != written:
            yield Edit(row.start, row.end, laid_out)
        was_blank = is_blank
    last = rows[-1] if rows else None
    if (
        last is not None
        and not is_last
        and last.tokens
        and last.tokens[0].kind is not TemplateTokenKind.COMMENT
    ):
        yield Edit(len(text), len(text), text[last.end : last.following])


def _rows(text: str, tokens: Sequence[TemplateToken]) -> Iterator[SourceLine]:
    """The lines of a unit; no line follows its last line end."""
    start, at = 0, 0
    while start < len(text):
        line_end = LINE_END.search(text, start)
        end, following = line_end.span() if line_end else (len(text), len(text))
        first = at
        while at < len(tokens) and tokens[at].start < following:
            at += 1
        yield SourceLine(start, end, following, tokens[first:at])
        start = following


def _laid_out(text: str, row: SourceLine, indent: str) -> str:
    """A line in the standard layout."""
    if not row.tokens:
        return ""
    texts = [text[start:end] for _, start, end in row.tokens]
    first = row.tokens[0].kind
    if first is TemplateTokenKind.COMMENT:
        return text[row.start : row.end]
    if first is TemplateTokenKind.HEADER:
        return f"{texts[0].removesuffix(':=').rstrip()} :="
    return indent * (1 if first is TemplateTokenKind.SLOT else DEEPER) + " ".join(texts)


def shape(tree: Tree) -> Any:
    """All that is read in a unit except places: the input of the scorer and the rules."""
    loose = _shape_of(tree.loose) if tree.loose else None
    return loose, [_shape_of(record) for record in tree.records]


def _shape_of(record: Record) -> Any:
    header = record.header
    slots = [
        (
            slot.name,
            slot.slash is not None,
            [[_fill(fill) for fill in alternative.fills] for alternative in slot.alternatives],
        )
        for slot in record.slots
    ]
    stray = [_fill(fill) for fill in record.stray]
    return header and (header.identity, header.problem is None), slots, stray


def _fill(fill: SingleFill) -> Any:
    return fill.kind, fill.text, fill.link and fill.link[:3]
