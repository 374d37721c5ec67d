"""What named-entity files say, which of it belongs together, and writing it into a gold document."""

from collections import Counter

import pytest
from hypothesis import given

from keytally.families.annotations import Annotation, Change
from keytally.families.muc.annotations import OTHER_TEXT
from keytally.families.muc.annotations.entities import CROSSES
from keytally.families.muc.evaluation.named_entity import NamedEntity
from keytally.families.muc.sgml.unit import SgmlUnit
from keytally.findings.finding import apply_edits
from tests.families.muc.annotations.entity_documents import ENTITIES, TASK, Entity, read, written
from tests.families.muc.sgml_files import document, named_entity

PERSON, DATE = '<ENAMEX TYPE="PERSON">', '<TIMEX TYPE="DATE">'


def said(text: str) -> list[Annotation]:
    return list(TASK.annotator.annotations([read(text)]))


def body(text: str) -> str:
    return document(text + "\n")


def rewritten(text: str, *changes: Change, unit: SgmlUnit | None = None) -> str:
    gold = unit or read(text)
    made = TASK.annotator.rewriting([gold], changes)
    assert made.refused == {}
    return apply_edits(gold.text, [edit for _, edit in made.edits])


def test_the_task_says_what_annotators_say() -> None:
    assert TASK.can_merge
    assert TASK.annotator.alternatives is not None


def test_an_entity_is_told_by_its_place_in_the_text_without_tags() -> None:
    one, other = said(body(f"{PERSON}Ida</ENAMEX> on {DATE}Monday\nnight</TIMEX>"))
    plain = TASK.annotator.bare([read(body("Ida on Monday\nnight"))])[0]
    assert [plain[slice(*each.extent)] for each in (one, other) if each.extent] == ["Ida", "Monday\nnight"]
    assert (one.name, one.value) == ("Ida", ("ENAMEX", "TYPE=PERSON"))
    assert (other.name, other.value, other.kind) == ("Monday night", ("TIMEX", "TYPE=DATE"), "entity")


@pytest.mark.parametrize(
    ("attributes", "value"),
    [
        (' type = "person"', ("TYPE=PERSON",)),
        (' TYPE="PERSON|LOCATION"', ("TYPE=LOCATION|PERSON",)),
        (' STATUS="OPT" ALT="I|Miss Ida" TYPE="PERSON"', ("TYPE=PERSON", "ALT=I|Miss Ida", "STATUS=OPT")),
        (' TYPE="PERSON" TYPE="LOCATION" COMMENT="why"', ("TYPE=PERSON",)),
        ("", ()),
    ],
)
def test_the_value_is_what_the_scorer_reads(attributes: str, value: tuple[str, ...]) -> None:
    assert [each.value for each in said(body(f"<ENAMEX{attributes}>Ida</ENAMEX>"))] == [("ENAMEX", *value)]


def test_entities_outside_of_the_sections_are_not_told() -> None:
    task = NamedEntity(named_entity(doc_sections=("TXT",)))
    outside = f"<DOC>\n<DOCNO> 7 </DOCNO>\n{PERSON}Ida</ENAMEX>\n<TXT>{DATE}May</TIMEX></TXT>\n</DOC>\n"
    assert [each.name for each in task.annotator.annotations([read(outside, task)])] == ["May"]


def pairs(first: str, second: str) -> list[tuple[str, str]]:
    left, right = said(body(first)), said(body(second))
    return [(left[one].name, right[other].name) for one, other in TASK.annotator.counterparts(left, right)]


def test_the_same_extent_comes_before_any_overlap() -> None:
    first = f"{PERSON}Ida Wren</ENAMEX>"
    second = f'<TIMEX TYPE="DATE">{PERSON}Ida</ENAMEX> Wren</TIMEX>'
    assert pairs(first, second) == [("Ida Wren", "Ida Wren")]


