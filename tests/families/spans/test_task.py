"""The task spans on files of different tools, as the commands and Python see it."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main

TEXTS = {"a": "Ida Wren left Port Anselm.", "b": "Nobody came 😀 but Ida."}
KEY = {"a": [(0, 8, "PER"), (14, 25, "LOC"), (14, 18, "FAC")], "b": [(18, 21, "PER")]}
RESPONSE = {"a": [(0, 8, "PER"), (14, 25, "ORG")], "b": [(18, 21, "PER"), (0, 6, "PER")]}
Spans = dict[str, list[tuple[int, int, str]]]


def doccano(spans: Spans) -> str:
    records = [{"id": name, "text": TEXTS[name], "label": spans[name]} for name in spans]
    return "".join(f"{json.dumps(record)}\n" for record in records)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with both sides in several formats, made by keytally convert."""
    monkeypatch.chdir(tmp_path)
    for side, spans in (("key", KEY), ("response", RESPONSE)):
        (tmp_path / f"{side}.jsonl").write_text(doccano(spans), encoding="utf-8")
        assert main(["convert", f"{side}.jsonl", "--to", "brat", "-o", f"{side}-brat"]) == 0
        assert main(["convert", f"{side}.jsonl", "--to", "label-studio", "-o", f"{side}.json"]) == 0
        assert main(["convert", f"{side}.jsonl", "--to", "prodigy", "-o", f"{side}-prodigy.jsonl"]) == 0
    return tmp_path


FORMS = ["{}.jsonl", "{}.json", "{}-prodigy.jsonl", "{}-brat"]


@pytest.mark.parametrize("key", FORMS)
@pytest.mark.parametrize("response", FORMS)
def test_sides_of_any_two_formats_have_one_score(folder: Path, key: str, response: str) -> None:
    result = keytally.score(key.format("key"), response.format("response"))
    assert result.task == "spans"
    counts = result.values["scores"]
    assert (counts["correct"], counts["gold"], counts["proposed"]) == (2, 4, 4)
    assert not result.warnings


def test_one_file_of_brat_may_be_the_key_of_records(folder: Path) -> None:
    (folder / "response.jsonl").write_text(doccano({"a": RESPONSE["a"]}), encoding="utf-8")
    counts = keytally.score("key-brat/a.ann", "response.jsonl").values["scores"]
    assert (counts["correct"], counts["gold"], counts["proposed"]) == (1, 3, 2)


def test_the_report_names_schemas_and_types(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "key.jsonl", "response.json", "-v"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a: F 40.0  1 correct of 2 proposed, 3 gold"
    first = next(at for at, line in enumerate(lines) if line.startswith("strict"))
    assert lines[first].split() == ["strict", "2", "1", "0", "1", "1", "4", "4", "50.00", "50.00", "50.00"]
    assert [line.split()[0] for line in lines[first + 6 : first + 11]] == [
        "FAC",
        "LOC",
        "ORG",
        "PER",
        "micro",
    ]


def test_systems_are_compared_over_documents(folder: Path) -> None:
    result = keytally.compare("key.jsonl", ["response.json", "key-brat"])
    assert result.documents == "2 documents"


def test_attributes_count_if_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key.ann").write_text("T1\tPER 0 3\tIda\nA1\tGender T1 f\n", encoding="utf-8")
    Path("response.ann").write_text("T1\tPER 0 3\tIda\n", encoding="utf-8")
    assert keytally.score("key.ann", "response.ann").values["scores"]["correct"] == 1
    with_attributes = keytally.score("key.ann", "response.ann", options={"attributes": "yes"})
    assert with_attributes.values["scores"]["correct"] == 0
    assert with_attributes.signature.endswith("|attributes:yes")


def test_documents_with_other_names_are_aligned_by_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("key.jsonl").write_text(doccano(KEY), encoding="utf-8")
    renamed = doccano(KEY).replace('"id": "', '"id": "other-').replace("Ida", "Ada")
    Path("response.jsonl").write_text(renamed, encoding="utf-8")
    assert keytally.score("key.jsonl", "response.jsonl").values["scores"]["correct"] == 0
    renamed = renamed.replace("Ada", "Ida")
    Path("response.jsonl").write_text(renamed, encoding="utf-8")
    by_order = keytally.score("key.jsonl", "response.jsonl", options={"documents": "order"})
    assert by_order.values["scores"]["f"] == 100


def test_annotators_agree_over_spans(folder: Path) -> None:
    values = keytally.agreement("spans", ["key.jsonl", "response.json"]).values
    assert values["documents"] == ["a", "b"]


@pytest.mark.parametrize("name", ["Krippendorff's alpha-U", "Gamma"])
def test_types_matter_to_coefficients_over_spans(folder: Path, name: str) -> None:
    text = (folder / "key.jsonl").read_text(encoding="utf-8")
    (folder / "types.jsonl").write_text(text.replace('"PER"', '"ORG"'), encoding="utf-8")
    values = keytally.agreement("spans", ["key.jsonl", "types.jsonl"], gamma=True).values
    [value] = [each["value"] for each in values["coefficients"] if each["name"] == name]
    assert value < 1


def test_gamma_and_its_seed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def output(*options: str) -> str:
        assert main(["agreement", "key.jsonl", "response.json", "--gamma", "-v", *options]) == 0
        return capsys.readouterr().out

    assert output() == output("--seed", "12345")
    assert "random samples, seed 7\n" in output("--seed", "7")
    values = keytally.agreement("spans", ["key.jsonl", "response.json"], gamma=True, seed=7).values
    assert values["signature"].endswith("|gamma_seed:7")
    assert "gamma" not in keytally.agreement("spans", ["key.jsonl", "response.json"]).values["signature"]


def test_gamma_does_not_depend_on_the_order_of_documents(folder: Path) -> None:
    for name in ("key.jsonl", "response.jsonl"):
        source = KEY if name == "key.jsonl" else RESPONSE
        lines = doccano(source).splitlines(keepends=True)
        (folder / name).write_text("".join(lines), encoding="utf-8")
        (folder / f"turned-{name}").write_text("".join(lines[::-1]), encoding="utf-8")
    found = [
        keytally.agreement("spans", [f"{turned}key.jsonl", f"{turned}response.jsonl"], gamma=True).values
        for turned in ("", "turned-")
    ]
    gammas = [
        [each["item"] for each in values["coefficients"] if each["name"] == "Gamma"] for values in found
    ]
    assert gammas[0] == gammas[1]


def test_processes_share_the_documents(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for jobs in ("1", "2"):
        assert main(["score", "key.jsonl", "response.json", "-v", "-j", jobs]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_errors_of_the_format_are_reported_by_check_and_by_score(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = doccano(RESPONSE).replace("[0, 6,", "[0, 600,")
    (folder / "response.jsonl").write_text(text, encoding="utf-8")
    assert main(["check", "response.jsonl"]) == 1
    assert "response.jsonl:2" in capsys.readouterr().out
    assert main(["score", "key.jsonl", "response.jsonl"]) == 0
    assert "response.jsonl:2" in capsys.readouterr().err
