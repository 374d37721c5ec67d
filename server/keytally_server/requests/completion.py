"""Completion and inline completion."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lsprotocol import types

from keytally_server.answers import Completion, CompletionKind, InlineCompletion, Insertion
from keytally_server.presenters.presenter import presenter_of
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.snapshot import Snapshot

LONGEST_WORD = 200


def completions(snapshot: Snapshot, offset: int) -> list[Completion]:
    """Return all completions at an offset, the likeliest first."""
    return list(presenter_of(snapshot.reading.language).completions(snapshot, snapshot.unit_before(offset)))


def insertions(snapshot: Snapshot, offset: int, found: Iterable[Completion]) -> Iterator[Insertion]:
    """Yield the completions at an offset as replacements of the word before it.

    A completion that replaces more than this word is excluded, unless it begins with the text before the
    word. Text after the cursor is kept, and is not inserted twice.
    """
    before = snapshot.buffer.slice(max(offset - LONGEST_WORD, 0), offset)
    match = presenter_of(snapshot.reading.language).word.search(before)
    word_start = offset - (len(match.group()) if match else 0)
    for each in found:
        lead = snapshot.buffer.slice(word_start, each.start)
        head = snapshot.buffer.slice(each.start, word_start)
        if each.text.startswith(head):
            behind = snapshot.buffer.slice(offset, each.end)
            text = each.text.removeprefix(head).removesuffix(behind)
            yield Insertion(each, lead + text, lead + each.sought_text.removeprefix(head))


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


def answer_completion(
    server: KeytallyServer, snapshot: Snapshot, params: types.CompletionParams
) -> list[types.CompletionItem] | types.CompletionList:
    """Return the completions at a position; a list that contains text of the document is marked as
    incomplete.
    """
    offset = server.offset(snapshot, params.position)
    found = completions(snapshot, offset)
    if server.client.replaces_ranges:
        items = [_edit(server, snapshot, each, number) for number, each in enumerate(found)]
    else:
        inserted = list(insertions(snapshot, offset, found))
        items = [_text(server, each, number) for number, each in enumerate(inserted)]
        found = [each.completion for each in inserted]
    _document(server, snapshot, items, found)
    if any(each.kind is CompletionKind.TEXT for each in found):
        return types.CompletionList(is_incomplete=True, items=items)
    return items


def resolve_completion(server: KeytallyServer, params: types.CompletionItem) -> types.CompletionItem:
    """Return an item with its documentation; unchanged if newer results have replaced it."""
    if (text := server.completion_texts.find(params.data)) is not None:
        params.documentation = _markdown(text)
    return params


def _edit(
    server: KeytallyServer, snapshot: Snapshot, completion: Completion, number: int
) -> types.CompletionItem:
    """Return an item that replaces a range."""
    edit = types.TextEdit(server.range(snapshot, completion.start, completion.end), completion.text)
    return _item(server, completion, number, filter_text=completion.sought_text, text_edit=edit)


def _text(server: KeytallyServer, insertion: Insertion, number: int) -> types.CompletionItem:
    """Return an item that replaces the word before the cursor."""
    return _item(
        server, insertion.completion, number, filter_text=insertion.sought, insert_text=insertion.text
    )


def _item(server: KeytallyServer, completion: Completion, number: int, **words: Any) -> types.CompletionItem:
    return types.CompletionItem(
        completion.label,
        kind=_KINDS[completion.kind],
        detail=completion.detail or None,
        sort_text=f"{number:04}",
        command=_command(server) if completion.leads_on else None,
        **words,
    )


def _command(server: KeytallyServer) -> types.Command | None:
    """Return the client's own command that lists completions again if the client has named such a command;
    otherwise None.
    """
    name = server.client.suggest_command
    return types.Command("Complete", name) if name else None


def _document(
    server: KeytallyServer,
    snapshot: Snapshot,
    items: Sequence[types.CompletionItem],
    completions: Sequence[Completion],
) -> None:
    """Add the documentation of items, or numbers by which a client can resolve it lazily."""
    documented = [
        (item, each.make_documentation)
        for item, each in zip(items, completions, strict=True)
        if each.make_documentation is not None
    ]
    if server.client.resolves_documentation:
        numbers = server.completion_texts.keep(snapshot.path, [make for _, make in documented])
        for (item, _), number in zip(documented, numbers, strict=True):
            item.data = number
    else:
        for item, make in documented:
            item.documentation = _markdown(make())


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


def inline_completions(snapshot: Snapshot, offset: int) -> list[InlineCompletion]:
    """Return the inline completions at an offset, the likeliest first."""
    presenter = presenter_of(snapshot.reading.language)
    return list(presenter.inline_completions(snapshot, snapshot.unit_at(offset)))


def answer_inline_completion(
    server: KeytallyServer, snapshot: Snapshot, params: types.InlineCompletionParams
) -> list[types.InlineCompletionItem]:
    """Return the key's values at a position."""
    return [
        types.InlineCompletionItem(
            inline_completion.text,
            range=server.range(snapshot, inline_completion.start, inline_completion.end),
        )
        for inline_completion in inline_completions(snapshot, server.offset(snapshot, params.position))
    ]