def test_entities_that_overlap_are_paired_as_the_scorer_does() -> None:
    place = '<ENAMEX TYPE="LOCATION">'
    assert pairs(f"{PERSON}Ida Wren</ENAMEX> of", f"Ida {PERSON}Wren</ENAMEX> of") == [("Ida Wren", "Wren")]
    second = f"{place}Ida</ENAMEX> {PERSON}Wren</ENAMEX>"
    assert pairs(f"{PERSON}Ida Wren of</ENAMEX>", f"{second} of") == [("Ida Wren of", "Wren")]


def test_what_the_scorer_does_not_align_is_paired_last() -> None:
    place = '<ENAMEX TYPE="LOCATION">'
    assert pairs(f"{PERSON}Ida Wren</ENAMEX>", f"Ida {place}Wren</ENAMEX>") == [("Ida Wren", "Wren")]
    second = f"{DATE}Ida</TIMEX> {place}Wren</ENAMEX>"
    assert pairs(f"{PERSON}Ida Wren</ENAMEX>", second) == [("Ida Wren", "Wren")]
    assert pairs(f"{PERSON}Ida Wren</ENAMEX>", f"{DATE}Ida</TIMEX> Wren") == [("Ida Wren", "Ida")]
    assert pairs(f"{PERSON}Ida</ENAMEX> Wren", f"Ida {PERSON}Wren</ENAMEX>") == []


@given(ENTITIES, ENTITIES)
def test_counterparts_of_exchanged_files_are_exchanged(first: list[Entity], second: list[Entity]) -> None:
    left, right = said(written(first)), said(written(second))
    there, back = TASK.annotator.counterparts(left, right), TASK.annotator.counterparts(right, left)
    assert sorted(there) == sorted((one, other) for other, one in back)
    assert len({one for one, _ in there}) == len({other for _, other in there}) == len(there)


def test_pairs_depend_on_how_the_scorer_tells_overlaps() -> None:
    exact = NamedEntity(named_entity(ne_overlap="exact"))
    left, right = said(body(f"{PERSON}Ida Wren</ENAMEX>")), said(body(f"Ida {PERSON}Wren</ENAMEX>"))
    assert exact.annotator.counterparts(left, right) == []


def contents(annotations: list[Annotation]) -> Counter[object]:
    return Counter((each.extent, each.value) for each in annotations)


@given(ENTITIES, ENTITIES)
def test_what_one_file_says_becomes_what_another_says(before: list[Entity], after: list[Entity]) -> None:
    gold = read(written(before))
    old, new = list(TASK.annotator.annotations([gold])), said(written(after))
    paired = dict(TASK.annotator.counterparts(old, new))
    changes = [Change(each, new[paired[n]] if n in paired else None) for n, each in enumerate(old)]
    taken = set(paired.values())
    changes += [Change(None, each) for n, each in enumerate(new) if n not in taken]
    text = rewritten("", *changes, unit=gold)
    assert contents(said(text)) == contents(new)
    assert read(text).stripped() == gold.stripped()


@given(ENTITIES)
def test_a_file_is_made_again_of_its_bare_text(entities: list[Entity]) -> None:
    text = written(entities)
    bare = read(TASK.annotator.bare([read(text)])[0])
    ordered = sorted(said(text), key=lambda each: (each.place, each.value))
    made = rewritten("", *(Change(None, each) for each in ordered), unit=bare)
    assert contents(said(made)) == contents(said(text))
    spans = [each.extent for each in ordered]
    if len(set(spans)) == len(spans):
        assert made == text


def test_a_change_of_type_changes_one_tag() -> None:
    text = body(
        f'<p> <TIMEX TYPE="DATE" ><ENAMEX TYPE="PERSON"  >Ida</ENAMEX ></TIMEX> of\r\n{DATE}May</TIMEX>'
    )
    gold = read(text)
    present = next(each for each in TASK.annotator.annotations([gold]) if each.value[0] == "ENAMEX")
    (wanted,) = said(body('<p> <ENAMEX type="LOCATION">Ida</ENAMEX> of\r\nMay'))
    made = rewritten("", Change(present, wanted), unit=gold)
    assert made == text.replace('<ENAMEX TYPE="PERSON"  >', '<ENAMEX type="LOCATION">')


