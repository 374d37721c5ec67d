"""Parts of files that are not read are reported, with the first line, and refused by `--strict`."""

from pathlib import Path

import pytest

import keytally
from keytally.commands.main import main
from keytally.findings.all_rules import RULES

M2 = """S a b c
A 0 1|||X|||d|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

"""
GOLD = "bright.a 1 :: clear 3;sunny 2;\nbright.a 2 :: clear 3;sunny 2;\n"
SGML = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{}\n</TXT>\n</DOC>\n"
NAMES = SGML.format('<ENAMEX TYPE="PERSON">Ann</ENAMEX> met <ENAMEX TYPE="PERSON">Bo</ENAMEX>')
CHAIN = SGML.format(
    '<COREF ID="1">Ann</COREF> and <COREF ID="2" REF="1" TYPE="IDENT">she</COREF>\n'
    '<COREF ID="3">Bo</COREF> and <COREF ID="4" REF="3" TYPE="IDENT">he</COREF>'
)
TEMPLATES = '<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n\tPER_ALIAS: "A"\n<PERSON-1-2> :=\n\tPER_NAME: "Bo"\n'
PAT = "\t".join(["Human", *[""] * 8]) + "\n" + "\t".join(["Dog", *[""] * 8]) + "\n"
CLUST = "1\t1\n2\t1\n3\t2\n"
LABELS = "Ann B-PER\nmet O\nBo B-PER\n"
BRACKETS = (
    "#begin document (a); part 000\n0 Ann (1)\n1 left -\n2 the (2\n3 mill 2)\n4 . -\n5 She (1)\n\n"
    "#end document\n"
)
ATTACK = '{"incident_type": "attack", "Victim": [["Ann"], ["Bo"]]}'
RECORDS = f'{{"docid": "1", "templates": [{ATTACK}]}}\n{{"docid": "2", "templates": []}}\n'
ROLES = '{"docid": "1", "extracts": {"Victim": [["Ann"], ["Bo"]]}}\n'
PARSE = "1\ta\tsubj\tHuman\n2\tb\tv\t-\n"

FILES = {
    "m2": ("gold.m2", M2, "a b c\n"),
    "lexsub-best": ("gold", GOLD, "bright.a 1 :: clear\n"),
    "lexsub-mw": (
        "mwgold",
        "take.v 1 :: take place 3;\ntake.v 2 :: take on 2;\n",
        "take.v 1 :: take place\n",
    ),
    "named_entity": ("key.sgml", NAMES, NAMES),
    "coreference": ("key.sgml", CHAIN, CHAIN),
    "template_element": ("key.tmpl", TEMPLATES, TEMPLATES),
    "cpa-slots": ("mend.pat", PAT, PAT),
    "cpa-clustering": ("mend.clust", CLUST, CLUST),
    "cpa-parsing": ("mend.parse", PARSE, PARSE),
    "entities": ("key.bio", LABELS, LABELS),
    "conll-coreference": ("key.conll", BRACKETS, BRACKETS),
    "template-filling": ("key.jsonl", RECORDS, RECORDS),
    "role-filling": ("key.jsonl", ROLES, ROLES),
}
NESTED = '<ENAMEX TYPE="PERSON">' * 501 + "Ann" + "</ENAMEX>" * 502
REPEATING = frozenset(FILES) - {"m2", "lexsub-best", "lexsub-mw"}
"""The tasks whose responses have the form of a key."""

