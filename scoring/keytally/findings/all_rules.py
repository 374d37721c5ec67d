"""Every rule by its name.

The rules of a family stand in a module of `keytally.findings.table`, so that a run loads only those that it
needs. This module loads them all.
"""

from collections.abc import Iterable

from keytally.findings.rule import Rule
from keytally.findings.table import (
    adjudication,
    bnf,
    columns,
    config,
    conll,
    coreference,
    cpa,
    imports,
    lexsub,
    m2,
    project,
    sgml,
    template_json,
    templates,
)

_TABLES = (
    *(sgml, coreference, config, templates, bnf),
    *(lexsub, m2, cpa, columns, conll, template_json),
    *(imports, adjudication, project),
)

FAMILIES = tuple(dict.fromkeys(module.FAMILY for module in _TABLES))
RULES: dict[str, Rule] = {rule.name: rule for family in FAMILIES for rule in family.rules}


def add_rules(rules: Iterable[Rule]) -> None:
    """Take in the rules of a family of another distribution."""
    RULES.update((rule.name, rule) for rule in rules)
