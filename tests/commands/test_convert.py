"""`keytally convert`: files, names of outputs, losses, and what it refuses."""

import os
from pathlib import Path

import pytest

import keytally
from keytally.commands.convert import _formats
from keytally.commands.main import CANNOT_RUN, main
from keytally.conversion.converting import formats
from keytally.families.registry import BUILT_IN, families

SGML = """<DOC>
<DOCNO> {} </DOCNO>
<TXT>
<ENAMEX TYPE="PERSON"{}>Ann Reis</ENAMEX> ran.
</TXT>
</DOC>
"""
PLAIN = SGML.format(1, "") + SGML.format(2, "")
BIO = "Ann\tB-PER\nran\tO\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "key.sgml").write_text(PLAIN)
    (tmp_path / "opt.sgml").write_text(SGML.format(1, ' STATUS="OPT"'))
    (tmp_path / "a.bio").write_text(BIO)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["convert", *arguments]) == CANNOT_RUN
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_a_file_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "a.bio", "--to", "bilou"]) == 0
    assert capsys.readouterr() == ("Ann\tU-PER\nran\tO\n", "")


def test_there_and_back_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "key.sgml", "--to", "brat", "-o", "brat/"]) == 0
    written = [f"wrote brat/{name}" for name in ("1.ann", "1.txt", "2.ann", "2.txt")]
    assert capsys.readouterr() == ("\n".join(written) + "\n", "")
    files = sorted(map(str, (folder / "brat").iterdir()))
    assert main(["convert", *files, "--to", "muc-sgml", "-o", "back.sgml"]) == 0
    assert (folder / "back.sgml").read_text() == PLAIN


def test_documents_without_a_name_have_that_of_their_file(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "b.bio").write_text(f"-DOCSTART-\tO\n\n{BIO}\n-DOCSTART-\tO\n\n{BIO}")
    assert main(["convert", "a.bio", "b.bio", "--to", "brat", "-o", "brat/"]) == 0
    assert {path.stem for path in (folder / "brat").iterdir()} == {"a", "b-1", "b-2"}


