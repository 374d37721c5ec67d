"""Entities and relations with the places of a file that state them."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from keytally.families.interchange import Document, Entity, Relation
from keytally.findings.spelling import short_text


class PlacedEntity(NamedTuple):
    """An entity, and the range of the unit that declares it: its line, or its record.

    `unit` is a `SpansUnit`. `document` has the text of its extents. It differs from the unit's content if
    offsets were resolved.
    """

    unit: Any
    document: Document
    entity: Entity
    start: int
    end: int

    @property
    def covered(self) -> str:
        """Return the text of the entity."""
        return self.document.covered(self.entity)

    @property
    def shown(self) -> str:
        """Return the type and the text of the entity: `PER "Ida Wren"`."""
        return f'{self.entity.type} "{short_text(" ".join(self.covered.split()))}"'


class PlacedRelation(NamedTuple):
    """A relation, and the range of the unit that declares it: its line, a part of it, or its record."""

    relation: Relation
    start: int
    end: int


class StatesRelations(Protocol):
    """A unit with entities and relations."""

    text: str

    @property
    def entities(self) -> Sequence[PlacedEntity]:
        """Return the entities in order of the text."""
        ...

    @property
    def relations(self) -> Sequence[PlacedRelation]:
        """Return the relations in order of the file."""
        ...

    def covered(self, entity: Entity) -> str:
        """Return the text of an entity."""
        ...

    def shown_relation(self, relation: Relation) -> str:
        """Return the type and the texts of a relation."""
        ...
