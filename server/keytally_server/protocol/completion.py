"""`textDocument/completion`."""

from lsprotocol import types

from keytally_server.features.completion import Completion, CompletionKind, completions
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

_KINDS = {
    CompletionKind.TAG: types.CompletionItemKind.Class,
    CompletionKind.ATTRIBUTE: types.CompletionItemKind.Property,
    CompletionKind.VALUE: types.CompletionItemKind.EnumMember,
    CompletionKind.OPTION: types.CompletionItemKind.Keyword,
}


def answer(server: KeytallyServer, params: types.CompletionParams) -> list[types.CompletionItem]:
    """What may be written at a place."""
    snapshot = server.snapshot(params.text_document.uri)
    if snapshot is None:
        return []
    found = completions(snapshot, server.offset(snapshot, params.position))
    return [_item(server, snapshot, each, number) for number, each in enumerate(found)]


def _item(
    server: KeytallyServer, snapshot: Snapshot, completion: Completion, number: int
) -> types.CompletionItem:
    edit = types.TextEdit(server.range(snapshot, completion.start, completion.end), completion.text)
    about = types.MarkupContent(types.MarkupKind.Markdown, completion.documentation)
    return types.CompletionItem(
        completion.label,
        kind=_KINDS[completion.kind],
        documentation=about if completion.documentation else None,
        sort_text=f"{number:04}",
        filter_text=completion.text,
        text_edit=edit,
    )
