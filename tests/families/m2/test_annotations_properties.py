"""Whatever two files say of sentences: pairs are the same either way, and the gold can say the same."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from fuzz.grammar import m2
from keytally.families.annotations import Rewriting
from keytally.families.contract import Role, Settings
from keytally.families.m2.evaluation import evaluation
from keytally.families.m2.reading import GoldUnit
from tests.families.annotating import errors, rewritten, said, taking_all, units_of

TASK = evaluation(Settings())
LANGUAGE = TASK.language(Role.KEY)
fields = st.tuples(
    st.integers(0, 5),
    st.integers(0, 2),
    st.sampled_from(["Prep", "Vt", "noop"]),
    st.sampled_from(["on", "-NONE-", "at||on", "on||at", ""]),
    st.sampled_from(["REQUIRED", "OPTIONAL"]),
    st.sampled_from("00123"),
)


@st.composite
def blocks(draw: st.DrawFn) -> GoldUnit:
    """A sentence of five words with edits by some annotators, in any order, perhaps with odd lines."""
    lines = [
        f"A {start} {min(start + more, 5)}|||{kind}|||{text}|||{required}|||-NONE-|||{annotator}"
        for start, more, kind, text, required, annotator in draw(st.lists(fields, max_size=5))
    ]
    if draw(st.booleans()):
        lines.insert(
            draw(st.integers(0, len(lines))),
            draw(st.sampled_from(["A 0 1", "I x", "A 9 9|||T|||x|||||||||0"])),
        )
    end = draw(st.sampled_from(["\n", "\r\n"]))
    last = draw(st.sampled_from(["", end, end * 2]))
    unit = LANGUAGE.read(end.join(["S a b c d e", *lines]) + last)
    assert isinstance(unit, GoldUnit)
    return unit


def generated(seed: int) -> list[GoldUnit]:
    units = units_of(LANGUAGE, m2.workspace(Random(seed))["gold.m2"])
    return [each for each in units if each.document is not None]


def test_the_task_annotates() -> None:
    assert TASK.can_merge


@given(blocks(), blocks())
def test_pairs_are_the_same_either_way(first: GoldUnit, second: GoldUnit) -> None:
    some, other = TASK.annotator.annotations([first]), TASK.annotator.annotations([second])
    pairs = TASK.annotator.counterparts(some, other)
    assert sorted((j, i) for i, j in pairs) == sorted(TASK.annotator.counterparts(other, some))
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)


def in_any_order(unit: GoldUnit) -> list[tuple[str, str]]:
    """What a file says; edits of one annotator at one place, which clash, in any order."""
    listed = TASK.annotator.annotations([unit])
    return sorted((repr(each.place), repr(each.value)) for each in listed)


@given(blocks(), blocks())
def test_what_one_file_says_can_be_taken_as_a_whole(gold: GoldUnit, taken: GoldUnit) -> None:
    [text] = rewritten([gold], TASK.annotator.rewriting([gold], taking_all(TASK, [gold], [taken])))
    after = LANGUAGE.read(text)
    assert in_any_order(after) == in_any_order(taken)
    assert set(errors([after])) <= set(errors([gold]))
    assert [line for line in text.splitlines() if not line.startswith("A ")] == [
        line for line in gold.text.splitlines() if not line.startswith("A ")
    ]


@given(st.integers(0, 10**9))
def test_a_sentence_without_edits_becomes_what_any_file_says(seed: int) -> None:
    for taken in generated(seed):
        assume(taken.text)
        gold = LANGUAGE.read(taken.text.splitlines(keepends=True)[0])
        [text] = rewritten([gold], TASK.annotator.rewriting([gold], taking_all(TASK, [gold], [taken])))
        after = LANGUAGE.read(text)
        assert said(TASK.annotator.annotations([after])) == said(TASK.annotator.annotations([taken]))
        assert errors([after]) == errors([gold])


@given(st.integers(0, 10**9))
def test_a_file_pairs_with_itself_and_changes_nothing(seed: int) -> None:
    for each in generated(seed):
        listed = TASK.annotator.annotations([each])
        assert TASK.annotator.counterparts(listed, listed) == [(at, at) for at in range(len(listed))]
        assert TASK.annotator.rewriting([each], taking_all(TASK, [each], [each])) == Rewriting([])


def test_a_sentence_without_words_takes_insertions_of_the_same_sentence() -> None:
    inserted = LANGUAGE.read("S\nA 0 0|||T|||Ann|||REQUIRED|||-NONE-|||0\n\n")
    assert isinstance(inserted, GoldUnit)
    assert TASK.annotator.rewriting([inserted], taking_all(TASK, [inserted], [inserted])) == Rewriting([])