DEFECTS = [
    ("m2", "|||REQUIRED|||-NONE-|||0", "|||REQUIRED|||0", 2, "m2-fields"),
    ("m2", "|||REQUIRED|||-NONE-|||1", "|||REQUIRED|||1", 3, "m2-fields"),
    ("m2", "|||-NONE-|||0", "|||-NONE-|||x", 2, "m2-annotator"),
    ("m2", "A 0 1", "A 0 9", 2, "m2-offset"),
    ("m2", "A 0 1", "A 9 1", 2, "m2-offset"),
    ("m2", "A 0 1", "A zero 1", 2, "m2-offset"),
    ("m2", "A 0 1", "A -1 -1", 2, "m2-offset"),
    ("m2", "A 0 1", "B 0 1", 2, "m2-line"),
    ("m2", "\n\n", "\n\nA 1 2|||X|||d|||REQUIRED|||-NONE-|||0\n", 5, "m2-line"),
    ("m2", "S a", "A 1 2|||X|||d|||REQUIRED|||-NONE-|||0\nS a", 1, "m2-line"),
    ("lexsub-best", "bright.a 2 ::", "bright.a 2", 2, "lexsub-line"),
    ("lexsub-best", "bright.a 2 ::", "bright.a 2 :::", 2, "lexsub-colons"),
    ("lexsub-best", "bright.a 2 :: clear 3", "bright.a 2 :: clear", 2, "lexsub-line"),
    ("lexsub-best", "bright.a 2 :: clear 3", "bright.a 2 :: clear3", 2, "lexsub-line"),
    ("lexsub-best", "bright.a 2 :: clear 3", "bright.a 2 :: 3", 2, "lexsub-line"),
    ("lexsub-best", "bright.a 2", "bright.a 1", 2, "lexsub-duplicate-id"),
    ("lexsub-mw", "take place 3", "take place", 1, "lexsub-line"),
    ("named_entity", "Ann</ENAMEX>", "Ann", 4, "unclosed-tag"),
    ("named_entity", "Ann</ENAMEX>", "Ann</ENAMEX></ENAMEX>", 4, "unmatched-close-tag"),
    ("named_entity", 'TYPE="PERSON">Bo', 'TIPE="PERSON">Bo', 4, "unknown-attribute"),
    ("named_entity", 'TYPE="PERSON">Bo', 'TYPE="PERSON" TYPE="LOCATION">Bo', 4, "duplicate-attribute"),
    ("named_entity", 'TYPE="PERSON">Bo', 'TYPE="PERSON" STATUS="OPPT">Bo', 4, "attribute-value"),
    ("named_entity", "Ann</ENAMEX>", NESTED, 4, "tag-nested"),
    ("coreference", 'REF="1"', 'REF="7"', 4, "dangling-ref"),
    ("coreference", 'REF="1"', 'REF="2"', 4, "self-ref"),
    ("coreference", '<COREF ID="1">', "<COREF>", 4, "missing-attribute"),
    ("coreference", "she</COREF>", "she", 4, "unclosed-tag"),
    ("template_element", "<PERSON-1-2>", "<PERSON>", 4, "malformed-header"),
    ("template_element", "<PERSON-1-2>", "<PESRON-1-2>", 4, "unknown-class"),
    ("template_element", "PER_ALIAS", "PER_ALAIS", 3, "unknown-slot"),
    ("template_element", "<PERSON-1-2> :=\n", '<PERSON-1-2> :=\n\t"Bob"\n', 5, "fill-without-slot"),
    ("template_element", "<PERSON-1-1>", '\tPER_NAME: "C"\n<PERSON-1-1>', 1, "fill-without-slot"),
    ("cpa-slots", "Dog" + "\t" * 8, "Dog\t", 2, "cpa-columns"),
    ("cpa-clustering", "2\t1", "2", 2, "cpa-columns"),
    ("cpa-clustering", "2\t1", "2\tone", 2, "cpa-cluster"),
    ("cpa-clustering", "2\t1", "1\t1", 2, "cpa-duplicate-id"),
    ("cpa-parsing", "1\ta\tsubj\tHuman", "1\ta", 1, "cpa-columns"),
    ("entities", "Bo B-PER", "Bo PERSON", 3, "columns-label"),
    ("entities", "Bo B-PER", "Bo", 3, "columns-fields"),
    ("conll-coreference", "(2\n", "-\n", 5, "conll-bracket"),
    ("conll-coreference", "2)\n", "-\n", 4, "conll-bracket"),
    ("conll-coreference", "2)\n", "2)|(V*)\n", 5, "conll-fields"),
    ("conll-coreference", "left -\n", "left (1)|(2)\n", 3, "conll-duplicate-mention"),
    ("conll-coreference", "#begin", "0 Bo (1)\n#begin", 1, "conll-document"),
    ("conll-coreference", "#end document", "#end document\n6 Bo (1)", 10, "conll-document"),
    ("template-filling", '"Bo"]]', '"Bo"]', 1, "json-syntax"),
    ("template-filling", '["Bo"]', '"Bo"', 1, "json-shape"),
    ("template-filling", '["Bo"]', "[]", 1, "json-shape"),
    ("template-filling", '"Victim": [', '"Victim": [], "Victim": [', 1, "json-role"),
    ("template-filling", '"docid": "2"', '"docid": "1"', 2, "json-document"),
    ("role-filling", '["Bo"]', "[7]", 1, "json-shape"),
]


def given(folder: Path, task: str, old: str = "", new: str = "") -> tuple[Path, Path]:
    """A key with one defect, and a response."""
    name, key, response = FILES[task]
    assert old in key
    suffix = Path(name).suffix or ".out"
    paths = folder / name, folder / f"response{suffix}"
    paths[0].write_bytes(key.replace(old, new, 1).encode() if old else key.encode())
    paths[1].write_bytes(response.encode())
    return paths


