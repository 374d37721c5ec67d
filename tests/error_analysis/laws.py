"""What holds for the differences of every evaluation, checked on two files."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from keytally.engine.engine import Engine
from keytally.engine.live_pair import LivePair
from keytally.error_analysis.analysis import ValuedDifference, valued_differences
from keytally.error_analysis.corrections import Corrections
from keytally.families.annotations import Difference, Rewriting
from keytally.families.contract import Evaluation
from keytally.findings.finding import Edit, apply_edits
from keytally.project.pair import Pair

KEY, RESPONSE = Path("/key"), Path("/response")


def scored(evaluation: Evaluation, key: str, response: str) -> LivePair:
    """The pair of two texts, scored afresh."""
    engine = Engine(judges=False)
    engine.open(KEY, key)
    engine.open(RESPONSE, response)
    live = engine.add_pair(Pair(evaluation.task, KEY, RESPONSE), evaluation)
    live.work()
    return live


def rewritten(live: LivePair, *rewritings: Rewriting) -> str:
    """The response with some documents rewritten."""
    starts, offset, pieces = dict[int, int](), 0, list[str]()
    for unit in live.response.units:
        starts[id(unit)] = offset
        pieces.append(unit.text)
        offset += len(unit.text)
    edits = [
        Edit(starts[id(unit)] + edit.start, starts[id(unit)] + edit.end, edit.text)
        for rewriting in rewritings
        for unit, edit in rewriting.edits
    ]
    return apply_edits("".join(pieces), edits)


def check_laws(evaluation: Evaluation, key: str, response: str) -> list[ValuedDifference]:
    """Check that classes sum up to tallies, and that gains are those of corrected files."""
    assert evaluation.classifier is not None
    live = scored(evaluation, key, response)
    corrections = Corrections(live)
    found = [each for each, _ in valued_differences(corrections)]
    for document in live.documents:
        own = [each.difference for each in found if each.document == document]
        assert _sum(own) == Counter(corrections.counts(document)), document
        assert {each.name for each in own} <= set(evaluation.classifier.classes)
    now = live.headline()
    for each in found:
        rewriting = corrections.corrected(each.document, [each.difference]).rewriting
        after = scored(evaluation, key, rewritten(live, rewriting)).headline()
        assert after - now == pytest.approx(each.gain, abs=1e-9), each
    return found


def all_repaired(evaluation: Evaluation, key: str, response: str) -> LivePair:
    """The pair with every difference of the response repaired that can be."""
    live = scored(evaluation, key, response)
    corrections = Corrections(live)
    rewritings = [
        corrections.corrected(document, differences).rewriting
        for document in live.documents
        if (differences := corrections.differences(document))
    ]
    return scored(evaluation, key, rewritten(live, *rewritings))


def _sum(differences: Iterable[Difference]) -> Mapping[str, int]:
    sums = Counter[str]()
    for difference in differences:
        sums.update(difference.counts)
    return sums
