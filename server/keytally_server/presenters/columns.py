"""The presenter of columns of tokens and labels, with edits of entities."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from keytally.families.columns.annotations import relabelled, with_entity, without
from keytally.families.columns.labels import (
    NO_ENTITY,
    Label,
    entities,
    infer_scheme,
    label_of,
    label_parts,
    written_label,
)
from keytally.families.columns.model import CLOSING, OUTSIDE, SCHEMES, Entity, Scheme
from keytally.families.columns.reading import LAST, Cell, SentenceUnit
from keytally.families.columns.rules import ColumnsLanguage
from keytally.families.contract import Mark
from keytally.families.presentation import Note
from keytally.findings.finding import Edit, Edits
from keytally.findings.spelling import short_text
from keytally.text.positions import Span
from keytally.text.rendering import markdown_code, quantity
from keytally_server.answers import (
    AnnotatedSpan,
    AnnotatedText,
    Candidate,
    CodeAction,
    CodeActionKind,
    Completion,
    CompletionKind,
    DocumentHighlight,
    Hover,
    Renamable,
    RenameError,
    ShownText,
)
from keytally_server.presenters.presented import PresentedUnitPresenter, noted_hover, proposed_actions
from keytally_server.presenters.presenter import Stretch
from keytally_server.session.snapshot import Snapshot, UnitAt
from keytally_server.wording import quoted, shortened


def chosen_tokens(unit: SentenceUnit, start: int, end: int) -> tuple[int, int]:
    """Return the tokens of a selection; a cursor selects the token on its line, or none on an empty line."""
    return unit.tokens_at(start, start) if start == end else unit.tokens_at(start + 1, max(end - 1, start))


def entity_around(present: Sequence[Entity], start: int, end: int) -> Entity | None:
    """Return the entity that contains these tokens, or None."""
    return next((each for each in present if each.start <= start and end <= each.end), None)


def at_label(at: UnitAt) -> UnitAt:
    """Return a position moved to the label on its line; a position in the label is unchanged."""
    number, end = chosen_tokens(at.unit, at.place, at.place)
    if number >= end:
        return at
    cell = at.unit.label_cell(number)
    return at if cell.start <= at.place <= cell.end else at._replace(place=cell.start)


REACH = 20_000
"""The number of characters before and after a position from which the scheme and the types are inferred."""

USUAL = ("PER", "ORG", "LOC", "MISC")
"""The types of CoNLL-2003, for a file that has none yet."""


def scheme_at(snapshot: Snapshot, at: UnitAt) -> Scheme:
    """Return the scheme of the pair, otherwise the scheme inferred from the labels around a position,
    otherwise IOB2.
    """
    language = snapshot.reading.language
    scheme = language.scheme if isinstance(language, ColumnsLanguage) else None
    return scheme or infer_scheme(unit.labels() for unit in _around(snapshot, at)) or Scheme.IOB2


def types_at(snapshot: Snapshot, at: UnitAt) -> Sequence[str]:
    """Return the types of the key, otherwise the types around a position; the most frequent come first."""
    counts = _of_key(snapshot) or Counter(
        entity.type for unit in _around(snapshot, at) for entity in entities(unit.labels())
    )
    return sorted(counts, key=lambda name: (-counts[name], name)) or USUAL


def _of_key(snapshot: Snapshot) -> Counter[str]:
    """Return the number of the key's entities of each type; empty without a pair."""
    types = snapshot.pair.totals().get("types", {}) if snapshot.pair else {}
    return +Counter({name: int(counted["gold"]) for name, counted in types.items()})


def _around(snapshot: Snapshot, at: UnitAt) -> Iterator[SentenceUnit]:
    place = at.offset + at.place
    for unit, _ in snapshot.reading.units.between(max(place - REACH, 0), place + REACH):
        yield unit


