"""Safe fixes: never two that overlap at once, and an end even where fixes bring each other back."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from keytally.engine.findings import Located
from keytally.findings.all_rules import RULES
from keytally.findings.finding import Edit, Finding, apply_edits
from keytally.findings.table.lexsub import LEXSUB_NEAR_MISS
from keytally.findings.table.sgml import CROSSING_TAGS, UNMATCHED_CLOSE_TAG
from keytally.runs.check import apply_fixes, compatible_fixes


def found(*edits: Edit, offset: int = 0) -> Located:
    start = min((edit.start for edit in edits), default=0)
    finding = Finding(UNMATCHED_CLOSE_TAG, start, start, {"tag": "ENAMEX", "hint": "", "repair": ""}, edits)
    return Located(finding, None, offset, 0)


def test_edits_count_from_the_unit_that_the_finding_is_in() -> None:
    [[edit]] = compatible_fixes([found(Edit(1, 2, "x"), offset=10)])
    assert edit == Edit(11, 12, "x")


def test_of_two_fixes_that_overlap_the_first_is_applied() -> None:
    fixes = compatible_fixes([found(Edit(0, 3, "a")), found(Edit(2, 5, "b")), found(Edit(7, 8, "c"))])
    assert fixes == [[Edit(0, 3, "a")], [Edit(7, 8, "c")]]


def test_a_fix_is_applied_whole_or_not_at_all() -> None:
    fixes = compatible_fixes([found(Edit(4, 6, "a")), found(Edit(0, 1, "b"), Edit(5, 7, "b"))])
    assert fixes == [[Edit(4, 6, "a")]]


def test_a_finding_without_a_safe_fix_changes_nothing() -> None:
    without = found(Edit(0, 1, "x"))
    assert compatible_fixes([without._replace(finding=without.finding._replace(rule=CROSSING_TAGS))]) == []
    assert compatible_fixes([found()]) == []


def test_a_fix_that_takes_answers_from_the_key_is_left_to_a_person() -> None:
    told = {"guess": "Mad", "gold": "mad", "difference": "case matters"}
    near = found()._replace(finding=Finding(LEXSUB_NEAR_MISS, 0, 3, told, (Edit(0, 3, "mad"),)))
    assert near.finding.fix_title == "change it to mad"
    assert compatible_fixes([near]) == []


def test_a_fix_that_is_a_guess_is_left_to_a_person() -> None:
    sure = found(Edit(0, 1, "x"))
    guess = sure._replace(finding=sure.finding._replace(guessed=True))
    assert compatible_fixes([guess, sure]) == [[Edit(0, 1, "x")]]
    assert guess.finding.fix_title is not None


def test_only_rules_that_compare_answers_with_the_key_take_answers() -> None:
    assert [rule.name for rule in RULES.values() if rule.fix_takes_answers] == ["lexsub-near-miss"]


def test_fixes_go_on_until_none_is_left() -> None:
    def halves(text: str) -> list[Located]:
        at = text.find("aa")
        return [found(Edit(at, at + 2, "a"))] if at >= 0 else []

    assert apply_fixes("aaaa b aa", halves) == ("a b a", 4)


def test_fixes_that_undo_each_other_end() -> None:
    def swaps(text: str) -> list[Located]:
        return [found(Edit(0, 1, "b" if text == "a" else "a"))]

    assert apply_fixes("a", swaps).text in "ab"


def test_fixes_that_never_end_are_cut_off() -> None:
    assert len(apply_fixes("", lambda text: [found(Edit(0, 0, "x"))]).text) <= 50


spans = st.tuples(st.integers(0, 20), st.integers(0, 6), st.text("xyz", max_size=2))
edits = spans.map(lambda s: Edit(s[0], s[0] + s[1], s[2]))


@given(st.lists(st.lists(edits, min_size=1, max_size=2).map(lambda e: found(*e[:1])), max_size=8))
def test_chosen_fixes_never_overlap(all_found: list[Located]) -> None:
    chosen = sorted((e for fix in compatible_fixes(all_found) for e in fix), key=lambda e: (e.start, e.end))
    for one, other in pairwise(chosen):
        assert one.end < other.start
    text = "." * 40
    expected = text
    for edit in reversed(chosen):
        expected = expected[: edit.start] + edit.text + expected[edit.end :]
    assert apply_edits(text, chosen) == expected
