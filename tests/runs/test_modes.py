"""One result, printed in several ways: in each mode all outputs and live totals agree."""

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import keytally
from fuzz.grammar import GENERATORS
from keytally.commands.main import main
from keytally.families import registry
from keytally.runs.files import KeytallyError
from tests.conftest import CHECKOUT

EXAMPLES = CHECKOUT / "examples"
SEEDS = range(6)


class Printed(NamedTuple):
    """Where a mode's text has a figure: a pattern with the number, and its factor and precision in percent.

    `path` leads to the figure in JSON. With `last` the last match counts, else the first.
    """

    pattern: str
    path: str
    factor: float = 1
    within: float = 0.01
    last: bool = False


_RECALL = r"^precision = \S+ recall = (\S+)"
_MODE = r"^(?:Mode )?precision = \S+ (?:Mode )?recall = (\S+)"
_F_OF_SCORER = r"METRIC {}:(?:.|\n)*?\nCoreference: .*?F1: ([\d.]+)%"
_AVERAGE = r"AVERAGE score: (\S+)"
_EDIT = "A 0 1|||V|||x|||REQUIRED|||-NONE-|||0\n"
_MUC = [Printed(r"^F-MEASURES +([\d.]+)", "f.p&r")]


def _lexsub(factor: float) -> list[Printed]:
    within = 0.0051 * factor
    recalls = Printed(_RECALL, "recall", factor, within)
    modes = Printed(_MODE, "mode_recall", factor, within, last=True)
    return [recalls, modes]


def _multiwords(factor: float) -> list[Printed]:
    return [
        Printed(rf"^{name} precision = \S+ recall = (\S+)", f"{name.lower()}_recall", factor, 0.0051 * factor)
        for name in ("Detection", "Identification")
    ]


def _f1_of_seqeval() -> list[Printed]:
    return [Printed(r"micro avg +\S+ +\S+ +(\S+)", "f", 100, 0.51)]


TEXTS: Mapping[tuple[str, str], list[Printed]] = {
    **{(f"lexsub-{task}", mode): _lexsub(1) for task in ("best", "oot") for mode in ("document", "final")},
    **{(f"lexsub-{task}", "trial"): _lexsub(100) for task in ("best", "oot")},
    **{("lexsub-mw", mode): _multiwords(1) for mode in ("document", "final")},
    ("lexsub-mw", "trial"): _multiwords(100),
    **{("m2", mode): [Printed(r"^F_0.5 +: (\S+)", "f", 100)] for mode in ("document", "3.2", "head")},
    ("m2-edits", "document"): [Printed(r"^F_0.5 +: (\S+)", "f", 100)],
    ("m2-edits", "errant"): [Printed(r"^(?:\d+\t){3}\S+\t\S+\t(\S+)$", "f", 100)],
    **{
        (f"cpa-{task}", mode): [Printed(_AVERAGE, "score", 100)]
        for task in ("parsing", "clustering", "slots")
        for mode in ("document", "official")
    },
    ("entities", "document"): [Printed(r"^strict .* (\S+)$", "f"), Printed(r"^micro .* (\S+)$", "f")],
    ("entities", "conlleval"): [Printed(r"FB1: +(\S+)", "f")],
    ("entities", "seqeval"): _f1_of_seqeval(),
    ("entities", "seqeval-strict"): _f1_of_seqeval(),
    ("entities", "nervaluate"): [Printed(r"^ *strict .* (\S+)$", "f", 100, 0.51)],
    ("conll-coreference", "document"): [
        Printed(r"^CoNLL +(\S+)$", "conll"),
        Printed(r"^mentions .* (\S+)$", "mentions.f"),
        Printed(r"^BLANC .* (\S+)$", "blanc.f"),
        Printed(r"^LEA .* (\S+)$", "lea.f"),
    ],
    ("conll-coreference", "v8.01"): [
        *(
            Printed(_F_OF_SCORER.format(metric), f"{name}.f")
            for metric, name in [
                ("muc", "muc"),
                ("bcub", "b_cubed"),
                ("ceafm", "ceaf_m"),
                ("ceafe", "ceaf_e"),
            ]
        ),
        Printed(r"^BLANC: .*F1: ([\d.]+)%", "blanc.f"),
        Printed(r"^Identification of Mentions: .*F1: ([\d.]+)%", "mentions.f"),
    ],
    ("spans", "no"): [Printed(r"^strict .* (\S+)$", "f"), Printed(r"^micro .* (\S+)$", "f")],
    # The program's figures are not among the totals: tests/families/spans/test_nesting.py compares them.
    ("spans", "annotations-evaluate"): [],
    ("relations", "document"): [Printed(r"^micro .* (\S+)$", "f")],
    ("records", "no"): [Printed(r"^F (\S+) ", "f"), Printed(r"^micro .* (\S+) +\S+$", "f")],
    # tests/families/records/programs/test_compatible.py compares the figures of the programs.
    **{("records", mode): [] for mode in ("kieval", "docubench", "omni", "extractbench")},
    ("records", "all"): [Printed(r"^keytally +F +(\S+)$", "f", 100)],
    ("template-filling", "document"): [Printed(r"^all .* (\S+)$", "gtt.f")],
    ("template-filling", "gtt"): [Printed(r"micro_avg \*+\nP: .*F1: ([\d.]+)%", "gtt.f")],
    ("role-filling", "document"): [Printed(r"^all .* (\S+)$", "ceaf_ree_strict.f")],
    ("role-filling", "grit"): [Printed(r"micro_avg \*+\nP: .*F1: ([\d.]+)%", "ceaf_ree_strict.f")],
    **{
        (task, mode): _MUC
        for task in ("named_entity", "template_element", "template_relation", "scenario_template")
        for mode in ("document", "v8.01")
    },
    **{
        ("coreference", mode): [Printed(r"^TOTALS: .* ([\d.]+)%$", "f", within=0.06)]
        for mode in ("document", "v8.01")
    },
}