def test_names_of_files_are_lost_where_one_file_takes_all(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "ab":
        (folder / f"{name}.txt").write_text("Ann ran.")
        (folder / f"{name}.ann").write_text("T1\tPER 0 3\tAnn\n")
    assert main(["convert", "a.ann", "--to", "spacy", "--strict"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["convert", "a.ann", "b.ann", "--to", "spacy"]) == 0
    assert [line.split("keytally: ")[1] for line in capsys.readouterr().err.splitlines()] == [
        "a.ann:1: the document's name a is left out",
        "b.ann:1: the document's name b is left out",
    ]


def test_a_stated_name_that_is_also_that_of_the_file_is_lost(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The way back finds the name nowhere but in the name of the file."""
    (folder / "1.sgml").write_text(SGML.format(1, ""))
    assert main(["convert", "1.sgml", "--to", "spacy", "-o", "1.jsonl"]) == 0
    assert capsys.readouterr().err == "keytally: 1.sgml:1: the document's name 1 is left out\n"


def test_a_name_that_a_file_gives_to_a_document_without_one_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The way back would keep it. Columns have no names, so that nothing is new there."""
    (folder / "x.sgml").write_text(SGML.replace("<DOCNO> {} </DOCNO>\n", "").format(""))
    assert main(["convert", "x.sgml", "--to", "brat", "-o", "brat/", "--strict"]) == 1
    line, _ = capsys.readouterr().err.splitlines()
    assert line == "keytally: x.sgml:1: the document has no name and is named x"
    assert main(["convert", "a.bio", "--to", "brat", "-o", "brat/", "--strict"]) == 0
    assert main(["convert", "brat/a.ann", "--to", "iob2", "--strict"]) == 0


def test_a_document_that_is_written_to_a_file_of_another_name_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name of a file of brat is that of its document."""
    (folder / "new").mkdir()
    (folder / "bare.jsonl").write_text('{"text": "Ann", "label": [[0, 3, "PER"]]}\n')
    assert main(["convert", "bare.jsonl", "--to", "brat", "-o", "new/y.ann"]) == 0
    line = "keytally: bare.jsonl:1: the document has no name and is named y\n"
    assert capsys.readouterr().err == line
    (folder / "slash.sgml").write_text(SGML.format("bc/1", ""))
    for source, file, lost in (
        ("opt", "x", ["opt.sgml:1: the name 1 becomes x"]),
        ("opt", "1", []),
        ("slash", "y", ["slash.sgml:1: the name bc/1 becomes y"]),
    ):
        to = ["--to", "brat", "-o", f"new/{file}.ann", "--force"]
        assert main(["convert", f"{source}.sgml", *to]) == 0
        assert capsys.readouterr().err.splitlines() == [f"keytally: {each}" for each in lost]


def test_a_name_of_a_file_is_lost_where_the_new_file_has_another(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On the way back the document would have that name. Standard output has the name that you give it."""
    assert main(["convert", "a.bio", "--to", "brat", "-o", "brat/"]) == 0
    lost = ["keytally: brat/a.ann:1: the document's name a is left out"]
    (folder / "a2").mkdir()
    for output, told in ((["-o", "z.bio"], lost), (["-o", "a2/a.bio"], []), (["-o", "a3/"], []), ([], [])):
        assert main(["convert", "brat/a.ann", "--to", "iob2", *output]) == 0
        assert capsys.readouterr().err.splitlines() == told


def test_losses_are_told_with_their_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "opt.sgml", "--to", "doccano"]) == 0
    captured = capsys.readouterr()
    assert captured.err == 'keytally: opt.sgml:4: status=OPT of PERSON "Ann Reis" is left out\n'
    assert captured.out == '{"id": 1, "text": "Ann Reis ran.", "label": [[0, 8, "PERSON"]]}\n'


def test_a_strict_run_writes_nothing_where_something_is_lost(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "opt.sgml", "--to", "doccano", "--strict", "-o", "x.jsonl"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.splitlines()[-1] == "keytally: 1 loss; nothing was written"
    assert not (folder / "x.jsonl").exists()
    assert main(["convert", "opt.sgml", "--to", "label-studio", "--strict", "-o", "x.json"]) == 0


def test_a_folder_gets_a_file_of_each_input(folder: Path) -> None:
    (folder / "out").mkdir()
    assert main(["convert", "key.sgml", "opt.sgml", "--to", "doccano", "-o", "out"]) == 0
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["key.jsonl", "opt.jsonl"]
    assert main(["convert", "key.sgml", "opt.sgml", "--to", "doccano", "-o", "all.jsonl"]) == 0
    assert len((folder / "all.jsonl").read_text().splitlines()) == 3


def test_one_document_may_have_a_named_file(folder: Path) -> None:
    (folder / "new").mkdir()
    assert main(["convert", "opt.sgml", "--to", "brat", "-o", "new/x.ann"]) == 0
    assert sorted(path.name for path in (folder / "new").iterdir()) == ["x.ann", "x.txt"]


@pytest.mark.parametrize("name", ["CON", "con", "LPT1", "aux.v2", "NUL"])
def test_a_name_of_a_device_is_no_name_of_a_document(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "x.sgml").write_text(SGML.format("1", "") + SGML.format(name, ""))
    line = said(capsys, "x.sgml", "--to", "brat", "-o", "out/")
    assert line.endswith("this name is reserved on Windows; rename the document or the file\n")
    assert not (folder / "out").exists()


def test_names_that_differ_in_normalization_only_are_not_written_to_one_folder(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = "caf\u00e9", "cafe\u0301"
    (folder / "x.sgml").write_text("".join(SGML.format(name, "") for name in names), encoding="utf-8")
    line = said(capsys, "x.sgml", "--to", "brat", "-o", "out/").splitlines()[-1]
    assert (
        r"some systems treat 'cafe\u0301.ann' and 'caf\xe9.ann' "
        r"as the same name; rename a document"
    ) in line
    assert not (folder / "out").exists()


def test_an_input_is_never_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "link.sgml").symlink_to("key.sgml")
    for name in ("key.sgml", "./key.sgml"):
        line = said(capsys, "key.sgml", "--to", "muc-sgml", "-o", name, "--force")
        assert "this is an input file; specify another output file" in line
    line = said(capsys, "key.sgml", "--to", "muc-sgml", "-o", "link.sgml", "--force")
    assert line == "keytally: link.sgml: this is a symbolic link to key.sgml; specify the file itself\n"
    assert main(["convert", "key.sgml", "--to", "brat", "-o", "."]) == 0
    capsys.readouterr()
    assert "this is an input file" in said(capsys, "1.ann", "--to", "brat", "-o", ".", "--force")
    assert (folder / "key.sgml").read_text() == PLAIN


def test_another_file_is_written_over_only_by_force(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.bio").write_text("precious")
    line = said(capsys, "a.bio", "--to", "iob2", "-o", "b.bio")
    assert line == "keytally: b.bio: this file already exists; move it, or use --force to overwrite it\n"
    assert (folder / "b.bio").read_text() == "precious"
    assert main(["convert", "a.bio", "--to", "iob2", "-o", "b.bio", "--force"]) == 0
    assert (folder / "b.bio").read_text() == BIO


@pytest.mark.parametrize("output", ["a.bio", "a.bio/", "a.bio/new"])
def test_a_file_is_no_folder_for_others(
    output: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = said(capsys, "key.sgml", "--to", "brat", "-o", output)
    assert line == "keytally: a.bio: not a directory; specify a directory to write to\n"
    assert (folder / "a.bio").read_text() == BIO


def test_two_inputs_are_not_written_to_one_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "A.bio").write_text(BIO)
    line = said(capsys, "a.bio", "more/A.bio", "--to", "iobes", "-o", "out/")
    assert line == (
        "keytally: a.bio and more/A.bio would be written to the same file; use separate directories\n"
    )
    assert not (folder / "out").exists()
    assert main(["convert", "a.bio", "more/A.bio", "--to", "iobes", "-o", "one.bio"]) == 0


def test_half_a_character_stops_all_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "half.jsonl").write_text('{"text": "a \\ud800", "label": [[0, 1, "X"]]}\n')
    *_, line = said(capsys, "half.jsonl", "--to", "brat", "-o", "out/").splitlines()
    assert line == "keytally: out/half.txt: the unpaired surrogate U+D800 cannot be written; fix the input"
    assert not (folder / "out").exists()


@pytest.mark.parametrize(("target", "file"), [("brat", "n.txt"), ("webanno", "n.tsv")])
def test_a_file_with_a_nul_would_be_none_of_text(
    target: str, file: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "zero.jsonl").write_text('{"id": "n", "text": "a \\u0000", "label": [[0, 1, "X"]]}\n')
    *_, line = said(capsys, "zero.jsonl", "--to", target, "-o", "out/").splitlines()
    assert line == f"keytally: out/{file}: U+0000 cannot be written to a text file; fix the input"
    assert not (folder / "out").exists()
    assert main(["convert", "zero.jsonl", "--to", "spacy", "-o", "out/"]) == 0


def test_only_regular_files_are_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(folder / "pipe")
    line = said(capsys, "a.bio", "--to", "bilou", "-o", "pipe", "--force")
    assert line == "keytally: pipe: not a regular file; specify another output file\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ("a.bio", "--to", "brot"),
            "unknown format 'brot'; did you mean brat? Available formats: brat, webanno,",
        ),
        (("a.bio", "--to", "brat", "--from", "x"), "unknown format 'x'; available formats: brat, webanno,"),
        (("none", "--to", "brat"), "none: no such file; specify an existing path"),
        ((".", "--to", "brat"), ".: this is a directory; specify a file"),
        (("odd", "--to", "brat"), "odd: cannot determine the format; use --from with one of: brat,"),
        (("nothing", "--to", "brat"), "nothing: the file is empty; use --from with one of: brat,"),
        (
            ("odd", "--from", "muc-sgml", "--to", "brat"),
            "odd: contains no document in this format (MUC SGML);",
        ),
        (("odd.ann", "--to", "doccano"), "odd.txt: no such file; specify an existing path"),
        (("key.sgml", "--to", "brat"), "brat standoff needs 4 files; specify a directory for them: -o DIR"),
        (("a.bio", "a.bio", "--to", "brat"), "a.bio is specified twice"),
        (("key.sgml", "--to", "brat", "-o", "a.bio"), "a.bio"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], line: str
) -> None:
    (folder / "odd").write_text("nothing of the kind\n")
    (folder / "nothing").write_text(" \n")
    (folder / "odd.ann").write_text("")
    found = said(capsys, *arguments)
    assert found.startswith(f"keytally: {line}")
    assert found.count("\n") == 1


def test_the_help_names_every_format() -> None:
    for name in formats():
        assert name in _formats()


def test_from_python(folder: Path) -> None:
    result = keytally.convert(["opt.sgml"], "spacy")
    assert (result.format, list(result.files)) == ("spacy", ["opt.jsonl"])
    assert result.losses == [
        "opt.sgml:1: the document's name 1 is left out",
        'opt.sgml:4: status=OPT of PERSON "Ann Reis" is left out',
    ]
    assert '"Ann Reis ran."' in result.text
    with pytest.raises(keytally.KeytallyError, match="no output file is specified"):
        result.write()


def test_the_formats_of_families_are_offered() -> None:
    names = {each.name for family in families() for each in family.conversions()}
    assert names <= set(formats())
    assert any(family.conversions() for family in BUILT_IN)
