"""All rules by name.

The rules of each family are in a separate module of `keytally.findings.table`, so that a run loads only the
rules that it needs. This module loads them all.
"""

from collections.abc import Iterable

from keytally.findings.finding import Rule
from keytally.findings.table import (
    adjudication,
    columns,
    config,
    conll,
    cpa,
    lexsub,
    m2,
    project,
    records,
    sgml,
    template_json,
    templates,
)

FAMILIES = (
    *(sgml.FAMILY, config.FAMILY, templates.FAMILY, templates.BNF_FAMILY),
    *(lexsub.FAMILY, m2.FAMILY, cpa.FAMILY, columns.FAMILY, conll.FAMILY, template_json.FAMILY),
    records.FAMILY,
    *(adjudication.IMPORTS_FAMILY, adjudication.FAMILY, project.FAMILY),
)
RULES: dict[str, Rule] = {rule.name: rule for family in FAMILIES for rule in family.rules}


def add_rules(rules: Iterable[Rule]) -> None:
    """Register the rules of a plugin's family."""
    RULES.update((rule.name, rule) for rule in rules)
