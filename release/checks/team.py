"""A team's repository gets keytally by pre-commit, by the scripts of the actions, and by the wheel."""

import json
import shutil
import sys
import tempfile
from pathlib import Path

from keytally.version import VERSION
from release.checkout import CHECKOUT, GIT, WHEEL
from release.failed import Failed
from release.running import run
from release.trial import examples_in

_UNQUOTED = ('TYPE="PERSON"', "TYPE=PERSON")


def check(dist: Path) -> str:
    """Make a repository of an example; check and compare in it as services do, and commit by pre-commit."""
    with tempfile.TemporaryDirectory(prefix="keytally-team-") as name:
        folder = Path(name)
        ours = folder / "keytally"
        run([*GIT, "clone", "--quiet", CHECKOUT, ours], folder)
        team = repository(folder, ours)
        compares_by_script(team, dist / WHEEL, folder)
        installs_from_action(ours, folder)
        mends_before_commit(team, ours, folder)
    return (
        "a repository is checked and compared by the scripts with the wheel, and by pre-commit from a clone"
    )


def repository(folder: Path, ours: Path) -> Path:
    """A repository of the example of named entities with the scripts of the pipelines, and a commit."""
    team = examples_in(folder) / "named_entity"
    (team / "ci").mkdir()
    for script in (ours / "actions").glob("*.sh"):
        shutil.copy(script, team / "ci")
    words: list[str]
    for words in (
        ["init", "--quiet", "--initial-branch", "main"],
        ["config", "user.name", "A person"],
        ["config", "user.email", "person@example.org"],
        ["add", "."],
        ["commit", "--quiet", "--message", "Begin"],
    ):
        run(["git", *words], team)
    return team


def compares_by_script(team: Path, wheel: Path, folder: Path) -> None:
    """Run what any runner runs, with an environment that is made from the wheel. Raises Failed."""
    temporary = folder / "temporary"
    temporary.mkdir()
    given = {
        "KEYTALLY_REQUIREMENT": f"{wheel}[compare]",
        "BEFORE": "main",
        "TMPDIR": str(temporary),
        "PYTHON": sys.executable,
    }
    page = run(["sh", CHECKOUT / "examples" / "ci" / "shell.sh"], team, given)
    if "1.0000" not in page:
        raise Failed(f"examples/ci/shell.sh prints no comparison: {page!r}")


def installs_from_action(ours: Path, folder: Path) -> None:
    """Install as GitHub's actions do by default, from the repository that they stand in. Raises Failed."""
    install: list[str | Path] = ["sh", ours / "actions" / "install.sh", folder / "action"]
    keytally = run(install, folder, {"PYTHON": sys.executable}).strip()
    if VERSION not in run([keytally, "--version"], folder):
        raise Failed(f"actions/install.sh installs another version than {VERSION}: remove {keytally}")


def mends_before_commit(team: Path, ours: Path, folder: Path) -> None:
    """Let pre-commit get the hooks from a clone, find a fault and mend it. Raises Failed."""
    store = {"PRE_COMMIT_HOME": str(folder / "store")}
    revision = run(["git", "rev-parse", "HEAD"], ours).strip()
    hooks = [{"id": "keytally-check"}, {"id": "keytally-fix"}]
    configured = {"repos": [{"repo": str(ours), "rev": revision, "hooks": hooks}]}
    config = folder / "hooks.json"
    config.write_text(json.dumps(configured), "utf-8")
    pre_commit = Path(sys.executable).with_name("pre-commit")
    commit: list[str | Path] = [pre_commit, "run", "--all-files", "--config", config]
    run([*commit, "keytally-check"], team, store)
    response = team / "response.sgml"
    right = response.read_text("utf-8")
    response.write_text(right.replace(*_UNQUOTED, 1), "utf-8")
    try:
        run([*commit, "keytally-fix"], team, store)
    except Failed:
        if response.read_text("utf-8") == right:
            return
    raise Failed("the hook keytally-fix did not mend an attribute: see .pre-commit-hooks.yaml")
