"""Annotating columns, as pictures: the lines with a cursor before, and without it after an action."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.columns.labels import entities, labels_in
from keytally.families.columns.model import Scheme
from keytally.families.columns.reading import SentenceUnit
from keytally_server.answers import CodeActionKind, RenameError, combined
from keytally_server.requests.code_actions import code_actions
from keytally_server.requests.definitions import references
from keytally_server.requests.hover import hover
from keytally_server.requests.navigation import next_candidate
from keytally_server.requests.rename import renamable, rename
from tests.families.columns.written import labels, written
from tests.server.columns_desk import ColumnsDesk, alone, lines, response
from tests.server.desk import applied

TAG, RETYPE = CodeActionKind.TAG, CodeActionKind.RETYPE
KEY = lines("Ann_B-PER", "Kory_I-PER", "of_O", "Vale_B-LOC", "Ltd_I-LOC", "Ann_B-PER")


# Types


def test_a_file_without_entities_has_the_usual_types() -> None:
    assert alone("An‸n_O").titles(TAG) == ["Tag as PER", "Tag as ORG", "Tag as LOC", "Tag as MISC"]


def test_types_around_come_first_to_last_by_number() -> None:
    assert alone("A_B-X", "B_B-Y", "C_B-Y", "D‸_O").titles(TAG) == ["Tag as Y", "Tag as X"]


def test_a_response_has_the_types_of_its_key() -> None:
    assert response(KEY, "A‸nn_O", "Kory_B-ODD").titles(TAG) == ["Tag as PER", "Tag as LOC"]


# Tagging and changing

CHANGES = [
    ("Tag as PER", ["A‸nn_O", "Kory_O"], ["Ann_B-PER", "Kory_O"]),
    ("Tag as PER", ["«Ann_O", "Kory»_O", "left_O"], ["Ann_B-PER", "Kory_I-PER", "left_O"]),
    ("Tag as PER", ["«Ann_O", "Kory_O", "»left_O"], ["Ann_B-PER", "Kory_I-PER", "left_O"]),
    ("Tag as PER", ["Ann_«O", "Kory_O»", "left_O"], ["Ann_B-PER", "Kory_I-PER", "left_O"]),
    ("Tag as PER", ["Ann_O«", "Kory_O", "le»ft_O"], ["Ann_O", "Kory_B-PER", "left_I-PER"]),
    ("Tag as LOC", ["«Ann_B-PER", "Kory»_I-PER", "of_I-PER"], ["Ann_B-LOC", "Kory_I-LOC", "of_O"]),
    ("Change to LOC", ["Ann_B-PER", "Ko‸ry_I-PER", "of_O"], ["Ann_B-LOC", "Kory_I-LOC", "of_O"]),
    ("Extend by a word to the right", ["An‸n_B-PER", "Kory_O"], ["Ann_B-PER", "Kory_I-PER"]),
    ("Extend by a word to the left", ["Ann_O", "Ko‸ry_B-PER"], ["Ann_B-PER", "Kory_I-PER"]),
    ('Resize PER to "Ann Kory"', ["«Ann_B-PER", "Kory»_O"], ["Ann_B-PER", "Kory_I-PER"]),
    ('Resize PER to "Ann"', ["«Ann»_B-PER", "Kory_I-PER"], ["Ann_B-PER", "Kory_O"]),
    ("Shrink by a word from the right", ["An‸n_B-PER", "Kory_I-PER"], ["Ann_B-PER", "Kory_O"]),
    ("Shrink by a word from the left", ["An‸n_B-PER", "Kory_I-PER"], ["Ann_O", "Kory_B-PER"]),
    ("Remove the PER labels", ["Ann_B-PER", "Kory_I-PER‸", "of_B-LOC"], ["Ann_O", "Kory_O", "of_B-LOC"]),
]


@pytest.mark.parametrize(("title", "before", "after"), CHANGES)
def test_entities_are_tagged_and_changed(title: str, before: list[str], after: list[str]) -> None:
    assert response(KEY, *before).after(title) == after


IN_SCHEMES = [
    ("IOB1", "Tag as PER", ["Ann_I-PER", "Ko‸ry_O"], ["Ann_I-PER", "Kory_B-PER"]),
    ("IOB1", "Remove the PER labels", ["Ann‸_I-PER", "Kory_B-PER"], ["Ann_O", "Kory_I-PER"]),
    ("IOBES", "Tag as PER", ["An‸n_O", "Kory_O"], ["Ann_S-PER", "Kory_O"]),
    ("IOBES", "Extend by a word to the right", ["An‸n_S-PER", "Kory_O"], ["Ann_B-PER", "Kory_E-PER"]),
    ("BILOU", "Shrink by a word from the left", ["An‸n_B-PER", "Kory_L-PER"], ["Ann_O", "Kory_U-PER"]),
    ("IO", "Change to LOC", ["An‸n_I-PER", "Vale_I-LOC"], ["Ann_I-LOC", "Vale_B-LOC"]),
]


@pytest.mark.parametrize(("scheme", "title", "before", "after"), IN_SCHEMES)
def test_each_scheme_is_kept(scheme: str, title: str, before: list[str], after: list[str]) -> None:
    assert response(KEY, *before, scheme=scheme).after(title) == after


def test_a_file_alone_tells_its_scheme() -> None:
    assert alone("Ann_S-PER", "", "Ko‸ry_O").after("Tag as PER") == ["Ann_S-PER", "", "Kory_S-PER"]


def test_nothing_is_offered_between_sentences_and_in_comments() -> None:
    assert response(KEY, "Ann_O", "‸", "Kory_O").actions() == []
    assert response(KEY, "# a co‸mment", "Ann_O").actions() == []


def test_an_entity_does_not_grow_into_another() -> None:
    desk = response(KEY, "An‸n_B-PER", "Kory_B-PER")
    assert desk.titles(CodeActionKind.EXTEND) == []


def test_what_the_key_has_comes_first_and_is_preferred() -> None:
    desk = response(KEY, "Ann_B-PER", "Kory_O", "of_O", "Vale_B-L‸OC", "Ltd_I-LOC", "Ann_B-PER")
    assert not any(action.is_preferred for action in desk.actions())
    desk = response(KEY, "An‸n_B-PER", "Kory_O", "of_O", "Vale_B-LOC", "Ltd_I-LOC", "Ann_B-PER")
    first = desk.actions()[0]
    assert (first.title, first.is_preferred) == ('Accept the key\'s PER "Ann Kory"', True)


@given(
    st.lists(labels(), min_size=1, max_size=6),
    st.sampled_from([*Scheme]),
    st.tuples(st.integers(0, 60), st.integers(0, 60)),
)
def test_every_action_keeps_the_scheme(rows: list[str], scheme: Scheme, ends: tuple[int, int]) -> None:
    sound = labels_in(scheme, entities(rows), len(rows))
    text = written([sound])
    start, end = sorted(min(each, len(text) - 1) for each in ends)
    picture = f"{text[:start]}«{text[start:end]}»{text[end:]}".replace("\t", "_").splitlines()
    desk = response(KEY, *picture, scheme=scheme.value)
    for action in desk.actions():
        after = SentenceUnit(applied(text, combined(action))).labels()
        assert list(after) == labels_in(scheme, entities(after), len(rows))


# Completion

COMPLETIONS = [
    ("IOB2", ["Ann_‸O"], ["O", "B-PER", "B-LOC"]),
    ("IOB2", ["Ann_B-PER", "Kory_B‸"], ["I-PER", "O", "B-PER", "B-LOC"]),
    ("IOB1", ["Ann_I-PER", "Kory_‸O"], ["I-PER", "O", "I-LOC", "B-PER"]),
    ("IOBES", ["Ann_O‸"], ["O", "S-PER", "B-PER", "S-LOC", "B-LOC"]),
    ("IOBES", ["Ann_B-PER", "Kory_‸O"], ["E-PER", "I-PER"]),
    ("BILOU", ["Ann_U-PER", "Kory_‸O"], ["O", "U-PER", "B-PER", "U-LOC", "B-LOC"]),
    ("IOB2", ["An‸n_O"], []),
    ("IOB2", ["Ann_O", "‸"], []),
]


@pytest.mark.parametrize(("scheme", "before", "offered"), COMPLETIONS)
def test_labels_are_completed(scheme: str, before: list[str], offered: list[str]) -> None:
    assert response(KEY, *before, scheme=scheme).completions() == offered


def test_a_label_that_is_missing_is_completed_behind_its_blank() -> None:
    assert response(KEY, "Ann_B-PER", "Kory_‸").completed() == ["Ann_B-PER", "Kory_I-PER"]
    assert response(KEY, "Ann_B-PER", "Kory‸").completions() == []


# Names


def test_a_type_is_renamed_in_the_whole_file() -> None:
    desk = alone("Ann_B-P‸ER", "Kory_I-PER", "of_B-LOC", "", "Ann_B-PER")
    assert desk.renamed("PERSON") == ["Ann_B-PERSON", "Kory_I-PERSON", "of_B-LOC", "", "Ann_B-PERSON"]


def test_entities_stay_apart_when_two_types_become_one() -> None:
    assert alone("A_I-X‸", "B_I-Y", "C_B-Y").renamed("Y") == ["A_I-Y", "B_B-Y", "C_B-Y"]


@pytest.mark.parametrize("name", ["", "A B", "A\tB", "A\n"])
def test_a_type_is_one_word(name: str) -> None:
    desk = alone("Ann_B-P‸ER")
    with pytest.raises(RenameError, match="one word"):
        rename(desk.snapshot, desk.start, name)


@pytest.mark.parametrize("picture", ["An‸n_B-PER", "Ann_O‸", "Ann_PE‸R"])
def test_only_types_have_names(picture: str) -> None:
    desk = alone(picture)
    assert renamable(desk.snapshot, desk.start) is None


def test_the_uses_of_a_type_are_found() -> None:
    desk = alone("Ann_B-P‸ER", "Kory_I-PER", "", "Vale_B-LOC", "Ann_B-PER")
    found = references(desk.snapshot, desk.start, with_declaration=True)
    assert [desk.text[each.start : each.end] for each in found] == ["PER"] * 3


# Equal names


def test_names_that_are_tagged_elsewhere_are_found() -> None:
    desk = alone("‸Ann_B-PER", "Kory_I-PER", "", "saw_O", "Ann_O", "Kory_O", "of_O", "Ann_O", "", "Ann_B-PER")
    stop = next_candidate(desk.snapshot, desk.start)
    assert stop is not None
    assert desk.text[stop.start : stop.end] == "Ann\tO\nKory\tO"
    assert (stop.message, stop.action) == ('"Ann Kory" is tagged PER elsewhere', "tag.PER")
    further = next_candidate(desk.snapshot, stop.start)
    assert further is not None
    assert desk.text[further.start : further.end] == "Ann\tO"


def test_equal_names_are_tagged_in_the_whole_file() -> None:
    desk = alone("Ann_B-P‸ER", "Ann_O", "", "of_O", "Ann_O", "", "Ann_B-LOC")
    (found,) = [
        action
        for action in code_actions(desk.snapshot, desk.start, desk.end, None)
        if action.kind is CodeActionKind.TAG_IDENTICAL
    ]
    assert found.title == 'Tag all other occurrences of "Ann" in this file as PER'
    after = applied(desk.text, combined(found))
    assert after == lines("Ann_B-PER", "Ann_B-PER", "", "of_O", "Ann_B-PER", "", "Ann_B-LOC")
    assert desk.titles(CodeActionKind.TAG_IDENTICAL) == []


# Hover


def hovered(desk: ColumnsDesk) -> str:
    found = hover(desk.snapshot, desk.start)
    return found.markdown if found else ""


def test_a_hover_shows_the_entity_of_a_line() -> None:
    assert hovered(alone("Ann_B-PER", "Ko‸ry_I-PER")) == "`PER` `Ann Kory`, 2 tokens"
    assert hovered(alone("o‸f_O")) == ""


def test_a_hover_shows_the_verdict() -> None:
    text = hovered(response(KEY, "Ann_B-P‸ER", "Kory_O", "of_O"))
    assert "incorrect" in text
    assert "`PER` `Ann`, 1 token" in text
    assert hovered(response(KEY, "A‸nn_B-PER", "Kory_O", "of_O")) == text
