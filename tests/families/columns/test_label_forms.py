"""Labels with a suffix, of a letter only and of a type only are read, checked and written as `B-PER` is."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import keytally
from keytally.families.columns.annotations import relabelled
from keytally.families.columns.labels import infer_form, likely_label, read_label, written_label
from keytally.families.columns.model import Entity, LabelForm, Scheme
from keytally.families.columns.reading import CellForms, SentenceUnit
from keytally.findings.finding import apply_edits
from tests.families.columns.written import labels

SUFFIX, LETTER, TYPE = LabelForm.SUFFIX, LabelForm.LETTER, LabelForm.TYPE
KEYS = {
    SUFFIX: "Ada LOC-B\nBay LOC-I\nand O\nTom PER-B\n\nTom PER-B\n",
    LETTER: "Ada B\nBay I\nand O\nTom B\n\nTom B\n",
    TYPE: "Ada place-bay\nBay place-bay\nand O\nTom person\n\nTom person\n",
}


def counts(folder: Path, key: str, response: str, **options: str) -> tuple[int, int, int]:
    """The correct entities, those of the response and those of the key."""
    for name, text in (("a.key.bio", key), ("a.response.bio", response)):
        (folder / name).write_text(text, encoding="utf-8")
    found = keytally.score(folder / "a.key.bio", folder / "a.response.bio", options=options).totals
    return found["correct"], found["proposed"], found["gold"]


@pytest.mark.parametrize("form", KEYS)
def test_entities_are_scored(form: LabelForm, tmp_path: Path) -> None:
    key = KEYS[form]
    last = key.rstrip("\n").rsplit(" ", 1)[1]
    assert counts(tmp_path, key, key) == (3, 3, 3)
    assert counts(tmp_path, key, key.removesuffix(f"{last}\n") + "O\n") == (2, 2, 3)


@pytest.mark.parametrize("form", KEYS)
def test_sound_files_have_no_findings(form: LabelForm, tmp_path: Path) -> None:
    (tmp_path / "a.key.bio").write_text(KEYS[form], encoding="utf-8")
    assert not keytally.check(tmp_path / "a.key.bio")


@pytest.mark.parametrize(
    ("texts", "form"),
    [
        ("O B-PER I-PER MISC-B", LabelForm.PREFIX),
        ("O b-PER x B_LOC", LabelForm.PREFIX),
        ("O x", LabelForm.PREFIX),
        ("PERSON ORG", LabelForm.PREFIX),
        ("O PER-B PER-I x", SUFFIX),
        ("O S B E O", LETTER),
        ("O PERSON B-ORG ORG ORG", TYPE),
    ],
)
def test_most_labels_tell_the_form(texts: str, form: LabelForm) -> None:
    assert infer_form(texts.split()) is form


@given(labels(), st.sampled_from([*LabelForm]))
def test_a_label_that_can_be_written_is_read_as_it_was(label: str, form: LabelForm) -> None:
    text = written_label(label, form)
    assert text is None or read_label(text, form) == label
    assert text is not None or form in (LETTER, TYPE)


@pytest.mark.parametrize(
    ("text", "form", "label"),
    [("PER_i", SUFFIX, "PER-I"), ("b", LETTER, "B"), ("0", TYPE, "O"), ("PER", SUFFIX, None)],
)
def test_near_labels_are_corrected_in_their_form(text: str, form: LabelForm, label: str | None) -> None:
    assert likely_label(text, form) == label


@pytest.mark.parametrize(
    ("form", "type_", "after"),
    [
        (SUFFIX, "ORG", "a ORG-B\nb ORG-I\nc O\n"),
        (LETTER, "_", "a B\nb I\nc O\n"),
        (LETTER, "ORG", None),
        (TYPE, "ORG", None),
    ],
)
def test_entities_are_written_in_the_form(form: LabelForm, type_: str, after: str | None) -> None:
    text = "a O\nb O\nc O\n"
    edits = relabelled(SentenceUnit(text, cells=CellForms(form=form)), [Entity(0, 2, type_)], Scheme.IOB2)
    assert (None if edits is None else apply_edits(text, edits)) == after


def test_a_type_alone_is_written_as_in_io() -> None:
    text = "a O\nb O\nc O\n"
    edits = relabelled(SentenceUnit(text, cells=CellForms(form=TYPE)), [Entity(0, 2, "ORG")], Scheme.IO)
    assert edits is not None
    assert apply_edits(text, edits) == "a ORG\nb ORG\nc O\n"


def test_the_option_sets_the_form(tmp_path: Path) -> None:
    text = "a PERSON\nb PERSON\n"
    assert counts(tmp_path, text, text, labels="type") == (1, 1, 1)


def test_the_form_of_a_response_is_the_key_s(tmp_path: Path) -> None:
    key, response = "Ada B-PER\nand O\nTom B-PER\n", "Ada PER\nand O\nTom PER\n"
    assert counts(tmp_path, key, response) == (0, 0, 2)


@pytest.mark.parametrize("form", [SUFFIX, LETTER])
def test_transitions_are_named_and_fixed_in_the_form(form: LabelForm, tmp_path: Path) -> None:
    labels_of = {SUFFIX: ("PER-B", "PER-I"), LETTER: ("B", "I")}
    begin, inside = labels_of[form]
    (tmp_path / "a.key.bio").write_text(f"a {begin}\nb O\nc {begin}\nd O\ne {inside}\n", encoding="utf-8")
    (found,) = keytally.check(tmp_path / "a.key.bio")
    assert found.rule.name == "columns-transition"
    assert found.message.startswith(f"invalid IOB2 transition: {inside} ") and found.message.endswith(
        f"read as {begin}"
    )


def test_types_have_their_places_for_colours() -> None:
    unit = SentenceUnit("a PER-B\n", cells=CellForms(form=SUFFIX))
    assert [unit.text[piece.start : piece.end] for piece in unit.pieces()] == ["PER", "B"]
    assert all(before.end <= after.start for before, after in pairwise(unit.pieces()))
