"""Sums of numbers with the rounding of numpy, which decides the last digit that seqeval prints."""

from collections.abc import Sequence

_LANES = 8
_BLOCK = 128


def pairwise_sum(values: Sequence[float]) -> float:
    """The sum as `numpy.sum` rounds it.

    Fewer than 8 numbers are added one after the other; up to 128 in eight lanes, which are added in pairs;
    more are halved. Source: numpy's documentation of `sum`, "pairwise summation".
    """
    if len(values) > _BLOCK:
        half = len(values) // 2
        half -= half % _LANES
        return pairwise_sum(values[:half]) + pairwise_sum(values[half:])
    even = len(values) - len(values) % _LANES
    lanes = [_in_order(values[lane:even:_LANES]) for lane in range(_LANES)]
    while len(lanes) > 1:
        lanes = [first + second for first, second in zip(lanes[::2], lanes[1::2], strict=True)]
    return _in_order([*lanes, *values[even:]])


def _in_order(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total
