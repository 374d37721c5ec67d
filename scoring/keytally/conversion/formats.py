"""The formats that there are: those that belong to no family, and those that families bring."""

from functools import cache

from keytally.conversion.brat.format import BRAT
from keytally.conversion.json_lines.doccano import DOCCANO
from keytally.conversion.json_lines.label_studio import LABEL_STUDIO
from keytally.conversion.json_lines.prodigy import PRODIGY
from keytally.conversion.json_lines.spacy import SPACY
from keytally.conversion.webanno.format import WEBANNO
from keytally.evaluations import registry
from keytally.evaluations.converted_templates import AnyFormat

GENERAL = (BRAT, WEBANNO, LABEL_STUDIO, SPACY, PRODIGY, DOCCANO)
"""In the order in which they are asked whether a file is theirs."""


@cache
def formats() -> dict[str, AnyFormat]:
    """The formats by name; of two with one name the first counts."""
    found: dict[str, AnyFormat] = {}
    of_families = (each for family in registry.families() for each in family.conversions())
    for each in (*GENERAL, *of_families):
        found.setdefault(each.name, each)
    return found


def format_of(name: str, text: str) -> AnyFormat | None:
    """The format of a file, by its name and its text; None where nothing tells it."""
    return next((each for each in formats().values() if each.is_of(name, text)), None)
