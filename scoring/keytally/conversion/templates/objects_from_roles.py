"""Objects of templates with types and roles: each is an object, and a mapping says where roles stand."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from keytally.conversion.templates.alternatives import alternatives_of
from keytally.conversion.templates.mapping import Path, TemplateMapping
from keytally.conversion.templates.type_slots import OR, type_fills
from keytally.evaluations.converted import Loss, Place
from keytally.evaluations.converted_templates import (
    FillKind,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    RoleDocument,
    RoleEntity,
    RoleTemplate,
    TemplateObject,
)

_NO_NAME = re.compile(r"[^\w-]|^(?=[\d-])")
_LINE_END = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_LONGEST = 40


class ObjectsFromRoles:
    """Makes documents with objects of the documents of one conversion; a role has one slot in all of them."""

    def __init__(self, mapping: TemplateMapping, documents: Sequence[RoleDocument]) -> None:
        self.mapping = mapping
        self._paths: dict[str, Path] = {}
        self._losses: dict[int, list[Loss]] = {}
        taken = {mapping.type_slot.lower()}
        mapped = (path for paths in (mapping.roles or {}).values() for path in paths)
        taken.update(path[0].lower() for path in mapped)
        filled = {role for document in documents for role in _filled_roles(document)}
        for document in documents:
            for role in dict.fromkeys([*document.role_names, *_filled_roles(document)]):
                if role not in self._paths:
                    self._paths[role] = self._path(role, taken)
                    self._tell_name(document, role, is_filled=role in filled)

    def document(self, document: RoleDocument) -> tuple[ObjectDocument, list[Loss]]:
        """The document, and what is lost of it in the order of its file."""
        builder = _DocumentBuilder(self.mapping, self._paths)
        roots = tuple(builder.template(each) for each in document.templates or ())
        objects = tuple(builder.objects())
        losses = [*self._losses.get(id(document), ()), *builder.losses, *_not_of_templates(document)]
        made = ObjectDocument(document.name, objects, roots, document.place)
        return made, sorted(losses, key=lambda loss: loss.place.line)

    def _path(self, role: str, taken: set[str]) -> Path:
        """Where a role stands; a slot's name is that of the role as far as it can be."""
        mapped = (self.mapping.roles or {}).get(role)
        if mapped:
            return mapped[0]
        slot = _NO_NAME.sub("_", role) or "_"
        while slot.lower() in taken:
            slot += "_"
        taken.add(slot.lower())
        return (slot,)

    def _tell_name(self, document: RoleDocument, role: str, *, is_filled: bool) -> None:
        """The first document that names a role tells that it comes back otherwise, or not at all."""
        what = ""
        if role not in (self.mapping.roles or {}):
            slot = self._paths[role][-1]
            if not is_filled:
                what = f"the role {role}, which no template fills, is left out"
            elif self.mapping.roles is not None:
                what = f"the role {role} is not in the mapping and stands in the slot {slot}"
            elif slot != role:
                what = f"the role {role} is written {slot}"
        if what:
            self._losses.setdefault(id(document), []).append(Loss(document.place, what))


