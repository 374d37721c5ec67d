"""Optional abilities of languages and evaluations; the engine checks for each before it uses it."""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from keytally.evaluations.interface import Figure, Language, Mark, Role
from keytally.findings.finding import Finding
from keytally.measures.headline import HeadlineCounts, HeadlineForm


@runtime_checkable
class ReadsByName(Protocol):
    """A language whose units depend on the file's name, such as one in which a file is a document."""

    def of_file(self, name: str, absent: Sequence[str] = ()) -> Language:
        """The language of the file with that name.

        `absent` are the names of files that are missing from its folder, if this file has to report them.
        """
        ...


@runtime_checkable
class ReadsByContent(Protocol):
    """A language of which files outside of pairs tell more, such as which of several schemes they follow.

    `telling` is how many characters of a file are looked at.
    """

    telling: int

    def of_text(self, beginning: str) -> Language:
        """The language of a file that begins so; this one if the beginning tells nothing."""
        ...


@runtime_checkable
class Rereads(Protocol):
    """A language that can reuse the old unit when an edit has changed its text."""

    def reread(self, unit: Any, text: str) -> Any:
        """What `Language.read` returns for `text`, computed from `unit`, whose text was edited to `text`."""
        ...


class DocumentComparison(Protocol):
    """Compares the units of one document; keeps what it needs to compare only some of them after an edit."""

    def compare(self, units: Sequence[Any], apart: Mapping[Any, Any]) -> Sequence[Sequence[Finding]]:
        """What `Language.compare_duplicates` returns; what was kept is dropped."""
        ...

    def update(self, removed: Sequence[Any], added: Sequence[Any]) -> Mapping[Any, Sequence[Finding]] | None:
        """The findings of those units that a replacement concerns; None if that takes a comparison of all."""
        ...


@runtime_checkable
class ComparesInPart(Protocol):
    """A language that compares only some units of a large document after an edit."""

    def document_comparison(self) -> DocumentComparison:
        """A comparison of the units of a document, which has none yet."""
        ...


@runtime_checkable
class FindsDocuments(Protocol):
    """A language that tells at little cost which documents a long text may hold units of.

    The units of a document depend on no unit of another one.
    """

    def may_hold(self, text: str, documents: Collection[str]) -> set[str]:
        """Those of the named documents that units of a text may belong to; perhaps some more, never fewer."""
        ...


@runtime_checkable
class ComparesNeighbours(Protocol):
    """A language in which the previous unit can make a unit wrong."""

    def compare_neighbours(self, before: Any, unit: Any) -> tuple[Finding, ...]:
        """The findings in `unit` that result from `before`, the unit right before it."""
        ...


@runtime_checkable
class KnowsLosses(Protocol):
    """A language of keys that tells at little cost which units scoring may have left something out of.

    The units of other languages are checked in full for that.
    """

    @property
    def loses_repeated(self) -> bool:
        """Whether scoring leaves out what `Language.compare_duplicates` finds."""
        ...

    def suspects(self, units: Sequence[Any]) -> Sequence[Any]:
        """Those units of a scored file that scoring may have left something out of."""
        ...


@runtime_checkable
class ScoresInSteps(Protocol):
    """An evaluation that pauses while it scores, so that a large document does not block other work."""

    def scoring(
        self, document: str, key: Sequence[Any], response: Sequence[Any]
    ) -> Generator[None, None, Sequence[Any]]:
        """Pauses between steps, and returns what `Evaluation.score` returns; run it to its end."""
        ...


@runtime_checkable
class TellsItems(Protocol):
    """An evaluation that counts items in files that have no numbered documents.

    `response_has_own_form` is set if a response has another form than a key.
    """

    response_has_own_form: bool

    def item_name(self, role: Role) -> str:
        """The name of an item that a file in that role must contain, for `no ... in it`."""
        ...

    def is_item(self, unit: Any, role: Role) -> bool:
        """Whether a unit of a file in that role is an item or contains one."""
        ...


@runtime_checkable
class ComparesTexts(Protocol):
    """An evaluation whose files repeat their source text."""

    def compare_texts(self, unit: Any, reference: Any | None) -> Sequence[Finding]:
        """The findings where a unit differs from its source text; None if there is no such document."""
        ...


@runtime_checkable
class ComparesOrder(Protocol):
    """An evaluation that pairs units by their order, so that both files must have equally many."""

    def compare_order(self, units: Sequence[Any], references: Sequence[Any]) -> tuple[int, Finding] | None:
        """The index of the first unit that is out of step, with a finding; None if there is none."""
        ...


@runtime_checkable
class ComparesInStep(ComparesOrder, Protocol):
    """An evaluation whose responses repeat the key's text unit by unit, and take their names from it."""

    def is_in_step(self, unit: Any, reference: Any) -> bool:
        """Whether a unit has the text of the key's unit of its number."""
        ...

    def out_of_step(self, unit: Any, count: int, expected: int) -> Finding:
        """The finding on the first unit that is not in step; both files' numbers of units, which differ."""
        ...

    def names_in(self, unit: Any) -> frozenset[str]:
        """The names that a unit of either file uses."""
        ...

    def compare_in_step(self, unit: Any, reference: Any, unknown: Collection[str]) -> Sequence[Finding]:
        """The findings where a unit differs from the key's text, or has one of the `unknown` names.

        Those are names of the unit that no unit of the key has.
        """
        ...


