"""Writes a document as a text and its `.ann`."""

from collections.abc import Iterator

from keytally.conversion.brat.reading import EQUIVALENT, NOTE, one_line
from keytally.evaluations.converted import Document


def written(document: Document) -> tuple[str, str]:
    """The annotation and the text."""
    return "".join(f"{line}\n" for line in _lines(document)), document.text


def _lines(document: Document) -> Iterator[str]:
    attributes = notes = 0
    for number, entity in enumerate(document.entities, 1):
        offsets = ";".join(f"{start} {end}" for start, end in entity.extents)
        yield f"T{number}\t{entity.type} {offsets}\t{one_line(document.covered(entity))}"
        for name, value in entity.attributes:
            if name == NOTE:
                notes += 1
                yield f"#{notes}\tAnnotatorNotes T{number}\t{value}"
            else:
                attributes += 1
                yield f"A{attributes}\t{name} T{number} {value}"
    for chain in document.chains:
        yield f"*\t{EQUIVALENT} {' '.join(f'T{index + 1}' for index in chain)}"
