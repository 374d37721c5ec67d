"""A client: its capabilities, its positions and URIs, and its state: marks, tokens, lazy texts, viewports."""

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from operator import eq
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from lsprotocol import types

from keytally.text.positions import Position, Span
from keytally_server.protocol.messages import members

if TYPE_CHECKING:
    from keytally.engine.reading import Reading
    from keytally.text.buffer import TextBuffer


@dataclass(frozen=True, slots=True)
class Client:
    """The capabilities of a client that affect the server's messages.

    `draws_lines` is true for clients that show missing objects on separate lines. `takes_documents` is false
    for clients that do not read the tallies of single documents. `suggest_command` is the client's command
    that lists completions, or "" without one. `pulls_diagnostics` is true for clients that pull diagnostics
    and can be asked to pull them again. The findings of a file depend on other files, so any other client
    would show outdated findings. `replaces_ranges` is true for clients that distinguish inserting and
    replacing completions: others may apply only the first word of an edit. `registers_outline` is true for
    clients that request outlines again after a new registration.
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
    registers_outline: bool = False
    takes_versioned_edits: bool = False
    creates_files: bool = False
    confirms_edits: bool = False
    shows_progress: bool = False
    replaces_ranges: bool = False


def client_of(capabilities: types.ClientCapabilities) -> Client:
    """Return the capabilities that a client declares."""
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
        registers_outline=_dynamic(document.document_symbol),
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
    """Return whether a client resolves a member of an item lazily."""
    return bool(part and part.resolve_support and member in part.resolve_support.properties)


def _asks_by_range(tokens: types.SemanticTokensClientCapabilities | None) -> bool:
    return bool(tokens and tokens.requests.range)


def _dynamic(part: Any) -> bool:
    return bool(part and part.dynamic_registration)


def _of_ours(experimental: object) -> Mapping[str, Any]:
    """Return the members of `experimental.keytally`, whatever the other capabilities contain."""
    return members(members(experimental).get("keytally"))


def _name(value: object) -> str:
    return value if isinstance(value, str) else ""


class Columns:
    """Converts positions between code points and the client's encoding."""

    def __init__(self, encoding: types.PositionEncodingKind | str) -> None:
        self.encoding = types.PositionEncodingKind(encoding)

    def width(self, text: str) -> int:
        """Return the length of `text` in the client's code units."""
        if self.encoding is types.PositionEncodingKind.Utf32 or text.isascii():
            return len(text)
        codec = "utf-8" if self.encoding is types.PositionEncodingKind.Utf8 else "utf-16-le"
        size = len(text.encode(codec, "surrogatepass"))
        return size if codec == "utf-8" else size // 2

    def index(self, text: str, units: int) -> int:
        """Return the number of code points of `text` before a column.

        A column within a code point counts as its start.
        """
        prefix = text[:units]
        if self.encoding is types.PositionEncodingKind.Utf32 or prefix.isascii():
            return len(prefix)
        count = 0
        for at, char in enumerate(prefix):
            count += self.width(char)
            if count > units:
                return at
        return len(prefix)

    def to_position(self, reading: "Reading", offset: int) -> types.Position:
        """Convert an offset to a position in the client's encoding."""
        return types.Position(*reading.places.position(offset, self.width))

    def to_range(self, reading: "Reading", start: int, end: int) -> types.Range:
        """Convert a range of text to a range in the client's encoding."""
        return types.Range(self.to_position(reading, start), self.to_position(reading, end))

    def plain_range(self, reading: "Reading", start: int, end: int) -> dict[str, dict[str, int]]:
        """Return the result of `to_range` as JSON, for results with hundreds of ranges."""
        position, width = reading.places.position, self.width
        first = position(start, width)
        last = first if start == end else position(end, width)
        return {
            "start": {"line": first.line, "character": first.column},
            "end": {"line": last.line, "character": last.column},
        }

    def from_position(self, buffer: "TextBuffer", position: types.Position) -> Position:
        """Convert a position in the client's encoding to a position in the text, clamped to its line."""
        start = buffer.offset(Position(position.line, 0))
        end = buffer.line_end(position.line)
        text = buffer.slice(start, min(start + position.character, end))
        return Position(position.line, self.index(text, position.character))

    def to_offset(self, buffer: "TextBuffer", position: types.Position) -> int:
        """Convert a position in the client's encoding to an offset."""
        return buffer.offset(self.from_position(buffer, position))


