"""Differences between the edits of two M2 files, classified, and the `A` lines that fix them."""

from collections.abc import Iterator, Sequence, Set
from itertools import chain
from typing import NamedTuple

from keytally.families.annotations import Difference, Place, Rewriting
from keytally.families.contract import Mark
from keytally.families.m2.annotations import OTHER_WORDS, Row, edits_of, put, rows_of, settled
from keytally.families.m2.differences import (
    MISSED,
    SPURIOUS,
    WRONG_CORRECTION,
    WRONG_PLACE,
    counts_of,
    meet,
)
from keytally.families.m2.edits.options import EditsOptions
from keytally.families.m2.edits.scoring import EditScore, Matching, items_by_annotator, match_items
from keytally.families.m2.reading import FIELDS, Block, GoldEdit, GoldUnit, shortened, wording
from keytally.families.presentation import Proposal
from keytally.findings.finding import Edit, apply_edits
from keytally.tallies.status import Status

WRONG_TYPE = "wrong type"
CLASSES = (MISSED, SPURIOUS, WRONG_CORRECTION, WRONG_PLACE, WRONG_TYPE)

_WANTED = (Status.MISSING, Status.INCORRECT, Status.PARTIAL)

# A difference is a group of `A` lines of the two chosen annotators. Lines belong together if an item of both
# is not matched and their edits change the same tokens, and if a line that is partly matched shares an item
# with another one. So if the lines of the response are replaced by those of the key, all other items stay as
# they are.


class Lines(NamedTuple):
    """The numbers of the `A` lines of a difference, and the numbers of unmatched items on both sides."""

    key: Sequence[int]
    response: Sequence[int]
    missing: int
    spurious: int


def differences(score: EditScore, options: EditsOptions) -> list[Difference]:
    """Return the differences of a sentence between the chosen annotators, in source order."""
    return [*_Sentence(score, options).differences()]


_Node = tuple[bool, int]
"""A line: whether it is in the response, and its number."""


class _Sentence:
    """A sentence for which the chosen annotators are compared."""

    def __init__(self, score: EditScore, options: EditsOptions) -> None:
        self._score = score
        self._options = options
        self._blocks = score.key.block(), score.response.block()
        self._numbers = score.chosen.key, score.chosen.response
        made, wanted = (
            items_by_annotator(block, options).get(number, [])
            for block, number in zip(self._blocks[::-1], self._numbers[::-1], strict=True)
        )
        self._matching: Matching = match_items(made, wanted)
        self._edits = {
            (bool(side), edit.line): edit
            for side, (block, number) in enumerate(zip(self._blocks, self._numbers, strict=True))
            for edit in block.by_annotator().get(number, [])
        }

    def differences(self) -> Iterator[Difference]:
        """Yield the classified differences."""
        for lines in sorted(self._groups(), key=self._start):
            yield Difference(
                self._class_of(lines),
                [self._line(self._score.key, line) for line in lines.key],
                [self._line(self._score.response, line) for line in lines.response] or [self._gap(lines)],
                self._text(self._blocks[0], lines.key),
                self._text(self._blocks[1], lines.response),
                counts_of(lines.missing, lines.spurious),
                subject=Subject(lines, self._numbers[1]),
            )

    def _groups(self) -> Iterator[Lines]:
        spurious = [item for item, partner in self._matching.response if partner is None]
        odd = [*((False, item) for item in self._matching.missing), *((True, item) for item in spurious)]
        counts: dict[_Node, int] = {}
        for is_response, item in odd:
            counts[is_response, item.line] = counts.get((is_response, item.line), 0) + 1
        parents = {node: node for node in self._edits}

        def root(node: _Node) -> _Node:
            while parents[node] != node:
                node = parents[node]
            return node

        for node, other in self._joined({*counts}):
            parents[root(node)] = root(other)
        groups: dict[_Node, list[_Node]] = {}
        for node in self._edits:
            groups.setdefault(root(node), []).append(node)
        for nodes in groups.values():
            key, response = ([line for own, line in nodes if own is side] for side in (False, True))
            missing = sum(counts.get((False, line), 0) for line in key)
            wrong = sum(counts.get((True, line), 0) for line in response)
            if missing or wrong:
                yield Lines(key, response, missing, wrong)

    def _joined(self, odd: set[_Node]) -> Iterator[tuple[_Node, _Node]]:
        """Yield pairs of lines that belong to the same difference; `odd` contains the lines with unmatched
        items.
        """
        wanted = sorted(line for is_response, line in odd if not is_response)
        for is_response, line in sorted(odd):
            if is_response:
                mine = self._edits[True, line]
                yield from (
                    ((True, line), (False, other))
                    for other in wanted
                    if meet(mine, self._edits[False, other])
                )
        shared = [
            ((True, item.line), (False, other.line)) for item, other in self._matching.response if other
        ]
        holders: dict[tuple[bool, object], list[_Node]] = {}
        for node, edit in self._edits.items():
            items = self._items(node, edit)
            for item in items:
                holders.setdefault((node[0], item), []).append(node)
        shared += [(nodes[0], node) for nodes in holders.values() for node in nodes[1:]]
        reached = set(odd)
        while more := {node for pair in shared if reached & {*pair} for node in pair} - reached:
            reached |= more
        yield from (pair for pair in shared if pair[0] in reached)

    def _items(self, node: _Node, edit: GoldEdit) -> Iterator[object]:
        """Yield the identities of the items of one line; an annotator's equal items count once."""
        block, number = self._blocks[node[0]], self._numbers[node[0]]
        only = block._replace(annotations=[block.annotations[edit.line]])
        for item in items_by_annotator(only, self._options).get(number, []):
            yield item.place, item.corrections

    def _class_of(self, lines: Lines) -> str:
        if not lines.response:
            return MISSED
        if not lines.key:
            return SPURIOUS
        one, other = (
            [self._edits[bool(side), line] for line in own]
            for side, own in enumerate((lines.key, lines.response))
        )
        if len(one) == len(other) == 1:
            same = {*one[0].alternatives} & {*other[0].alternatives}
            if one[0][:2] == other[0][:2]:
                return WRONG_TYPE if same else WRONG_CORRECTION
            return WRONG_PLACE if same or self._options.level.is_detection else WRONG_CORRECTION
        return WRONG_PLACE if self._options.level.is_detection else WRONG_CORRECTION

    def _start(self, lines: Lines) -> tuple[int, int]:
        nodes = chain(((False, line) for line in lines.key), ((True, line) for line in lines.response))
        return min((self._edits[node].start, self._edits[node].end) for node in nodes)

    def _line(self, unit: GoldUnit, number: int) -> Place:
        line = unit.block().annotations[number].line
        return Place(unit, line.start, line.end)

    def _gap(self, lines: Lines) -> Place:
        """Return the place of missing edits: their tokens in the sentence of the response."""
        tokens, unit = self._blocks[1].tokens, self._score.response
        start, end = (min(offset, len(tokens)) for offset in self._start(lines))
        return Place(unit, *unit.place_of(tokens, start, end))

    def _text(self, block: Block, lines: Sequence[int]) -> str:
        return shortened(" + ".join(wording(block, block.annotations[line]) for line in lines))


