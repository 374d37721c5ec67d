"""What files say becomes no link, image, HTML or command in the Markdown that editors show of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt

from tests.server.wire import Wire, on

HOSTILE = "[x](command:evil) ![](http://x.y/z) <img/src=x> `` ` ```` [x](command:evil)"
WORD = "[x](command:evil)![](http://x.y/z)`<img/src=x>`"
LIVE = {"link_open", "image", "html_inline", "html_block", "fence", "code_block", "heading_open", "hr"}
PAIR = '[[pair]]\ntask = "{0}"\nkey = "key"\nresponses = ["response"]\n{1}'


class Folder(NamedTuple):
    """The files of a workspace with hostile text in them, and the least number of texts that editors show."""

    files: dict[str, str]
    least: int


def document(body: str) -> str:
    return f"<DOC>\n<DOCNO> {WORD} </DOCNO>\n<TXT>\n{body}\n</TXT>\n</DOC>\n"


PLAIN = HOSTILE.replace("<img/src=x>", "")
NAMES = f'<ENAMEX TYPE="PERSON" ALT="{PLAIN}">{PLAIN}\n\n{PLAIN}</ENAMEX>'
SECOND = f'<COREF ID="2" TYPE="IDENT" REF="1" MIN="{PLAIN}">{PLAIN}\n\n{PLAIN}</COREF>'
CHAIN = f'<COREF ID="1">{PLAIN}</COREF> {SECOND}'
SLOT = "S[x](command:evil)`"
TEMPLATE = (
    f'<PERSON-1-1> :=\n\tPER_NAME: "{HOSTILE}"\n\t{SLOT}: "{HOSTILE}"\n\tKIND: {WORD}\n\tREF: <PERSON-1-2>\n'
)
FOLDERS = {
    "named_entity": Folder(
        {"key": document(NAMES), "response": document(NAMES.replace("PERSON", "LOCATION"))}, 2
    ),
    "coreference": Folder(
        {"key": document(CHAIN), "response": document(CHAIN.replace("<COREF ID", "x <COREF ID"))}, 2
    ),
    "template_element": Folder(
        {
            "key": TEMPLATE + '<PERSON-1-2> :=\n\tPER_NAME: "x"\n',
            "response": TEMPLATE + f'<PERSON-1-2> :=\n\tPER_NAME: "{WORD}"\n',
            "bnf": f'<PERSON> :=\n\tPER_NAME: "{WORD}"+\n\tKIND: {{{{{WORD}}}}}^\n\tREF: <{WORD}>*\n'
            f'<{WORD}> :=\n\tA: "B"-\n',
        },
        20,
    ),
    "lexsub-best": Folder(
        {
            "key": f"bright.a 1 :: {HOSTILE} 3;clever 2;\n",
            "response": f"bright.a 1 :: {HOSTILE}\n",
            "input.xml": '<corpus><lexelt item="bright.a"><instance id="1"><context>'
            f"{HOSTILE.replace('<', '&lt;')} <head>{WORD.replace('<', '&lt;')}</head>"
            "</context></instance></lexelt></corpus>",
        },
        2,
    ),
    "m2": Folder(
        {
            "key": f"S a {HOSTILE} b\nA 1 3|||{HOSTILE}|||{HOSTILE}|||REQUIRED|||-NONE-|||0\n\n",
            "response": f"a {HOSTILE} c\n",
        },
        2,
    ),
    "cpa-parsing": Folder(
        {
            "key/mend.parse": f"1\t{WORD}\tsubj\tHuman\n2\tmends\tv\t-\n3\t{WORD}\tobj\tArtifact\n",
            "response/mend.parse": f"1\t{WORD}\tsubj\tHuman\n2\tmends\tv\t-\n3\t{WORD}\tobj\tHuman\n",
        },
        2,
    ),
}
STATED = {"template_element": 'bnf = "bnf"\n', "lexsub-best": 'options = { input = "input.xml" }\n'}


@pytest.mark.parametrize("task", FOLDERS)
def test_text_of_files_is_never_live(task: str, tmp_path: Path) -> None:
    folder = FOLDERS[task]
    (tmp_path / "keytally.toml").write_text(PAIR.format(task, STATED.get(task, "")))
    for name, text in folder.files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    wire = on(tmp_path)
    for name in folder.files:
        wire.open(tmp_path / name, None, "plaintext")
    wire.settle()
    shown = {text for name, text in folder.files.items() for text in _shown(wire, tmp_path / name, text)}
    assert len(shown) >= folder.least, shown
    for text in shown:
        assert kinds(text).isdisjoint(LIVE), text
        assert "command:evil" not in "".join(loose(text)), text


def _shown(wire: Wire, path: Path, text: str) -> Iterator[str]:
    """The Markdown of hovers and of completions at every place of a file."""
    for number, line in enumerate(text.split("\n")):
        for character in range(0, len(line) + 1, 3):
            place = {"line": number, "character": character}
            if hover := wire.about("textDocument/hover", path, position=place):
                yield hover["contents"]["value"]
        end = {"line": number, "character": len(line)}
        found = wire.about("textDocument/completion", path, position=end)
        items: list[dict[str, Any]] = found["items"] if isinstance(found, dict) else found
        yield from (each["documentation"]["value"] for each in items if each.get("documentation"))


def kinds(markdown: str) -> set[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    return {each.type for token in tokens for each in (token, *(token.children or ()))}


def loose(markdown: str) -> Iterator[str]:
    """The destinations that the Markdown names."""
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        for each in token.children or ():
            yield from (str(value) for value in (each.attrs or {}).values())
