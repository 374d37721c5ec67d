"""When documents are counted: at once, or under a program's rules when the sum is asked for."""

import pytest

from keytally.families.conll.scoring import NO_COUNTS, ChainsFold, Counts, DocumentScore


@pytest.mark.parametrize(("program", "at_once"), [("document", 1), ("v8.01", 0)])
def test_a_document_is_counted_once(program: str, at_once: int) -> None:
    counted: list[str] = []

    def count() -> Counts:
        counted.append("a")
        return {**NO_COUNTS, "mentions": (1, 2, 1, 4)}

    fold, score = ChainsFold(program), DocumentScore("a", None, None, count)
    fold.put(score)
    assert len(counted) == at_once
    assert fold.totals()["mentions"]["recall"] == [1, 2]
    fold.put(score)
    fold.drop(score)
    assert fold.totals()["mentions"]["precision"] == [1, 4]
    fold.drop(score)
    assert fold.headline() == 0 and fold.totals() == ChainsFold().totals()
    assert len(counted) == 1
