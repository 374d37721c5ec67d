"""What repairs gain: each difference by itself, and several together."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.error_analysis.corrections import Corrected, Corrections
from keytally.evaluations.classified import Difference


class Valued(NamedTuple):
    """A difference of a document, and the gain in points of the headline if it alone were repaired.

    `refused` says why it cannot be repaired; then there is no gain.
    """

    document: str
    difference: Difference
    gain: float
    refused: str = ""


def valued(corrections: Corrections) -> Iterator[tuple[Valued, Corrected]]:
    """Every difference of the pair with its gain and the document that it alone corrects, in file order."""
    now = corrections.headline({})
    for document in corrections.documents:
        for difference in corrections.differences(document):
            corrected = corrections.corrected(document, [difference])
            why = next(iter(corrected.rewriting.refused.values()), "")
            gain = 0.0 if why else corrections.headline({document: corrected}) - now
            yield Valued(document, difference, gain, why), corrected


InDocument = tuple[str, Difference]
"""A document, and one of its differences."""


def repaired(corrections: Corrections, differences: Iterable[InDocument]) -> float:
    """The headline, in percent, if all of these differences were repaired."""
    changed = {
        document: corrections.corrected(document, chosen)
        for document, chosen in by_document(differences).items()
    }
    return corrections.headline(changed)


def by_document(differences: Iterable[InDocument]) -> Mapping[str, Sequence[Difference]]:
    """Differences by their documents."""
    found = defaultdict[str, list[Difference]](list)
    for document, difference in differences:
        found[document].append(difference)
    return found
