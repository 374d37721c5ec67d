"""Rules of files that other programs write: brat, WebAnno, and JSON lines."""

from typing import TypedDict

from keytally.findings.rule import Severity
from keytally.findings.table.family import RuleGroup

E = Severity.ERROR

FAMILY = RuleGroup("imports", "Files of other programs")
_rule = FAMILY.rule


class Imported(TypedDict):
    """Arguments of the rules: what is wrong, in words."""

    wrong: str


IMPORT_LINE = _rule(
    "import-line",
    Imported,
    E,
    "A line or a record has not the form of its format.",
    "malformed: {wrong}",
)
IMPORT_OFFSET = _rule(
    "import-offset",
    Imported,
    E,
    "An offset does not lead to the text that it should.",
    "wrong offset: {wrong}",
)
IMPORT_REFERENCE = _rule(
    "import-reference",
    Imported,
    E,
    "Something refers to what the file does not have.",
    "dangling reference: {wrong}",
)
