"""The wheel works where nothing of the checkout can be seen, with the locked dependencies."""

import json
import re
import subprocess
import tempfile
import venv
from pathlib import Path

from release import wheel_file
from release.checkout import CHECKOUT, WHEEL
from release.failed import Failed
from release.running import run
from release.trial import BIN, command_scores, examples_in, rules_have_pages, server_answers

PROGRAMS = ("keytally", "keytally-server")
PAGE_ON_FAMILIES = CHECKOUT / "docs" / "families.md"
SHARED = [
    *(f"man/man1/{program}.1" for program in PROGRAMS),
    *(f"bash-completion/completions/{program}" for program in PROGRAMS),
    *(f"zsh/site-functions/_{program}" for program in PROGRAMS),
    *(f"fish/vendor_completions.d/{program}.fish" for program in PROGRAMS),
]
LISTED_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)


def check(dist: Path) -> str:
    """Install the wheel, use its two commands, and add the family of the page on families to it."""
    with tempfile.TemporaryDirectory(prefix="keytally-wheel-") as name:
        folder = Path(name)
        environment = folder / "environment"
        examples = examples_in(folder)
        install(environment, dist / WHEEL)
        command_scores([environment / BIN / "keytally"], examples)
        rules_have_pages(environment / BIN / "python", examples)
        shells_find_files(environment)
        server_answers([environment / BIN / "keytally-server"], examples)
        try_family(environment, folder / "family")
    return f"{WHEEL} scores, checks, serves and takes a family from outside, with the locked dependencies"


def install(environment: Path, wheel: Path) -> None:
    """Install the wheel, and then its server's dependencies at the locked versions."""
    venv.create(environment, with_pip=True)
    pip = pip_of(environment)
    run([*pip, "install", "--quiet", "--no-deps", wheel], environment)
    bare_server_says_so(environment / BIN / "keytally-server")
    locked = CHECKOUT / "requirements" / "server.txt"
    run([*pip, "install", "--quiet", "--require-hashes", "-r", locked], environment)
    run([*pip, "install", "--quiet", "--no-index", f"{wheel}[server]"], environment)
    run([*pip, "check"], environment)


def pip_of(environment: Path) -> list[str | Path]:
    """The words that run an environment's pip."""
    return [environment / BIN / "python", "-m", "pip", "--disable-pip-version-check"]


def bare_server_says_so(server: Path) -> None:
    """See that the server without its extra says so in one line; raises Failed."""
    done = subprocess.run([server], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 2 or len(done.stderr.splitlines()) != 1:
        raise Failed(f"keytally-server without its extra says {done.stderr!r}: one line with status 2 is due")


def shells_find_files(environment: Path) -> None:
    """See that completions and manual pages lie where shells and `man` look for them; raises Failed."""
    for name in SHARED:
        if not (environment / "share" / name).is_file():
            raise Failed(f"share/{name} is not installed: see `shared-data` in pyproject.toml")


def try_family(environment: Path, source: Path) -> None:
    """Install the distribution that the page on families makes, score by it and check; raises Failed."""
    for name, text in LISTED_FILE.findall(PAGE_ON_FAMILIES.read_text(encoding="utf-8")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    wheel = wheel_file.build(source, source / "dist")
    run([*pip_of(environment), "install", "--quiet", "--no-index", wheel], environment)
    use_family(environment / BIN / "keytally", source)


def use_family(keytally: Path, source: Path) -> None:
    """Score and mend files of the family of the page; raises Failed."""
    (source / "key.keywords").write_text("d1: tide, storm\n", encoding="utf-8")
    (source / "response.keywords").write_text("d1: tide, tide\n", encoding="utf-8")
    files = ("key.keywords", "response.keywords")
    scores = json.loads(run([keytally, "score", "--task", "keywords", *files, "--format", "json"], source))
    run([keytally, "check", "--fix", "response.keywords"], source)
    fixed = (source / "response.keywords").read_text(encoding="utf-8")
    if scores["scores"]["correct"] != 1 or fixed != "d1: tide\n":
        raise Failed(f"the family of {PAGE_ON_FAMILIES.name} gives {scores} and {fixed!r}: mend the page")