# Conversion between file URIs and paths (RFC 8089), by the rules of both kinds of system.
#
# A path keeps bytes that are not UTF-8, as Python's paths do. On Windows a drive's letter is in lower case,
# as editors write it, and the host of a URI is that of a network share; elsewhere a colon and a backslash are
# characters of names.


IS_WINDOWS = os.name == "nt"

_DRIVE = re.compile(r"/([A-Za-z]:)(?=/|$)")
_HERE = ("", "localhost")
_SURROGATES = "surrogateescape"


def is_file_uri(uri: str) -> bool:
    """Return whether a URI names a file; False for a malformed URI."""
    try:
        return urlsplit(uri).scheme == "file"
    except ValueError:
        return False


def path_in(uri: str, *, windows: bool = IS_WINDOWS) -> str:
    """Return the path that a file URI names; "" if it names none.

    Raises ValueError for a malformed URI.
    """
    parts = urlsplit(uri)
    host, named = (_unquoted(part) for part in (parts.netloc, parts.path))
    shared = f"//{host}{named}" if host.lower() not in _HERE else named
    if not windows:
        return shared
    drive = _DRIVE.match(named)
    local = f"{drive[1].lower()}{named[drive.end() :] or '/'}" if drive and shared == named else shared
    return local.replace("/", "\\")


def uri_of_path(path: str, *, windows: bool = IS_WINDOWS) -> str:
    """Return the standard URI of an absolute path in VS Code's spelling, because VS Code compares URIs as
    text.
    """
    name = path.replace("\\", "/") if windows else path
    if windows and name.startswith("//"):
        return f"file:{_quoted(name)}"
    named = name if name.startswith("/") else f"/{name}"
    if windows and _DRIVE.match(named):
        named = f"/{named[1].lower()}{named[2:]}"
    return f"file://{_quoted(named)}"


def _unquoted(part: str) -> str:
    return unquote_to_bytes(part.encode("utf-8", "surrogatepass")).decode("utf-8", _SURROGATES)


def _quoted(path: str) -> str:
    return quote_from_bytes(path.encode("utf-8", _SURROGATES))


KEPT_MARKS = 8
"""The maximum number of results that are kept for each file for comparison, because a client may show
several parts of it.
"""

RANGES = ("range", "extent", "text")
"""The members of a mark that are ranges of its own file."""


Marks = Sequence[Mapping[str, Any]]


class _MarksAnswer(NamedTuple):
    """Marks that were sent to a client, with the number of lines of the file at that time."""

    marks: Marks
    lines: int


