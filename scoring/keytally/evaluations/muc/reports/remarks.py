"""Remarks on the score of a MUC task: reasons why its numbers mean nothing."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
    from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
    from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
    from keytally.evaluations.muc.formats.templates.unit import TemplateUnit

_OPEN_TAG = re.compile(r"<([A-Za-z][\w.-]{0,40})>")
_MOST_NAMES = 10


def untagged(task: str, key: "Iterable[SgmlUnit | None]", syntax: "SgmlSyntax") -> list[str]:
    """A line if no document of the key has a tag of the task: most likely the key is for another task."""
    if any(unit is not None and unit.tags for unit in key):
        return []
    names = ", ".join(f"<{tag.name.upper()}>" for tag in syntax.tags)
    return [f"no document of the key has a tag of {task} ({names}); is it the right task?"]


def unsectioned(side: str, units: "Iterable[SgmlUnit | None]", syntax: "SgmlSyntax") -> list[str]:
    """A line if no document of a side, `key` or `response`, has a section that the configuration scores."""
    documents = [unit for unit in units if unit is not None]
    scored = {name.lower() for name in syntax.sections}
    if not documents or any(tag.name in scored for unit in documents for tag in unit.section_tags):
        return []
    found = dict.fromkeys(name for unit in documents for name in _OPEN_TAG.findall(unit.stripped()))
    known = {name.lower() for name in (syntax.doc_gid, *syntax.number_gids, *syntax.sections)}
    others = [name for name in found if name.lower() not in known]
    there = f"it has {', '.join(others[:_MOST_NAMES])}" if others else "it has none"
    wanted = ", ".join(syntax.sections) or "none"
    return [f"no document of the {side} has a section that is scored ({wanted}); {there}; see doc_sections"]


def undeclared(key: "Iterable[TemplateUnit]", syntax: "TemplateSyntax") -> list[str]:
    """A line if no object of the key belongs to a class of the configuration."""
    headers = (record.header for unit in key for record in unit.records)
    if any(header is not None and syntax.declared(header.identity.class_name) for header in headers):
        return []
    names = ", ".join(declared.name.upper() for declared in syntax.classes or ())
    return [f"no object of the key is of a class of the configuration ({names}); is it the right one?"]
