"""Every command that writes, and every place where it must not: nothing is written, and one line says why."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from keytally.commands.main import CANNOT_RUN, main
from keytally.commands.main import COMMANDS as ALL_COMMANDS

ANNOTATORS = ["anna.sgml", "ben.sgml"]
REPORTS = ":score_report_file {name}\n:report_summary_file summary\n"


class Command(NamedTuple):
    """A command line that writes to a name: one that a person types, or one that a file states."""

    arguments: tuple[str, ...]
    stated_in: str = ""

    @property
    def is_forced(self) -> bool:
        """Whether the check of the kind of file is lifted."""
        return "--force" in self.arguments


CONVERT = ("convert", "key.sgml", "--to", "muc-sgml", "-o", "{name}")
MERGE = ("merge", "--task", "named_entity", *ANNOTATORS, "-o", "{name}")
REPORT = ("report", "--task", "named_entity", "key.sgml", "response.sgml", "-o", "{name}")
BELOW = ("score", "--task", "named_entity", "key.sgml", "response.sgml", "--report-dir", ".")
COMMANDS = {
    "convert": Command(CONVERT),
    "convert --force": Command((*CONVERT, "--force")),
    "merge -o": Command(MERGE),
    "merge -o --force": Command((*MERGE, "--force")),
    "report": Command(REPORT),
    "report --force": Command((*REPORT, "--force")),
    "merge": Command(("merge",), "keytally.toml"),
    "merge --force": Command(("merge", "--force"), "keytally.toml"),
    "score": Command(("score", "ne.config"), "ne.config"),
    "score --force": Command(("score", "ne.config", "--force"), "ne.config"),
    "score --report-dir": Command((*BELOW, "-O", "score_report_file={name}"), "an option"),
    "score --report-dir --force": Command((*BELOW, "-O", "score_report_file={name}", "--force"), "an option"),
}

NEVER = {
    "the project file": "keytally.toml",
    "another project file": "below/keytally.toml",
    "a project file in capitals": "below/KEYTALLY.TOML",
    "a configuration": "ne.config",
    "another configuration": "other.config",
    "a BNF": "te.bnf",
    "the texts": "texts.sgml",
    "an input": "key.sgml|anna.sgml",
    "an input by another way": "below/../key.sgml|below/../anna.sgml",
    "a link to a file": "link.sgml",
    "a link to an input": "link-to-key.sgml",
    "a dangling link": "dangling.sgml",
    "a dangling link that leads out": "dangling-out.sgml",
    "a link into .git": "link-to-git",
    "a dangling link into .git": "dangling-into-git",
    "a circle of links": "circle",
    "a folder that is a link to .git": "through/config",
    "a new file in such a folder": "through/new",
    "a file with two names": "hard.sgml",
    "a folder": "below",
    "this folder": ".",
    "a pipe": "pipe",
    "below a file": "key.sgml/x",
}
"""Where nothing is written, whoever names it and by whatever force."""

OTHER_KIND = {
    "a makefile": "Makefile",
    "notes": "notes.txt",
    "a page of somebody else": "page.html",
    "data": "data.bin",
}
"""What is written over by force only."""

STATED_ONLY = {
    "the settings of git": ".git/config",
    "a new hook": ".git/hooks/pre-commit",
    "git's attributes": ".git/info/attributes",
    "a new file of git": ".git/new",
    "git by a detour": "below/../.git/config",
    "git in capitals": ".GIT/config",
    "git with a character that some systems skip": ".g\u200cit/config",
    "git as Windows shortens it": "GIT~1/config",
    "git of a folder": "below/.git/config",
    "a repository without a checkout": "bare/hooks/post-commit",
    "settings of an editor": ".vscode/settings.json",
    "settings of a shell": ".envrc",
    "outside": "../outside.sgml",
    "outside by its whole path": "{outside}",
}
"""Where a person may have a file written, by typing its name, and no file may."""


@pytest.fixture
def folder(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with all that can be named, as the current folder."""
    root = Path(shutil.copytree(examples / "named_entity", tmp_path / "checkout"))
    for name in ("anna.sgml", "ben.sgml", "texts.sgml"):
        shutil.copy(examples / "adjudication_named_entity" / name, root / name)
    shutil.copy(examples / "adjudication_template_element" / "te.bnf", root)
    (root / "other.config").write_bytes((root / "ne.config").read_bytes())
    (root / "keytally.toml").write_text("")
    texts = {
        "Makefile": "all:\n\techo all\n",
        "notes.txt": "Notes.\n\nOn this and that\n",
        "page.html": "<!DOCTYPE html>\n<p>Hello</p>\n",
        "below/keytally.toml": "[[pair]]\n",
        "below/KEYTALLY.TOML": "[[pair]]\n",
        ".vscode/settings.json": "{}\n",
        ".envrc": "",
        "one.sgml": (root / "key.sgml").read_text(),
        **{f".git/{name}": text for name, text in GIT.items()},
        **{f"bare/{name}": text for name, text in GIT.items()},
    }
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "data.bin").write_bytes(b"\0\1\2")
    (root / "hard.sgml").hardlink_to(root / "one.sgml")
    (tmp_path / "there.sgml").write_bytes((root / "key.sgml").read_bytes())
    os.mkfifo(root / "pipe")
    links = {
        "link.sgml": "one.sgml",
        "link-to-key.sgml": "key.sgml",
        "dangling.sgml": "nowhere.sgml",
        "dangling-out.sgml": "../nowhere.sgml",
        "link-to-git": ".git/config",
        "dangling-into-git": ".git/hooks/pre-commit",
        "circle": "circle",
        "through": ".git",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    monkeypatch.chdir(root)
    return root


GIT = {"HEAD": "ref: x\n", "config": "[core]\n", "objects/a": "", "refs/a": "", "hooks/a": "", "info/a": ""}


def run(command: Command, name: str, folder: Path) -> int:
    """Run a command for which that name is typed or stated."""
    name = name.format(outside=folder.parent / "outside.sgml")
    if "|" in name:
        name = name.split("|")[command.arguments[0] in ("merge", "agreement")]
    if command.stated_in == "keytally.toml":
        table = '[[adjudication]]\ntask = "named_entity"\ntexts = "texts.sgml"\nconfig = "ne.config"\n'
        own = '\nannotators = { anna = "anna.sgml", ben = "ben.sgml" }\n'
        (folder / "keytally.toml").write_text(f'{table}gold = "{name}"{own}', encoding="utf-8")
    else:
        pair = '[[pair]]\ntask = "template_element"\nkey = "key.tmpl"\nresponses = ["response.tmpl"]\n'
        stated = 'texts = "texts.sgml"\nconfig = "ne.config"\n'
        own = '[[pair]]\ntask = "named_entity"\nkey = "key.sgml"\nresponses = ["response.sgml"]\n'
        (folder / "keytally.toml").write_text(own + stated + pair, encoding="utf-8")
    if command.stated_in == "ne.config":
        text = (folder / "ne.config").read_text(encoding="utf-8")
        lines = [line for line in text.splitlines() if "report" not in line]
        stated = "\n".join([*lines, REPORTS.format(name=f'"{name}"')])
        (folder / "ne.config").write_text(stated, encoding="utf-8")
    before = contents(folder.parent)
    status = main([argument.format(name=name) for argument in command.arguments])
    if status == CANNOT_RUN:
        assert contents(folder.parent) == before
    return status


def contents(folder: Path) -> dict[str, object]:
    """All that is in a folder: texts of files, targets of links, and the names of all else."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        is_file = path.is_file() and not path.is_symlink()
        found[str(path)] = path.readlink() if path.is_symlink() else is_file and path.read_bytes()
    return found


def refused(command: Command, name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Check that a name is refused with one line about it."""
    assert run(command, name, folder) == CANNOT_RUN
    errors = capsys.readouterr().err.splitlines()
    [line] = [line for line in errors if not line.startswith("keytally: warning: ")]
    assert line.startswith("keytally: ") and "internal error" not in line


@pytest.mark.parametrize(
    ("command", "place"),
    [
        (name, place)
        for name, command in COMMANDS.items()
        for place in NEVER
        # Converted files may be written to a folder.
        if (command.arguments[0], place) != ("convert", "a folder")
    ],
)
def test_nothing_is_written_to_a_place_that_is_no_output(
    command: str, place: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(COMMANDS[command], NEVER[place], folder, capsys)


@pytest.mark.parametrize("place", STATED_ONLY)
@pytest.mark.parametrize("command", [name for name, command in COMMANDS.items() if command.stated_in])
def test_no_file_can_have_a_hidden_file_or_one_outside_written(
    command: str, place: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(COMMANDS[command], STATED_ONLY[place], folder, capsys)


@pytest.mark.parametrize("place", OTHER_KIND)
@pytest.mark.parametrize("command", [name for name, command in COMMANDS.items() if not command.is_forced])
def test_no_other_kind_of_file_is_written_over(
    command: str, place: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(COMMANDS[command], OTHER_KIND[place], folder, capsys)


@pytest.mark.parametrize("command", [name for name, command in COMMANDS.items() if command.is_forced])
def test_force_lifts_the_check_of_the_kind(command: str, folder: Path) -> None:
    assert run(COMMANDS[command], "notes.txt", folder) != CANNOT_RUN
    assert (folder / "notes.txt").read_text() != "Notes.\n\nOn this and that\n"


@pytest.mark.parametrize("name", [".git/gold.sgml", ".data/gold.sgml", "{outside}"])
@pytest.mark.parametrize("command", [name for name, command in COMMANDS.items() if not command.stated_in])
def test_a_person_may_type_the_name_of_a_hidden_folder(command: str, name: str, folder: Path) -> None:
    (folder / ".data").mkdir()
    assert run(COMMANDS[command], name, folder) != CANNOT_RUN
    assert Path(name.format(outside=folder.parent / "outside.sgml")).stat().st_size


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (command, name)
        for command in COMMANDS
        if not command.startswith("score")
        for name in ("nowhere/output.sgml", "below/nowhere/deep/output", "{outside}/output")
        # No file may name an output outside its folder, and that is another error.
        if not (COMMANDS[command].stated_in and name.startswith("{outside}"))
    ],
)
def test_no_folder_is_created_for_a_file(
    command: str, name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = Path(name.format(outside=folder.parent / "outside.sgml")).parent
    assert run(COMMANDS[command], name, folder) == CANNOT_RUN
    problem = f"the directory {missing} does not exist; create it, or specify another path"
    assert problem in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("name", ["nowhere/deep", "nowhere/deep/"])
@pytest.mark.parametrize(
    "arguments",
    [("convert", "key.sgml", "one.sgml", "--to", "brat", "-o"), (*BELOW[:-1],)],
    ids=["convert", "score --report-dir"],
)
def test_only_the_folder_that_was_given_is_created(
    arguments: tuple[str, ...], name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "keytally.toml").unlink()
    options = ["-O", "score_report_file=deep/scores"] if arguments[0] == "score" else []
    assert main([*arguments, name, *options]) == CANNOT_RUN
    problem = "the directory nowhere does not exist; create it, or specify another path"
    assert problem in capsys.readouterr().err.splitlines()[-1]
    assert not (folder / "nowhere").exists()
    (folder / "nowhere").mkdir()
    assert main([*arguments, name, *options]) == 0
    assert any((folder / "nowhere" / "deep").iterdir())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_second_run_writes_over_the_output_of_the_first(command: str, folder: Path) -> None:
    for _ in range(1 if command == "convert" else 2):
        assert run(COMMANDS[command], "output", folder) in (0, 1)


PAIR = ("--task", "named_entity", "key.sgml", "response.sgml")
PRINTED = {
    "score": PAIR,
    "check": PAIR,
    "compare": (*PAIR, "key.sgml"),
    "errors": PAIR,
    "agreement": ("--task", "named_entity", *ANNOTATORS),
    "pairs": (),
    "bnf": ("te.bnf",),
    "init": ("--bnf", "te.bnf"),
    "schema": ("score",),
    "rule": ("text-altered",),
    "tasks": (),
    "options": ("named_entity",),
    "completion": ("bash",),
}
"""A command line of each command that prints, whose output `-o` writes to a file."""


def printing(command: str) -> Command:
    """The command line with the name of its output."""
    return Command((command, *PRINTED[command], "-o", "{name}"))


def test_each_command_writes_to_a_place_that_is_tested() -> None:
    assert {*PRINTED} | {"convert", "merge", "report"} == {*ALL_COMMANDS}


@pytest.mark.parametrize("command", PRINTED)
def test_no_command_prints_into_a_place_that_is_no_output(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in NEVER.values():
        refused(printing(command), name, folder, capsys)


@pytest.mark.parametrize("command", PRINTED)
def test_what_is_printed_is_written_over_any_other_file(command: str, folder: Path) -> None:
    assert run(printing(command), "notes.txt", folder) != CANNOT_RUN
    assert (folder / "notes.txt").read_text() != "Notes.\n\nOn this and that\n"


@pytest.mark.parametrize(
    "name", ["link.sgml", "dangling.sgml", "circle", "hard.sgml", "pipe", "through/a.sgml"]
)
def test_nothing_is_fixed_in_a_place_that_is_no_output(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = (folder / "one.sgml").read_text().replace('TYPE="PERSON"', "TYPE=PERSON", 1)
    for path in ("one.sgml", ".git/a.sgml"):
        (folder / path).write_text(faulty)
    before = contents(folder)
    assert main(["check", "--fix", "--task", "named_entity", name]) == CANNOT_RUN
    assert contents(folder) == before
    assert capsys.readouterr().err.splitlines()[-1].startswith(f"keytally: {name}: ")


def test_nothing_is_fixed_in_a_hidden_folder_that_a_search_finds(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    faulty = (folder / "one.sgml").read_text().replace('TYPE="PERSON"', "TYPE=PERSON", 1)
    for path in ("a.sgml", ".git/a.sgml", ".vscode/a.sgml"):
        (folder / path).write_text(faulty)
    main(["check", "--fix", "--task", "named_entity", "."])
    texts = [(folder / path).read_text() == faulty for path in ("a.sgml", ".git/a.sgml", ".vscode/a.sgml")]
    assert texts == [False, True, True]
    problem = ".vscode is hidden; to write there, specify it on the command line"
    assert f"keytally: .vscode/a.sgml: {problem}" in capsys.readouterr().err.splitlines()
