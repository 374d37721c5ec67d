"""Whatever was opened, edited, closed or changed on disk: an editor is shown what a fresh server shows."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keytally_server.session import loading
from tests.server.wire import PUBLISH, Wire, on

SCORED = "keytally/scored"
SECTION = "<DOC><DOCNO>{0}</DOCNO>\n<TXT>{1}</TXT></DOC>\n"


class World(NamedTuple):
    """Files of a workspace with the texts that each can have; `encoding` is that of `texts` on disk."""

    language: str
    files: Mapping[str, Sequence[str]]
    encoding: str = "utf-8"


def sgml(*bodies: str) -> str:
    return "".join(SECTION.format(number, body) for number, body in enumerate(bodies, 1))


ANN, BEA = '<ENAMEX TYPE="PERSON">Ann</ENAMEX>', '<ENAMEX TYPE="PERSON">Bea</ENAMEX>'
PAIR = '[[pair]]\ntask = "{0}"\nkey = "{1}"\nresponses = {2}\n{3}'
NAMES = World(
    "muc-sgml",
    {
        "a.key.sgml": [sgml(f"{ANN} 漢", BEA), sgml(f"{ANN} 漢"), sgml(f"Ann 漢{BEA}", "Bea", BEA)],
        "a.response.sgml": [sgml("Ann 漢", BEA), sgml(f"{ANN}漢", "<ENAMEX>Bea"), sgml("</P>", "")],
        "a.response2.sgml": [sgml(f"{ANN} 漢", "Bea"), ""],
        "a.texts.sgml": [sgml("Ann 漢", "Bea"), sgml("Anne 漢", "Bea"), sgml("Bea")],
        "keytally.toml": [
            "",
            PAIR.format(
                "named_entity",
                "a.key.sgml",
                '["a.response*.sgml"]',
                'texts = "a.texts.sgml"\nencoding = "gb18030"\n',
            ),
            PAIR.format("named_entity", "a.key.sgml", '["a.response.sgml"]', 'encoding = "gb18030"\n'),
            PAIR.format("coreference", "a.key.sgml", '["a.response.sgml"]', ""),
            "[rules]\nignore = ['text-altered']\n",
            "[[pair]]\nkey = 3\n",
        ],
    },
    "gb18030",
)
COREFERENCE = World(
    "muc-sgml",
    {
        "key.sgml": [
            sgml('<COREF ID="1">Ann</COREF> <COREF ID="2" TYPE="IDENT" REF="1">she</COREF>', "Bea"),
            sgml('\n\nAnn <COREF ID="1">she</COREF>'),
        ],
        "response.sgml": [
            sgml('<COREF ID="1">Ann</COREF> <COREF ID="1" TYPE="IDENT" REF="1">she</COREF>', "Bea"),
            sgml('<COREF ID="1" REF="7">Ann</COREF> she', '<COREF ID="7">Bea</COREF>'),
        ],
        "co.config": [
            ":coref_scoring\n",
            "\n",
            ":no_such_option\n:key_file key.sgml\n:response_file response.sgml\n",
        ],
    },
)
PERSON = "<PERSON-{0}-1> :=\n\tPER_NAME: {1}\n"
TEMPLATES = World(
    "muc-template",
    {
        "key": [
            PERSON.format(1, '"Ann"') + PERSON.format(2, '"Bea"'),
            PERSON.format(1, "CAL") + PERSON.format(1, "CAL"),
            "\n\n" + PERSON.format(2, '"Bea"\n\tPER_NAME: "Bea"'),
        ],
        "response": [PERSON.format(1, '"Ann"'), PERSON.format(2, "CAL") + "<ORG-2-1> :=\n", ""],
        "bnf": ["<PERSON> :=\n\tPER_NAME: {ANN, BEA}^\n", '<PERSON> :=\n\tPER_NAME: "NAME"*\n', "<PER"],
        "keytally.toml": [
            "",
            PAIR.format("template_element", "key", '["response"]', 'bnf = "bnf"\n'),
            PAIR.format("template_element", "key", '["other"]', 'bnf = "bnf"\n'),
            PAIR.format("template_element", "key", '["response"]', ""),
        ],
    },
)
LEXSUB = World(
    "lexsub",
    {
        "key": [
            "bright.a 1 :: clever 3;smart 2;\nbright.a 2 :: clear 1;\n",
            "bright.a 2 :: clear 1;\n",
            "\n\nbright.a 1 :: clever 3;smart 2;\nbright.a 2 :: clear 1;\n",
        ],
        "response": [
            "bright.n 1 :: smart\nbright.a 3 :: x\n",
            "bright.a 2 :: clear;dull\n",
            "bright.a 2 clear\n",
        ],
        "keytally.toml": [
            PAIR.format("lexsub-best", "key", '["response"]', ""),
            PAIR.format("lexsub-oot", "key", '["response"]', ""),
            "",
        ],
    },
)
M2 = World(
    "m2",
    {
        "gold.m2": [
            "S a b c\nA 0 1|||T|||x|||REQUIRED|||-NONE-|||0\n\nS d\n\n",
            "S a b c\nA 0 9|||T|||x|||REQUIRED|||-NONE-|||0\n\n",
        ],
        "system": ["x b c\nd\n", "a b c\n", "a b c\nd\ne\n"],
        "keytally.toml": [PAIR.format("m2", "gold.m2", '["system"]', ""), "", "[["],
    },
)
WORLDS = {"names": NAMES, "coreference": COREFERENCE, "templates": TEMPLATES, "lexsub": LEXSUB, "m2": M2}


class Client:
    """An editor on a folder, and what it has been shown."""

    def __init__(self, folder: Path, world: World) -> None:
        self.folder = folder
        self.world = world
        self.wire: Wire = on(folder)
        self.texts: dict[str, str] = {}
        self._version = 1
        self._opened: dict[str, int] = {}

    def open(self, name: str, text: str) -> None:
        self.close(name)
        self.texts[name] = text
        self._opened[name] = len(self.wire.sent)
        self.wire.open(self.folder / name, text, "plaintext")

    def close(self, name: str) -> None:
        if self.texts.pop(name, None) is not None:
            self.wire.close_file((self.folder / name).as_uri())

    def edit(self, name: str, text: str) -> None:
        self._version += 1
        self.texts[name] = text
        self.wire.change((self.folder / name).as_uri(), self._version, {"text": text})

    def changed_on_disk(self, name: str) -> None:
        events = [{"uri": (self.folder / name).as_uri(), "type": 2}]
        self.wire.notify("workspace/didChangeWatchedFiles", {"changes": events})

    def choose_as(self, other: "Client") -> None:
        """Choose the responses that another editor shows for its keys: which was opened last is history."""
        other.wire.settle()
        session = other.wire.server.session
        for pair in [live.pair for live in session.live_pairs if session.is_active(live.pair)]:
            uris = [pair.key.as_uri(), pair.response.as_uri()]
            command = {"command": "keytally.selectResponse", "arguments": uris}
            self.wire.request("workspace/executeCommand", command)

    def shown(self) -> dict[str, Any]:
        """What is shown of each open file: findings, marks and score, and the scores of all documents."""
        self.wire.settle()
        return {name: self._shown(name) for name in sorted(self.texts)}

    def _shown(self, name: str) -> dict[str, Any]:
        findings = [each["diagnostics"] for each in self._told(PUBLISH, name)]
        marks = self.wire.about("keytally/marks", self.folder / name)
        return {
            "findings": findings[-1],
            "marks": marks and (marks["pair"], marks["marks"]),
            "score": self._score(name),
        }

    def _told(self, method: str, name: str) -> list[Any]:
        """What was told of a file since it was opened."""
        uri = (self.folder / name).as_uri()
        told = (each for each in self.wire.sent[self._opened[name] :] if each.get("method") == method)
        return [each["params"] for each in told if each["params"]["uri"] == uri]

    def _score(self, name: str) -> Any:
        """The last score, with the documents that were told since the file got its pair."""
        score: dict[str, Any] | None = None
        documents: dict[str, Any] = {}
        for told in self._told(SCORED, name):
            if told["pair"] != (score and score["pair"]):
                documents = {}
            score = {field: told[field] for field in ("pair", "totals", "headline", "figures")}
            documents.update(told["documents"])
        present = {document: totals for document, totals in documents.items() if totals}
        return score and score["pair"] and (score, present)


STEP = st.tuples(
    st.sampled_from(["open", "edit", "close", "disk", "disk", "remove", "settle"]),
    st.integers(0, 9),
    st.integers(0, 9),
)


def play(client: Client, kind: str, file: int, text: int) -> None:
    """Do one step to one of the files of a world."""
    world, names = client.world, sorted(client.world.files)
    name = names[file % len(names)]
    texts = world.files[name]
    chosen = texts[text % len(texts)]
    path = client.folder / name
    if kind == "open":
        client.open(name, chosen)
    elif kind == "edit" and name in client.texts:
        client.edit(name, chosen)
    elif kind == "close":
        client.close(name)
    elif kind == "disk":
        path.write_bytes(chosen.encode(world.encoding))
        client.changed_on_disk(name)
    elif kind == "remove" and path.exists():
        path.unlink()
        client.changed_on_disk(name)
    elif kind == "settle":
        client.wire.settle()


@pytest.mark.long
@pytest.mark.parametrize("world", WORLDS)
@settings(max_examples=40)
@given(there=st.lists(st.integers(0, 9), min_size=5, max_size=5), steps=st.lists(STEP, max_size=8))
def test_after_any_steps_all_is_as_a_fresh_server_shows_it(
    world: str, there: list[int], steps: list[tuple[str, int, int]]
) -> None:
    compare(world, there, steps)


@settings(max_examples=40)
@given(there=st.lists(st.integers(0, 9), min_size=5, max_size=5), steps=st.lists(STEP, max_size=8))
def test_files_that_are_loaded_in_parts_are_as_fresh_as_others(
    there: list[int], steps: list[tuple[str, int, int]]
) -> None:
    with patch.object(loading, "STRETCH", 40), patch.object(loading, "LONG", 40):
        compare("names", there, steps)


def compare(world: str, there: list[int], steps: list[tuple[str, int, int]]) -> None:
    """Show the files after some steps, beside those that a fresh server shows."""
    with tempfile.TemporaryDirectory(prefix="keytally-") as name:
        folder = Path(name).resolve()
        for (file, texts), text in zip(sorted(WORLDS[world].files.items()), there, strict=False):
            (folder / file).write_bytes(texts[text % len(texts)].encode(WORLDS[world].encoding))
        used = Client(folder, WORLDS[world])
        for step in steps:
            play(used, *step)
        fresh = Client(folder, WORLDS[world])
        for file, text in used.texts.items():
            fresh.open(file, text)
        fresh.choose_as(used)
        assert used.shown() == fresh.shown()
