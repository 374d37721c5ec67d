"""Links to other files: names of files, and references into them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keytally.text.span import Span
from keytally_server.answers.document_link import DocumentLink
from keytally_server.formats.registry import presenter_of
from keytally_server.session.snapshot import Snapshot

MOST_LINKS = 2000
"""The maximum number of links of a file: clients request all at once, and again after each edit."""


def document_links(snapshot: Snapshot) -> Iterator[DocumentLink]:
    """The links of a file, in order; a name without a file is none."""
    presenter = presenter_of(snapshot.reading.language)
    offset, count = 0, 0
    for unit in snapshot.reading.units:
        for found in presenter.document_links(snapshot, unit, offset):
            yield found
            count += 1
            if count >= MOST_LINKS:
                return
        offset += len(unit.text)


def link_target(snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
    """The target file and range of a link with this `data`; None if there is none."""
    return presenter_of(snapshot.reading.language).link_target(snapshot, data)
