"""Every rule, with its severity, its message and the title of its fix; a module for each group of files."""

from collections.abc import Iterable

from keytally.findings.rule import Rule
from keytally.findings.table import bnf, config, cpa, lexsub, m2, project, sgml, templates

FAMILIES = tuple(module.FAMILY for module in (sgml, config, templates, bnf, lexsub, m2, cpa, project))
RULES: dict[str, Rule] = {rule.name: rule for family in FAMILIES for rule in family.rules}


def add_rules(rules: Iterable[Rule]) -> None:
    """Add the rules of a family of another distribution."""
    RULES.update((rule.name, rule) for rule in rules)
