"""What is said of a response that is not read in full, or has not the tokens of the key."""

from pathlib import Path

import pytest

from keytally import score

KEY = """\
#begin document (a); part 000
a   0   0   Ann   (1)
a   0   1   saw   -
a   0   2   her   (1)

#end document
"""
NOT_READ = "not all is read of 1 document of the response; see keytally check"


@pytest.mark.parametrize(
    ("response", "warnings"), [(KEY, ()), (KEY.replace("her   (1)", "her   (1"), (NOT_READ,))]
)
def test_a_bracket_that_is_not_read_is_told(tmp_path: Path, response: str, warnings: tuple[str, ...]) -> None:
    (tmp_path / "a.key.conll").write_text(KEY, encoding="utf-8")
    (tmp_path / "a.response.conll").write_text(response, encoding="utf-8")
    found = score(tmp_path / "a.key.conll", tmp_path / "a.response.conll", task="conll-coreference")
    assert found.warnings == warnings


@pytest.mark.parametrize(
    "response", [KEY.replace("a   0   1   saw   -\n", ""), KEY.replace("\n\n", "\na   0   3   .   -\n\n")]
)
def test_another_number_of_tokens_is_told(tmp_path: Path, response: str) -> None:
    """Mentions are compared by the numbers of their tokens, so that all behind the place are wrong."""
    (tmp_path / "a.key.conll").write_text(KEY, encoding="utf-8")
    (tmp_path / "a.response.conll").write_text(response, encoding="utf-8")
    found = score(tmp_path / "a.key.conll", tmp_path / "a.response.conll", task="conll-coreference")
    assert found.warnings == (
        "1 document of the response has more or fewer tokens than in the key: (a); part 000",
    )


def test_documents_of_other_lengths_are_counted_one_by_one(tmp_path: Path) -> None:
    """Those without a name count as well."""
    begin, word = "# newdoc\n# global.Entity = eid\n", "1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)\n"
    for role, further in (("key", ""), ("response", "2\tran\t_\t_\t_\t_\t_\t_\t_\t_\n")):
        (tmp_path / f"a.{role}.conllu").write_text(f"{begin}{word}{further}\n" * 2, encoding="utf-8")
    (told,) = score(
        tmp_path / "a.key.conllu", tmp_path / "a.response.conllu", task="conll-coreference"
    ).warnings
    assert told.startswith("2 documents of the response have more or fewer tokens than in the key")


def test_empty_nodes_are_no_tokens_of_the_text(tmp_path: Path) -> None:
    """A response of CorefUD may lack those of the key, or have others."""
    words = ["1\tAnn\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)", "2\tran\t_\t_\t_\t_\t_\t_\t_\t_"]
    empty = "1.1\tshe\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1)"
    for role, lines in (("key", [words[0], empty, words[1]]), ("response", words)):
        text = "\n".join(["# newdoc id = a", "# global.Entity = eid", *lines, "", ""])
        (tmp_path / f"a.{role}.conllu").write_text(text, encoding="utf-8")
    found = score(tmp_path / "a.key.conllu", tmp_path / "a.response.conllu", task="conll-coreference")
    assert found.warnings == ()
