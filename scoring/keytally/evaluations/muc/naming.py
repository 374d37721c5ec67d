"""How MUC keys are told apart: by the tags and the objects in their first part."""

import re

_COREF_TAG = re.compile(r"<COREF[\s>]", re.I)
_NAME_TAG = re.compile(r"<(?:ENAMEX|TIMEX|NUMEX)[\s>]", re.I)
_HEADER = re.compile(r"^[ \t]*<([^<>\s]{3,200})>[ \t]*:=", re.M)
_POINTER = re.compile(r"^[ \t]*(?:[^\s:<>\"'#;]{1,200}:)?[ \t]*/?[ \t]*<([^<>\s]{3,200})>(?![ \t]*:=)", re.M)
_LINK = re.compile(r"##\d{1,9}#\d{1,9}#([^#\s]{1,200})")


def task_of(first_part: str) -> str | None:
    """The task that a key is for, told from its first part; None where nothing tells it."""
    text = first_part.replace("\r", "\n")
    if _COREF_TAG.search(text):
        return "coreference"
    if _NAME_TAG.search(text):
        return "named_entity"
    classes = {_class_of(match[1]) for match in _HEADER.finditer(text)} - {None}
    if "TEMPLATE" in classes:
        return "scenario_template"
    if not classes:
        return None
    points = any(_class_of(match[1]) for match in _POINTER.finditer(text))
    return "template_relation" if points else "template_element"


def texts_named_in(key: str) -> str | None:
    """The name of the texts that the first link of a key of templates leads into; None for no link."""
    link = _LINK.search(key)
    return link[1] if link else None


def _class_of(identifier: str) -> str | None:
    """The class that an object's identification string names; None where it is none."""
    pieces = identifier.split("-")
    return pieces[0].upper() if len(pieces) > 2 and all(pieces[:3]) else None
