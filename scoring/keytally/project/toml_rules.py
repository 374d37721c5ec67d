"""The table `[rules]` of keytally.toml, which selects, ignores and grades rules."""

from keytally.evaluations import registry
from keytally.findings.rule import Severity
from keytally.findings.selection import ALL_RULES, GRADES, Selection, grade_of, unknown_grade
from keytally.findings.table.project import UNUSABLE_VALUE
from keytally.project.toml_places import EntryPath
from keytally.project.toml_tables import Stated, TableReader

_NAMES = ("select", "ignore", "severity")


def read_rules(reader: TableReader, value: object) -> Selection:
    """The selection in `[rules]`; unknown names and severities are findings."""
    if value is None:
        return ALL_RULES
    if not isinstance(value, dict):
        reader.wrong_kind(("rules",), "a table: it starts with [rules]")
        return ALL_RULES
    table = reader.table(("rules",), value, _NAMES)
    select, ignore = (_rule_names(reader, name, table.get(name)) for name in ("select", "ignore"))
    return Selection(select, ignore, _grades(reader, table.get("severity")))


def _rule_names(reader: TableReader, name: str, value: object) -> frozenset[str]:
    names = reader.strings(("rules", name), value)
    return frozenset(stated.value for stated in names if _is_rule(reader, stated))


def _is_rule(reader: TableReader, stated: Stated) -> bool:
    if stated.value in registry.rules():
        return True
    reader.unknown_value(stated, "rule", registry.rules())
    return False


def _grades(reader: TableReader, value: object) -> dict[str, Severity | None]:
    path: EntryPath = ("rules", "severity")
    if value is None:
        return {}
    if not isinstance(value, dict):
        reader.wrong_kind(path, 'a table: severity = { rule-name = "warning" }')
        return {}
    grades = {}
    for name, grade in value.items():
        place = Stated(name, reader.key_place((*path, name)))
        if not _is_rule(reader, place):
            continue
        if isinstance(grade, str) and grade in GRADES:
            grades[name] = grade_of(grade)
        else:
            reader.add(
                UNUSABLE_VALUE.finding(
                    *reader.place((*path, name)), {"problem": unknown_grade(name, str(grade))}
                )
            )
    return grades
