"""What is kept of a large document of entities from one version to the next."""

from typing import NamedTuple

from keytally.evaluations.interface import Role
from keytally.evaluations.muc.formats.sgml.placeless import PlacelessReader
from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
from keytally.evaluations.muc.scoring.incremental_entities import IncrementalEntities
from keytally.evaluations.muc.scoring.named_entity import NamedEntityScoring
from keytally.tallies.tabulation import Tabulation


class FollowedEntities(NamedTuple):
    """What is kept of a large document from one version to the next."""

    entities: IncrementalEntities
    key: PlacelessReader
    response: PlacelessReader

    def rescored(self, key: SgmlUnit | None, response: SgmlUnit | None) -> Tabulation:
        """The rows of the next version."""
        return self.entities.tabulation(self.key.read(key), self.response.read(response))


def followed_entities(syntax: SgmlSyntax, scoring: NamedEntityScoring, role: Role) -> FollowedEntities:
    """What follows a document from now on; `role` is that in which its response is read."""
    readers = PlacelessReader(syntax, Role.KEY), PlacelessReader(syntax, role)
    return FollowedEntities(IncrementalEntities(scoring), *readers)
