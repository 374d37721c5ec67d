"""Conversion of templates between objects with slots and types with roles."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from keytally.conversion.converting import Converted, Output
from keytally.conversion.template_mapping import (
    OR,
    Path,
    TemplateMapping,
    alternatives_of,
    entities_in,
    is_paired,
    mentions_of_fills,
    states_only_type,
    type_fills,
    type_of,
    type_slot,
)
from keytally.families.interchange import (
    FillKind,
    Loss,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    ObjectWriting,
    Place,
    RoleDocument,
    RoleEntity,
    RoleTemplate,
    RoleWriting,
    SourceText,
    TemplateDocument,
    TemplateFormat,
    TemplateObject,
    roles_in_order,
)


class ObjectLosses:
    """Records which slots and objects of a document were read, and the losses."""

    def __init__(self, objects: Sequence[TemplateObject], roots: set[int]) -> None:
        """`roots` contains the identities of the objects that are templates."""
        self.told: list[Loss] = []
        self._objects = objects
        self._roots = roots
        self._by_identity = {id(each): each for each in objects}
        self._slots: set[int] = set()
        self._templates = defaultdict[int, int](int)
        """The number of templates that contain each object, by the object's identity."""

    def read_object(self, obj: TemplateObject) -> None:
        """Record that one more template contains an object."""
        self._templates[id(obj)] += 1

    def read_slot(self, slot: ObjectSlot) -> bool:
        """Mark a slot as read; the first time, report all its content except fills."""
        if id(slot) in self._slots:
            return False
        self._slots.add(id(slot))
        if slot.optional:
            self.lose(slot.place, f"the optional mark of {slot.name} is left out")
        return True

    def read_strings(self, slot: ObjectSlot, *, is_joined: bool = False) -> None:
        """Record a slot that was read as entities; if `is_joined` is true, all its fills are mentions of
        one entity.
        """
        if self.read_slot(slot):
            self.links(slot)
            self.left_out(slot, [fill for fill in fills_of(slot) if fill.kind is FillKind.POINTER])
            if not is_joined and not is_paired(slot):
                self.lose(slot.place, f"the grouping of alternatives in {slot.name} is left out")

    def links(self, slot: ObjectSlot) -> None:
        """Report the text positions of a slot's fills as losses."""
        for fill in fills_of(slot):
            if fill.link:
                self.lose(fill.place, f"the link {fill.link} of {slot.name} {fill.text} is left out")

    def left_out(self, slot: ObjectSlot, fills: Sequence[ObjectFill]) -> None:
        """Report as losses the fills that are not read."""
        for fill in fills:
            is_pointer = fill.kind is FillKind.POINTER
            said = f"<{self._objects[fill.target].title}>" if is_pointer else fill.text
            self.lose(fill.place, f"{slot.name} {said} is left out")

    def taken_apart(self, held: Mapping[int, int], homes: set[int]) -> None:
        """Report the objects of a template if their strings become separate entities.

        `held` contains the number of entities and further objects in each object, excluding the template's
        root object. If an object in `homes` has a single entity, writing the template puts that entity back
        into the object, so nothing is lost.
        """
        for identity, count in held.items():
            obj = self._by_identity[identity]
            if count > 1 or (count and identity not in homes):
                self.lose(obj.place, f"the grouping of strings by {obj.title} is left out")

    def unread(self) -> None:
        """Report the objects and slots that no template has read."""
        for obj in self._objects:
            count = self._templates[id(obj)]
            if not count:
                self.lose(obj.place, f"{obj.title} does not belong to a template and is left out")
            elif id(obj) not in self._roots and not any(any(fills_of(slot)) for slot in obj.slots):
                self.lose(obj.place, f"{obj.title} has no fills and is left out")
            else:
                self._written(obj, count)

    def _written(self, obj: TemplateObject, count: int) -> None:
        """Record the losses of an object that is part of `count` templates."""
        if obj.optional:
            self.lose(obj.place, f"the optional mark of {obj.title} is left out")
        if count > 1:
            self.lose(obj.place, f"{obj.title} is part of {count} templates and is written in each")
        for slot in obj.slots:
            if id(slot) not in self._slots:
                self.left_out(slot, [*fills_of(slot)])

    def lose(self, place: Place, what: str) -> None:
        """Report a loss at a place."""
        self.told.append(Loss(place, what))


def fills_of(slot: ObjectSlot) -> Iterator[ObjectFill]:
    """Yield the fills of all alternatives, in order."""
    return (fill for fills in slot.alternatives for fill in fills)


