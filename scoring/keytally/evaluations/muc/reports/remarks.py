"""Remarks on the score of a MUC task: reasons why its numbers mean nothing.

They rest on grounds, which parts of the documents give, each for itself; the remarks on all documents follow
from the grounds of all parts.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from keytally.evaluations.muc.formats.sgml.syntax import SgmlSyntax
    from keytally.evaluations.muc.formats.sgml.unit import SgmlUnit
    from keytally.evaluations.muc.formats.templates.syntax import TemplateSyntax
    from keytally.evaluations.muc.formats.templates.unit import TemplateUnit
    from keytally.evaluations.muc.model.configuration import Configuration

_OPEN_TAG = re.compile(r"<([A-Za-z][\w.-]{0,40})>")
_MOST_NAMES = 10


class Sectioning(NamedTuple):
    """Whether a side has documents, and sections that are scored; if none, the first other tags."""

    is_there: bool
    is_scored: bool
    others: Sequence[str] = ()


class SgmlGrounds(NamedTuple):
    """Whether a document of the key has a tag of the task, and the sections of both sides."""

    is_tagged: bool
    key: Sectioning
    response: Sectioning


def sgml_grounds(
    key: "Sequence[SgmlUnit | None]", response: "Sequence[SgmlUnit | None]", syntax: "SgmlSyntax"
) -> SgmlGrounds:
    """The grounds that some documents give."""
    is_tagged = any(unit is not None and unit.tags for unit in key)
    return SgmlGrounds(is_tagged, _sectioning(key, syntax), _sectioning(response, syntax))


def _sectioning(units: "Iterable[SgmlUnit | None]", syntax: "SgmlSyntax") -> Sectioning:
    documents = [unit for unit in units if unit is not None]
    scored = {name.lower() for name in syntax.sections}
    if any(tag.name in scored for unit in documents for tag in unit.section_tags):
        return Sectioning(is_there=True, is_scored=True)
    known = {name.lower() for name in (syntax.doc_gid, *syntax.number_gids, *syntax.sections)}
    found = dict.fromkeys(name for unit in documents for name in _OPEN_TAG.findall(unit.stripped()))
    others = (name for name in found if name.lower() not in known)
    return Sectioning(bool(documents), is_scored=False, others=tuple(islice(others, _MOST_NAMES)))


def sgml_remarks(grounds: Sequence[SgmlGrounds], task: str, syntax: "SgmlSyntax") -> list[str]:
    """A line if no document of the key has a tag of the task: most likely the key is for another task.

    Else a line for each side of which no document has a section that the configuration scores.
    """
    if any(each.is_tagged for each in grounds):
        sides = {"key": [each.key for each in grounds], "response": [each.response for each in grounds]}
        return [line for side, parts in sides.items() for line in _unsectioned(side, parts, syntax)]
    names = ", ".join(f"<{tag.name.upper()}>" for tag in syntax.tags)
    return [f"no document of the key has a tag of {task} ({names}); is it the right task?"]


def _unsectioned(side: str, parts: Sequence[Sectioning], syntax: "SgmlSyntax") -> list[str]:
    if not any(part.is_there for part in parts) or any(part.is_scored for part in parts):
        return []
    others = list(dict.fromkeys(chain.from_iterable(part.others for part in parts)))
    there = f"it has {', '.join(others[:_MOST_NAMES])}" if others else "it has none"
    wanted = ", ".join(syntax.sections) or "none"
    return [f"no document of the {side} has a section that is scored ({wanted}); {there}; see doc_sections"]


class KeyClasses(NamedTuple):
    """Whether a key has content: objects of the configuration's classes, but for templates that hold others.

    If not, whether it has such templates, and its classes that the configuration does not declare.
    """

    has_content: bool
    has_templates: bool = False
    undeclared: frozenset[str] = frozenset()


def classes_in(
    documents: "Iterable[Sequence[TemplateUnit]]", syntax: "TemplateSyntax", configuration: "Configuration"
) -> KeyClasses:
    """The classes of the documents of a key."""
    has_templates, undeclared = False, set[str]()
    holder = _holder(syntax, configuration)
    headers = (record.header for document in documents for unit in document for record in unit.records)
    for name in (header.identity.class_name for header in headers if header is not None):
        if syntax.declared(name) is None:
            undeclared.add(name.upper())
        elif name.lower() != holder:
            return KeyClasses(has_content=True)
        else:
            has_templates = True
    return KeyClasses(False, has_templates, frozenset(undeclared))


def _holder(syntax: "TemplateSyntax", configuration: "Configuration") -> str | None:
    """The class of templates that hold objects of others; None where they are themselves the content."""
    is_scenario = configuration.scoring_task.lower() == "scenario_template"
    return configuration.template_name.lower() if is_scenario and len(syntax.classes or ()) > 1 else None


def undeclared_classes(parts: Sequence[KeyClasses], syntax: "TemplateSyntax") -> list[str]:
    """A line if the key has no content, but templates or objects of classes that are not declared."""
    others = sorted(frozenset[str]().union(*(part.undeclared for part in parts)))
    has_templates = any(part.has_templates for part in parts)
    if any(part.has_content for part in parts) or (has_templates and not others):
        return []
    names = ", ".join(declared.name.upper() for declared in syntax.classes or ())
    wanted = f"is of a class of the configuration ({names})"
    if not has_templates:
        return [f"no object of the key {wanted}; is it the right one?"]
    lacking = ", ".join(others[:_MOST_NAMES])
    return [f"no object of the key but its templates {wanted}, which lacks {lacking}; is it the right one?"]
