"""The client's capabilities, read once from `initialize`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types

from keytally_server.protocol.messages import members


@dataclass(frozen=True, slots=True)
class Client:
    """The capabilities of a client that change what the server sends.

    `draws_lines` is set for clients that show on lines of their own what a file lacks as a whole.
    `takes_documents` is set unless a client says that it does not read the tallies of single documents.
    `suggest_command` is the client's command that lists completions, "" for none.
    `pulls_diagnostics` is set for clients that pull and can be asked to pull again: the findings of a file
    depend on others, so any other client would show old ones. `replaces_ranges` is set for clients that tell
    inserting and replacing completions apart: others may take no more of an edit than its first word.
    """

    marks: bool = False
    takes_mark_changes: bool = False
    draws_lines: bool = False
    takes_documents: bool = True
    suggest_command: str = ""
    pulls_diagnostics: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False
    resolves_tooltips: bool = False
    resolves_titles: bool = False
    resolves_documentation: bool = False
    refreshes_tokens: bool = False
    refreshes_folds: bool = False
    asks_tokens_by_range: bool = False
    most_folds: int | None = None
    watches_files: bool = False
    sends_settings: bool = False
    registers_settings: bool = False
    takes_versioned_edits: bool = False
    creates_files: bool = False
    confirms_edits: bool = False
    shows_progress: bool = False
    replaces_ranges: bool = False


def client_of(capabilities: types.ClientCapabilities) -> Client:
    """The capabilities that a client declares."""
    workspace = capabilities.workspace or types.WorkspaceClientCapabilities()
    edits = workspace.workspace_edit or types.WorkspaceEditClientCapabilities()
    window = capabilities.window or types.WindowClientCapabilities()
    document = capabilities.text_document or types.TextDocumentClientCapabilities()
    return Client(
        marks=_of_ours(capabilities.experimental).get("marks") is True,
        takes_mark_changes=_of_ours(capabilities.experimental).get("markChanges") is True,
        draws_lines=_of_ours(capabilities.experimental).get("ownLines") is True,
        takes_documents=_of_ours(capabilities.experimental).get("scoredDocuments") is not False,
        suggest_command=_name(_of_ours(capabilities.experimental).get("suggestCommand")),
        pulls_diagnostics=document.diagnostic is not None and _refresh(workspace.diagnostics),
        refreshes_lenses=_refresh(workspace.code_lens),
        refreshes_hints=_refresh(workspace.inlay_hint),
        resolves_tooltips=_resolves(document.inlay_hint, "tooltip"),
        resolves_titles=_resolves(document.code_lens, "command"),
        resolves_documentation=_resolves(_item(document.completion), "documentation"),
        refreshes_tokens=_refresh(workspace.semantic_tokens),
        refreshes_folds=_refresh(workspace.folding_range),
        asks_tokens_by_range=_asks_by_range(document.semantic_tokens),
        most_folds=document.folding_range.range_limit if document.folding_range else None,
        watches_files=_dynamic(workspace.did_change_watched_files),
        sends_settings=bool(workspace.configuration),
        registers_settings=_dynamic(workspace.did_change_configuration),
        takes_versioned_edits=bool(edits.document_changes),
        creates_files=types.ResourceOperationKind.Create in (edits.resource_operations or ()),
        confirms_edits=edits.change_annotation_support is not None,
        shows_progress=bool(window.work_done_progress),
        replaces_ranges=_replaces_ranges(document.completion),
    )


def _refresh(part: Any) -> bool:
    return bool(part and part.refresh_support)


def _item(
    completion: types.CompletionClientCapabilities | None,
) -> types.ClientCompletionItemOptions | None:
    return completion.completion_item if completion else None


def _replaces_ranges(completion: types.CompletionClientCapabilities | None) -> bool:
    item = _item(completion)
    return bool(item and item.insert_replace_support)


def _resolves(part: Any, member: str) -> bool:
    """Whether a client asks for a member of what it is sent when it is looked at."""
    return bool(part and part.resolve_support and member in part.resolve_support.properties)


def _asks_by_range(tokens: types.SemanticTokensClientCapabilities | None) -> bool:
    return bool(tokens and tokens.requests.range)


def _dynamic(part: Any) -> bool:
    return bool(part and part.dynamic_registration)


def _of_ours(experimental: object) -> Mapping[str, Any]:
    """The members of `experimental.keytally`, whatever form the rest has."""
    return members(members(experimental).get("keytally"))


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""
