"""`keytally.score`, as the documentation shows it."""

import json
from pathlib import Path

import pytest

import keytally
from keytally.engine.engine import Engine
from keytally.families.contract import Settings
from keytally.families.registry import evaluation
from keytally.project.pair import Pair


def test_a_response_is_scored_against_its_key(workspace: Path) -> None:
    result = keytally.score("key", "response", task="named_entity")
    assert (result.totals["cor"], result.totals["inc"], result.totals["mis"]) == (3, 1, 0)
    assert result.documents["1"] == result.totals
    assert result.headline == result.totals["f"]["p&r"] == 75.0
    assert result.task == "named_entity"
    assert "task:named_entity" in result.signature
    assert result.warnings == ()


def test_the_values_are_what_json_prints(workspace: Path) -> None:
    values = keytally.score("key", "response").values
    assert json.loads(json.dumps(values)) == values
    assert set(values) == {
        "task", "signature", "totals", "documents", "objects", "slots", "subtasks", "sections", "text_filter"
    }  # fmt: skip


def test_paths_may_be_path_objects(workspace: Path) -> None:
    assert keytally.score(workspace / "key", workspace / "key").headline == 100.0


def test_options_come_after_the_configuration(workspace: Path) -> None:
    result = keytally.score("key", "response", options={"report_field_separator": "#"})
    assert "report_field_separator:#" in result.signature
    flag = keytally.score("key", "response", options={"ne_allow_incorrect": True})
    assert "ne_allow_incorrect:yes" in flag.signature


@pytest.mark.parametrize("name", ["use_IE_report_summary", "USE_ie_REPORT_summary", "NE_Overlap"])
def test_the_case_of_an_options_name_does_not_count(workspace: Path, name: str) -> None:
    value = "exact" if name == "NE_Overlap" else "yes"
    plain = keytally.score("key", "response")
    assert keytally.score("key", "response", options={name: value}).totals == plain.totals


def test_a_list_option_takes_a_list(workspace: Path) -> None:
    result = keytally.score("key", "response", options={"premodifiers": ["the", "this"]})
    assert "premodifiers:the,this" in result.signature


def test_the_task_is_the_configurations_where_none_is_given(workspace: Path) -> None:
    assert keytally.score("key", "response", config="muc7-ne").task == "named_entity"


def test_texts_that_differ_are_a_warning(workspace: Path) -> None:
    (workspace / "response").write_text((workspace / "response").read_text().replace("met", "meet"))
    result = keytally.score("key", "response", texts="texts")
    assert result.warnings == (
        "response: the text differs from the texts file in 1 place; run keytally check",
        "response:4: 1 document of the response does not have the key's text: "
        '"e" was inserted [text-altered]',
    )


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ("zzz", "named_entity has no option 'zzz'"),
        ("ne_overlapp", "named_entity has no option 'ne_overlapp'; did you mean ne_overlap?"),
        ("NE_OVERLAPP", "named_entity has no option 'NE_OVERLAPP'; did you mean ne_overlap?"),
        (
            "use_ie_report_sumary",
            "named_entity has no option 'use_ie_report_sumary'; did you mean use_IE_report_summary?",
        ),
    ],
)
def test_an_unknown_option_is_an_error(workspace: Path, option: str, problem: str) -> None:
    for run in (
        lambda: keytally.score("key", "response", options={option: "1"}),
        lambda: keytally.score_configuration(config(workspace), options={option: "1"}),
    ):
        with pytest.raises(keytally.KeytallyError) as raised:
            run()
        assert raised.value.problems == (problem,)


def test_an_unknown_option_of_a_configuration_file_is_a_warning(workspace: Path) -> None:
    [warning] = keytally.score_configuration(config(workspace, ":zzz 1\n")).warnings
    assert warning.endswith("unknown option zzz")


def test_the_case_of_an_option_does_not_count(workspace: Path) -> None:
    assert keytally.score("key", "response", options={"NE_Overlap": "exact"}).warnings == ()


def test_it_is_the_engine_on_an_empty_past(workspace: Path) -> None:
    engine = Engine()
    pair = Pair("named_entity", workspace / "key", workspace / "response")
    for path in (pair.key, pair.response):
        engine.open(path, path.read_text())
    live = engine.add_pair(pair, evaluation("named_entity", Settings()))
    live.work()
    assert keytally.score("key", "response").totals == live.totals()


