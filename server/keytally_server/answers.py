"""Plain values that presenters and requests return, with positions in code points."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from keytally.findings.finding import Edit, Edits, combined_edits


class Adjudicating(NamedTuple):
    """A decision that the user can make.

    `kind` is the suffix of the code action's kind, such as `1` or `annotator.anna`. Offsets in `edits` are
    counted from the start of the gold, offsets in `decisions` from the start of the decisions file.
    """

    kind: str
    title: str
    edits: Edits
    decisions: Edits
    is_preferred: bool = False


class CodeActionKind(Enum):
    """The kind of change that an action makes."""

    TAG = "tag"
    RETYPE = "retype"
    EXTEND = "extend"
    SHRINK = "shrink"
    RESIZE = "resize"
    UNTAG = "untag"
    INSERT_MISSING = "insertMissing"
    INSERT_ALL = "insertMissing.all"
    DROP_SPURIOUS = "dropSpurious"
    WRAP_MENTION = "wrapMention"
    MERGE_CHAINS = "mergeChains"
    SPLIT_CHAIN = "splitChain"
    MOVE_MENTION = "moveMention"
    MAKE_FIRST = "makeFirst"
    REMOVE_MENTION = "removeMention"
    TAG_IDENTICAL = "tagIdentical"
    ACCEPT_FROM_KEY = "acceptFromKey"


CHAIN_KINDS = (
    CodeActionKind.MERGE_CHAINS,
    CodeActionKind.SPLIT_CHAIN,
    CodeActionKind.MOVE_MENTION,
    CodeActionKind.MAKE_FIRST,
    CodeActionKind.REMOVE_MENTION,
)
"""The kinds of actions that change chains, and therefore more than the text at the cursor."""


class ShownText(NamedTuple):
    """A range of a unit that an annotation view shows; `after` is the text that separates it from the next
    range.
    """

    start: int
    end: int
    after: str = ""


class AnnotatedSpan(NamedTuple):
    """An annotation of a unit: its range, by which its mark is found, and the ranges of the text it covers.

    `chain` is the number of its chain in the unit, from 0, and `colour` is the colour of a chain with at
    least two mentions, as in semantic tokens. Both are None for an annotation that belongs to no chain.
    """

    start: int
    end: int
    texts: tuple[tuple[int, int], ...]
    type: str
    chain: int | None = None
    colour: int | None = None


class AnnotatedText(NamedTuple):
    """The text of a unit as an annotation view shows it, without markup, and its annotations in order."""

    texts: Sequence[ShownText] = ()
    spans: Sequence[AnnotatedSpan] = ()


class EditChoice(NamedTuple):
    """An optional part of an action: a description, and its edits."""

    label: str
    edits: Edits


class CodeAction(NamedTuple):
    """A change that a user can choose: its name, and its edits, in order.

    `choices` are further edits that the user confirms one by one. Offsets are counted from the start of the
    file in the results of features, and from the start of the unit in the results of presenters. `type` is
    the type that the action gives to a tag; "" for none. `is_preferred` marks the one action that makes the
    subject agree with the key, or with equal text.
    """

    kind: CodeActionKind
    title: str
    edits: Edits
    choices: tuple[EditChoice, ...] = ()
    type: str = ""
    is_preferred: bool = False

    def moved(self, offset: int) -> "CodeAction":
        """Return the same action with its offsets increased by `offset`."""
        choices = tuple(EditChoice(label, _moved(edits, offset)) for label, edits in self.choices)
        return self._replace(edits=_moved(self.edits, offset), choices=choices)


def combined(action: CodeAction) -> Edits:
    """Return all edits of an action with all its choices, in order."""
    return combined_edits(action.edits, *(choice.edits for choice in action.choices))


def _moved(edits: Edits, offset: int) -> Edits:
    return tuple(Edit(edit.start + offset, edit.end + offset, edit.text) for edit in edits)


class LensKind(StrEnum):
    """The subject of a code lens."""

    SCORED = "scored"
    ADJUDICATED = "adjudicated"
    DONE = "done"


class CodeLens(NamedTuple):
    """A line of text above a position in the file, resolved lazily.

    Its kind and document identify it in the file; the document is None for a lens of the whole file.
    """

    start: int
    kind: LensKind
    document: str | None
    make_title: Callable[[], str]

    @property
    def title(self) -> str:
        """Return the text of the lens."""
        return self.make_title()


class CompletionKind(Enum):
    """The kind of a completion."""

    TAG = "tag"
    ATTRIBUTE = "attribute"
    VALUE = "value"
    OPTION = "option"
    HEADER = "header"
    SLOT = "slot"
    POINTER = "pointer"
    TEXT = "text"
    CLASS = "class"
    MARK = "mark"


class Completion(NamedTuple):
    """A text that replaces the range from `start` to `end` of the file.

    The client compares `sought`, by default `text`, with the typed text. `detail` is a short description.
    `leads_on` is set if another completion should be offered immediately afterwards.
    """

    label: str
    kind: CompletionKind
    text: str
    start: int
    end: int
    make_documentation: Callable[[], str] | None = None
    detail: str = ""
    sought: str = ""
    leads_on: bool = False

    @property
    def documentation(self) -> str:
        """Return the documentation in Markdown, resolved lazily; "" for none."""
        return self.make_documentation() if self.make_documentation else ""

    @property
    def sought_text(self) -> str:
        """Return the text that the client compares with the typed text."""
        return self.sought or self.text


class Insertion(NamedTuple):
    """A completion for clients that replace the word before the cursor and ignore the range.

    `text` replaces that word; `sought` is compared with it.
    """

    completion: Completion
    text: str
    sought: str


class DocumentHighlight(NamedTuple):
    """An occurrence of a name; `is_declaration` distinguishes a declaration from a use."""

    start: int
    end: int
    is_declaration: bool


class DocumentLink(NamedTuple):
    """A range of the file that links to another file.

    `data` contains plain JSON values, from which the format's presenter determines the position in the target
    when a client resolves the link. `data` is None for a link to the whole file.
    """

    start: int
    end: int
    target: Path
    data: Mapping[str, Any] | None = None


class FilePlace(NamedTuple):
    """A range of a file, in code points."""

    path: Path
    start: int
    end: int


class Error(NamedTuple):
    """A difference of a response from its key.

    `name` is its error class; `key` and `response` are the values of the two sides. `place` is in the
    response, or in the key if the response lacks the document; `key_place` is None if the key has no such
    item. `gain` is the gain of the headline measure, in points, from fixing it alone; None if that is
    impossible, with the reason in `refused`.
    """

    name: str
    document: str
    key: str
    response: str
    place: FilePlace
    key_place: FilePlace | None
    gain: float | None
    refused: str

    @property
    def said(self) -> str:
        """Return the values of both sides: `LOCATION "Ann" for PERSON "Ann"`; only one value if the two
        are equal or if one is missing.
        """
        is_told_apart = self.key and self.response and self.key != self.response
        both = f"{self.response} for {self.key}" if is_told_apart else ""
        return both or self.key or self.response


class ErrorRepair(NamedTuple):
    """The repair of a difference: a title with its exact gain, and its edits, in order, in one file."""

    title: str
    path: Path
    edits: Edits


class FoldingRange(NamedTuple):
    """A range of the file that folds into its first line."""

    start: int
    end: int


class Hover(NamedTuple):
    """Markdown about a range of the file, in code points."""

    markdown: str
    start: int
    end: int


class InlayHint(NamedTuple):
    """A short text at a position in the file, and a longer text that the client shows on demand."""

    place: int
    label: str
    tooltip: str


class InlineCompletion(NamedTuple):
    """A text that replaces a range within one line and contains the text of that range."""

    text: str
    start: int
    end: int


class LocationLink(NamedTuple):
    """A range of a file, and the range of this file that links to it, in code points."""

    path: Path
    start: int
    end: int
    origin_start: int
    origin_end: int


class MarkingDone(NamedTuple):
    """A title, the edits of the annotator's file, and the edits of a keytally.toml with its previous text."""

    title: str
    edits: Edits = ()
    project: tuple[Path, str, Edits] | None = None


