"""Code actions on entities: tag tokens, change a type, widen, shrink and remove, as the scheme asks."""

from collections.abc import Iterator

from keytally.evaluations.columns.formats.unit import SentenceUnit
from keytally.evaluations.columns.model import Entity
from keytally.evaluations.columns.scoring.entities import entities
from keytally.evaluations.columns.scoring.relabelling import relabelled, with_entity, without
from keytally.findings.spelling import shown
from keytally_server.answers.code_action import CodeAction, CodeActionKind
from keytally_server.formats.columns.lines import chosen_tokens, entity_around
from keytally_server.formats.columns.surroundings import scheme_at, types_at
from keytally_server.session.snapshot import Snapshot, UnitAt


class EntityActions:
    """The actions on the tokens of a sentence from a place to `end`.

    A cursor stands for the token of its line. Entities that share a token with a new one give way.
    """

    def __init__(self, snapshot: Snapshot, at: UnitAt, end: int) -> None:
        self._unit: SentenceUnit = at.unit
        self._present = entities(self._unit.labels())
        self._scheme = scheme_at(snapshot, at)
        self._types = types_at(snapshot, at)
        self._is_cursor = at.place == end
        self._start, self._end = chosen_tokens(self._unit, at.place, end)

    def all(self) -> Iterator[CodeAction]:
        """All actions: changes of the entity that holds the tokens first, then new ones."""
        if self._start >= self._end:
            return
        around = entity_around(self._present, self._start, self._end)
        if around is not None:
            yield from self._change(around)
        if around is None or not (self._is_cursor or self._is_whole(around)):
            yield from self._tag()

    def _is_whole(self, entity: Entity) -> bool:
        return entity[:2] == (self._start, self._end)

    def _change(self, entity: Entity) -> Iterator[CodeAction]:
        for name in self._types:
            if name != entity.type:
                new = entity._replace(type=name)
                yield from self._action(CodeActionKind.RETYPE, f"Change to {shown(name)}", new, entity)
        yield from self._extend(entity)
        yield from self._shrink(entity)
        yield from self._action(CodeActionKind.UNTAG, f"Remove the {shown(entity.type)} labels", None, entity)

    def _extend(self, entity: Entity) -> Iterator[CodeAction]:
        """A free token more on either side."""
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

    def _tag(self) -> Iterator[CodeAction]:
        for name in self._types:
            new = Entity(self._start, self._end, name)
            yield from self._action(CodeActionKind.TAG, f"Tag as {shown(name)}", new)

    def _action(
        self, kind: CodeActionKind, title: str, new: Entity | None, old: Entity | None = None
    ) -> Iterator[CodeAction]:
        """The action that puts an entity, in place of an old one if there is one."""
        others = self._present if old is None else without(self._present, old.start, old.end)
        wanted = others if new is None else with_entity(others, new)
        edits = relabelled(self._unit, wanted, self._scheme)
        if edits:
            puts_type = new is not None and kind in (CodeActionKind.TAG, CodeActionKind.RETYPE)
            yield CodeAction(kind, title, edits, type=new.type if new is not None and puts_type else "")