def test_reports_are_texts_by_name_and_can_be_written(workspace: Path) -> None:
    result = keytally.score("key", "response")
    assert set(result.reports) == {"scores", "report_summary"}
    written = result.write_reports("out")
    assert sorted(path.name for path in written) == ["report_summary", "scores"]
    assert (workspace / "out" / "scores").read_text() == result.reports["scores"]


def test_a_report_is_never_written_over_a_file_that_is_read(workspace: Path) -> None:
    result = keytally.score("key", "response", options={"score_report_file": "key"})
    before = (workspace / "key").read_bytes()
    with pytest.raises(keytally.KeytallyError, match="key: this is an input file"):
        result.write_reports(workspace)
    assert (workspace / "key").read_bytes() == before


def test_the_marked_response_shows_verdicts(workspace: Path) -> None:
    marked = keytally.score("key", "response").marked()
    assert "[COR" in marked and "[INC" in marked


def config(workspace: Path, more: str = "") -> Path:
    path = workspace / "ne.config"
    path.write_text(
        ":scoring_task named_entity\n:key_file key\n:response_file response\n"
        ':class_defs "enamex enamex scored 0"\n'
        ':slot_defs "enamex text text scored 4 string"\n"enamex type type scored 4 set"\n' + more
    )
    return path


def test_a_configuration_names_its_pair(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = config(workspace)
    (workspace / "elsewhere").mkdir()
    monkeypatch.chdir(workspace / "elsewhere")
    result = keytally.score_configuration(path)
    assert result.totals["cor"] == 3
    assert [written.parent for written in result.write_configured_reports()] == [workspace.resolve()] * 2


def test_key2key_scores_a_file_against_itself(workspace: Path) -> None:
    result = keytally.score_configuration(config(workspace, ":scoring_method key2key\n:response_file key\n"))
    assert result.headline == 100.0
    assert result.pair.both_keys


def test_an_option_can_name_another_response(workspace: Path) -> None:
    result = keytally.score_configuration(config(workspace), options={"response_file": "key"})
    assert result.headline == 100.0


@pytest.mark.parametrize(
    ("key", "response", "problem"),
    [
        ("gone", "response", "gone: no such file"),
        ("key", ".", ".: this is a directory"),
        ("binary", "response", "binary: the file is binary"),
        ("empty", "response", "empty: the file is empty"),
        ("prose", "response", "prose: contains no document with a number"),
        ("key", "prose", "prose: contains no document with a number"),
        ("key", "binary", "binary: the file is binary"),
    ],
)
def test_what_cannot_be_scored_is_one_line(workspace: Path, key: str, response: str, problem: str) -> None:
    (workspace / "binary").write_bytes(bytes(range(256)))
    (workspace / "empty").write_bytes(b"")
    (workspace / "prose").write_bytes(b"no documents here")
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score(key, response, task="named_entity")
    [line] = raised.value.problems
    assert line.startswith(problem)


@pytest.mark.parametrize(
    ("task", "gold"),
    [
        ("m2", "S a b\nA 0 1|||X|||b|||REQUIRED|||-NONE-|||0\n"),
        ("lexsub-best", "bright.a 1 :: clear 3;sunny 2;\n"),
        ("lexsub-oot", "bright.a 1 :: clear 3;sunny 2;\n"),
        ("lexsub-mw", "take.v 1 :: take place 3;\n"),
    ],
)
def test_a_key_is_no_response_where_responses_have_another_form(
    workspace: Path, task: str, gold: str
) -> None:
    (workspace / "gold").write_text(gold)
    for response in ("gold", "./gold", str(workspace / "gold")):
        with pytest.raises(keytally.KeytallyError) as raised:
            keytally.score("gold", response, task=task)
        told = "gold: the key and the response are the same file; specify a system's output as the response"
        assert raised.value.problems == (told,)


def test_a_key_scores_100_against_itself_where_both_have_one_form(workspace: Path) -> None:
    assert keytally.score("key", "key", task="named_entity").headline == 100.0


def test_a_configuration_with_errors_is_a_line_an_error_with_file_and_line(workspace: Path) -> None:
    path = config(workspace, ":scoring_method sideways\n:sgml_DOC_gid\n")
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score_configuration(path)
    assert len(raised.value.problems) >= 1
    assert f"{path}:7: " in raised.value.problems[0]


def test_tasks_that_there_are_not(workspace: Path) -> None:
    with pytest.raises(keytally.KeytallyError, match="did you mean named_entity"):
        keytally.score("key", "response", task="named_entities")


def test_a_key_that_tells_no_task(workspace: Path) -> None:
    with pytest.raises(keytally.KeytallyError, match=r"infer the task from the key; use --task TASK$"):
        keytally.score("texts", "response")


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "odd.sgml: the file is empty; the task is inferred from the content of the key"),
        (b" \r\n", "odd.sgml: the file is empty; the task is inferred from the content of the key"),
        (bytes(range(256)), "odd.sgml: the file is binary, not text"),
        ("<DOC>".encode("utf-16"), "odd.sgml: the file is UTF-16; save it as UTF-8"),
    ],
)
def test_a_key_that_is_no_text_tells_no_task_for_that_reason(
    workspace: Path, data: bytes, problem: str
) -> None:
    (workspace / "odd.sgml").write_bytes(data)
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score("odd.sgml", "response")
    assert raised.value.problems == (problem,)


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        ("gone", "gone: no such file"),
        (".", ".: this is a directory"),
        ("key", "nowhere: no such"),
    ],
)
def test_a_key_that_cannot_be_read_is_told_of_where_no_task_is_stated(
    workspace: Path, key: str, problem: str
) -> None:
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score(key, "nowhere")
    [line] = raised.value.problems
    assert line.startswith(problem)


