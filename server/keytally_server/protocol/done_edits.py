"""The edit that marks a document as done, in an annotator's file or in keytally.toml."""

from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types

from keytally.findings.edits import Edits
from keytally.text.lines import line_starts
from keytally_server.answers.marking_done import MarkingDone
from keytally_server.protocol.edits import text_edits
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot


def done_edit(server: KeytallyServer, snapshot: Snapshot, marking: MarkingDone) -> types.WorkspaceEdit:
    """The edits of both files as one."""
    changes: dict[Path, list[types.TextEdit]] = {}
    if marking.edits:
        changes[snapshot.path] = text_edits(server, snapshot, marking.edits)
    if marking.project is not None:
        path, text, edits = marking.project
        changes[path] = list(_in_text(server, text, edits))
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={server.uri_of(path): edits for path, edits in changes.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(_identifier(server, path), [*edits]) for path, edits in changes.items()
        ]
    )


def _identifier(server: KeytallyServer, path: Path) -> types.OptionalVersionedTextDocumentIdentifier:
    return types.OptionalVersionedTextDocumentIdentifier(server.uri_of(path), server.session.version(path))


def _in_text(server: KeytallyServer, text: str, edits: Edits) -> Iterator[types.TextEdit]:
    """Edits of a file that no unit is read of."""
    starts = line_starts(text)

    def position(offset: int) -> types.Position:
        line = bisect_right(starts, offset) - 1
        return types.Position(line, server.columns.width(text[starts[line] : offset]))

    for edit in edits:
        yield types.TextEdit(types.Range(position(edit.start), position(edit.end)), edit.text)
