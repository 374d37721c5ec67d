"""Cases of fuzzing leave nothing behind that grows with them, so that runs may last for hours."""

import gc

import pytest

from fuzz.trial import case_of, tried
from keytally.engine.engine import Engine
from keytally_server.protocol.server import KeytallyServer
from keytally_server.session.session import Session

_CASES = {"check": 2, "edits": 4, "score": 8, "wire": 4}


def _alive() -> int:
    """How many engines, sessions and servers there are."""
    gc.collect()
    return sum(isinstance(each, (Engine, Session, KeytallyServer)) for each in gc.get_objects())


@pytest.mark.long
@pytest.mark.parametrize("target", sorted(_CASES))
def test_cases_leave_no_engine_session_or_server_behind(target: str) -> None:
    before = _alive()
    for seed in range(1, _CASES[target] + 1):
        assert tried(case_of(target, seed)) is None
    assert _alive() <= before