class EntityActions:
    """The actions on the tokens of a sentence from a position to `end`.

    A cursor selects the token on its line. A new entity replaces existing entities that share a token with
    it.
    """

    def __init__(self, snapshot: Snapshot, at: UnitAt, end: int) -> None:
        self._unit: SentenceUnit = at.unit
        self._present = entities(self._unit.labels())
        self._scheme = scheme_at(snapshot, at)
        self._types = types_at(snapshot, at)
        self._is_cursor = at.place == end
        self._start, self._end = chosen_tokens(self._unit, at.place, end)

    def all(self) -> Iterator[CodeAction]:
        """Yield all actions: changes of the entity that contains the tokens first, then actions that add
        an entity.
        """
        if self._start >= self._end:
            return
        around = entity_around(self._present, self._start, self._end)
        if around is not None:
            yield from self._change(around)
        yield from self._resize()
        if around is None or not (self._is_cursor or self._is_whole(around)):
            yield from self._tag()

    def _is_whole(self, entity: Entity) -> bool:
        return entity[:2] == (self._start, self._end)

    def _change(self, entity: Entity) -> Iterator[CodeAction]:
        for name in self._types:
            if name != entity.type:
                new = entity._replace(type=name)
                yield from self._action(CodeActionKind.RETYPE, f"Change to {short_text(name)}", new, entity)
        yield from self._extend(entity)
        yield from self._shrink(entity)
        yield from self._action(
            CodeActionKind.UNTAG, f"Remove the {short_text(entity.type)} labels", None, entity
        )

    def _extend(self, entity: Entity) -> Iterator[CodeAction]:
        """Yield actions that extend the entity by a free token on either side."""
        taken = {number for each in self._present for number in range(each.start, each.end)}
        if entity.end < len(self._unit.labels()) and entity.end not in taken:
            wider = entity._replace(end=entity.end + 1)
            yield from self._action(CodeActionKind.EXTEND, "Extend by a word to the right", wider, entity)
        if entity.start > 0 and entity.start - 1 not in taken:
            wider = entity._replace(start=entity.start - 1)
            yield from self._action(CodeActionKind.EXTEND, "Extend by a word to the left", wider, entity)

    def _shrink(self, entity: Entity) -> Iterator[CodeAction]:
        if entity.end - entity.start > 1:
            title, narrow = "Shrink by a word from the right", entity._replace(end=entity.end - 1)
            yield from self._action(CodeActionKind.SHRINK, title, narrow, entity)
            title, narrow = "Shrink by a word from the left", entity._replace(start=entity.start + 1)
            yield from self._action(CodeActionKind.SHRINK, title, narrow, entity)

    def _resize(self) -> Iterator[CodeAction]:
        """Resize the first entity that shares tokens and exactly one end with the selection."""
        start, end = self._start, self._end
        for entity in () if self._is_cursor else self._present:
            if entity.start < end and start < entity.end and (entity.start == start) != (entity.end == end):
                words = quoted(" ".join(self._unit.tokens()[start:end]))
                title = f"Resize {short_text(entity.type)} to {words}"
                new = entity._replace(start=start, end=end)
                yield from self._action(CodeActionKind.RESIZE, title, new, entity)
                return

    def _tag(self) -> Iterator[CodeAction]:
        for name in self._types:
            new = Entity(self._start, self._end, name)
            yield from self._action(CodeActionKind.TAG, f"Tag as {short_text(name)}", new)

    def _action(
        self, kind: CodeActionKind, title: str, new: Entity | None, old: Entity | None = None
    ) -> Iterator[CodeAction]:
        """Yield the action that adds an entity, or replaces an old one."""
        others = self._present if old is None else without(self._present, old.start, old.end)
        wanted = others if new is None else with_entity(others, new)
        edits = relabelled(self._unit, wanted, self._scheme)
        if edits:
            puts_type = new is not None and kind in (CodeActionKind.TAG, CodeActionKind.RETYPE)
            yield CodeAction(kind, title, edits, type=new.type if new is not None and puts_type else "")


MOST_EQUAL = 500

Words = tuple[str, ...]


class Name(NamedTuple):
    """The words of an entity, and its type."""

    words: Words
    type: str


class Names:
    """The names of entities in some sentences, with the count of each type for each name."""

    def __init__(self, units: Iterable[SentenceUnit]) -> None:
        self._by_first: dict[str, dict[Words, Counter[str]]] = {}
        for unit in units:
            tokens = unit.tokens()
            for entity in entities(unit.labels()):
                self.add(Name(tuple(tokens[entity.start : entity.end]), entity.type))

    def add(self, name: Name) -> None:
        """Count a name."""
        self._by_first.setdefault(name.words[0], {}).setdefault(name.words, Counter())[name.type] += 1

    def untagged(self, unit: SentenceUnit) -> Iterator[Entity]:
        """Yield the entities with a known name in the untagged tokens of a sentence, the longest first."""
        tokens, free = unit.tokens(), _free(unit)
        at = 0
        while at < len(tokens):
            found = self._longest(tokens, free, at)
            if found is not None:
                yield found
            at = found.end if found is not None else at + 1

    def _longest(self, tokens: Sequence[str], free: Sequence[bool], at: int) -> Entity | None:
        names = self._by_first.get(tokens[at], {}) if free[at] else {}
        fitting = [words for words in names if _stands(words, tokens, free, at)]
        if not fitting:
            return None
        words = max(fitting, key=len)
        counts = names[words]
        return Entity(at, at + len(words), min(counts, key=lambda name: (-counts[name], name)))


