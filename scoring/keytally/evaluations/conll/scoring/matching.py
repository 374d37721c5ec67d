"""Which mentions of key and response are partners: the same words, the same head, or a part with the head.

Source: the CorefUD scorer of the CRAC shared tasks, which pairs in these steps: empty nodes by what they
depend on, then equal mentions, then the others one to one so that the sum of likenesses is the greatest.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction

from keytally.evaluations.conll.model import Match, Mention, Zero
from keytally.measures.assignment import Number, best_assignment

Likeness = Callable[[Mention, Mention], Number]
Pairs = dict[int, int]


def partners_of(
    key: Sequence[Mention], response: Sequence[Mention], match: Match, *, zeros: bool = False
) -> list[int | None]:
    """The partner of each mention of the key; with `zeros` empty nodes match by what they depend on."""
    found: Pairs = _best_pairs(_zeros(key), _zeros(response), key, response, _zero_likeness) if zeros else {}
    found |= _equal(key, response, found, with_head=match is Match.HEAD)
    if match is not Match.EXACT:
        mine = [at for at in _in_order(key) if at not in found]
        taken = {*found.values()}
        theirs = [at for at in _in_order(response) if at not in taken]
        found |= _best_pairs(mine, theirs, key, response, _LIKENESSES[match])
    return [found.get(at) for at in range(len(key))]


def _equal(key: Sequence[Mention], response: Sequence[Mention], found: Pairs, *, with_head: bool) -> Pairs:
    """The pairs of mentions with the same words, and `with_head` the same head."""
    taken = {*found.values()}
    number_of = {_same(each, with_head): at for at, each in enumerate(response) if at not in taken}
    pairs = ((at, number_of.get(_same(each, with_head))) for at, each in enumerate(key) if at not in found)
    return {at: partner for at, partner in pairs if partner is not None}


def _same(mention: Mention, with_head: bool) -> Hashable:
    return (mention.words, mention.head) if with_head else mention.words


def _zeros(mentions: Sequence[Mention]) -> list[int]:
    return [at for at in _in_order(mentions) if mentions[at].zero is not None]


def _in_order(mentions: Sequence[Mention]) -> list[int]:
    """The numbers of mentions by first word, last word and length."""
    places = [(each.words[0], each.words[-1], len(each.words)) for each in mentions]
    return sorted(range(len(mentions)), key=lambda at: places[at])


def _best_pairs(
    mine: Sequence[int],
    theirs: Sequence[int],
    key: Sequence[Mention],
    response: Sequence[Mention],
    likeness: Likeness,
) -> Pairs:
    """The pairs of mentions, given by their numbers, with the greatest sum of likenesses."""
    groups: dict[Hashable, list[int]] = {}
    for at, number in enumerate(theirs):
        for each in _grounds(response[number], likeness):
            groups.setdefault(each, []).append(at)
    worths: list[dict[int, Number]] = []
    for number in mine:
        near = {at for each in _grounds(key[number], likeness) for at in groups.get(each, ())}
        likenesses = {at: likeness(key[number], response[theirs[at]]) for at in sorted(near)}
        worths.append({at: worth for at, worth in likenesses.items() if worth})
    assigned = best_assignment(worths)
    return {mine[row]: theirs[at] for row, at in enumerate(assigned) if at is not None and at in worths[row]}


def _grounds(mention: Mention, likeness: Likeness) -> Iterable[Hashable]:
    """What two mentions that are like each other have in common: a sentence of empty nodes, or a word."""
    if likeness is _zero_likeness:
        return () if mention.zero is None else (mention.zero.sentence,)
    return (mention.head,) if likeness is _head_likeness else mention.words


def _head_likeness(key: Mention, response: Mention) -> Number:
    """The share of the key's words that both have, if the head is the same."""
    return _shared(key, response) if key.head == response.head else 0


def _partial_likeness(key: Mention, response: Mention) -> Number:
    """The same, if the response's words are among the key's and hold its head."""
    inside = key.head in response.words and {*response.words} <= {*key.words}
    return _shared(key, response) if inside else 0


def _shared(key: Mention, response: Mention) -> Fraction:
    return Fraction(len({*key.words} & {*response.words}), len(key.words))


def _zero_likeness(key: Mention, response: Mention) -> Number:
    """Ten times F of what two empty nodes depend on with the relations, and F of it without them."""
    mine, other = key.zero, response.zero
    if mine is None or other is None or mine.sentence != other.sentence:
        return 0
    return 10 * _f(mine.heads, other.heads) + _f(_words_alone(mine), _words_alone(other))


def _words_alone(zero: Zero) -> frozenset[str]:
    return frozenset(head for head, _ in zero.heads)


def _f(one: frozenset[Hashable] | frozenset[str], other: frozenset[Hashable] | frozenset[str]) -> Fraction:
    return Fraction(2 * len(one & other), (len(one) + len(other)) or 1)


_LIKENESSES: dict[Match, Likeness] = {Match.HEAD: _head_likeness, Match.PARTIAL: _partial_likeness}