def test_an_entity_that_crosses_another_is_refused_and_nothing_is_lost() -> None:
    gold = read(body(f"{PERSON}Ida Wren</ENAMEX> of Port"))
    (wanted,) = said(body(f"Ida {DATE}Wren of</TIMEX> Port"))
    made = TASK.annotator.rewriting([gold], [Change(None, wanted)])
    assert (list(made.edits), dict(made.refused)) == ([], {0: CROSSES})


def test_of_two_new_entities_that_cross_neither_is_written() -> None:
    gold = read(body("Ida Wren of Port"))
    (one,), (two,) = (
        said(body(f"{PERSON}Ida Wren</ENAMEX> of Port")),
        said(body(f"Ida {DATE}Wren of</TIMEX> Port")),
    )
    (three,) = said(body(f"Ida Wren of {PERSON}Port</ENAMEX>"))
    made = TASK.annotator.rewriting([gold], [Change(None, each) for each in (one, two, three)])
    assert dict(made.refused) == {0: CROSSES, 1: CROSSES}
    text = apply_edits(gold.text, [edit for _, edit in made.edits])
    assert text == body(f"Ida Wren of {PERSON}Port</ENAMEX>")


def test_an_entity_of_another_text_is_refused() -> None:
    gold = read(body("Ada Wren"))
    (wanted,) = said(body(f"{PERSON}Ida</ENAMEX> Wren"))
    assert dict(TASK.annotator.rewriting([gold], [Change(None, wanted)]).refused) == {0: OTHER_TEXT}


def test_documents_of_one_number_are_told_one_after_the_other() -> None:
    texts = body(f"{PERSON}Ida</ENAMEX>"), body(f"Ida {DATE}Monday</TIMEX>")
    units = [read(text) for text in texts]
    found = list(TASK.annotator.annotations(units))
    joined = "".join(TASK.annotator.bare(units))
    assert [joined[slice(*each.extent)] for each in found if each.extent] == ["Ida", "Monday"]
    bare = [read(text) for text in TASK.annotator.bare(units)]
    made = TASK.annotator.rewriting(bare, [Change(None, each) for each in found])
    assert made.refused == {}
    assert [apply_edits(unit.text, [e for u, e in made.edits if u is unit]) for unit in bare] == list(texts)


def test_alternatives_keep_types_and_texts() -> None:
    wide, narrow = '<ENAMEX TYPE="PERSON">Ida Wren</ENAMEX>', 'Ida <ENAMEX TYPE="LOCATION">Wren</ENAMEX>'
    one, other = said(body(wide))[0], said(body(narrow))[0]
    found = TASK.annotator.alternatives([other, one], False)
    assert found is not None and not found.parts
    assert TASK.annotator.alternatives([other, one], True) is None
    kept = found.annotation
    assert kept is not None
    assert (kept.name, kept.value) == ("Ida Wren", ("ENAMEX", "TYPE=LOCATION|PERSON", "ALT=Wren"))
    made = rewritten(body("Ida Wren"), Change(None, kept))
    assert made == body('<ENAMEX TYPE="LOCATION|PERSON" ALT="Wren">Ida Wren</ENAMEX>')


def test_there_are_no_alternatives_of_different_tags_or_of_texts_that_hold_none_of_the_others() -> None:
    one, other = (
        said(body(f"{PERSON}Ida Wren</ENAMEX> of"))[0],
        said(body(f"Ida {PERSON}Wren of</ENAMEX>"))[0],
    )
    assert TASK.annotator.alternatives([one, other], False) is None
    assert TASK.annotator.alternatives([one, said(body(f"{DATE}Ida Wren</TIMEX> of"))[0]], False) is None