@pytest.mark.parametrize("method", ["key2key", "KEY2KEY", " Key2Key "])
def test_the_case_of_the_scoring_method_does_not_count(workspace: Path, method: str) -> None:
    result = keytally.score("key", "key", options={"scoring_method": method})
    assert result.pair.both_keys
    assert result.totals == keytally.score("key", "key", options={"scoring_method": "key2key"}).totals


def test_documents_without_a_number_are_a_warning(workspace: Path) -> None:
    """Nothing tells which of the other file's documents they belong to but their order."""
    for name in ("key", "response"):
        text = (workspace / name).read_text()
        (workspace / name).write_text(text + text.replace("<DOCNO> 1 </DOCNO>", ""))
    assert keytally.score("key", "response").warnings == (
        "key: 1 document has no number; such documents are paired in file order",
        "response: 1 document has no number; such documents are paired in file order",
    )


def test_a_result_tells_what_it_is(workspace: Path) -> None:
    assert repr(keytally.score("key", "response")) == "<ScoreResult named_entity P&R 75.00>"


def test_texts_that_a_task_does_not_compare_are_told(tmp_path: Path) -> None:
    key, response, texts = (tmp_path / name for name in ("key.m2", "response", "texts"))
    key.write_text("S a b\n")
    response.write_text("a b\n")
    texts.write_text("a b\n")
    found = keytally.score(key, response, task="m2", texts=texts)
    assert found.warnings == ("m2 does not compare texts; texts is ignored",)


@pytest.mark.parametrize(
    ("task", "names"), [("named_entity", "<ENAMEX>, <TIMEX>, <NUMEX>"), ("coreference", "<COREF>")]
)
def test_a_key_without_a_tag_of_the_task_is_told(tmp_path: Path, task: str, names: str) -> None:
    key, response = tmp_path / "key.sgml", tmp_path / "response.sgml"
    for path in (key, response):
        path.write_text("<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn left.\n</TXT>\n</DOC>\n")
    told = f"no document of the key has a tag of {task} ({names}); is this the right task?"
    assert keytally.score(key, response, task=task).warnings == (told,)
    tag = names.partition(">")[0][1:]
    key.write_text(key.read_text().replace("Ann", f"<{tag}>Ann</{tag}>"))
    assert keytally.score(key, response, task=task).warnings == ()


def test_templates_of_classes_that_the_configuration_lacks_are_told(tmp_path: Path) -> None:
    """The templates themselves are in it: nothing else of the key is scored."""
    path = tmp_path / "key"
    path.write_text("<TEMPLATE-1-1> :=\n\tCONTENT: <INCIDENT-1-1>\n\n<INCIDENT-1-1> :=\n\tINC_TYPE: ARSON\n")
    (told,) = keytally.score(path, path, task="scenario_template").warnings
    assert told.startswith(
        "apart from its templates, no object of the key has a class that the configuration declares ("
    )
    assert told.endswith("); the configuration lacks INCIDENT; is it the right configuration?")
    path.write_text('<TEMPLATE-1-1> :=\n\tDOC_NR: "1"\n')
    assert keytally.score(path, path, task="scenario_template").warnings == ()


