"""Conversion of keytally's edits to text edits and workspace edits."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from keytally.findings.finding import Edit, Edits
from keytally.text.files import is_file
from keytally.text.positions import line_starts
from keytally_server.answers import Adjudicating, CodeAction, MarkingDone, combined
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

if TYPE_CHECKING:
    from keytally.adjudication.gold_findings import FollowedAdjudication
    from keytally.engine.reading import Reading


def text_edits(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> list[types.TextEdit]:
    """Return the edits of a file, with the client's ranges."""
    return [types.TextEdit(server.range(snapshot, edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(server: KeytallyServer, snapshot: Snapshot, edits: Sequence[Edit]) -> types.WorkspaceEdit:
    """Return the edit of one file, for its current version if the client supports versioned edits."""
    uri, changes = server.uri_of(snapshot.path), text_edits(server, snapshot, edits)
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={uri: changes})
    document = types.OptionalVersionedTextDocumentIdentifier(uri, server.session.version(snapshot.path))
    return types.WorkspaceEdit(document_changes=[types.TextDocumentEdit(document, changes)])


def adjudicating_edit(
    server: KeytallyServer, followed: "FollowedAdjudication", action: Adjudicating
) -> types.WorkspaceEdit | None:
    """Return the edits of a gold and of its decisions as one; None if the client cannot apply them.

    For a client that cannot create files, only the gold is changed if the decisions file does not exist yet.
    """
    gold, decisions, path = followed.live.gold, followed.live.decisions, followed.decisions
    is_there = path in server.session.open_files or is_file(path)
    can_record = is_there or (server.client.creates_files and server.client.takes_versioned_edits)
    files = [(followed.path, gold, action.edits), (path, decisions, action.decisions if can_record else ())]
    changes = {
        path: [
            types.TextEdit(server.columns.to_range(reading, each.start, each.end), each.text)
            for each in _before_last_end(reading, edits)
        ]
        for path, reading, edits in files
        if edits and reading is not None
    }
    if not changes:
        return None
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={server.uri_of(path): edits for path, edits in changes.items()})
    created: list[types.CreateFile] = []
    if path in changes and not is_there:
        options = types.CreateFileOptions(ignore_if_exists=True)
        created.append(types.CreateFile(server.uri_of(path), options=options))
    # VS Code undoes text edits together only if no file operation is between them.
    edited = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(server.uri_of(file), server.session.version(file)),
            edits,
        )
        for file, edits in changes.items()
    ]
    return types.WorkspaceEdit(document_changes=[*created, *edited])


def _before_last_end(reading: "Reading", edits: Sequence[Edit]) -> Sequence[Edit]:
    """Return the edits with insertions after the last line break moved before it, because Neovim would
    otherwise leave an empty line.

    In a file that consists of a line break (Neovim sends an empty file like this), this line break ends the
    inserted text.
    """
    length = len(reading)
    last = reading.text[-2:]
    end = last if last == "\r\n" else last[-1:]
    place = length - len(end)
    added = [edit for edit in edits if edit.start == length]
    others = [edit for edit in edits if edit.start != length]
    is_apart = all(edit.end <= place for edit in others)
    if not end or end not in "\r\n" or not is_apart or not all(edit.text.endswith(end) for edit in added):
        return edits
    texts = [end + edit.text.removesuffix(end) for edit in added]
    if place == 0 and texts:
        texts[0] = texts[0].removeprefix(end)
    return [*others, *(Edit(place, place, text) for text in texts)]


def edit_at_end(server: KeytallyServer, path: Path, text: str | None, added: str) -> types.WorkspaceEdit:
    """Return the edit that appends lines to a file with the given text.

    If the file does not exist, it is created first.
    """
    uri, edit = server.uri_of(path), _at_end(server, text or "", added)
    if not server.client.takes_versioned_edits:
        return types.WorkspaceEdit(changes={uri: [edit]})
    version = server.session.version(path) if path in server.session.open_files else None
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    changes = types.TextDocumentEdit(document, [edit])
    if text is not None or not server.client.creates_files:
        return types.WorkspaceEdit(document_changes=[changes])
    made = types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True))
    return types.WorkspaceEdit(document_changes=[made, changes])


def _at_end(server: KeytallyServer, text: str, added: str) -> types.TextEdit:
    """Return the edit that inserts lines before the last line break, because Neovim would otherwise leave
    an empty line after them.
    """
    before = text.removesuffix("\n").removesuffix("\r")
    line_end = text[len(before) :]
    last = line_starts(before)
    end = types.Position(len(last) - 1, server.columns.width(before[last[-1] :]))
    return types.TextEdit(types.Range(end, end), line_end + added.removesuffix("\n") if line_end else added)


def confirmed_edit(
    server: KeytallyServer, snapshot: Snapshot, action: CodeAction, *, in_full: bool
) -> types.WorkspaceEdit:
    """Return an action's edit; the client asks the user to confirm each choice or, with `in_full`, every
    change.

    A client that cannot ask gets the action with all its choices.
    """
    if not server.client.confirms_edits or not (action.choices or in_full):
        return workspace_edit(server, snapshot, combined(action))
    annotations: dict[str, types.ChangeAnnotation] = {}
    changes: list[types.TextEdit | types.AnnotatedTextEdit | types.SnippetTextEdit] = []
    for label, edits, asks in (
        (action.title, action.edits, in_full),
        *((*choice, True) for choice in action.choices),
    ):
        name = str(len(annotations))
        annotations[name] = types.ChangeAnnotation(label, needs_confirmation=asks)
        plain = text_edits(server, snapshot, _with_tags_joined(snapshot, edits) if asks else edits)
        changes += [types.AnnotatedTextEdit(name, edit.range, edit.new_text) for edit in plain]
    uri, version = server.uri_of(snapshot.path), server.session.version(snapshot.path)
    document = types.OptionalVersionedTextDocumentIdentifier(uri, version)
    return types.WorkspaceEdit(
        document_changes=[types.TextDocumentEdit(document, changes)], change_annotations=annotations
    )


def _with_tags_joined(snapshot: Snapshot, edits: Sequence[Edit]) -> Sequence[Edit]:
    """Join edits that only insert or only delete into one edit that includes the text between them.

    Otherwise a user who can reject individual edits could insert an opening tag without its closing tag.
    """
    places = [at for at, edit in enumerate(edits) if edit.start == edit.end or not edit.text]
    if len(places) < 2:
        return edits
    first, last = places[0], places[-1]
    joined = edits[first : last + 1]
    start, end = joined[0].start, joined[-1].end
    buffer, place, parts = snapshot.buffer, start, []
    for edit in joined:
        parts += [buffer.slice(place, edit.start), edit.text]
        place = edit.end
    return [*edits[:first], Edit(start, end, "".join(parts)), *edits[last + 1 :]]


def done_edit(server: KeytallyServer, snapshot: Snapshot, marking: MarkingDone) -> types.WorkspaceEdit:
    """Return the edits of both files as one."""
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
    """Yield edits of a file that has not been read into units."""
    starts = line_starts(text)

    def position(offset: int) -> types.Position:
        line = bisect_right(starts, offset) - 1
        return types.Position(line, server.columns.width(text[starts[line] : offset]))

    for edit in edits:
        yield types.TextEdit(types.Range(position(edit.start), position(edit.end)), edit.text)
