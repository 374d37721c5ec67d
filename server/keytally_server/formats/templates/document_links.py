"""Shows link information as links into the texts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keytally.evaluations.muc.formats.templates.unit import Link, TemplateUnit
from keytally.evaluations.muc.formats.texts_file import leads_to
from keytally.text.span import Span
from keytally_server.answers.document_link import DocumentLink
from keytally_server.formats.files import existing_file
from keytally_server.formats.templates.linked_text import linked_text
from keytally_server.session.snapshot import Snapshot


def text_links(snapshot: Snapshot, unit: TemplateUnit, offset: int) -> Iterator[DocumentLink]:
    """The links of a unit that lead to the texts of the pair, or to a file in or below its folder."""
    if "##" not in unit.text:
        return
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    slots = (slot for record in unit.passing_tree().records for slot in record.slots)
    for link in (fill.link for slot in slots for fill in slot.fills):
        if link is None:
            continue
        target = texts if texts and leads_to(link, texts.name) else _beside(snapshot.path, link.texts)
        if target is not None:
            data = {"first": link.first, "last": link.last}
            yield DocumentLink(offset + link.start, offset + link.end, target, data)


def link_place(snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
    """The range of the pair's texts that a link leads to; None without texts or past their end."""
    texts = snapshot.pair.pair.texts if snapshot.pair else None
    first, last = data.get("first"), data.get("last")
    if texts is None or not isinstance(first, int) or not isinstance(last, int):
        return None
    found = linked_text(snapshot, Link(first, last, "", 0, 0))
    return None if found is None else (texts, Span(found.start, found.end))


def _beside(path: Path, name: str) -> Path | None:
    """The file with this name in the folder of `path` or below; None if it does not exist."""
    named = Path(name)
    if not path.is_absolute() or named.anchor or ".." in named.parts:
        return None
    return existing_file(path.parent / name)
