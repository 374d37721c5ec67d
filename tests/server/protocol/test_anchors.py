"""Units that diagnostics elsewhere name: what is remembered of their lines, and what looking again costs."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally.engine.reading import Reading
from keytally.families import registry
from keytally.families.contract import Role
from keytally.text import buffer
from keytally.text.buffer import BLOCK
from keytally_server.protocol.diagnostics import Anchor, Anchors
from tests.calls import calls_counted
from tests.server.session.test_adjudications import BARE, LOCATION, PERSON, TOML
from tests.server.wire import PUBLISH, Wire, on

RECORDS = 4 * BLOCK
GENERATION = 1
LINE_OF = "keytally.engine.units.line_started_by"
FEW, SMALL_BLOCK, DOCUMENTS = 8, 4, 40


def records(count: int) -> Reading:
    text = "".join(f"<PERSON-1-{number}> :=\n\tPER_NAME: Ada\n" for number in range(count))
    return Reading(registry.language("muc-template", Role.KEY), text)


def anchored(reading: Reading) -> list[tuple[Any, int]]:
    found = ((unit, reading.places.line_started_by(unit)) for unit in reading.units)
    return [(unit, line) for unit, line in found if line is not None]


def anchors(reading: Reading, found: list[tuple[Any, int]]) -> Anchors:
    revision = reading.revision
    return Anchors(GENERATION, [Anchor(reading, unit, line, revision, GENERATION) for unit, line in found])


def test_after_an_edit_stretches_are_looked_at_and_units_of_the_edited_one_alone() -> None:
    reading = records(RECORDS)
    named = anchors(reading, [each for each in anchored(reading) if each[1]])
    for text in ("x", "y"):
        reading.edit(
            [(len("<PERSON-1-0> :=\n\tPER_NAME: Ada"), len("<PERSON-1-0> :=\n\tPER_NAME: Ada"), text)]
        )
        with calls_counted() as counts:
            assert named.hold(GENERATION)
            assert named.hold(GENERATION)
        assert 0 < counts["keytally.engine.units.stretch_around"] <= 2 * RECORDS // BLOCK
        assert counts[LINE_OF] <= 2 * BLOCK


def test_nothing_is_looked_at_while_nothing_is_edited() -> None:
    reading = records(RECORDS)
    named = anchors(reading, anchored(reading))
    with calls_counted() as counts:
        assert named.hold(GENERATION)
        assert not named.hold(GENERATION + 1)
    assert counts[LINE_OF] == counts["keytally.engine.units.stretch_around"] == 0


PIECES = st.sampled_from(["x", "\n", "", "\r", "<PERSON-9-9> :=\n", "\tPER_AGE: 7\n"])


@settings(max_examples=60)
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), PIECES), max_size=5), st.data())
def test_after_any_edits_they_hold_where_all_units_start_their_lines(
    edits: list[tuple[float, int, str]], data: st.DataObject
) -> None:
    with patch.object(buffer, "BLOCK", SMALL_BLOCK):
        reading = records(DOCUMENTS)
        every = anchored(reading)
        found = data.draw(st.lists(st.sampled_from(every), max_size=6, unique_by=lambda each: each[1]))
        named = anchors(reading, found)
        for place, length, text in edits:
            start = round(place * len(reading))
            reading.edit([(start, min(start + length, len(reading)), text)])
            stand = all(reading.places.line_started_by(unit) == line for unit, line in found)
            assert named.hold(GENERATION) is stand


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An adjudication of many documents, in all of which annotators differ."""
    folder = tmp_path_factory.mktemp("adjudication")
    for name, text in {"anna": PERSON, "ben": LOCATION, "cleo": PERSON, "gold": BARE}.items():
        documents = (text.replace(" 1 ", f" {number} ") for number in range(DOCUMENTS))
        (folder / f"{name}.sgml").write_text("".join(documents))
    (folder / "keytally.toml").write_text(TOML)
    return folder


def published(wire: Wire, path: Path) -> list[Any]:
    wire.settle()
    return [each["diagnostics"] for each in wire.of(PUBLISH) if each["uri"] == path.as_uri()][-1]


def test_a_keystroke_of_an_annotator_leaves_what_leads_to_their_other_documents(root: Path) -> None:
    wire, gold, ben = on(root), root / "gold.sgml", root / "ben.sgml"
    wire.open(gold)
    wire.open(ben)
    wire.settle()
    for version, (old, new) in enumerate(((" met", "x met"), ("x met", " met")), 2):
        with calls_counted() as counts:
            wire.replace(ben, old, new, version)
            wire.settle()
        assert counts["keytally_server.protocol.diagnostics.relative_diagnostic"] <= FEW
        assert counts[LINE_OF] <= 2 * DOCUMENTS


EDITS = st.tuples(
    st.sampled_from(["gold", "ben"]),
    st.sampled_from([("Ann", "\nAnn"), ("<DOC>", "\n<DOC>"), ("Orrin", "x"), ("</DOC>\n", "</DOC>")]),
    st.integers(0, DOCUMENTS - 1),
)


@pytest.mark.long
@settings(max_examples=15)
@given(st.lists(EDITS, min_size=1, max_size=4))
def test_after_edits_of_several_files_the_gold_is_told_of_as_if_opened_afresh(
    root: Path, edits: list[tuple[str, tuple[str, str], int]]
) -> None:
    with patch.object(buffer, "BLOCK", SMALL_BLOCK):
        wire, fresh = on(root), on(root)
        files = {name: root / f"{name}.sgml" for name in ("gold", "ben")}
        for path in files.values():
            wire.open(path)
        wire.settle()
        for version, (name, (old, new), number) in enumerate(edits, 2):
            parts = wire.text(files[name]).split(old)
            parts[number : number + 2] = [new.join(parts[number : number + 2])]
            wire.change(files[name].as_uri(), version, {"text": old.join(parts)})
        for path in files.values():
            fresh.open(path, wire.text(path))
        assert published(wire, files["gold"]) == published(fresh, files["gold"])
