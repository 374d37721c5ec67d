"""The `[[adjudication]]` tables of keytally.toml (design, "Adjudication")."""

from pathlib import Path

import pytest

from keytally.families.contract import Role
from keytally.project.adjudications import Adjudication
from keytally.project.conventions import language_of, role_of
from keytally.project.discovery import Discovery, discover
from keytally.project.toml_edits import rename_edits

HEAD = "[[adjudication]]\n"
TASK = 'task = "named_entity"\n'
GOLD = 'gold = "gold.sgml"\n'
ANNOTATORS = 'annotators = { anna = "anna.sgml", ben = "ben.sgml" }\n'
WHOLE = HEAD + TASK + GOLD + ANNOTATORS
TEXT = '<DOC>\n<DOCNO> 1 </DOCNO>\n<ENAMEX TYPE="PERSON">Ann</ENAMEX>\n</DOC>\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("anna.sgml", "ben.sgml", "texts.sgml"):
        (tmp_path / name).write_text(TEXT)
    return tmp_path


def found(root: Path, toml: str) -> Discovery:
    (root / "keytally.toml").write_text(toml)
    return discover(root)


def told(root: Path, toml: str) -> list[tuple[str, str, str]]:
    """The rule, the piece of keytally.toml and the message of each finding."""
    findings = found(root, toml).findings[root / "keytally.toml"]
    return [(f.rule.name, toml[f.start : f.end], f.message) for f in findings]


def only(root: Path, toml: str) -> Adjudication:
    assert told(root, toml) == []
    [adjudication] = found(root, toml).adjudications
    return adjudication


def test_the_table_of_the_design_is_read(root: Path) -> None:
    settings = 'texts = "texts.sgml"\nencoding = "gb18030"\noptions = { ne_overlap = "exact" }\n'
    adjudication = only(root, WHOLE + 'done = { ben = ["260112-0001"] }\n' + settings)
    assert (adjudication.task, adjudication.gold) == ("named_entity", root / "gold.sgml")
    assert adjudication.annotators == {"anna": root / "anna.sgml", "ben": root / "ben.sgml"}
    assert adjudication.settings.texts == root / "texts.sgml"
    assert adjudication.settings.encoding == "gb18030"
    assert adjudication.settings.options == {"ne_overlap": ("exact",)}
    assert adjudication.decisions == root / "gold.sgml.decisions"
    assert adjudication.origin == "keytally.toml, line 1"


def test_a_document_counts_as_finished_where_nothing_says_otherwise(root: Path) -> None:
    adjudication = only(root, WHOLE + 'done = { ben = ["1"] }\n')
    finished = [
        (who, which) for who in ("anna", "ben") for which in "12" if adjudication.has_finished(who, which)
    ]
    assert finished == [("anna", "1"), ("anna", "2"), ("ben", "1")]
    assert not adjudication.has_finished("anna", "3", is_in_file=False)
    assert adjudication.has_finished("ben", "1", is_in_file=False)


def test_a_gold_that_is_there_pairs_with_each_annotator(root: Path) -> None:
    (root / "gold.sgml").write_text(TEXT)
    pairs = found(root, WHOLE + 'texts = "texts.sgml"\n').pairs
    assert [(pair.key.name, pair.response.name) for pair in pairs] == [
        ("gold.sgml", "anna.sgml"),
        ("gold.sgml", "ben.sgml"),
    ]
    assert {pair.texts for pair in pairs} == {root / "texts.sgml"}
    assert {role_of(pair.response, pairs) for pair in pairs} == {Role.KEY}


def test_a_pair_that_is_stated_by_itself_is_the_live_one(root: Path) -> None:
    (root / "gold.sgml").write_text(TEXT)
    pair = '[[pair]]\ntask = "named_entity"\nkey = "gold.sgml"\nresponses = "anna.sgml"\n'
    assert [each.both_keys for each in found(root, WHOLE + pair).live] == [False, True]


