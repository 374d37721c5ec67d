"""The interface of presenters, one class per format, and the presenters of all formats.

Unless overridden, a method returns nothing, or a default that its docstring describes. A presenter's module
is imported when a file of its format is first shown. A plugin registers a presenter under the entry point
`keytally_server.presenters`: its name is a language id, its value a subclass of Presenter. A language without
a presenter uses the methods of its units (keytally.families.presentation).
"""

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from keytally.families.contract import Language, Mark
from keytally.families.registry import entry_points_of
from keytally.findings.finding import Edit, Finding
from keytally.text.positions import Span
from keytally_server.answers import (
    AnnotatedText,
    Candidate,
    CodeAction,
    Completion,
    DocumentHighlight,
    DocumentLink,
    Hover,
    InlayHint,
    InlineCompletion,
    LocationLink,
    Name,
    Renamable,
    RenameError,
    SemanticToken,
    Symbol,
    TypeName,
    WorkspaceSymbol,
)
from keytally_server.presenters.safe_fixes import Repair
from keytally_server.session.snapshot import Snapshot, UnitAt

Stretch = tuple[int, int]
"""The start and the end of a range of text."""

UnitWithOffset = tuple[Any, int]
"""A unit, and the offset in the file at which it starts."""

WORD = re.compile(r"\w*\Z")
WORD_WITH_HYPHENS = re.compile(r"[\w-]*\Z")