class RolesFromObjects:
    """Converts documents with objects to documents with roles.

    If the mapping has no roles, each slot with a quoted string in any of the `documents` is a role, in any
    object of a template.
    """

    def __init__(self, mapping: TemplateMapping, documents: Sequence[ObjectDocument]) -> None:
        self.mapping = mapping
        self.roles: dict[str, str] = {}
        """The roles of slots that may occur in any object, by lower-case slot name."""
        self._told: set[str] = set()
        for slot in _slots(documents) if mapping.roles is None else ():
            if any(fill.kind is FillKind.STRING for fill in fills_of(slot)):
                self.roles.setdefault(slot.name.lower(), slot.name)
        for role, paths in (mapping.roles or {}).items():
            self.roles.update((path[0].lower(), role) for path in paths if len(path) == 1)

    def document(self, document: ObjectDocument) -> tuple[RoleDocument, list[Loss]]:
        """Return the document, and its losses in file order."""
        reader = _DocumentReader(self, document)
        templates = tuple(reader.template(document.objects[index]) for index in document.templates)
        reader.losses.unread()
        names = tuple(self.mapping.roles or dict.fromkeys(self.roles.values()))
        made = RoleDocument(document.name, templates, role_names=names, place=document.place)
        return made, sorted(reader.losses.told, key=lambda loss: loss.place.line)

    def is_told_first(self, name: str) -> bool:
        """Return whether a name is reported for the first time; one message is enough for all documents."""
        is_first = name not in self._told
        self._told.add(name)
        return is_first


