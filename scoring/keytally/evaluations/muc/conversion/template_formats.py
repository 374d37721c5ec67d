"""Templates as formats that they can be converted from and to."""

import re
from collections.abc import Sequence

from keytally.evaluations.converted import SourceText
from keytally.evaluations.converted_templates import ObjectWriting, ReadTemplates, TemplateFormat
from keytally.evaluations.muc.conversion import template_reading, template_writing
from keytally.evaluations.muc.conversion.flat import reading as flat_reading

_FLAT = re.compile(r"(?m)^[ \t]*0[ \t]*\.[ \t]+MESSAGE:[ \t]+ID\b")
_HEADER = re.compile(r"(?m)^[ \t]*<[^\s<>-]+-[^\s<>-]+-[^\s<>]+>[ \t]*:=")


def _is_of(name: str, beginning: str) -> bool:
    return _HEADER.search(beginning) is not None


def _is_flat(name: str, beginning: str) -> bool:
    return _FLAT.search(beginning) is not None


def _read_flat(texts: Sequence[SourceText]) -> ReadTemplates:
    return flat_reading.read(texts[0])


def _read(texts: Sequence[SourceText]) -> ReadTemplates:
    return template_reading.read(texts[0])


TEMPLATE_FORMATS = (
    TemplateFormat(
        "muc-templates",
        "MUC templates",
        (".tmpl",),
        _is_of,
        _read,
        ObjectWriting(template_writing.fitted, template_writing.written),
    ),
    TemplateFormat("muc4-flat", "flat templates of MUC-4", (".txt",), _is_flat, _read_flat, is_checked=True),
)
