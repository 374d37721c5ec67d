"""Detects the task and the conference of MUC keys from what stands in their first part."""

import re

_COREF_TAG = re.compile(r"<COREF[\s>]", re.I)
_NAME_TAG = re.compile(r"<(?:ENAMEX|TIMEX|NUMEX)[\s>]", re.I)
_OBJECT = r"<(?=[^<>\s]{3,200}>)[^-<>\s]+-[^-<>\s]+-[^-<>\s][^<>\s]*>"
_HEADER = re.compile(rf"^[ \t]*{_OBJECT}[ \t]*:=", re.M)
_TEMPLATE = re.compile(rf"^[ \t]*(?=<(?ai:TEMPLATE)-){_OBJECT}[ \t]*:=", re.M)
_POINTER = re.compile(rf"^[ \t]*(?:[^\s:<>\"'#;]{{1,200}}:)?[ \t]*/?[ \t]*{_OBJECT}(?![ \t]*:=)", re.M)
_LINK = re.compile(r"##\d{1,9}#\d{1,9}#([^#\s]{1,200})")
_TAGGED = ("named_entity", "coreference")
_NUMBER_TAG = re.compile(r"<(DOCNO|DOCID)[\s>]", re.I)
_OF_MUC_7 = {"named_entity": "muc7-ne", "coreference": "muc7-co"}
_MARKED_TAG = re.compile(
    r"<(?:ENAMEX|TIMEX|NUMEX|COREF)\b[^<>]{0,400}?\s"
    r"(?:(?:ALT|MIN|STATUS)[ \t]*=|TYPE[ \t]*=[ \t]*\"\w{1,40}\|)",
    re.I,
)
_MARKED_FILL = re.compile(
    r"^[ \t]*(?:[^\W\d][\w-]{0,80}:[ \t]*)?/[ \t]*[\"'<\w]|^[ \t]*OBJ_STATUS:[ \t]*[\"']?OPT", re.I | re.M
)


def task_of(first_part: str) -> str | None:
    """The task of a key, detected from its first part; None if the part does not show it."""
    text = first_part.replace("\r", "\n")
    if _COREF_TAG.search(text):
        return "coreference"
    if _NAME_TAG.search(text):
        return "named_entity"
    if _TEMPLATE.search(text):
        return "scenario_template"
    if not _HEADER.search(text):
        return None
    return "template_relation" if _POINTER.search(text) else "template_element"


def marked_as_key(task: str, text: str) -> bool | None:
    """True for a text with marks that only keys have, such as alternatives; else None."""
    marks = _MARKED_TAG if task in _TAGGED else _MARKED_FILL
    return True if marks.search(text.replace("\r", "\n")) else None


def configuration_of(task: str, text: str) -> str | None:
    """The configuration of MUC-7 for a tagged key whose documents are numbered by `DOCID` alone; else None.

    Documents of MUC-6 are numbered by `DOCNO`, and some have a `DOCID` as well.
    """
    tags = {match[1].upper() for match in _NUMBER_TAG.finditer(text)}
    return _OF_MUC_7.get(task) if tags == {"DOCID"} else None


def texts_named_in(key: str) -> str | None:
    """The name of the texts in the first link of a key of templates; None without a link."""
    link = _LINK.search(key)
    return link[1] if link else None
