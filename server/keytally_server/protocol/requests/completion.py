"""`textDocument/completion`."""

from typing import Any

from lsprotocol import types

from keytally_server.answers.completion import Completion, CompletionKind, Insertion
from keytally_server.features.completion import completions, insertions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

_KINDS = {
    CompletionKind.TAG: types.CompletionItemKind.Class,
    CompletionKind.ATTRIBUTE: types.CompletionItemKind.Property,
    CompletionKind.VALUE: types.CompletionItemKind.EnumMember,
    CompletionKind.OPTION: types.CompletionItemKind.Keyword,
    CompletionKind.HEADER: types.CompletionItemKind.Class,
    CompletionKind.SLOT: types.CompletionItemKind.Property,
    CompletionKind.POINTER: types.CompletionItemKind.Reference,
    CompletionKind.TEXT: types.CompletionItemKind.Text,
    CompletionKind.CLASS: types.CompletionItemKind.Class,
    CompletionKind.MARK: types.CompletionItemKind.Operator,
}


def answer(
    server: KeytallyServer, snapshot: Snapshot, params: types.CompletionParams
) -> list[types.CompletionItem] | types.CompletionList:
    """The completions at a position; a list with text of the document is marked incomplete."""
    offset = server.offset(snapshot, params.position)
    found = completions(snapshot, offset)
    if server.client.replaces_ranges:
        items = [_edit(server, snapshot, each, number) for number, each in enumerate(found)]
    else:
        items = [
            _text(server, each, number) for number, each in enumerate(insertions(snapshot, offset, found))
        ]
    if any(each.kind is CompletionKind.TEXT for each in found):
        return types.CompletionList(is_incomplete=True, items=items)
    return items


def _edit(
    server: KeytallyServer, snapshot: Snapshot, completion: Completion, number: int
) -> types.CompletionItem:
    """An item that replaces a range."""
    edit = types.TextEdit(server.range(snapshot, completion.start, completion.end), completion.text)
    return _item(server, completion, number, filter_text=completion.sought_text, text_edit=edit)


def _text(server: KeytallyServer, insertion: Insertion, number: int) -> types.CompletionItem:
    """An item that replaces the word before the cursor."""
    return _item(
        server, insertion.completion, number, filter_text=insertion.sought, insert_text=insertion.text
    )


def _item(server: KeytallyServer, completion: Completion, number: int, **words: Any) -> types.CompletionItem:
    about = types.MarkupContent(types.MarkupKind.Markdown, completion.documentation)
    return types.CompletionItem(
        completion.label,
        kind=_KINDS[completion.kind],
        detail=completion.detail or None,
        documentation=about if completion.documentation else None,
        sort_text=f"{number:04}",
        command=_command(server) if completion.leads_on else None,
        **words,
    )


def _command(server: KeytallyServer) -> types.Command | None:
    """The client's own command that lists completions again, if it has named one."""
    name = server.client.suggest_command
    return types.Command("Complete", name) if name else None
