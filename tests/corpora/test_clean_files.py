"""Real files that look wrong and are not stay clean, and the figures do not change with them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.corpora import independent
from tests.corpora.conftest import Run
from tests.corpora.test_scores import differences, values_of

pytestmark = pytest.mark.corpora

NE = ("key", "response1", "response2", "response3", "texts")
Change = Callable[[bytes], bytes]


@pytest.fixture
def changed(copied: Callable[..., Path]) -> Callable[[str, Change], Path]:
    """A copy of a corpus with all its files changed, the configurations excepted."""

    def change(corpus: str, by: Change) -> Path:
        folder = copied(corpus)
        for name in NE:
            (folder / name).write_bytes(by((folder / name).read_bytes()))
        return folder

    return change


def same(data: bytes) -> bytes:
    return data


def with_carriage_returns(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r\n")


def with_old_line_ends(data: bytes) -> bytes:
    return data.replace(b"\n", b"\r")


def with_a_mark(data: bytes) -> bytes:
    return b"\xef\xbb\xbf" + data


def in_latin_1(data: bytes) -> bytes:
    return data.decode().encode("latin-1", errors="replace") + b"<!-- \xe9t\xe9 -->\n"


def with_odd_text(data: bytes) -> bytes:
    """In every document: lone brackets, ampersands, quotes, and markup of the texts that never ends."""
    odd = b"AT&T & R&D; 3 < 4 > 2 <- <3 a<b \"x' &amp; &UR; <s> <p id=1 class='x>\n<PAGE>\n<b>bold</i>\n"
    return data.replace(b"<TXT>\n", b"<TXT>\n" + odd).replace(b"<TEXT>\n", b"<TEXT>\n" + odd)


def with_odd_characters(data: bytes) -> bytes:
    """Form feeds, next lines and line separators break no lines; no character is two."""
    odd = "a\x0cb\x0bc\x85d\u2028e\u2029f \U0001f600 e\u0301 \u00a0\ufeff\u200d \x1a\x07\n"
    return data.replace(b"<TXT>\n", b"<TXT>\n" + odd.encode()).replace(
        b"<TEXT>\n", b"<TEXT>\n" + odd.encode()
    )


def with_empty_documents(data: bytes) -> bytes:
    first = b"<DOC>\n<DOCNO> 999 </DOCNO>\n<DOCID> 999 </DOCID>\n</DOC>\n\n\n"
    empty = first + b"<DOC><DOCNO>998</DOCNO><DOCID>998</DOCID></DOC>\n"
    return empty + data


def with_text_between_documents(data: bytes) -> bytes:
    return data.replace(b"</DOC>\n", b"</DOC>\n\n  -- next --\n\n")


CHANGES = [
    same,
    with_carriage_returns,
    with_old_line_ends,
    with_a_mark,
    in_latin_1,
    with_odd_text,
    with_odd_characters,
    with_empty_documents,
    with_text_between_documents,
]


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("corpus", ["ne", "ne7"])
def test_odd_files_are_clean_and_score_as_before(
    corpus: str, change: Change, changed: Callable[..., Path], corpora: Path, run: Run, tmp_path: Path
) -> None:
    folder = changed(corpus, change)
    done = run("check", folder, "--format", "json")
    assert (done.status, json.loads(done.out), done.errors) == (0, [], [])
    configuration = folder / "config3"
    files = [folder / "key", folder / "response3", "--config", configuration]
    values = values_of(run("score", "--task", "named_entity", *files, "--format", "json"))
    for document in ("998", "999"):
        values["documents"].pop(document, None)
    assert differences(values, independent.score(corpora / corpus / "config3")) == []


def test_single_files_are_clean(corpora: Path, run: Run) -> None:
    for corpus in ("ne", "ne7"):
        folder = corpora / corpus
        for name in NE:
            given = ["--config", folder / "config1", "--texts", folder / "texts"]
            done = run("check", folder / name, "--task", "named_entity", *given, "--format", "concise")
            assert (done.status, done.out, done.errors) == (0, "", [])


def test_a_second_dateline_takes_the_place_of_the_first(copied: Callable[..., Path], run: Run) -> None:
    """Tags in the first one are neither wrong nor scored."""
    folder = copied("ne")
    for name in ("key", "response3"):
        text = (folder / name).read_bytes().decode()
        tagged = text.replace("<DD> = 950101 </DD>", '<DD> = <TIMEX TYPE="DATE">950101</TIMEX> </DD>', 1)
        assert tagged != text
        (folder / name).write_bytes(tagged.encode())
    assert run("check", folder, "--format", "concise").out == ""
    plain = values_of(run("score", folder / "config3", "--format", "json"))
    assert differences(plain, independent.score(folder / "config3")) == []
    both = values_of(run("score", folder / "config3", "-O", "dd_last_only=no", "--format", "json"))
    assert both["totals"]["cor"] == plain["totals"]["cor"] + 2


@pytest.mark.parametrize(("encoding", "translated"), [("gb18030", "你好，银行"), ("euc_jp", "日本銀行 東京")])
def test_a_stated_encoding(
    encoding: str, translated: str, copied: Callable[..., Path], run: Run, corpora: Path
) -> None:
    """MET-2's keys were Chinese and Japanese; keytally.toml says how they are written."""
    folder = copied("ne", "key", "response3", "texts", "config3")
    for name in ("key", "response3", "texts"):
        text = (folder / name).read_bytes().decode().encode("ascii", errors="ignore").decode()
        (folder / name).write_bytes(text.replace("<p>\n", f"<p>\n{translated}\n").encode(encoding))
    (folder / "keytally.toml").write_text(
        '[[pair]]\ntask = "named_entity"\nkey = "key"\nresponses = ["response3"]\n'
        f'texts = "texts"\nconfig = "config3"\nencoding = "{encoding}"\n',
        encoding="utf-8",
    )
    done = run("check", folder, "--format", "json")
    assert (done.status, json.loads(done.out), done.errors) == (0, [], [])
    response = (folder / "response3").read_bytes().decode(encoding)
    broken = response.replace(translated, f'<ENAMEX TYPE="CITY">{translated}</ENAMEX>', 1)
    (folder / "response3").write_bytes(broken.encode(encoding))
    [finding] = json.loads(run("check", folder, "--format", "json").out)
    line = broken.encode().decode().split("\n")[finding["range"]["start"]["line"] - 1]
    start, end = finding["range"]["start"], finding["range"]["end"]
    assert (finding["rule"], line[start["column"] - 1 : end["column"] - 1]) == ("attribute-value", "CITY")
