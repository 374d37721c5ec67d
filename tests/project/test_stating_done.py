"""What an annotator has finished is put into keytally.toml, and taken out of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.findings.finding import apply_edits
from keytally.project.toml_edits import mark_done_edits, unmark_done_edits
from keytally.project.toml_values import load_toml

HEAD = '[[adjudication]]\ntask = "named_entity"\ngold = "gold.sgml"\n'
ANNOTATORS = 'annotators = { anna = "anna.sgml", ben = "ben.sgml" } # both\n'
TABLE = HEAD + ANNOTATORS


def added(text: str, document: str = "2", annotator: str = "ben", table: int = 0) -> str | None:
    edits = mark_done_edits(text, ("adjudication", table), annotator, document)
    return None if edits is None else apply_edits(text, edits)


def taken(text: str, document: str = "2", **further: Any) -> str | None:
    edits = unmark_done_edits(text, ("adjudication", 0), "ben", document, **further)
    return None if edits is None else apply_edits(text, edits)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", 'done = { ben = ["2"] }\n'),
        ("done = {}\n", 'done = { ben = ["2"] }\n'),
        ('done = { anna = ["1"] }\n', 'done = { anna = ["1"], ben = ["2"] }\n'),
        ("done = { ben = [] }\n", 'done = { ben = ["2"] }\n'),
        ('done = { ben = ["1"] }\n', 'done = { ben = ["1", "2"] }\n'),
        ('done = { ben = "1" }\n', 'done = { ben = ["1", "2"] }\n'),
        ('done.ben = [\n  "1", # x\n]\n', 'done.ben = [\n  "1", "2", # x\n]\n'),
        ('done.anna = ["1"]\n', 'done.anna = ["1"]\ndone.ben = ["2"]\n'),
        ("[adjudication.done]\n", '[adjudication.done]\nben = ["2"]\n'),
    ],
)
def test_a_document_is_added_and_all_else_stays(before: str, after: str) -> None:
    assert added(TABLE + before) == TABLE + after
    assert added(f"{TABLE}{before}[rules]\n") == f"{TABLE}{after}[rules]\n"
    assert added((TABLE + before).replace("\n", "\r\n")) == (TABLE + after).replace("\n", "\r\n")


def test_a_table_of_annotators_stays_in_its_place() -> None:
    table = '[adjudication.annotators]\nanna = "a.sgml"\nben = "b.sgml"\n'
    assert added(HEAD + table) == f'{HEAD}done = {{ ben = ["2"] }}\n{table}'


def test_the_table_is_found_by_its_number_and_names_are_quoted() -> None:
    other = HEAD + 'annotators = { "a b" = "x.sgml", ben = "ben.sgml" }\n'
    assert added(TABLE + other, 'x"', "a b", 1) == f'{TABLE}{other}done = {{ "a b" = ["x\\""] }}\n'


def test_what_is_stated_already_is_not_added() -> None:
    assert added(TABLE + 'done = { ben = ["2"] }\n') is None


@pytest.mark.parametrize("text", ["", "x", TABLE + "done = 1\n", TABLE + "done = { ben = 1 }\n"])
def test_nothing_is_put_into_a_file_with_mistakes(text: str) -> None:
    assert added(text) is None
    assert taken(text) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('["2"]', "[]"),
        ('"2"', "[]"),
        ('["1", "2"]', '["1"]'),
        ('["2", "1"]', '["1"]'),
        ('["1", "2", "3", "2"]', '["1", "3"]'),
        ('[\n  "2",\n  "1", # x\n]', '[\n  "1", # x\n]'),
        ('["1"]', None),
    ],
)
def test_a_document_is_taken_out(before: str, after: str | None) -> None:
    text = TABLE + "done = { ben = %s }\n"
    assert taken(text % before) == (None if after is None else text % after)


def test_a_document_is_taken_out_however_it_is_written() -> None:
    text = TABLE + 'done = { ben = ["26-1", "3"] }\n'
    assert (
        taken(text, "261", document_of=lambda name: name.replace("-", ""))
        == TABLE + 'done = { ben = ["3"] }\n'
    )


@given(st.lists(st.text(min_size=1, max_size=4), unique=True, max_size=4), st.text(min_size=1, max_size=4))
def test_any_names_are_added_and_taken_out_again(documents: list[str], annotator: str) -> None:
    text = TABLE
    for document in documents:
        made = added(text, document, annotator)
        assert made is not None
        text = made
    values = load_toml(text)
    assert isinstance(values, dict)
    assert values["adjudication"][0].get("done", {}).get(annotator, []) == documents
