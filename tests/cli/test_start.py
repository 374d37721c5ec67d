"""What the command imports to score a small pair."""

import subprocess
import sys
from pathlib import Path

import pytest

KEPT_OUT = ("difflib", "hashlib", "keytally.findings.all_rules")
"""What no plain score needs, and what costs the most of what it does not need."""

SCORE = """
import sys
from keytally.cli.main import main
assert main(["score", *sys.argv[1:]]) == 0
print(*sorted(sys.modules), file=sys.stderr)
"""
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("folder", "key", "response"),
    [
        ("lexical_substitution", "gold", "response.best"),
        ("m2", "gold.m2", "response.txt"),
    ],
)
def test_a_score_imports_no_more_than_it_needs(folder: str, key: str, response: str) -> None:
    files = [str(EXAMPLES / folder / name) for name in (key, response)]
    done = subprocess.run([sys.executable, "-c", SCORE, *files], capture_output=True, text=True, check=True)
    imported = done.stderr.splitlines()[-1].split()
    assert "keytally.batch.score" in imported
    assert [name for name in KEPT_OUT if name in imported] == []