def test_an_annotators_file_is_a_key_of_the_task_before_there_is_a_gold(root: Path) -> None:
    discovery = found(root, WHOLE)
    assert discovery.pairs == ()
    coming = discovery.coming_pairs(root / "anna.sgml")
    assert role_of(root / "anna.sgml", coming) is Role.KEY
    assert language_of(root / "anna.sgml", "", coming) == "muc-sgml"
    assert discovery.coming_pairs(root / "texts.sgml") == ()


def test_a_task_with_an_agreement_only_takes_no_gold(root: Path) -> None:
    toml = HEAD + 'task = "lexsub-best"\n' + ANNOTATORS
    assert only(root, toml).gold is None
    [(rule, piece, message)] = told(root, toml + GOLD)
    assert (rule, piece) == ("bad-project-value", '"gold.sgml"')
    assert "lexsub-best takes no gold" in message and "named_entity" in message
    assert len(found(root, toml + GOLD).adjudications) == 1


@pytest.mark.parametrize(
    ("toml", "piece", "message"),
    [
        ('adjudication = "x"\n', '"x"', "adjudication must be a list of tables"),
        (HEAD + TASK + GOLD, "adjudication", "this adjudication has no annotators"),
        (HEAD + TASK + ANNOTATORS, "adjudication", "this adjudication has no gold"),
        (HEAD + GOLD + ANNOTATORS, "adjudication", "this adjudication has no task"),
        (HEAD + 'task = "name"\n' + GOLD + ANNOTATORS, '"name"', "unknown task 'name'"),
        (WHOLE + "golden = 1\n", "golden", "unknown key golden"),
        (HEAD + TASK + GOLD + 'annotators = ["a"]\n', '["a"]', "annotators must be a table"),
        (HEAD + TASK + GOLD + "annotators = {}\n", "{}", "at least two annotators, not 0"),
        (
            HEAD + TASK + GOLD + "[adjudication.annotators]\na='anna.sgml'\n",
            "adjudication.annotators",
            "not 1",
        ),
        (WHOLE.replace('"ben.sgml"', "3"), "3", "ben must be a non-empty string"),
        (WHOLE.replace("ben =", '" " ='), '" "', "cannot be empty"),
        (WHOLE.replace("ben.sgml", "gone.sgml"), '"gone.sgml"', "the file 'gone.sgml' does not exist"),
        (WHOLE.replace("ben.sgml", "../b.sgml"), '"../b.sgml"', "is outside the workspace"),
        (
            WHOLE.replace("ben.sgml", "./anna.sgml"),
            '"./anna.sgml"',
            "is also the file of the annotator 'anna'",
        ),
        (WHOLE.replace("gold.sgml", "ben.sgml"), '"ben.sgml"', "the file of the annotator 'ben'"),
        (WHOLE.replace("gold.sgml", "../gold"), '"../gold"', "is outside the workspace"),
        (WHOLE.replace("gold.sgml", "."), '"."', "is a directory"),
        (WHOLE.replace("gold", "texts", 2).replace("texts =", "gold =") + 'texts = "texts.sgml"\n', None, ""),
        (WHOLE + 'texts = "none.sgml"\n', '"none.sgml"', "does not exist"),
        (WHOLE + 'done = ["1"]\n', '["1"]', "done must be a table"),
        (WHOLE + 'done = { bem = ["1"] }\n', "bem", "unknown annotator 'bem'; did you mean ben?"),
        (WHOLE + "done = { ben = 3 }\n", "3", "ben must be a list of strings"),
        (WHOLE + 'encoding = "latin-one"\n', '"latin-one"', "unknown encoding"),
        (WHOLE + "options = { ne_overlap = 'x' }\n", "'x'", ""),
        (WHOLE + "options = { overlap = 'x' }\n", "overlap", "unknown key overlap"),
        (WHOLE + 'config = "ne.config"\n', '"ne.config"', "nor a built-in configuration"),
    ],
)
def test_what_is_wrong_is_one_finding_at_its_place(
    root: Path, toml: str, piece: str | None, message: str
) -> None:
    [(_, at, text)] = told(root, toml)
    assert piece is None or at == piece
    assert message in text


