"""The partners of objects that point to nothing: each class is aligned by itself, from its index alone."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from keytally.evaluations.muc.model.objects import MucObject
from keytally.evaluations.muc.scoring.alignment.index.indexed_pairs import indexed_pairs
from keytally.evaluations.muc.scoring.alignment.index.object_profiles import ProfileComparison

Objects = Sequence[MucObject]


def pairs_without_pointers(
    classes: Mapping[str, ProfileComparison], template: str | None, key: Objects, response: Objects
) -> Iterator[tuple[MucObject, MucObject]]:
    """The aligned pairs of objects without a slot for pointers, given in file order.

    Those of the class `template` are paired in this order; objects of classes that are not declared have no
    partner.
    """
    mine, others = _by_class(key), _by_class(response)
    for name in (name for name in mine if name in others and name in classes):
        if name == template:
            yield from zip(mine[name], others[name], strict=False)
        else:
            yield from _aligned(classes[name], mine[name], others[name])


def _aligned(
    comparison: ProfileComparison, key: Objects, response: Objects
) -> Iterator[tuple[MucObject, MucObject]]:
    profiled = [comparison.profiled(each, True) for each in key]
    others = [comparison.profiled(each, False) for each in response]
    return ((key[k], response[r]) for _, k, r in indexed_pairs(comparison, profiled, others))


def _by_class(objects: Iterable[MucObject]) -> Mapping[str, Objects]:
    found: defaultdict[str, list[MucObject]] = defaultdict(list)
    for obj in objects:
        found[obj.class_name].append(obj)
    return found
