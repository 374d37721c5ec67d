"""Mentions as annotations, and the bracket edits that write changed mentions and chains."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import NamedTuple

from keytally.families.annotations import Annotation, Change, Reference, Rewriting
from keytally.families.conll.brackets import BracketFields, Shape
from keytally.families.conll.chain_edits import (
    Cells,
    Changes,
    NewMention,
    edits_of,
    names_in,
    new_names,
    notation_of,
)
from keytally.families.conll.lines import token_place
from keytally.families.conll.model import Document, Layout, Match, Mention, Place, Row
from keytally.families.conll.reading import KEPT, DocumentUnit, fields_in
from keytally.families.conll.scoring import ScoredMention, partners_of, side_of
from keytally.findings.finding import Edit, Edits
from keytally.measures.assignment import Pair, nearest_pairs
from keytally.measures.chains import linked_chains


class BareDocument(NamedTuple):
    """The text of a document without brackets, and its original rows.

    `starts` contains the positions of shortened cells; `shifts` contains the distances by which the text
    after them moves.
    """

    text: str
    source: str
    rows: Sequence[Row]
    starts: Sequence[int]
    shifts: Sequence[int]

    def token(self, row: int) -> Place:
        """Return the place of the token of a row in the bare text."""
        each = self.rows[row]
        place = token_place(each, self.source[each.start : each.last.end])
        at = bisect_right(self.starts, place.start) - 1
        shift = self.shifts[at] if at >= 0 else 0
        return Place(place.start + shift, place.end + shift)


def bare_document(unit: DocumentUnit) -> BareDocument:
    """Return the document of a unit without brackets; recent results are cached."""
    return _bare(unit.text)


@lru_cache(KEPT)
def _bare(text: str) -> BareDocument:
    unit = DocumentUnit(text)
    rows = unit.read().rows
    cells = Cells(unit)
    pieces: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    end = shift = 0
    for number, row in enumerate(rows if unit.document is not None else ()):
        if not cells.may_hold_brackets(number):
            continue
        bare = cells.bare(number)
        pieces += text[end : row.last.start], bare
        end = row.last.end
        shift += len(bare) - (row.last.end - row.last.start)
        starts.append(row.last.start)
        shifts.append(shift)
    return BareDocument("".join([*pieces, text[end:]]), text, rows, starts, shifts)


# Mentions as annotations: their properties, and the earlier mention that each refers to.
#
# The value of a mention is the word `mention`, in CorefUD its type and head if declared, and a reference to
# the previous mention of its chain in text order; the first mention has none. The names of chains therefore
# do not matter. Mentions whose words already occur in an earlier chain, which the score of CoNLL-2012 does
# not count, are not annotations. A place is the number of the unit among those with the document's name, the
# first word, the negated last word, and the ends of each part of a discontinuous mention. An extent reaches
# from the first token to the last in the text without brackets.


MENTION = "mention"
"""The kind of every annotation of the task, and the first word of its value."""

_TYPE, _HEAD = "ETYPE", "HEAD"

Stretches = tuple[int, ...]
"""The first word, the negated last word, and, for discontinuous mentions, the first and last words of each
part.

