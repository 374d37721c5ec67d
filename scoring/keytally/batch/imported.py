"""Files that a check reads as a conversion does: of other programs, and those that are only converted."""

from collections.abc import Callable
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.conversion.checking import ImportLanguage
from keytally.conversion.formats import GENERAL, formats
from keytally.evaluations.converted import SourceText
from keytally.evaluations.converted_templates import TemplateFormat
from keytally.text.regular import is_there

ReadFile = Callable[[Path], str]
"""The text of a file. Raises KeytallyError for one that cannot be read."""


def import_language(path: Path, read: ReadFile) -> ImportLanguage | None:
    """The language of a file that tells by its name and its text that another program wrote it.

    Raises KeytallyError for a file that cannot be read.
    """
    text = read(path)
    form = next((each for each in GENERAL if each.is_of(path.name, text)), None)
    if form is None:
        return None
    further: list[SourceText] = []
    for part in form.parts[1:]:
        other = path.with_suffix(part)
        try:
            further.append(SourceText(other.name, read(other)))
        except KeytallyError:
            why = "cannot be read" if is_there(other) else "is not there"
            return ImportLanguage(form, lacking=f"{other.name}, {why}")
    return ImportLanguage(form, tuple(further))


def converted_language(name: str, beginning: str) -> ImportLanguage | None:
    """The language of a file of a format that a family reads for conversions only."""
    read = (form for form in formats().values() if isinstance(form, TemplateFormat) and form.is_checked)
    found = next((form for form in read if form.is_of(name, beginning)), None)
    return None if found is None else ImportLanguage(found)
