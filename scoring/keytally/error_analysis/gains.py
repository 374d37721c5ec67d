"""What repairs gain: of each difference, of a class, and in which order they gain most."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.error_analysis.corrections import Corrections
from keytally.evaluations.classified import Difference


class Valued(NamedTuple):
    """A difference of a document, and the exact gain in points of the headline if it alone were repaired.

    `refused` says why it cannot be repaired; then there is no gain.
    """

    document: str
    difference: Difference
    gain: float
    refused: str = ""


class Step(NamedTuple):
    """A repair in the order of gains, and the headline, in percent, once it and those before it are made."""

    valued: Valued
    headline: float


def valued(corrections: Corrections) -> Iterator[Valued]:
    """Every difference of the pair with its gain, document by document."""
    now = corrections.headline({})
    for document in corrections.live.documents:
        for difference in corrections.differences(document):
            scores, rewriting = corrections.corrected(document, [difference])
            if rewriting.refused:
                yield Valued(document, difference, 0.0, next(iter(rewriting.refused.values())))
            else:
                yield Valued(document, difference, corrections.headline({document: scores}) - now)


def worth(corrections: Corrections, differences: Iterable[Valued]) -> float:
    """The gain in points if all of these differences were repaired."""
    changed = {
        document: corrections.corrected(document, chosen).scores
        for document, chosen in _by_document(differences).items()
    }
    return corrections.headline(changed) - corrections.headline({})


def _by_document(differences: Iterable[Valued]) -> Mapping[str, Sequence[Difference]]:
    found = defaultdict[str, list[Difference]](list)
    for each in differences:
        found[each.document].append(each.difference)
    return found