class Presenter:
    """Editor features for the files of one format; a subclass overrides the methods that its format supports.

    A presenter keeps no state: every method gets the current state of the file. Unless stated otherwise,
    offsets in a result count code points from the start of the file.
    """

    word = WORD
    """A pattern that matches the word at the end of the text before the cursor, as editors delimit words.
    """

    def for_language(self, language: Language) -> "Presenter":
        """Return the presenter of files in this language, whose name is the format's id."""
        return self

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the hover at an offset, or None."""
        return None

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Return completions at an offset, the likeliest first; at a boundary, `at` is in the preceding
        unit.
        """
        return ()

    def inline_completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[InlineCompletion]:
        """Return the key's values at an offset, each on one line, the likeliest first."""
        return ()

    def semantic_tokens(
        self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span
    ) -> Iterable[SemanticToken]:
        """Return the tokens of a unit in order, in unit offsets, including at least those that touch
        `wanted`.
        """
        return ()

    def document_symbols(
        self, snapshot: Snapshot, units: Iterable[UnitWithOffset], *, with_parts: bool
    ) -> Iterable[Symbol]:
        """Return the outline of adjacent units of a file; without `with_parts`, only its top level."""
        return ()

    def folding_ranges(self, unit: Any, *, with_parts: bool) -> Iterable[Stretch]:
        """Return the ranges of a unit that can be folded, in unit offsets; with `with_parts`, also the
        ranges of its parts.
        """
        return ()

    def group_folding_ranges(self, units: Iterable[UnitWithOffset]) -> Iterable[Stretch]:
        """Return the runs of adjacent units of a file that can be folded together."""
        return ()

    def selection_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the format's ranges around an offset, in unit offsets and in any order."""
        return ()

    def definitions(self, snapshot: Snapshot, at: UnitAt) -> Sequence[LocationLink]:
        """Return the target of the name or the reference at an offset; partners are located separately."""
        return ()

    def type_name(self, snapshot: Snapshot, at: UnitAt) -> TypeName | None:
        """Return the name at an offset that a companion file defines; None if there is none."""
        return None

    def definition_of(self, unit: Any, name: Name) -> Stretch | None:
        """Return the range of a unit that defines a name in a companion file; None if the unit does not
        define it.
        """
        return None

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterable[tuple[Mark, Stretch]]:
        """Return the marks at an offset that link to the other file, each with its range in the unit."""
        return ()

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the occurrences of the name at an offset, in file order."""
        return ()

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Span]:
        """Return the occurrences of the name at an offset in the whole file, in order.

        If there are none, the highlights are used, because most names are valid only in their document.
        """
        return ()

    def linked_editing_ranges(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Stretch]:
        """Return the ranges that are edited together with the range at an offset, in unit offsets, in
        order.
        """
        return ()

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the renamable name at an offset; None if there is none. Raises RenameError."""
        return None

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that change the name at an offset everywhere, in order. Raises RenameError."""
        raise RenameError("nothing to rename at this position")

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterable[CodeAction]:
        """Return the code actions for the range from an offset to `end`, in unit offsets.

        If an action has many possible targets, it is returned for each of the `most_choices` likeliest
        targets; None means every target.
        """
        return ()

    def repairs(self, snapshot: Snapshot, at: UnitAt, finding: Finding) -> Iterable[Repair]:
        """Return further fixes of a finding that begins at an offset, the likeliest first.

        Each fix removes the finding and causes no other finding.
        """
        return ()

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[Any], Iterable[Candidate]]:
        """Return a function that finds the untagged strings of a unit that are tagged in a part of the file.

        It returns them in order, in unit offsets.
        """
        return lambda unit: ()

    def inlay_hint_label(self, mark: Mark) -> str | None:
        """Return the label that is shown at the position of a missing item; None if nothing is shown."""
        return mark.label

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """Return the range of the unit that a missing item should contain; None if there is no such text."""
        return None

    def annotated_text(self, snapshot: Snapshot, unit: Any, start: int, end: int) -> AnnotatedText:
        """Return the text and the annotations of the part of a unit from `start` to `end`.

        The result is empty for formats whose files contain no text to annotate. Annotations that extend
        beyond the part are not cut.
        """
        return AnnotatedText()

    def missing_text(self, mark: Mark) -> Stretch | None:
        """Return the shown text of a unit that a missing item should cover; None if there is no such text."""
        return self.missing_extent(mark)

    def document_title(self, unit: Any, document: str) -> str:
        """Return the displayed name of the document that begins with a unit."""
        return document

    def marked_text(self, mark: Mark) -> Stretch | None:
        """Return the text range of a mark without its markup, in unit offsets; None if it has no markup."""
        return None

    def own_line(self, mark: Mark) -> str | None:
        """Return the text of a separate line for a missing item; None if it is shown within a line."""
        return None

    def inlay_hint_place(self, snapshot: Snapshot, mark: Mark, place: int) -> int:
        """Return the position of the hint about a missing item, given the position of its mark."""
        return place

    def inlay_hints(self, snapshot: Snapshot, unit: Any, offset: int, wanted: Span) -> Iterable[InlayHint]:
        """Return additional hints in a unit, including at least those in a range of the file."""
        return ()

    def document_links(self, snapshot: Snapshot, unit: Any, offset: int) -> Iterable[DocumentLink]:
        """Return the ranges of a unit that link to other files, in order."""
        return ()

    def link_target(self, snapshot: Snapshot, data: Mapping[str, Any]) -> tuple[Path, Span] | None:
        """Return the target of a link with this `data` as a range of a file; None if there is none.

        The client sends the data back, so it may be invalid.
        """
        return None

    def formatting_edits(
        self, snapshot: Snapshot, unit: Any, following: Callable[[], str] | None, indent: str
    ) -> Iterable[Edit]:
        """Return the edits that format a unit without changing its content, in unit offsets, in order.

        `following` is the text after the unit that may affect where units begin; None for the last unit.
        """
        return ()

    def on_type_edits(self, snapshot: Snapshot, at: UnitAt, typed: str, indent: str) -> Sequence[Edit]:
        """Return the edits that follow when a character is typed directly before an offset."""
        return ()

    def hierarchy_item(self, snapshot: Snapshot, at: UnitAt) -> Symbol | None:
        """Return the item of a type hierarchy at an offset, or None."""
        return None

    def supertypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """Return the items that the item at an offset points to."""
        return ()

    def subtypes(self, snapshot: Snapshot, at: UnitAt) -> Sequence[Symbol]:
        """Return the items that point to the item at an offset."""
        return ()

    def document_heading(self, unit: Any) -> Stretch:
        """Return the range that an editor selects to show the document that begins with a unit: its first
        line.
        """
        text: str = unit.text
        start = len(text) - len(text.lstrip())
        return start, start + len(text[start:].splitlines()[0]) if text[start:] else start

    def workspace_symbols(
        self, path: Path, unit: Any, offset: int, matches: Callable[[str], bool]
    ) -> Iterable[WorkspaceSymbol]:
        """Return the matching symbols of a unit, other than documents, for a search through all files."""
        return ()


logger = logging.getLogger(__name__)

ENTRY_POINT_GROUP = "keytally_server.presenters"

_FORMATS = "keytally_server.presenters"
_DEFAULT = f"{_FORMATS}.presented:PresentedUnitPresenter"
_BUILT_IN = {
    "muc-sgml": f"{_FORMATS}.sgml_files:SgmlFilesPresenter",
    "muc-template": f"{_FORMATS}.templates.presenter:TemplatePresenter",
    "muc-bnf": f"{_FORMATS}.bnf:BnfPresenter",
    "muc-config": f"{_FORMATS}.configuration:ConfigurationPresenter",
    "conll": f"{_FORMATS}.chains.conll_presenter:ConllPresenter",
    "records": f"{_FORMATS}.records:RecordsPresenter",
    "spans": f"{_FORMATS}.standoff:StandoffPresenter",
    "spans-text": f"{_FORMATS}.standoff:AnnotatedTextPresenter",
    "template-json": f"{_FORMATS}.template_json:TemplateJsonPresenter",
    "token-columns": f"{_FORMATS}.columns:ColumnsPresenter",
}


def presenter_of(language: Language) -> Presenter:
    """Return the presenter of files in a language."""
    return _presenter(language.name).for_language(language)


@cache
def _presenter(name: str) -> Presenter:
    """Return the presenter of a language id; its module is imported for the first file in this language."""
    if name in _BUILT_IN:
        return _made(_loaded(_BUILT_IN[name]))
    for entry_point in (point for point in entry_points_of(ENTRY_POINT_GROUP) if point.name == name):
        try:
            return _made(entry_point.load())
        except Exception as error:
            problem = " ".join(f"{type(error).__name__}: {error}".split())
            logger.error("%s: the presenter %s cannot be used: %s", name, entry_point.value, problem)
    return _made(_loaded(_DEFAULT))


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _made(presenter: Any) -> Presenter:
    """Return an instance of a presenter class. Raises TypeError if the argument is not a subclass of
    Presenter.
    """
    if not (isinstance(presenter, type) and issubclass(presenter, Presenter)):
        raise TypeError(f"{presenter!r} is not a subclass of Presenter")
    return presenter()
