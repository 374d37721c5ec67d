"""Documents that are scored apart and folded give what `keytally.score` gives."""

import json
import pickle
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import keytally
from fuzz.grammar import columns, conll, corefud, m2, sgml, template_json, templates
from keytally.families import registry
from keytally.families.contract import Role, Settings
from keytally.runs import distributed_scoring

PAIRS = [
    ("named_entity", "key.sgml", "response.sgml", "named_entity"),
    ("named_entity_defects", "key.sgml", "response.sgml", "named_entity"),
    ("coreference", "key.sgml", "response.sgml", "coreference"),
    ("template_element", "key.tmpl", "response.tmpl", "template_element"),
    ("template_element_defects", "key.tmpl", "response.tmpl", "template_element"),
    ("template_relation", "key.tmpl", "response.tmpl", "template_relation"),
    ("scenario_template", "key.tmpl", "response.tmpl", "scenario_template"),
    ("m2", "gold.m2", "response.txt", "m2"),
    ("lexical_substitution", "gold", "response.best", "lexsub-best"),
    ("lexical_substitution", "gold", "response.oot", "lexsub-oot"),
    ("lexical_substitution", "gold", "response.oot", "lexsub-best"),
    ("lexical_substitution", "mwgold", "response.mw", "lexsub-mw"),
    ("cpa", "key", "response", "cpa-parsing"),
    ("cpa", "key", "response", "cpa-clustering"),
    ("cpa", "key", "response", "cpa-slots"),
    ("cpa", "key/task1/mend.parse", "response/mend.parse", "cpa-parsing"),
    ("conll", "key.conll", "response.conll", "conll-coreference"),
    ("corefud", "key.conllu", "response.conllu", "conll-coreference"),
    ("template_json", "key.jsonl", "response.json", "template-filling"),
    ("columns", "key.bio", "response.bio", "entities"),
    ("records", "key.jsonl", "response.jsonl", "records"),
]


def as_sent(value: object) -> object:
    """A value as another process gets it."""
    return pickle.loads(pickle.dumps(value))


def folded(shares: list[keytally.DocumentShare], seed: int = 0) -> keytally.ScoreResult:
    """The fold of shares that were scored in some order, after a way to another process and back."""
    Random(seed).shuffle(shares)
    return keytally.fold([as_sent(as_sent(share).score()) for share in shares])  # type: ignore[attr-defined, misc]


def told(result: keytally.ScoreResult) -> list[object]:
    return [
        result.task,
        result.signature,
        result.headline,
        result.headline_name,
        result.values,
        result.warnings,
        *(result.text(verbose=verbose) for verbose in (0, 1, 2)),
        result.reports,
        result.marked() if result.is_marked else "",
    ]


@pytest.fixture
def copied(examples: Path, tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, Path, str]:
    """A key, a response and a task, with nothing around that says more of them."""
    name, key, response, task = request.param
    for file in (key, response):
        source, target = examples / name / file, tmp_path / file
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)
    return tmp_path / key, tmp_path / response, task


@pytest.mark.parametrize("number", [None, 1, 2, 3, 50])
@pytest.mark.parametrize("copied", PAIRS, indirect=True, ids=[f"{pair[0]}-{pair[3]}" for pair in PAIRS])
def test_the_fold_is_the_score_of_one_process(copied: tuple[Path, Path, str], number: int | None) -> None:
    key, response, task = copied
    shares = keytally.documents(key, response, task=task, shares=number)
    assert told(folded(shares, seed=number or 0)) == told(keytally.score(key, response, task=task))


@pytest.mark.parametrize("number", [None, 2])
@pytest.mark.parametrize("mode", ["3.2", "head"])
def test_m2_in_the_order_of_the_file(examples: Path, mode: str, number: int | None) -> None:
    files = examples / "m2" / "gold.m2", examples / "m2" / "response.txt"
    options = {"compatible": mode}
    shares = keytally.documents(*files, task="m2", options=options, shares=number)
    assert told(folded(shares)) == told(keytally.score(*files, task="m2", options=options))


OF_PROGRAMS = [
    *(
        ("columns", "bio", "entities", mode)
        for mode in ("conlleval", "seqeval", "seqeval-strict", "nervaluate")
    ),
    ("conll", "conll", "conll-coreference", "v8.01"),
    ("template_json", "json*", "template-filling", "gtt"),
    *(("records", "jsonl", "records", mode) for mode in ("omni", "docubench", "extractbench", "kieval")),
]