def unread(result: keytally.ScoreResult, file: Path) -> str:
    """The one line about parts of a file that are not read."""
    [line] = [each for each in result.warnings if each.startswith(f"{file}:") and "cannot be read" in each]
    return line


@pytest.mark.parametrize("task", FILES)
def test_a_sound_key_loses_nothing(tmp_path: Path, task: str) -> None:
    key, response = given(tmp_path, task)
    result = keytally.score(key, response, task=task, strict=True)
    assert not [line for line in result.warnings if "cannot be read" in line]


@pytest.mark.parametrize(("task", "old", "new", "line", "rule"), DEFECTS)
def test_a_part_of_a_key_that_is_not_read_is_reported_with_its_line(
    tmp_path: Path, task: str, old: str, new: str, line: int, rule: str
) -> None:
    key, response = given(tmp_path, task, old, new)
    lost = unread(keytally.score(key, response, task=task), key)
    assert lost.startswith(f"{key}:{line}: 1 place in the key cannot be read: ") and lost.endswith(
        f" [{rule}]"
    )
    found = [each for each in keytally.check(key, task=task, role="key") if each.rule.name == rule]
    assert any(each.start.line == line and each.message in lost for each in found), "the same check"
    with pytest.raises(keytally.KeytallyError) as refused:
        keytally.score(key, response, task=task, strict=True)
    assert lost in refused.value.problems


RESPONSE_DEFECTS = [
    ("lexsub-best", "bright.a 1 :: clear", "bright.a 1 : clear\nbright.a 2 :: clear", 1, "lexsub-colons"),
    ("lexsub-mw", "take.v 1 :: take place", "take.v 1 take place\ntake.v 1 :: take", 1, "lexsub-line"),
    *(each for each in DEFECTS if each[0] in REPEATING and "STATUS" not in each[2]),
]


@pytest.mark.parametrize(("task", "old", "new", "line", "rule"), RESPONSE_DEFECTS)
def test_a_part_of_a_response_that_is_not_read_is_reported_with_its_line(
    tmp_path: Path, task: str, old: str, new: str, line: int, rule: str
) -> None:
    key, response = given(tmp_path, task)
    assert old in response.read_text()
    response.write_text(response.read_text().replace(old, new, 1))
    lost = unread(keytally.score(key, response, task=task), response)
    assert lost.startswith(f"{response}:{line}: 1 place in the response cannot be read: ")
    assert lost.endswith(f" [{rule}]")
    with pytest.raises(keytally.KeytallyError) as refused:
        keytally.score(key, response, task=task, strict=True)
    assert lost in refused.value.problems


@pytest.mark.parametrize(
    ("task", "old", "new"),
    [
        ("m2", "|||REQUIRED|||-NONE-|||0", "|||REQUIRED|||x|||0|||0"),
        ("m2", "A 0 1", "A 1 0"),
        ("m2", "S a", "\nS a"),
        ("named_entity", "Ann</ENAMEX>", "Ann<ENAMEX>"),
        ("named_entity", "Ann</ENAMEX>", "Ann</TIMEX>"),
        ("named_entity", "Ann</ENAMEX>", "Ann</ENAMEX"),
        ("named_entity", 'TYPE="PERSON">Bo', "TYPE=PERSON>Bo"),
        ("template_element", "<PERSON-1-2> :=", "<PERSON-1-2>"),
        ("template_element", '"Bo"', '"Bo'),
        ("lexsub-best", "bright.a 2 :: clear 3;", "bright.a 2 :: clear 3;clear 3;"),
        ("template_element", "<PERSON-1-2>", "<SHIP-1-2>"),
        ("cpa-clustering", "2\t1", "2\tx"),
    ],
)
def test_what_is_read_all_the_same_is_not_left_out(tmp_path: Path, task: str, old: str, new: str) -> None:
    key, response = given(tmp_path, task, old, new)
    keytally.score(key, response, task=task, strict=True)


def test_many_losses_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, response = given(tmp_path, "cpa-clustering")
    key.write_text("".join(f"{number}\tnone\n" for number in range(50)) + "x\t1\n")
    assert main(["score", "--task", "cpa-clustering", str(key), str(response)]) == 0
    lines = [line for line in capsys.readouterr().err.splitlines() if "cannot be read" in line]
    assert len(lines) == 1
    assert lines[0].startswith(
        f"keytally: warning: {key}:1: 50 places in the key cannot be read, the first one here: "
        "the cluster 'none' is"
    )


