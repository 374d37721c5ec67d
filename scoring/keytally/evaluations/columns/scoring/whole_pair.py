"""The sum over all sentences of two files, found from the lines in which they differ.

A token parts a sentence as its ends do where on both sides it is outside of any entity, or the first of one:
what stands between two such tokens is compared by itself. Few such stretches differ, and fewer in another
way than one before; what lies between these is passed over without a look at its lines.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.formats.whole_text import (
    BEGINNING,
    ROW,
    decoded,
    entities_by_type,
    is_told,
    whole_text,
)
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.options import ColumnsOptions, Mode
from keytally.evaluations.columns.scoring.result import EntitiesFold, SentenceCounts
from keytally.evaluations.columns.scoring.sentence import counts_of, reader

Stretches = Counter[tuple[bytes, ...]]
"""How often a stretch has these labels: by turns one of the key and one of the response."""

AT_ONCE = 128
"""How many bytes of two texts are compared at once."""

_ALIKE = {
    Mode.DOCUMENT: (Scheme.IOB2, Scheme.IOBES, Scheme.BILOU, Scheme.IOB1),
    Mode.NERVALUATE: (Scheme.IOB2, Scheme.IOB1),
    Mode.SEQEVAL: (Scheme.IOB2, Scheme.IOBES, Scheme.IOB1),
}
"""The schemes whose labels each mode reads as they are meant."""

_GOING_ON = {Mode.SEQEVAL: (b"\tL-", b"\tU-")}
"""What a mode knows no such label of: an entity that begins with one may go on through the next one."""


class WholeScore(NamedTuple):
    """What all sentences of a pair add up to."""

    counts: SentenceCounts


def whole_score(key: bytes, response: bytes, options: ColumnsOptions) -> WholeScore | None:
    """The sum over the sentences of two files in UTF-8; None where sentences have to be read one by one.

    These are files with other lines than plain ones, or out of step; in a mode, of labels unknown to it.
    """
    if (options.key_column, options.response_column, options.token_column) != (LAST, LAST, 0):
        return None
    all_tokens = options.mode is not Mode.DOCUMENT
    gold, found = whole_text(key, all_tokens=all_tokens), whole_text(response, all_tokens=all_tokens)
    if not is_told(gold) or not is_told(found):
        return None
    if any(each in text for each in _GOING_ON.get(options.mode, ()) for text in (gold, found)):
        return None
    schemes = _schemes(options)
    entities = entities_by_type(gold, schemes, reader(options)) if schemes else None
    stretches = _differing(gold, found) if entities is not None else None
    if entities is None or stretches is None:
        return None
    return WholeScore(_summed(entities, stretches, options))


def _schemes(options: ColumnsOptions) -> Sequence[Scheme]:
    """The schemes whose labels are read as they are meant; none where labels do not tell all counts."""
    if options.mode is Mode.SEQEVAL_STRICT:
        return (Scheme.IOB2,) if options.scheme in (None, Scheme.IOB2) else ()
    return _ALIKE.get(options.mode, ())


def _differing(key: bytes, response: bytes) -> Stretches | None:
    """The stretches that differ; None for texts that are out of step, or where a response is not plain.

    A text is out of step where a line is not plain, or the end of a sentence on one side.
    """
    found = Stretches()
    at, its = _next_difference(key, response, 0, 0)
    while at < len(key) or its < len(response):
        labels: tuple[bytes, ...] = ()
        goes_on = True
        while goes_on:
            row, its_row = ROW.match(key, at), ROW.match(response, its)
            if row is None or its_row is None:
                return None
            (label, going_on), (its_label, its_going_on) = row.groups(), its_row.groups()
            if not labels and not (label[0] in BEGINNING and its_label[0] in BEGINNING):
                labels = _before(key, at)
            labels += label, its_label
            at, its = row.end(), its_row.end()
            goes_on = not going_on is its_going_on is None
        found[labels] += 1
        at, its = _next_difference(key, response, at, its)
    return found if all(is_label(decoded(label)) for label in {*chain.from_iterable(found)}) else None


def _next_difference(key: bytes, response: bytes, at: int, its: int) -> tuple[int, int]:
    """Where the next two lines that differ start, from the starts of two lines on; the ends if none does."""
    while key.startswith(other := response[its : its + AT_ONCE], at) and len(other) == AT_ONCE:
        at, its = at + AT_ONCE, its + AT_ONCE
    mine = key[at : at + AT_ONCE]
    if mine == other:
        return len(key), len(response)
    if len(mine) != len(other):
        size = min(len(mine), len(other))
        mine, other = mine[:size], other[:size]
    bits = int.from_bytes(mine, "big") ^ int.from_bytes(other, "big")
    start = key.rfind(b"\n", 0, at + len(mine) - (bits.bit_length() + 7) // 8) + 1
    return start, its + start - at


def _before(text: bytes, end: int) -> tuple[bytes, ...]:
    """The labels of what goes on from before a line, each for both sides; the first one begins anew."""
    found: tuple[bytes, ...] = ()
    while end and text[end - 2 : end] != b"\n\n":
        start = text.rfind(b"\n", 0, end - 1) + 1
        label = text[text.rfind(b"\t", start, end) + 1 : end - 1]
        found = (label, label, *found)
        if label[0] in BEGINNING:
            break
        end = start
    return found


def _summed(entities: Counter[str], stretches: Stretches, options: ColumnsOptions) -> SentenceCounts:
    """The sum over stretches, and over the entities that stand in none: both sides have these."""
    fold, read = EntitiesFold(), reader(options)
    agreed = Counter(entities)
    for labels, times in stretches.items():
        mine, its = (tuple(map(decoded, labels[side::2])) for side in (0, 1))
        sides = read(mine), read(its)
        fold.add(counts_of(mine, its, sides, options.mode), times)
        for entity in sides[0]:
            agreed[entity.type] -= times
    for name, times in agreed.items():
        both = ((Entity(0, 1, name),),) * 2
        fold.add(counts_of((), (), both, options.mode), times)
    return fold.counts()