@pytest.mark.parametrize("number", [None, 2])
@pytest.mark.parametrize(("folder", "suffix", "task", "mode"), OF_PROGRAMS)
def test_modes_of_programs(
    examples: Path, folder: str, suffix: str, task: str, mode: str, number: int | None
) -> None:
    files = [next((examples / folder).glob(f"{side}.{suffix}")) for side in ("key", "response")]
    options = {"compatible": mode}
    shares = keytally.documents(*files, task=task, options=options, shares=number)
    assert told(folded(shares)) == told(keytally.score(*files, task=task, options=options))


def test_shares_of_records_need_no_file(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes their evaluation anew, with the text of the schema."""
    sides = [
        Path(shutil.copy(examples / "template_json" / name, tmp_path))
        for name in ("key.jsonl", "response.json")
    ]
    schema = tmp_path / "schema.json"
    schema.write_text('{"types": ["attack"]}')
    options = {"schema": str(schema)}
    one = keytally.score(*sides, task="template-filling", options=options)
    assert "schema" in one.signature
    shares = keytally.documents(*sides, task="template-filling", options=options)
    for file in (*sides, schema):
        file.unlink()
    monkeypatch.setattr(distributed_scoring, "_OPENED", {})
    result = folded(shares)
    assert (result.values, result.warnings, result.text()) == (one.values, one.warnings, one.text())


@pytest.mark.parametrize("number", [None, 2])
@pytest.mark.parametrize("form", ["lines", "list", "mapping", "envelope"])
def test_shares_of_records_in_each_layout(tmp_path: Path, form: str, number: int | None) -> None:
    """A share of one record does not show the layout of its file; the schemas of documents need no files."""
    records = {"a": {"x": 1, "y": [{"z": "p"}]}, "b": {"x": 2, "y": [{"z": "q"}]}, "c": {"x": 3}}
    for name, of_id in (("key", "id"), ("response", "doc_id")):
        lines = [{of_id: key, **record} for key, record in records.items()]
        values: dict[str, str] = {
            "lines": "".join(f"{json.dumps(line)}\n" for line in lines),
            "list": json.dumps(lines),
            "mapping": json.dumps(records),
            "envelope": "".join(
                f"{json.dumps({'output': record, of_id: key})}\n" for key, record in records.items()
            ),
        }
        (tmp_path / f"{name}.json").write_text(values[form].replace("3", "4" if name == "key" else "3"))
    (tmp_path / "schemas").mkdir()
    for key in "ab":
        schema = {"type": "object", "properties": {"x": {"x-keytally-compare": "ignore"}}}
        (tmp_path / "schemas" / f"{key}.json").write_text(json.dumps(schema))
    files = tmp_path / "key.json", tmp_path / "response.json"
    options = {"schema": str(tmp_path / "schemas")}
    one = keytally.score(*files, task="records", options=options)
    assert (one.values["totals"]["non"], one.values["totals"]["inc"]) == (2, 1)
    shares = keytally.documents(*files, task="records", options=options, shares=number)
    shutil.rmtree(tmp_path / "schemas")
    distributed_scoring._OPENED.clear()
    result = folded(shares)
    assert (result.values, result.warnings, result.text()) == (one.values, one.warnings, one.text())


def test_each_document_is_a_share_unless_a_number_is_given(examples: Path) -> None:
    files = examples / "named_entity" / "key.sgml", examples / "named_entity" / "response.sgml"
    names = list(keytally.score(*files).documents)
    assert [share.documents for share in keytally.documents(*files)] == [[name] for name in names]
    parts = [share.documents for share in keytally.documents(*files, shares=2)]
    assert len(parts) == 2 and [name for part in parts for name in part] == names


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A key with defects and its response: text before the documents, a number that is there twice."""
    text = "\n".join(
        f"<DOC>\n<DOCNO> {number} </DOCNO>\n"
        '<TXT>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX> met Ben.\n</TXT>\n</DOC>'
        for number in (3, 1, 2, 1)
    )
    lost = text.replace("met Ben", 'met <ENAMEX TYPE="PERSON">Ben', 2)
    files = tmp_path / "key.sgml", tmp_path / "response.sgml"
    files[0].write_text(f"before all\n{lost}\n")
    files[1].write_text(text.replace("Ann</ENAMEX>", "Ann met</ENAMEX>", 1).replace(" met met", " met"))
    return files


def test_what_is_left_out_of_a_key_is_told_in_the_order_of_the_file(pair: tuple[Path, Path]) -> None:
    one = keytally.score(*pair)
    assert [line.partition(": ")[0] for line in one.warnings] == [f"{pair[0]}:5", f"{pair[1]}:4"]
    assert "2 places in the key cannot be read" in one.warnings[0]
    assert told(folded(keytally.documents(*pair))) == told(one)
    with pytest.raises(keytally.KeytallyError) as refused:
        folded(keytally.documents(*pair, strict=True))
    with pytest.raises(keytally.KeytallyError) as refused_at_once:
        keytally.score(*pair, strict=True)
    assert refused.value.problems == refused_at_once.value.problems


def test_both_sides_may_be_keys(pair: tuple[Path, Path]) -> None:
    options = {"scoring_method": "key2key"}
    for files in (pair, pair[::-1]):
        assert told(folded(keytally.documents(*files, options=options, shares=2))) == told(
            keytally.score(*files, options=options)
        )


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("", ""),
        ("<DOC>\n<DOCNO>1</DOCNO>\n<TXT>none</TXT>\n</DOC>\n", "; nothing\n"),
        (
            "<DOC>\n<DOCNO>1</DOCNO>\n<A>none</A>\n</DOC>\n",
            "<DOC>\n<DOCNO>2</DOCNO>\n<B>x</B>\n</DOC>\n",
        ),
        (
            '<DOC>\n<DOCNO>1</DOCNO>\n<B><ENAMEX TYPE="PERSON">x</ENAMEX></B></DOC>\n',
            "<DOC>\n<DOCNO>2</DOCNO>\n<TXT>x</TXT>\n</DOC>\n",
        ),
        ("<DOC>\n<TXT>a</TXT></DOC>\n<DOC>\n<TXT>b</TXT></DOC>\n", "<DOC>\n<TXT>a</TXT></DOC>\n"),
    ],
)
def test_odd_files_are_told_of_alike(tmp_path: Path, key: str, response: str) -> None:
    files = tmp_path / "a", tmp_path / "b"
    for file, text in zip(files, (key, response), strict=True):
        file.write_text(text)
    at_once = outcome(lambda: told(keytally.score(*files, task="named_entity")))
    assert outcome(lambda: told(folded(keytally.documents(*files, task="named_entity")))) == at_once


