"""Every real response to chains and templates: classes sum up to the tallies, and repairs meet the keys."""

from collections import Counter
from pathlib import Path

import pytest

import keytally
from keytally.error_analysis.corrections import Corrections

pytestmark = pytest.mark.corpora

CHAINS = [f"co/config{number}" for number in range(1, 4)]
ELEMENTS = [f"te/{name}" for name in ("config1", "config2", "config_orig", "config_partial")]
RELATIONS = [f"tr/{name}" for name in ("config1", "config2", "config_relations_only")]
SCENARIOS = [f"st/config{number}" for number in (*range(1, 18), "_partial", "_threshold")]


@pytest.mark.long
@pytest.mark.parametrize("config", [*CHAINS, *ELEMENTS, *RELATIONS, *SCENARIOS])
def test_repairs_meet_the_key(corpora: Path, config: str) -> None:
    live = keytally.score_configuration(corpora / config).live
    corrections = Corrections(live)
    told, counted = Counter[str](), Counter[str]()
    repaired = {}
    for document in corrections.documents:
        found = corrections.differences(document)
        for each in found:
            told.update(each.counts)
        counted.update(corrections.counts(document))
        if found:
            repaired[document] = corrections.corrected(document, found)
    assert told == counted
    assert not any(each.rewriting.refused for each in repaired.values())
    assert live.headline() < corrections.headline(repaired)
    assert corrections.headline(repaired) == pytest.approx(100)
