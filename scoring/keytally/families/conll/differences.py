"""Differences between the chains of a document and its key, classified, and the fixes for each."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.conll.annotations import bracket_like
from keytally.families.conll.chain_edits import Changes, NewMention, edits_of, new_names
from keytally.families.conll.model import Mention
from keytally.families.conll.reading import DocumentUnit
from keytally.families.conll.scoring import ComparedChains, Partners, Side
from keytally.findings.finding import Edit, Edits
from keytally.measures.assignment import Pair, Stretch, nearest_pairs, overlapping
from keytally.measures.chains import (
    Cells,
    ChainDifference,
    ChainsOfSide,
    Node,
    chain_repairs,
    classified_differences,
    distinct_names,
    links_lost,
    regrouped_chains,
)
from keytally.measures.coreference import Overlaps, kept_links, least_links

# The cells of a compared document (keytally.measures.chains).
#
# Two unaligned mentions are the same with other boundaries if the response's contains the head of the key's.
# If no head is declared, they must have the same end, or share at least half of the longer one.


def cells_of(compared: ComparedChains) -> Cells:
    """Return the cells of scored mentions, which are identified by their numbers on each side."""
    key, response = _side(compared.key, compared.partners), _side(compared.response, compared.turned)
    return Cells(key, response, _wrong_spans(compared))


def _side(side: Side, partners: Partners) -> ChainsOfSide:
    """Return the chains of a side; a chain that is not scored has no members."""
    members: list[list[int]] = [[] for _ in side.chains]
    for number in sorted(range(len(side.mentions)), key=lambda at: side.mentions[at].mention.opening):
        members[side.mentions[number].chain].append(number)
    return ChainsOfSide([mention.chain for mention in side.mentions], members, members, partners)


def _wrong_spans(compared: ComparedChains) -> list[Pair]:
    sides = compared.key, compared.response
    first, second = ([_stretch(each.mention) for each in side.mentions] for side in sides)
    mine, other = _free(first, compared.partners), _free(second, compared.turned)
    found = [
        (mention, partner)
        for mention, partner in overlapping(first, mine, second, other)
        if _means_the_same(
            compared.key.mentions[mention].mention, compared.response.mentions[partner].mention
        )
    ]
    return nearest_pairs(found, first, second)


def _free(stretches: Sequence[Stretch], partners: Partners) -> list[int]:
    """Return the numbers of mentions without a partner, ordered by start."""
    free = (number for number, partner in enumerate(partners) if partner is None)
    return sorted(free, key=lambda number: stretches[number])


def _stretch(mention: Mention) -> Stretch:
    return mention.words[0], mention.words[-1] + 1


def _means_the_same(key: Mention, response: Mention) -> bool:
    if key.head is not None:
        return key.head in response.words
    shared = len({*key.words} & {*response.words})
    ends_alike = key.words[-1] == response.words[-1]
    return ends_alike or 2 * shared >= max(len(key.words), len(response.words))


_MOST_TEXTS = 3
_LONGEST_TEXT = 40


class Units(NamedTuple):
    """The document on the two sides; None for a side that lacks it."""

    key: DocumentUnit | None
    response: DocumentUnit | None


class Subject(NamedTuple):
    """The subject of a difference: the units of the document, and the mentions by number."""

    units: Units
    found: ChainDifference


def lost_links(documents: Iterable[Overlaps]) -> Mapping[str, int]:
    """Return the numbers of links by which MUC recall and precision fall short."""
    missing = spurious = 0
    for seen in documents:
        kept = kept_links(seen)
        missing += least_links(seen.key) - kept
        spurious += least_links(seen.response) - kept
    return links_lost(missing, spurious)


def chain_differences(units: Units, compared: ComparedChains) -> list[Difference]:
    """Return the differences of a document, sorted by their position in the response, then in the key."""
    telling = _Telling(units, compared)
    found = [
        telling.told(classified_difference)
        for classified_difference in classified_differences(cells_of(compared))
    ]
    return sorted(found, key=lambda each: (_start(each.response), _start(each.key)))


def _start(places: Sequence[Place]) -> int:
    return places[0].start if places else -1


class _Telling:
    """Computes the differences of two units."""

    def __init__(self, units: Units, compared: ComparedChains) -> None:
        self._units = units
        self._key = compared.key
        self._response = compared.response

    def told(self, found: ChainDifference) -> Difference:
        """Return a chain difference as a `Difference`; for a conflated or split chain, add the chain
        names.
        """
        key = _texts(self._units.key, self._key, found.key)
        response = _texts(self._units.response, self._response, found.response)
        if found.cell is not None:
            key += f" in chain {self._key.chains[found.cell[0]].name}"
            response += f" in chain {self._response.chains[found.cell[1]].name}"
            others = (
                _texts(self._units.key, self._key, _others(self._key, found.key)),
                _texts(self._units.response, self._response, _others(self._response, found.response)),
            )
            key, response = distinct_names(key, response, *others)
        return Difference(
            found.name,
            _places(self._units.key, self._key, found.key),
            _places(self._units.response, self._response, found.response) or self._gaps(found.key),
            key,
            response,
            found.counts,
            subject=Subject(self._units, found),
        )

    def _gaps(self, lacking: Sequence[int]) -> list[Place]:
        """Return the positions in the response where mentions of the key are missing; none if it lacks the
        document.
        """
        unit = self._units.response
        if unit is None:
            return []
        words = (self._key.mentions[number].mention.words for number in lacking)
        places = (unit.missing_place(word[0]) for word in words)
        return [Place(unit, place, place) for place in places]


def _others(side: Side, mentions: Sequence[int]) -> list[int]:
    """Return the other mentions of the chain of these mentions."""
    chain = side.mentions[mentions[0]].chain
    return [
        number for number, each in enumerate(side.mentions) if each.chain == chain and number not in mentions
    ]


def _places(unit: DocumentUnit | None, side: Side, mentions: Sequence[int]) -> list[Place]:
    """Return the places of the opening brackets of mentions."""
    return [Place(unit, *side.mentions[mention].mention.opening) for mention in mentions]


def _texts(unit: DocumentUnit | None, side: Side, mentions: Sequence[int]) -> str:
    """Return the texts of the first mentions, and the number of the others."""
    if unit is None:
        return ""
    shown = (unit.text_of(side.mentions[mention].mention) for mention in mentions[:_MOST_TEXTS])
    texts = ", ".join(f"{text[:_LONGEST_TEXT]}…" if len(text) > _LONGEST_TEXT else text for text in shown)
    more = len(mentions) - _MOST_TEXTS
    return f"{texts} and {more} more" if more > 0 else texts


LACKS_DOCUMENT = "the response lacks the document"
OTHER_TEXT = "the response has different tokens there"
NOT_REPRESENTABLE = "the format cannot represent such chains"

Named = Mapping[int, ChainDifference]
"""Chain differences by index."""


def repair(
    differences: Sequence[Difference], repairs_of: Callable[[DocumentUnit, DocumentUnit], "Repairs"]
) -> Rewriting:
    """Return the edits that repair differences of a document
    (keytally.families.annotations.DifferenceClassifier).
    """
    by_units = defaultdict[Units, dict[int, ChainDifference]](dict)
    for number, difference in enumerate(differences):
        subject: Subject = difference.subject
        by_units[subject.units][number] = subject.found
    edits: list[tuple[DocumentUnit, Edit]] = []
    refused: dict[int, str] = {}
    for units, own in by_units.items():
        if units.key is None or units.response is None:
            refused |= dict.fromkeys(own, LACKS_DOCUMENT)
        else:
            repairs = repairs_of(units.key, units.response)
            edits += ((units.response, edit) for edit in repairs.edits(own, refused))
    return Rewriting(edits, refused)


class Repairs:
    """Repairs differences in one document."""

    def __init__(self, key: DocumentUnit, response: DocumentUnit, compared: ComparedChains) -> None:
        self._key = key
        self._response = response
        self._compared = compared
        self._cells: Cells = cells_of(compared)
        scored = {each.mention for each in compared.response.mentions}
        present = (mention for chain in compared.response.chains for mention in chain.mentions)
        self._unscored = defaultdict[tuple[int, ...], list[Mention]](list)
        for each in present:
            if each not in scored:
                self._unscored[tuple(each.words)].append(each)

    def edits(self, differences: Named, refused: dict[int, str]) -> Edits:
        """Return the edits for all differences; if they cannot all be made, add them one at a time and
        skip impossible ones.
        """
        sound: dict[int, ChainDifference] = {}
        for number, each in differences.items():
            if all(map(self._has_tokens, each.key)):
                sound[number] = each
            else:
                refused[number] = OTHER_TEXT
        made = self._made(sound)
        if made is not None:
            return made
        kept: dict[int, ChainDifference] = {}
        for number, each in sound.items():
            if self._made({**kept, number: each}) is None:
                refused[number] = NOT_REPRESENTABLE
            else:
                kept[number] = each
        return self._made(kept) or ()

    def _has_tokens(self, mention: int) -> bool:
        """Return whether the response has the tokens of a key mention."""
        words = self._compared.key.mentions[mention].mention.words
        return self._response.tokens_at(words) == self._key.tokens_at(words)

    def _made(self, differences: Named) -> Edits | None:
        _, repairs = chain_repairs(self._cells, differences)
        return edits_of(self._response, self._changes(regrouped_chains(self._cells, repairs)))

    def _changes(self, groups: Sequence[Sequence[Node]]) -> Changes:
        """Return the changes after which the response's chains are these groups."""
        mentions = self._compared.response.mentions
        moved: list[tuple[Mention, str]] = []
        added: list[NewMention] = []
        unscored = {words: [*some] for words, some in self._unscored.items()}
        kept = {node.response for group in groups for node in group if node.key is None}
        removed = [each.mention for number, each in enumerate(mentions) if number not in kept]
        for group, name in zip(groups, self._names(groups), strict=True):
            for node in group:
                if node.key is not None:
                    wanted = self._compared.key.mentions[node.key].mention
                    words = tuple(wanted.words)
                    if unscored.get(words):
                        moved.append((unscored[words].pop(), name))
                    else:
                        like = bracket_like(self._key, wanted, self._response)
                        added.append(NewMention(words, name, like))
                elif node.response is not None and self._name(node.response) != name:
                    moved.append((mentions[node.response].mention, name))
        return Changes(removed, moved, added)

    def _name(self, mention: int) -> str:
        """Return the name of a mention's chain in the response."""
        return self._compared.response.chains[self._compared.response.mentions[mention].chain].name

    def _names(self, groups: Sequence[Sequence[Node]]) -> Iterator[str]:
        """Yield a name for each group: the most frequent name of its mentions, unless a group with more
        such mentions has it.
        """
        present = [[each.response for each in group if each.response is not None] for group in groups]
        votes = [Counter(map(self._name, group)) for group in present]
        given: dict[int, str] = {}
        ranked = sorted(
            (-count, number, name) for number, vote in enumerate(votes) for name, count in vote.items()
        )
        for _, number, name in ranked:
            if number not in given and name not in given.values():
                given[number] = name
        fresh = new_names(self._response.read())
        return (given[number] if number in given else next(fresh) for number in range(len(groups)))
