"""Links to other files: link information to the texts, and names of files in configurations."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from keytally.evaluations.muc.evaluation.configured_pairs import file_named
from keytally.evaluations.muc.formats.config.document import ConfigUnit
from keytally.evaluations.muc.formats.config.options import find_option
from keytally.evaluations.muc.formats.templates.unit import Link, TemplateUnit
from keytally.evaluations.muc.formats.texts_file import leads_to
from keytally.evaluations.options import Kind
from keytally.text.span import Span
from keytally_server.features.templates.linked import linked
from keytally_server.session.snapshot import Snapshot

MOST_LINKS = 2000
"""How many links of a file are told of: clients ask for all at once, and again after each edit."""


class DocumentLink(NamedTuple):
    """A stretch of the file that leads to another file, and the link information that it is, if any."""

    start: int
    end: int
    target: Path
    link: Link | None = None

    @property
    def data(self) -> Mapping[str, Any] | None:
        """Plain JSON values by which `link_target` finds the place; None for a link to a file as a whole."""
        return {"first": self.link.first, "last": self.link.last} if self.link else None


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


def link_target(snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
    """The file and the stretch of it that a link with this `data` leads to; None where it cannot be told."""
    first, last = data.get("first"), data.get("last")
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    if texts is None or not (isinstance(first, int) and isinstance(last, int)):
        return None
    found = linked(snapshot, Link(first, last, "", 0, 0))
    return (texts, Span(found.start, found.end)) if found else None


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