class MarkChanges:
    """The last answers about each file, by result ids."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._answers: dict[Path, dict[str, _MarksAnswer]] = {}

    def answer(self, path: Path, previous: str | None, marks: Marks, lines: int) -> dict[str, Any]:
        """Return the members of a result: its id, with either `marks` or a `change` from earlier marks.

        `lines` is the number of lines of the file.
        """
        answers = self._answers.setdefault(path, {})
        before = answers.get(previous or "")
        result_id = str(next(self._numbers))
        answers[result_id] = _MarksAnswer(marks, lines)
        for old in list(answers)[:-KEPT_MARKS]:
            del answers[old]
        change = before and change_of(before.marks, marks, lines - before.lines)
        return {"resultId": result_id, **({"change": change} if change else {"marks": list(marks)})}

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)


def change_of(old: Marks, new: Marks, lines: int) -> dict[str, Any] | None:
    """Return the difference from older marks, or None if the two lists have no marks in common; `lines` is
    the number of lines inserted since the older marks.

    First, the old marks from the index `moved` on are moved down by `lines`. Then each of the `edits`
    replaces `deleteCount` old marks, from the index `start` on, with `marks`.
    """
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    moved = [_moved(mark, lines) for mark in old[same:]]
    edits: list[dict[str, Any]] = [
        {"start": same + start, "deleteCount": end - start, "marks": list(new[same + first : same + last])}
        for start, end, first, last in _differing(moved, new[same:])
    ]
    if new and sum(len(edit["marks"]) for edit in edits) == len(new):
        return None
    return {"moved": same, "lines": lines, "edits": edits}


def _differing(before: Marks, after: Marks) -> Iterator[tuple[int, int, int, int]]:
    """Yield the ranges that differ, first in `before`, then in `after`.

    Both lists are traversed once, because the marks are sorted.
    """
    start = first = at = of = 0
    while at < len(before) and of < len(after):
        if before[at] == after[of]:
            if start < at or first < of:
                yield start, at, first, of
            start, first = at + 1, of + 1
            at, of = start, first
            continue
        old, new = _place(before[at]), _place(after[of])
        at, of = at + (old <= new), of + (new <= old)
    if start < len(before) or first < len(after):
        yield start, len(before), first, len(after)


def _place(mark: Mapping[str, Any]) -> tuple[int, int]:
    start = mark["range"]["start"]
    return start["line"], start["character"]


def _moved(mark: Mapping[str, Any], lines: int) -> Mapping[str, Any]:
    """Return a mark moved down by a number of lines."""
    return {**mark, **{name: _lower(mark[name], lines) for name in RANGES if name in mark}} if lines else mark


def _lower(stretch: Mapping[str, Any], lines: int) -> Mapping[str, Any]:
    return {
        side: {"line": place["line"] + lines, "character": place["character"]}
        for side, place in stretch.items()
    }


class _TokensAnswer(NamedTuple):
    """The tokens that were sent last, and their result id."""

    result_id: str
    data: Sequence[int]


class TokenChanges:
    """The last tokens of each whole file."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._answers: dict[Path, _TokensAnswer] = {}

    def whole(self, path: Path, data: Sequence[int]) -> types.SemanticTokens:
        """Return all tokens, with a result id."""
        self._answers[path] = _TokensAnswer(str(next(self._numbers)), data)
        return types.SemanticTokens(data, self._answers[path].result_id)

    def changes(
        self, path: Path, previous: str, data: Sequence[int]
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        """Return at most one edit from the previous result's tokens to the current tokens, or all tokens
        if the previous result is unknown.
        """
        before = self._answers.get(path)
        answer = self.whole(path, data)
        if before is None or before.result_id != previous:
            return answer
        edits = [] if before.data == data else [_edit(before.data, data)]
        return types.SemanticTokensDelta(edits, answer.result_id)

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)


def _edit(old: Sequence[int], new: Sequence[int]) -> types.SemanticTokensEdit:
    """Return the replacement of everything between the common prefix and the common suffix."""
    most = min(len(old), len(new))
    start = sum(1 for _ in takewhile(bool, map(eq, old, new)))
    end = sum(1 for _ in takewhile(bool, map(eq, reversed(old), reversed(new))))
    end = min(end, most - start)
    return types.SemanticTokensEdit(start, len(old) - end - start, list(new[start : len(new) - end]))


KEPT_TEXTS = 4
"""The maximum number of results per file with cached texts, because a client may show several parts of a
file.
"""

Text = Callable[[], str]
"""A text that is resolved lazily."""