FILES = {
    "named_entity": ("named_entity", "key.sgml", "response.sgml", "sgml"),
    "coreference": ("coreference", "key.sgml", "response.sgml", "coreference"),
    "template_element": ("template_element", "key.tmpl", "response.tmpl", "templates"),
    "template_relation": ("template_relation", "key.tmpl", "response.tmpl", ""),
    "scenario_template": ("scenario_template", "key.tmpl", "response.tmpl", ""),
    "lexsub-best": ("lexical_substitution", "gold", "response.best", "lexsub"),
    "lexsub-oot": ("lexical_substitution", "gold", "response.oot", "lexsub"),
    "lexsub-mw": ("lexical_substitution", "mwgold", "response.mw", "lexsub"),
    "m2": ("m2", "gold.m2", "response.txt", "m2"),
    "m2-edits": ("m2_edits", "key.m2", "response.m2", "m2-edits"),
    "cpa-parsing": ("cpa", "key", "response", "cpa"),
    "cpa-clustering": ("cpa", "key", "response", "cpa"),
    "cpa-slots": ("cpa", "key", "response", "cpa"),
    "entities": ("columns", "key.bio", "response.bio", "columns"),
    "spans": ("spans", "key.jsonl", "response.json", "spans"),
    "relations": ("relations", "key.jsonl", "response.jsonl", ""),
    "records": ("records", "key.jsonl", "response.jsonl", ""),
    "conll-coreference": ("conll", "key.conll", "response.conll", "conll"),
    "template-filling": ("template_json", "key.jsonl", "response.json", "template_json"),
    "role-filling": ("", "key.jsonl", "response.json", ""),
}
"""For each task the folder of its example, the names of key and response, and the generator of its files."""

_BODY = "d\t0\t{}\tw\t{}\n"


def _conll(*documents: tuple[str, str]) -> str:
    """Documents of one sentence: the name, and the cells of its tokens with blanks between."""
    return "".join(
        f"#begin document ({name}); part 000\n"
        + "".join(_BODY.format(at, cell) for at, cell in enumerate(cells.split()))
        + "\n#end document\n"
        for name, cells in documents
    )


