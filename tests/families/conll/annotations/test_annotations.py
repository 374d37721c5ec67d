"""What a file says of a document, which mentions pair, and the brackets that changes write."""

from collections.abc import Sequence
from typing import Any

import pytest

from keytally.families.annotations import Annotation, Change, Reference
from keytally.families.conll.annotations import NOT_REPRESENTABLE, OTHER_WORDS
from keytally.families.conll.evaluation import evaluation
from keytally.families.contract import Role, Settings
from tests.families.annotating import rewritten, taking_all, units_of

TASK = evaluation(Settings())
LANGUAGE = TASK.language(Role.KEY)


def document(*cells: str, words: Sequence[str] = (), name: str = "a") -> list[Any]:
    """A document of CoNLL-2012 with a token a cell."""
    tokens = words or [f"w{at}" for at in range(len(cells))]
    rows = "".join(
        f"{name}\t0\t{at}\t{w}\t{c}\n" for at, (w, c) in enumerate(zip(tokens, cells, strict=True))
    )
    return units_of(LANGUAGE, f"#begin document ({name}); part 000\n{rows}\n#end document\n")


def corefud(*cells: str, fields: str = "eid-etype-head-other") -> list[Any]:
    """A document of CorefUD with a word a cell."""
    rows = "".join(f"{n}\tw{n}\t_\t_\t_\t_\t0\t_\t_\t{cell}\n" for n, cell in enumerate(cells, start=1))
    return units_of(LANGUAGE, f"# newdoc id = a\n# global.Entity = {fields}\n{rows}\n")


def cells_after(gold: list[Any], changes: Sequence[Change]) -> list[str]:
    made = TASK.annotator.rewriting(gold, changes)
    assert not made.refused
    [after] = units_of(LANGUAGE, "".join(rewritten(gold, made)))
    return [row.cells[-1] for row in after.read().rows]


def test_the_task_has_the_ability() -> None:
    assert TASK.can_merge


def test_mentions_are_annotations_with_brackets_in_lines_and_extents_in_the_bare_text() -> None:
    units = document("(4", "4)|(1)", "(4)", "-")
    found, [bare] = TASK.annotator.annotations(units), TASK.annotator.bare(units)
    assert [(each.name, each.place, each.value) for each in found] == [
        ("w0 w1", (0, 0, -1), ("mention",)),
        ("w1", (0, 1, -1), ("mention",)),
        ("w2", (0, 2, -2), ("mention", Reference(0))),
    ]
    assert [units[0].text[each.start : each.end] for each in found] == ["(4\na\t0\t1\tw1\t4)", "(1)", "(4)"]
    assert [bare[slice(*each.extent)] for each in found if each.extent] == [
        "w0\t-\na\t0\t1\tw1",
        "w1",
        "w2",
    ]


def test_the_bare_text_keeps_the_sign_of_none_and_what_is_no_bracket() -> None:
    assert [
        row.split("\t")[-1] for row in TASK.annotator.bare(document("_", "(1)|x", "(2", "9)"))[0].split("\n")
    ][1:5] == [
        "_",
        "x",
        "_",
        "_",
    ]
    [bare] = TASK.annotator.bare(corefud("A=1|Entity=(e1-x-1-)|SpaceAfter=No", "Entity=(e2-x-1-)", "_"))
    assert [row.split("\t")[-1] for row in bare.split("\n")][2:5] == ["A=1|SpaceAfter=No", "_", "_"]


def test_a_mention_of_corefud_says_its_type_and_its_head() -> None:
    units = corefud("Entity=(e1-person-2-", "Entity=e1)", "Entity=(e1--1-)", "Entity=(e2[1/2]-x-1-)", "_")
    assert [each.value for each in TASK.annotator.annotations(units)] == [
        ("mention", "ETYPE=person", "HEAD=2"),
        ("mention", Reference(0)),
    ]


def test_a_mention_of_several_stretches_has_the_ends_of_each_in_its_place() -> None:
    parted = corefud("Entity=(e1[1/2]-x-1-)", "_", "Entity=(e1[2/2]-x-1-)")
    whole = corefud("Entity=(e1-x-1-", "_", "Entity=e1)")
    [one], [other] = TASK.annotator.annotations(parted), TASK.annotator.annotations(whole)
    assert (one.place[:3], one.extent) == (other.place, other.extent)
    assert len(one.place) == len(other.place) + 4
    assert TASK.annotator.counterparts([one], [other]) == [(0, 0)]


def test_words_that_are_a_mention_twice_are_one_annotation() -> None:
    assert [each.value for each in TASK.annotator.annotations(document("(1)|(2)", "(2)"))] == [
        ("mention",),
        ("mention",),
    ]


def test_the_only_cell_of_a_line_holds_no_brackets() -> None:
    units = units_of(LANGUAGE, "#begin document (a); part 000\n(1)\n(1)\n#end document\n")
    assert TASK.annotator.annotations(units) == []
    assert TASK.annotator.bare(units) == [units[0].text]


def test_mentions_of_other_words_pair_where_the_option_says_so() -> None:
    anna = TASK.annotator.annotations(corefud("Entity=(e1-x-1-", "Entity=e1)", "_"))
    ben = TASK.annotator.annotations(corefud("Entity=(e1-x-1-)", "_", "_"))
    exact = evaluation(Settings(options=[("match", ("exact",))]))
    assert TASK.annotator.counterparts(anna, ben) == [(0, 0)]
    assert exact.annotator.counterparts(anna, ben) == []


