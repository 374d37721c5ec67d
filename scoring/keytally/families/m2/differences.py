"""Differences between the edits of a sentence and its gold, classified, and the fixes for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import count
from typing import Generic, NamedTuple, TypeVar

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.m2.reading import GoldEdit, GoldUnit, SentenceUnit, SystemEdit, replaced, shortened
from keytally.families.m2.scoring import Comparison, SentenceScore
from keytally.findings.finding import Edit
from keytally.tallies.status import Status

# The class of each missing or spurious edit of a sentence.
#
# Edits of the two sides that change the same tokens form a group: the correction is wrong, or, if it is the
# same, its place is. A spurious edit that makes a missing correction a few tokens away has a wrong place too.
# All other edits are missed or spurious.


MISSED = "missed"
SPURIOUS = "spurious"
WRONG_CORRECTION = "wrong correction"
WRONG_PLACE = "wrong place"

CLASSES = (MISSED, SPURIOUS, WRONG_CORRECTION, WRONG_PLACE)

NEAR = 3
"""The largest distance between equal corrections, in source tokens."""

_NEAREST_FIRST = sorted(range(-NEAR, NEAR + 1), key=abs)


class Edits(NamedTuple):
    """A group of edits: missing gold edits and spurious system edits."""

    gold: Sequence[GoldEdit]
    made: Sequence[SystemEdit]

    @property
    def place(self) -> tuple[int, int]:
        """Return the place of the first edit in the source sentence."""
        return min([edit[:2] for edit in self.gold] + [edit[:2] for edit in self.made])


class Words(NamedTuple):
    """The tokens of the source sentence and of the output."""

    source: Sequence[str]
    output: Sequence[str]

    def same(self, gold: GoldEdit, made: SystemEdit) -> bool:
        """Return whether a system edit makes the same correction as a gold edit, at any place."""
        after = " ".join(self.output[made.first : made.last])
        texts = {" ".join(alternative.split()) for alternative in gold.alternatives}
        before = self.source[gold.start : gold.end] == self.source[made.start : made.end]
        return after in texts and (before or bool(after))


def classed(gold: Sequence[GoldEdit], made: Sequence[SystemEdit], words: Words) -> list[tuple[str, Edits]]:
    """Return the class of each missing gold edit and each spurious edit, in source order."""
    groups = list(_groups(gold, made))
    found = [(_of_group(group, words), group) for group in groups if group.gold and group.made]
    missed = [group.gold[0] for group in groups if not group.made]
    spurious = {number: group.made[0] for number, group in enumerate(groups) if not group.gold}
    starts: dict[int, list[int]] = {}
    for number, other in spurious.items():
        starts.setdefault(other.start, []).append(number)
    for edit in missed:
        near = (number for shift in _NEAREST_FIRST for number in starts.get(edit.start + shift, ()))
        same = (each for each in near if each in spurious and words.same(edit, spurious[each]))
        nearest = next(same, None)
        if nearest is not None:
            found.append((WRONG_PLACE, Edits([edit], [spurious.pop(nearest)])))
        else:
            found.append((MISSED, Edits([edit], [])))
    found += [(SPURIOUS, Edits([], [edit])) for edit in spurious.values()]
    return sorted(found, key=lambda each: (each[1].place, each[0]))


def _of_group(group: Edits, words: Words) -> str:
    """Return the class of edits that change the same tokens."""
    if len(group.gold) == len(group.made) == 1 and words.same(group.gold[0], group.made[0]):
        return WRONG_PLACE
    return WRONG_CORRECTION


def _groups(gold: Sequence[GoldEdit], made: Sequence[SystemEdit]) -> Iterator[Edits]:
    """Yield groups of edits that are connected by overlaps between the two sides; other edits form their
    own groups.
    """
    of_gold, of_made = EditIndex(gold), EditIndex(made)
    for first, edit in enumerate(gold):
        if first not in of_gold.edits:
            continue
        group, new = Edits([], []), [edit]
        of_gold.discard(first)
        while new:
            others = of_made.take(new)
            group = Edits([*group.gold, *new], [*group.made, *others])
            new = of_gold.take(others)
        yield group
    yield from (Edits([], [each]) for each in of_made.edits.values())


E = TypeVar("E", GoldEdit, SystemEdit)


class EditIndex(Generic[E]):
    """Edits of a sentence by number in order, found by the tokens that they change."""

    def __init__(self, edits: Iterable[E] = ()) -> None:
        self.edits: dict[int, E] = {}
        self._numbers: dict[int, list[int]] = {}
        self._next = count()
        for edit in edits:
            self.add(edit)

    def add(self, edit: E) -> None:
        """Add an edit after the others."""
        number = next(self._next)
        self.edits[number] = edit
        for place in _places(edit):
            self._numbers.setdefault(place, []).append(number)

    def discard(self, number: int) -> None:
        """Remove an edit."""
        del self.edits[number]

    def meeting(self, edit: GoldEdit | SystemEdit) -> set[int]:
        """Return the numbers of the edits that meet an edit."""
        numbers = {number for place in _places(edit) for number in self._numbers.get(place, ())}
        return {number for number in numbers if number in self.edits and meet(self.edits[number], edit)}

    def take(self, others: Iterable[GoldEdit | SystemEdit]) -> list[E]:
        """Remove the edits that meet one of the others, and return them in order."""
        numbers = set[int]().union(*map(self.meeting, others))
        return [self.edits.pop(number) for number in sorted(numbers)]


def _places(edit: GoldEdit | SystemEdit) -> range:
    """Return the tokens that an edit changes, as odd numbers, and the gaps in it, as even numbers."""
    if edit.start < edit.end:
        return range(2 * edit.start + 1, 2 * edit.end)
    return range(2 * edit.end, 2 * edit.end + 1)


def meet(one: GoldEdit | SystemEdit, other: GoldEdit | SystemEdit) -> bool:
    """Return whether two edits change the same tokens, insert at the same position, or one inserts inside
    the other.
    """
    if one[:2] == other[:2]:
        return True
    if one.start == one.end or other.start == other.end:
        return max(one.start, other.start) < min(one.end, other.end) or _is_within(one, other)
    return max(one.start, other.start) < min(one.end, other.end)


def _is_within(one: GoldEdit | SystemEdit, other: GoldEdit | SystemEdit) -> bool:
    """Return whether one of two edits is an insertion between two tokens of the other."""
    return other.start < one.start == one.end < other.end or one.start < other.start == other.end < one.end


def differences(score: SentenceScore, comparison: Comparison) -> list[Difference]:
    """Return the differences in source order."""
    return list(_Sentence(score, comparison).differences())


def counts_of(missing: int, spurious: int) -> Mapping[str, int]:
    """Return counts by outcome, without zeros."""
    counts = {Status.MISSING.value: missing, Status.SPURIOUS.value: spurious}
    return {name: count for name, count in counts.items() if count}


class _Sentence:
    """A sentence compared with its chosen annotator."""

    def __init__(self, score: SentenceScore, comparison: Comparison) -> None:
        self._score = score
        self._comparison = comparison
        self._block = score.key.block()
        self._source = self._block.tokens
        self._tokens = score.response.tokens()

    def differences(self) -> Iterator[Difference]:
        """Yield the classified differences."""
        gold, edits = self._comparison.gold, self._comparison.edits
        made = {edit.gold for edit in edits}
        missing = [edit for edit in gold if edit not in made]
        spurious = [edit for edit in edits if edit.gold is None]
        words = Words(self._block.words, [token.text for token in self._tokens])
        for name, found in classed(missing, spurious, words):
            yield Difference(
                name,
                tuple(self._in_key(found)),
                tuple(self._in_response(found)),
                shortened(" + ".join(map(self._wanted, found.gold))),
                shortened(" + ".join(map(self._made, found.made))),
                counts_of(len(found.gold), len(found.made)),
                subject=found,
            )

    def _in_key(self, found: Edits) -> Iterator[Place]:
        spans = [edit[:2] for edit in found.gold] or [edit[:2] for edit in found.made]
        for start, end in spans:
            yield Place(self._score.key, *self._score.key.place_of(self._source, start, end))

    def _in_response(self, found: Edits) -> Iterator[Place]:
        spans = [(edit.first, edit.last) for edit in found.made]
        for first, last in spans or [self._gap(found.gold[0].start)]:
            yield Place(self._score.response, *self._score.response.place_of(self._tokens, first, last))

    def _gap(self, start: int) -> tuple[int, int]:
        """Return the place in the response of the source token `start`, or of the edit that replaced it."""
        shift = 0
        for edit in self._comparison.edits:
            if edit.start <= start < edit.end:
                return edit.first, edit.first
            if edit.end <= start:
                shift = edit.last - edit.end
        place = min(max(start + shift, 0), len(self._tokens))
        return place, place

    def _wanted(self, edit: GoldEdit) -> str:
        choices = " or ".join(alternative or "ε" for alternative in edit.alternatives)
        kind = self._block.annotations[edit.line].kind
        return shortened(f"{replaced(self._block.words[edit.start : edit.end], choices.split())} ({kind})")

    def _made(self, edit: SystemEdit) -> str:
        after = [token.text for token in self._tokens[edit.first : edit.last]]
        return shortened(replaced(self._block.words[edit.start : edit.end], after))


BACKWARDS = "the edit ends before it starts"
CROSSES = "a correct edit changes the same tokens"


class _Change(NamedTuple):
    """Tokens that replace source tokens; changes at the same place are ordered by `rank` and `first`."""

    start: int
    end: int
    rank: int
    first: int
    words: Sequence[str]


class SentenceEdits(NamedTuple):
    """Every edit of a sentence, and the edits of the annotator that it is compared with."""

    edits: Sequence[SystemEdit]
    gold: Sequence[GoldEdit]


def repair(
    key: GoldUnit, response: SentenceUnit, judged: SentenceEdits, differences: Sequence[Difference]
) -> Rewriting:
    """Return the edit of the line that fixes differences, except those that overlap a correct edit."""
    source, output = key.block().words, [token.text for token in response.tokens()]
    staying, put = EditIndex(judged.edits), EditIndex[GoldEdit]()
    numbers = {edit: number for number, edit in staying.edits.items()}
    refused: dict[int, str] = {}
    for number, difference in enumerate(differences):
        subject: Edits = difference.subject
        gone = {numbers[edit] for edit in subject.made if edit in numbers}
        if reason := _reason(subject.gold, put, staying, gone):
            refused[number] = reason
        else:
            for each in gone & staying.edits.keys():
                staying.discard(each)
            for edit in subject.gold:
                put.add(edit)
    last = len(judged.gold)
    ranks = {edit: number for number, edit in reversed([*enumerate(judged.gold)])}
    changes = _staying([*staying.edits.values()], ranks, last, output)
    changes += [
        _Change(*edit[:2], ranks.get(edit, last), len(output), _wording(source, edit))
        for edit in put.edits.values()
    ]
    edits = _line_edits(response, output, _changed(source, sorted(changes, key=_order)))
    return Rewriting([(response, edit) for edit in edits], refused)


def _reason(
    gold: Sequence[GoldEdit], put: EditIndex[GoldEdit], staying: EditIndex[SystemEdit], gone: Set[int]
) -> str:
    """Return the reason why gold edits cannot be combined with others; "" if they can.

    The others are those that are `put` and those that stay, except `gone`.
    """
    own = EditIndex[GoldEdit]()
    for edit in gold:
        if edit.start > edit.end:
            return BACKWARDS
        others: Sequence[GoldEdit | SystemEdit] = (
            *(staying.edits[number] for number in staying.meeting(edit) - gone),
            *(index.edits[number] for index in (put, own) for number in index.meeting(edit)),
        )
        if any(not _both_insert(edit, other) for other in others):
            return CROSSES
        own.add(edit)
    return ""


def _both_insert(edit: GoldEdit, other: GoldEdit | SystemEdit) -> bool:
    return edit.is_insertion and other.start == other.end


def _staying(
    edits: Sequence[SystemEdit], ranks: Mapping[GoldEdit, int], last: int, output: Sequence[str]
) -> list[_Change]:
    """Return the remaining changes of the output, starting with the last; at each place, ranks ascend in text
    order.

    The rank of an edit is that of its gold edit in its annotator's order, and `last` for spurious edits.
    """
    changes: list[_Change] = []
    for edit in reversed(edits):
        rank = last if edit.gold is None else ranks.get(edit.gold, last)
        if changes and changes[-1][:2] == (edit.start, edit.end):
            rank = min(rank, changes[-1].rank)
        changes.append(_Change(edit.start, edit.end, rank, edit.first, output[edit.first : edit.last]))
    return changes


def _order(change: _Change) -> tuple[int, int, int, int]:
    return change.start, change.end, change.rank, change.first


def _wording(source: Sequence[str], edit: GoldEdit) -> Sequence[str]:
    """Return the first alternative that changes something."""
    texts = [alternative.split() for alternative in edit.alternatives]
    return next((text for text in texts if text != list(source[edit.start : edit.end])), texts[0])


def _changed(source: Sequence[str], changes: Sequence[_Change]) -> list[str]:
    """Return the tokens of the source after the given changes, which are in order."""
    words: list[str] = []
    done = 0
    for change in changes:
        words += [*source[done : change.start], *change.words]
        done = change.end
    return [*words, *source[done:]]


def _line_edits(unit: SentenceUnit, before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """Return the edit that replaces the differing tokens of a line, if there are any."""
    if list(before) == list(after):
        return []
    least = min(len(before), len(after))
    first = next((at for at in range(least) if before[at] != after[at]), least)
    room = least - first
    last = next((at for at in range(room) if before[-1 - at] != after[-1 - at]), room)
    tokens = unit.tokens()
    end = len(unit.text.rstrip("\r\n"))
    start = tokens[first - 1].end if first else 0
    stop = tokens[len(tokens) - last].start if last else end
    middle = " ".join(after[first : len(after) - last])
    parts = (" " if first and (middle or last) else "", middle, " " if middle and last else "")
    return [Edit(start, stop, "".join(parts))]
