"""Whatever two template files say: pairs are the same either way, and the gold can say the same."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fuzz.grammar import templates
from keytally.families.annotations import Change, Rewriting
from keytally.families.muc.annotations.template_objects import ObjectContents, object_annotations
from keytally.families.muc.templates.unit import TemplateSyntax, TemplateUnit
from tests.families.annotating import Said, errors, rewritten, said, units_of
from tests.families.muc.annotations.template_documents import CONFIGURATION, LANGUAGE, TASK, files

SYNTAX = TemplateSyntax.of(CONFIGURATION)
seeds = st.integers(0, 10**9)


def of_one(units: Sequence[TemplateUnit], document: str = "1") -> list[TemplateUnit]:
    return [unit for unit in units if unit.document == document]


def taking_all(gold: Sequence[Any], taken: Sequence[Any]) -> list[Change]:
    """The changes that make the gold say what another file says: objects, then their slots."""
    have, want = TASK.annotator.annotations(gold), TASK.annotator.annotations(taken)
    partner = dict(TASK.annotator.counterparts(want, have))
    slots = {(each.parent, each.name): at for at, each in enumerate(have) if each.parent is not None}
    for at, each in enumerate(want):
        if each.parent in partner and (partner[each.parent], each.name) in slots:
            partner[at] = slots[partner[each.parent], each.name]
    changes = []
    for at, each in enumerate(want):
        present = have[partner[at]] if at in partner else None
        targets = tuple(part.target for part in each.value if not isinstance(part, str))
        changes.append(Change(present, each, targets, each.parent))
    lost = sorted(set(range(len(have))) - set(partner.values()))
    return [*changes, *(Change(have[at], None) for at in lost)]


def after(units: Sequence[TemplateUnit], made: Rewriting) -> list[TemplateUnit]:
    return units_of(LANGUAGE, "".join(rewritten(units, made)))


def contents(units: Sequence[TemplateUnit]) -> list[Said]:
    """What a file says, objects in the order of what they say, whatever their numbers."""
    listed = TASK.annotator.annotations(units)
    described: dict[int, object] = {}

    def describe(index: int, depth: int) -> object:
        slots = [
            (
                each.name,
                [part if isinstance(part, str) else deeper(part.target, depth) for part in each.value],
            )
            for each in listed
            if each.parent == index
        ]
        return listed[index].value, slots

    def deeper(index: int, depth: int) -> object:
        return describe(index, depth - 1) if depth else "…"

    for index, each in enumerate(listed):
        if each.parent is None:
            described[index] = describe(index, 3)
    return sorted((repr(each),) for each in described.values())


def generated(seed: int) -> list[TemplateUnit]:
    """The units of the first document of a random file."""
    return of_one(units_of(LANGUAGE, templates.workspace(Random(seed))["key.tmpl"]))


def test_the_task_annotates() -> None:
    assert TASK.can_merge


@given(files(), files())
def test_pairs_are_the_same_either_way(first: list[TemplateUnit], second: list[TemplateUnit]) -> None:
    some, other = TASK.annotator.annotations(of_one(first)), TASK.annotator.annotations(of_one(second))
    pairs = TASK.annotator.counterparts(some, other)
    assert sorted((j, i) for i, j in pairs) == sorted(TASK.annotator.counterparts(other, some))
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)
    assert all(some[i].parent is None and other[j].parent is None for i, j in pairs)


@given(files(), seeds)
def test_what_is_kept_of_shared_slots_is_what_each_object_says(drawn: list[TemplateUnit], seed: int) -> None:
    for units in (of_one(drawn), generated(seed)):
        assert TASK.annotator.annotations(units) == object_annotations(units, ObjectContents(SYNTAX))


def test_pointers_to_equal_objects_count_as_to_aligned_ones() -> None:
    acme = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n'
    event = '<SUCCESSION_EVENT-1-{}> :=\n\tPOST: "{}"\n\tSUCCESSION_ORG: <ORGANIZATION-1-{}>\n'
    files = [
        TASK.annotator.annotations(units_of(LANGUAGE, f"{acme}\n{event.format(*said)}"))
        for said in ((1, "chief", 1), (2, "head", 1), (2, "head", 9))
    ]
    names = [
        [files[0][i].name for i, _ in TASK.annotator.counterparts(files[0], other)] for other in files[1:]
    ]
    assert names == [["ORGANIZATION-1-1", "SUCCESSION_EVENT-1-1"], ["ORGANIZATION-1-1"]]


@given(files(), files())
def test_what_one_file_says_can_be_taken_as_a_whole(
    gold: list[TemplateUnit], taken: list[TemplateUnit]
) -> None:
    units = of_one(gold) or gold[-1:]
    made = TASK.annotator.rewriting(units, taking_all(of_one(gold), of_one(taken)))
    assert not made.refused
    found = units_of(
        LANGUAGE, "".join([*(each.text for each in gold if each not in units), *rewritten(units, made)])
    )
    assert contents(of_one(found)) == contents(of_one(taken))
    assert set(errors(found)) <= {*errors(gold), *errors(taken)}


@given(files())
def test_an_empty_file_becomes_what_any_file_says(taken: list[TemplateUnit]) -> None:
    gold = [LANGUAGE.read("")]
    found = after(gold, TASK.annotator.rewriting(gold, taking_all([], of_one(taken))))
    assert contents(of_one(found)) == contents(of_one(taken))
    if not any(
        each.place[3] > 1 for each in TASK.annotator.annotations(of_one(taken)) if each.parent is None
    ):
        assert said(TASK.annotator.annotations(of_one(found))) == said(
            TASK.annotator.annotations(of_one(taken))
        )


@given(files(), seeds)
def test_a_file_pairs_with_itself_and_changes_nothing(drawn: list[TemplateUnit], seed: int) -> None:
    for units in (of_one(drawn), generated(seed)):
        listed = TASK.annotator.annotations(units)
        objects = [at for at, each in enumerate(listed) if each.parent is None]
        assert TASK.annotator.counterparts(listed, listed) == [(at, at) for at in objects]
        assert [*listed] == sorted(listed, key=lambda each: each.place)
        assert TASK.annotator.rewriting(units, taking_all(units, units)) == Rewriting([])


@given(files(), seeds, st.randoms(use_true_random=False))
def test_objects_that_go_leave_no_pointer_to_them(
    drawn: list[TemplateUnit], seed: int, chance: Random
) -> None:
    for units in (of_one(drawn), generated(seed)):
        listed = TASK.annotator.annotations(units)
        changes = [Change(each, None) for each in listed if each.parent is None and chance.random() < 0.4]
        found = of_one(after(units, TASK.annotator.rewriting(units, changes)))
        assert set(dangling(found)) <= set(dangling(units))
        assert len([each for each in TASK.annotator.annotations(found) if each.parent is None]) == len(
            [each for each in listed if each.parent is None]
        ) - len(changes)


def dangling(units: Sequence[TemplateUnit]) -> list[object]:
    """The pointers to no record of the document."""
    known = {header.identity.key for unit in units for header in unit.headers}
    return [each.identity.key for unit in units for each in unit.pointers if each.identity.key not in known]
