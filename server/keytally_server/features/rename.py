"""Changing a name wherever the file has it."""

from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
from keytally.findings.finding import Edit
from keytally_server.answers.rename import Renamable, RenameError
from keytally_server.features.coreference.here import here
from keytally_server.features.coreference.identifier_rename import renamable_identifier, rename_identifier
from keytally_server.features.templates.rename import renamable_object, rename_object
from keytally_server.session.snapshot import Snapshot


def renamable(snapshot: Snapshot, offset: int) -> Renamable | None:
    """The name at a place that can be changed; None where there is none. Raises RenameError."""
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        return renamable_object(snapshot, offset)
    chains = here(snapshot, offset)
    return renamable_identifier(chains) if chains is not None else None


def rename(snapshot: Snapshot, offset: int, new_name: str) -> list[Edit]:
    """The edits that give what is named at a place another name, in file order. Raises RenameError."""
    if isinstance(snapshot.unit_at(offset).unit, TemplateUnit):
        return rename_object(snapshot, offset, new_name)
    if (chains := here(snapshot, offset)) is not None:
        return rename_identifier(chains, new_name)
    raise RenameError("there is nothing here that has a name")
