"""`textDocument/completion`."""

from lsprotocol import types

from keytally_server.answers.completion import Completion, CompletionKind
from keytally_server.features.completion import completions
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
    found = completions(snapshot, server.offset(snapshot, params.position))
    items = [_item(server, snapshot, each, number) for number, each in enumerate(found)]
    if any(each.kind is CompletionKind.TEXT for each in found):
        return types.CompletionList(is_incomplete=True, items=items)
    return items


def _item(
    server: KeytallyServer, snapshot: Snapshot, completion: Completion, number: int
) -> types.CompletionItem:
    edit = types.TextEdit(server.range(snapshot, completion.start, completion.end), completion.text)
    about = types.MarkupContent(types.MarkupKind.Markdown, completion.documentation)
    return types.CompletionItem(
        completion.label,
        kind=_KINDS[completion.kind],
        detail=completion.detail or None,
        documentation=about if completion.documentation else None,
        sort_text=f"{number:04}",
        filter_text=completion.sought or completion.text,
        text_edit=edit,
    )
