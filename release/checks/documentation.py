"""The documentation holds for those who install: the sdist has the pages, the wheel what they tell of."""

import json
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from keytally.project.schemas import NAMES, schema_file_name
from release.checkout import CHECKOUT, SDIST, WHEEL
from release.failed import Failed
from release.interpreters import UV
from release.running import run
from release.trial import BIN

TOOLS = ("hypothesis", "jsonschema", "mkdocs-material", "pytest", "pytest-lsp")
LOCK = CHECKOUT / "requirements" / "development.txt"
EXTRAS = "server,compare,report"
FOLLOWED = ("test_tutorials.py", "test_first_steps.py", "test_schemas.py")
"""What runs the pages, in the folder of the sdist that has the tests of the documentation."""

START_PAGES = (
    "index.html",
    "tutorials/annotator.html",
    "rules/unclosed-tag.html",
    "search/search_index.json",
)
COMPLETIONS: Mapping[str, tuple[str, ...]] = {
    "bash": (
        "bash-completion/completions/keytally",
        "--norc",
        "-c",
        'source "$0"; COMP_WORDS=(keytally sco) COMP_CWORD=1; _shtab_keytally; echo "${COMPREPLY[@]}"',
    ),
    "zsh": (
        "zsh/site-functions/_keytally",
        "-f",
        "-c",
        'fpath=("${0:h}" $fpath); autoload -U compinit; compinit -D -u; autoload +X ${_comps[keytally]}; '
        "print -r -- ${functions[_keytally]}",
    ),
    "fish": (
        "fish/vendor_completions.d/keytally.fish",
        "--no-config",
        "-c",
        "source $argv[1]; complete -C 'keytally sco'",
    ),
}
"""The file of a shell below `share`, and what has that shell tell what it completes; the file comes behind.

zsh completes in a terminal only: it tells what it has loaded.
"""

MANUALS = ("keytally.1", "keytally-server.1")


def check(dist: Path) -> str:
    """Follow the pages of the sdist with what the wheel installs, and build the site from the sdist."""
    with tempfile.TemporaryDirectory(prefix="keytally-documentation-") as name:
        folder = Path(name)
        source = unpacked(dist / SDIST, folder)
        environment = folder / "environment"
        install(environment, dist / WHEEL)
        follow_pages(environment, source)
        print_schemas(environment, source)
        build_site(environment, source)
        shells = complete_in_shells(environment)
        shown = show_manuals(environment)
    taken = ", ".join(shells) or "no shell, since none is here"
    return (
        f"tutorials, first steps and schemas of {SDIST} hold with what {WHEEL} installs, and its site is "
        f"built; completions are taken by {taken}; manual pages {shown}"
    )


def unpacked(sdist: Path, folder: Path) -> Path:
    """The only folder that an sdist holds, below a folder."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def install(environment: Path, wheel: Path) -> None:
    """Make an environment of the wheel with its extras, and of what runs the pages, as the lock has them."""
    run([UV, "venv", "--quiet", "--python", sys.executable, str(environment)], environment.parent)
    command = [UV, "pip", "install", "--quiet", "--python", str(environment), "--constraint", str(LOCK)]
    run([*command, f"{wheel.resolve()}[{EXTRAS}]", *TOOLS], environment)


def follow_pages(environment: Path, source: Path) -> None:
    """Do what tutorials and first pages say, and hold results against their schemas. Raises Failed."""
    pages = [str(source / "tests" / "documentation" / name) for name in FOLLOWED]
    run([environment / BIN / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *pages], source)


def print_schemas(environment: Path, source: Path) -> None:
    """See that the command prints every schema as the documentation has it. Raises Failed."""
    for name in NAMES:
        printed = run([environment / BIN / "keytally", "schema", name], source)
        page = source / "docs" / "schemas" / schema_file_name(name)
        if json.loads(printed) != json.loads(page.read_text(encoding="utf-8")):
            raise Failed(f"`keytally schema {name}` is not docs/schemas/{page.name}: run `make generate`")


def build_site(environment: Path, source: Path) -> None:
    """Build the site, every link of which leads somewhere. Raises Failed."""
    site = environment.with_name("site")
    run([environment / BIN / "mkdocs", "build", "--quiet", "--strict", "--site-dir", site], source)
    if lost := [page for page in START_PAGES if not (site / page).is_file()]:
        raise Failed(f"the site of the sdist has no {lost[0]}: see mkdocs.yml")


def complete_in_shells(environment: Path) -> list[str]:
    """The shells of this machine, each of which completes a command by the wheel's file. Raises Failed."""
    present = [*filter(shutil.which, COMPLETIONS)]
    for shell in present:
        file, *asking = COMPLETIONS[shell]
        if "score" not in run([shell, *asking, environment / "share" / file], environment):
            raise Failed(f"{shell} completes nothing by share/{file}: see scoring/keytally/commands/terminal")
    return present


def show_manuals(environment: Path) -> str:
    """Show the manual pages by `man`, if there is one; what became of it. Raises Failed."""
    if shutil.which("man") is None:
        return "not shown, since `man` is not here"
    folder = environment / "share" / "man"
    for page in MANUALS:
        program = page.removesuffix(".1")
        shown = run(["man", "--pager", "cat", f"--manpath={folder}", program], environment)
        if f"{program} - " not in " ".join(shown.split()):
            raise Failed(
                f"`man` shows nothing of share/man/man1/{page}: see scoring/keytally/commands/terminal"
            )
    return "shown by `man`"
