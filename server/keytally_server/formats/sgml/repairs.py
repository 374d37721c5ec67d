"""Likely repairs of findings in tagged documents."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.language.sgml import SgmlLanguage
from keytally.findings.finding import Finding
from keytally.findings.table import sgml as table
from keytally_server.answers.quick_fix import Repair
from keytally_server.formats.sgml.attribute_repairs import AttributeRepairs
from keytally_server.formats.sgml.element_lookup import tag_at
from keytally_server.formats.sgml.tag_repairs import closings, uncrossed
from keytally_server.formats.sound_repairs import sound_repairs
from keytally_server.session.snapshot import Snapshot, UnitAt


def tag_repairs(snapshot: Snapshot, at: UnitAt, finding: Finding, language: SgmlLanguage) -> Iterator[Repair]:
    """The repairs of a finding of a unit that change tags only, by the file's places."""
    attempts = _attempts(snapshot, at.unit, finding, language)
    for repair in sound_repairs(at.unit, language, finding, attempts):
        yield repair.moved(at.offset)


def _attempts(
    snapshot: Snapshot, unit: SgmlUnit, finding: Finding, language: SgmlLanguage
) -> Iterator[Repair]:
    name, tag = finding.rule.name, tag_at(unit, finding.start)
    if tag is None:
        return
    attributes = AttributeRepairs(snapshot, unit, language.syntax, tag)
    if name == table.ATTRIBUTE_VALUE.name:
        yield from attributes.of_value(finding)
    elif name == table.MISSING_ATTRIBUTE.name:
        yield from attributes.of_missing(finding)
    elif name == table.UNCLOSED_TAG.name and tag.shape.complete and not finding.edits:
        yield from closings(snapshot, unit, tag)
    elif name == table.CROSSING_TAGS.name:
        yield from uncrossed(unit, finding)
