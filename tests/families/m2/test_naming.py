"""Which files of grammatical error correction belong together."""

from pathlib import Path

import pytest

from keytally.families.contract import Role
from keytally.families.m2.options import task_of as told_task
from keytally.project.conventions import language_of, named_pairs, role_of, task_of
from keytally.project.discovery import discover

GOLD = "S The dog bark .\nA 2 3|||SVA|||barks|||REQUIRED|||-NONE-|||0\n"


@pytest.mark.parametrize(
    ("key", "response"),
    [
        ("essays.key.m2", "essays.response.txt"),
        ("essays.key.m2", "essays.response-2.out"),
        ("essays.key.m2", "essays.rsp1"),
        ("essays.gold.m2", "essays.response.txt"),
        ("official-2014.combined.m2", "official-2014.combined.system1"),
        ("gold.m2", "response1"),
        ("key.m2", "response.txt"),
        ("gold.m2", "system2"),
        ("source_gold", "system"),
    ],
)
def test_a_gold_file_goes_with_outputs(key: str, response: str) -> None:
    assert [(pair.key, pair.response) for pair in named_pairs([key, response, "source", "notes.txt"])] == [
        (key, response)
    ]


@pytest.mark.parametrize(
    "name", ["essays.txt", "other.response.txt", "essays.response.txt~", "response.txt", "essays.key.m2.bak"]
)
def test_other_files_do_not(name: str) -> None:
    assert list(named_pairs(["essays.key.m2", name])) == []


def test_a_gold_file_tells_its_task_and_language() -> None:
    assert task_of(GOLD) == task_of("S One .\n\n" + GOLD) == "m2"
    assert task_of("S One .\n") is None
    assert language_of(Path("edits.m2"), "") == "m2"
    assert language_of(Path("edits"), GOLD) == "m2"
    assert language_of(Path("prose"), "S One .\nAnd two.\n") is None


def test_the_output_of_a_pair_is_of_the_same_language_and_a_response(tmp_path: Path) -> None:
    (tmp_path / "gold.m2").write_text(GOLD)
    (tmp_path / "response.txt").write_text("The dog barks .\n")
    [pair] = discover(tmp_path).live
    assert (pair.task, pair.key.name, pair.response.name) == ("m2", "gold.m2", "response.txt")
    assert language_of(pair.response, "", [pair]) == "m2"
    assert role_of(pair.response, [pair]) is Role.RESPONSE


def test_keytally_toml_names_files_of_any_name(tmp_path: Path) -> None:
    (tmp_path / "official-2014.combined.m2").write_text(GOLD)
    (tmp_path / "AMU").write_text("The dog barks .\n")
    (tmp_path / "keytally.toml").write_text(
        '[[pair]]\ntask = "m2"\nkey = "official-2014.combined.m2"\nresponses = ["AMU"]\n'
        'options = { beta = "1", compatible = "3.2" }\n'
    )
    found = discover(tmp_path)
    assert [(pair.response.name, dict(pair.options)) for pair in found.live] == [
        ("AMU", {"beta": ("1",), "compatible": ("3.2",)})
    ]
    assert not any(found.findings.values())


def test_a_gold_file_is_told_by_its_first_sentences_whatever_their_words() -> None:
    first = "S <COREF ID=1> is markup .\n\nS <ENAMEX> too .\n"
    assert task_of(f"{first}A 0 1|||X|||x|||REQUIRED|||-NONE-|||0\n") == "m2"
    assert language_of(Path("gold"), f"{first}A 0 1|||X|||x|||REQUIRED|||-NONE-|||0\n") == "m2"


@pytest.mark.parametrize("lead", ["\n", "\r\n\r\n", " \n\n"])
def test_blank_lines_before_the_first_sentence_do_not_matter(lead: str) -> None:
    assert told_task(f"{lead}S a b\nA 0 1|||T|||c|||REQUIRED|||-NONE-|||0\n") == "m2"
