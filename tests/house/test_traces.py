"""A maintainer can follow a keystroke and a run: they pass through few files."""

import pytest

from benchmarks.traces import traces


@pytest.mark.long
def test_a_keystroke_and_a_run_pass_through_few_files() -> None:
    for trace in traces():
        assert 10 < len(trace.files) <= trace.target, (trace.name, sorted(trace.files))