def candidates_of(names: Names, unit: SentenceUnit) -> Iterator[Candidate]:
    """Yield the free tokens of a sentence that are an entity in another sentence."""
    tokens = unit.tokens()
    for each in names.untagged(unit):
        name, rows = short_text(each.type), unit.lines().rows
        words = " ".join(tokens[each.start : each.end])
        message = f"{quoted(words)} is tagged {name} elsewhere"
        place = rows[each.start].start, rows[each.end - 1].end
        yield Candidate(*place, message, f"{CodeActionKind.TAG.value}.{each.type}")


def tag_equal(snapshot: Snapshot, at: UnitAt) -> Iterator[CodeAction]:
    """Yield an action that tags, in the whole file, the text equal to the entity at a position."""
    name = _name_at(at)
    if name is None:
        return
    edits = _tagged(snapshot, at, name)
    if edits:
        words, type_ = quoted(" ".join(name.words)), short_text(name.type)
        title = f"Tag all other occurrences of {words} in this file as {type_}"
        yield CodeAction(CodeActionKind.TAG_IDENTICAL, title, edits)


def _tagged(snapshot: Snapshot, at: UnitAt, name: Name) -> Edits:
    """Return the edits that tag a name wherever its tokens are free, in unit offsets."""
    scheme, names, edits = scheme_at(snapshot, at), Names(()), list[Edit]()
    names.add(name)
    count = 0
    for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
        new = [*names.untagged(unit)] if name.words[0] in unit.text else []
        if new and count < MOST_EQUAL:
            count += len(new)
            wanted = sorted([*entities(unit.labels()), *new])
            shift = offset - at.offset
            found = relabelled(unit, wanted, scheme) or ()
            edits += (Edit(edit.start + shift, edit.end + shift, edit.text) for edit in found)
    return tuple(edits)


def _name_at(at: UnitAt) -> Name | None:
    unit: SentenceUnit = at.unit
    start, end = chosen_tokens(unit, at.place, at.place)
    entity = entity_around(entities(unit.labels()), start, end) if start < end else None
    return Name(tuple(unit.tokens()[entity.start : entity.end]), entity.type) if entity else None


def _free(unit: SentenceUnit) -> Sequence[bool]:
    """Return, for each token, whether it is outside all entities."""
    free = [True] * len(unit.labels())
    for entity in entities(unit.labels()):
        free[entity.start : entity.end] = [False] * (entity.end - entity.start)
    return free


def _stands(words: Words, tokens: Sequence[str], free: Sequence[bool], at: int) -> bool:
    end = at + len(words)
    return tuple(tokens[at:end]) == words and all(free[at:end])


def label_completions(snapshot: Snapshot, at: UnitAt) -> Iterator[Completion]:
    """Yield the possible labels of the cell at a position, the likeliest first."""
    unit: SentenceUnit = at.unit
    number = unit.tokens_at(at.place, at.place)[0]
    cell = _cell(unit, number, at.place)
    if cell is None:
        return
    before = label_of(unit.labels()[number - 1]) if number else NO_ENTITY
    labels = _labels(scheme_at(snapshot, at), types_at(snapshot, at), before)
    for label in dict.fromkeys(filter(None, (written_label(each, unit.form) for each in labels))):
        start, end = at.offset + cell.start, at.offset + cell.end
        yield Completion(label, CompletionKind.VALUE, label, start, end)


