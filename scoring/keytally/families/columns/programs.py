"""The entities that conlleval, seqeval and nervaluate read from labels, and conlleval's counts."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple

from keytally.families.columns.labels import KEPT, is_label
from keytally.families.columns.model import OUTSIDE, Entity

_LABEL = re.compile(r"([^-]*)-(.*)", re.S)
_CONLLEVAL_ENDING = frozenset(["BB", "BO", "IB", "IO", "EE", "EI", "EO"])
_CONLLEVAL_STARTING = frozenset(["BB", "IB", "OB", "OI", "EE", "EI", "OE"])

Tag = tuple[str, str]
NO_TAG: Tag = (OUTSIDE, "")


class ConllevalCounts(NamedTuple):
    """The chunks of a sentence by type, in order of first occurrence, and its tokens."""

    correct: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    gold: tuple[str, ...] = ()
    tokens: int = 0
    right_tags: int = 0


def conlleval_counts(key: Sequence[str], response: Sequence[str]) -> ConllevalCounts:
    """Return the counts of a sentence; the program accepts the prefixes B, I, E and O, and the tags `[`
    and `]`.
    """
    pairs = [
        (conlleval_tag(mine), conlleval_tag(its))
        for mine, its in zip_longest(key, response, fillvalue=OUTSIDE)
    ]
    correct, proposed, gold = list[str](), list[str](), list[str]()
    before, is_open = (NO_TAG, NO_TAG), False
    for pair in [*pairs, (NO_TAG, NO_TAG)]:
        ends = [_ends_in_conlleval(*each) for each in zip(before, pair, strict=True)]
        starts = [_starts_in_conlleval(*each) for each in zip(before, pair, strict=True)]
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
    return ConllevalCounts(tuple(correct), tuple(proposed), tuple(gold), len(pairs), right)


def conlleval_tag(label: str) -> Tag:
    """Return the tag and the type of a label; a type of `0` counts as empty, as in Perl."""
    found = _LABEL.fullmatch(label)
    if found is None:
        return label, ""
    return found[1], "" if found[2] == "0" else found[2]


def _ends_in_conlleval(before: Tag, tag: Tag) -> bool:
    """Return whether a chunk ends between two tags."""
    if before[0] + tag[0] in _CONLLEVAL_ENDING or before[0] in ("[", "]"):
        return True
    return before[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def _starts_in_conlleval(before: Tag, tag: Tag) -> bool:
    """Return whether a chunk starts between two tags."""
    if before[0] + tag[0] in _CONLLEVAL_STARTING or tag[0] in ("[", "]"):
        return True
    return tag[0] not in (OUTSIDE, ".") and before[1] != tag[1]


_SEQEVAL_ENDING = frozenset(["BB", "BS", "BO", "IB", "IS", "IO"])
_SEQEVAL_STARTING = frozenset(["EE", "EI", "SE", "SI", "OE", "OI"])

SEQEVAL_LETTERS = "BIES"
"""The letters that the program supports; any other letter continues an entity without starting or ending
it.
"""


def seqeval_entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """Return the entities of a sentence in the program's default mode, which supports only
    SEQEVAL_LETTERS.
    """
    return tuple(_read_seqeval(labels))


def _read_seqeval(labels: Sequence[str]) -> Iterator[Entity]:
    before, begin = "", 0
    for number, label in enumerate([*labels, OUTSIDE]):
        if label == before == OUTSIDE:
            continue
        step = _step(before, label)
        if step.ends:
            yield Entity(begin, number, step.ended)
        if step.starts:
            begin = number
        before = label


class _Step(NamedTuple):
    """The type of the entity that ends before a label, if any, and whether an entity starts at the label."""

    ends: bool
    ended: str
    starts: bool


@lru_cache(KEPT)
def _step(before: str, label: str) -> _Step:
    """Return the step between two adjacent labels; before the first label, `before` is empty."""
    last, tag = _tag(before) if before else (OUTSIDE, ""), _tag(label)
    return _Step(_ends_in_seqeval(last, tag), last[1], _starts_in_seqeval(last, tag))


def _tag(label: str) -> Tag:
    return label[:1], label[1:].split("-", maxsplit=1)[-1] or "_"


def _ends_in_seqeval(before: Tag, tag: Tag) -> bool:
    if before[0] in ("E", "S") or before[0] + tag[0] in _SEQEVAL_ENDING:
        return True
    return before[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def _starts_in_seqeval(before: Tag, tag: Tag) -> bool:
    if tag[0] in ("B", "S") or before[0] + tag[0] in _SEQEVAL_STARTING:
        return True
    return tag[0] not in (OUTSIDE, ".") and before[1] != tag[1]


def nervaluate_entities(labels: Sequence[str]) -> tuple[Entity, ...]:
    """Return the entities of a sentence: B or I starts an entity, which continues through labels of its type
    except B.

    The program fails on an entity that begins with another prefix. keytally reads such an entity as one
    token, and an invalid label starts no entity.
    """
    return tuple(_read_nervaluate(labels))


def _read_nervaluate(labels: Sequence[str]) -> Iterator[Entity]:
    start, type_ = -1, ""
    for number, label in enumerate([*labels, OUTSIDE]):
        if start >= 0:
            if label != OUTSIDE and label[2:] == type_ and label[:1] != "B" and labels[start][:1] in "BI":
                continue
            yield Entity(start, number, type_)
            start = -1
        if label != OUTSIDE and is_label(label):
            start, type_ = number, label[2:]
