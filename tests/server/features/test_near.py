"""The part of a large file that is answered for."""

from pathlib import Path

import pytest

from keytally.engine.reading import Reading
from keytally_server.requests import viewport
from keytally_server.requests.viewport import part_around
from tests.server.desk import unpaired

DOCUMENT = "<DOC>\n<DOCNO> {} </DOCNO>\n</DOC>\n"
LENGTH = len(DOCUMENT.format("00"))


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    """Forty documents, which count as a large file."""
    monkeypatch.setattr(viewport, "WHOLE", 100)
    monkeypatch.setattr(viewport, "MEDIUM", 100)
    text = "".join(DOCUMENT.format(f"{number:02}") for number in range(40))
    return unpaired(Path("/w/a.sgml"), text, "muc-sgml").reading


def names(part: viewport.Part) -> list[str]:
    return [unit.document for unit, _ in part.units]


def test_half_of_the_documents_stand_before_the_one_at_the_place(reading: Reading) -> None:
    part = part_around(reading, 20 * LENGTH + 3, 4)
    assert names(part) == ["18", "19", "20", "21", "22"]
    assert (part.start, part.end) == (18 * LENGTH, 23 * LENGTH)
    assert [offset for _, offset in part.units] == [number * LENGTH for number in range(18, 23)]


def test_documents_of_a_large_file_are_within_reach(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = part_around(reading, 20 * LENGTH + 3, 20, reach=LENGTH)
    assert names(part) == ["18", "19", "20", "21", "22"]
    assert (part.start, part.end) == (18 * LENGTH, 23 * LENGTH)
    monkeypatch.setattr(viewport, "MEDIUM", 10_000)
    monkeypatch.setattr(viewport, "MANY", 20)
    assert len(part_around(reading, 20 * LENGTH + 3, 20, reach=LENGTH).units) == 21


@pytest.mark.parametrize(
    ("place", "found"), [(-1, ["00", "01", "02"]), (0, ["00", "01", "02"]), (10**9, ["37", "38", "39"])]
)
def test_a_place_outside_of_the_file_is_its_beginning_or_its_end(
    reading: Reading, place: int, found: list[str]
) -> None:
    assert names(part_around(reading, place, 4)) == found


def test_a_small_file_is_answered_for_as_a_whole(reading: Reading, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewport, "WHOLE", 10_000)
    part = part_around(reading, 0, 4)
    assert (len(part.units), part.start, part.end) == (40, 0, len(reading))


def test_a_short_file_of_very_many_units_is_answered_for_in_part(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewport, "WHOLE", 10_000)
    monkeypatch.setattr(viewport, "MEDIUM", 10_000)
    monkeypatch.setattr(viewport, "MANY", 20)
    monkeypatch.setattr(viewport, "WHOLE_UNITS", 40)
    assert len(part_around(reading, 20 * LENGTH, 4).units) == 40
    monkeypatch.setattr(viewport, "WHOLE_UNITS", 39)
    assert len(part_around(reading, 20 * LENGTH, 4).units) == 21


def test_a_medium_file_is_answered_for_with_many_documents(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(viewport, "MEDIUM", 10_000)
    monkeypatch.setattr(viewport, "MANY", 20)
    assert len(part_around(reading, 20 * LENGTH, 4).units) == 21


def test_units_of_one_document_are_not_counted_as_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewport, "WHOLE", 10)
    monkeypatch.setattr(viewport, "MEDIUM", 10)
    text = "".join(f"<A-{document}-{number}> :=\n" for document in (1, 2, 3) for number in range(9))
    reading = unpaired(Path("/w/a.templates"), text, "muc-template").reading
    part = part_around(reading, text.index("<A-2-3>"), 0)
    assert [unit.document for unit, _ in part.units] == ["2"] * 9
