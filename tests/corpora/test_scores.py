"""The figures of whole corpora, held against an independent reading of the manual."""

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.corpora import disturbed, independent
from tests.corpora.conftest import Done, Run

pytestmark = pytest.mark.corpora

CONFIGURATIONS = [
    *(f"ne/config{name}" for name in ("1", "2", "3", "_ie", "_key2key")),
    *(f"ne7/config{number}" for number in (1, 2, 3)),
]
Overrides = dict[str, list[str]]

COMPARISONS: list[Overrides] = [
    {"ne_overlap": ["closed"]},
    {"ne_overlap": ["exact"]},
    {"ne_allow_incorrect": ["yes"]},
    {"designators": ["token"], "corporate_designators": ["an", "co", "s a", "bank of", "a"]},
    {"dd_last_only": ["no"]},
    {"stringfill_correct_comparison": ["ORIG"]},
    {"stringfill_correct_comparison": ["ORIG"], "ignore_case": ["always"]},
    {"stringfill_correct_comparison": ["STRAIGHTENED"], "ignore_case": ["always"]},
    {"stringfill_correct_comparison": ["STRAIGHTENED"], "stringfill_partial_comparison": ["CLEAN"]},
    {"stringfill_correct_comparison": ["ORIG"], "stringfill_partial_comparison": ["STRAIGHTENED"]},
]
KEY2KEY: list[Overrides] = [
    {"scoring_method": ["key2key"], "response_file": ["other_key"]},
    {"scoring_method": ["key2key"], "response_file": ["other_key"], "key2key_symmetric": ["no"]},
]
DEFINITIONS: list[Overrides] = [
    {"subtask_other": ["catchall"]},
    {
        "subtask_other": ["catchall"],
        "ne_subtask_names": [
            "enamex type person",
            "enamex type other",
            "timex text 1997",
            "timex text other",
        ],
    },
    {"class_defs": ["enamex e unscored 450", "timex t scored 401", "numex n scored 0"]},
    {"class_defs": ["enamex e scored 799.9", "timex t scored 800", "numex n scored 400"]},
    {
        "slot_defs": [
            "enamex text text scored 4 string",
            "enamex type type unscored 4 set",
            "enamex status status unscored 4 set",
            "enamex alt alt unscored 4 string",
            "timex type type scored 0.5 set",
            "timex text text unscored 4 string",
            "numex text text scored 1 string",
        ],
        "ne_subtask_names": ["enamex type person", "timex type date"],
    },
    {"doc_section_groups": []},
    {
        "doc_sections": ["HL", "TXT", "TEXT", "SLUG"],
        "doc_section_groups": ["A HL SLUG", "B TXT", "C TEXT"],
    },
    {
        "corporate_designators": ["an", "co", "s a", "bank of", "a"],
        "premodifiers": ["The", "new", "of", "the new"],
        "postmodifiers": ["s", ".", "-", " e"],
    },
]


def told(overrides: Overrides) -> str:
    return " ".join(f"{name}={','.join(values)}"[:40] for name, values in overrides.items())