def _corefud(*cells: str) -> str:
    """A document of CorefUD: the brackets of each token."""
    rows = (
        "\t".join([str(at), "w", *["_"] * 4, "0", "dep", "_", f"Entity={cell}" if cell else "_"])
        for at, cell in enumerate(cells, 1)
    )
    return "# newdoc id = a\n# global.Entity = eid-etype-head-other\n" + "\n".join(rows) + "\n\n"


_TWO_CHAINS = _corefud("(e1-x-1-)(e2-x-1-)", "(e1-x-1-)", "(e2-x-1-)", "(e3-x-1-)(e2-x-1-)")
_SHARED_SPAN = _conll(("a", "(0)|(1) (0) (1) (2) (2)"), ("b", "(0) (0) - - -"))

ODD: Mapping[str, list[tuple[str, str]]] = {
    "conll-coreference": [
        (_SHARED_SPAN, _SHARED_SPAN),
        (_SHARED_SPAN, _conll(("a", "(0) (0) (1)|(1) (1) (2)"), ("c", "(0) (0)"))),
        (_conll(("a", "(0) (0) (1) (1)"), ("a", "(0) (1) (0) (1)")), _conll(("a", "(0) (0) (1) (1)"))),
        (_conll(("a", "(0) (0)")), _conll(("a", "(0) (0)"), ("a", "(0) (1)"), ("a", "(0) -"))),
        (_conll(("a", "(0) (0) (1)")), _conll(("a", "(0) (1) (1)"))),
        (_conll(("a", "(0) (0)")), _conll(("b", "(0) (0)"))),
        (_TWO_CHAINS, _TWO_CHAINS),
        (_TWO_CHAINS, _corefud("(e1-x-1-)(e3-x-1-)", "(e1-x-1-)", "(e3-x-1-)", "")),
    ],
    "entities": [
        ("a\tB-X\nb\tI-Y\nc\tO\n\nd\tI-X\n", "a\tI-X\nb\tI-X\nc\tE-X\n\nd\tS-X\n"),
        ("a\tB-X\nb\tI-X\nc\tB-X\n", "a\tB-X\nb\tB-X\nc\tI-X\n\nd\tB-Z\n"),
        ("a\tO\n", "a\tO\n"),
    ],
    "m2": [
        ("S a b\nA 0 1|||V|||x|||REQUIRED|||-NONE-|||0\nA 1 2|||V|||y|||REQUIRED|||-NONE-|||1\n", "x b\n"),
        ("S a b\n", "a b\n"),
    ],
    "m2-edits": [
        (
            "S a b\nA 0 1|||V|||x|||R|||-|||0\nA 0 1|||V|||x|||R|||-|||0\n",
            "S a b\nA 0 1|||V|||x|||R|||-|||0\n",
        ),
        ("S a b\nA 0 1|||V|||x||y|||R|||-|||0\nA 1 2|||V||||||R|||-|||1\n", "S a b\n"),
        ("S a b\nA 1 2|||V||||||R|||-|||0\n", "S a b\nA 1 2|||V|||-NONE-|||R|||-|||0\n"),
    ],
    "lexsub-best": [
        (
            "bright.a 1 :: clear 3;sunny 1;\nbright.a 2 :: sunny 2;\n",
            "bright.a 1 :: clear; clear\nbright.a 1 :: x\n",
        )
    ],
    "role-filling": [
        (
            '{"docid": "d-0001", "extracts": {"Victim": [[["the clerk", 7]]], "Weapon": [[["rope", 7]]]}}\n',
            '{"10001": {"pred_extracts": {"Victim": [["Clerk"]], "Weapon": [["a knife"]]}}}\n',
        )
    ],
}
"""Keys and responses on which programs and definitions count differently."""


def workspaces(task: str, folder: Path) -> Iterator[tuple[Path, Path]]:
    """The key and the response of each case, in a folder of its own."""
    example, key, response, kind = FILES[task]
    if example:
        place = folder / "example"
        shutil.copytree(EXAMPLES / example, place)
        yield place / key, place / response
    for number, texts in enumerate(ODD.get(task, ())):
        yield _written(folder / f"odd{number}", dict(zip((key, response), texts, strict=True)), key, response)
    for seed in SEEDS if kind else ():
        yield _written(folder / f"seed{seed}", GENERATORS[kind](Random(seed)), key, response)