class FileProgress(NamedTuple):
    """The name of a document, its number (from 1) among `documents`, and the number of its differences; None
    if unknown.

    `noun` is the task's word for a document. `done` contains the numbers of finished documents and of all
    documents in an annotator's file; None if unknown.
    """

    document: str
    number: int
    documents: int
    differences: int | None
    noun: str = "document"
    done: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """Return the progress in words: `document 3 of 96, 12 differences left, 2 of 96 done`."""
        parts = [f"{self.noun} {self.number} of {self.documents}"]
        if self.differences is not None:
            parts.append(f"{self.differences or 'no'} difference{'' if self.differences == 1 else 's'} left")
        if self.done is not None:
            parts.append(f"{self.done[0]} of {self.done[1]} done")
        return ", ".join(parts)


class Renamable(NamedTuple):
    """A name that can be changed: its range, and the name itself."""

    start: int
    end: int
    name: str


class RenameError(Exception):
    """The error raised for an invalid new name; the message is one line with the reason and the solution."""


class TokenType(IntEnum):
    """The types of tokens, in the order of the legend that the client gets."""

    TYPE = 0
    PROPERTY = 1
    STRING = 2
    MACRO = 3
    KEYWORD = 4
    COMMENT = 5
    NUMBER = 6
    OPERATOR = 7
    MENTION = 8


