"""Definitions, declarations, type definitions, references, highlights and document links."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types

from keytally.engine.reading import Reading
from keytally.text.positions import Span
from keytally_server.answers import DocumentHighlight, DocumentLink, LocationLink
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.messages import members
from keytally_server.protocol.request_table import link_data, link_to_file
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def partners(snapshot: Snapshot, offset: int) -> list[LocationLink]:
    """Return the partners of the elements and of the missing items at an offset."""
    at = snapshot.unit_at(offset)
    path, reading = snapshot.other_path, snapshot.other_reading
    if path is None or reading is None:
        return []
    links = []
    for mark, (start, end) in presenter_of(snapshot.reading.language).aligned_marks(snapshot, at):
        if mark.partner is not None and mark.partner[0] in reading.units:
            unit, first, last = mark.partner
            unit_start = reading.units.offset_of(unit)
            target = unit_start + first, unit_start + last
            links.append(LocationLink(path, *target, at.offset + start, at.offset + end))
    return links


def definitions(snapshot: Snapshot, offset: int) -> Sequence[LocationLink]:
    """Return the target of a name or a link; for anything else, its partner in the other file."""
    presenter = presenter_of(snapshot.reading.language)
    return presenter.definitions(snapshot, snapshot.unit_at(offset)) or partners(snapshot, offset)


def answer_definition(
    server: KeytallyServer, snapshot: Snapshot, params: types.DefinitionParams
) -> list[types.Location]:
    """Return the locations that the text at a position leads to."""
    targets = definitions(snapshot, server.offset(snapshot, params.position))
    return [server.location(target.path, target.start, target.end) for target in targets]


def document_highlights(snapshot: Snapshot, offset: int) -> Sequence[DocumentHighlight]:
    """Return the occurrences of the name at an offset, in file order; empty without a name."""
    return presenter_of(snapshot.reading.language).highlights(snapshot, snapshot.unit_at(offset))


Companion = Callable[[str], tuple[Path, Reading] | None]
"""A function that returns a companion file of the current file by its kind; None if the companion file
does not exist on disk.
"""


def type_definitions(snapshot: Snapshot, offset: int, companion: Companion) -> list[LocationLink]:
    """Return the position in a companion file that defines the class, the slot or the fill at an offset."""
    type_name = presenter_of(snapshot.reading.language).type_name(snapshot, snapshot.unit_at(offset))
    found = companion(type_name.companion) if type_name is not None else None
    if type_name is None or found is None:
        return []
    path, reading = found
    presenter, units = presenter_of(reading.language), list(reading.units)
    for name in type_name.names:
        for unit in units:
            if (stretch := presenter.definition_of(unit, name)) is not None:
                shift = reading.units.offset_of(unit)
                start, end = stretch
                return [LocationLink(path, shift + start, shift + end, type_name.start, type_name.end)]
    return []


def declarations(snapshot: Snapshot, offset: int, companion: Companion) -> list[LocationLink]:
    """Return the positions in the file that declare the name at an offset; without any, its type
    definition.
    """
    highlights = document_highlights(snapshot, offset)
    here = next((highlight for highlight in highlights if highlight.start <= offset <= highlight.end), None)
    start, end = (here.start, here.end) if here is not None else (offset, offset)
    declared = [
        LocationLink(snapshot.path, highlight.start, highlight.end, start, end)
        for highlight in highlights
        if highlight.is_declaration
    ]
    return declared or type_definitions(snapshot, offset, companion)


class _Companions:
    """The companion files of a file, with cached readings."""

    def __init__(self, server: KeytallyServer, path: Path) -> None:
        self._of = partial(server.session.companion, path)
        self.readings: dict[Path, Reading] = {}

    def __call__(self, kind: str) -> "tuple[Path, Reading] | None":
        found = self._of(kind)
        if found is not None:
            self.readings[found[0]] = found[1]
        return found


def answer_type_definition(
    server: KeytallyServer, snapshot: Snapshot, params: types.TypeDefinitionParams
) -> list[types.Location]:
    """Return the location of the entry in a companion file for the text at a position."""
    companions = _Companions(server, snapshot.path)
    links = type_definitions(snapshot, server.offset(snapshot, params.position), companions)
    return _locations(server, snapshot, companions, links)


def answer_declaration(
    server: KeytallyServer, snapshot: Snapshot, params: types.DeclarationParams
) -> list[types.Location]:
    """Return the location of the declaration of the name at a position."""
    companions = _Companions(server, snapshot.path)
    links = declarations(snapshot, server.offset(snapshot, params.position), companions)
    return _locations(server, snapshot, companions, links)


def _locations(
    server: KeytallyServer, snapshot: Snapshot, companions: _Companions, links: Iterable[LocationLink]
) -> list[types.Location]:
    readings = {snapshot.path: snapshot.reading, **companions.readings}
    ranges = (
        (link.path, server.columns.to_range(readings[link.path], link.start, link.end)) for link in links
    )
    return [types.Location(server.uri_of(path), place) for path, place in ranges]


def references(snapshot: Snapshot, offset: int, *, with_declaration: bool) -> list[Span]:
    """Return the occurrences of a name, in file order; its declarations are included only on request."""
    presenter = presenter_of(snapshot.reading.language)
    if in_file := list(presenter.references(snapshot, snapshot.unit_at(offset))):
        return in_file
    places = document_highlights(snapshot, offset)
    return [Span(place.start, place.end) for place in places if with_declaration or not place.is_declaration]


def answer_references(
    server: KeytallyServer, snapshot: Snapshot, params: types.ReferenceParams
) -> list[types.Location]:
    """Return the locations of the name at a position."""
    offset = server.offset(snapshot, params.position)
    found = references(snapshot, offset, with_declaration=params.context.include_declaration)
    return [server.location(snapshot.path, *place) for place in found]


def answer_document_highlights(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Return the occurrences of a name; the occurrence that declares the name has the kind Write."""
    kinds = {True: types.DocumentHighlightKind.Write, False: types.DocumentHighlightKind.Read}
    return [
        types.DocumentHighlight(
            server.range(snapshot, document_highlight.start, document_highlight.end),
            kinds[document_highlight.is_declaration],
        )
        for document_highlight in document_highlights(snapshot, server.offset(snapshot, params.position))
    ]


