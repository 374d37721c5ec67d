"""Files of other programs that a check meets: brat, WebAnno, and JSON lines."""

from collections.abc import Callable
from pathlib import Path

from keytally.batch.errors import KeytallyError
from keytally.conversion.checking import ImportLanguage
from keytally.conversion.formats import GENERAL
from keytally.evaluations.converted import SourceText
from keytally.text.regular import is_there

ReadFile = Callable[[Path], str]
"""The text of a file. Raises KeytallyError for one that cannot be read."""

_EXTENSIONS = (".ann", ".tsv", ".jsonl", ".json")


def import_language(path: Path, read: ReadFile) -> ImportLanguage | None:
    """The language of a file that tells by its name and its text that another program wrote it.

    Raises KeytallyError for a file that cannot be read.
    """
    if path.suffix not in _EXTENSIONS:
        return None
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
