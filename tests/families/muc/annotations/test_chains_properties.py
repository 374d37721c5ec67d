"""Whatever two files say: pairs are the same either way, and the gold can be made to say the same."""

from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fuzz.grammar import sgml
from keytally.families.annotations import Change, Reference, Rewriting
from keytally.families.contract import Role
from keytally.families.muc.sgml.unit import SgmlUnit
from tests.families.annotating import errors, rewritten, said, taking_all, units_of
from tests.families.muc.annotations.chain_documents import marked
from tests.families.muc.coreference_files import coreference

TASK = coreference()


def unit(text: str) -> SgmlUnit:
    return TASK.language(Role.KEY).read(text)


def generated(seed: int) -> list[SgmlUnit]:
    """The documents of a random file, most of them sound."""
    text = sgml.coreference(Random(seed))["key.sgml"]
    return [each for each in units_of(TASK.language(Role.KEY), text) if each.document is not None]


def test_the_task_annotates() -> None:
    assert TASK.can_merge


@given(marked(), marked())
def test_pairs_are_the_same_either_way(first: str, second: str) -> None:
    some, other = (TASK.annotator.annotations([unit(text)]) for text in (first, second))
    pairs = TASK.annotator.counterparts(some, other)
    assert sorted((j, i) for i, j in pairs) == sorted(TASK.annotator.counterparts(other, some))
    assert len({i for i, _ in pairs}) == len({j for _, j in pairs}) == len(pairs)


@given(marked(), marked())
def test_what_one_file_says_can_be_taken_as_a_whole(gold: str, taken: str) -> None:
    before = unit(gold)
    wanted = TASK.annotator.annotations([unit(taken)])
    [text] = rewritten(
        [before], TASK.annotator.rewriting([before], taking_all(TASK, [before], [unit(taken)]))
    )
    after = unit(text)
    assert said(TASK.annotator.annotations([after])) == said(wanted)
    assert after.stripped() == before.stripped()
    assert set(errors([after])) <= set(errors([before]))


@given(st.integers(0, 10**9), st.booleans())
def test_a_text_without_tags_becomes_what_any_file_says(seed: int, is_marked: bool) -> None:
    for number, taken in enumerate(generated(seed)):
        gold = unit(taken.stripped())
        [text] = rewritten([gold], TASK.annotator.rewriting([gold], taking_all(TASK, [gold], [taken])))
        after = unit(text)
        assert said(TASK.annotator.annotations([after])) == said(TASK.annotator.annotations([taken])), number
        assert after.stripped() == gold.stripped()
        assert errors([after]) == errors([gold])


@given(st.integers(0, 10**9))
def test_a_file_pairs_with_itself_and_changes_nothing(seed: int) -> None:
    for each in generated(seed):
        listed = TASK.annotator.annotations([each])
        assert TASK.annotator.counterparts(listed, listed) == [(at, at) for at in range(len(listed))]
        assert [*listed] == sorted(listed, key=lambda mention: mention.place)
        assert TASK.annotator.rewriting([each], taking_all(TASK, [each], [each])) == Rewriting([])


@given(st.integers(0, 10**9), st.randoms(use_true_random=False))
def test_mentions_that_go_leave_no_dangling_ref(seed: int, chance: Random) -> None:
    for each in generated(seed):
        listed = TASK.annotator.annotations([each])
        changes = [Change(mention, None) for mention in listed if chance.random() < 0.4]
        rewriting = TASK.annotator.rewriting([each], changes)
        [text] = rewritten([each], rewriting)
        after = unit(text)
        assert after.stripped() == each.stripped()
        assert dangling(after) <= dangling(each)
        assert set(errors([after])) <= {*errors([each]), "dangling-ref"}
        gone = {change.present for at, change in enumerate(changes) if at not in rewriting.refused}
        kept = [at for at, mention in enumerate(listed) if mention not in gone]
        assert classes(TASK.annotator.annotations([after]), None) == classes(listed, kept)


def dangling(unit: SgmlUnit) -> set[str]:
    """The REFs that name no ID; a finding tells of some of them only, while IDs are missing."""
    opened = [tag for tag in unit.tags if not tag.is_close]
    known = {attribute.value.strip() for tag in opened if (attribute := tag.attribute("id"))}
    named = {attribute.value.strip() for tag in opened if (attribute := tag.attribute("ref"))}
    return named - known - {""}


def classes(listed: Any, kept: list[int] | None) -> list[list[Any]]:
    """The places of the mentions of each chain; of some mentions only."""
    chain_of: list[int] = []
    for at, mention in enumerate(listed):
        targets = [part.target for part in mention.value if isinstance(part, Reference)]
        chain_of.append(chain_of[targets[0]] if targets else at)
    found: dict[int, list[Any]] = {}
    for at in range(len(listed)) if kept is None else kept:
        found.setdefault(chain_of[at], []).append(listed[at].place)
    return sorted(found.values())