@pytest.mark.parametrize(
    "cells",
    [
        ("(4|(1)", "4)", "(1", "1)|(7)"),
        ("(1)|(4", "(4)|4)", "-", "-"),
        ("(2(3)", "2)", "(2)", "-"),
    ],
)
def test_an_empty_gold_gets_cells_as_an_annotator_writes_them(cells: tuple[str, ...]) -> None:
    gold, units = document(*["-"] * 4), document(*cells)
    assert cells_after(gold, taking_all(TASK, gold, units)) == [*cells]


def test_fields_of_corefud_are_taken_over() -> None:
    cells = ["Entity=(e7-person-2-new", "Entity=e7)", "Entity=(e9-x-1-a)|SpaceAfter=No", "Entity=(e7--1-)"]
    gold = corefud("_", "_", "SpaceAfter=No", "_")
    assert cells_after(gold, taking_all(TASK, gold, corefud(*cells))) == cells


def test_the_middle_of_mentions_of_several_stretches_is_written_as_an_annotator_writes_it() -> None:
    cells = ["Entity=(e2[1/2]--1-(e1[1/2]--1-", "Entity=e2[1/2])e1[1/2])", "_"]
    cells += ["Entity=(e1[2/2]--1-)", "Entity=(e2[2/2]--1-)"]
    other = [cells[0], "Entity=e1[1/2])e2[1/2])", *cells[2:]]
    gold = corefud(*["_"] * 5)
    for each in (cells, other):
        assert cells_after(gold, taking_all(TASK, gold, corefud(*each))) == each


def test_a_gold_with_other_fields_gets_the_type_and_the_head() -> None:
    gold = corefud("_", "_", fields="eid-head-etype")
    changes = taking_all(TASK, gold, corefud("Entity=(e7-person-2-new", "Entity=e7)"))
    assert cells_after(gold, changes) == ["Entity=(e7-2-person", "Entity=e7)"]


def test_a_chain_keeps_the_name_that_most_of_its_mentions_have() -> None:
    gold, units = document("(5)", "(5)", "(6)", "-"), document("(1)", "(1)", "(1)", "(2)")
    assert cells_after(gold, taking_all(TASK, gold, units)) == ["(5)", "(5)", "(5)", "(2)"]


def test_a_name_that_is_taken_is_not_taken_over() -> None:
    gold, units = document("(2)", "-", "-", "(3"), document("-", "(2)", "(3)", "-")
    changes = [Change(None, each) for each in TASK.annotator.annotations(units)]
    assert cells_after(gold, changes) == ["(2)", "(4)", "(5)", "(3"]


def test_what_follows_a_mention_that_goes_stays_in_the_chain() -> None:
    gold = document("(1)", "(1)", "(1)", "-")
    first = TASK.annotator.annotations(gold)[0]
    assert cells_after(gold, [Change(first, None)]) == ["-", "(1)", "(1)", "-"]


def test_a_change_of_fields_alone_keeps_the_other_brackets() -> None:
    gold = corefud("Entity=(e1-x-1-", "Entity=e1)(e2-y-1-)")
    [wanted] = TASK.annotator.annotations(corefud("Entity=(e4-z-2-", "Entity=e4)"))
    changes = [Change(TASK.annotator.annotations(gold)[0], wanted)]
    assert cells_after(gold, changes) == ["Entity=(e1-z-2-", "Entity=e1)(e2-y-1-)"]


def test_a_mention_that_moves_keeps_its_type() -> None:
    gold = corefud("Entity=(e1-x-1-)", "Entity=(e2-y-1-)")
    one, other = TASK.annotator.annotations(gold)
    wanted = other._replace(value=(*other.value, Reference(0)))
    assert cells_after(gold, [Change(other, wanted, (one,))]) == ["Entity=(e1-x-1-)", "Entity=(e1-y-1-)"]


def test_a_mention_without_a_file_is_written_by_its_value() -> None:
    made = Annotation(None, 0, 0, "mention", "w0 w1", (0, 0, -1), ("mention",))
    assert cells_after(document("-", "(1)", "-"), [Change(None, made)]) == ["(2", "(1)|2)", "-"]


def test_what_cannot_be_written_is_refused_and_all_else_is_made() -> None:
    gold = document("(1", "-", "1)", "-", "-")
    units = document("-", "(1", "(2)", "1)", "(1)")
    crossing, other, linked = TASK.annotator.annotations(units)
    [present] = TASK.annotator.annotations(gold)
    changes = [Change(None, crossing, (present,)), Change(None, other), Change(None, linked, (0,))]
    made = TASK.annotator.rewriting(gold, changes)
    assert made.refused == {0: NOT_REPRESENTABLE}
    [after] = units_of(LANGUAGE, "".join(rewritten(gold, made)))
    assert [row.cells[-1] for row in after.read().rows] == ["(1", "-", "(2)|1)", "-", "(1)"]


def test_a_mention_that_changes_is_there_once() -> None:
    gold = document("(1)|(2)", "(2)")
    first, _ = TASK.annotator.annotations(gold)
    assert cells_after(gold, [Change(first, None)]) == ["-", "(2)"]


def test_mentions_of_other_words_are_refused() -> None:
    gold, units = document("-", "-"), document("(1)", "-", words=["other", "w1"])
    assert TASK.annotator.rewriting(gold, [Change(None, TASK.annotator.annotations(units)[0])]).refused == {
        0: OTHER_WORDS
    }
    made = Annotation(None, 0, 0, "mention", "w1", (0, 0, 0), ("mention",))
    assert TASK.annotator.rewriting(gold, [Change(None, made)]).refused == {0: OTHER_WORDS}
    behind = Annotation(None, 0, 0, "mention", "w9", (0, 9, -9), ("mention",))
    assert TASK.annotator.rewriting(gold, [Change(None, behind)]).refused == {0: OTHER_WORDS}
    assert TASK.annotator.rewriting([], [Change(None, made)]).refused == {0: OTHER_WORDS}