def test_losses_that_read_alike_are_told_once_a_line(tmp_path: Path) -> None:
    (tmp_path / "gold").write_text("bright.a 1 :: clear 2;\nbright.a 2 :: clear;sunny;light 2;\n")
    (tmp_path / "answers").write_text("bright.a 1 :: clear\n")
    result = keytally.score(tmp_path / "gold", tmp_path / "answers", task="lexsub-best")
    assert unread(result, tmp_path / "gold").startswith(
        f"{tmp_path / 'gold'}:2: 1 place in the key cannot be read"
    )


def test_strict_is_exit_status_2_and_no_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, response = given(tmp_path, "m2", "A 0 1", "A 0 9")
    assert main(["score", str(key), str(response)]) == 0
    out, warned = capsys.readouterr()
    assert "F_0.5" in out
    assert main(["score", str(key), str(response), "--strict"]) == 2
    out, refused = capsys.readouterr()
    assert out == ""
    assert refused == warned.replace("warning: ", "")


UNREADABLE = {
    "entities": "Ann ?\nmet ?\n",
    "named_entity": NAMES.replace("</ENAMEX>", ""),
    "coreference": CHAIN.replace("</COREF>", ""),
    "conll-coreference": BRACKETS.replace("(1)", "(x*)").replace("(2", "(y*").replace("2)", "*)"),
    "template_element": TEMPLATES.replace("PER_NAME", "NOM").replace("PER_ALIAS", "ALIAS"),
    "template-filling": '{"docid": "1", "templates": {"incident_type": ["fire"]}}\n',
    "cpa-parsing": PARSE.replace("\t", " "),
    "cpa-clustering": CLUST.replace("\t", " "),
    "cpa-slots": PAT.replace("\t", " "),
    "lexsub-best": GOLD.replace("::", ":"),
}


@pytest.mark.parametrize("task", UNREADABLE)
def test_a_key_of_which_nothing_is_read_has_no_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], task: str
) -> None:
    key, response = given(tmp_path, task)
    key.write_text(UNREADABLE[task])
    assert main(["score", "--task", task, str(key), str(response)]) == 2
    out, told = capsys.readouterr()
    assert out == "" and str(key) in told


OTHER_TOKENS = [
    ("entities", "met O", "MET O", 2, "columns-token"),
    ("entities", "met O\nBo B-PER\n", "met O\n", 2, "columns-sentence"),
    ("conll-coreference", "1 left -", "1 lost -", 3, "conll-token"),
    ("conll-coreference", "5 She (1)\n", "", 6, "conll-token"),
    ("named_entity", " met ", " meets ", 4, "text-altered"),
    ("coreference", " and ", " ", 4, "text-altered"),
]


@pytest.mark.parametrize(("task", "old", "new", "line", "rule"), OTHER_TOKENS)
def test_a_response_with_another_text_is_reported(
    tmp_path: Path, task: str, old: str, new: str, line: int, rule: str
) -> None:
    key, response = given(tmp_path, task)
    assert old in response.read_text()
    response.write_text(response.read_text().replace(old, new, 1))
    [told] = keytally.score(key, response, task=task).warnings
    assert told.startswith(f"{response}:{line}: 1 ") and " does not have the key's text: " in told
    assert told.endswith(f" [{rule}]")
    with pytest.raises(keytally.KeytallyError) as refused:
        keytally.score(key, response, task=task, strict=True)
    assert refused.value.problems == (told,)


def test_the_documents_with_another_text_are_counted(tmp_path: Path) -> None:
    key, response = tmp_path / "a.key.bio", tmp_path / "a.response.bio"
    key.write_text("Ann B-PER\n\nmet O\n\nBo B-PER\n\nsaw O\n")
    response.write_text("Ann B-PER\n\nMET O\n\nBo B-PER\n\nSAW O\n")
    [told] = keytally.score(key, response).warnings
    assert told == (
        f"{response}:3: 2 sentences of the response do not have the key's text, the first one here: "
        "the key has met here, not MET [columns-token]"
    )


def test_empty_nodes_are_no_tokens_of_the_text(tmp_path: Path) -> None:
    """A response of CorefUD may lack those of the key, or have others."""
    words = ["1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)", "2\tran\t_\t_\t_\t_\t_\t_\t_\t_"]
    empty = "1.1\tshe\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)"
    for role, lines in (("key", [words[0], empty, words[1]]), ("response", words)):
        text = "\n".join(["# newdoc id = a", "# global.Entity = eid", *lines, "", ""])
        (tmp_path / f"a.{role}.conllu").write_text(text, encoding="utf-8")
    found = keytally.score(tmp_path / "a.key.conllu", tmp_path / "a.response.conllu")
    assert found.warnings == ()


