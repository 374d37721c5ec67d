"""The table of requests: the handler of each, its requirements, and its capability."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from lsprotocol import types

from keytally.families.registry import languages
from keytally_server.answers import CHAIN_COLOURS, CodeLens, TokenType
from keytally_server.protocol.messages import (
    ANNOTATE,
    ANNOTATED,
    ERRORS,
    FIX_ALL,
    MARKS,
    NEXT,
    PROGRESS,
    members,
)

if TYPE_CHECKING:
    from keytally_server.protocol.client import Client
    from keytally_server.session.settings import Settings


def lens_data(uri: str, lens: CodeLens) -> dict[str, object]:
    """Return the `data` of a lens of a file."""
    return {"uri": uri, "kind": lens.kind.value, "document": lens.document}


def uri_of_lens(lens: types.CodeLens) -> str | None:
    """Return the file of a lens; None if its data does not come from the server."""
    uri = members(lens.data).get("uri")
    return uri if isinstance(uri, str) else None


def subject_of_lens(lens: types.CodeLens) -> tuple[str, str | None]:
    """Return the kind of a lens and its document, which is None for the whole file; the kind is empty if
    its data does not come from the server.
    """
    data = members(lens.data)
    kind, document = data.get("kind"), data.get("document")
    if not isinstance(kind, str) or not isinstance(document, str | None):
        return "", None
    return kind, document


def lens_as_it_is(lens: types.CodeLens) -> types.CodeLens:
    """Return a lens without a title, for a file that keytally does not read."""
    return lens


_URI = "uri"
_TARGET = "target"


def link_data(uri: str, target: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the `data` of a feature's link, with the URIs of its file and of the target file.

    `data` must not contain the names `uri` or `target`.
    """
    return {_URI: uri, _TARGET: target, **data}


def uri_of_link(link: types.DocumentLink) -> str | None:
    """Return the file of a link; None if its data does not come from the server."""
    return _files(link)[0]


def link_to_file(link: types.DocumentLink) -> types.DocumentLink:
    """Return the link to the whole file; unchanged if its data does not come from the server."""
    _, target = _files(link)
    link.target = target or link.target
    return link


def _files(link: types.DocumentLink) -> tuple[str, str] | tuple[None, None]:
    data = members(link.data)
    uri, target = data.get(_URI), data.get(_TARGET)
    return (uri, target) if isinstance(uri, str) and isinstance(target, str) else (None, None)


