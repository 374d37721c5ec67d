"""Abilities of evaluations whose documents are scored apart: in processes that share nothing."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from keytally.evaluations.interface import Evaluation, Language, Role
from keytally.evaluations.settings import Settings


@runtime_checkable
class NamesUnits(Protocol):
    """A language that tells at little cost what document a unit belongs to."""

    def document_of(self, text: str) -> str | None:
        """The `document` of the unit that `Language.read` makes of a text."""
        ...


@runtime_checkable
class ScoresApart(Protocol):
    """An evaluation that tells all that its reports say in short from scores without units.

    A score of `apart` gives `fold`, `report_json` and `report_text` without `verbose` the same as the score
    that it was made from, and can be sent to another process at little cost.
    """

    @property
    def can_be_apart(self) -> bool:
        """Whether that holds under the settings of the evaluation."""
        ...

    def apart(self, scores: Sequence[Any]) -> Sequence[Any]:
        """The scores of documents without their units; what only their sum tells may stand in one of them."""
        ...


@runtime_checkable
class NumbersApart(Protocol):
    """An evaluation that scores apart, and whose documents are known by their numbers, as sentences are.

    Its two files usually have the same documents on the same lines.
    """

    def numbered(self, scores: Sequence[Any], before: int) -> Sequence[Any]:
        """Scores of `apart`, each with the number that it has behind so many other documents."""
        ...


@runtime_checkable
class NamesFiles(Protocol):
    """An evaluation some of whose options name files."""

    def without_files(self, settings: Settings) -> Settings:
        """Settings that name no file and give the same scores; `settings` are those of this evaluation."""
        ...


@runtime_checkable
class RemarksApart(Protocol):
    """An evaluation whose remarks on a score (`Remarks`) follow from what parts of the documents give.

    Parts stand in the order of the documents; all documents in one part give the same remarks.
    """

    def grounds(self, scores: Sequence[Any], response: Iterable[Any]) -> Any:
        """What remarks rest on in a part of the documents; a plain value. See `Remarks` for the arguments."""
        ...

    def remarks_on(self, grounds: Sequence[Any]) -> Sequence[str]:
        """The remarks on all parts, given the grounds of each."""
        ...


class JudgesElsewhere(Language, Protocol):
    """A language whose units another process may judge, while this one keeps them."""

    def is_judged(self, unit: Any) -> bool:
        """Whether it is known already what rules find in a unit."""
        ...

    def found_sound(self, units: Sequence[Any]) -> None:
        """Another process has found nothing in each of these units by itself."""
        ...


@runtime_checkable
class ScoresElsewhere(Evaluation, Protocol):
    """An evaluation whose documents another process may score and judge, while this one keeps their units."""

    def language(self, role: Role) -> JudgesElsewhere:
        """The language of files in that role."""
        ...

    @property
    def twin(self) -> "Callable[[], ScoresElsewhere]":
        """What makes an equal evaluation in another process; it can be pickled."""
        ...

    def may_be_sent(self, key: Sequence[Any], response: Sequence[Any]) -> bool:
        """Whether nothing but the score is kept of a document with these units."""
        ...

    def sent(self, scores: Sequence[Any]) -> Sequence[Any]:
        """The scores of a document without its units; they can be pickled."""
        ...

    def received(self, scores: Sequence[Any], key: Sequence[Any], response: Sequence[Any]) -> Sequence[Any]:
        """What `score` returns for these units, given what `sent` has made of an equal document's scores."""
        ...
