"""What only some languages and evaluations do: each ability is asked for before it is used."""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, Protocol, runtime_checkable

from keytally.evaluations.interface import Language, Mark, Role
from keytally.findings.finding import Finding


@runtime_checkable
class ReadsByName(Protocol):
    """A language that goes by a file's name too, such as one for which a file is a document."""

    def of_file(self, name: str, absent: Sequence[str] = ()) -> Language:
        """How the file of that name is read.

        `absent` are the names of files that its folder lacks beside it, where it is the one to tell of them.
        """
        ...


@runtime_checkable
class Rereads(Protocol):
    """A language that reads a unit which an edit has changed by what the edit has left of it."""

    def reread(self, unit: Any, text: str) -> Any:
        """What `Language.read` returns for `text`, which an edit has made of the text of `unit`."""
        ...


@runtime_checkable
class ComparesNeighbours(Protocol):
    """A language in which something may be wrong with a unit where it stands: behind the one before."""

    def compare_neighbours(self, before: Any, unit: Any) -> tuple[Finding, ...]:
        """The findings in `unit` about its standing right behind `before`."""
        ...


@runtime_checkable
class ScoresInSteps(Protocol):
    """An evaluation that pauses while it scores, so that a large document keeps nobody waiting."""

    def scoring(
        self, document: str, key: Sequence[Any], response: Sequence[Any]
    ) -> Generator[None, None, Sequence[Any]]:
        """What `Evaluation.score` returns, after pauses; it is gone through to its end."""
        ...


@runtime_checkable
class TellsItems(Protocol):
    """An evaluation of files that are not made of documents with numbers: it tells when one is another's.

    `response_has_own_form` is set where a response is written otherwise than a key.
    """

    response_has_own_form: bool

    def item_name(self, role: Role) -> str:
        """What a file of that role must have at least one of, as `no ... in it` takes it."""
        ...

    def is_item(self, unit: Any, role: Role) -> bool:
        """Whether a unit of a file of that role is, or has, one."""
        ...


@runtime_checkable
class ComparesOrder(Protocol):
    """An evaluation whose files go together unit by unit, so that they must have equally many."""

    def compare_order(self, units: Sequence[Any], references: Sequence[Any]) -> tuple[int, Finding] | None:
        """The index of the first unit that is out of step, and the finding on it; None where none is."""
        ...


@runtime_checkable
class DependsOnOrder(Protocol):
    """An evaluation in which the order of a file may decide on a score, as it does in some programs."""

    def is_settled(self, fold: Any) -> bool:
        """Whether no score in that sum depends on the order."""
        ...

    def settled(self, scores: Sequence[Any], key: Iterable[Any], response: Iterable[Any]) -> Sequence[Any]:
        """The scores as the order of all units of the two files makes them."""
        ...


@runtime_checkable
class PrintsAsProgram(Protocol):
    """An evaluation that can print what another program prints for the same files."""

    def program_output(
        self,
        scores: Sequence[Any],
        key: Iterable[Any],
        response: Iterable[Any],
        names: tuple[str, str],
        verbose: int,
    ) -> str | None:
        """The other program's output for all units of files of those names; None where none is asked for.

        `scores` are those of all documents, in the order of `report_files`.
        """
        ...


@runtime_checkable
class Remarks(Protocol):
    """An evaluation that has something to say besides a score."""

    def remarks(self, scores: Sequence[Any], response: Iterable[Any]) -> Sequence[str]:
        """One line for each thing that keeps numbers from meaning anything; `response` are all its units."""
        ...


@runtime_checkable
class MeasuresAgreement(Protocol):
    """An evaluation that can say how far several annotators' files agree, in tasks whose facts say so."""

    def language(self, role: Role) -> Language:
        """How files of that role are read; annotators' files are in the form of a response."""
        ...

    def agreement(self, files: Sequence[Iterable[Any]], names: Sequence[str]) -> tuple[dict[str, Any], str]:
        """The agreement of the files, each given by its units and its name: as JSON values, and as text.

        `pairs` among the values is the number of pairs of answers that were compared.
        """
        ...


@runtime_checkable
class MarksInPart(Protocol):
    """An evaluation that can give the marks of a part of a long unit without those of all of it."""

    def marks_between(self, score: Any, side: Role, unit: Any, start: int, end: int) -> Iterator[Mark]:
        """At least the marks that stand between two places of a unit, in any order."""
        ...


@runtime_checkable
class LinksIntoTexts(Protocol):
    """An evaluation whose files tell where in the texts file their fills stand."""

    def texts_of(self, units: Iterable[Any]) -> Any:
        """The texts as links count in them, from all units of the texts file."""
        ...

    def compare_links(self, unit: Any, name: str, texts: Any) -> Sequence[Finding]:
        """Where the links of a unit into the texts file called `name` lead to something else."""
        ...
