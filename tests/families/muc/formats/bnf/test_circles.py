"""Circles of pointers in BNFs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.bnf import pointer_circles, read_bnf
from keytally.families.muc.bnf_configurations import NoSkeletonError, configuration_skeleton
from tests.pictures import drawn_spans, normal, text_of

PICTURES = [
    """
    <ORGANIZATION> :=
      ORG_NAME: "N"^
      ORG_PARENT: <ORGANIZATION>-
                  ^^^^^^^^^^^^^^ pointer-circle
    <PERSON> :=
      NAME: "N"^
      EMPLOYER: <ORGANIZATION>*
    """,
    """
    <A> :=
      X: <B>-
    <C> :=
      Y: {D} | <a> | <A>-
               ^^^ pointer-circle
    <B> :=
      X: <C>-
      Y: <C>-
    """,
    """
    <A> :=
      X: <A> | <anything>-
    <B> :=
      X: <A>-
    """,
]


@pytest.mark.parametrize("picture", PICTURES)
def test_a_circle_is_told_of_at_the_pointer_that_closes_it(picture: str) -> None:
    text = text_of(picture)
    findings = read_bnf(text).findings
    spans = ((each.start, each.end, each.rule.name) for each in findings)
    assert drawn_spans(text, spans) == normal(picture)


def test_the_finding_names_the_circle_alone() -> None:
    [finding] = read_bnf("<O> :=\n\tX: <A>-\n<A> :=\n\tX: <B>-\n<B> :=\n\tX: <A>-\n").findings
    assert finding.message == "pointers form a cycle, so no order of classes is valid: A → B → A"
    names = [f"C{number}" for number in range(20)]
    text = "".join(
        f"<{name}> :=\n\tX: <{other}>-\n" for name, other in zip(names, [*names[1:], "C0"], strict=True)
    )
    [finding] = read_bnf(text).findings
    assert finding.message.endswith(": C0 → C1 → C2 → C3 → C4 → … → C0")


POINTERS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8)


@given(POINTERS)
def test_there_is_a_circle_where_no_order_is_right(pointers: list[tuple[int, int]]) -> None:
    """And what is told of is one: each class points to the next."""
    text = "".join(
        f"<C{name}> :=\n\tX: {{A}}-\n"
        + "".join(f"\tY{at}: <C{to}>-\n" for at, (one, to) in enumerate(pointers) if one == name)
        for name in range(5)
    )
    bnf = read_bnf(text).bnf
    found = list(pointer_circles(bnf))
    for circle in found:
        numbers = [int(each.name[1:]) for each in circle.classes]
        assert set(zip(numbers, [*numbers[1:], numbers[0]], strict=True)) <= set(pointers)
    try:
        configuration_skeleton(bnf, "template_relation", "key", "response")
    except NoSkeletonError as error:
        assert str(error).endswith(": " + ", ".join(each.name for each in found[0].classes))
    else:
        assert not found


def test_very_long_paths_are_followed() -> None:
    text = "".join(f"<C{number}> :=\n\tX: <C{number + 1}>-\n" for number in range(3000))
    assert [each.rule.name for each in read_bnf(text + "<C3000> :=\n\tX: <C5>-\n").findings] == [
        "pointer-circle"
    ]
