"""What conlleval counts in a sentence (Tjong Kim Sang, CoNLL-2000), step by step as the program does."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from keytally.evaluations.columns.model import OUTSIDE

_LABEL = re.compile(r"([^-]*)-(.*)", re.S)
_ENDING = frozenset(["BB", "BO", "IB", "IO", "EE", "EI", "EO"])
_STARTING = frozenset(["BB", "IB", "OB", "OI", "EE", "EI", "OE"])

Tag = tuple[str, str]
NO_TAG: Tag = (OUTSIDE, "")


class ProgramCounts(NamedTuple):
    """The chunks of a sentence by type, in the order in which they are met, and its tokens."""

    correct: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    tokens: int = 0
    right_tags: int = 0


def program_counts(key: Sequence[str], response: Sequence[str]) -> ProgramCounts:
    """The counts of a sentence; the program knows the prefixes B, I, E and O, and `[` and `]`."""
    pairs = [(tag_of(mine), tag_of(its)) for mine, its in zip_longest(key, response, fillvalue=OUTSIDE)]
    correct, proposed, gold = list[str](), list[str](), list[str]()
    before, is_open = (NO_TAG, NO_TAG), False
    for pair in [*pairs, (NO_TAG, NO_TAG)]:
        ends = [_ends(*each) for each in zip(before, pair, strict=True)]
        starts = [_starts(*each) for each in zip(before, pair, strict=True)]
        if is_open and all(ends) and before[0][1] == before[1][1]:
            correct.append(before[0][1])
            is_open = False
        elif is_open and (ends[0] != ends[1] or pair[0][1] != pair[1][1]):
            is_open = False
        is_open = is_open or (all(starts) and pair[0][1] == pair[1][1])
        gold += [pair[0][1]] * starts[0]
        proposed += [pair[1][1]] * starts[1]
        before = pair
    right = sum(mine == its for mine, its in pairs)
    return ProgramCounts(tuple(correct), tuple(proposed), tuple(gold), len(pairs), right)


def tag_of(label: str) -> Tag:
    """The tag and the type of a label; a type of `0` is none, as in Perl."""
    found = _LABEL.fullmatch(label)
    if found is None:
        return label, ""
    return found[1], "" if found[2] == "0" else found[2]


def _ends(before: Tag, tag: Tag) -> bool:
    """Whether a chunk ends between two tags."""
    if before[0] + tag[0] in _ENDING or before[0] in ("[", "]"):
        return True
    return before[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def _starts(before: Tag, tag: Tag) -> bool:
    """Whether a chunk starts between two tags."""
    if before[0] + tag[0] in _STARTING or tag[0] in ("[", "]"):
        return True
    return tag[0] not in (OUTSIDE, ".") and before[1] != tag[1]
