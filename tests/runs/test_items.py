"""Files of another task are refused: nothing in them could be scored."""

from pathlib import Path

import pytest

import keytally

GOLD = "S A cat sit : here 3 :: once .\nA 2 3|||Agr|||sits|||REQUIRED|||-NONE-|||0\n\n"
SENTENCES = "A cat sits here .\n"
ITEMS = "bright.a 1 :: clear 3;\n"
WORDS = "bright.a 1 :: clear\n"
ROWS = "1\tHe\tsubj\tHuman\n2\twent\tv\t\n"


def problem(folder: Path, task: str, key: str, response: str) -> str:
    """Which file of these texts cannot be scored, and what it lacks."""
    line, *_ = problems(folder, task, key, response)
    assert line.endswith("; is this the right file?")
    return line.removesuffix("; is this the right file?")


def problems(folder: Path, task: str, key: str, response: str) -> list[str]:
    """Why files of these texts cannot be scored: what is lacking, and the first error."""
    for name, text in (("key", key), ("response", response)):
        (folder / name).write_text(text)
    with pytest.raises(keytally.KeytallyError) as caught:
        keytally.score(folder / "key", folder / "response", task=task)
    return [line.removeprefix(f"{folder}/") for line in caught.value.problems]


@pytest.mark.parametrize("task", ["lexsub-best", "lexsub-oot", "lexsub-mw"])
def test_a_file_without_items_is_no_gold_standard_of_lexical_substitution(task: str, tmp_path: Path) -> None:
    assert problem(tmp_path, task, GOLD, SENTENCES) == (
        f"key: contains no item of {task} (lexelt id :: substitutes)"
    )


def test_a_response_without_items_is_another_file(tmp_path: Path) -> None:
    assert problem(tmp_path, "lexsub-oot", ITEMS, SENTENCES) == (
        "response: contains no item of lexsub-oot (lexelt id ::: substitutes)"
    )


def test_a_file_without_source_sentences_is_no_gold_standard_of_m2(tmp_path: Path) -> None:
    assert problem(tmp_path, "m2", ITEMS, WORDS) == (
        "key: contains no sentence (a line that starts with S and a space)"
    )


@pytest.mark.parametrize("task", ["cpa-parsing", "cpa-clustering", "cpa-slots"])
def test_a_file_without_columns_is_none_of_corpus_patterns(task: str, tmp_path: Path) -> None:
    said = problem(tmp_path, task, GOLD, SENTENCES)
    assert said.startswith(f"key: contains no line with the tab-separated columns of {task} (")


RECORD = '{"docid": "a", "templates": [{"incident_type": "attack", "Victim": [["man"]]}]}'
LACKS = "contains no document with a name; is this the right file?"
REASON = (
    "wrong structure: a document must be an object, but this is a list; write each list item on its own line"
)


@pytest.mark.parametrize("text", [f"[[{RECORD}]]", f" [\n {RECORD} {RECORD}\n]\n", "[1, 2]"])
def test_a_list_in_which_no_record_is_found_is_refused_with_the_form_that_is_read(
    text: str, tmp_path: Path
) -> None:
    of_response = problems(tmp_path, "template-filling", RECORD, text)
    assert of_response == [f"response: {LACKS}", f"response: {REASON}"]
    assert problems(tmp_path, "template-filling", text, RECORD) == [f"key: {LACKS}", f"key: {REASON}"]


def test_rows_before_any_document_are_refused_with_what_they_lack(tmp_path: Path) -> None:
    row, begin = "d 0 0 Marta (1)\n", "#begin document (d); part 000\n"
    assert problems(tmp_path, "conll-coreference", row, begin + row) == [
        "key: contains no document; is this the right file?",
        "key: these lines are not scored, because no `#begin document` precedes them",
    ]


def test_a_key_of_columns_needs_a_line_with_a_label(tmp_path: Path) -> None:
    found = problem(tmp_path, "entities", "# only a comment\n", "Marta\tB-PER\n")
    assert found == "key: contains no line with a token and its label"


def test_a_response_without_columns_is_another_file(tmp_path: Path) -> None:
    assert problem(tmp_path, "cpa-parsing", ROWS, SENTENCES) == (
        "response: contains no line with the tab-separated columns of cpa-parsing "
        "(token id, token, syntactic tag, semantic type)"
    )


@pytest.mark.parametrize("nothing", ["", "\n", " \r\n\r\n"])
@pytest.mark.parametrize(
    ("task", "key", "item"),
    [
        ("lexsub-best", ITEMS, "item of lexsub-best (lexelt id :: substitutes)"),
        ("lexsub-mw", "take.v 29 :: take place 5;\n", "item of lexsub-mw (lexelt id :: substitutes)"),
        ("cpa-clustering", "1\t2\n", "line with the tab-separated columns of cpa-clustering (id, cluster)"),
    ],
)
def test_a_system_may_find_nothing(task: str, key: str, item: str, nothing: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(key)
    (tmp_path / "response").write_text(nothing)
    result = keytally.score(tmp_path / "key", tmp_path / "response", task=task)
    assert result.headline == 0.0
    told = f"{tmp_path / 'response'}: contains no {item}; the whole key counts as missing"
    assert result.warnings[0] == told


@pytest.mark.parametrize("mode", ["document", "trial", "final"])
def test_a_system_that_finds_no_multiword_has_a_recall_of_0(mode: str, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("take.v 29 :: take place 5;\n")
    (tmp_path / "response").write_text("")
    options = {"compatible": mode}
    result = keytally.score(tmp_path / "key", tmp_path / "response", task="lexsub-mw", options=options)
    scores = result.values["scores"]
    assert [scores[name] for name in ("total", "found", "detection_recall")] == [1, 0, 0.0]


def test_an_output_of_blank_lines_is_one_of_empty_sentences(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(GOLD + GOLD)
    (tmp_path / "response").write_text("\n \n")
    counts = keytally.score(tmp_path / "key", tmp_path / "response", task="m2").values["scores"]
    assert (counts["correct"], counts["proposed"], counts["gold"]) == (0, 2, 2)


def test_an_output_without_lines_has_none_for_its_sentences(tmp_path: Path) -> None:
    said = problem(tmp_path, "m2", GOLD, "")
    assert said == "response: contains no sentence"


CHAINS = "#begin document (d); part 000\nd 0 0 Marta (1)\nd 0 1 herself (1)\n#end document\n"
TEXT = '<DOC>\n<DOCNO>7</DOCNO>\n<TXT><ENAMEX TYPE="PERSON">Ann</ENAMEX></TXT>\n</DOC>\n'


@pytest.mark.parametrize(
    ("task", "key", "name", "other", "document"),
    [
        ("conll-coreference", CHAINS, "(d)", "(e)", "document"),
        ("template-filling", RECORD, '"a"', '"b"', "document"),
        ("named_entity", TEXT, "7", "8", "document"),
        ("lexsub-best", ITEMS, " 1 ", " 2 ", "item"),
    ],
)
def test_a_response_to_another_key_is_told(
    task: str, key: str, name: str, other: str, document: str, tmp_path: Path
) -> None:
    """It may have other names for the same documents, and scores 0 at any rate."""
    (tmp_path / "key").write_text(key)
    told = f"{tmp_path / 'response'}: contains no {document} of the key; the whole key counts as missing"
    for response, wanted in ((key.replace(name, other), True), (key, False)):
        (tmp_path / "response").write_text(response)
        result = keytally.score(tmp_path / "key", tmp_path / "response", task=task)
        assert (told in result.warnings) is wanted