@runtime_checkable
class ComparesNames(Protocol):
    """An evaluation whose responses take the names that they use from the key, in documents with names."""

    def names_in(self, unit: Any) -> frozenset[str]:
        """The names that a unit of either file uses."""
        ...

    def compare_named(self, unit: Any, reference: Any | None, unknown: Collection[str]) -> Sequence[Finding]:
        """The findings in a unit beside the key's unit of its document, None if the key has none.

        `unknown` are names of the unit that no unit of the key has.
        """
        ...


@runtime_checkable
class DependsOnOrder(Protocol):
    """An evaluation whose scores may depend on the order of the file, as in some reference programs."""

    def is_settled(self, fold: Any) -> bool:
        """Whether no score in that sum depends on the order."""
        ...

    def settled(self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]) -> Sequence[Any]:
        """The scores under the order of all units of the two files."""
        ...


@runtime_checkable
class PrintsAsProgram(Protocol):
    """An evaluation that can print the output of another program for the same files."""

    def program_output(
        self,
        scores: Sequence[Any],
        key: Iterable[Any],
        response: Iterable[Any],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """The other program's output for all units of two files; None if the settings ask for none.

        `scores` are the scores of all documents, in the order of `report_files`.
        """
        ...


@runtime_checkable
class PreparesReports(Protocol):
    """An evaluation whose reports take long for large files."""

    def preparing_reports(
        self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]
    ) -> Generator[None, None, Callable[[], Mapping[str, str]]]:
        """Steps of short work, one a document, and then a function that gives what `report_files` does.

        The function reads values only that no edit changes: it may run in another thread.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """An evaluation that can add remarks to a score."""

    def remarks(self, scores: Sequence[Any], response: Iterable[Any]) -> Sequence[str]:
        """One line for each reason why a number means nothing; `response` are all units of the response."""
        ...


@runtime_checkable
class MeasuresAgreement(Protocol):
    """An evaluation that can measure the agreement of several annotators' files.

    The facts of a task say whether it does (`Task.agreement`).
    """

    def language(self, role: Role) -> Language:
        """The language of files in that role; annotators' files have the form of a response."""
        ...

    def agreement(self, files: Sequence[Iterable[Any]], names: Sequence[str]) -> tuple[dict[str, Any], str]:
        """The agreement of files, given as units and name each: JSON values, and text.

        `pairs` among the values is the number of compared pairs of answers, `f` the F over all pairs of
        files, in percent, where the task has one that is the same in both directions.
        """
        ...


@runtime_checkable
class SumsHeadline(Protocol):
    """An evaluation whose headline derives from sums over documents; its systems can be compared."""

    @property
    def headline_form(self) -> HeadlineForm | None:
        """How the headline derives from the summed counts; None where the settings sum in another way."""
        ...

    def headline_counts(self, scores: Sequence[Any]) -> HeadlineCounts:
        """What the scores of one document add to the headline."""
        ...


@runtime_checkable
class KnowsReports(Protocol):
    """An evaluation that can tell an older report from other files, so that only those are replaced."""

    def is_report(self, beginning: str) -> bool:
        """Whether a file that begins so is a report of this kind."""
        ...


@runtime_checkable
class TellsAgreement(Protocol):
    """An evaluation that tells at little cost that key and response of a document do not differ."""

    def agrees(self, scores: Sequence[Any]) -> bool:
        """Whether the scores of a document count no difference."""
        ...


@runtime_checkable
class MarksInPart(Protocol):
    """An evaluation that can compute the marks of a part of a long unit."""

    def marks_between(self, score: Any, side: Role, unit: Any, start: int, end: int) -> Iterator[Mark]:
        """The marks between two offsets of a unit, and possibly others, in any order."""
        ...


@runtime_checkable
class TitlesDocuments(Protocol):
    """An evaluation whose files write the name of a document otherwise than it is compared."""

    def document_title(self, units: Sequence[Any]) -> str:
        """The name of a document as its units write it."""
        ...


@runtime_checkable
class LinksIntoTexts(Protocol):
    """An evaluation whose files link fills to offsets in the texts file."""

    def texts_of(self, units: Iterable[Any]) -> Any:
        """The texts that links index, made from all units of the texts file."""
        ...

    def compare_links(self, unit: Any, name: str, texts: Any) -> Sequence[Finding]:
        """Findings on links of a unit that point to other text in the texts file `name`."""
        ...


@runtime_checkable
class CountsWholes(Protocol):
    """An evaluation whose figures count the parts of what a person sees, such as the slots of tags."""

    @property
    def part_name(self) -> str:
        """What the figures count, in the plural."""
        ...

    def whole_figures(self, scores: Sequence[Any]) -> Sequence[Figure]:
        """The counts of the wholes of a document."""
        ...

    def all_whole_figures(self, fold: Any) -> Sequence[Figure]:
        """The counts of the wholes in a sum of documents."""
        ...
