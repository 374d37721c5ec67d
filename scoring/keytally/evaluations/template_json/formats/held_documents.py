"""The documents that a long text of records may hold, told without reading its records."""

import re
from collections.abc import Collection

from keytally.evaluations.template_json.formats.boundaries import names_of_members
from keytally.evaluations.template_json.formats.records import (
    DOCUMENT,
    STRING_FORM,
    document_of,
    title_of,
)
from keytally.evaluations.template_json.formats.tree import content_of

_NAMED = re.compile(rf'"{DOCUMENT}"[ \t\r\n]*:[ \t\r\n]*({STRING_FORM}|\')')
_SINGLE = "'"


def may_hold(text: str, documents: Collection[str]) -> set[str]:
    """Those of the documents that records of a text may be of; all where a name stands in single quotes."""
    named = _NAMED.findall(text)
    if f"'{DOCUMENT}'" in text or _SINGLE in named:
        return {*documents}
    titles = (title_of(text), *map(content_of, {*named, *names_of_members(text)}))
    return {*documents}.intersection(document_of(title) for title in titles if title)
