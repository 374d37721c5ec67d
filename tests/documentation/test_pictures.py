"""The drawn pictures say what scoring says."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import keytally
from editors.generator.pictures.explained import KEY_SENTENCE, RESPONSE_SENTENCE, counted_slots
from editors.generator.pictures.moving_score import CHANGES, SECONDS, moving_score
from editors.generator.pictures.scored import Scored, plain
from keytally.families.contract import Role
from tests.house.tracked import CHECKOUT

IMAGES = CHECKOUT / "docs" / "images"
DRAWN = ["moving-score", "aligned-tags", "counted-slots", "cut-classes"]
SVG = "{http://www.w3.org/2000/svg}"
LONGEST = 11.0
"""Seconds that the picture of the start page may take: the issue is to see a score move in ten."""


def test_the_scores_of_the_moving_picture_are_those_of_the_command(examples: Path, tmp_path: Path) -> None:
    workspace = examples / "named_entity"
    text = (workspace / "response.sgml").read_text(encoding="utf-8")
    told = []
    for change in (None, *CHANGES):
        text = text if change is None else text.replace(change.old, change.new)
        (tmp_path / "response.sgml").write_text(text, encoding="utf-8", newline="\n")
        result = keytally.score(
            workspace / "key.sgml", tmp_path / "response.sgml", config=workspace / "ne.config"
        )
        told.append(f"{result.headline:.2f}")
    picture = ElementTree.fromstring(moving_score(workspace))
    shown = re.findall(
        r"P&R (\d+\.\d+)",
        " ".join("".join(each.itertext()) for each in picture.iter(f"{SVG}text")).replace("\xa0", " "),
    )
    assert shown == told
    assert [float(each) for each in told] == sorted({float(each) for each in told})
    page = (CHECKOUT / "docs" / "index.md").read_text(encoding="utf-8")
    assert f"its score moves from {told[0]} to {told[-1]}](images/moving-score.svg)" in page


def test_the_moving_picture_is_seen_in_ten_seconds() -> None:
    assert (len(CHANGES) + 1) * SECONDS < LONGEST


def test_who_wants_no_motion_sees_the_end(examples: Path) -> None:
    drawn = moving_score(examples / "named_entity")
    assert "prefers-reduced-motion" in drawn and f".f{len(CHANGES)}{{opacity:1}}" in drawn


def test_an_example_that_has_changed_is_told(tmp_path: Path, examples: Path) -> None:
    for name in ("key.sgml", "response.sgml", "ne.config"):
        text = (examples / "named_entity" / name).read_text(encoding="utf-8")
        (tmp_path / name).write_text(text.replace("Vellmark", "Vellmere"), encoding="utf-8")
    with pytest.raises(ValueError, match="the example has"):
        moving_score(tmp_path)


def test_the_sentence_that_is_explained() -> None:
    """The manual: recall is COR + ½ PAR over possible, precision the same over actual."""
    assert plain(KEY_SENTENCE) == plain(RESPONSE_SENTENCE)
    told = " ".join(
        "".join(each.itertext()) for each in ElementTree.fromstring(counted_slots()).iter(f"{SVG}text")
    )
    shown = told.replace("\xa0", " ")
    assert "recall = 3 / 6 = 50.0 %" in shown and "precision = 3 / 6 = 50.0 %" in shown
    assert re.findall(r"\b[A-Z]{3}\b", shown) == ["COR"] * 3 + ["INC", "MIS", "MIS"] + ["COR"] * 3 + [
        "INC",
        "SPU",
        "SPU",
    ]


def test_tags_are_placed_in_the_text_without_tags() -> None:
    body = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> saw <TIMEX TYPE="DATE">May</TIMEX>'
    key = f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"
    scored = Scored("named_entity", key, key.replace('<TIMEX TYPE="DATE">May</TIMEX>', "May"))
    text = plain(key)
    for role in (Role.KEY, Role.RESPONSE):
        found = [(text[each.start : each.end], each.verdict, each.type) for each in scored.tags(role)]
        assert found == [("Ann", "cor", "PERSON"), ("May", "mis", "DATE")]


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_can_be_read_out(name: str) -> None:
    title = ElementTree.parse(IMAGES / f"{name}.svg").getroot().find(f"{SVG}title")
    assert title is not None and title.text
