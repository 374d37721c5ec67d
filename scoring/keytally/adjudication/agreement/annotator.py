"""One annotator: a name, a file, and the documents that are done in it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from keytally.engine.reading import Reading
from keytally.evaluations.annotated import Annotation


@dataclass(frozen=True, slots=True, eq=False)
class Annotator:
    """A name, and the file's readings as a key and as a response; None where a response has another form.

    `shown` is the file as messages show it. `done` names the documents that are done; None stands for all
    that the file has.
    """

    name: str
    shown: str
    key: Reading
    response: Reading | None
    done: Collection[str] | None = None

    def has_done(self, document: str, is_textless: bool = False) -> bool:
        """Whether the annotator has done a document; what stands in an unfinished one does not count.

        One that `is_textless` may be done without being in the file: then nothing was found in it.
        """
        is_in_file = bool(self.units_of(document))
        return is_in_file if self.done is None else document in self.done and (is_in_file or is_textless)

    def units_of(self, document: str) -> Sequence[Any]:
        """The units of a document, read as a key."""
        return self.key.documents.units_of(document)

    def place(self, annotation: Annotation) -> tuple[int, int]:
        """The line and the column of an annotation, from 1."""
        offset = self.key.units.offset_of(annotation.unit) + annotation.start
        position = self.key.places.position(offset)
        return position.line + 1, position.column + 1