class _DocumentReader:
    """Reads the templates of one document."""

    def __init__(self, whole: RolesFromObjects, document: ObjectDocument) -> None:
        self._roots = {id(document.objects[index]) for index in document.templates}
        self.losses = ObjectLosses(document.objects, self._roots)
        self._whole = whole
        self._mapping = whole.mapping
        self._objects = document.objects

    def template(self, root: TemplateObject) -> RoleTemplate:
        """Return a template with everything that its object refers to, directly or indirectly."""
        name = root.class_name
        if name.lower() != self._mapping.no_type and self._whole.is_told_first(name):
            self.losses.lose(root.place, f"the class name of the templates, {name}, is left out")
        roles: dict[str, list[RoleEntity]] = defaultdict(list)
        held = defaultdict[int, int](int)
        kind = type_slot(root, self._mapping)
        for obj in self._reached(root, held):
            for slot in obj.slots:
                role = self._whole.roles.get(slot.name.lower())
                if role is not None and slot is not kind and (entities := entities_in(slot)):
                    roles[role] += entities
                    held[id(obj)] += len(entities)
                    self.losses.read_strings(slot)
        homes = self._by_paths(root, roles, held)
        held.pop(id(root), None)
        self.losses.taken_apart(held, homes)
        return RoleTemplate(self._type(root, kind), roles_in_order(roles), root.place)

    def _reached(self, root: TemplateObject, held: dict[int, int]) -> Iterator[TemplateObject]:
        """Yield the objects that a template refers to, sorted by distance and excluding other templates.

        If the mapping has roles, they determine these objects, and only the template itself is yielded.
        `held` counts the objects that each object refers to.
        """
        waiting, seen = [root], {*self._roots}
        while waiting:
            obj = waiting.pop(0)
            self.losses.read_object(obj)
            yield obj
            for slot in obj.slots if self._mapping.roles is None else ():
                further = [*self._new(slot, self._targets(slot), seen)]
                held[id(obj)] += len(further)
                waiting += further

    def _targets(self, slot: ObjectSlot, class_name: str = "") -> list[TemplateObject]:
        """Return the objects of a class that the first alternative of a slot points to."""
        if not any(fill.kind is FillKind.POINTER for fill in fills_of(slot)):
            return []
        first, *others = slot.alternatives
        if self.losses.read_slot(slot):
            further = [fill for fills in others for fill in fills]
            self.losses.left_out(slot, [*(each for each in first if each.target < 0), *further])
        found = [self._objects[fill.target] for fill in first if fill.kind is FillKind.POINTER]
        return [each for each in found if class_name in ("", each.class_name.lower())]

    def _by_paths(
        self, root: TemplateObject, roles: dict[str, list[RoleEntity]], held: dict[int, int]
    ) -> set[int]:
        """Read the roles that are in objects other than the template's own; return the ids of the objects
        on the paths to their entities.
        """
        homes: set[int] = set()
        reached: dict[int, TemplateObject] = {}
        for role, paths in (self._mapping.roles or {}).items():
            names = {path[-1].lower() for path in paths}
            for trail in self._trails(root, paths[0]) if len(paths[0]) > 1 else ():
                slots = [slot for slot in trail[-1].slots if slot.name.lower() in names]
                entities = self._joined(slots) if len(paths) > 1 else self._apart(slots)
                roles[role] += entities
                reached.update((id(obj), obj) for obj in trail)
                for obj in trail if entities else ():
                    held[id(obj)] += len(entities)
                    homes.add(id(obj))
        for obj in reached.values():
            self.losses.read_object(obj)
        return homes

    def _trails(self, root: TemplateObject, path: Path) -> Sequence[Sequence[TemplateObject]]:
        """Return the objects at the end of a path from a template, each with the objects along the path."""
        trails: list[list[TemplateObject]] = [[]]
        for name, class_name in zip(path[:-1:2], path[1::2], strict=True):
            seen: set[int] = {*self._roots}
            longer: list[list[TemplateObject]] = []
            for trail in trails:
                for slot in (trail or [root])[-1].slots:
                    if slot.name.lower() == name.lower():
                        targets = self._targets(slot, class_name.lower())
                        longer += [[*trail, each] for each in self._new(slot, targets, seen)]
            trails = longer
        return trails

    def _new(
        self, slot: ObjectSlot, targets: Sequence[TemplateObject], seen: set[int]
    ) -> Iterator[TemplateObject]:
        """Yield a slot's target objects that are not templates and have not been reached yet."""
        for target in targets:
            if id(target) not in seen:
                seen.add(id(target))
                yield target
            elif self._whole.is_told_first(f"{slot.place} {slot.name} {target.title}"):
                self.losses.lose(slot.place, f"the pointer of {slot.name} to {target.title} is left out")

    def _apart(self, slots: Sequence[ObjectSlot]) -> list[RoleEntity]:
        for slot in slots:
            self.losses.read_strings(slot)
        return [entity for slot in slots for entity in entities_in(slot)]

    def _joined(self, slots: Sequence[ObjectSlot]) -> list[RoleEntity]:
        """Return one entity with the fills of several slots of an object as its mentions."""
        for slot in slots:
            self.losses.read_strings(slot, is_joined=True)
        fills = [fill for slot in slots for fill in fills_of(slot) if fill.kind is not FillKind.POINTER]
        if len(slots) > 1 or any(len(alternative) > 1 for slot in slots for alternative in slot.alternatives):
            names = " and ".join(slot.name for slot in slots)
            self.losses.lose(slots[0].place, f"the distribution of mentions over {names} is left out")
        return [RoleEntity(mentions_of_fills(fills), fills[0].place)] if fills else []

    def _type(self, root: TemplateObject, slot: ObjectSlot | None) -> str:
        """Return the type of a template, which is its class if no slot contains a type."""
        if slot is None:
            return root.class_name.lower()
        self.losses.read_slot(slot)
        self.losses.links(slot)
        name = type_of(slot)
        if not states_only_type(slot, name) or name == self._mapping.no_type:
            self.losses.lose(slot.place, f"the fills of {slot.name} are reduced to {name or 'nothing'}")
        if slot.name.lower() != self._mapping.type_slot.lower() and self._whole.is_told_first(slot.name):
            self.losses.lose(slot.place, f"the name of the type slot, {slot.name}, is left out")
        return name or root.class_name.lower()


def _slots(documents: Sequence[ObjectDocument]) -> Iterator[ObjectSlot]:
    return (slot for document in documents for obj in document.objects for slot in obj.slots)


_NO_NAME = re.compile(r"[^\w-]|^(?=[\d-])")
_LINE_END = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_LONGEST = 40