class Subject(NamedTuple):
    """The lines of a difference, and the number of the response's annotator."""

    lines: Lines
    annotator: int


def repair(key: GoldUnit, response: GoldUnit, found: Sequence[Difference]) -> Rewriting:
    """Return the edits that replace `A` lines of differences with the key's lines."""
    block, wanted = response.block(), key.block()
    if not found or block.words != wanted.words:
        return Rewriting([], dict.fromkeys(range(len(found)), OTHER_WORDS))
    subjects: list[Subject] = [each.subject for each in found]
    gone = {line for each in subjects for line in each.lines.response}
    new = sorted(line for each in subjects for line in each.lines.key)
    changed = _replaced(response, gone, wanted, new, subjects[0].annotator)
    return Rewriting([(response, edit) for edit in changed])


def proposal(response: GoldUnit, mark: Mark) -> Proposal | None:
    """Return the edit of `A` lines that makes a marked edit as in the key.

    It is None if the sentences have different tokens, or if it is unclear whose edit the response lacks.
    """
    if mark.partner is None or mark.status not in (*_WANTED, Status.SPURIOUS):
        return None
    block, wanted = response.block(), mark.partner[0].block()
    own = {number for number, each in enumerate(block.annotations) if each.line.start == mark.start}
    new = [number for number, each in enumerate(wanted.annotations) if each.line.start == mark.partner[1]]
    annotators = {block.annotations[number].annotator for number in own} or {*block.by_annotator()}
    if block.words != wanted.words or len(annotators) > 1 or not (own or new):
        return None
    (annotator,) = annotators
    drops = mark.status is Status.SPURIOUS
    changed = [*_replaced(response, own, wanted, [] if drops else new, annotator or 0)]
    if not changed:
        return None
    start, end = changed[0].start, changed[-1].end
    title = (
        f"Delete the spurious {mark.subject}"
        if drops
        else f"Accept the key's {wording(wanted, wanted.annotations[new[0]])}"
    )
    return Proposal(title, Edit(start, end, apply_edits(response.text[start:end], changed, -start)), drops)


def _replaced(
    response: GoldUnit, gone: Set[int], wanted: Block, new: Sequence[int], annotator: int
) -> Iterator[Edit]:
    """Yield the edits that replace `A` lines of an annotator by lines of the key."""
    block = response.block()
    starts = {block.annotations[line].line.start for line in gone}
    rows = [
        row for row in rows_of(block) if row.number is None or block.lines[row.number].start not in starts
    ]
    for line in new:
        put(rows, _copied(wanted, line, annotator))
    yield from edits_of(response, block, settled(rows, annotator))


def _copied(block: Block, line: int, annotator: int) -> Row:
    """Return a line of the key with the number of the given annotator."""
    annotation = block.annotations[line]
    fields = [*annotation.texts[: FIELDS - 1], str(annotator)]
    return Row(f"A {'|||'.join(fields)}", None, annotator, annotation.offsets or (0, 0))
