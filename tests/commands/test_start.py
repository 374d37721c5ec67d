"""What the command imports to score a small pair."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from keytally.families import registry

INSPECT = () if sys.version_info >= (3, 12) else ("inspect",)
"""From Python 3.12 on, `typing` imports it to ask whether a value has the methods of a protocol."""

KEPT_OUT = (
    *INSPECT,
    *("dataclasses", "difflib", "lark", "shutil", "signal", "threading", "tomllib"),
    "keytally.families.annotations",
    "zlib",
    "keytally.findings.all_rules",
    "keytally.runs.located_findings",
    "keytally.families.columns.rules",
    "keytally.families.conll.options",
    "keytally.families.template_json.options",
    "keytally.families.muc.sgml.broken_tags",
    "keytally.families.muc.report_files",
    "keytally.families.muc.scoring.template_measures",
)
"""What no plain score needs, and what costs the most of what it does not need."""

_MUC = (
    "bnf bnf_configurations builtin configuration coreference_reports detection evaluation family model "
    "reports scoring sgml templates"
)
PARTS = {
    "lexsub-best": "evaluation family reading reports scoring",
    "m2": "edit_evaluation evaluation family lattice marks options reading reports rules scoring",
    "cpa-parsing": "evaluation family marks options reading reports rules scoring",
    "named_entity": _MUC,
    "coreference": _MUC,
    "template_element": _MUC,
    "scenario_template": _MUC,
}
"""The parts of its own family that a score imports: none that tells, repairs or adjudicates differences."""

OTHERS = {"family", "model"}
"""The modules of other families that a score may import: their facts."""

HEAVY = ("dataclasses", "difflib", "lark", "shutil", "threading", "zlib", *INSPECT)
"""What no score of token columns needs."""

LONG_OPTIONS = ("named_entity", "coreference", "template_element", "scenario_template")
"""Tasks with options so long that their signature has a checksum in their place."""

SCORE = """
import sys
from keytally.commands.main import main
assert main(["score", *sys.argv[1:]]) == 0
print(*sorted(sys.modules), file=sys.stderr)
"""
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize(
    ("task", "folder", "key", "response"),
    [
        ("lexsub-best", "lexical_substitution", "gold", "response.best"),
        ("m2", "m2", "gold.m2", "response.txt"),
        ("cpa-parsing", "cpa", "key", "response"),
        ("named_entity", "named_entity", "key.sgml", "response.sgml"),
        ("coreference", "coreference", "key.sgml", "response.sgml"),
        ("template_element", "template_element", "key.tmpl", "response.tmpl"),
        ("scenario_template", "scenario_template", "key.tmpl", "response.tmpl"),
    ],
)
def test_a_score_imports_no_more_than_it_needs(
    task: str, folder: str, key: str, response: str, tmp_path: Path
) -> None:
    for name in (key, response):
        copy = shutil.copytree if (EXAMPLES / folder / name).is_dir() else shutil.copy
        copy(EXAMPLES / folder / name, tmp_path / name)
    files = ["--task", task, *(str(tmp_path / name) for name in (key, response))]
    done = subprocess.run([sys.executable, "-c", SCORE, *files], capture_output=True, text=True, check=True)
    imported = done.stderr.splitlines()[-1].split()
    assert "keytally.runs.score" in imported
    own = _family_of(task)
    parts = {tuple(name.split(".")[2:4]) for name in imported if name.startswith("keytally.families.")}
    assert {part for family, *rest in parts for part in rest if family == own} <= {*PARTS[task].split()}
    assert {part for family, *rest in parts for part in rest if family != own} <= OTHERS
    kept_out = (*KEPT_OUT, *(() if folder in LONG_OPTIONS else ("hashlib",)))
    assert [name for name in kept_out if name in imported] == []


def test_a_project_without_findings_and_adjudications_loads_nothing_of_either() -> None:
    folder = EXAMPLES / "lexical_substitution"
    files = ["--task", "lexsub-best", str(folder / "gold"), str(folder / "response.best")]
    done = subprocess.run([sys.executable, "-c", SCORE, *files], capture_output=True, text=True, check=True)
    imported = done.stderr.splitlines()[-1].split()
    assert "keytally.project.discovery" in imported
    kept_out = ("adjudications", "toml_adjudications")
    assert [name for name in kept_out if f"keytally.project.{name}" in imported] == []
    assert "keytally.runs.located_findings" not in imported
    assert "keytally.families.m2.options" not in imported


def _family_of(task: str) -> str:
    """The folder of the family of a task."""
    return registry.family_of(task).name


CHECK = """
import sys
from keytally.commands.main import main
assert main(["check", *sys.argv[1:]]) in (0, 1)
print(*sorted(sys.modules), file=sys.stderr)
"""


def test_a_check_imports_nothing_that_adjudicates_or_converts(tmp_path: Path) -> None:
    file = shutil.copy(EXAMPLES / "lexical_substitution" / "response.best", tmp_path / "response.best")
    command = [sys.executable, "-c", CHECK, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    imported = done.stderr.splitlines()[-1].split()
    assert "keytally.runs.check" in imported
    kept_out = ("dataclasses", "difflib", *INSPECT, "multiprocessing", "keytally.findings.all_rules")
    assert [name for name in kept_out if name in imported] == []
    packages = ("keytally.adjudication", "keytally.conversion")
    assert [name for name in imported if name.startswith(packages)] == []


def test_a_score_of_columns_imports_nothing_heavy() -> None:
    files = [str(EXAMPLES / "columns" / name) for name in ("key.bio", "response.bio")]
    done = subprocess.run(
        [sys.executable, "-c", SCORE, "--task", "entities", *files],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not {*HEAVY} & {*done.stderr.split()}
