"""Which language a file is in and which role it plays."""

from pathlib import Path

import pytest

from keytally.families.contract import Role
from keytally.project.conventions import language_of, role_of
from keytally.project.pair import Pair

PAIR = Pair(
    "template_element",
    Path("/w/gold"),
    Path("/w/sys.sgml"),
    Path("/w/t"),
    {"bnf": Path("/w/b")},
    Path("/w/c"),
)


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("gold", "muc-template"),
        ("sys.sgml", "muc-template"),
        ("t", "muc-sgml"),
        ("b", "muc-bnf"),
        ("c", "muc-config"),
    ],
)
def test_the_pair_tells_the_language_first(name: str, language: str) -> None:
    assert language_of(Path("/w") / name, "<DOC>", [PAIR]) == language


@pytest.mark.parametrize(
    ("name", "language"), [("a.sgml", "muc-sgml"), ("A.SGM", "muc-sgml"), ("x.bnf", "muc-bnf")]
)
def test_the_extension_tells_it_next(name: str, language: str) -> None:
    assert language_of(Path(name), "") == language


@pytest.mark.parametrize(
    ("first_lines", "language"),
    [
        ("<DOC>\n", "muc-sgml"),
        ('\n<doc id="1">', "muc-sgml"),
        ("<!DOCTYPE DOC>\n<!-- x -->\n<DOC>", "muc-sgml"),
        ("<DOCTOR>", None),
        ("# key\n; made\n<PERSON-1-1> :=\n", "muc-template"),
        ("/* MUC-6\n*/\n<PERSON> :=\n", "muc-bnf"),
        ("; named entity\n\n:scoring_task named_entity\n", "muc-config"),
        (": scoring_task", None),
        ("bright.a 5 :: clever 3;\n", "lexsub"),
        ("\nwild.a.n 160 ::: natural state\r\n", "lexsub"),
        ("std::vector x", None),
        ("a b :::: c", None),
        (":orphan:\n\nTitle", None),
        ("Marta\tB-PER\nspoke\tO\n", "token-columns"),
        ("# sent_id = 1\r\n1\tMarta\tPROPN\tB-PER\r\n2\tspoke\tVERB\tO\r\n", "token-columns"),
        ("-DOCSTART- -X- O O\n\nEU NNP I-NP B-ORG\n", "token-columns"),
        ("EU NNP I-NP B-ORG", "token-columns"),
        ("EU NNP I-NP B-ORG was\n", None),
        ("#begin document (d); part 000\nMarta\t(1)\nspoke\t-\n", "conll"),
        ("# a comment\r\n\r\n#begin document d\r\nMarta\t(1)\r\n", "conll"),
        ("# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\tMarta\t_\n", "conll"),
        ("# global.columns = ID FORM MISC NER\n1\tMarta\tEntity=(1)\tB-PER\n", "token-columns"),
        ("# begin of a file\nMarta\tB-PER\n", "token-columns"),
        ("# begin of a file\nMarta\t(1)\n", None),
        ('{\n "20001": {\n  "pred_templates": []}}\n', "template-json"),
        ('{\n "20001": {\n  "label": []}}\n', None),
        ("hello", None),
        ("", None),
    ],
)
def test_the_first_line_that_is_no_comment_tells_it_last(first_lines: str, language: str | None) -> None:
    assert language_of(Path("file"), first_lines) == language


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("key", Role.KEY),
        ("keys", Role.KEY),
        ("a.key.sgml", Role.KEY),
        ("key1.sgml", Role.KEY),
        ("response12", Role.RESPONSE),
        ("a.rsp3.sgml", Role.RESPONSE),
        ("responseBBN", Role.RESPONSE),
        ("response-study.key.sgml", Role.KEY),
        ("texts.sgml", Role.TEXTS),
        ("keyboard", Role.UNKNOWN),
        ("monkey.sgml", Role.UNKNOWN),
        ("gold.sgml", Role.UNKNOWN),
        ("gold", Role.KEY),
        ("gold.trial", Role.KEY),
        ("mwgold.test", Role.KEY),
        ("marigold", Role.UNKNOWN),
    ],
)
def test_the_name_tells_the_role_where_no_pair_does(name: str, role: Role) -> None:
    assert role_of(Path(name)) is role


def test_the_pair_tells_the_role_first() -> None:
    pair = PAIR._replace(key=Path("/w/response1"), response=Path("/w/key"))
    assert role_of(pair.key, [pair]) is Role.KEY
    assert role_of(pair.response, [pair]) is Role.RESPONSE


def test_in_key2key_both_files_have_the_role_of_a_key() -> None:
    assert role_of(PAIR.response, [PAIR._replace(both_keys=True)]) is Role.KEY
