"""Links to other files: link information to the texts, and names of files in configurations."""

from collections.abc import Iterator
from pathlib import Path

from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.texts_file import leads_to
from keytally.evaluations.options import Kind
from keytally.project.configurations import file_named
from keytally_server.answers.document_link import DocumentLink
from keytally_server.session.snapshot import Snapshot

MOST_LINKS = 2000
"""How many links of a file are told of: clients ask for all at once, and again after each edit."""


def document_links(snapshot: Snapshot) -> Iterator[DocumentLink]:
    """The links of a file, in order; a name that no file has is none."""
    offset, count = 0, 0
    for unit in snapshot.reading.units:
        for found in _in_unit(snapshot, unit, offset):
            yield found
            count += 1
            if count >= MOST_LINKS:
                return
        offset += len(unit.text)


def _in_unit(snapshot: Snapshot, unit: object, offset: int) -> Iterator[DocumentLink]:
    if isinstance(unit, ConfigUnit):
        yield from _of_configuration(snapshot.path, unit)
    elif isinstance(unit, TemplateUnit) and "##" in unit.text:
        yield from _of_record(snapshot, unit, offset)


def _of_record(snapshot: Snapshot, unit: TemplateUnit, offset: int) -> Iterator[DocumentLink]:
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    slots = (slot for record in unit.passing_tree().records for slot in record.slots)
    for link in (fill.link for slot in slots for fill in slot.fills):
        if link is None:
            continue
        target = texts if texts and leads_to(link, texts.name) else _beside(snapshot.path, link.texts)
        if target is not None:
            yield DocumentLink(offset + link.start, offset + link.end, target, link)


def _beside(path: Path, name: str) -> Path | None:
    """The file of that name in the folder of another, or below; None where there is none."""
    named = Path(name)
    if not path.is_absolute() or named.anchor or ".." in named.parts:
        return None
    return _existing(path.parent / name)


def _existing(path: Path) -> Path | None:
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None


def _of_configuration(path: Path, unit: ConfigUnit) -> Iterator[DocumentLink]:
    """The files that a configuration names; of an option that is given twice the last line counts."""
    if not path.is_absolute():
        return
    for line in unit.lines:
        option = find_option(line.name)
        value = unit.single(line.name)
        if option is None or option.kind is not Kind.FILE or value is None or value not in line.values:
            continue
        target = _existing(file_named(path, unit, line.name))
        if target is not None:
            yield DocumentLink(value.start, value.end, target)
