"""A large document in pieces tells what the whole document tells."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keytally.error_analysis.corrections import Corrections
from keytally.families.muc.differences import entities as differences_entities
from tests.error_analysis.laws import all_repaired, check_laws, scored
from tests.families.muc.annotations.entity_documents import (
    ENTITIES,
    TASK,
    Entity,
    without_optional,
    written,
)
from tests.families.muc.sgml_files import document

Lines = Sequence[Sequence[Entity]]
LINES = st.lists(ENTITIES, min_size=3, max_size=3)


def body(entities: Sequence[Entity]) -> str:
    return written(entities).split("<TXT>\n")[1].split("\n</TXT>")[0]


def file(lines: Lines) -> str:
    return document("".join(f"{body(line)}\nno entity here\n" for line in lines))


def in_pieces(key: str, response: str) -> list[Any]:
    live = scored(TASK, key, response)
    name = next(iter(live.documents))
    sides = (side.documents.units_of(name) for side in (live.key, live.response))
    return list(TASK.classifier.pieces(*sides, TASK.classifier.differences(live.scores_of(name))))


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(differences_entities, "FEWEST", 1)


PATIENT = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


def test_the_task_divides_documents() -> None:
    assert TASK.classifier.pieces is not None
    lines = [[(0, 1, "ENAMEX", ' TYPE="PERSON"')]] * 3
    assert len(in_pieces(file(lines), file([[]] * 3))) == 3


def test_only_pieces_with_differences_are_read() -> None:
    lines = [[(0, 1, "ENAMEX", ' TYPE="PERSON"')]] * 3
    assert len(in_pieces(file(lines), file([lines[0], [], lines[2]]))) == 1


def test_a_lone_tag_leaves_a_document_whole() -> None:
    key = file([[(0, 1, "ENAMEX", ' TYPE="PERSON"')]] * 3)
    assert in_pieces(key, key.replace("</ENAMEX>", "", 1)) == []


@PATIENT
@given(LINES, LINES)
def test_pieces_meet_the_laws(key: Lines, response: Lines) -> None:
    check_laws(TASK, file(key), file(response))
    live = all_repaired(TASK, file([without_optional(line) for line in key]), file(response))
    assert Corrections(live).differences(next(iter(live.documents))) == []


@PATIENT
@given(LINES, LINES)
def test_pieces_have_the_differences_of_the_whole(key: Lines, response: Lines) -> None:
    live = scored(TASK, file(key), file(response))
    (name,) = live.documents
    whole, divided = TASK.classifier.differences(live.scores_of(name)), Corrections(live).differences(name)
    assert [each._replace(subject=None) for each in divided] == [
        each._replace(subject=None) for each in whole
    ]


@PATIENT
@given(
    LINES,
    LINES,
    st.sampled_from(["Port", "here", "<p>"]),
    st.sampled_from(["", "x", "a longer one"]),
)
def test_pieces_of_altered_texts_meet_the_laws(key: Lines, response: Lines, old: str, new: str) -> None:
    check_laws(TASK, file(key), file(response).replace(old, new, 1))