def test_both_files_of_a_pair_of_keys_are_judged(tmp_path: Path) -> None:
    key, other = given(tmp_path, "named_entity")
    other.write_text(NAMES.replace("Ann</ENAMEX>", "Ann"))
    result = keytally.score(key, other, options={"scoring_method": "key2key"})
    assert [line.partition(": ")[0] for line in result.warnings] == [f"{other}:4"]


def test_a_mention_without_an_id_that_no_ref_is_to_loses_nothing(tmp_path: Path) -> None:
    key, response = given(tmp_path, "coreference", ' REF="1" TYPE="IDENT"', "")
    key.write_text(key.read_text().replace('<COREF ID="1">', "<COREF>"))
    keytally.score(key, response, strict=True)


PRODIGY = '{"text": "Ann met Bo", "spans": [{"start": 0, "end": 3, "label": "PER"}], "answer": "%s"}\n'


@pytest.mark.parametrize("side", ["key", "response"])
def test_rejected_records_of_prodigy_are_counted(tmp_path: Path, side: str) -> None:
    files = {name: tmp_path / f"{name}.jsonl" for name in ("key", "response")}
    for name, file in files.items():
        answers = ("accept", "reject", "ignore") if name == side else ("accept",)
        file.write_text("".join(PRODIGY % answer for answer in answers))
    line = f"{files[side]}:2: 2 places in the {side} cannot be read, the first one here: not read: "
    assert keytally.score(*files.values(), task="spans").warnings == (
        f"{line}the answer is reject [import-rejected]",
    )
    with pytest.raises(keytally.KeytallyError, match="2 places"):
        keytally.score(*files.values(), task="spans", strict=True)


def test_a_key_with_rejected_records_only_says_why_nothing_is_read(tmp_path: Path) -> None:
    key, response = tmp_path / "key.jsonl", tmp_path / "response.jsonl"
    key.write_text(PRODIGY % "reject")
    response.write_text(PRODIGY % "accept")
    with pytest.raises(keytally.KeytallyError, match="not read: the answer is reject"):
        keytally.score(key, response, task="spans")


def folders_of_brat(tmp_path: Path, more: str = "", names: tuple[str, ...] = ()) -> tuple[Path, Path]:
    """A key and a response, one of which has more files."""
    for side in ("key", "response"):
        for name in ("a.ann", *names) if side == more else ("a.ann",):
            file = tmp_path / side / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("T1\tPER 0 3\tAnn\n")
            file.with_suffix(".txt").write_text("Ann met Bo\n")
    return tmp_path / "key", tmp_path / "response"


@pytest.mark.parametrize("side", ["key", "response"])
def test_files_in_subdirectories_are_counted(tmp_path: Path, side: str) -> None:
    key, response = folders_of_brat(tmp_path, side, ("more/b.ann", "more/deep/c.ann", ".hidden/d.ann"))
    files = f"2 files in subdirectories of the {side} are not read"
    first = tmp_path / side / "more" / "b.ann"
    assert keytally.score(key, response).warnings == (f"{first}: {files}, the first one here",)
    with pytest.raises(keytally.KeytallyError, match=files):
        keytally.score(key, response, strict=True)


def test_files_of_the_other_side_are_not_unread(tmp_path: Path) -> None:
    key, response = folders_of_brat(tmp_path)
    inner = response.rename(key / "response")
    assert keytally.score(key, inner, strict=True).warnings == ()
    assert "subdirectories" not in "".join(keytally.score(inner, key, strict=True).warnings)


def test_rules_that_leave_out_are_rules_of_keys() -> None:
    """The fact stands in the one table; these are the rules that have it, alone or by a message of theirs."""
    named = {rule for *_, rule in DEFECTS}
    by_message = {
        "missing-attribute",
        "attribute-value",
        "malformed-header",
        "unknown-class",
        "unknown-attribute",
        "columns-fields",
        "conll-fields",
        "conll-document",
        "json-role",
        "json-document",
    }
    of_tools = {"import-line", "import-offset", "import-reference", "import-rejected"}
    of_records = {"records-syntax", "records-no-record", "records-duplicate-id", "records-duplicate-field"}
    found = {name for name, rule in RULES.items() if rule.leaves_out}
    assert found - of_tools - of_records == named - by_message
    assert of_tools <= found, "tests/families/spans has files with them"
    assert of_records <= found, "tests/families/records has files with them"
