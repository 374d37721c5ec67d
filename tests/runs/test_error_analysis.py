"""`keytally.errors`: classes, gains, and the repairs to make first."""

from pathlib import Path

import pytest

import keytally
from keytally.runs.error_analysis import errors_of

PAGE = "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{}\n</TXT>\n</DOC>\n"
KEY = '<ENAMEX TYPE="PERSON">Ann</ENAMEX> met <ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX> staff'
RESPONSE = '<ENAMEX TYPE="LOCATION">Ann</ENAMEX> met Orrin Museum <TIMEX TYPE="DATE">staff</TIMEX>'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key").write_text(PAGE.format(1, KEY) + PAGE.format(2, KEY), encoding="utf-8")
    Path("response").write_text(PAGE.format(1, RESPONSE) + PAGE.format(2, KEY), encoding="utf-8")


def test_classes_have_their_number_their_share_and_their_worth() -> None:
    found = keytally.errors("key", "response").analysis
    assert [(each.name, each.number, dict(each.counts)) for each in found.classes] == [
        ("type", 1, {"inc": 1}),
        ("missed", 1, {"mis": 2}),
        ("spurious", 1, {"spu": 2}),
    ]
    assert [round(each.share, 1) for each in found.classes] == [33.3, 33.3, 33.3]
    assert found.headline == pytest.approx(100 * 2 * 5 / (8 + 8))
    after = [100 * 2 * 6 / (8 + 8), 100 * 2 * 7 / (8 + 10), 100 * 2 * 5 / (8 + 6)]
    assert [each.gain for each in found.classes] == pytest.approx([each - 62.5 for each in after])
    assert found.repaired == 100


def test_the_first_repairs_are_those_that_gain_most_one_after_the_other() -> None:
    found = keytally.errors("key", "response").analysis
    assert [each.valued.difference.name for each in found.first] == ["missed", "type", "spurious"]
    after = [100 * 2 * 7 / (8 + 10), 100 * 2 * 8 / (8 + 10), 100]
    assert [each.headline for each in found.first] == pytest.approx(after)


def test_values_have_places_from_1() -> None:
    values = keytally.errors("key", "response").values
    (kind, *_) = [each for each in values["differences"] if each["class"] == "type"]
    assert (kind["path"], kind["key"], kind["response"]) == ("response", 'PERSON "Ann"', 'LOCATION "Ann"')
    assert kind["range"] == {"start": {"line": 4, "column": 1}, "end": {"line": 4, "column": 37}}
    assert kind["key_place"]["path"] == "key"
    assert values["confusions"] == [{"key": "PERSON", "response": "LOCATION", "count": 1}]
    firsts = [values["differences"][each["difference"]]["class"] for each in values["first"]]
    assert firsts == ["missed", "type", "spurious"]


def test_a_class_narrows_what_is_listed_and_not_the_figures() -> None:
    found = keytally.errors("key", "response", classes=["Type"]).analysis
    assert [each.difference.name for each in found.differences] == ["type"]
    assert [each.valued.difference.name for each in found.first] == ["type"]
    assert len(found.classes) == 3


def test_the_first_words_of_a_class_stand_for_all_that_begin_so() -> None:
    Path("response").write_text(
        PAGE.format(1, KEY.replace("</ENAMEX> staff", " staff</ENAMEX>")), encoding="utf-8"
    )
    found = keytally.errors("key", "response", classes=["boundary"]).analysis
    assert [each.difference.name for each in found.differences] == ["boundary too long"]


def test_an_unknown_class_is_told() -> None:
    with pytest.raises(keytally.KeytallyError, match="unknown class 'mised'; did you mean missed"):
        keytally.errors("key", "response", classes=["mised"])


def test_a_negative_number_of_repairs_is_told() -> None:
    with pytest.raises(keytally.KeytallyError, match="invalid number of fixes -1"):
        keytally.errors("key", "response", top=-1)


def test_a_response_that_is_right_has_no_differences() -> None:
    found = errors_of(keytally.score("key", "key")).analysis
    assert (found.classes, found.differences, found.first, found.repaired) == ([], [], [], 100.0)


def test_a_document_that_the_response_lacks_is_written_for_the_repair() -> None:
    Path("response").write_text(PAGE.format(1, KEY), encoding="utf-8")
    found = keytally.errors("key", "response")
    assert [each.difference.name for each in found.analysis.differences] == ["missed", "missed"]
    assert found.values["differences"][0]["path"] == "key"
    assert found.analysis.repaired == 100


def test_an_empty_response_is_written_whole() -> None:
    Path("response").write_text("", encoding="utf-8")
    found = keytally.errors("key", "response", task="named_entity").analysis
    assert (found.headline, found.repaired) == (0, 100)


def test_where_the_order_of_the_file_counts_there_are_no_classes() -> None:
    Path("gold.m2").write_text("S a b\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n", encoding="utf-8")
    Path("output").write_text("a b\n", encoding="utf-8")
    with pytest.raises(keytally.KeytallyError, match="does not classify differences, because the score"):
        keytally.errors("gold.m2", "output", task="m2", options={"compatible": "3.2"})