If several CorefUD mentions have the same words, every mention after the first has its number, from 1, at the
end.
"""


class Listed(NamedTuple):
    """The mentions of a document that are annotations, in text order and by place.

    `repeated` contains the mentions that do not count because another mention has the same words, by the
    number of that mention.
    """

    mentions: Sequence[ScoredMention]
    places: Sequence[Stretches]
    number_of: Mapping[Stretches, int]
    repeated: Mapping[int, Sequence[Mention]]

    def before(self) -> list[int | None]:
        """Return the previous mention in the chain of each mention; None for the first."""
        last: dict[int, int] = {}
        found: list[int | None] = []
        for number, each in enumerate(self.mentions):
            found.append(last.get(each.chain))
            last[each.chain] = number
        return found


def annotations(units: Sequence[DocumentUnit]) -> list[Annotation]:
    """Return the mentions of a document; of two mentions with the same start, the longer comes first."""
    found: list[Annotation] = []
    shift = 0
    for number, unit in enumerate(units):
        bare, first, listed = bare_document(unit), len(found), listed_in(unit)
        for at, before in enumerate(listed.before()):
            tie = () if before is None else (Reference(first + before),)
            found.append(_annotation(unit, (number, *listed.places[at]), tie, bare, shift))
        shift += len(bare.text)
    return found


def listed_in(unit: DocumentUnit) -> Listed:
    """Return the mentions of a document; recent results are cached."""
    return _listed(unit.text)


def mention_of(said: Annotation) -> Mention:
    """Return the mention of an annotation."""
    return _scored(said).mention


def chain_of(said: Annotation) -> str:
    """Return the name of an annotation's chain in its own file."""
    return str(said.unit.read().chains[_scored(said).chain].name)


def stretches_of(said: Annotation) -> Stretches:
    """Return the place of an annotation in its unit."""
    return tuple(map(int, said.place[1:]))


