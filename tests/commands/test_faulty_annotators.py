"""The commands about several annotators with each fault of their files: one line, and nothing is lost."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from keytally.commands.main import CANNOT_RUN, main
from tests.adjudication.agreement.annotated_files import file_of
from tests.commands.test_faulty_files import SAID, lines_of, make, named, never_hangs
from tests.faulty_files import FAULTS

ANNA, BEN = file_of("P:Ida_Wren met O:Orrin ."), file_of("P:Ida_Wren met P:Orrin .")
TABLE = """[[adjudication]]
task = "named_entity"
gold = "gold.sgml"
annotators = { anna = "anna.sgml", ben = "ben.sgml" }
"""
FILES = ["--task", "named_entity", "anna.sgml", "ben.sgml"]
COMMANDS = {
    "agreement of files": ["agreement", *FILES],
    "merge of files": ["merge", *FILES, "-o", "gold.sgml"],
    "agreement": ["agreement"],
    "merge": ["merge"],
    "pairs": ["pairs"],
    "check": ["check", "."],
}
assert never_hangs is not None

Output = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with the files of two annotators; what they hold must stay."""
    (tmp_path / ".git").mkdir()
    put(tmp_path / "anna.sgml", ANNA)
    put(tmp_path / "ben.sgml", BEN)
    put(tmp_path / "keytally.toml", TABLE)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    assert (tmp_path / "anna.sgml").read_bytes() == ANNA.encode()


