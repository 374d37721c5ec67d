"""Cases that failed once, made small by fuzzing, pass from then on."""

from pathlib import Path

import pytest

from fuzz.seeds import kept, read
from fuzz.targets import TARGETS
from fuzz.trial import case_of, tried


@pytest.mark.long
@pytest.mark.parametrize("path", kept(), ids=lambda path: path.stem)
def test_a_kept_case_passes(path: Path) -> None:
    failure = tried(read(path))
    assert failure is None, failure.text


@pytest.mark.long
@pytest.mark.parametrize("target", sorted(TARGETS))
def test_the_first_cases_of_a_target_pass(target: str) -> None:
    for seed in (1, 2):
        failure = tried(case_of(target, seed))
        assert failure is None, failure.text


@pytest.mark.parametrize("target", sorted(TARGETS))
def test_a_seed_names_one_case(target: str) -> None:
    assert case_of(target, 7) == case_of(target, 7)
    assert case_of(target, 7) != case_of(target, 8)
