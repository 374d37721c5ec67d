"""The sum over all sentences of two files, found from the lines in which they differ.

A token parts a sentence as its ends do where on both sides it is outside of any entity, or the first of one:
what stands between two such tokens is compared by itself. Few such stretches differ, and fewer in another
way than one before.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress, count
from operator import ne
from typing import NamedTuple

from keytally.evaluations.columns.formats.labels import is_label
from keytally.evaluations.columns.formats.unit import LAST
from keytally.evaluations.columns.formats.whole_text import (
    BEGINNING,
    WholeText,
    begins_anew,
    entities_by_type,
    is_plain,
    whole_text,
)
from keytally.evaluations.columns.model import Entity, Scheme
from keytally.evaluations.columns.options import ColumnsOptions, Mode
from keytally.evaluations.columns.scoring.result import EntitiesFold, SentenceCounts
from keytally.evaluations.columns.scoring.sentence import Labels, counts_of, reader

Lines = Sequence[str]
Stretches = Counter[tuple[Labels, Labels]]

AT_ONCE = 200
"""How many sentences are cut into lines at once: few enough for a processor's own memory."""

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

    These are files with other lines than plain ones, of labels that keep to no scheme, or out of step.
    """
    if (options.key_column, options.response_column, options.token_column) != (LAST, LAST, 0):
        return None
    all_tokens = options.mode is not Mode.DOCUMENT
    gold, found = whole_text(key, all_tokens=all_tokens), whole_text(response, all_tokens=all_tokens)
    entities = _entities(gold, options)
    if entities is None or len(gold.sentences) != len(found.sentences):
        return None
    if any(each in found.text for each in _GOING_ON.get(options.mode, ())):
        return None
    stretches: Stretches = Counter()
    for lines in _differing(gold.sentences, found.sentences):
        differences = _differences(*lines)
        if differences is None:
            return None
        stretches.update(differences)
    return WholeScore(_summed(entities, stretches, options))


def _entities(key: WholeText, options: ColumnsOptions) -> Counter[str] | None:
    """The number of entities of each type in a key, by the first scheme that it keeps to."""
    schemes = _ALIKE.get(options.mode, ())
    if options.mode is Mode.SEQEVAL_STRICT and options.scheme in (None, Scheme.IOB2):
        schemes = (Scheme.IOB2,)
    found = (entities_by_type(key, scheme) for scheme in schemes)
    return next((each for each in found if each is not None), None)


def _differing(key: Sequence[str], response: Sequence[str]) -> Iterator[tuple[Lines, Lines]]:
    """The lines of the sentences that differ, some sentences at a time; an empty one is the last."""
    numbers = list(compress(count(), map(ne, key, response)))
    for at in range(0, len(numbers), AT_ONCE):
        some = numbers[at : at + AT_ONCE]
        mine, its = ("\n\n".join([side[number] for number in some]) for side in (key, response))
        yield f"{mine}\n".split("\n"), f"{its}\n".split("\n")


def _differences(key: Lines, response: Lines) -> Sequence[tuple[Labels, Labels]] | None:
    """The labels of both sides in each stretch that differs; None for lines out of step, or not plain."""
    if len(key) != len(response):
        return None
    found, end = list[tuple[Labels, Labels]](), 0
    for number in compress(count(), map(ne, key, response)):
        token, tab, label = key[number].rpartition("\t")
        other, _, its = response[number].rpartition("\t")
        if not tab or not (is_label(its) if other == token else is_plain(response[number])):
            return None
        if number < end:
            continue
        begins = label[0] in BEGINNING and its[0] in BEGINNING
        if begins and begins_anew(key[number + 1], response[number + 1]):
            end = number + 1
            found.append(((label,), (its,)))
        else:
            start, end = _stretch(key, response, number, end)
            found.append((_labels(key[start:end]), _labels(response[start:end])))
    return found


def _stretch(key: Lines, response: Lines, number: int, before: int) -> tuple[int, int]:
    """Where a stretch starts, not `before` a line, that has a differing one; and where the next one does."""
    start, end = number, number + 1
    while start > before and key[start - 1] and not begins_anew(key[start], response[start]):
        start -= 1
    while not begins_anew(key[end], response[end]):
        end += 1
    return start, end


def _labels(lines: Lines) -> Labels:
    return tuple([line.rpartition("\t")[2] for line in lines])


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
