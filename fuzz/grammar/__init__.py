"""One generator a format: workspaces that are right in most places, and wrong where formats have edges."""

from collections.abc import Callable
from random import Random

from fuzz.folders import examples
from fuzz.grammar import (
    adjudication,
    columns,
    conll,
    corefud,
    cpa,
    lexsub,
    m2,
    project,
    records,
    relations,
    sgml,
    spans,
    template_json,
    templates,
)

Generator = Callable[[Random], dict[str, str]]

GENERATORS: dict[str, Generator] = {
    "sgml": sgml.named_entity,
    "coreference": sgml.coreference,
    "templates": templates.workspace,
    "lexsub": lexsub.workspace,
    "m2": m2.workspace,
    "m2-edits": m2.edits_workspace,
    "cpa": cpa.workspace,
    "columns": columns.workspace,
    "spans": spans.workspace,
    "relations": relations.workspace,
    "records": records.workspace,
    "conll": conll.workspace,
    "corefud": corefud.workspace,
    "template_json": template_json.workspace,
    "project": project.workspace,
    "adjudication": adjudication.workspace,
}


def workspace(chance: Random) -> dict[str, str]:
    """The files of an example, or of a generator."""
    if chance.random() < 0.3:
        return dict(examples()[chance.choice(sorted(examples()))])
    return GENERATORS[chance.choice(sorted(GENERATORS))](chance)
