"""Score relations given as plain Python values, without files."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from keytally.families.interchange import Relation
from keytally.families.spans.relations.evaluation import RelationsEvaluation
from keytally.families.spans.relations.options import ArgumentMatch, RelationsOptions
from keytally.families.spans.relations.scoring import Link, RelationsScore, link_of
from keytally.families.spans.values import Span, entity_of, sides_of

RelationValue = tuple[Span, Span, str]
"""The head, the tail, and the type of a relation."""

Relations = Mapping[str, Iterable[RelationValue]] | Sequence[Iterable[RelationValue]]
"""The relations of documents, by name or in order."""


class RelationsResult:
    """The score of relations: `values` contains the JSON output of `keytally score`, and `str()` returns
    its text.
    """

    def __init__(self, scores: Sequence[RelationsScore], options: RelationsOptions) -> None:
        self._scores = scores
        self._evaluation = RelationsEvaluation(options)

    @property
    def values(self) -> dict[str, Any]:
        """Return the scores in total, by type, by class of error and by document, with ratios in percent."""
        return self._evaluation.report_json(self._scores)

    @property
    def precision(self) -> float:
        """Return precision, in percent."""
        return float(self.values["scores"]["precision"])

    @property
    def recall(self) -> float:
        """Return recall, in percent."""
        return float(self.values["scores"]["recall"])

    @property
    def f(self) -> float:
        """Return F (F1), in percent."""
        return float(self.values["scores"]["f"])

    def __str__(self) -> str:
        return self._evaluation.report_text(self._scores, 0)

    def __repr__(self) -> str:
        return f"<RelationsResult F {self.f:.2f}>"


def relations(
    key: Relations, response: Relations, *, arguments: str = "strict", symmetric: Iterable[str] = ()
) -> RelationsResult:
    """Score response relations against key relations, both given as plain values.

    Each side contains the relations of every document, as a mapping from document names or as a sequence in
    which documents are aligned by order. A relation is `(head, tail, type)`; head and tail are spans as in
    `keytally.spans`. `arguments` is `strict`, or `span` to ignore the types of arguments; `symmetric`
    contains the types of undirected relations. Raises ValueError for other values, for sides of different
    kinds, and for sequences of different lengths.
    """
    if arguments not in tuple(ArgumentMatch):
        raise ValueError(f"arguments={arguments!r}: it must be one of {', '.join(ArgumentMatch)}")
    types = [symmetric] if isinstance(symmetric, str) else sorted(set(symmetric))
    given = {"arguments": (arguments,)} | ({"symmetric": (",".join(types),)} if types else {})
    options = RelationsOptions(
        arguments=ArgumentMatch(arguments),
        symmetric=RelationsOptions().symmetric | set(types),
        given=given,
    )
    scores = [
        RelationsScore(
            name,
            ((), ()),
            (_links(name, of_key, options), _links(name, of_response, options)),
            options.symmetric,
        )
        for name, of_key, of_response in sides_of(key, response)
    ]
    return RelationsResult(scores, options)


def _links(document: str, given: Iterable[Any], options: RelationsOptions) -> dict[Link, tuple[()]]:
    found = {}
    for value in given:
        match value:
            case (head, tail, str(kind)):
                ends = entity_of(document, head), entity_of(document, tail)
                found[link_of(Relation(kind, *ends), options)] = ()
            case _:
                raise ValueError(f"document {document}: {value!r} is not (head, tail, type)")
    return found