COLOUR_COUNT = 8
"""The number of colours for chains."""

CHAIN_COLOURS = tuple(f"chain{number}" for number in range(1, COLOUR_COUNT + 1))
"""The modifiers of mentions, one for each colour of a chain, in the order of the legend."""


class SemanticToken(NamedTuple):
    """A range with one token type, and its text.

    Offsets count code points: from the start of the file in the results of features; from the start of the
    unit, and without the text, in the results of presenters. `modifiers` contains the bit of a chain's
    colour.
    """

    start: int
    end: int
    type: TokenType
    text: str = ""
    modifiers: int = 0


class NavigationTarget(NamedTuple):
    """A range of a file in code points, and its message.

    `status` is the status of the mark, or "" if the target is not a mark. `action` is the kind of the code
    action that applies the proposal; "" for the preferred action.
    """

    path: Path
    start: int
    end: int
    message: str
    status: str = ""
    action: str = ""


class Candidate(NamedTuple):
    """A range of a unit that may be tagged, the reason, and the kind of the code action that tags it."""

    start: int
    end: int
    message: str
    action: str


class Unscored(NamedTuple):
    """A document before the next target that must be scored first."""

    document: str


class SymbolKind(Enum):
    """The kind of a symbol."""

    DOCUMENT = "document"
    ELEMENT = "element"
    OPTION = "option"
    HEADING = "heading"
    CLASS = "class"
    OBJECT = "object"
    SLOT = "slot"
    SET = "set"
    CHAIN = "chain"
    LEFT_OUT = "left out"


class Symbol(NamedTuple):
    """A named range of the file; an editor selects `name_start` to `name_end` when the user chooses it."""

    name: str
    detail: str
    kind: SymbolKind
    start: int
    end: int
    name_start: int
    name_end: int
    children: tuple["Symbol", ...] = ()


Name = tuple[str, ...]
"""A name preceded by the names of its owners, outermost first: a class, or a class and its slot."""


class TypeName(NamedTuple):
    """The kind of the companion file, the names to look for there, and the range that they concern.

    The first of `names` that the file defines is used. The range is in code points of the file.
    """

    companion: str
    names: tuple[Name, ...]
    start: int
    end: int


class WorkspaceSymbol(NamedTuple):
    """A named range of a file, in code points of the file."""

    name: str
    kind: SymbolKind
    path: Path
    start: int
    end: int