class LazyTexts:
    """Functions that resolve the texts of a file's last results, by the number in an item's `data`."""

    def __init__(self) -> None:
        self._next = 0
        self._answers: dict[Path, dict[int, Sequence[Text]]] = {}

    def keep(self, path: Path, texts: Sequence[Text]) -> range:
        """Keep the texts of a result about a file; return their numbers."""
        numbers = range(self._next, self._next + len(texts))
        self._next = numbers.stop
        answers = self._answers.setdefault(path, {})
        answers[numbers.start] = texts
        for old in list(answers)[:-KEPT_TEXTS]:
            del answers[old]
        return numbers

    def find(self, number: object) -> str | None:
        """Return the text for a number; None if it is unknown or no longer kept."""
        if not isinstance(number, int):
            return None
        for answers in self._answers.values():
            for first, texts in answers.items():
                if first <= number < first + len(texts):
                    return texts[number - first]()
        return None

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._answers.pop(path, None)


LARGEST_VIEW = 200_000
"""The maximum length of a viewport; some clients request a whole file by its range."""


NEAR = 50_000
"""The distance from the viewport up to which requests about a large file are answered, in code points."""


@dataclass(slots=True)
class _View:
    """The position viewed or edited last, and the part covered by all last results.

    `outlined` is the part covered by the last outline, or None if the outline is complete. `has_cut_hints` is
    set if the hints of a whole file were requested but only those of a part were returned.
    """

    place: int = 0
    shown: Span | None = None
    outlined: Span | None = None
    has_cut_hints: bool = False


class Views:
    """The positions of the last requests and edits in open files.

    A client requests the lenses and folds of a whole file, and repeats the request only after an edit. For a
    large file, it receives only the lenses and folds of a part; `note` reports when the viewport leaves that
    part and the client must request them again.
    """

    def __init__(self) -> None:
        self._views: dict[Path, _View] = {}

    def place(self, path: Path) -> int:
        """Return the offset in a file at which the user is looking."""
        view = self._views.get(path)
        return view.place if view is not None else 0

    def note(self, path: Path, start: int, end: int) -> bool:
        """Record that a range is visible; return whether its middle is outside the part for which lenses were
        last returned.

        After this method has returned true, it returns false until `answered` is called.
        """
        view = self._views.setdefault(path, _View())
        view.place = (start + end) // 2
        if view.shown is None or view.shown.start <= view.place <= view.shown.end:
            return False
        view.shown = None
        return True

    def edited(self, path: Path, place: int) -> None:
        """Record the position of an edit, after which clients repeat all requests."""
        view = self._views.setdefault(path, _View())
        view.place, view.shown, view.outlined = place, None, None

    def answered(self, path: Path, start: int, end: int) -> None:
        """Record that an answer covered only a part of a file."""
        view = self._views.setdefault(path, _View())
        if view.shown is not None:
            start, end = max(start, view.shown.start), min(end, view.shown.end)
        view.shown = Span(start, max(start, end))

    def outline_answered(self, path: Path, part: Span | None) -> None:
        """Record that an outline lists only the documents of a part of a file; None means that it lists
        all documents.
        """
        self._views.setdefault(path, _View()).outlined = part

    def leaves_outline(self, path: Path) -> bool:
        """Return whether the viewed position is outside the last outline; this is reported only once."""
        view = self._views.get(path)
        if view is None or view.outlined is None or view.outlined.start <= view.place <= view.outlined.end:
            return False
        view.outlined = None
        return True

    def part_for_hints(self, path: Path, start: int, end: int) -> tuple[int, int]:
        """Return the part of a range for which hints are returned: a viewport, otherwise the part near the
        viewed position.
        """
        if end - start <= LARGEST_VIEW:
            return start, end
        place = min(max(self.place(path), start), end)
        self.answered(path, place - NEAR // 2, place + NEAR // 2)
        self._views[path].has_cut_hints = True
        return max(start, place - NEAR), min(end, place + NEAR)

    def has_cut_hints(self, path: Path) -> bool:
        """Return whether the client has requested the hints of a whole file but received only those of a
        part.
        """
        view = self._views.get(path)
        return view is not None and view.has_cut_hints

    def file_closed(self, path: Path, uri: str) -> None:
        """Forget a closed file."""
        self._views.pop(path, None)
