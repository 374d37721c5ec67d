"""`keytally compare`: several responses to one key."""

import json
import sys
from pathlib import Path

import pytest

import keytally
from keytally.commands.main import CANNOT_RUN, main
from keytally.families import registry

DOCUMENT = "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{} met {} staff\n</TXT>\n</DOC>\n"
ANN, MUSEUM = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>', '<ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>'
RIGHT, HALF, WRONG = (ANN, MUSEUM), (ANN, "Orrin Museum"), ("Ann", "Orrin Museum")

SYSTEMS = {
    "key": [RIGHT] * 4,
    "good": [RIGHT, RIGHT, RIGHT, HALF],
    "fair": [RIGHT, HALF, HALF, HALF],
    "poor": [HALF, WRONG, WRONG, WRONG],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, documents in SYSTEMS.items():
        pages = (DOCUMENT.format(number, *tags) for number, tags in enumerate(documents, 1))
        (tmp_path / name).write_text("".join(pages))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """Of the 16 swaps two keep the distance to `poor`, which is worse in each document, and p is 2/16.

    `good` and `fair` differ in two documents; half of the swaps keep these two together.
    """
    assert main(["compare", "--task", "named_entity", "key", "poor", "good", "fair"]) == 0
    assert capsys.readouterr().out == PAGE


PAGE = """P&R of 3 systems over 4 documents; randomisation, all swaps enumerated

#  system    P&R          95 %    REC     PRE  - poor       p  group
1  good    93.33  76.92–100.00  87.50  100.00  +71.11  0.1250  a
2  fair    76.92   66.67–93.33  62.50  100.00  +54.70  0.1250  a
3  poor    22.22    0.00–54.55  12.50  100.00                  a

p of each pair of systems; systems in the same group do not differ significantly at 0.05

#  p          1       2
1  good
2  fair  0.5000
3  poor  0.1250  0.1250
"""


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "--task", "named_entity", "key", "good", "poor", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {name: found[name] for name in ("task", "measure", "trials", "seed", "level", "baseline")} == {
        "task": "named_entity",
        "measure": "P&R",
        "trials": 9999,
        "seed": 12345,
        "level": 0.05,
        "baseline": "good",
    }
    assert [system["name"] for system in found["systems"]] == ["good", "poor"]
    assert found["systems"][0]["low"] <= found["systems"][0]["value"] <= found["systems"][0]["high"]
    assert found["pairs"] == [
        {
            "a": "good",
            "b": "poor",
            "difference": pytest.approx(93.333 - 22.222, abs=0.01),
            "p": 0.125,
            "exact": True,
        }
    ]
    assert found["groups"] == [["good", "poor"]]


@pytest.mark.parametrize(
    ("condition", "status", "said"),
    [
        (
            "f < baseline - 20 and p < 0.2",
            1,
            "poor: f < baseline - 20 and p < 0.2 (P&R 22.22, baseline 93.33, p 0.1250)",
        ),
        ("f < baseline - 20 and p < 0.1", 0, ""),
        ("recall < 10", 0, ""),
    ],
)
def test_a_condition_fails_a_run(
    condition: str, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["compare", "--task", "named_entity", "key", "good", "poor", "fair", "--fail-if", condition]
    assert main(arguments) == status
    assert capsys.readouterr().err == (f"keytally: {said}\n" if said else "")


def test_the_baseline_may_be_any_response(capsys: pytest.CaptureFixture[str]) -> None:
    main(
        ["compare", "--task", "named_entity", "key", "good", "fair", "--baseline", "fair", "--format", "csv"]
    )
    head, good, *_ = capsys.readouterr().out.splitlines()
    assert head == "#,system,P&R,95 %,REC,PRE,'- fair,p,group"
    assert good.startswith("1,good,93.33,") and ",+16.41," in good


def test_configurations_are_compared_under_their_names(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    configuration = next(registry.configurations()).text_of("muc6-ne")
    for name in ("good", "poor"):
        (folder / f"{name}.config").write_text(f":key_file key\n:response_file {name}\n{configuration}")
    assert main(["compare", "good.config", "poor.config"]) == 0
    assert "2  poor.config  22.22" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["key", "good"], "specify at least two responses to compare"),
        (["key", "good", "good"], "good is specified twice; specify each response once"),
        (
            ["key", "good", "fair", "--baseline", "none"],
            "the baseline none is not among the responses; specify it as one",
        ),
        (["key", "good", "none"], "none: "),
        (["key", "good", "fair", "--trials", "0"], "trials must be at least 1, the seed at least 0"),
        (["key", "good", "fair", "--seed", "-1"], "trials must be at least 1, the seed at least 0"),
        (["key", "good", "fair", "--level", "2"], "trials must be at least 1, the seed at least 0"),
        (
            ["key", "good", "fair", "--fail-if", "f <"],
            "--fail-if: 'f <' cannot be parsed at its end; a condition compares",
        ),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", "--task", "named_entity", *arguments]) == CANNOT_RUN
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"keytally: {problem}")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(
    "more", [[], ["--changes", "--format", "json"], ["--by", "slot"], ["--baseline", "fair"]]
)
def test_the_output_is_the_same_for_any_number_of_processes(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["compare", "--task", "named_entity", "key", "poor", "good", "fair", *more]
    assert main(command) == 0
    alone = capsys.readouterr()
    for jobs in (["-j", "2"], ["--jobs", "5"]):
        assert main([*command, *jobs]) == 0
        assert capsys.readouterr() == alone


def test_of_several_responses_that_cannot_be_scored_the_first_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "binary").write_bytes(b"\0\1\2\3" * 100)
    for files in (["good", "none", "binary", "fair"], ["good", "binary", "none"]):
        assert main(["compare", "--task", "named_entity", "key", *files]) == CANNOT_RUN
        alone = capsys.readouterr()
        assert main(["compare", "--task", "named_entity", "key", *files, "-j", "3"]) == CANNOT_RUN
        assert capsys.readouterr() == alone


def test_without_numpy_a_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith("keytally.comparison")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main(["compare", "--task", "named_entity", "key", "good", "fair"]) == CANNOT_RUN
    assert capsys.readouterr().err == "keytally: comparisons require NumPy: pip install numpy\n"


def test_from_python() -> None:
    found = keytally.compare(
        "key", ["good", "fair"], task="named_entity", procedure=keytally.Procedure(bootstrap=True, trials=99)
    )
    assert (found.measure, found.documents, found.baseline) == ("P&R", "4 documents", "good")
    assert [pair.a for pair in found.comparison.pairs] == ["good"]


def test_changes_are_listed_by_their_places(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The museum is missing in three documents of `fair`, in one of `good`; one of `wild` is spurious."""
    wild = [RIGHT, HALF, HALF, (ANN, '<ENAMEX TYPE="PERSON">Orrin Museum</ENAMEX>')]
    pages = "".join(DOCUMENT.format(number, *tags) for number, tags in enumerate(wild, 1))
    (folder / "wild").write_text(pages.replace("staff", '<ENAMEX TYPE="PERSON">staff</ENAMEX>', 1))
    files = ["key", "good", "fair", "wild"]
    assert main(["compare", "--task", "named_entity", *files, "--changes", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)["changes"]
    museum = '<ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>'
    assert found["fair"] == [
        {"place": f"key:{line}:40", "text": museum, "before": "cor", "after": "mis"} for line in (10, 16)
    ]
    staff = '<ENAMEX TYPE="PERSON">staff</ENAMEX>'
    assert found["wild"] == [
        {"place": "key:10:40", "text": museum, "before": "cor", "after": "mis"},
        {"place": "key:16:40", "text": museum, "before": "cor", "after": "mis"},
        {"place": "key:22:40", "text": museum, "before": "mis", "after": "inc"},
        {"place": "wild:4:90", "text": staff, "before": "non", "after": "spu"},
    ]


def test_changes_on_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    main(["compare", "--task", "named_entity", "key", "good", "fair", "--changes"])
    assert capsys.readouterr().out.endswith(CHANGES)


CHANGES = """2 changes from good to fair

place      text                                               before  after
key:10:40  <ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>  cor     mis
key:16:40  <ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX>  cor     mis
"""


def test_f_by_a_part_of_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    """All persons are found by `good` and `fair`; of four organizations three and one."""
    main(["compare", "--task", "named_entity", "key", "fair", "good", "--by", "type"])
    assert capsys.readouterr().out.endswith(
        """F by part of the score

                            good    fair
enamex type organization   85.71   40.00
enamex type person        100.00  100.00
"""
    )
    main(["compare", "--task", "named_entity", "key", "fair", "good", "--by", "document", "--format", "json"])
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert parts["good"] == {"1": 100.0, "2": 100.0, "3": 100.0, "4": pytest.approx(200 / 3)}


def test_a_part_that_a_task_lacks_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("gold", "a", "b"):
        (folder / name).write_text("happy.a 9 :: glad 2;\n" if name == "gold" else "happy.a 9 :: glad\n")
    assert main(["compare", "--task", "lexsub-best", "gold", "a", "b", "--by", "class"]) == CANNOT_RUN
    assert capsys.readouterr().err == "keytally: the scores of this task do not include F by class\n"