def test_a_second_adjudication_cannot_write_the_same_gold(root: Path) -> None:
    [(_, at, message)] = told(root, WHOLE + WHOLE)
    assert at == '"gold.sgml"' and "same gold" in message
    assert len(found(root, WHOLE + WHOLE).adjudications) == 1


def test_a_link_to_another_annotators_file_is_that_file(root: Path) -> None:
    (root / "ben.sgml").unlink()
    (root / "ben.sgml").symlink_to("anna.sgml")
    [(_, at, message)] = told(root, WHOLE)
    assert at == '"ben.sgml"' and "also the file of the annotator 'anna'" in message


def test_two_annotators_that_are_left_are_adjudicated(root: Path) -> None:
    toml = WHOLE.replace("ben =", 'cleo = "gone.sgml", ben =')
    assert [message for _, _, message in told(root, toml)] == ["the file 'gone.sgml' does not exist"]
    [adjudication] = found(root, toml).adjudications
    assert list(adjudication.annotators) == ["anna", "ben"]


def test_the_files_of_an_allowed_folder_are_read(root: Path) -> None:
    inner = root / "inner"
    inner.mkdir()
    toml = WHOLE.replace("anna.sgml", "../anna.sgml").replace("ben.sgml", "../ben.sgml")
    (inner / "keytally.toml").write_text(toml)
    assert discover(inner).adjudications == ()
    assert len(discover(inner, [root]).adjudications) == 1


def test_the_names_follow_files_that_are_renamed(root: Path) -> None:
    toml = WHOLE + 'texts = "texts.sgml"\n'
    renames = {root / name: root / f"new-{name}" for name in ("gold.sgml", "ben.sgml", "texts.sgml")}
    edits = rename_edits(root / "keytally.toml", toml, renames)
    assert [edit.text for edit in edits] == ['"new-gold.sgml"', '"new-ben.sgml"', '"new-texts.sgml"']


def test_the_configuration_that_a_file_tells_is_used(root: Path) -> None:
    (root / "anna.sgml").write_text(TEXT.replace("DOCNO", "DOCID"))
    assert only(root, WHOLE).settings.configuration == "muc7-ne"


def test_folders_are_annotators_of_a_task_whose_files_are_documents(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "go.parse").write_text("1\tx\n")
    toml = HEAD + 'task = "cpa-parsing"\nannotators = { anna = "anna", ben = "ben" }\n'
    assert only(tmp_path, toml).annotators == {"anna": tmp_path / "anna", "ben": tmp_path / "ben"}


def test_a_blank_gold_is_compared_as_its_annotators_files_are_read(tmp_path: Path) -> None:
    for name, text in {"gold": "", "a": "y\tO\n", "b": "y\tB-P\n"}.items():
        (tmp_path / f"{name}.bio").write_text(text)
    files = 'gold = "gold.bio"\nannotators = { a = "a.bio", b = "b.bio" }\n'
    discovery = found(tmp_path, f'{HEAD}task = "entities"\n{files}')
    assert {pair.configuration for pair in discovery.pairs} == {"IOB2"}
    assert discovery.adjudications[0].settings.configuration == "IOB2"


def test_a_gold_makes_no_pairs_in_a_task_whose_keys_are_not_compared(tmp_path: Path) -> None:
    for name in ("gold", "a", "b"):
        (tmp_path / f"{name}.m2").write_text("S This .\n")
    files = 'gold = "gold.m2"\nannotators = { a = "a.m2", b = "b.m2" }\n'
    discovery = found(tmp_path, f'{HEAD}task = "m2"\n{files}')
    assert discovery.pairs == ()
    assert len(discovery.adjudications) == 1