def words_at(unit: DocumentUnit, place: Stretches) -> tuple[int, ...]:
    """Return the numbers of the words at a place in a document."""
    read = unit.read()
    ends = place[2 : len(place) // 2 * 2] or (place[0], -place[1])
    rows = [
        row
        for start, end in zip(ends[::2], ends[1::2], strict=True)
        for row in range(read.row_number(start), read.row_number(end) + 1)
        if row < len(read.rows)
    ]
    return tuple(rows if read.words is None else [read.words[row] for row in rows])


def annotated_fields(said: Annotation) -> tuple[str, ...]:
    """Return the properties of an annotation other than its chain."""
    return tuple(part for part in said.value if isinstance(part, str))


def fields_of(unit: DocumentUnit, mention: Mention) -> tuple[str, ...]:
    """Return the properties of a mention in a document other than its chain."""
    if mention.head is None:
        return (MENTION,)
    of_type = notation_of(unit).type_of(unit.text[mention.opening.start : mention.opening.end])
    head = mention.words.index(mention.head) + 1
    given = [f"{_TYPE}={of_type}"] if of_type else []
    return (MENTION, *given, *([f"{_HEAD}={head}"] if head > 1 else ()))


def _scored(said: Annotation) -> ScoredMention:
    listed = listed_in(said.unit)
    return listed.mentions[listed.number_of[stretches_of(said)]]


@lru_cache(KEPT)
def _listed(text: str) -> Listed:
    read = DocumentUnit(text).read()
    side = side_of(read.chains, in_each=Match.EXACT if read.layout is Layout.COREFUD else None)
    copies = defaultdict[Stretches, list[ScoredMention]](list)
    for each in side.mentions:
        if _is_beside_tokens(read, each.mention):
            copies[_place(read, each.mention)].append(each)
    content = cache(partial(_content, read))
    placed = sorted(
        ((*place, number) if number else place, each)
        for place, same in copies.items()
        for number, each in enumerate(sorted(same, key=lambda each: (content(each.chain), each.chain)))
    )
    number_of = {place: at for at, (place, _) in enumerate(placed)}
    number_of_mention = {each: at for at, (_, each) in enumerate(placed)}
    repeated = defaultdict[int, list[Mention]](list)
    for again, first in side.repeated:
        if (number := number_of_mention.get(first)) is not None:
            repeated[number].append(again.mention)
    return Listed([each for _, each in placed], [*number_of], number_of, repeated)


def _content(read: Document, chain: int) -> Sequence[Stretches]:
    """Return the sorted places of a chain's mentions, so that equal chains are sorted in the same way in
    several files.
    """
    return sorted(_place(read, mention) for mention in read.chains[chain].mentions)


def _place(read: Document, mention: Mention) -> Stretches:
    words = mention.words
    hull = words[0], -words[-1]
    if read.row_number(words[-1]) - read.row_number(words[0]) == len(words) - 1:
        return hull
    rows = [read.row_number(word) for word in words]
    breaks = [at for at in range(1, len(rows)) if rows[at] != rows[at - 1] + 1]
    ends = zip([0, *breaks], [*(at - 1 for at in breaks), len(rows) - 1], strict=True)
    return (*hull, *(words[end] for both in ends for end in both))


def _is_beside_tokens(read: Document, mention: Mention) -> bool:
    """Return whether the brackets of a mention are in different cells from the tokens."""
    ends = (mention.words[0], mention.words[-1])
    return all(len(read.rows[read.row_number(word)].cells) > 1 for word in ends)


def _annotation(
    unit: DocumentUnit,
    place: tuple[int, ...],
    tie: tuple[Reference, ...],
    bare: BareDocument,
    shift: int,
) -> Annotation:
    listed = listed_in(unit)
    mention = listed.mentions[listed.number_of[place[1:]]].mention
    first, last = (unit.read().row_number(word) for word in (mention.words[0], mention.words[-1]))
    return Annotation(
        unit,
        mention.opening.start,
        mention.closing.end,
        MENTION,
        unit.text_of(mention),
        place,
        (*fields_of(unit, mention), *tie),
        extent=(shift + bare.token(first).start, shift + bare.token(last).end),
    )


# The alignment of mentions of two files: mentions with the same words, then those that match.
#
# Annotators have the same words, so equal places come first, regardless of heads. The others are paired as in
# the scorer, once with each file as the key. Of the resulting pairs, those with the largest shares of common
# words come first, and each mention is in one pair.


def counterparts(
    first: Sequence[Annotation], second: Sequence[Annotation], match: Match | None
) -> list[Pair]:
    """Return the pairs of aligned mentions in order; if `match` is None, the format's default condition
    applies.
    """
    places = {each.place: at for at, each in enumerate(second)}
    found = [(at, places[each.place]) for at, each in enumerate(first) if each.place in places]
    sides = first, second
    left = [_by_unit(side, {pair[number] for pair in found}) for number, side in enumerate(sides)]
    for number in sorted(left[0].keys() & left[1].keys()):
        found += _matching(*sides, left[0][number], left[1][number], match)
    return sorted(found)


def _by_unit(said: Sequence[Annotation], taken: set[int]) -> dict[int | str, list[int]]:
    """Return the annotations without a partner, grouped by the number of their unit."""
    found = defaultdict[int | str, list[int]](list)
    for at, each in enumerate(said):
        if at not in taken:
            found[each.place[0]].append(at)
    return found


def _matching(
    first: Sequence[Annotation],
    second: Sequence[Annotation],
    mine: Sequence[int],
    others: Sequence[int],
    match: Match | None,
) -> list[Pair]:
    """Return the pairs of mentions with different words."""
    is_corefud = Layout.COREFUD in (first[mine[0]].unit.read().layout, second[others[0]].unit.read().layout)
    rule = match or Match.of(is_corefud=is_corefud)
    if rule is Match.EXACT and not is_corefud:
        return []
    ones, them = ([mention_of(said[at]) for at in some] for said, some in ((first, mine), (second, others)))
    there = partners_of(ones, them, rule, zeros=is_corefud)
    back = partners_of(them, ones, rule, zeros=is_corefud)
    said = {(i, j) for i, j in enumerate(there) if j is not None}
    said |= {(i, j) for j, i in enumerate(back) if i is not None}
    spans = [[(each.words[0], each.words[-1] + 1) for each in side] for side in (ones, them)]
    return [(mine[i], others[j]) for i, j in nearest_pairs(said, *spans)]


def bracket_of(wanted: Annotation, gold: DocumentUnit) -> str:
    """Return a bracket with the fields of a wanted mention; the mention's own bracket is copied if its
    file declares the same fields as the gold.
    """
    if wanted.unit is not None:
        return bracket_like(wanted.unit, mention_of(wanted), gold)
    given = dict(part.split("=", 1) for part in annotated_fields(wanted) if "=" in part)
    told = BracketFields("", type=given.get("ETYPE", ""), head=int(given.get("HEAD", "1")))
    return notation_of(gold).bracket(Shape.WHOLE, told) or ""


def bracket_like(unit: DocumentUnit, mention: Mention, target: DocumentUnit) -> str:
    """Return a bracket for a mention of one file with the fields that another file declares."""
    bracket = unit.text[mention.opening.start : mention.opening.end]
    if fields_in(unit.text) == fields_in(target.text):
        return bracket
    head = 1 if mention.head is None else mention.words.index(mention.head) + 1
    told = BracketFields("", type=notation_of(unit).type_of(bracket), head=head)
    return notation_of(target).bracket(Shape.WHOLE, told) or ""


def spellings(some: Iterable[Annotation]) -> Mapping[int, Sequence[str]]:
    """Return the bracket cells of the mentions in their files, by row; cells of the first file come first."""
    found = defaultdict[int, list[str]](list)
    wanted_of = defaultdict[DocumentUnit, list[Annotation]](list)
    for each in some:
        if each.unit is not None:
            wanted_of[each.unit].append(each)
    for unit, said in wanted_of.items():
        own = Cells(unit)
        for wanted in said:
            for row in {*map(own.row_of, mention_of(wanted).brackets)}:
                if own.text(row) not in found[row]:
                    found[row].append(own.text(row))
    return found


Node = int
"""A mention by its number in text order, including new and deleted mentions."""


class GoldMention(NamedTuple):
    """A mention of the gold: its number among the existing mentions, and its wanted state.

    `change` is the index of its change. A new mention has no number; a deleted mention has a change but no
    wanted state.
    """

    words: tuple[int, ...]
    present: int | None
    change: int | None
    wanted: Annotation | None
    is_gone: bool = False


class GoldChains:
    """A document after some of its changes; `own` contains the indices of the document's changes.

    Only `accepted` changes are applied.
    """

    def __init__(
        self, unit: DocumentUnit, changes: Sequence[Change], own: Sequence[int], accepted: Collection[int]
    ) -> None:
        self._unit = unit
        self._listed = listed_in(unit)
        self._before = self._listed.before()
        self._changes = changes
        self._accepted = accepted
        self._mentions = sorted([*self._old(own), *self._added(own)], key=_in_text)

    def changes(self) -> Changes:
        """Return the changes to the brackets."""
        chains = self._chains()
        removed = [
            self._own(mention)
            for mention in self._mentions
            if mention.is_gone and mention.present is not None
        ]
        removed += self._repeated()
        moved: list[tuple[Mention, str]] = []
        added: list[NewMention] = []
        for chain, name in zip(chains, self._names(chains), strict=True):
            for each in (self._mentions[node] for node in chain):
                if each.wanted is not None and self._is_rewritten(each, each.wanted):
                    removed += [] if each.present is None else [self._own(each)]
                    added.append(NewMention(each.words, name, bracket_of(each.wanted, self._unit)))
                elif self._chain(each) != name:
                    moved.append((self._own(each), name))
        return Changes(removed, moved, added, keeps_types=True)

    def _repeated(self) -> Iterator[Mention]:
        """Yield the other mentions that have the same words as changed mentions."""
        for mention in self._mentions:
            if mention.present is not None and mention.change in self._accepted:
                yield from self._listed.repeated.get(mention.present, ())

    def _old(self, own: Sequence[int]) -> Iterator[GoldMention]:
        """Yield the mentions of the gold."""
        present = ((at, self._changes[at].present) for at in own)
        change_of = {self._number(said): at for at, said in present if said is not None}
        for number, each in enumerate(self._listed.mentions):
            at = change_of.get(number)
            words, wanted, is_made = tuple(each.mention.words), None, at in self._accepted
            if at is not None and is_made and (wanted := self._changes[at].wanted) is not None:
                words = wanted_words(self._unit, wanted)
            yield GoldMention(words, number, at, wanted, is_made and wanted is None)

    def _added(self, own: Sequence[int]) -> Iterator[GoldMention]:
        """Yield the new mentions, including those whose changes are not applied."""
        for at in own:
            present, wanted, *_ = self._changes[at]
            if present is None and wanted is not None:
                yield GoldMention(
                    wanted_words(self._unit, wanted), None, at, wanted, at not in self._accepted
                )

    def _chains(self) -> list[list[Node]]:
        gone = {node for node, each in enumerate(self._mentions) if each.is_gone}
        return linked_chains({node: self._link(each) for node, each in enumerate(self._mentions)}, gone)

    @cached_property
    def _node_of_present(self) -> Mapping[int, Node]:
        return {each.present: at for at, each in enumerate(self._mentions) if each.present is not None}

    @cached_property
    def _node_of_change(self) -> Mapping[int, Node]:
        return {each.change: at for at, each in enumerate(self._mentions) if each.change is not None}

    def _link(self, each: GoldMention) -> Node | None:
        """Return the mention that a mention is linked to: the target of its change, otherwise the previous
        mention of its chain.
        """
        if each.wanted is None or each.change is None:
            before = None if each.present is None else self._before[each.present]
            return None if before is None else self._node_of_present[before]
        target = next(iter(self._changes[each.change].targets), None)
        if isinstance(target, int):
            return self._node_of_change.get(target)
        known = target is not None and target.unit is self._unit
        return self._node_of_present[self._number(target)] if target is not None and known else None

    def _number(self, said: Annotation) -> int:
        """Return the number of a gold annotation among the gold's mentions."""
        return self._listed.number_of[stretches_of(said)]

    def _own(self, each: GoldMention) -> Mention:
        assert each.present is not None, "the annotation is in the gold"
        return self._listed.mentions[each.present].mention

    def _chain(self, each: GoldMention) -> str | None:
        """Return the name of a mention's chain in the gold; None for a new mention."""
        if each.present is None:
            return None
        return self._unit.read().chains[self._listed.mentions[each.present].chain].name

    def _is_rewritten(self, each: GoldMention, wanted: Annotation) -> bool:
        """Return whether a wanted mention is new, or differs from the gold's mention in words or fields."""
        if each.present is None:
            return True
        own = self._own(each)
        return tuple(own.words) != each.words or fields_of(self._unit, own) != annotated_fields(wanted)

    def _names(self, chains: Sequence[Sequence[Node]]) -> Iterator[str]:
        """Yield the name of each chain: the most frequent name of its mentions in the gold, otherwise in
        the annotators' files.
        """
        read = self._unit.read()
        given: dict[int, str] = {}
        _give(given, [[self._chain(self._mentions[node]) for node in chain] for chain in chains])
        of_files = [[self._chain_in_file(self._mentions[node]) for node in chain] for chain in chains]
        _give(given, of_files, names_in(read))
        fresh = (name for name in new_names(read) if name not in given.values())
        return (given[number] if number in given else next(fresh) for number in range(len(chains)))

    def _chain_in_file(self, each: GoldMention) -> str | None:
        wanted = each.wanted
        return None if wanted is None or wanted.unit is None else chain_of(wanted)


def _give(given: dict[int, str], names: Sequence[Sequence[str | None]], taken: Collection[str] = ()) -> None:
    """Give each unnamed chain the most frequent name of its mentions, unless another chain with more such
    mentions has it.
    """
    ranked = sorted(
        (-count, number, name)
        for number, some in enumerate(names)
        for name, count in Counter(filter(None, some)).items()
    )
    used = {*given.values(), *taken}
    for _, number, name in ranked:
        if number not in given and name not in used:
            given[number] = name
            used.add(name)


def _in_text(each: GoldMention) -> tuple[int, int, int]:
    return each.words[0], -each.words[-1], -1 if each.present is not None else each.change or 0


def wanted_words(unit: DocumentUnit, wanted: Annotation) -> tuple[int, ...]:
    """Return the words of a wanted mention; if no file contains it, the words at its place in the gold
    document.
    """
    if wanted.unit is None:
        return words_at(unit, stretches_of(wanted))
    return tuple(mention_of(wanted).words)


# The edits of a gold file that make the wanted mentions and chains; only brackets are changed.
#
# The chains follow from the changes: an unchanged mention stays with the previous one of its chain. A chain
# keeps the name that most of its mentions have in the gold. A new chain has the name of the annotator's file
# if it is free, otherwise the next number. New brackets have the annotator's fields, and a cell with the same
# content as the annotator's is written in the same way. Mentions with other words than the gold are rejected,
# and so are chains that the format cannot represent, such as crossing mentions of one chain.


OTHER_WORDS = "the document has different words in the gold"
NOT_REPRESENTABLE = "the format cannot represent such chains"


def rewriting(units: Sequence[DocumentUnit], changes: Sequence[Change]) -> Rewriting:
    """Return the edits of a document's units in the gold, in file order.

    A new mention is added to the gold unit whose number within the document is the same as in the annotator's
    file.
    """
    edits: list[tuple[DocumentUnit, Edit]] = []
    refused = dict.fromkeys(range(len(changes)), OTHER_WORDS)
    for number, unit in enumerate(units):
        own = [at for at, each in enumerate(changes) if _concerns(each, number, unit)]
        made = _Document(unit, changes).made(own)
        edits += ((unit, edit) for edit in made.edits)
        refused = {at: why for at, why in refused.items() if at not in own} | {**made.refused}
    return Rewriting(edits, dict(sorted(refused.items())))


def _concerns(change: Change, number: int, unit: DocumentUnit) -> bool:
    if change.present is not None:
        return change.present.unit is unit
    return change.wanted is not None and change.wanted.place[0] == number


class _Made(NamedTuple):
    """The edits of one unit, the changes that they make, and the impossible changes with reasons."""

    edits: Edits = ()
    changes: frozenset[int] = frozenset()
    refused: Mapping[int, str] = {}


class _Document:
    """A document of the gold while it is edited."""

    def __init__(self, unit: DocumentUnit, changes: Sequence[Change]) -> None:
        self._unit = unit
        self._changes = changes

    def made(self, own: Sequence[int]) -> _Made:
        """Return the edits of as many changes as possible."""
        refused = {at: OTHER_WORDS for at in own if not self._fits(self._changes[at].wanted)}
        sound = [at for at in own if at not in refused]
        wanted = (self._changes[at].wanted for at in sound)
        self._spellings = spellings(each for each in wanted if each is not None)
        made = self._with(_Made(), sound, sound)
        untold = dict.fromkeys({*sound} - made.changes, NOT_REPRESENTABLE)
        return made._replace(refused=refused | untold)

    def _fits(self, wanted: Annotation | None) -> bool:
        """Return whether the gold has the words of a mention; if the mention is from a file, whether the
        whole documents have the same words.
        """
        if wanted is None:
            return True
        if wanted.unit is None:
            words = wanted_words(self._unit, wanted)
            return bool(words) and " ".join(self._unit.tokens_at(words) or ()) == wanted.name
        other: DocumentUnit = wanted.unit
        return other.document == self._unit.document and other.tokens() == self._unit.tokens()

    def _with(self, made: _Made, more: Sequence[int], own: Sequence[int]) -> _Made:
        """Return the edits with as many further changes as possible; if they cannot all be made, try each
        half separately.
        """
        if not more:
            return made
        edits = self._edits(made.changes.union(more), own)
        if edits is not None:
            return _Made(edits, made.changes.union(more))
        if len(more) == 1:
            return made
        half = len(more) // 2
        return self._with(self._with(made, more[:half], own), more[half:], own)

    def _edits(self, accepted: Collection[int], own: Sequence[int]) -> Edits | None:
        """Return the edits that make the accepted changes; None if the format cannot represent them."""
        wanted = GoldChains(self._unit, self._changes, own, accepted).changes()
        return edits_of(self._unit, wanted._replace(spellings=self._spellings))
