"""Orders chains by their distance to a place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence


def nearest_first(starts: Mapping[int, Sequence[int]], place: int, wanted: Iterable[int]) -> Iterator[int]:
    """Order chains by the distance of their nearest mention to a place, those before it first.

    `starts` has, for each chain, where its mentions start, in order.
    """

    def distance(chain: int) -> tuple[bool, int]:
        before = [place - start for start in starts[chain] if start <= place]
        return (False, min(before)) if before else (True, starts[chain][0] - place)

    return iter(sorted(wanted, key=distance))