def _cell(unit: SentenceUnit, number: int, place: int) -> Cell | None:
    """Return the cell of the label at a position, or None; the cell has zero width if the line ends in the
    space before the label.
    """
    rows = unit.lines().rows
    if number >= len(rows) or place < rows[number].start:
        return None
    cell, row = rows[number].cell(unit.column), rows[number]
    if cell is not None and cell.start <= place <= cell.end:
        return cell
    behind = unit.text[row.cells[-1].end : place]
    is_new = place > row.cells[-1].end and not behind.strip(" \t")
    has_place = unit.column == LAST or unit.column == len(row.cells)
    return Cell("", place, place) if is_new and has_place and _lacks_cell(unit, number) else None


def _lacks_cell(unit: SentenceUnit, number: int) -> bool:
    """Return whether a line has fewer cells than its sentence's other lines."""
    widths = [len(row.cells) for at, row in enumerate(unit.lines().rows) if at != number]
    return len(unit.lines().rows[number].cells) < max(widths, default=2)


def _labels(scheme: Scheme, types: Sequence[str], before: Label) -> Sequence[str]:
    """Return the labels that a scheme allows after another label, continuations first."""
    is_open = before.prefix != OUTSIDE and before.prefix not in CLOSING
    letters = SCHEMES[scheme]
    within = dict.fromkeys(letters.last + letters.inner) if is_open else ()
    going_on = [f"{letter}-{before.type}" for letter in within]
    if going_on and letters.is_closed:
        return going_on
    opening = [f"{letter}-{name}" for name in types for letter in dict.fromkeys(letters.only + letters.first)]
    touching = [f"{letters.first_beside}-{before.type}"] if is_open and letters.first_beside else []
    return list(dict.fromkeys([*going_on, OUTSIDE, *opening, *touching]))


def entity_hover(snapshot: Snapshot, at: UnitAt) -> Hover | None:
    """Return the hover of the entity at a position, and of the entities missing there; None if there is
    neither.
    """
    return noted_hover(snapshot, at_label(at), entity_note(at.unit, at.place))


def entity_note(unit: SentenceUnit, place: int) -> Note | None:
    """Return the type of the entity at a position, and its words with their number; None if no entity
    contains the position.
    """
    start, end = chosen_tokens(unit, place, place)
    entity = entity_around(entities(unit.labels()), start, end) if start < end else None
    if entity is None:
        return None
    words = unit.tokens()[entity.start : entity.end]
    name, tokens = markdown_code(shortened(entity.type)), markdown_code(shortened(" ".join(words)))
    text = f"{name} {tokens}, {quantity(len(words), 'token')}"
    return Note(*unit.place_of(entity.start, entity.end), text)


_TYPE = re.compile(r"[^\s]+")


def renamable_type(at: UnitAt) -> Renamable | None:
    """Return the type in the label at a position; None at other positions."""
    unit: SentenceUnit = at.unit
    number, end = unit.tokens_at(at.place, at.place)
    if number >= end:
        return None
    cell = unit.label_cell(number)
    parts = label_parts(cell.text, unit.form)
    if not cell.start <= at.place <= cell.end or parts is None or parts.type is None:
        return None
    start, end = parts.type
    name = cell.text[start:end]
    return Renamable(at.offset + cell.start + start, at.offset + cell.start + end, name)


