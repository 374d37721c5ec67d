"""The named-entity task: template-element scoring of tags that overlap.

Rules: manual, "Named Entity (NE) Task Scoring".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.comparison.objects import (
    ClassComparison,
    ComparedObjects,
    class_comparisons,
)
from keytally.evaluations.muc.scoring.alignment.definition import Candidate, take_best_first
from keytally.evaluations.muc.scoring.alignment.index.full_agreement import fully_agreeing
from keytally.evaluations.muc.scoring.equal_tags import aligned_in_groups, equal_tags
from keytally.evaluations.muc.scoring.overlap import (
    Cluster,
    overlap_clusters,
    overlapping_pairs,
    tags_overlap,
)
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator

Aligned = tuple[int, int, ComparedObjects]
Objects = Sequence[MucObject]
Numbered = Objects | Mapping[int, MucObject]
"""Objects by their numbers on their side."""

MANY_TAGS = 32
"""Clusters of more tags than this are searched by index first."""


class NamedEntityScoring:
    """Scores documents under one configuration; the result does not depend on their order."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.overlap = configuration.ne_overlap
        self._pairs_anyway = configuration.ne_allow_incorrect
        self.tabulator = Tabulator(configuration)
        self.classes = class_comparisons(configuration)

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """The score of one document, from the objects of both sides in file order.

        Objects of classes that the configuration does not declare are ignored.
        """
        keys, responses = _by_class(key), _by_class(response)
        classes = {
            name: self._pairs(comparison, keys.get(name, []), responses.get(name, []))
            for name, comparison in self.classes.items()
            if name in keys or name in responses
        }
        return DocumentScore(document, classes, self.tabulator.tabulation(classes))

    def _pairs(self, comparison: ClassComparison, key: Objects, response: Objects) -> list[ObjectPair]:
        """The pairs of a class: the key's objects in order, then spurious ones."""
        partners: dict[int, ObjectPair] = {}
        used = set()
        for k, r, compared in self.aligned(
            comparison, overlap_clusters(key, response, self.overlap), key, response
        ):
            partners[k] = comparison.pair(key[k], response[r], compared)
            used.add(r)
        pairs = [partners.get(k) or comparison.left_over(obj, True) for k, obj in enumerate(key)]
        spurious = (obj for r, obj in enumerate(response) if r not in used)
        return pairs + [comparison.left_over(obj, False) for obj in spurious]

    def aligned(
        self, comparison: ClassComparison, clusters: Iterable[Cluster], key: Numbered, response: Numbered
    ) -> Iterator[Aligned]:
        """The aligned pairs; objects of different clusters do not compete."""
        for cluster in clusters:
            if len(cluster) > MANY_TAGS:
                yield from self._agreeing_first(comparison, cluster, key, response)
            else:
                yield from self._chosen(comparison, cluster, key, response)

    def _agreeing_first(
        self, comparison: ClassComparison, cluster: Cluster, key: Numbered, response: Numbered
    ) -> Iterator[Aligned]:
        """The pairs of a large cluster: of groups of equal tags, after full agreements if they are many."""
        keys = {which: key[which] for _, _, in_response, which in cluster if not in_response}
        responses = {which: response[which] for _, _, in_response, which in cluster if in_response}
        if len(equal_tags(keys)) * len(equal_tags(responses)) > MANY_TAGS * len(cluster):
            for k, r, compared in fully_agreeing(comparison, keys, responses, self._meet, self.accepts):
                yield k, r, compared
                del keys[k], responses[r]
        yield from aligned_in_groups(comparison, keys, responses, self.overlap, self.accepts)

    def _chosen(
        self, comparison: ClassComparison, cluster: Cluster, key: Numbered, response: Numbered
    ) -> Iterable[Aligned]:
        """The pairs of a cluster, the best first."""
        found: dict[Candidate, ComparedObjects] = {}
        for k, r in overlapping_pairs(cluster, self.overlap):
            compared = comparison.compare(key[k], response[r])
            if self.accepts(compared):
                found[k, r] = compared
        chosen = found if len(found) < 2 else take_best_first((pair, each.f) for pair, each in found.items())
        return [(k, r, found[k, r]) for k, r in chosen]

    def _meet(self, key: MucObject, response: MucObject) -> bool:
        return tags_overlap(key.extent, response.extent, self.overlap)

    def accepts(self, compared: ComparedObjects) -> bool:
        """Whether two objects that overlap may be aligned."""
        return compared.similar or self._pairs_anyway


def _by_class(objects: Sequence[MucObject]) -> Mapping[str, list[MucObject]]:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for obj in objects:
        by_class[obj.class_name].append(obj)
    return by_class
