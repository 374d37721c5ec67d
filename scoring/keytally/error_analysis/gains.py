"""What repairs gain: each difference by itself, and several together."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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


def worths(corrections: Corrections, differences: Iterable[InDocument]) -> Mapping[str, float]:
    """The gain in points of each class that occurs if all of its differences were repaired.

    A document is corrected for one class after the other: what evaluations keep of it serves them all.
    """
    changes = defaultdict[str, dict[str, Any]](dict)
    for document, chosen in _by_document(differences).items():
        by_class = defaultdict[str, list[Difference]](list)
        for each in chosen:
            by_class[each.name].append(each)
        for name, own in by_class.items():
            changes[name][document] = corrections.corrected(document, own).change
    now = corrections.value({})
    return {name: corrections.value(changed) - now for name, changed in changes.items()}


def repaired(corrections: Corrections, differences: Iterable[InDocument]) -> float:
    """The headline, in percent, if all of these differences were repaired."""
    changed = {
        document: corrections.corrected(document, chosen)
        for document, chosen in _by_document(differences).items()
    }
    return corrections.headline(changed)


def _by_document(differences: Iterable[InDocument]) -> Mapping[str, Sequence[Difference]]:
    found = defaultdict[str, list[Difference]](list)
    for document, difference in differences:
        found[document].append(difference)
    return found
