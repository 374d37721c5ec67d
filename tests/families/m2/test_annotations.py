"""What a file says of a sentence, which edits pair, and the `A` lines that changes write."""

from keytally.families.annotations import Annotation, Change, Rewriting
from keytally.families.contract import Role, Settings
from keytally.families.m2.annotations import OTHER_WORDS
from keytally.families.m2.evaluation import evaluation
from keytally.families.m2.reading import GoldUnit
from tests.families.annotating import rewritten, taking_all

TASK = evaluation(Settings())
SENTENCE = "S The cat sat at mat ."


def line(start: int, end: int, kind: str = "Prep", text: str = "on", annotator: int = 0) -> str:
    return f"A {start} {end}|||{kind}|||{text}|||REQUIRED|||-NONE-|||{annotator}"


def noop(annotator: int = 0) -> str:
    return f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}"


def block(*lines: str) -> GoldUnit:
    unit = TASK.language(Role.KEY).read("\n".join([SENTENCE, *lines]) + "\n\n")
    assert isinstance(unit, GoldUnit)
    return unit


def listed(*lines: str) -> list[Annotation]:
    return [*TASK.annotator.annotations([block(*lines)])]


def after(gold: GoldUnit, *changes: Change) -> list[str]:
    """The lines below the sentence after changes."""
    [text] = rewritten([gold], TASK.annotator.rewriting([gold], changes))
    assert text.startswith(f"{SENTENCE}\n")
    assert text.endswith("\n\n")
    return text.splitlines()[1:-1]


def pairs(first: list[Annotation], second: list[Annotation]) -> list[tuple[int, int]]:
    found = sorted(TASK.annotator.counterparts(first, second))
    assert found == sorted((i, j) for j, i in TASK.annotator.counterparts(second, first))
    return found


def test_an_edit_says_its_type_and_its_corrections() -> None:
    edits = listed(line(3, 4, text="on||at"), line(4, 4, "Art", "the"), line(1, 2, "Noun", ""))
    assert [each.value for each in edits] == [("Noun", "-NONE-"), ("Prep", "at||on"), ("Art", "the")]
    assert [each.name for each in edits] == ["cat", "at", "after at"]
    assert [each.place for each in edits] == [(0, 1, 2, 0), (0, 3, 4, 0), (0, 4, 4, 0)]
    unit = edits[0].unit
    assert unit.text[edits[0].start : edits[0].end] == line(1, 2, "Noun", "")


def test_what_is_not_required_is_said() -> None:
    [edit] = listed("A 3 4|||Prep|||on|||OPTIONAL|||-NONE-|||0")
    assert edit.value == ("Prep", "on", "OPTIONAL")


def test_lines_that_are_not_read_and_noops_say_nothing() -> None:
    assert listed(noop(), "A 0 1|||T|||x", line(8, 9), line(4, 3), line(2, 2, text="-NONE-")) == []
    assert len(listed(line(3, 4), line(3, 4))) == 1


def test_annotators_of_one_file_stay_apart() -> None:
    edits = listed(line(3, 4, annotator=2), line(3, 4, annotator=5))
    assert [each.place for each in edits] == [(0, 3, 4, 0), (0, 3, 4, 1)]
    assert pairs(edits, listed(line(3, 4, annotator=7))) == [(0, 0)]


def test_an_annotator_with_a_noop_counts() -> None:
    edits = listed(noop(0), line(3, 4, annotator=2))
    assert [each.place for each in edits] == [(0, 3, 4, 1)]
    assert pairs(edits, listed(line(3, 4), noop(1))) == []
    assert pairs(edits, listed(noop(1), line(3, 4, annotator=3))) == [(0, 0)]


