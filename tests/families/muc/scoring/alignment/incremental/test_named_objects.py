"""Objects by the pointers to them, by text or by name: always the first that a pointer names."""

from collections.abc import Sequence
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.muc.model import MucObject
from keytally.families.muc.scoring.incremental_pointers import Name, NamedObjects, name_of
from keytally.families.muc.templates.scanner import compound_names, pointed_name

CLASSES = st.sampled_from(["org", "o_1", "org-1", "straße", "ﬁrm", "or g", ""])
DOCUMENTS = st.sampled_from(["1", "21", "1-1", "a", " 1", ""])
ONE_UPS = st.sampled_from(["1", "2", "1-2", "x", "X", "1>", " 1", ""])
NAMES = st.tuples(CLASSES, DOCUMENTS, ONE_UPS)
FORMS = st.sampled_from(["<{}>", "{}", " <{}> ", "<{}", "< {} >", "<{}->", "<<{}>>"])


def objects_of(names: Sequence[Name]) -> list[MucObject]:
    return [MucObject(*name, {}, 0, 0) for name in names]


def written(name: Name, form: str, upper: bool) -> str:
    class_name, document, one_up = name
    return form.format(f"{class_name.upper() if upper else class_name}-{document}-{one_up}")


POINTERS = st.builds(written, NAMES, FORMS, st.booleans())


@given(st.lists(NAMES, max_size=6), st.lists(POINTERS, max_size=12), st.booleans())
def test_a_pointer_leads_to_the_first_object_of_its_name(
    names: list[Name], pointers: list[str], has_compound: bool
) -> None:
    compound = compound_names(["org-1"]) if has_compound else ()
    parsed = partial(pointed_name, compound=compound)
    objects = objects_of(names)
    found = NamedObjects(parsed, is_plain=not has_compound)
    found.begin(objects)
    for pointer in pointers:
        assert found.target(pointer) is first(objects, parsed(pointer))


@given(
    st.lists(NAMES, max_size=5),
    st.lists(NAMES, max_size=3),
    st.sets(st.integers(0, 4)),
    st.lists(POINTERS, max_size=8),
)
def test_it_does_so_when_objects_come_and_go(
    names: list[Name], more: list[Name], leaving: set[int], pointers: list[str]
) -> None:
    objects, added = objects_of(names), objects_of(more)
    found = NamedObjects(pointed_name, is_plain=True)
    found.begin(objects)
    removed = [obj for place, obj in enumerate(objects) if place in leaving]
    for obj in removed:
        found.remove(obj)
    for obj in added:
        found.add(obj)
    left = [obj for obj in (*objects, *added) if obj not in removed]
    assert found.names == {name_of(obj) for obj in left}
    for pointer in pointers:
        assert found.target(pointer) is first(left, pointed_name(pointer))


def test_objects_of_one_name_are_sorted_by_their_places() -> None:
    name = ("org", "1", "1")
    first_one, other = objects_of([name, name])
    found = NamedObjects(pointed_name, is_plain=True)
    found.begin([other])
    found.add(first_one)
    found.sort(name, {first_one: 0, other: 1})
    assert found.named(name) == [first_one, other]
    assert found.target("<ORG-1-1>") is first_one


def first(objects: Sequence[MucObject], name: Name) -> MucObject | None:
    return next((obj for obj in objects if name_of(obj) == name), None)
