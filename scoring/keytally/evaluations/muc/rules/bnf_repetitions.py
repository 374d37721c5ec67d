"""The rule about what a BNF defines twice."""

from collections.abc import Iterator

from keytally.evaluations.muc.formats.bnf.resolution import squashed
from keytally.evaluations.muc.formats.bnf.unit import BnfDefinition, BnfUnit
from keytally.findings.finding import Finding, Related
from keytally.findings.spelling import shown
from keytally.findings.table.bnf import BNF_REPEATED, BNF_REPEATED_CLASS


def repetitions(unit: BnfUnit) -> Iterator[Finding]:
    """A finding at each class, slot or set that is defined before, with the first definition."""
    seen: dict[tuple[str, str, str], BnfDefinition] = {}
    for definition in unit.definitions:
        key = definition.kind, definition.owner.lower(), definition.name.lower()
        first = seen.setdefault(key, definition)
        if first is not definition and definition.kind != "stray":
            related = Related(unit, first.start, first.end, "the first definition")
            message = BNF_REPEATED_CLASS if definition.kind == "class" else BNF_REPEATED
            written = shown(squashed(unit.text[definition.start : definition.end]))
            yield message.finding(definition.start, definition.end, {"written": written}, related=(related,))
