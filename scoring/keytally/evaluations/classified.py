"""What a response says otherwise than its key: each difference in one class, with its repair.

An evaluation with the ability `ClassifiesDifferences` tells the differences of one document as a list, and
writes the response anew with some of them repaired. All else, such as counts, shares, gains and the order of
repairs, is general and stands in `keytally.error_analysis`.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from keytally.evaluations.annotated import Rewriting


class Place(NamedTuple):
    """A stretch of a unit, in code points."""

    unit: Any
    start: int
    end: int


class Difference(NamedTuple):
    """One thing that a response says otherwise than its key.

    `name` is its class. `key` and `response` are its places on the two sides, in file order, and `key_text`
    and `response_text` what they say there in a few words, "" for nothing. Where the response lacks
    something, its place there has zero width, and lies where it belongs; it has no place where the response
    lacks the document. `counts` is the part of the tally that is due to the difference: how many of each
    outcome, by name, such as `{"mis": 2, "spu": 1}`. `labels` are what the two sides call the thing, such as
    two types; "" for a side that has no such thing. `subject` is what the evaluation needs for the repair.
    """

    name: str
    key: Sequence[Place]
    response: Sequence[Place]
    key_text: str
    response_text: str
    counts: Mapping[str, int]
    labels: tuple[str, str] = ("", "")
    subject: Any = None


@runtime_checkable
class ClassifiesDifferences(Protocol):
    """An evaluation that tells every difference of a document once, in one class, and can repair it."""

    @property
    def difference_classes(self) -> Sequence[str]:
        """The names of the classes, in the order of tables."""
        ...

    def differences(self, scores: Sequence[Any]) -> Sequence[Difference]:
        """The differences of one document, from its scores, in the order of the response.

        Their counts sum up to `difference_counts` of the same scores.
        """
        ...

    def difference_counts(self, scores: Sequence[Any]) -> Mapping[str, int]:
        """How many outcomes of each kind the tally of a document counts as a difference, without zeros."""
        ...

    def repair(
        self, key: Sequence[Any], response: Sequence[Any], differences: Sequence[Difference]
    ) -> Rewriting:
        """The edits of the response's units by which it says what the key says, in place of the differences.

        The differences are some of one document, whose units are given. For a document that the response
        lacks `response` is the last unit of its file alone, behind whose text the document is to stand.
        `refused` has the differences, by their index, that cannot be repaired, with the reason.
        """
        ...


class Piece(NamedTuple):
    """A part of a document, as units of its own; its scores and differences are a share of the document's.

    `origins` has, for each of these units, the document's unit and what is to be added to a place in it.
    """

    key: Sequence[Any]
    response: Sequence[Any]
    origins: Sequence[tuple[Any, Any, int]]


@runtime_checkable
class DividesDocuments(Protocol):
    """An evaluation that can divide a large document into pieces that do not affect each other."""

    def pieces(self, key: Sequence[Any], response: Sequence[Any]) -> Sequence[Piece]:
        """The pieces of a document in order; none where it is best taken whole."""
        ...