class ObjectsFromRoles:
    """Converts documents with roles to documents with objects; a role has the same slot in all documents
    of a conversion.
    """

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
        """Return the document, and its losses in file order."""
        builder = _DocumentBuilder(self.mapping, self._paths)
        roots = tuple(builder.template(each) for each in document.templates or ())
        objects = tuple(builder.objects())
        losses = [*self._losses.get(id(document), ()), *builder.losses, *_not_of_templates(document)]
        made = ObjectDocument(document.name, objects, roots, document.place)
        return made, sorted(losses, key=lambda loss: loss.place.line)

    def _path(self, role: str, taken: set[str]) -> Path:
        """Return the path of a role; its slot has the role's name if possible."""
        mapped = (self.mapping.roles or {}).get(role)
        if mapped:
            return mapped[0]
        slot = _NO_NAME.sub("_", role) or "_"
        while slot.lower() in taken:
            slot += "_"
        taken.add(slot.lower())
        return (slot,)

    def _tell_name(self, document: RoleDocument, role: str, *, is_filled: bool) -> None:
        """Report, for the first document with a role, that the role is changed or lost when converted
        back.
        """
        what = ""
        if role not in (self.mapping.roles or {}):
            slot = self._paths[role][-1]
            if not is_filled:
                what = f"the role {role}, which no template fills, is left out"
            elif self.mapping.roles is not None:
                what = f"the role {role} is not in the mapping and is written to the slot {slot}"
            elif slot != role:
                what = f"the role {role} is written as {slot}"
        if what:
            self._losses.setdefault(id(document), []).append(Loss(document.place, what))


class _DocumentBuilder:
    """Creates the objects of one document."""

    def __init__(self, mapping: TemplateMapping, paths: dict[str, Path]) -> None:
        self.losses: list[Loss] = []
        self._mapping = mapping
        self._paths = paths
        self._made: list[tuple[str, Place, dict[str, list[tuple[ObjectFill, ...]]]]] = []
        """For each object: its class, the place of the item for which the object is created, and the
        alternatives of each slot.
        """

    def template(self, template: RoleTemplate) -> int:
        """Add the objects of a template; return the index of the template's own object."""
        root = self._add(self._mapping.class_name, template.place)
        self._state_type(template, root)
        roles = dict(template.roles)
        for role in sorted(roles, key=[*self._paths].index):
            *steps, slot = self._paths[role]
            entities = [self._on_one_line(role, each) for each in roles[role]]
            for entity in entities:
                self._tell_mentions(role, entity)
            if not steps:
                self._fill(root, slot, entities)
            for each in entities if steps else ():
                self._fill(self._home(root, steps, each.place), slot, [each])
        return root

    def objects(self) -> Iterator[TemplateObject]:
        """Yield all objects, in the order of creation."""
        for class_name, place, slots in self._made:
            made = [ObjectSlot(name, tuple(alternatives)) for name, alternatives in slots.items()]
            yield TemplateObject(class_name, tuple(made), place=place)

    def _add(self, class_name: str, place: Place) -> int:
        self._made.append((class_name, place, {}))
        return len(self._made) - 1

    def _home(self, root: int, steps: Sequence[str], place: Place) -> int:
        """Return a new object at the end of a path."""
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
        """Write the type, unless the template's class already determines it."""
        name = template.type or ""
        fills = [] if name in ("", self._mapping.no_type) else type_fills(name)
        kept = OR.join(filter(None, dict.fromkeys(fill.lower() for fill in fills)))
        if kept:
            self._slots(root)[self._mapping.type_slot] = [
                (ObjectFill(FillKind.SET, each.upper(), place=template.place),) for each in kept.split(OR)
            ]
        read = kept or self._mapping.no_type
        if read != template.type:
            what = f"the type {name} becomes" if name else "a template without a type gets the type"
            self.losses.append(Loss(template.place, f"{what} {read}"))

    def _on_one_line(self, role: str, entity: RoleEntity) -> RoleEntity:
        """Return an entity without line ends in its mentions, because strings in objects cannot contain
        them.
        """
        mentions = tuple(each._replace(text=_LINE_END.sub(" ", each.text)) for each in entity.mentions)
        for mention, before in zip(mentions, entity.mentions, strict=True):
            if mention.text != before.text:
                shown = _entity_text(role, replace(entity, mentions=(mention,)))
                self.losses.append(Loss(entity.place, f"the line break in {shown} becomes a space"))
        return replace(entity, mentions=mentions)

    def _tell_mentions(self, role: str, entity: RoleEntity) -> None:
        if any(mention.offset is not None for mention in entity.mentions):
            self.losses.append(
                Loss(entity.place, f"the offsets of {_entity_text(role, entity)} are left out")
            )
        texts = [mention.text for mention in entity.mentions]
        if len(set(texts)) < len(texts):
            what = f"a duplicate mention of {_entity_text(role, entity)} is left out"
            self.losses.append(Loss(entity.place, what))