def test_shares_that_make_no_whole_are_refused(pair: tuple[Path, Path]) -> None:
    scored = [share.score() for share in keytally.documents(*pair)]
    other = [share.score() for share in keytally.documents(*pair[::-1])]
    for shares, problem in (
        ([], "no shares to fold"),
        (scored[1:], "1 share of 3 is missing"),
        (scored[:1], "2 shares of 3 are missing"),
        ([*scored, scored[0]], "a share occurs more than once"),
        (
            [*scored[:2], other[2]],
            "the shares belong to different pairs; fold the shares of one call to documents",
        ),
    ):
        with pytest.raises(keytally.KeytallyError) as error:
            keytally.fold(shares)
        assert error.value.problems == (problem,)


def test_files_are_read_again_for_marks_only_if_they_are_the_same(pair: tuple[Path, Path]) -> None:
    result = folded(keytally.documents(*pair))
    pair[1].write_text(pair[1].read_text() + "more\n")
    assert result.totals and result.text()
    with pytest.raises(keytally.KeytallyError, match="the files have changed since they were scored"):
        result.marked()


def test_shares_need_no_file(
    pair: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes their evaluation anew."""
    config = tmp_path / "ne.config"
    config.write_text((Path(__file__).parents[2] / "examples/named_entity/ne.config").read_text())
    one = keytally.score(*pair, config=config)
    shares = keytally.documents(*pair, config=config)
    for file in (*pair, config):
        file.unlink()
    monkeypatch.setattr(distributed_scoring, "_OPENED", {})
    result = folded(shares)
    assert (result.values, result.warnings, result.text()) == (one.values, one.warnings, one.text())


def test_what_is_scored_as_a_whole_says_so(examples: Path) -> None:
    files = examples / "lexical_substitution/gold", examples / "lexical_substitution/response.best"
    with pytest.raises(keytally.KeytallyError, match="cannot be scored in shares"):
        keytally.documents(*files, task="lexsub-best", options={"compatible": "final"})


CPA_TASKS = ("cpa-parsing", "cpa-clustering", "cpa-slots")


@pytest.fixture
def cpa(examples: Path, tmp_path: Path) -> Path:
    """Folders of verbs: lines that are left out of two files of each task, and a verb without a response."""
    folder = Path(shutil.copytree(examples / "cpa", tmp_path / "cpa"))
    (folder / "keytally.toml").unlink()
    for number, kind in ((1, "parse"), (2, "clust"), (3, "pat")):
        key = folder / "key" / f"task{number}"
        for verb in ("mend", "drift"):
            file = key / f"{verb}.{kind}"
            text = file.read_text()
            file.write_text(text + text)
        shutil.copy(key / f"mend.{kind}", key / f"absent.{kind}")
    return folder


@pytest.mark.parametrize("compatible", ["document", "official"])
@pytest.mark.parametrize("task", CPA_TASKS)
def test_verbs_of_folders_are_scored_apart(cpa: Path, task: str, compatible: str) -> None:
    sides, options = (cpa / "key", cpa / "response"), {"compatible": compatible}
    one = keytally.score(*sides, task=task, options=options)
    assert one.warnings
    for number in (None, 2):
        shares = keytally.documents(*sides, task=task, options=options, shares=number)
        assert told(folded(shares)) == told(one)


def test_parts_of_folders_that_are_not_read_are_reported_in_one_line(cpa: Path) -> None:
    sides = cpa / "key", cpa / "response"
    warnings = keytally.score(*sides, task="cpa-clustering").warnings
    [lost] = [line for line in warnings if "places in the key cannot be read" in line]
    assert lost.startswith(f"{sides[0] / 'task2' / 'absent.clust'}:")
    assert folded(keytally.documents(*sides, task="cpa-clustering")).warnings == warnings


def test_shares_of_items_need_no_file(
    examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = examples / "lexical_substitution/gold", examples / "lexical_substitution/response.best"
    sentences = tmp_path / "sentences.xml"
    sentences.write_text("<corpus/>")
    options = {"input": str(sentences)}
    one = keytally.score(*files, task="lexsub-best", options=options)
    shares = keytally.documents(*files, task="lexsub-best", options=options)
    sentences.unlink()
    monkeypatch.setattr(distributed_scoring, "_OPENED", {})
    assert folded(shares).values == one.values


def test_shares_of_verbs_need_no_file(cpa: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process makes their evaluation anew."""
    sides, options = (cpa / "key", cpa / "response"), {"ontology": str(cpa / "ontology.json")}
    options["input"] = str(cpa / "input")
    one = keytally.score(*sides, task="cpa-slots", options=options)
    plain = keytally.score(*sides, task="cpa-slots")
    assert one.signature != plain.signature
    shares = keytally.documents(*sides, task="cpa-slots", options=options)
    shutil.rmtree(cpa)
    monkeypatch.setattr(distributed_scoring, "_OPENED", {})
    result = folded(shares)
    assert (result.values, result.warnings, result.text()) == (one.values, one.warnings, one.text())


NAMED = {
    sgml.named_entity: ["named_entity", "coreference"],
    sgml.coreference: ["named_entity", "coreference"],
    templates.workspace: ["template_element"],
    conll.workspace: ["conll-coreference"],
    corefud.workspace: ["conll-coreference"],
    template_json.workspace: ["template-filling", "role-filling"],
}


@given(st.integers(0, 10**6), st.sampled_from(list(NAMED)))
def test_the_document_of_a_unit_is_named_as_it_is_read(
    seed: int, make: Callable[[Random], dict[str, str]]
) -> None:
    files = make(Random(seed))
    for task in NAMED[make]:
        language = registry.evaluation(task, Settings()).language(Role.KEY)
        assert language.document_of is not None
        for text in files.values():
            starts = [0, *language.boundaries(text), len(text)]
            for start, end in pairwise(starts):
                unit = text[start:end]
                assert language.document_of(unit) == language.read(unit).document


RANDOM_FILES = {
    sgml.named_entity: ("key.sgml", "response.sgml"),
    sgml.coreference: ("key.sgml", "response.sgml"),
    templates.workspace: ("key.tmpl", "response.tmpl"),
    m2.workspace: ("gold.m2", "response.txt"),
    columns.workspace: ("key.bio", "response.bio"),
    conll.workspace: ("key.conll", "response.conll"),
    corefud.workspace: ("key.conllu", "response.conllu"),
    template_json.workspace: ("key.jsonl", "response.json"),
}


@pytest.mark.long
@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(list(RANDOM_FILES)), st.sampled_from([None, 1, 2, 5]))
@example(630, template_json.workspace, None)
@example(16116, sgml.coreference, None)
def test_any_files_give_what_one_process_gives(
    tmp_path_factory: pytest.TempPathFactory,
    seed: int,
    make: Callable[[Random], dict[str, str]],
    number: int | None,
) -> None:
    """Files with defects of all kinds, by what their keytally.toml states of them."""
    folder = tmp_path_factory.mktemp("files")
    for name, text in make(Random(seed)).items():
        stated = text.replace('texts = "texts.sgml"\n', "")
        (folder / name).write_text(stated, encoding="utf-8", newline="")
    files = [folder / name for name in RANDOM_FILES[make]]
    runs = [
        lambda: told(keytally.score(*files)),
        lambda: told(folded(keytally.documents(*files, shares=number), seed)),
    ]
    assert outcome(runs[0]) == outcome(runs[1])


def outcome(run: Callable[[], list[object]]) -> list[object]:
    """What a run gives, or why it fails."""
    try:
        return run()
    except keytally.KeytallyError as error:
        return [*error.problems]