class _DocumentBuilder:
    """Makes the objects of one document."""

    def __init__(self, mapping: TemplateMapping, paths: dict[str, Path]) -> None:
        self.losses: list[Loss] = []
        self._mapping = mapping
        self._paths = paths
        self._made: list[tuple[str, Place, dict[str, list[tuple[ObjectFill, ...]]]]] = []
        """A class, the place that it is made of, and the alternatives of each slot."""

    def template(self, template: RoleTemplate) -> int:
        """Add the objects of a template; returns the index of its own."""
        root = self._add(self._mapping.class_name, template.place)
        self._state_type(template, root)
        roles = dict(template.roles)
        for role in sorted(roles, key=[*self._paths].index):
            *steps, slot = self._paths[role]
            entities = [self._on_one_line(role, each) for each in roles[role]]
            for each in entities:
                self._tell_mentions(role, each)
            if not steps:
                self._fill(root, slot, entities)
            for each in entities if steps else ():
                self._fill(self._home(root, steps, each.place), slot, [each])
        return root

    def objects(self) -> Iterator[TemplateObject]:
        """All objects, in the order of their making."""
        for class_name, place, slots in self._made:
            made = [ObjectSlot(name, tuple(alternatives)) for name, alternatives in slots.items()]
            yield TemplateObject(class_name, tuple(made), place=place)

    def _add(self, class_name: str, place: Place) -> int:
        self._made.append((class_name, place, {}))
        return len(self._made) - 1

    def _home(self, root: int, steps: Sequence[str], place: Place) -> int:
        """A new object at the end of a path."""
        for name, class_name in zip(steps[::2], steps[1::2], strict=True):
            further = self._add(class_name, place)
            alternatives = self._slots(root).setdefault(name, [()])
            alternatives[0] = (*alternatives[0], ObjectFill(FillKind.POINTER, target=further))
            root = further
        return root

    def _fill(self, index: int, slot: str, entities: Sequence[RoleEntity]) -> None:
        self._slots(index)[slot] = [
            tuple(
                ObjectFill(FillKind.STRING, text, place=each.place)
                for text, each in zip(texts, entities, strict=True)
            )
            for texts in alternatives_of(entities)
        ]

    def _slots(self, index: int) -> dict[str, list[tuple[ObjectFill, ...]]]:
        return self._made[index][2]

    def _state_type(self, template: RoleTemplate, root: int) -> None:
        """Write the type; a template of the type that its class says has no slot for it."""
        name = template.type or ""
        fills = [] if name in ("", self._mapping.no_type) else type_fills(name)
        kept = OR.join(filter(None, dict.fromkeys(each.lower() for each in fills)))
        if kept:
            self._slots(root)[self._mapping.type_slot] = [
                (ObjectFill(FillKind.SET, each.upper(), place=template.place),) for each in kept.split(OR)
            ]
        read = kept or self._mapping.no_type
        if read != template.type:
            what = "a template without a type" if not name else f"the type {name}"
            self.losses.append(Loss(template.place, f"{what} becomes {read}"))

    def _on_one_line(self, role: str, entity: RoleEntity) -> RoleEntity:
        """An entity without line ends in its mentions: a string of an object has none."""
        mentions = tuple(each._replace(text=_LINE_END.sub(" ", each.text)) for each in entity.mentions)
        for mention, before in zip(mentions, entity.mentions, strict=True):
            if mention.text != before.text:
                shown = _shown(role, replace(entity, mentions=(mention,)))
                self.losses.append(Loss(entity.place, f"the line end in {shown} becomes a blank"))
        return replace(entity, mentions=mentions)

    def _tell_mentions(self, role: str, entity: RoleEntity) -> None:
        if any(mention.offset is not None for mention in entity.mentions):
            self.losses.append(Loss(entity.place, f"the offsets of {_shown(role, entity)} are left out"))
        texts = [mention.text for mention in entity.mentions]
        if len(set(texts)) < len(texts):
            what = f"a mention that {_shown(role, entity)} has twice is left out"
            self.losses.append(Loss(entity.place, what))


def _filled_roles(document: RoleDocument) -> list[str]:
    return [role for template in document.templates or () for role, _ in template.roles]


def _not_of_templates(document: RoleDocument) -> Iterator[Loss]:
    """What is said of a document besides its templates."""
    if document.text is not None:
        yield Loss(document.place, "the text of the document is left out")
    for role, entities in document.extracts or ():
        for each in entities:
            yield Loss(each.place, f"{_shown(role, each)} of the whole document is left out")
    if document.templates is None:
        yield Loss(document.place, "that no templates are stated is left out")


def _shown(role: str, entity: RoleEntity) -> str:
    """An entity in a message: its role, and the beginning of its first mention."""
    words = " ".join(entity.mentions[0].text.split())
    return f'{role} "{words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"}"'
