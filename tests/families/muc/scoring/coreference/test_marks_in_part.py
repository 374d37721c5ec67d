"""The marks of a part of a document are those of the whole that stand there."""

from hypothesis import given
from hypothesis import strategies as st

from keytally.families import registry
from keytally.families.contract import Mark, Role, Settings

EVALUATION = registry.evaluation("coreference", Settings())

tags = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 6), st.booleans()), max_size=12)


def document(drawn: list[tuple[int, int, bool]], side: int) -> str:
    """The same words on both sides; which of them are mentions, and of what, is drawn."""
    words = [f"word{number}" for number in range(10)]
    for identifier, (at, reference, on_both) in enumerate(drawn):
        if (on_both or identifier % 2 == side) and words[at].startswith("word"):
            target = reference if on_both else (reference + side) % 7
            tie = f' TYPE="IDENT" REF="{target}"' if reference else ""
            words[at] = f'<COREF ID="{identifier}"{tie}>{words[at]}</COREF>'
    return f"<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{' '.join(words)}\n</TXT>\n</DOC>\n"


def told(marks: list[Mark]) -> set[tuple[int, int, str, str, str]]:
    return {(mark.start, mark.end, mark.status.value, mark.level.value, mark.label) for mark in marks}


@given(tags, st.integers(0, 500), st.integers(0, 200), st.sampled_from([Role.KEY, Role.RESPONSE]))
def test_a_part_has_the_marks_of_the_whole_that_stand_there(
    drawn: list[tuple[int, int, bool]], start: int, length: int, side: Role
) -> None:
    assert EVALUATION.marks_between is not None
    key = EVALUATION.language(Role.KEY).read(document(drawn, 0))
    response = EVALUATION.language(Role.RESPONSE).read(document(drawn, 1))
    [score] = EVALUATION.score("1", [key], [response])
    unit = key if side is Role.KEY else response
    end = start + length
    whole = told(list(EVALUATION.marks(score, side, unit)))
    part = told(list(EVALUATION.marks_between(score, side, unit, start, end)))
    assert part <= whole
    assert {mark for mark in whole if mark[0] <= end and mark[1] >= start} <= part
