"""Entities and relations with their places in a file."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from keytally.families.interchange import Document, Entity, Relation
from keytally.findings.spelling import short_text


class PlacedEntity(NamedTuple):
    """An entity, and the range of the unit that declares it: a line or a record.

    `unit` is a `SpansUnit`. `document` contains the text to which its extents refer. `document` differs from
    the unit's content if offsets were resolved.
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
        """Return the type and the text of the entity, such as `PER "Ida Wren"`."""
        return f'{self.entity.type} "{short_text(" ".join(self.covered.split()))}"'


class PlacedRelation(NamedTuple):
    """A relation, and the range of the unit that declares it: a line, part of a line, or a record."""

    relation: Relation
    start: int
    end: int


class StatesRelations(Protocol):
    """A unit with entities and relations."""

    text: str

    @property
    def entities(self) -> Sequence[PlacedEntity]:
        """Return the entities in text order."""
        ...

    @property
    def relations(self) -> Sequence[PlacedRelation]:
        """Return the relations in file order."""
        ...

    def covered(self, entity: Entity) -> str:
        """Return the text of an entity."""
        ...

    def shown_relation(self, relation: Relation) -> str:
        """Return the type and the texts of a relation."""
        ...