def test_noops_of_annotators_who_are_in_all_files_are_written() -> None:
    one, other = block(noop(), line(3, 4, annotator=1)), block(line(1, 2), line(3, 4, annotator=1))
    assert [each.place for each in TASK.annotator.nothing_said([[one], [other]])] == [(0, -1, -1, 0)]
    assert TASK.annotator.nothing_said([[one], [block()]]) == []
    changes = [Change(None, each) for each in TASK.annotator.nothing_said([[one]])]
    assert after(block(), *changes) == [noop()]
    assert after(block(line(3, 4)), *changes) == [line(3, 4)]
    assert after(block(), *changes, Change(None, TASK.annotator.annotations([one])[0])) == [
        noop(),
        line(3, 4, annotator=1),
    ]


def test_edits_of_the_same_tokens_pair_first_then_those_that_overlap() -> None:
    one = listed(line(3, 5), line(3, 4, text="in"), line(3, 4, text="on"))
    assert [each.value[1] for each in one] == ["in", "on", "on"]
    assert pairs(one, listed(line(3, 4, text="on"))) == [(1, 0)]
    assert pairs(one, listed(line(3, 4, text="up"))) == [(0, 0)]
    assert pairs(one, listed(line(2, 5))) == [(2, 0)]
    assert pairs(one, listed(line(0, 1), line(5, 6))) == []


def test_an_insertion_overlaps_what_is_replaced_on_both_sides() -> None:
    insertion = listed(line(4, 4, text="the"))
    assert pairs(insertion, listed(line(3, 5))) == [(0, 0)]
    assert pairs(insertion, listed(line(3, 4), line(4, 5))) == []


def test_new_lines_stand_in_order_with_the_number_of_the_gold() -> None:
    gold = block(line(1, 2, annotator=1), line(4, 5, annotator=1), noop(3))
    [new] = listed("A 3 4|||Prep|||on|||REQUIRED|||why not|||0")
    assert after(gold, Change(None, new)) == [
        line(1, 2, annotator=1),
        "A 3 4|||Prep|||on|||REQUIRED|||why not|||1",
        line(4, 5, annotator=1),
        noop(3),
    ]


def test_a_noop_goes_with_the_first_edit_and_comes_with_the_last() -> None:
    [edit] = listed(line(3, 4))
    assert after(block(noop()), Change(None, edit)) == [line(3, 4)]
    assert after(block(), Change(None, edit)) == [line(3, 4)]
    gold = block(line(3, 4), line(3, 4))
    assert after(gold, Change(TASK.annotator.annotations([gold])[0], None)) == [noop()]


def test_a_line_is_changed_where_it_stands_and_moved_with_its_tokens() -> None:
    gold = block(line(1, 2), "I a note", line(3, 4))
    first, second = TASK.annotator.annotations([gold])
    [other] = listed(line(3, 4, "Prep", "in||at"))
    assert after(gold, Change(second, other)) == [line(1, 2), "I a note", line(3, 4, "Prep", "in||at")]
    [far] = listed(line(4, 5))
    assert after(gold, Change(first, far)) == ["I a note", line(3, 4), line(4, 5)]


def test_a_value_that_no_line_says_is_written() -> None:
    """As where the corrections of two annotators become alternatives."""
    gold = block(line(3, 4))
    [edit] = TASK.annotator.annotations([gold])
    assert after(gold, Change(edit, edit._replace(value=("Prep", "at||on")))) == [line(3, 4, text="at||on")]


def test_a_sentence_with_other_words_is_left_alone() -> None:
    other = TASK.language(Role.KEY).read(f"S The dog sat\n{line(1, 2)}\n")
    made = TASK.annotator.rewriting([block()], taking_all(TASK, [block()], [other]))
    assert made == Rewriting([], {0: OTHER_WORDS})


def test_line_ends_and_a_missing_last_one_stay() -> None:
    gold = TASK.language(Role.KEY).read(f"{SENTENCE}\r\n{noop()}")
    edits = TASK.annotator.rewriting([gold], [Change(None, each) for each in listed(line(3, 4), line(4, 5))])
    assert rewritten([gold], edits) == [f"{SENTENCE}\r\n{line(3, 4)}\r\n{line(4, 5)}"]
