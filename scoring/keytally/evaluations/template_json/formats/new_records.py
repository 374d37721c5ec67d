"""The record of a further document, behind all others of a file."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from keytally.evaluations.template_json.formats.layout import json_text
from keytally.evaluations.template_json.formats.records import DOCUMENT, EXTRACTS, TEMPLATES
from keytally.evaluations.template_json.formats.unit import RecordUnit
from keytally.findings.finding import Edit

_NO_DOCUMENTS = re.compile(r"\s*\{\s*\}?\s*")
_LINE_END = re.compile(r"\r\n|\r|\n")


def new_record(
    last: RecordUnit,
    key: RecordUnit,
    templates: Sequence[Any] | None = None,
    roles: Mapping[str, Any] | None = None,
) -> Edit:
    """The edit of a file's last unit by which the document of a key's record stands behind it.

    In a file of one object it stands in there, by the name by which documents are compared.
    """
    is_empty = _NO_DOCUMENTS.fullmatch(last.text) is not None
    names, content = (TEMPLATES, templates) if templates is not None else (EXTRACTS, roles)
    found = _LINE_END.search(last.text)
    line_end = found[0] if found else "\n"
    if not (last.is_keyed or is_empty):
        record = json_text({DOCUMENT: key.title or "", names[0]: content})
        before = "" if not last.text or last.text[-1] in "\r\n" else line_end
        return Edit(len(last.text), len(last.text), f"{before}{record}{line_end}")
    record = f"{json_text(key.document or '')}: {json_text({names[1]: content})}"
    ends = last.record().ends_file or ("}" in last.text and is_empty)
    end = len((last.text[: last.text.rindex("}")] if ends else last.text).rstrip())
    comma = "" if is_empty or last.text[:end].endswith(",") else ","
    return Edit(end, end, f"{comma}{line_end} {record}")