def _written(place: Path, files: Mapping[str, str], key: str, response: str) -> tuple[Path, Path]:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8", errors="surrogateescape", newline="")
    return _named(place, key), _named(place, response)


def _named(place: Path, name: str) -> Path:
    """The file with a name, or where a generator chooses the format, the one whose name begins alike."""
    path = place / name
    return path if path.exists() else next(place.glob(f"{path.stem}.*"), path)


def modes() -> list[tuple[str, str]]:
    """Every task with each value of its option `compatible`; without the option with `document`."""
    tables = {task: registry.options_of(task).table for task in registry.tasks()}
    choices = {
        task: table["compatible"].choices if "compatible" in table else ["document"]
        for task, table in tables.items()
    }
    return [(task, mode) for task, modes in choices.items() for mode in modes]


def chosen(task: str, mode: str) -> dict[str, str]:
    """The options of a mode."""
    return {"compatible": mode} if "compatible" in registry.options_of(task).table else {}


def test_every_mode_has_its_text() -> None:
    assert set(TEXTS) == set(modes()) and set(FILES) == {task for task, _ in modes()}


@pytest.mark.long
@pytest.mark.parametrize(("task", "mode"), modes())
def test_all_outputs_agree(
    task: str, mode: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    scored = 0
    for key, response in workspaces(task, tmp_path):
        monkeypatch.chdir(key.parent)
        try:
            result = keytally.score(key, response, task=task, options=chosen(task, mode))
        except KeytallyError:
            continue
        scored += 1
        options = [f"-O{name}={value}" for name, value in chosen(task, mode).items()]
        command = ["--task", task, *options, key.name, response.name]
        values = json.loads(_output(capsys, "score", "--format", "json", *command))
        assert values == result.values
        assert _live_totals(result).items() <= {**result.values, **result.totals}.items()
        _check_text(task, mode, _output(capsys, "score", *command), result.totals)
        _check_headlines(result, command, chosen(task, mode), capsys)
    assert scored


def _output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def _live_totals(result: keytally.ScoreResult) -> dict[str, Any]:
    """The totals after the score of each document was replaced."""
    live = result.live
    live.headline()
    live.mark_stale(live.documents)
    live.work()
    assert live.headline() == pytest.approx(result.headline, abs=1e-9)
    return live.totals()


def _check_text(task: str, mode: str, text: str, totals: Mapping[str, Any]) -> None:
    for figure in TEXTS[task, mode]:
        found = re.findall(figure.pattern, text.replace(",", ""), re.M)
        assert found, (figure, text)
        value = float(found[-1 if figure.last else 0]) * figure.factor
        expected: Any = totals
        for name in figure.path.split("."):
            expected = expected[name]
        assert value == pytest.approx(expected, abs=figure.within), (figure, text)


def _check_headlines(
    result: keytally.ScoreResult,
    command: list[str],
    given: Mapping[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The headline is the same in a comparison, in errors and in a report."""
    *options, key, response = command
    expected = pytest.approx(result.headline, abs=1e-6)
    other = Path(f"other-{response}")
    (shutil.copytree if Path(response).is_dir() else shutil.copy)(response, other)
    comparing = ["compare", "--format", "json", *options, key, response, str(other)]
    evaluation = result.live.evaluation
    capsys.readouterr()
    status, printed = main(comparing), capsys.readouterr()
    is_refused = "depends on the order of the file" in printed.err
    if status:
        assert is_refused or "not computed from sums over documents" in printed.err
    else:
        assert [system["value"] for system in json.loads(printed.out)["systems"]] == [expected] * 2
    if not is_refused:
        report = keytally.report(key, [response], task=options[1], options=given)
        assert [system.value for system in report.page.systems] == [expected]
    if evaluation.classifier is not None:
        errors = json.loads(_output(capsys, "errors", "--format", "json", *options, key, response))
        assert errors["headline"] == expected
