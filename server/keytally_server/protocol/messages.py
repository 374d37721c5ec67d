"""keytally's own messages, typed like pygls's types of the protocol, and malformed messages."""

import re
from collections.abc import Mapping
from typing import Any

import attrs
from cattrs import Converter, transform_error
from cattrs.gen import make_dict_structure_fn, override
from lsprotocol import types
from pygls.protocol import default_converter

SCORED = "keytally/scored"
MARKS = "keytally/marks"
NEXT = "keytally/next"
PROGRESS = "keytally/progress"
ERRORS = "keytally/errors"
PROGRESSED = "keytally/progressed"
FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.keytally"
ADJUDICATED = "keytally/adjudicated"
ANNOTATE = types.CodeActionKind.RefactorRewrite.value
ADJUDICATE = f"{ANNOTATE}.adjudicate"
DONE = f"{ANNOTATE}.done"
REPAIR = f"{ANNOTATE}.repair"
MALFORMED_REQUEST = "keytally/malformedRequest"
"""No client sends this method: malformed requests are handled under this name."""

MALFORMED_NOTIFICATION = "keytally/malformedNotification"
"""No client sends this method: malformed notifications are handled under this name."""

NOT_UNDERSTOOD = "a message is not understood: it is no JSON-RPC 2.0"
"""The line of the log about JSON that is no message."""

_SNAKE = re.compile(r"_(\w)")


@attrs.define
class MarksParams:
    """The file of requested marks, and the range; without `range` the whole file.

    `previous_result_id` is that of an answer that the client still has.
    """

    text_document: types.TextDocumentIdentifier
    range: types.Range | None = None
    previous_result_id: str | None = None


@attrs.define
class MarksRequest:
    """The request `keytally/marks`."""

    id: int | str
    params: MarksParams
    method: str = MARKS
    jsonrpc: str = "2.0"


@attrs.define
class NextParams:
    """A place in a file, and what is wanted from there: `difference`, `candidate` or `undecided`.

    `direction` is `next` or `previous`. With `inclusive` what starts at the place counts too.
    """

    text_document: types.TextDocumentIdentifier
    position: types.Position
    what: str = "difference"
    direction: str = "next"
    inclusive: bool = False


@attrs.define
class NextRequest:
    """The request `keytally/next`."""

    id: int | str
    params: NextParams
    method: str = NEXT
    jsonrpc: str = "2.0"


@attrs.define
class ProgressParams:
    """A place in a file."""

    text_document: types.TextDocumentIdentifier
    position: types.Position


@attrs.define
class ProgressRequest:
    """The request `keytally/progress`."""

    id: int | str
    params: ProgressParams
    method: str = PROGRESS
    jsonrpc: str = "2.0"


@attrs.define
class ErrorsParams:
    """A file of a pair, and how many of its differences are wanted, those that gain most."""

    text_document: types.TextDocumentIdentifier
    most: int = 1000


@attrs.define
class ErrorsRequest:
    """The request `keytally/errors`."""

    id: int | str
    params: ErrorsParams
    method: str = ERRORS
    jsonrpc: str = "2.0"


@attrs.define
class MalformedRequest:
    """A request of which only the method is known."""

    id: int | str
    params: str
    method: str = MALFORMED_REQUEST
    jsonrpc: str = "2.0"


@attrs.define
class MalformedNotification:
    """A notification of which only the method is known."""

    params: str
    method: str = MALFORMED_NOTIFICATION
    jsonrpc: str = "2.0"


REQUESTS: dict[str, type[Any]] = {
    MARKS: MarksRequest,
    NEXT: NextRequest,
    PROGRESS: ProgressRequest,
    ERRORS: ErrorsRequest,
}


def converter() -> Converter:
    """pygls's converter of messages, extended by keytally's own messages."""
    own: Converter = default_converter()  # type: ignore[no-untyped-call]
    text_document = override(rename="textDocument")
    previous = override(rename="previousResultId")
    marks = make_dict_structure_fn(MarksParams, own, text_document=text_document, previous_result_id=previous)
    own.register_structure_hook(MarksParams, marks)
    for params in (NextParams, ProgressParams, ErrorsParams):
        own.register_structure_hook(params, make_dict_structure_fn(params, own, text_document=text_document))
    return own


def members(value: object) -> Mapping[str, object]:
    """The members of a JSON object that the protocol gives no type; none for any other value."""
    return value if isinstance(value, Mapping) else {}


def malformed_reason(method: object, error: BaseException) -> str:
    """One line that says why a message of a method is malformed."""
    if not isinstance(method, str):
        return NOT_UNDERSTOOD
    reasons = transform_error(error, path="$") or [str(error)]
    reason = _SNAKE.sub(lambda found: found[1].upper(), str(reasons[0]).replace("@ $.", "at "))
    return f"{method} is not understood: {reason}"
