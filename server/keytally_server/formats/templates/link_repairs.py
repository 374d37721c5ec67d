"""Likely repairs of link information: the place of the fill in the texts, or no link at all."""

from collections.abc import Iterator
from itertools import islice

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.formats.templates.unit import Record, SingleFill, TemplateUnit
from keytally.evaluations.muc.formats.texts_file import TextsFile
from keytally.evaluations.muc.rules.templates_links import places_of
from keytally.findings.finding import Edit, Finding
from keytally_server.answers.quick_fix import Repair
from keytally_server.cursor.lines import line_around
from keytally_server.session.snapshot import Snapshot

MOST_PLACES = 2


def other_links(
    snapshot: Snapshot, unit: TemplateUnit, fill: SingleFill | None, finding: Finding
) -> Iterator[Repair]:
    """Link to where the texts have the fill, exchange the two numbers, or remove the link."""
    start, end = finding.start, finding.end
    for link in islice(_links(snapshot, unit, fill) if fill else (), MOST_PLACES):
        yield Repair(f"change it to {link}", (Edit(start, end, link),), is_preferred=True)
    if fill is not None and fill.link is not None and fill.link.start == start:
        swapped = f"##{fill.link.last}#{fill.link.first}#{fill.link.texts}"
        yield Repair(f"change it to {swapped}", (Edit(start, end, swapped),))
    while start > 0 and unit.text[start - 1] in " \t":
        start -= 1
    yield Repair("remove the link", (Edit(start, end, ""),))


def fill_before(unit: TemplateUnit, place: int) -> SingleFill | None:
    """The last fill that ends before a place on its line."""
    line = line_around(unit.text, place).start
    fills = (fill for record in unit.records for slot in record.slots for fill in slot.fills)
    return next((fill for fill in reversed(list(fills)) if line <= fill.start and fill.end <= place), None)


def moved_behind_fill(unit: TemplateUnit, record: Record, finding: Finding) -> Iterator[Repair]:
    """Move a link that stands on a line of its own behind the fill above it, if that has none."""
    fills = [fill for slot in record.slots for fill in slot.fills if fill.end <= finding.start]
    above, link = (fills[-1] if fills else None), unit.text[finding.start : finding.end]
    line = line_around(unit.text, finding.end)
    has_other = above is not None and above.link is not None and above.link.start != finding.start
    if above is None or has_other or line.behind.strip():
        return
    if not unit.text[above.end : finding.start].strip():
        edit = Edit(above.end, finding.end, f" {link}")
        yield Repair("move the link behind the fill above", (edit,), is_preferred=True)


def _links(snapshot: Snapshot, unit: TemplateUnit, fill: SingleFill) -> Iterator[str]:
    """The links to the places where the document's text has the words of a fill."""
    texts, words = (snapshot.pair.texts if snapshot.pair else None), fill.text.split()
    path = snapshot.pair.pair.texts if snapshot.pair else None
    if texts is None or path is None or not words:
        return
    file = TextsFile(texts.units)
    for each in texts.documents.units_of(unit.document or ""):
        if isinstance(each, SgmlUnit):
            first = file.offset(each, 0)
            for start, end in places_of(words, each.stripped()):
                yield f"##{first + start}#{first + end}#{path.name}"
