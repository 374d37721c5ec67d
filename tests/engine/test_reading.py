"""Readings by themselves: what keeping them up costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.engine import findings
from keytally.engine.findings import UnitFindings
from keytally.engine.reading import Reading
from keytally.families.contract import Role
from tests.engine.toy import ToyLanguage, ToyUnit

text_of = attrgetter("text")


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
    changes, offset = [], 0
    for piece in pieces:
        offset += len(piece)
        changes.append((offset - 2, offset - 1, "B"))
    assert len(reading) == offset
    language.asked[0][0] = 0
    assert len(reading.edit(changes)) == count
    assert language.asked[0][0] <= 10 * count


def apart(text: str) -> list[tuple[int, list[tuple[int, int, str]]]]:
    """Where units stand apart from their documents, and the edits that would move each."""
    reading = Reading(ToyLanguage(Role.KEY), text)
    found = (each for each in reading.findings if each.finding.rule.name == "class-order")
    return [
        (each.start, [(each.offset + e.start, each.offset + e.end, e.text) for e in each.finding.edits])
        for each in found
    ]


def test_a_unit_stands_apart_where_another_document_begins_before_it() -> None:
    assert apart("<D1 A<D1 B<D2 C") == []
    assert apart("<D1 A<D2 B<D1 C") == [(10, [(10, 15, ""), (5, 5, "<D1 C")])]


def test_a_unit_in_the_midst_of_another_document_is_one_that_stands_apart() -> None:
    """The second half of document 2 is where it belongs once the unit of document 1 has gone."""
    assert [place for place, _ in apart("<D1 A<D2 B<D1 C<D2 D")] == [10]


@given(st.lists(st.sampled_from(["<D1 A", "<D2 B", "<D3 C", "<D D"])), st.integers(0, 4))
def test_units_stand_apart_alike_in_a_file_that_grows_piece_by_piece(pieces: list[str], cut: int) -> None:
    """Also where pieces end within units, which the next piece makes others."""
    reading, text = Reading(ToyLanguage(Role.KEY), ""), "".join(pieces)
    for start in range(0, len(text), 5 + cut):
        reading.edit([(start, start, text[start : start + 5 + cut])])
        so_far = text[: start + 5 + cut]
        afresh = Reading(ToyLanguage(Role.KEY), so_far)
        shown = [[(each.finding.rule, each.start) for each in one.findings] for one in (reading, afresh)]
        assert shown[0] == shown[1]
        grown = [
            [list(map(text_of, one.documents.units_of(name))) for name in "123"] for one in (reading, afresh)
        ]
        assert grown[0] == grown[1]


_UNITS = st.sampled_from(["<D1 A", "<D2 B", "<D3 C", "<D D", "<D4 E"])


@given(
    st.lists(_UNITS, min_size=3, max_size=14),
    st.lists(st.tuples(st.integers(0, 13), st.integers(0, 3), st.lists(_UNITS, max_size=3)), max_size=8),
    st.sampled_from([2, findings.MOST_STEPS]),
)
def test_units_stand_apart_alike_after_edits_anywhere(
    pieces: list[str], edits: list[tuple[int, int, list[str]]], most: int
) -> None:
    """Also where a search near the edit takes more steps than it may."""
    reading = Reading(ToyLanguage(Role.KEY), "".join(pieces))
    list(reading.findings)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(findings, "MOST_STEPS", most)
        for at, count, new in edits:
            replaced = slice(at, at + count)
            start, length = (len("".join(each)) for each in (pieces[:at], pieces[replaced]))
            reading.edit([(start, start + length, "".join(new))])
            pieces[replaced] = new
            afresh = Reading(ToyLanguage(Role.KEY), "".join(pieces))
            shown = [[(each.finding.rule, each.start) for each in one.findings] for one in (reading, afresh)]
            assert shown[0] == shown[1]


def test_an_edit_of_a_documents_name_costs_what_is_near_it() -> None:
    count, language = 500, OneDocumentAUnit(Role.KEY)
    reading = Reading(language, "".join(f"<D{number} A " for number in range(count)))
    list(reading.findings)
    language.asked[0][0] = 0
    assert reading.edit([(2, 3, "7")]) == {"<D0", "<D7"}
    assert reading.edit([(2, 3, "55")]) == {"<D7", "<D55"}
    assert reading.edit([(2, 4, "0")]) == {"<D0", "<D55"}
    assert language.asked[0][0] <= count / 2


def test_a_file_that_grows_at_its_end_is_not_gone_through_again() -> None:
    """As a long file does while it is loaded."""
    count, language = 500, OneDocumentAUnit(Role.KEY)
    reading, offset = Reading(language, "<D0 A "), 6
    language.asked[0][0] = 0
    for number in range(1, count):
        piece = f"<D{number} A "
        reading.edit([(offset, offset, piece)])
        offset += len(piece)
    assert language.asked[0][0] <= 40 * count


@dataclass(frozen=True)
class LineLanguage(ToyLanguage):
    """Units begin at `<D` in the first column only."""

    def boundaries(self, text: str) -> list[int]:
        return [start for start in super().boundaries(text) if text[start - 1] == "\n"]


def test_an_edit_right_before_a_unit_can_take_its_beginning_away() -> None:
    reading = Reading(LineLanguage(Role.KEY), "<D1 A\n<D2 B\n")
    assert [unit.document for unit in reading.units] == ["1", "2"]
    assert reading.edit([(5, 6, "")]) == {"1", "2"}
    assert [unit.text for unit in reading.units] == ["<D1 A<D2 B\n"]
    reading.edit([(5, 5, "\n")])
    assert [unit.document for unit in reading.units] == ["1", "2"]


def test_a_run_that_only_scores_measures_no_unit_until_something_is_asked_that_needs_it() -> None:
    measured: list[ToyUnit] = []

    class Counting(UnitFindings):
        def select_all(self, units: Sequence[ToyUnit]) -> list[int]:
            measured.extend(units)
            return super().select_all(units)

    text = "<D1 A <D2 B <D1 C "
    judged = Reading(ToyLanguage(Role.KEY), text)
    with patch("keytally.engine.reading.UnitFindings", Counting):
        reading = Reading(ToyLanguage(Role.KEY), text, judged=False)
    units = list(reading.units)
    assert "".join(unit.text for unit in units) == text
    assert list(reading.documents) == list(judged.documents)
    assert [len(reading.documents.units_of(name)) for name in reading.documents] == [2, 1]
    assert not measured
    assert [reading.units.offset_of(unit) for unit in units] == [
        judged.units.offset_of(unit) for unit in judged.units
    ]
    assert measured == units == list(reading.units)