MOST_LINKS = 2000
"""The maximum number of links in a file, because clients request all of them together, and again after
each edit.
"""


def document_links(snapshot: Snapshot) -> Iterator[DocumentLink]:
    """Yield the links of a file in order; names of files that do not exist are skipped."""
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
    """Return the target file and range of a link with this `data`; None if there is none."""
    return presenter_of(snapshot.reading.language).link_target(snapshot, data)


def answer_document_links(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """Return the links of a file; links to a position in another file contain the data that `resolve`
    needs.
    """
    uri = params.text_document.uri
    links = []
    for document_link in document_links(snapshot):
        place, target = (
            server.range(snapshot, document_link.start, document_link.end),
            server.uri_of(document_link.target),
        )
        if document_link.data is None:
            links.append(types.DocumentLink(place, target))
        else:
            links.append(types.DocumentLink(place, data=link_data(uri, target, document_link.data)))
    return links


def resolve_document_link(
    server: KeytallyServer, snapshot: Snapshot, params: types.DocumentLink
) -> types.DocumentLink:
    """Return a link with its target; if the texts are loaded, the position in them is added as a fragment."""
    link = link_to_file(params)
    found = link_target(snapshot, members(link.data))
    if found is not None:
        path, span = found
        if link.target == server.uri_of(path):
            link.target += _fragment(server.location(path, span.start, span.end).range)
    return link


def _fragment(place: types.Range) -> str:
    """Return a range in the form in which editors read it after a file's URI: `#L4,1-L4,13`."""
    first, last = place.start, place.end
    return f"#L{first.line + 1},{first.character + 1}-L{last.line + 1},{last.character + 1}"
