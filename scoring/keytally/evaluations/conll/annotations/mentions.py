"""Mentions as annotations: what a file says of each of them, and to which earlier one it belongs.

The value of a mention is the word `mention`, in CorefUD its type and its head where these are stated, and a
reference to the mention before it in its chain, in the order of the text; the first of a chain has none. So
it does not matter how chains are named. Mentions whose words an earlier chain has already, which no score
counts, are none here either. A place is the number of the unit among those with the document's name, the
first word, the last one with its sign turned, and of a mention of several stretches the ends of each. An
extent reaches from the first token to the last one in the bare text (`bare.py`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from keytally.evaluations.annotated import Annotation, Reference
from keytally.evaluations.conll.annotations.bare import BareDocument, bare_document
from keytally.evaluations.conll.annotations.cells import notation_of
from keytally.evaluations.conll.formats.document import KEPT
from keytally.evaluations.conll.formats.unit import DocumentUnit
from keytally.evaluations.conll.model import Document, Mention
from keytally.evaluations.conll.scoring.classes import ScoredMention, side_of

MENTION = "mention"
"""The kind of every annotation of the task, and the first word of its value."""

_TYPE, _HEAD = "ETYPE", "HEAD"

Stretches = tuple[int, ...]
"""The first word, the last one with its sign turned, and the ends of each of several stretches."""


class Listed(NamedTuple):
    """The mentions of a document that are annotations, in the order of the text, and each by its place.

    `repeated` has the others of the same words, by the number of the one that counts.
    """

    mentions: Sequence[ScoredMention]
    places: Sequence[Stretches]
    number_of: Mapping[Stretches, int]
    repeated: Mapping[int, Sequence[Mention]]

    def before(self) -> list[int | None]:
        """For each mention the one before it in its chain; None for the first."""
        last: dict[int, int] = {}
        found: list[int | None] = []
        for number, each in enumerate(self.mentions):
            found.append(last.get(each.chain))
            last[each.chain] = number
        return found


def annotations(units: Sequence[DocumentUnit]) -> list[Annotation]:
    """The mentions of a document, outer ones before those that begin with them."""
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
    """The mentions of a document; those of the last documents are kept."""
    return _listed(unit.text)


def mention_of(said: Annotation) -> Mention:
    """The mention that an annotation of a file is."""
    return _scored(said).mention


def chain_of(said: Annotation) -> str:
    """The name of the chain of an annotation of a file, in that file."""
    return str(said.unit.read().chains[_scored(said).chain].name)


def stretches_of(said: Annotation) -> Stretches:
    """The place of an annotation in its unit."""
    return tuple(map(int, said.place[1:]))


def words_at(unit: DocumentUnit, place: Stretches) -> tuple[int, ...]:
    """The words of a place in a document."""
    read = unit.read()
    ends = place[2:] or (place[0], -place[1])
    rows = [
        row
        for start, end in zip(ends[::2], ends[1::2], strict=True)
        for row in range(read.row_number(start), read.row_number(end) + 1)
        if row < len(read.rows)
    ]
    return tuple(rows if read.words is None else [read.words[row] for row in rows])


def said_fields(said: Annotation) -> tuple[str, ...]:
    """What an annotation says besides its chain."""
    return tuple(part for part in said.value if isinstance(part, str))


def fields_of(unit: DocumentUnit, mention: Mention) -> tuple[str, ...]:
    """What a document says of a mention besides its chain."""
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
    side = side_of(read.chains)
    placed = sorted(
        (_place(read, each.mention), number, each)
        for number, each in enumerate(side.mentions)
        if _is_beside_tokens(read, each.mention)
    )
    number_of = {place: at for at, (place, *_) in enumerate(placed)}
    repeated = defaultdict[int, list[Mention]](list)
    for each in side.repeated:
        if (number := number_of.get(_place(read, each.again.mention))) is not None:
            repeated[number].append(each.again.mention)
    return Listed([each for *_, each in placed], [*number_of], number_of, repeated)


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
    """Whether the brackets of a mention stand in other cells than the tokens."""
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
