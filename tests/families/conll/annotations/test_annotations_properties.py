"""Whatever two files say of a document: pairs are the same either way, and the gold can say the same."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.conll.evaluation import evaluation
from keytally.families.contract import Role, Settings
from tests.families.annotating import rewritten, said, taking_all, units_of
from tests.families.conll import written, written_corefud

TASK = evaluation(Settings())
LANGUAGE = TASK.language(Role.KEY)
ZEROS = (2, 5)

Two = tuple[list[Any], list[Any]]


@st.composite
def documents(draw: st.DrawFn) -> Two:
    """Two files of one document in one of the formats; mentions may cross, and be there twice."""
    if draw(st.booleans()):
        repeated = draw(st.booleans())
        texts = [written.written(draw(written.mentions(repeated=repeated))) for _ in range(2)]
    else:
        some = written_corefud.mentions(ZEROS, repeated=draw(st.booleans()))
        texts = [written_corefud.written(draw(some), ZEROS) for _ in range(2)]
    first, second = (units_of(LANGUAGE, text) for text in texts)
    return first, second


@given(documents())
def test_files_of_the_same_words_have_the_same_bare_text(files: Two) -> None:
    first, second = files
    assert TASK.annotator.bare(first) == TASK.annotator.bare(second)
    assert TASK.annotator.annotations(units_of(LANGUAGE, TASK.annotator.bare(first)[0])) == []


@given(documents())
def test_extents_cover_the_words_in_the_bare_text(files: Two) -> None:
    [bare] = TASK.annotator.bare(files[0])
    for each in TASK.annotator.annotations(files[0]):
        assert each.extent is not None
        stretch = bare[slice(*each.extent)]
        words = each.name.split()
        assert stretch.startswith(words[0]) and stretch.endswith(words[-1])


@given(documents())
def test_pairs_are_the_same_either_way(files: Two) -> None:
    some, other = map(TASK.annotator.annotations, files)
    pairs = TASK.annotator.counterparts(some, other)
    assert sorted((j, i) for i, j in pairs) == sorted(TASK.annotator.counterparts(other, some))


@given(documents())
def test_a_file_pairs_with_itself(files: Two) -> None:
    listed = TASK.annotator.annotations(files[0])
    assert TASK.annotator.counterparts(listed, listed) == [(n, n) for n in range(len(listed))]
    assert [each.place for each in listed] == sorted(each.place for each in listed)


@given(documents())
def test_the_gold_can_say_what_a_file_says(files: Two) -> None:
    gold, taken = files
    made = TASK.annotator.rewriting(gold, taking_all(TASK, gold, taken))
    after = units_of(LANGUAGE, "".join(rewritten(gold, made)))
    assert TASK.annotator.bare(after) == TASK.annotator.bare(gold)
    if not made.refused:
        assert said(TASK.annotator.annotations(after)) == said(TASK.annotator.annotations(taken))


@given(documents())
def test_an_empty_gold_becomes_the_file(files: Two) -> None:
    taken = files[0]
    gold = units_of(LANGUAGE, TASK.annotator.bare(taken)[0])
    made = TASK.annotator.rewriting(gold, taking_all(TASK, gold, taken))
    after = units_of(LANGUAGE, "".join(rewritten(gold, made)))
    if not made.refused:
        assert said(TASK.annotator.annotations(after)) == said(TASK.annotator.annotations(taken))
        [unit] = taken
        if not unit.findings:
            assert after[0].text == unit.text
