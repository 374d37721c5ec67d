"""What the slots of objects say by themselves, made once for all objects that share their slots.

Most objects of a file are in the files of the other annotators too, word for word, and share their slots
then. What pointers lead to depends on the other objects of a file and is not part of this.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keytally.evaluations.muc.annotations.templates.object_places import plain_spans
from keytally.evaluations.muc.annotations.templates.slot_values import POINTER, SlotKinds, Word, value_of
from keytally.evaluations.muc.formats.templates.syntax import OPTIONAL_VALUES, TemplateSyntax
from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.evaluations.muc.model.objects import Fill, MucObject, Slot
from keytally.evaluations.muc.scoring.alignment.slots_cache import SlotsCache
from keytally.text.span import Span


class SaidSlot(NamedTuple):
    """A slot, its place among those of its class, and its words; of one with pointers these are None."""

    name: str
    order: int
    slot: Slot
    words: tuple[Word, ...] | None


class SaidObject(NamedTuple):
    """The slots of an object in the order of its class, and their places (`object_places.plain_spans`).

    `content` orders pointers to objects alike in all files: it is what objects say, but for their pointers.
    """

    slots: Sequence[SaidSlot]
    spans: Mapping[str, Span] | None
    content: object


class SaidSlots:
    """Tells what the slots of objects say under one syntax."""

    def __init__(self, syntax: TemplateSyntax) -> None:
        self.syntax = syntax
        self._kinds = SlotKinds(syntax)
        self._known: dict[str, SlotsCache[SaidObject]] = {}

    def of(self, unit: TemplateUnit, obj: MucObject) -> SaidObject:
        """What the slots of an object of a unit say; an object that is optional has the status slot."""
        if obj.optional or obj.starts is None:
            return self._said(unit, obj)
        known = self._known.setdefault(obj.class_name, SlotsCache())
        said = known.get(obj.slots)
        if said is None:
            said = self._said(unit, obj)
            known.put(obj.slots, said)
        return said

    def _said(self, unit: TemplateUnit, obj: MucObject) -> SaidObject:
        slots, status = {**obj.slots}, self.syntax.status
        if obj.optional and status not in slots:
            slots[status] = Slot(((Fill(OPTIONAL_VALUES[1], 0, 0),),))
        said = [self._slot(obj.class_name, name, slot) for name, slot in slots.items()]
        said.sort(key=lambda each: (each.order, each.name))
        return SaidObject(said, plain_spans(unit.text, obj), _content(obj, said))

    def _slot(self, class_name: str, name: str, slot: Slot) -> SaidSlot:
        kind = self._kinds.kind(class_name, name)
        words = None if kind == POINTER else value_of(slot, kind, lambda pointer: None)
        return SaidSlot(name, self._kinds.order(class_name, name), slot, words)


def _content(obj: MucObject, said: Sequence[SaidSlot]) -> object:
    texts = [
        (name, sorted(fill.text for fills in slot.alternatives for fill in fills if "<" not in fill.text))
        for name, _, slot, _ in said
    ]
    return obj.class_name, sorted(text for text in texts if text[1])
