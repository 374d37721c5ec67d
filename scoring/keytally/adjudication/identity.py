"""How the file of decisions tells items apart: by place, and by a digest of what is said of them."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from keytally.adjudication.decisions import Decision, Place, Step
from keytally.adjudication.items import Items
from keytally.adjudication.variants import Variant
from keytally.evaluations.annotated import Reference

DIGEST_BYTES = 4


class Identity(NamedTuple):
    """How the file of decisions names an item, and the digest of its variants."""

    place: Place
    digest: str


def places_of(items: Items) -> list[Place]:
    """The place of each item: parents before parts, equal ones numbered in their order."""
    count = defaultdict[Place, int](int)
    found: list[Place] = []
    for item in items.items:
        around = () if item.parent is None else found[item.parent]
        first = (*around, Step(item.kind, item.name))
        count[first] += 1
        found.append((*around, Step(item.kind, item.name, count[first])))
    return found


def digest_of(items: Items, variants: Sequence[Variant]) -> str:
    """A digest of what is said of an item and by whom; it does not depend on the order of annotators.

    What references lead to counts by kind, name and place, so that other items may come and go.
    """
    said = sorted(json.dumps(_plain(items, variant), ensure_ascii=True) for variant in variants)
    return blake2b("\n".join(said).encode("ascii"), digest_size=DIGEST_BYTES).hexdigest()


def _plain(items: Items, variant: Variant) -> Sequence[object]:
    """A variant as lists, numbers and texts."""
    if variant.said is None:
        return [sorted(variant.annotators)]
    value = [_plain_part(items, part) for part in variant.said.value]
    return [sorted(variant.annotators), variant.said.extent, value]


def _plain_part(items: Items, part: str | Reference) -> object:
    if not isinstance(part, Reference):
        return part
    if part.target < 0:
        return ["reference"]
    target = items.items[part.target]
    return ["reference", target.kind, target.name, *target.place]


def matched(
    identities: Sequence[Identity], decisions: Iterable[Decision]
) -> tuple[Mapping[int, Decision], Sequence[Decision]]:
    """The decision on each item of a document, by number, and those on items that there are not.

    A decision whose digest an item of the same name has is about that one, also where items of that name
    came or went before it; any other is about the item at its place. Where decisions on one place contradict
    each other none counts.
    """
    left = _without_contradictions(decisions)
    found: dict[int, Decision] = {}
    for is_same in (_is_unchanged, _is_renumbered, _is_in_place):
        by_key = {is_same(each.place, each.digest): number for number, each in enumerate(identities)}
        for place, decision in list(left.items()):
            number = by_key.get(is_same(place, decision.digest))
            if number is not None and number not in found:
                found[number] = left.pop(place)
    return found, list(left.values())


def _is_unchanged(place: Place, digest: str) -> object:
    return place, digest


def _is_renumbered(place: Place, digest: str) -> object:
    return place[:-1], place[-1].kind, place[-1].name, digest


def _is_in_place(place: Place, digest: str) -> object:
    return place


def _without_contradictions(decisions: Iterable[Decision]) -> dict[Place, Decision]:
    by_place = defaultdict[Place, list[Decision]](list)
    for decision in decisions:
        by_place[decision.place].append(decision)
    return {place: of[0] for place, of in sorted(by_place.items()) if len({each.says for each in of}) == 1}
