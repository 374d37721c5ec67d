"""What tests of every part share: where the checkout and the corpora are."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from keytally.text import files
from tests.corpora.folder import FOLDER
from tests.portability.lacking import skip_for_what_is_lacking

CHECKOUT = Path(__file__).resolve().parent.parent

# How long an example takes says more of the machine than of keytally; what CI runs is the same each time.
# A property without a number of its own is tried with fewer examples at each commit than in `make matrix`.
settings.register_profile(
    "keytally",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize="CI" in os.environ,
    max_examples=int(os.environ.get("KEYTALLY_EXAMPLES", "30")),
)
settings.load_profile("keytally")
skip_for_what_is_lacking()


@pytest.fixture(autouse=True)
def no_bound_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads files up to the size that a session of another one has set."""
    monkeypatch.setattr(files, "_bounds", [])


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root folder of the checkout."""
    return CHECKOUT


@pytest.fixture(scope="session")
def examples() -> Path:
    """The folder of example workspaces; tests copy what they change."""
    return CHECKOUT / "examples"


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of corpora, where nothing is written; tests that ask for it are skipped without it."""
    if not FOLDER.is_dir():
        pytest.skip(f"the corpora are not part of the checkout: no folder {FOLDER} (set KEYTALLY_DATA)")
    return FOLDER
