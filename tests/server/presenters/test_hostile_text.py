"""What files say becomes no link, image, HTML or command in the Markdown that editors show of them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from markdown_it import MarkdownIt

from keytally.families import registry
from tests.server.wire import Wire, on

HOSTILE = "[x](command:evil) ![](http://x.y/z) <img/src=x> `` ` ```` [x](command:evil)"
WORD = "[x](command:evil)![](http://x.y/z)`<img/src=x>`"
LIVE = {"link_open", "image", "html_inline", "html_block", "fence", "code_block", "heading_open", "hr"}
ALIKE = {"template_relation", "scenario_template", "lexsub-oot", "lexsub-mw"}
"""Tasks over files of the same formats as those of another one."""

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
CELLS = "d 0 0 {1} ({0})\nd 0 1 {1} ({0})\nd 0 2 {1} (2)\nd 0 3 {1} (0)\n"
BLANK = "\t_" * 7 + "\t"
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
    "cpa-clustering": Folder(
        {"key/mend.clust": f"1\t1\n2\t{WORD}\n", "response/mend.clust": f"1\t1\n2\t1\n{WORD}\t2\n"}, 2
    ),
    "cpa-slots": Folder(
        {
            f"{side}/mend.pat": "\t".join([subject, *[WORD] * 8]) + "\n"
            for side, subject in (("key", WORD), ("response", "Human"))
        },
        2,
    ),
    "m2-edits": Folder(
        {
            side: f"S a {HOSTILE} b\nA 1 3|||{kind}|||{HOSTILE}|||REQUIRED|||-NONE-|||0\n\n"
            for side, kind in (("key", HOSTILE), ("response", WORD))
        },
        2,
    ),
    "entities": Folder(
        {"key": f"{WORD} B-{WORD}\n{WORD} I-{WORD}\n", "response": f"{WORD} B-PER\n{WORD} O\n"}, 2
    ),
    "conll-coreference": Folder(
        {
            side: f"#begin document ({WORD}); part 000\n" + CELLS.format(chain, WORD) + "\n#end document\n"
            for side, chain in (("key", "0"), ("response", "1"))
        },
        2,
    ),
    "conll-coreference, CorefUD": Folder(
        {
            side: f"# newdoc id = {WORD}\n# global.Entity = eid-etype-head-other\n"
            + "".join(f"{at}\t{WORD}{BLANK}Entity=(e{at // to}-{WORD}-1-{WORD})\n" for at in range(1, 5))
            + "\n"
            for side, to in (("key", 2), ("response", 3))
        },
        2,
    ),
    "template-filling": Folder(
        {
            side: json.dumps(
                {
                    "docid": WORD,
                    "templates": [{"incident_type": HOSTILE, SLOT: [[value]], "Victim": [[HOSTILE]]}],
                }
            )
            + "\n"
            for side, value in (("key", HOSTILE), ("response", WORD))
        },
        2,
    ),
    "role-filling": Folder(
        {
            side: json.dumps({"docid": WORD, "extracts": {SLOT: [[value]], "Victim": [[HOSTILE]]}}) + "\n"
            for side, value in (("key", HOSTILE), ("response", WORD))
        },
        2,
    ),
    "spans": Folder(
        {
            side: json.dumps(
                {"id": WORD, "text": HOSTILE, "entities": [{"start": 0, "end": end, "label": WORD}]}
            )
            + "\n"
            for side, end in (("key", 20), ("response", 30))
        },
        2,
    ),
    "relations": Folder(
        {
            side: json.dumps(
                {
                    "id": WORD,
                    "text": HOSTILE,
                    "entities": [
                        {"id": "T1", "start": 0, "end": 20, "label": WORD},
                        {"id": "T2", "start": 22, "end": 40, "label": WORD},
                    ],
                    "relations": [{"head": "T1", "tail": "T2", "relation": kind}],
                }
            )
            + "\n"
            for side, kind in (("key", WORD), ("response", SLOT))
        },
        2,
    ),
    "records": Folder(
        {
            **{
                side: json.dumps({"id": WORD, SLOT: value, "items": [{SLOT: HOSTILE}, {SLOT: value}]}) + "\n"
                for side, value in (("key", HOSTILE), ("response", WORD))
            },
            "schema.json": json.dumps(
                {
                    "type": "object",
                    "properties": {
                        SLOT: {"type": "string", "description": HOSTILE, "enum": [HOSTILE, WORD]},
                        WORD: {"type": "string", "description": f"{HOSTILE}\n\n{HOSTILE}"},
                    },
                }
            ),
        },
        4,
    ),
}
STATED = {
    "template_element": 'bnf = "bnf"\n',
    "lexsub-best": 'options = { input = "input.xml" }\n',
    "records": 'schema = "schema.json"\n',
}


def test_every_task_has_a_workspace() -> None:
    assert {name.partition(",")[0] for name in FOLDERS} == {*registry.tasks()} - ALIKE


@pytest.mark.parametrize("workspace", FOLDERS)
def test_text_of_files_is_never_live(workspace: str, tmp_path: Path) -> None:
    folder, task = FOLDERS[workspace], workspace.partition(",")[0]
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
