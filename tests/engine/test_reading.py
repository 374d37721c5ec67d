"""Readings by themselves: what keeping them up costs."""

from dataclasses import dataclass

from keytally.engine.reading import Reading
from keytally.evaluations.interface import Role
from tests.engine.toy import ToyLanguage, ToyUnit


@dataclass(frozen=True)
class OneDocumentAUnit(ToyLanguage):
    """Counts how often a unit is asked for its document."""

    asked: tuple[list[int]] = ([0],)

    def read(self, text: str) -> ToyUnit:
        asked = self.asked[0]

        class Unit(ToyUnit):
            @property
            def document(self) -> str | None:
                asked[0] += 1
                return self.text.split()[0]

            @document.setter
            def document(self, value: str | None) -> None:
                pass

        return Unit(text)


def test_an_edit_in_each_document_costs_each_document_once() -> None:
    """As when an editor replaces a word everywhere."""
    count, language = 500, OneDocumentAUnit(Role.KEY)
    pieces = [f"<D{number} A " for number in range(count)]
    reading = Reading(language, "".join(pieces))
    offset = 0
    for piece in pieces:
        offset += len(piece)
        reading.edit(offset - 2, offset - 1, "B")
    language.asked[0][0] = 0
    assert len(reading.settle()) == count
    assert language.asked[0][0] <= 10 * count
