"""The sum over all sentences of two files, found from the lines in which they differ.

A token parts a sentence as its ends do where on both sides it is outside of any entity, or the first of one:
what stands between two such tokens is compared by itself. Few such stretches differ, and fewer in another
way than one before; what lies between these is passed over without a look at its lines.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.formats.whole_text import (
    BEGINNING,
    begins_anew,
    entities_by_type,
    is_plain,
    is_told,
    whole_text,
)
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.options import ColumnsOptions, Mode
from keytally.evaluations.columns.scoring.result import EntitiesFold, SentenceCounts
from keytally.evaluations.columns.scoring.sentence import Labels, counts_of, reader

Stretches = Counter[tuple[Labels, Labels]]
"""How often two sides have labels of tokens in a stretch."""

AT_ONCE = 256
"""How many characters of two texts are compared at once: about as many as lie between two differences."""

NEARBY = 16
"""How many characters around a difference are compared line by line."""

_ALIKE = {
    Mode.DOCUMENT: (Scheme.IOB2, Scheme.IOBES, Scheme.BILOU, Scheme.IOB1),
    Mode.NERVALUATE: (Scheme.IOB2, Scheme.IOB1),
    Mode.SEQEVAL: (Scheme.IOB2, Scheme.IOBES, Scheme.IOB1),
}
"""The schemes whose labels each mode reads as they are meant."""

_GOING_ON = {Mode.SEQEVAL: ("\tL-", "\tU-")}
"""What a mode knows no such label of: an entity that begins with one may go on through the next one."""


class WholeScore(NamedTuple):
    """What all sentences of a pair add up to."""

    counts: SentenceCounts


def whole_score(key: str, response: str, options: ColumnsOptions) -> WholeScore | None:
    """The sum over the sentences of two files; None where sentences have to be read one by one.

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


def _differing(key: str, response: str) -> Stretches | None:
    """The stretches that differ; None for texts that are out of step, or where a response is not plain."""
    found = Stretches()
    places = _next_difference(key, response, 0, 0)
    while places is not None:
        stretch = _stretch(key, response, *places)
        if stretch is None:
            return None
        labels, at, its = stretch
        found[labels] += 1
        places = _next_difference(key, response, at, its)
    return found


def _next_difference(key: str, response: str, at: int, its: int) -> tuple[int, int] | None:
    """Where the next two lines that differ start, from the starts of two lines on; None if none does."""
    size = AT_ONCE
    while key[at : at + size] == response[its : its + size]:
        if at >= len(key):
            return None
        at, its = at + size, its + size
    while size > NEARBY:
        size //= 2
        if response.startswith(key[at : at + size], its):
            at, its = at + size, its + size
    start = key.rfind("\n", 0, at) + 1
    at, its = start, its + start - at
    while (end := key.find("\n", at) + 1) and response.startswith(key[at:end], its):
        at, its = end, its + end - at
    return at, its


def _stretch(key: str, response: str, at: int, its: int) -> tuple[tuple[Labels, Labels], int, int] | None:
    """The labels of the stretch that two differing lines are in, and where it ends on either side.

    None where one of its lines is not plain, or the end of a sentence on one side.
    """
    labels, its_labels = list[str](), list[str]()
    while True:
        end, its_end = key.find("\n", at), response.find("\n", its)
        token, _, label = key[at:end].rpartition("\t")
        its_token, _, its_label = response[its:its_end].rpartition("\t")
        if not label or not (is_label(its_label) if token == its_token else is_plain(response[its:its_end])):
            return None
        if not labels and not (label[0] in BEGINNING and its_label[0] in BEGINNING):
            labels = _before(key, at)
            its_labels = list(labels)
        labels.append(label)
        its_labels.append(its_label)
        at, its = end + 1, its_end + 1
        if begins_anew(key, at) and begins_anew(response, its):
            return (tuple(labels), tuple(its_labels)), at, its


def _before(text: str, end: int) -> list[str]:
    """The labels of what goes on from before a line, the same on both sides; the first one begins anew."""
    found = list[str]()
    while end and text[end - 2 : end] != "\n\n":
        start = text.rfind("\n", 0, end - 1) + 1
        found.insert(0, text[text.rfind("\t", start, end) + 1 : end - 1])
        if found[0][0] in BEGINNING:
            break
        end = start
    return found


def _summed(entities: Counter[str], stretches: Stretches, options: ColumnsOptions) -> SentenceCounts:
    """The sum over stretches, and over the entities that stand in none: both sides have these."""
    fold, read = EntitiesFold(), reader(options)
    agreed = Counter(entities)
    for (mine, its), times in stretches.items():
        sides = read(mine), read(its)
        fold.add(counts_of(mine, its, sides, options.mode), times)
        for entity in sides[0]:
            agreed[entity.type] -= times
    for name, times in agreed.items():
        both = ((Entity(0, 1, name),),) * 2
        fold.add(counts_of((), (), both, options.mode), times)
    return fold.counts()
