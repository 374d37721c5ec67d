"""Rules for a block of a gold file."""

from collections.abc import Iterator

from keytally.evaluations.m2.formats.gold import (
    FIELDS,
    Annotation,
    Block,
    BlockLine,
    annotation_lines,
    is_annotation,
    is_source,
)
from keytally.evaluations.m2.formats.unit import GoldUnit
from keytally.evaluations.m2.rules.edits import edit_findings
from keytally.evaluations.m2.rules.offsets import offset_finding
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.m2 import (
    M2_ANNOTATOR,
    M2_BEHIND_SENTENCE,
    M2_FIELDS,
    M2_LINE,
    M2_LINE_OF_BLANKS,
    M2_MORE_FIELDS,
    M2_NO_BLANK_BEHIND_S,
    M2_NO_SENTENCE,
)
from keytally.text.plural import quantity


def findings_of(unit: GoldUnit) -> tuple[Finding, ...]:
    """The findings in a unit of a gold file, in the order of their kinds."""
    return tuple(_findings(unit, unit.block()))


def _findings(unit: GoldUnit, block: Block) -> Iterator[Finding]:
    yield from _line_findings(block)
    for annotation in block.annotations:
        yield from _annotation_findings(annotation, len(block.words))
    yield from edit_findings(unit, block)


def _line_findings(block: Block) -> Iterator[Finding]:
    if not block.lines:
        return
    own = {line.start for line in annotation_lines(block.lines)}
    has_source = is_source(block.lines[0].text)
    if has_source and block.lines[0].text[1:2] != " ":
        line, end = block.lines[0], min(2, len(block.lines[0].text))
        yield M2_NO_BLANK_BEHIND_S.finding(line.start, line.end, {}, (Edit(1, end, " "),))
    for line in block.lines[1:] if has_source else block.lines:
        finding = _line_finding(line, belongs=line.start in own, has_source=has_source)
        if finding is not None:
            yield finding


def _line_finding(line: BlockLine, *, belongs: bool, has_source: bool) -> Finding | None:
    """The finding on a line other than a block's first."""
    if belongs or not line.text or line.text.startswith("I "):
        return None
    if not line.text.strip():
        edit = Edit(line.start, line.end, "")
        return M2_LINE_OF_BLANKS.finding(line.start, line.end, {}, (edit,))
    if not is_annotation(line.text):
        return M2_LINE.finding(line.start, line.end, {})
    message = M2_BEHIND_SENTENCE if has_source else M2_NO_SENTENCE
    return message.finding(line.start, line.end, {})


def _annotation_findings(annotation: Annotation, length: int) -> Iterator[Finding]:
    count, line = len(annotation.texts), annotation.line
    if count != FIELDS:
        message = M2_FIELDS if count < FIELDS else M2_MORE_FIELDS
        yield message.finding(line.start, line.end, {"fields": quantity(count, "field")})
    finding = offset_finding(annotation, length)
    if finding is not None:
        yield finding
    if count == FIELDS and annotation.annotator is None:
        field = annotation.fields[FIELDS - 1]
        found = repr(field.text.strip()) if field.text.strip() else "nothing"
        place = (field.start, field.end) if field.text else (line.start, line.end)
        yield M2_ANNOTATOR.finding(*place, {"found": found})