def _filled_roles(document: RoleDocument) -> list[str]:
    return [role for template in document.templates or () for role, _ in template.roles]


def _not_of_templates(document: RoleDocument) -> Iterator[Loss]:
    """Yield the losses for content of a document that is outside its templates."""
    if document.text is not None:
        yield Loss(document.place, "the text of the document is left out")
    for role, entities in document.extracts or ():
        for entity in entities:
            yield Loss(
                entity.place,
                f"{_entity_text(role, entity)}, which belongs to the whole document, is left out",
            )
    if document.templates is None:
        yield Loss(document.place, "the missing list of templates is written as an empty list")


def _entity_text(role: str, entity: RoleEntity) -> str:
    """Return an entity for a message: its role, and the beginning of its first mention."""
    words = " ".join(entity.mentions[0].text.split())
    return f'{role} "{words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"}"'


def convert_templates(
    documents: Sequence[TemplateDocument], target: TemplateFormat, mapping: TemplateMapping | None = None
) -> Converted:
    """Convert documents with templates to a format that keytally can write."""
    mapping = mapping or TemplateMapping()
    losses: list[Loss] = []
    held: Sequence[TemplateDocument]
    if isinstance(target.writing, ObjectWriting):
        objects = _as_objects(documents, mapping, losses)
        fitted = [target.writing.fit(each) for each in objects]
        losses += dict.fromkeys(loss for each in fitted for loss in each.losses)
        held = kept = [each.document for each in fitted]
        text = target.writing.write(kept)
    elif isinstance(target.writing, RoleWriting):
        held = roles = _as_roles(documents, mapping, losses)
        text = target.writing.write(roles)
    else:
        raise TypeError(f"the format {target.name} can only be read")
    read = target.read([SourceText(target.parts[0], text)]).documents
    return Converted([Output("", (text,))], [*losses, *_changes(held, read)])


def _as_objects(
    documents: Sequence[TemplateDocument], mapping: TemplateMapping, losses: list[Loss]
) -> list[ObjectDocument]:
    """Return the documents, each converted to objects if necessary, and add the losses to `losses`."""
    maker = ObjectsFromRoles(
        mapping, [document for document in documents if isinstance(document, RoleDocument)]
    )
    found: list[ObjectDocument] = []
    for document in documents:
        made, lost = (
            (document, list[Loss]()) if isinstance(document, ObjectDocument) else maker.document(document)
        )
        found.append(made)
        losses += lost
    return found


def _as_roles(
    documents: Sequence[TemplateDocument], mapping: TemplateMapping, losses: list[Loss]
) -> list[RoleDocument]:
    """Return the documents, each converted to roles if necessary, and add the losses to `losses`."""
    maker = RolesFromObjects(
        mapping, [document for document in documents if isinstance(document, ObjectDocument)]
    )
    found: list[RoleDocument] = []
    for document in documents:
        made, lost = (
            (document, list[Loss]()) if isinstance(document, RoleDocument) else maker.document(document)
        )
        found.append(made)
        losses += lost
    return found


def _changes(meant: Sequence[TemplateDocument], read: Sequence[TemplateDocument]) -> Iterator[Loss]:
    """Yield the losses of documents that would be read back differently."""
    if len(meant) != len(read):
        place = meant[0].place if meant else Place("")
        yield Loss(place._replace(line=0), f"{len(meant)} documents would be read back as {len(read)}")
        return
    for one, other in zip(meant, read, strict=True):
        if one.name != other.name:
            what = f"the name {one.name} becomes" if one.name else "the document has no name and is named"
            yield Loss(one.place, f"{what} {other.name}")
        yield from _changes_of(one, other)


def _changes_of(meant: TemplateDocument, read: TemplateDocument) -> Iterator[Loss]:
    if isinstance(meant, ObjectDocument) and isinstance(read, ObjectDocument):
        for number, obj in enumerate(meant.objects):
            if number >= len(read.objects) or obj != read.objects[number]:
                yield Loss(obj.place, f"{obj.title or 'a template'} would be read back differently")
        if meant.templates != read.templates or len(read.objects) > len(meant.objects):
            yield Loss(meant.place, "the templates of the document would be read back differently")
    elif isinstance(meant, RoleDocument) and isinstance(read, RoleDocument):
        if meant.templates != read.templates or meant.extracts != read.extracts:
            yield Loss(meant.place, "the templates of the document would be read back differently")
        if meant.text != read.text:
            yield Loss(meant.place, "the text of the document would be read back differently")
