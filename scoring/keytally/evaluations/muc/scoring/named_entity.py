"""The named-entity task: template-element scoring of tags that stand in the same place.

Rules: manual, "Named Entity (NE) Task Scoring".
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment import (
    Candidate,
    ClassAlignment,
    Comparison,
    greedy,
    plain_fills,
)
from keytally.evaluations.muc.scoring.overlap import Cluster, candidates, clusters, meet
from keytally.evaluations.muc.scoring.perfect import perfect_matches
from keytally.evaluations.muc.scoring.result import DocumentScore, ObjectPair
from keytally.evaluations.muc.scoring.rows import Tabulator

Aligned = tuple[int, int, Comparison]
Objects = Sequence[MucObject]

CROWD = 32
"""Clusters of more tags than this are looked through by index first."""


class NamedEntityScoring:
    """Scores documents under one configuration; the same documents get the same score in any order."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._overlap = configuration.ne_overlap
        self._pairs_anyway = configuration.ne_allow_incorrect
        self._tabulator = Tabulator(configuration)
        fills_of = plain_fills(configuration)
        self._classes = {
            definition.name: ClassAlignment(definition, configuration, fills_of)
            for definition in configuration.classes
        }

    def score(self, document: str, key: Objects, response: Objects) -> DocumentScore:
        """The score of one document, from the objects of both sides in the order of their files.

        Objects of classes that the configuration does not declare are left out.
        """
        keys, responses = _by_class(key), _by_class(response)
        classes = {
            name: self._pairs(alignment, keys.get(name, []), responses.get(name, []))
            for name, alignment in self._classes.items()
            if name in keys or name in responses
        }
        return DocumentScore(document, classes, self._tabulator.tabulation(classes))

    def _pairs(self, alignment: ClassAlignment, key: Objects, response: Objects) -> list[ObjectPair]:
        """The objects of a class: the key's in its order, then what is spurious."""
        partners: dict[int, ObjectPair] = {}
        used = set()
        for k, r, comparison in self._aligned(alignment, key, response):
            partners[k] = alignment.pair(key[k], response[r], comparison)
            used.add(r)
        pairs = [partners.get(k) or alignment.left_over(single, True) for k, single in enumerate(key)]
        spurious = (single for r, single in enumerate(response) if r not in used)
        return pairs + [alignment.left_over(single, False) for single in spurious]

    def _aligned(self, alignment: ClassAlignment, key: Objects, response: Objects) -> Iterator[Aligned]:
        """The pairs that are aligned; nothing outside a cluster competes for what is in it."""
        for cluster in clusters(key, response, self._overlap):
            if len(cluster) > CROWD:
                yield from self._crowd(alignment, cluster, key, response)
            else:
                yield from self._chosen(alignment, cluster, key, response)

    def _crowd(
        self, alignment: ClassAlignment, cluster: Cluster, key: Objects, response: Objects
    ) -> Iterator[Aligned]:
        """The pairs of a large cluster: those that agree in everything first, then as in any other."""
        keys = {which: key[which] for _, _, in_response, which in cluster if not in_response}
        responses = {which: response[which] for _, _, in_response, which in cluster if in_response}
        for k, r, comparison in perfect_matches(alignment, keys, responses, self._meet, self._accepts):
            yield k, r, comparison
            del keys[k], responses[r]
        rest = [place for place in cluster if place[3] in (responses if place[2] else keys)]
        yield from self._chosen(alignment, rest, key, response)

    def _chosen(
        self, alignment: ClassAlignment, cluster: Cluster, key: Objects, response: Objects
    ) -> Iterable[Aligned]:
        """The pairs of a cluster, the best first."""
        compared: dict[Candidate, Comparison] = {}
        for k, r in candidates(cluster, self._overlap):
            comparison = alignment.compare(key[k], response[r])
            if self._accepts(comparison):
                compared[k, r] = comparison
        chosen = compared if len(compared) < 2 else greedy((pair, c.f) for pair, c in compared.items())
        return [(k, r, compared[k, r]) for k, r in chosen]

    def _meet(self, key: MucObject, response: MucObject) -> bool:
        return meet(key.extent, response.extent, self._overlap)

    def _accepts(self, comparison: Comparison) -> bool:
        """Whether two objects that meet may be aligned."""
        return comparison.similar or self._pairs_anyway


def _by_class(objects: Sequence[MucObject]) -> Mapping[str, list[MucObject]]:
    by_class: defaultdict[str, list[MucObject]] = defaultdict(list)
    for single in objects:
        by_class[single.class_name].append(single)
    return by_class