@pytest.mark.parametrize("task", ["scenario_template", "template_element"])
def test_templates_that_are_themselves_the_content_are_not_told(tmp_path: Path, task: str) -> None:
    """They hold no objects of other classes of the configuration; a class beside them is not scored."""
    config, path = tmp_path / "config", tmp_path / "key"
    config.write_text(f""":scoring_task {task}
:class_defs "template template scored 0"
:slot_defs "template doc_nr doc-nr scored 10 string"
""")
    path.write_text('<TEMPLATE-1-1> :=\n\tDOC_NR: "1"\n\n<NOTE-1-1> :=\n\tTEXT: "by hand"\n')
    assert keytally.score(path, path, config=config).warnings == ()


def test_a_key_without_a_class_of_the_configuration_is_told(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text('<SHIP-1-1> :=\n\tSHIP_NAME: "Anselm"\n')
    found = keytally.score(path, path, task="template_element")
    told = (
        "no object of the key has a class that the configuration declares "
        "(ORGANIZATION, PERSON); is this the right configuration?"
    )
    assert found.warnings == (told,)
    path.write_text(path.read_text() + "<person-1-2> :=\n")
    assert keytally.score(path, path, task="template_element").warnings == ()


@pytest.mark.parametrize("task", ["named_entity", "coreference"])
@pytest.mark.parametrize("nothing", ["", " \r\n", "; nothing was found\n"])
def test_a_response_of_a_system_that_found_nothing_misses_everything(
    workspace: Path, task: str, nothing: str
) -> None:
    (workspace / "nothing").write_text(nothing)
    found = keytally.score("key", "nothing", task=task)
    assert found.headline == 0.0
    assert "nothing: contains no document with a number; the whole key counts as missing" in found.warnings


def test_a_template_response_without_an_object_misses_everything(tmp_path: Path) -> None:
    (tmp_path / "key").write_text('<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n')
    (tmp_path / "response").write_text("; nothing was found\n")
    found = keytally.score(tmp_path / "key", tmp_path / "response", task="template_element")
    assert {name: found.totals[name] for name in ("pos", "act", "mis")} == {"pos": 1, "act": 0, "mis": 1}


@pytest.mark.parametrize(("task", "tag"), [("named_entity", "ENAMEX"), ("coreference", "COREF")])
def test_files_without_a_scored_section_say_which_there_are(tmp_path: Path, task: str, tag: str) -> None:
    key, response = tmp_path / "key.sgml", tmp_path / "response.sgml"
    attributes = 'TYPE="PERSON"' if tag == "ENAMEX" else 'ID="1"'
    text = f"<DOC>\n<DOCNO> 1 </DOCNO>\n<BODY>\n<{tag} {attributes}>Ann</{tag}> left.\n</BODY>\n</DOC>\n"
    key.write_text(text)
    response.write_text(text)
    told = [
        f"no document of the {side} has a scored section (SLUG, HL, DD, DATELINE, TXT); the {side} has BODY; "
        "see doc_sections"
        for side in ("key", "response")
    ]
    assert [*keytally.score(key, response, task=task).warnings] == told
    key.write_text(text.replace("BODY>", "TXT>"))
    assert told[1] in keytally.score(key, response, task=task).warnings
    response.write_text(text.replace("BODY>", "TXT>"))
    assert keytally.score(key, response, task=task).warnings == ()


@pytest.mark.parametrize(
    ("task", "name"),
    [
        ("m2", "sentence (a line that starts with S and a space)"),
        ("lexsub-best", "item of lexsub-best (lexelt id :: substitutes)"),
        ("cpa-clustering", "line with the tab-separated columns of cpa-clustering (id, cluster)"),
    ],
)
def test_an_empty_key_says_what_it_needs(tmp_path: Path, task: str, name: str) -> None:
    for file in ("key", "response"):
        (tmp_path / file).write_text("")
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score(tmp_path / "key", tmp_path / "response", task=task)
    assert raised.value.problems == (
        f"{tmp_path / 'key'}: the file is empty; it must contain at least one {name}",
    )


@pytest.mark.parametrize(
    ("task", "meant"),
    [
        ("lexsub", "lexsub-best, lexsub-oot or lexsub-mw"),
        ("cpa", "cpa-parsing, cpa-clustering or cpa-slots"),
    ],
)
def test_the_beginning_of_several_tasks_suggests_all(workspace: Path, task: str, meant: str) -> None:
    with pytest.raises(keytally.KeytallyError) as raised:
        keytally.score("key", "response", task=task)
    assert (f"unknown task '{task}'; did you mean {meant}? Available tasks: named_entity, ") in str(
        raised.value
    )
