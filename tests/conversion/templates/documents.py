"""Random documents of templates for the properties of conversions."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from keytally.conversion.template_mapping import TemplateMapping
from keytally.families.interchange import (
    FillKind,
    ObjectDocument,
    ObjectFill,
    ObjectSlot,
    RoleDocument,
    RoleEntity,
    RoleMention,
    RoleTemplate,
    SourceText,
    TemplateDocument,
    TemplateFormat,
    TemplateObject,
    roles_in_order,
)

STRINGS = (
    "Ann",
    "two men",
    'the "N" gate',
    "it's",
    "a: b",
    "#1 / 2",
    "",
    "<X-1-1>",
    "É 😀",
    "x\" y' z",
    "a\nb",
)
NAMES = ("TST1-MUC3-0001", "260304-0002", "7", "a b", "", "wsj.4")
ROLES = ("PerpInd", "Victim", "HUM_NAME", "target", "Target", "my role", "INC_TYPE", "")
TYPES = ("attack", "attack / bombing", "incident", "Attack", "x;y", "", None)
MAPPING = TemplateMapping(
    roles={
        "PerpInd": [("INC_PERP", "PERP", "PERP_ID")],
        "Victim": [("HUM", "MAN", "NAME"), ("HUM", "MAN", "DESC")],
        "Target": [("ACT", "DEED", "OBJ", "THING", "THING_ID")],
        "HUM_NAME": [("HUM_NAME",)],
    }
)


def mostly(usual: st.SearchStrategy[str], odd: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Values that conversions keep, and a few that some cannot."""
    return st.integers(0, 9).flatmap(lambda number: odd if number == 0 else usual)


strings = mostly(st.sampled_from(STRINGS[:6]), st.sampled_from(STRINGS))
mentions = st.builds(RoleMention, strings, st.none())
entities = st.builds(RoleEntity, st.lists(mentions, min_size=1, max_size=3, unique=True).map(tuple))
roles = st.dictionaries(
    mostly(st.sampled_from(ROLES[:3]), st.sampled_from(ROLES)), st.lists(entities, max_size=3), max_size=3
).map(roles_in_order)
role_templates = st.builds(
    RoleTemplate, st.integers(0, 5).flatmap(lambda n: st.sampled_from(TYPES[: 2 if n else 7])), roles
)
role_documents = st.builds(
    RoleDocument,
    mostly(st.sampled_from(NAMES[:3]), st.sampled_from(NAMES)),
    st.lists(role_templates, max_size=3).map(tuple),
)


@st.composite
def object_documents(draw: st.DrawFn) -> ObjectDocument:
    """Objects that are templates, with others of which some are parts of them."""
    classes = draw(
        st.lists(st.sampled_from(("INCIDENT", "INCIDENT", "INCIDENT", "PERP", "EVENT")), max_size=4)
    )
    objects = tuple(draw(_objects(name, len(classes))) for name in classes)
    numbers = [index for index, name in enumerate(classes) if name == "INCIDENT"]
    kept = draw(st.sampled_from([numbers, numbers, numbers[:1], list(range(len(classes)))]))
    return ObjectDocument(draw(st.sampled_from(NAMES[:3])), objects, tuple(kept))


@st.composite
def _objects(draw: st.DrawFn, class_name: str, count: int) -> TemplateObject:
    slots = [
        ObjectSlot(name, draw(_alternatives(FillKind.STRING)), draw(st.integers(0, 9)) == 0)
        for name in draw(st.lists(st.sampled_from(("HUM_NAME", "PerpInd", "NR")), unique=True, max_size=2))
    ]
    if draw(st.integers(0, 3)):
        slots.insert(0, ObjectSlot("INC_TYPE", draw(_alternatives(FillKind.SET))))
    if not draw(st.integers(0, 3)):
        pointers = draw(st.lists(st.integers(0, count - 1), min_size=1, max_size=2))
        slots.append(
            ObjectSlot("TO", (tuple(ObjectFill(FillKind.POINTER, target=each) for each in pointers),))
        )
    return TemplateObject(class_name, tuple(slots), draw(st.integers(0, 9)) == 0)


def _alternatives(kind: FillKind) -> st.SearchStrategy[tuple[tuple[ObjectFill, ...], ...]]:
    texts = st.sampled_from(("ATTACK", "BOMBING", "ARSON")) if kind is FillKind.SET else strings
    fills = st.lists(st.builds(ObjectFill, st.just(kind), texts), min_size=1, max_size=2).map(tuple)
    return st.lists(fills, min_size=1, max_size=2).map(tuple)


def said(documents: Sequence[TemplateDocument]) -> list[Any]:
    """What documents say: roles, or the trees of objects, whose slots have no order."""
    return [_trees(each) if isinstance(each, ObjectDocument) else each for each in documents]


def _trees(document: ObjectDocument) -> Any:
    def tree(index: int, above: tuple[int, ...]) -> Any:
        obj = document.objects[index]
        slots = {
            slot.name: (
                slot.optional,
                [[fill_of(fill, (*above, index)) for fill in some] for some in slot.alternatives],
            )
            for slot in obj.slots
        }
        return obj.class_name, obj.optional, slots

    def fill_of(fill: ObjectFill, above: tuple[int, ...]) -> Any:
        if fill.kind is FillKind.POINTER:
            return above.index(fill.target) if fill.target in above else tree(fill.target, above)
        return fill.text.upper() if fill.kind is FillKind.SET else fill.text

    return document.name, len(document.objects), [tree(index, ()) for index in document.templates]


def read_in(form: TemplateFormat, text: str) -> list[TemplateDocument]:
    """The documents of a text."""
    return list(form.read([SourceText("a", text)]).documents)
