"""The fixes of findings: one by one, and all at once."""

from collections.abc import Iterable, Iterator, Sequence

from keytally.batch.fixing import compatible
from keytally.engine.findings import Located
from keytally.findings.finding import Edit
from keytally_server.answers.quick_fix import QuickFix
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot, UnitAt


def quick_fixes(snapshot: Snapshot, start: int, end: int) -> Iterator[QuickFix]:
    """The fixes of the findings that touch the stretch from `start` to `end`, and likely repairs."""
    line = 0
    for unit, offset in snapshot.reading.units.between(start, end):
        for finding in snapshot.reading.findings.of(unit):
            located = Located(finding, unit, offset, line)
            if located.start <= end and located.end >= start:
                yield from _fixes([located])
                yield from _repairs(snapshot, located)


def all_fixes(snapshot: Snapshot) -> tuple[Edit, ...]:
    """The edits of every fix of the file, in order; of fixes that touch each other only the first."""
    edits = (edit for fix in compatible(snapshot.reading.findings) for edit in fix)
    return tuple(sorted(edits, key=lambda edit: (edit.start, edit.end)))


def _fixes(findings: Iterable[Located]) -> Iterator[QuickFix]:
    for located in findings:
        title = located.finding.fix_title
        if title is not None:
            yield QuickFix(located, _title(title), _moved(located.finding.edits, located.offset))


def _repairs(snapshot: Snapshot, located: Located) -> Iterator[QuickFix]:
    """The likely repairs of a finding; after a fix of its own, none of them is preferred."""
    presenter = presenter_of(snapshot.reading.language)
    at = UnitAt(located.unit, located.offset, located.finding.start)
    for repair in presenter.repairs(snapshot, at, located.finding):
        is_preferred = repair.is_preferred and located.finding.fix_title is None
        yield QuickFix(located, _title(repair.title), repair.edits, is_preferred)


def _title(title: str) -> str:
    return title[:1].upper() + title[1:]


def _moved(edits: Sequence[Edit], offset: int) -> tuple[Edit, ...]:
    ordered = sorted(edits, key=lambda edit: edit.start)
    return tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in ordered)