def put(path: Path, text: str | bytes) -> None:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "name too long"])
def test_an_annotators_file_that_cannot_be_read(
    folder: Path, command: str, fault: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    (folder / "ben.sgml").unlink()
    make(folder / named(fault), fault, monkeypatch)
    name = named(fault)
    put(folder / "keytally.toml", TABLE.replace("ben.sgml", name))
    status = main([word.replace("ben.sgml", name) for word in COMMANDS[command]])
    printed = capsys.readouterr()
    told = [line for line in (printed.out + printed.err).splitlines() if name in line]
    assert status in ((1, 2) if command in ("check", "pairs") else (CANNOT_RUN,)), (told, status)
    assert any(re.search(f"{SAID[fault]}|{FAULTS[fault][1]}", line) for line in told), told
    assert "internal error" not in printed.err and "Traceback" not in printed.err
    assert not (folder / "gold.sgml").exists()


def other_text(text: str) -> str:
    return text.replace("met", "saw")


TEXTS: dict[str, tuple[str | bytes, dict[str, tuple[int, str]]]] = {
    "altered text": (
        other_text(BEN),
        {
            "agreement": (2, "ben.sgml: 1 document has a different text from anna.sgml and is left out: 1"),
            "merge": (2, "ben.sgml:1: document 1 differs from the others, starting at its line 4"),
        },
    ),
    "other documents": (
        file_of("P:Ida_Wren met P:Orrin .", first=7),
        {
            "agreement": (2, "no document is in more than one file, so there is nothing to compare"),
            "merge": (
                1,
                "ben.sgml: 1 document of the other annotators, 1, is missing and treated as not annot",
            ),
        },
    ),
    "empty": (
        "",
        {"agreement": (2, "ben.sgml: the file is empty"), "merge": (2, "ben.sgml: the file is empty")},
    ),
    "blank": (
        "\n \n",
        {"agreement": (2, "ben.sgml: "), "merge": (2, "ben.sgml: ")},
    ),
    "without documents": (
        "Ida\n",
        {
            "agreement": (2, "ben.sgml: contains no document of this task; is this the right file?"),
            "merge": (2, "ben.sgml: contains no document of this task; is this the right file?"),
        },
    ),
    "other line ends": (
        BEN.replace("\n", "\r\n"),
        {
            "agreement": (2, "ben.sgml: 1 document has a different text from anna.sgml and is left out: 1"),
            "merge": (2, "ben.sgml:1: document 1 has different line endings from the others"),
        },
    ),
}


@pytest.mark.parametrize("fault", TEXTS)
@pytest.mark.parametrize("command", ["agreement", "merge"])
@pytest.mark.parametrize("is_stated", [True, False])
def test_an_annotators_file_with_another_text(
    folder: Path, fault: str, command: str, is_stated: bool, capsys: Output
) -> None:
    text, said = TEXTS[fault]
    put(folder / "ben.sgml", text)
    expected, line = said[command]
    files = [*FILES, "-o", "gold.sgml"] if command == "merge" else FILES
    assert main([command, *(() if is_stated else files)]) == expected
    assert any(line in each for each in lines_of(capsys))
    assert (folder / "gold.sgml").exists() is (expected < 2)


@pytest.mark.parametrize(
    ("texts", "encoding"),
    [
        ((ANNA.replace("met", "rencontré"), BEN.replace("met", "rencontré")), "latin-1"),
        ((ANNA.replace("met", "mét"), BEN.replace("met", "mét")), "utf-8-sig"),
        ((ANNA.replace("\n", "\r\n"), BEN.replace("\n", "\r\n")), "utf-8"),
    ],
    ids=["Latin-1", "BOM", "CRLF"],
)
def test_the_bytes_of_a_gold_are_those_of_the_annotators(
    folder: Path, texts: tuple[str, str], encoding: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    below = folder / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    for name, text in zip(("anna", "ben"), texts, strict=True):
        put(below / f"{name}.sgml", text.encode(encoding))
    put(below / "keytally.toml", TABLE)
    assert main(["agreement"]) == 0
    assert main(["merge", "--strategy", "union"]) == 1
    agreed = texts[0].replace('<ENAMEX TYPE="ORGANIZATION">Orrin</ENAMEX>', "Orrin")
    assert (below / "gold.sgml").read_bytes() == agreed.encode(encoding)
    assert "internal error" not in capsys.readouterr().err


def merge_onto(name: str) -> list[str]:
    return ["merge", *FILES, "-o", name]


def linked(folder: Path) -> None:
    (folder / "gold.sgml").symlink_to(folder / "anna.sgml")


LINES: dict[str, tuple[Callable[[Path], object], list[str], str]] = {
    "onto an annotator's file": (lambda folder: None, merge_onto("anna.sgml"), "this is an input file"),
    "onto it by another way": (lambda folder: None, merge_onto("./anna.sgml"), "this is an input file"),
    "onto it by a link": (linked, merge_onto("gold.sgml"), "this is a symbolic link to"),
    "onto the texts": (
        lambda folder: put(folder / "t.sgml", file_of("Ida Wren met Orrin .")),
        [*merge_onto("t.sgml"), "--texts", "t.sgml"],
        "t.sgml: this is an input file",
    ),
    "into no folder": (lambda folder: None, merge_onto("no/gold.sgml"), "no/gold.sgml: "),
    "onto a folder": (lambda folder: (folder / "below").mkdir(), merge_onto("below"), "below: "),
    "onto a circle of links": (
        lambda folder: (folder / "loop").symlink_to("loop"),
        merge_onto("loop"),
        "loop: ",
    ),
    "decisions that are binary": (
        lambda folder: put(folder / "gold.sgml.decisions", b"1\x00\n"),
        ["merge"],
        "gold.sgml.decisions: the file is binary",
    ),
    "one file twice": (
        lambda folder: None,
        ["merge", "--task", "named_entity", "anna.sgml", "./anna.sgml"],
        "a file is specified twice",
    ),
    "decisions with marks of a conflict": (
        lambda folder: put(folder / "gold.sgml.decisions", "<<<<<<< mine\n=======\n>>>>>>> theirs\n"),
        ["merge"],
        "gold.sgml.decisions:1: merge conflict marker; resolve the conflict first",
    ),
    "decisions that are a folder": (
        lambda folder: (folder / "gold.sgml.decisions").mkdir(),
        ["merge"],
        "gold.sgml.decisions: ",
    ),
    "two annotators of one name": (
        lambda folder: put(folder / "keytally.toml", TABLE.replace("ben =", "anna =")),
        ["merge"],
        "keytally.toml:4:",
    ),
    "two annotators with one file": (
        lambda folder: put(folder / "keytally.toml", TABLE.replace("ben.sgml", "anna.sgml")),
        ["merge"],
        "keytally.toml:4:",
    ),
    "a gold that is an annotator's file": (
        lambda folder: put(folder / "keytally.toml", TABLE.replace("gold.sgml", "anna.sgml")),
        ["merge"],
        "keytally.toml:3:",
    ),
    "a gold in no folder": (
        lambda folder: put(folder / "keytally.toml", TABLE.replace("gold.sgml", "no/gold.sgml")),
        ["merge"],
        "no/gold.sgml",
    ),
}


@pytest.mark.parametrize("fault", LINES)
def test_what_a_merge_cannot_write_or_read_is_one_line(folder: Path, fault: str, capsys: Output) -> None:
    make_it, arguments, said = LINES[fault]
    make_it(folder)
    assert main(arguments) == CANNOT_RUN
    assert any(said in line for line in lines_of(capsys))
    assert (folder / "ben.sgml").read_bytes() == BEN.encode()


@pytest.mark.parametrize("fault", ["two annotators of one name", "two annotators with one file"])
@pytest.mark.parametrize("command", ["agreement", "pairs", "check"])
def test_annotators_who_are_one_are_told_of(folder: Path, fault: str, command: str, capsys: Output) -> None:
    LINES[fault][0](folder)
    assert main([command]) in (1, 2)
    printed = capsys.readouterr()
    assert re.search(r"keytally\.toml:4", printed.out + printed.err)


def test_broken_decisions_are_warnings_and_stay(folder: Path, capsys: Output) -> None:
    put(folder / "gold.sgml.decisions", "1\tentity Ida Wren\nwhat\n")
    assert main(["merge"]) == 1
    assert all(line.startswith("keytally: warning: gold.sgml.decisions:") for line in lines_of(capsys))
    assert (folder / "gold.sgml.decisions").read_text() == "1\tentity Ida Wren\nwhat\n"
    assert main(["check", "gold.sgml.decisions"]) == 1