def _triggers(of_language: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the characters after which clients send requests, declared once for all languages."""
    return list(dict.fromkeys(chain.from_iterable(of_language)))


class _AboutDocument(Protocol):
    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...


def _uri_of_document(params: _AboutDocument) -> str:
    return params.text_document.uri


def _uri_of_item(params: types.TypeHierarchySupertypesParams | types.TypeHierarchySubtypesParams) -> str:
    return params.item.uri


def _no_items(params: object) -> list[object]:
    return []


def _null(params: object) -> None:
    return None


def _always(settings: "Settings") -> bool:
    return True


def _every_client(client: "Client") -> bool:
    return True


def _no_client(client: "Client") -> bool:
    return False


def _without_token_ranges(client: "Client") -> bool:
    return not client.asks_tokens_by_range


@dataclass(frozen=True, slots=True)
class Request:
    """A request and its handler: `function` in `module`, which is a module of this package.

    `uri` returns the URI of the file in the parameters; the function is then called as `(server, snapshot,
    params)`. A request that does not concern a single file has no `uri`, and its function is called as
    `(server, params)`. With `needs_scores`, the file's pair is scored first. `without_snapshot` returns the
    result for a file without a snapshot, or if the settings disable the feature (`is_enabled`).
    `of_first_screen` is set if the request can be answered for the beginning of a file that is still loading.
    With `waits_for_reading`, the result is delayed until the file is loaded, because clients keep it until an
    edit; the function may itself wait for more. `tells_view` selects the clients whose range is the viewport.
    `options` are included in the capabilities.
    """

    method: str
    module: str
    function: str
    options: object = None
    uri: Callable[[Any], str | None] | None = _uri_of_document
    needs_scores: bool = False
    of_first_screen: bool = False
    waits_for_reading: bool = False
    tells_view: Callable[["Client"], bool] = _no_client
    is_enabled: Callable[["Settings"], bool] = _always
    without_snapshot: Callable[[Any], object] = _no_items


_ACTIONS = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix, FIX_ALL, ANNOTATE])
_COMPLETION = types.CompletionOptions(
    trigger_characters=_triggers(facts.completion_triggers for facts in languages().values()),
    resolve_provider=True,
)
_HINTS = types.InlayHintOptions(resolve_provider=True)
_LENSES = types.CodeLensOptions(resolve_provider=True)
_LINKS = types.DocumentLinkOptions(resolve_provider=True)
_RENAME = types.RenameOptions(prepare_provider=True)
_RENAMED_FILES = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**/*"), "file")]
)
_FIRST_TYPED, *_MORE_TYPED = _triggers(facts.typing_triggers for facts in languages().values())
_TYPING = types.DocumentOnTypeFormattingOptions(_FIRST_TYPED, more_trigger_character=_MORE_TYPED)
_TOKENS = types.SemanticTokensLegend([kind.name.lower() for kind in TokenType], list(CHAIN_COLOURS))

REQUESTS = (
    Request(
        types.TEXT_DOCUMENT_CODE_ACTION,
        "code_actions",
        "answer_code_actions",
        options=_ACTIONS,
        needs_scores=True,
    ),
    Request(
        types.TEXT_DOCUMENT_CODE_LENS,
        "code_lenses",
        "answer_code_lenses",
        options=_LENSES,
        needs_scores=True,
        is_enabled=lambda settings: settings.code_lens,
    ),
    Request(
        types.CODE_LENS_RESOLVE,
        "code_lenses",
        "resolve_code_lens",
        uri=uri_of_lens,
        needs_scores=True,
        without_snapshot=lens_as_it_is,
    ),
    Request(
        types.TEXT_DOCUMENT_COMPLETION,
        "completion",
        "answer_completion",
        options=_COMPLETION,
        needs_scores=True,
    ),
    Request(types.COMPLETION_ITEM_RESOLVE, "completion", "resolve_completion", uri=None),
    Request(types.TEXT_DOCUMENT_DEFINITION, "definitions", "answer_definition", needs_scores=True),
    Request(types.TEXT_DOCUMENT_DECLARATION, "definitions", "answer_declaration"),
    Request(types.TEXT_DOCUMENT_TYPE_DEFINITION, "definitions", "answer_type_definition"),
    Request(
        types.TEXT_DOCUMENT_DOCUMENT_LINK,
        "definitions",
        "answer_document_links",
        options=_LINKS,
        waits_for_reading=True,
    ),
    Request(
        types.DOCUMENT_LINK_RESOLVE,
        "definitions",
        "resolve_document_link",
        uri=uri_of_link,
        without_snapshot=link_to_file,
    ),
    Request(
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "symbols", "answer_document_symbols", waits_for_reading=True
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "definitions", "answer_document_highlights"),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, "ranges", "answer_folding_ranges", waits_for_reading=True),
    Request(types.TEXT_DOCUMENT_FORMATTING, "formatting", "answer_formatting"),
    Request(types.TEXT_DOCUMENT_HOVER, "hover", "answer_hover", needs_scores=True, without_snapshot=_null),
    Request(
        types.TEXT_DOCUMENT_INLAY_HINT,
        "inlay_hints",
        "answer_inlay_hints",
        options=_HINTS,
        needs_scores=True,
        tells_view=_every_client,
        is_enabled=lambda settings: settings.inlay_hints,
    ),
    Request(
        types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, "ranges", "answer_linked_editing", without_snapshot=_null
    ),
    Request(
        types.TEXT_DOCUMENT_INLINE_COMPLETION,
        "completion",
        "answer_inline_completion",
        options=types.InlineCompletionOptions(),
        needs_scores=True,
    ),
    Request(types.INLAY_HINT_RESOLVE, "inlay_hints", "resolve_inlay_hint", uri=None),
    Request(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, "formatting", "answer_on_type_formatting", options=_TYPING
    ),
    Request(types.TEXT_DOCUMENT_PREPARE_RENAME, "rename", "prepare_rename", without_snapshot=_null),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, "formatting", "answer_range_formatting"),
    Request(
        types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY,
        "symbols",
        "prepare_type_hierarchy",
        without_snapshot=_null,
    ),
    Request(types.TYPE_HIERARCHY_SUPERTYPES, "symbols", "answer_supertypes", uri=_uri_of_item),
    Request(types.TYPE_HIERARCHY_SUBTYPES, "symbols", "answer_subtypes", uri=_uri_of_item),
    Request(types.TEXT_DOCUMENT_REFERENCES, "definitions", "answer_references"),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, "ranges", "answer_selection_ranges"),
    Request(types.TEXT_DOCUMENT_RENAME, "rename", "answer_rename", options=_RENAME, without_snapshot=_null),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        "ranges",
        "answer_full_tokens",
        options=_TOKENS,
        without_snapshot=_null,
    ),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
        "ranges",
        "answer_token_changes",
        options=_TOKENS,
        without_snapshot=_null,
    ),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
        "ranges",
        "answer_range_tokens",
        options=_TOKENS,
        tells_view=_every_client,
        without_snapshot=_null,
    ),
    Request(
        types.WORKSPACE_WILL_RENAME_FILES,
        "rename",
        "answer_rename_files",
        options=_RENAMED_FILES,
        uri=None,
        without_snapshot=_null,
    ),
    Request(types.WORKSPACE_SYMBOL, "symbols", "answer_workspace_symbols", uri=None, waits_for_reading=True),
    Request(
        MARKS,
        "marks",
        "answer_marks",
        needs_scores=True,
        of_first_screen=True,
        tells_view=_without_token_ranges,
        without_snapshot=_null,
    ),
    Request(
        ANNOTATED,
        "marks",
        "answer_annotated",
        needs_scores=True,
        of_first_screen=True,
        tells_view=_every_client,
        without_snapshot=_null,
    ),
    Request(ERRORS, "errors", "answer_errors", waits_for_reading=True, without_snapshot=_null),
    Request(NEXT, "navigation", "answer_next", waits_for_reading=True, without_snapshot=_null),
    Request(PROGRESS, "navigation", "answer_progress", needs_scores=True, without_snapshot=_null),
)