def flat(part: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every figure with its place; a part with nothing in it is a place too."""
    if isinstance(part, dict) and part:
        for name, inner in part.items():
            yield from flat(inner, f"{path}/{name}")
    else:
        yield path, part


def differences(report: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Where two reports differ: in places, in counts at all, in ratios by more than rounding."""
    mine, other = dict(flat(report)), dict(flat(expected))
    found = [f"only one has {place}" for place in mine.keys() ^ other.keys()]
    for place in mine.keys() & other.keys():
        one, two = mine[place], other[place]
        if one != two and abs(float(one) - float(two)) > 1e-9:
            found.append(f"{place}: {one} instead of {two}")
    return sorted(found)


Scored = Callable[[Path, Overrides], dict[str, Any]]


@pytest.fixture
def scored(run: Run) -> Scored:
    """The JSON of `keytally score KEY RESPONSE` under a configuration, without task and signature."""

    def score(configuration: Path, overrides: Overrides) -> dict[str, Any]:
        named = independent.read_options(configuration, overrides)
        files = [configuration.parent / named[name][0] for name in ("key_file", "response_file")]
        arguments = ["--task", "named_entity", *files, "--config", configuration, *options_of(overrides)]
        return values_of(run("score", *arguments, "--format", "json"))

    return score


def options_of(overrides: Overrides) -> list[str]:
    """Overrides as arguments of the command."""
    arguments = []
    for name, values in overrides.items():
        words = " ".join(f'"{value}"' for value in values)
        arguments += ["-O", f"{name}={words}"]
    return arguments


def values_of(done: Done) -> dict[str, Any]:
    assert (done.status, done.errors) == (0, [])
    values: dict[str, Any] = json.loads(done.out)
    assert values.pop("task") == "named_entity"
    assert "task:named_entity" in values.pop("signature")
    return values


@pytest.mark.long
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_configuration_gives_the_figures_of_the_manual_and_writes_all_reports(
    name: str, corpora: Path, run: Run, tmp_path: Path
) -> None:
    """Totals, objects, slots, subtasks, sections and documents."""
    configuration, folder = corpora / name, tmp_path / "reports"
    arguments = [configuration, "-O", "dump_map_history=yes", "--report-dir", folder]
    expected = independent.score(configuration)
    assert expected["totals"]["pos"] > 1000
    assert differences(values_of(run("score", *arguments, "--format", "json")), expected) == []
    named = independent.read_options(configuration, {})
    reports = {each: named[f"{each}_file"][0] for each in ("map_history", "report_summary", "score_report")}
    assert sorted(path.name for path in folder.iterdir()) == sorted(reports.values())
    assert all((folder / file).stat().st_size > 10_000 for file in reports.values())
    rows = (folder / reports["score_report"]).read_text(encoding="utf-8").splitlines()
    printed = [row for row in rows if row.startswith("ALL SLOTS")]
    assert printed == [*map(all_slots, expected["documents"].values()), all_slots(expected["totals"])]


def all_slots(figures: dict[str, Any]) -> str:
    """A row of the score report in the manual's layout, its percentages rounded half up."""
    ratios = [int(figures[name] + Fraction(1, 2)) for name in ("rec", "pre", "und", "ovg", "sub", "err")]
    counts = [figures[name] for name in ("pos", "act", "cor", "par", "inc", "mis", "spu", "non")]
    return (
        "ALL SLOTS    {:5d} {:5d}|{:4d} {:3d} {:4d}|{:4d} {:4d} {:4d}|{:4d}{:4d}{:4d}{:4d}{:4d}{:4d}".format(
            *counts, *ratios
        )
    )


@pytest.mark.long
@pytest.mark.parametrize("overrides", COMPARISONS, ids=told)
@pytest.mark.parametrize("name", ["ne/config3", "ne7/config1"])
def test_every_way_of_comparing_gives_the_figures_of_the_manual(
    name: str, overrides: Overrides, corpora: Path, scored: Scored
) -> None:
    expected = independent.score(corpora / name, **overrides)
    assert differences(scored(corpora / name, overrides), expected) == []


SEEDS = {"ne": 2, "ne7": 3}


@pytest.fixture(scope="session", params=SEEDS)
def disturbed_pair(
    request: pytest.FixtureRequest, corpora: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The configuration of a pair in which tags touch, nest, change and have alternatives."""
    corpus = corpora / str(request.param)
    folder = tmp_path_factory.mktemp("disturbed") / corpus.name
    folder.mkdir()
    disturbed.write_pair(corpus, folder, SEEDS[corpus.name])
    configuration = (corpus / "config1").read_text(encoding="utf-8").replace("response1", "response")
    (folder / "config").write_text(configuration, encoding="utf-8")
    return folder / "config"


def test_disturbed_pairs_give_the_figures_of_the_manual(disturbed_pair: Path, scored: Scored) -> None:
    assert differences(scored(disturbed_pair, {}), independent.score(disturbed_pair)) == []


# What the option proved is compared with, where that is more than the configuration as it stands.
PROVED = {"designators", "ignore_case", "stringfill_partial_comparison", "key2key_symmetric"}


@pytest.mark.long
@pytest.mark.parametrize("overrides", [*COMPARISONS, *KEY2KEY, *DEFINITIONS], ids=told)
def test_every_option_changes_the_figures_as_the_manual_has_it(
    overrides: Overrides, disturbed_pair: Path, scored: Scored
) -> None:
    """On pairs where it makes a difference: else agreement would prove nothing."""
    expected = independent.score(disturbed_pair, **overrides)
    assert differences(scored(disturbed_pair, overrides), expected) == []
    rest = {name: values for name, values in overrides.items() if name not in PROVED}
    without = independent.score(disturbed_pair, **rest if len(rest) < len(overrides) else {})
    two_dates = disturbed_pair.parent.name == "ne"
    assert (expected != without) == (two_dates or "dd_last_only" not in overrides)


Change = Callable[[str], str]


def reversed_documents(text: str) -> str:
    documents = text.split("<DOC>")
    return "<DOC>".join([documents[0], *reversed(documents[1:])])


def every_other_document(text: str) -> str:
    documents = text.split("<DOC>")
    return "<DOC>".join([documents[0], *documents[1::2]])


def all_but_the_first(text: str) -> str:
    return "<DOC>" + text.split("<DOC>", 2)[2]


def same(text: str) -> str:
    return text


@pytest.mark.parametrize(
    ("key", "response"),
    [(same, reversed_documents), (same, every_other_document), (all_but_the_first, same)],
)
@pytest.mark.parametrize("corpus", ["ne", "ne7"])
def test_documents_pair_by_their_numbers(
    key: Change, response: Change, corpus: str, copied: Callable[..., Path], scored: Scored
) -> None:
    """Whatever their order; a document that one file lacks is missing or spurious."""
    folder = copied(corpus)
    for name, change in (("key", key), ("response2", response)):
        text = (folder / name).read_bytes().decode()
        (folder / name).write_bytes(change(text).encode())
    configuration = folder / "config2"
    assert differences(scored(configuration, {}), independent.score(configuration)) == []
