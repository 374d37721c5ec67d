"""What definitions say: choices, cardinalities, sets; and one finding a mistake."""

import pytest

from keytally.families.muc.bnf import BnfElement, BnfSlot, Cardinality, ElementKind, read_bnf
from tests.pictures import drawn_spans, normal, text_of


def slot(definition: str, sets: str = "LOC :: {CITY, PROVINCE}") -> BnfSlot:
    found = read_bnf(f"<A> :=\n\tX: {definition}\n{sets}\n").bnf.of_class("a")
    assert found is not None
    return found.slots[0]


@pytest.mark.parametrize(
    ("mark", "least", "most", "words"),
    [
        ("^", 1, 1, "exactly one fill"),
        ("-", 0, 1, "at most one fill"),
        ("*", 0, None, "any number of fills"),
        ("+", 1, None, "at least one fill"),
    ],
)
def test_marks_of_the_notation(mark: str, least: int, most: int | None, words: str) -> None:
    """`^` exactly one, `-` zero or one, `*` zero or more, `+` one or more."""
    for definition in (f'"NAME"{mark}', f'"NAME" {mark}', f"NAME-STRING {mark}", f"{{A, B}}{mark}"):
        assert slot(definition).cardinality == Cardinality(least, most)
        assert str(slot(definition).cardinality) == words


def test_what_may_fill_a_slot() -> None:
    """`{A, B}` set fill; `{{X}}` a named set; `"..."` string; `<CLASS>` pointer; `|` choice."""
    assert slot('"NUMBER"^').choices == ((BnfElement(ElementKind.STRING, "NUMBER"),),)
    assert slot("{A B, C}^").choices == ((BnfElement(ElementKind.SET, "", ("A B", "C")),),)
    assert slot("{{LOC}}^").choices == ((BnfElement(ElementKind.SET, "LOC", ("CITY", "PROVINCE")),),)
    assert slot("LOCALE-STRING {{LOC}} *").choices == (
        (
            BnfElement(ElementKind.WORD, "LOCALE-STRING"),
            BnfElement(ElementKind.SET, "LOC", ("CITY", "PROVINCE")),
        ),
    )
    assert slot("<PERSON> | <ORG> *").pointers == ("PERSON", "ORG")
    assert slot("ONE-STRING | OTHER-STRING *").kind == "string"


def test_kinds_are_those_of_a_configuration() -> None:
    kinds = {
        '"NAME"-': "string",
        "{A}-": "set",
        "{{LOC}} | {B} -": "set",
        "<A>*": "pointer",
        '{A} | "x"-': "string",
    }
    assert {definition: slot(definition).kind for definition in kinds} == kinds


def test_a_bar_between_choices_with_marks_of_their_own() -> None:
    assert slot("{A}^ | {B}*").cardinality == Cardinality(0, None)


def test_a_pointer_to_no_class_stands_for_any() -> None:
    bnf = read_bnf("<A> :=\n\tX: <any-object>*\n\tY: <B>*\n<B> :=\n\tZ: {C}-\n").bnf
    one, two = bnf.classes[0].slots
    assert (bnf.targets(one), bnf.targets(two)) == (None, ("b",))


def test_names_ignore_case_and_comments_say_nothing() -> None:
    bnf = read_bnf('/* <A> := */ <Per> := /* x */ Name: /* "y" */ "NAME"^ {{S}}').bnf
    assert [each.name for each in bnf.classes] == ["Per"]
    per = bnf.of_class("PER")
    assert per is not None and per.slot("NAME") is not None


def test_a_class_defined_in_two_places_has_the_slots_of_both() -> None:
    bnf = read_bnf("<A> :=\n\tX: {B}^\n<A> :=\n\tX: {C}^\n\tY: {D}^\n").bnf
    assert [(each.name, each.values) for each in bnf.classes[0].slots] == [("X", ("B",)), ("Y", ("D",))]


def test_the_first_definition_is_pointed_out() -> None:
    text = "<A> :=\n\tX: {{S}}^\n\tx: {C}^\n<a> :=\nS :: {B}\ns :: {C}\n"
    unit = read_bnf(text)
    related = [each for finding in unit.findings for each in finding.related]
    assert [text[each.start :][:3] for each in related] == ["X: ", "<A>", "S :"]
    assert all(each.unit is unit for each in related)


PICTURES = [
    """
    <A> :=
      X: {{LOCS}}^
           ^^^^ undefined-set
      Y:
      ^^ bnf-syntax
      Z: "NAME"
      ^^ bnf-syntax
    LOC :: {CITY}
    """,
    """
    <A> :=
      X: "NAME
         ^^^^^ bnf-syntax
      Y: {B, , C}^
            ^ bnf-syntax
      Z: {D}^ }
              ^ bnf-syntax
    """,
    """
    <A> :=
      X: {B}^
    <A> :=
    ^^^^^^ bnf-syntax
      Y: {C}^
      Y: {D}^
      ^^ bnf-syntax
    """,
    """
    X: {B}^
    ^^ bnf-syntax
    <A> :=
      Y: {{LOC}}^
    LOC :: "CITY"
           ^^^^^^ bnf-syntax
    OTHER ::
    ^^^^^^^^ bnf-syntax
    """,
    """
    lorem ipsum "dolor" ###
    ^^^^^^^^^^^^^^^^^^^^^^^ bnf-syntax
    sit | amet
    ^^^^^^^^^^ bnf-syntax
    <A> := {B} ^ c
           ^^^^^^^ bnf-syntax
      X: {C}^ ## {D} )
              ^^ bnf-syntax
                     ^ bnf-syntax
    """,
]


@pytest.mark.parametrize("picture", PICTURES)
def test_each_mistake_is_found_where_it_stands(picture: str) -> None:
    text = text_of(picture)
    spans = [(each.start, each.end, each.rule.name) for each in read_bnf(text).findings]
    assert drawn_spans(text, spans) == normal(picture)


def test_an_undefined_set_near_a_defined_one_is_mended() -> None:
    [finding] = read_bnf("<A> :=\n\tX: {{ LOCTYPE }}^\nLOC_TYPE :: {CITY}\n").findings
    assert finding.message == "undefined set LOCTYPE; did you mean LOC_TYPE?"
    assert [edit.text for edit in finding.edits] == ["LOC_TYPE"]


def test_a_set_that_is_not_defined_takes_any_fill() -> None:
    """One mistake in the BNF does not make every fill wrong."""
    assert slot("{{NONE}}^").takes_text
    assert slot("{{NONE}}^").kind == "set"
