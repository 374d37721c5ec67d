"""The table of requests: the handler of each, its requirements, and its capability."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from lsprotocol import types

from keytally.evaluations.registry import languages
from keytally_server.answers.semantic_token import CHAIN_COLOURS, TokenType
from keytally_server.protocol.lens_data import lens_as_it_is, uri_of_lens
from keytally_server.protocol.link_data import link_to_file, uri_of_link
from keytally_server.protocol.messages import ANNOTATE, ERRORS, FIX_ALL, MARKS, NEXT, PROGRESS

if TYPE_CHECKING:
    from keytally_server.protocol.client import Client
    from keytally_server.session.settings import Settings


def _triggers(of_language: Iterable[tuple[str, ...]]) -> list[str]:
    """The characters after which clients send requests; a server declares them once for all languages."""
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
    """A request and its handler: `function` of `module`, a module of this package.

    `uri` finds the URI of the file in the params, and the function is called as `(server, snapshot, params)`.
    A request about no single file has no `uri`, and its function is called as `(server, params)`. With
    `needs_scores` the file's pair is scored first. `without_snapshot` gives the result for a file without a
    snapshot, or if the settings switch the feature off (`is_enabled`). `of_first_screen` says whether the
    beginning of a file that is still loading is answered for. With `waits_for_reading` the answer waits until
    the file is loaded: clients keep it until an edit; the function may be one that waits for more.
    `tells_view` says of which clients the range is what the person sees. `options` go into the capabilities.
    """

    method: str
    module: str
    function: str = "answer"
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
    Request(types.TEXT_DOCUMENT_CODE_ACTION, "code_action", options=_ACTIONS, needs_scores=True),
    Request(
        types.TEXT_DOCUMENT_CODE_LENS,
        "code_lens",
        options=_LENSES,
        needs_scores=True,
        is_enabled=lambda settings: settings.code_lens,
    ),
    Request(
        types.CODE_LENS_RESOLVE,
        "code_lens",
        "resolve",
        uri=uri_of_lens,
        needs_scores=True,
        without_snapshot=lens_as_it_is,
    ),
    Request(types.TEXT_DOCUMENT_COMPLETION, "completion", options=_COMPLETION, needs_scores=True),
    Request(types.COMPLETION_ITEM_RESOLVE, "completion", "resolve", uri=None),
    Request(types.TEXT_DOCUMENT_DEFINITION, "definition", needs_scores=True),
    Request(types.TEXT_DOCUMENT_DECLARATION, "type_definition", "declaration"),
    Request(types.TEXT_DOCUMENT_TYPE_DEFINITION, "type_definition"),
    Request(types.TEXT_DOCUMENT_DOCUMENT_LINK, "document_link", options=_LINKS, waits_for_reading=True),
    Request(
        types.DOCUMENT_LINK_RESOLVE,
        "document_link",
        "resolve",
        uri=uri_of_link,
        without_snapshot=link_to_file,
    ),
    Request(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, "symbols", waits_for_reading=True),
    Request(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, "highlight"),
    Request(types.TEXT_DOCUMENT_FOLDING_RANGE, "folding", waits_for_reading=True),
    Request(types.TEXT_DOCUMENT_FORMATTING, "formatting", "whole"),
    Request(types.TEXT_DOCUMENT_HOVER, "hover", needs_scores=True, without_snapshot=_null),
    Request(
        types.TEXT_DOCUMENT_INLAY_HINT,
        "inlay_hint",
        options=_HINTS,
        needs_scores=True,
        tells_view=_every_client,
        is_enabled=lambda settings: settings.inlay_hints,
    ),
    Request(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, "linked_editing", without_snapshot=_null),
    Request(
        types.TEXT_DOCUMENT_INLINE_COMPLETION,
        "inline_completion",
        options=types.InlineCompletionOptions(),
        needs_scores=True,
    ),
    Request(types.INLAY_HINT_RESOLVE, "inlay_hint", "resolve", uri=None),
    Request(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, "formatting", "typed", options=_TYPING),
    Request(types.TEXT_DOCUMENT_PREPARE_RENAME, "rename", "prepare", without_snapshot=_null),
    Request(types.TEXT_DOCUMENT_RANGE_FORMATTING, "formatting", "part"),
    Request(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, "hierarchy", "prepare", without_snapshot=_null),
    Request(types.TYPE_HIERARCHY_SUPERTYPES, "hierarchy", "supertypes_of", uri=_uri_of_item),
    Request(types.TYPE_HIERARCHY_SUBTYPES, "hierarchy", "subtypes_of", uri=_uri_of_item),
    Request(types.TEXT_DOCUMENT_REFERENCES, "references"),
    Request(types.TEXT_DOCUMENT_SELECTION_RANGE, "selection_range"),
    Request(types.TEXT_DOCUMENT_RENAME, "rename", options=_RENAME, without_snapshot=_null),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
        "semantic_tokens",
        "whole",
        options=_TOKENS,
        without_snapshot=_null,
    ),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA,
        "semantic_tokens",
        "changes",
        options=_TOKENS,
        without_snapshot=_null,
    ),
    Request(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE,
        "semantic_tokens",
        "part",
        options=_TOKENS,
        tells_view=_every_client,
        without_snapshot=_null,
    ),
    Request(
        types.WORKSPACE_WILL_RENAME_FILES,
        "rename_files",
        options=_RENAMED_FILES,
        uri=None,
        without_snapshot=_null,
    ),
    Request(types.WORKSPACE_SYMBOL, "workspace_symbols", uri=None),
    Request(
        MARKS,
        "marks",
        needs_scores=True,
        of_first_screen=True,
        tells_view=_without_token_ranges,
        without_snapshot=_null,
    ),
    Request(ERRORS, "errors", waits_for_reading=True, without_snapshot=_null),
    Request(NEXT, "next_stop", waits_for_reading=True, without_snapshot=_null),
    Request(PROGRESS, "progress", needs_scores=True, without_snapshot=_null),
)
