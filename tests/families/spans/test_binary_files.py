"""DocBin files of spaCy and Parquet files of Hugging Face, with the packages that write them."""

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import keytally
from keytally.commands.main import main

TEXT = "Ida Wren left Port Anselm."
RECORD = {"id": "a", "text": TEXT, "label": [[0, 8, "PER"], [14, 25, "LOC"]]}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key.jsonl").write_text(json.dumps(RECORD) + "\n", encoding="utf-8")
    return tmp_path


def needed(package: str) -> ModuleType:
    module: ModuleType = pytest.importorskip(package, reason=f"{package} is not installed")
    return module


def write_docbin(name: str) -> None:
    spacy = needed("spacy")
    language = spacy.blank("en")
    documents = needed("spacy.tokens").DocBin()
    for text, spans in ((TEXT, RECORD["label"]), ("Nobody \U0001f600 came.", [])):
        document = language(text)
        document.ents = [document.char_span(start, end, label=kind) for start, end, kind in spans]
        documents.add(document)
    documents.to_disk(name)


def write_parquet(name: str, *, names: bool = True) -> None:
    pyarrow: Any = needed("pyarrow")
    parquet: Any = needed("pyarrow.parquet")
    table = pyarrow.table(
        {"id": ["a"], "tokens": [["Ida", "Wren", "left"]], "ner_tags": [[1, 2, 0]], "at": [b"\xff"]}
    )
    tags = {"feature": {"names": ["O", "B-PER", "I-PER"], "_type": "ClassLabel"}, "_type": "List"}
    features = {"id": {"dtype": "string", "_type": "Value"}, "ner_tags": tags}
    stored = json.dumps({"info": {"features": features}}) if names else "{}"
    parquet.write_table(table.replace_schema_metadata({"huggingface": stored}), name)


def test_a_docbin_is_scored_converted_and_checked(capsys: pytest.CaptureFixture[str]) -> None:
    write_docbin("response.spacy")
    counts = keytally.score("key.jsonl", "response.spacy").values["scores"]
    assert (counts["correct"], counts["gold"], counts["proposed"]) == (2, 2, 2)
    lines = keytally.convert(["response.spacy"], "doccano").text.splitlines()
    assert [json.loads(line)["label"] for line in lines] == [RECORD["label"], []]
    assert main(["check", "response.spacy"]) == 0
    assert "1 file" in capsys.readouterr().out


def test_tags_of_a_parquet_file_have_their_names() -> None:
    write_parquet("key.parquet")
    found = keytally.convert(["key.parquet"], "iob2")
    assert found.text.splitlines()[:3] == ["Ida\tB-PER", "Wren\tI-PER", "left\tO"]
    assert "key.parquet:1: the field at is left out" in found.losses
    assert keytally.score("key.parquet", "key.parquet").values["scores"]["correct"] == 1


def test_numbers_without_names_are_reported() -> None:
    write_parquet("key.parquet", names=False)
    [finding] = keytally.check("key.parquet")
    assert "ner_tags has numbers" in finding.message


@pytest.mark.parametrize(
    ("name", "package", "kind"),
    [("a.spacy", "spacy", "a DocBin of spaCy"), ("a.parquet", "pyarrow", "a Parquet file")],
)
def test_a_damaged_file_is_an_error_of_one_line(
    name: str, package: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    needed(package)
    (folder / name).write_bytes(b"PAR1\0damaged")
    assert main(["score", "key.jsonl", name]) == 2
    problem = capsys.readouterr().err
    assert problem.startswith(f"keytally: {name}: the file is not {kind}, or is damaged")
    assert problem.count("\n") == 1


@pytest.mark.parametrize(("name", "package"), [("a.spacy", "spacy"), ("a.parquet", "pyarrow")])
def test_without_the_package_one_line_says_what_to_install(
    name: str,
    package: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    (folder / name).write_bytes(b"\0\1")
    assert main(["score", "key.jsonl", name]) == 2
    problem = capsys.readouterr().err
    assert f"run pip install {package}" in problem
    assert problem.count("\n") == 1


@pytest.mark.parametrize(
    ("version", "is_read"), [("14.0.0", False), ("9.0.0", False), ("14.0.1", True), ("26.0.1", True)]
)
def test_a_pyarrow_that_runs_objects_of_a_file_reads_none(
    version: str,
    is_read: bool,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Releases before 14.0.1 unpickle extension types that a file names (CVE-2023-47248)."""
    opened: list[object] = []
    parquet = SimpleNamespace(read_table=opened.append)
    monkeypatch.setitem(sys.modules, "pyarrow", SimpleNamespace(__version__=version, parquet=parquet))
    (folder / "a.parquet").write_bytes(b"\0\1")
    assert main(["score", "key.jsonl", "a.parquet"]) == 2
    assert bool(opened) == is_read
    assert ("needs pyarrow 14.0.1 or later" in capsys.readouterr().err) != is_read


@pytest.mark.parametrize("name", ["new.spacy", "new.parquet"])
def test_binary_files_are_not_written(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", "key.jsonl", "--to", "spacy", "-o", name]) == 2
    assert "binary and only read" in capsys.readouterr().err
    assert not Path(name).exists()