def rename_type(snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
    """Return the edits that change the type of all entities with the type at a position. Raises
    RenameError.
    """
    found = renamable_type(at)
    if found is None:
        raise RenameError("no type at this position")
    if not _TYPE.fullmatch(new_name):
        raise RenameError(f"invalid type {short_text(new_name)}: it must be one word without spaces")
    scheme, edits = scheme_at(snapshot, at), list[Edit]()
    for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
        for edit in _renamed(unit, found.name, new_name, scheme):
            edits.append(Edit(offset + edit.start, offset + edit.end, edit.text))
    return edits


def type_places(unit: SentenceUnit, offset: int, name: str) -> Iterator[Span]:
    """Yield the positions of a type in the labels of a sentence."""
    for number, text in enumerate(unit.labels()):
        cell = unit.label_cell(number)
        parts = label_parts(cell.text, unit.form) if label_of(text).type == name else None
        if parts and parts.type:
            yield Span(offset + cell.start + parts.type[0], offset + cell.start + parts.type[1])


def _renamed(unit: SentenceUnit, name: str, new_name: str, scheme: Scheme) -> tuple[Edit, ...]:
    """Return the edits of a sentence; adjacent entities remain separate according to the scheme."""
    present = entities(unit.labels())
    if all(each.type != name for each in present):
        return ()
    wanted = [each._replace(type=new_name) if each.type == name else each for each in present]
    return relabelled(unit, wanted, scheme) or ()


LABEL = re.compile(r"\S*\Z")


class ColumnsPresenter(PresentedUnitPresenter):
    """Presents entities: descriptions, verdicts and edits (`keytally_server.presenters.presenter`)."""

    word = LABEL

    def hover(self, snapshot: Snapshot, at: UnitAt) -> Hover | None:
        """Return the verdicts at a position, and the entity on its line; None if there is neither."""
        return entity_hover(snapshot, at)

    def completions(self, snapshot: Snapshot, at: UnitAt) -> Iterable[Completion]:
        """Return the possible labels if the position is in the cell of a label."""
        return label_completions(snapshot, at)

    def code_actions(
        self, snapshot: Snapshot, at: UnitAt, end: int, most_choices: int | None
    ) -> Iterator[CodeAction]:
        """Yield actions based on the key, then edits of entities; on request, also an action that tags all
        other occurrences of the same name.
        """
        yield from proposed_actions(snapshot, at_label(at))
        yield from EntityActions(snapshot, at, end).all()
        if most_choices is None:
            yield from tag_equal(snapshot, at)

    def candidates(self, snapshot: Snapshot, near: Span) -> Callable[[SentenceUnit], Iterator[Candidate]]:
        """Return a function that yields untagged names in a sentence that are tagged as entities in a part
        of the file.
        """
        return partial(candidates_of, Names(unit for unit, _ in snapshot.reading.units.between(*near)))

    def annotated_text(self, snapshot: Snapshot, unit: SentenceUnit, start: int, end: int) -> AnnotatedText:
        """Return the tokens of a sentence on one line, and its entities; a sentence is never split."""
        rows = unit.lines().rows
        if not rows:
            return AnnotatedText()
        tokens = [row.token(unit.token) for row in rows]
        texts = [ShownText(token.start, token.end, " ") for token in tokens]
        texts[-1] = texts[-1]._replace(after="\n")
        return AnnotatedText(
            texts,
            [
                AnnotatedSpan(
                    *unit.place_of(entity.start, entity.end),
                    ((tokens[entity.start].start, tokens[entity.end - 1].end),),
                    entity.type,
                )
                for entity in entities(unit.labels())
            ],
        )

    def missing_text(self, mark: Mark) -> Stretch | None:
        """Return the range of the tokens that a missing entity should have; None for other marks."""
        if (extent := self.missing_extent(mark)) is None:
            return None
        unit: SentenceUnit = mark.unit
        first, last = unit.tokens_at(*extent)
        rows = unit.lines().rows[first:last]
        return (rows[0].token(unit.token).start, rows[-1].token(unit.token).end) if rows else None

    def missing_extent(self, mark: Mark) -> Stretch | None:
        """Return the range of the labels of the tokens that a missing entity should have; None for other
        marks.
        """
        if mark.partner is None or mark.start != mark.end:
            return None
        key, start, end = mark.partner
        stretch: Stretch = mark.unit.place_of(*key.tokens_at(start, end))
        return stretch

    def aligned_marks(self, snapshot: Snapshot, at: UnitAt) -> Iterator[tuple[Mark, Stretch]]:
        """Yield the verdicts at the label on the line of a position."""
        return super().aligned_marks(snapshot, at_label(at))

    def highlights(self, snapshot: Snapshot, at: UnitAt) -> Sequence[DocumentHighlight]:
        """Return the labels of the sentence with the type at a position."""
        found = renamable_type(at)
        places = type_places(at.unit, at.offset, found.name) if found else ()
        return [DocumentHighlight(*span, is_declaration=False) for span in places]

    def references(self, snapshot: Snapshot, at: UnitAt) -> Iterator[Span]:
        """Yield the labels of the file with the type at a position."""
        found = renamable_type(at)
        if found is not None:
            for unit, offset in snapshot.reading.units.between(0, len(snapshot.buffer)):
                yield from type_places(unit, offset, found.name)

    def renamable(self, snapshot: Snapshot, at: UnitAt) -> Renamable | None:
        """Return the type in the label at a position, or None."""
        return renamable_type(at)

    def rename(self, snapshot: Snapshot, at: UnitAt, new_name: str) -> list[Edit]:
        """Return the edits that change a type in the whole file. Raises RenameError."""
        return rename_type(snapshot, at, new_name)
