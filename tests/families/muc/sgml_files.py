"""What the tests of SGML files share: a configuration for named entities, and reading a file."""

from itertools import pairwise
from typing import Any

from keytally.families.contract import Role
from keytally.families.muc.model import ClassDefinition, Configuration, SlotDefinition, Subtask
from keytally.families.muc.sgml.language import SgmlLanguage
from keytally.families.muc.sgml.syntax import SgmlSyntax
from keytally.families.muc.sgml.unit import SgmlUnit

CLASSES = ("enamex", "timex", "numex")
SLOTS = (("text", "string"), ("type", "set"), ("status", "set"), ("alt", "string"))
SUBTASKS = tuple(
    Subtask(class_name, "type", value)
    for class_name, values in (
        ("enamex", "organization person location other"),
        ("timex", "date time other"),
        ("numex", "money percent other"),
    )
    for value in values.split()
)
MUC6 = ("DOC", "HL", "DD", "DATELINE", "TXT")
MUC7 = ("DOC", "SLUG", "DATE", "NWORDS", "PREAMBLE", "TEXT", "TRAILER")


def named_entity(**changes: Any) -> Configuration:
    """The named-entity configuration of the manual, with some options changed."""
    options: dict[str, Any] = {"doc_sections": MUC6, "subtasks": SUBTASKS} | changes
    return Configuration(
        "named_entity",
        tuple(ClassDefinition(name, name, True, 0) for name in CLASSES),
        tuple(
            SlotDefinition(name, slot, slot, slot in ("text", "type"), 4, kind)
            for name in CLASSES
            for slot, kind in SLOTS
        ),
        **options,
    )


def language(role: Role = Role.KEY, **changes: Any) -> SgmlLanguage:
    """The language of named-entity files in a role."""
    return SgmlLanguage(SgmlSyntax.of(named_entity(**changes)), role)


def read_file(reader: SgmlLanguage, text: str) -> list[SgmlUnit]:
    """The units of a file."""
    cuts = [0, *reader.boundaries(text), len(text)]
    return [reader.read(text[start:end]) for start, end in pairwise(cuts)]


def document(body: str, number: str = "930119-0001") -> str:
    """A document of that number whose TXT section holds `body`."""
    return f"<DOC>\n<DOCNO> {number} </DOCNO>\n<TXT>\n{body}</TXT>\n</DOC>\n"
