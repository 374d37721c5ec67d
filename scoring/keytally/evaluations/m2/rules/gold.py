"""What can be wrong with a block of a gold file."""

from collections.abc import Iterator

from keytally.evaluations.m2.formats.gold import (
    FIELDS,
    Annotation,
    Block,
    Line,
    annotation_lines,
    block_of,
    is_annotation,
    is_source,
)
from keytally.evaluations.m2.rules.edits import edit_findings
from keytally.evaluations.m2.rules.offsets import offset_finding
from keytally.findings.finding import Edit, Finding
from keytally.findings.table.m2 import M2_ANNOTATOR, M2_FIELDS, M2_LINE
from keytally.text.plural import quantity

_NO_SENTENCE = "no S line stands before this annotation"
_BEHIND = "an empty line ends a sentence's annotations; this one belongs to no sentence"


def findings_of(text: str) -> tuple[Finding, ...]:
    """The breaches in a unit of a gold file, in the order of their kinds."""
    block = block_of(text)
    return tuple(_findings(block))


def _findings(block: Block) -> Iterator[Finding]:
    yield from _line_findings(block)
    for annotation in block.annotations:
        yield from _annotation_findings(annotation, len(block.words))
    yield from edit_findings(block)


def _line_findings(block: Block) -> Iterator[Finding]:
    if not block.lines:
        return
    own = {line.start for line in annotation_lines(block.lines)}
    has_source = is_source(block.lines[0].text)
    if has_source and block.lines[0].text[1:2] != " ":
        problem = "one blank stands behind S, also where the sentence is empty"
        end = min(2, len(block.lines[0].text))
        yield _repaired(block.lines[0], problem, "put a blank there", Edit(1, end, " "))
    for line in block.lines[1:] if has_source else block.lines:
        finding = _line_finding(line, belongs=line.start in own, has_source=has_source)
        if finding is not None:
            yield finding


def _line_finding(line: Line, *, belongs: bool, has_source: bool) -> Finding | None:
    """What is wrong with a line other than a block's first."""
    if belongs or not line.text or line.text.startswith("I "):
        return None
    if not line.text.strip():
        edit = Edit(line.start, line.end, "")
        return _repaired(line, "a line of blanks is not empty", "remove the blanks", edit)
    if is_annotation(line.text):
        problem = _BEHIND if has_source else _NO_SENTENCE
    else:
        problem = "a line begins with S and a blank, or with A and a blank"
    return M2_LINE.finding(line.start, line.end, {"problem": problem, "repair": ""})


def _repaired(line: Line, problem: str, repair: str, edit: Edit) -> Finding:
    return M2_LINE.finding(line.start, line.end, {"problem": problem, "repair": repair}, (edit,))


def _annotation_findings(annotation: Annotation, length: int) -> Iterator[Finding]:
    count, line = len(annotation.texts), annotation.line
    if count != FIELDS:
        problem = f"{quantity(count, 'field')}, not six"
        yield M2_FIELDS.finding(line.start, line.end, {"problem": problem})
    finding = offset_finding(annotation, length)
    if finding is not None:
        yield finding
    if count == FIELDS and annotation.annotator is None:
        field = annotation.fields[FIELDS - 1]
        found = repr(field.text.strip()) if field.text.strip() else "nothing"
        place = (field.start, field.end) if field.text else (line.start, line.end)
        yield M2_ANNOTATOR.finding(*place, {"found": found})
