"""Templates as JSON as a format that templates can be converted from and to."""

from collections.abc import Sequence

from keytally.evaluations.converted import SourceText
from keytally.evaluations.converted_templates import ReadTemplates, RoleWriting, TemplateFormat
from keytally.evaluations.template_json.conversion import reading, writing
from keytally.evaluations.template_json.naming import task_of


def _is_of(name: str, beginning: str) -> bool:
    return task_of(beginning) is not None


def _read(texts: Sequence[SourceText]) -> ReadTemplates:
    return reading.read(texts[0])


FORMATS = (
    TemplateFormat(
        "template-json",
        "templates as JSON",
        (".jsonl",),
        _is_of,
        _read,
        RoleWriting(writing.written),
    ),
)
