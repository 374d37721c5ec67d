"""Names and texts of files arrive as plain text wherever a command prints them."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from keytally.commands.main import CANNOT_RUN, main
from keytally.families import registry
from keytally.text.rendering import visible

CODE = "%{system(1)}$(id)`id`[a](http://b.example)<img src=x>@user #12 www.b.example ##[error]x"
CONTROLS = "\x1b]0;t\x07\x9b1m\u202ec\u2066"
HOSTILE = f"{CODE}{CONTROLS}"
LINES = f"n\n::error::x\nINJECTED # h\r\n```\n| {HOSTILE}"
FORMULA = '=HYPERLINK("http://b.example")'
FILE_NAME = "r\n::error::x\nINJECTED`%{id}$(id)\x1b[2J\u202e<b>|@user#12."
RAW = re.compile(
    "\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
COPY = "copy"
FORMATS = ("text", "markdown", "csv", "latex")

KINDS = {
    "sgml": (
        "named_entity",
        """<DOC>\n<DOCNO> LINES </DOCNO>\n<TXT>
<ENAMEX TYPE="INLINE">INLINE</ENAMEX> FORMULA\n</TXT>\n</DOC>
""",
        """<DOC>\n<DOCNO> LINES </DOCNO>\n<TXT>
INLINE <ENAMEX TYPE="::error::x">FORMULA</ENAMEX>\n</TXT>\n</DOC>
""",
    ),
    "co.sgml": (
        "coreference",
        """<DOC>\n<DOCNO> LINES </DOCNO>\n<TXT>
<COREF ID="INLINE">INLINE</COREF> <COREF ID="2" REF="INLINE">FORMULA</COREF>\n</TXT>\n</DOC>
""",
        """<DOC>\n<DOCNO> LINES </DOCNO>\n<TXT>\n<COREF ID="1">INLINE</COREF> FORMULA\n</TXT>\n</DOC>
""",
    ),
    "tmpl": (
        "template_element",
        """<PERSON-1-1> :=
\tPER_NAME: "INLINE"
\tWORD: "=x"
<PERSON-1-3> :=
\tPER_NAME: "::error::x"
<::error::x-1-2> :=
\tPER_NAME: "=1+1"
""",
        """<PERSON-1-1> :=\n\tPER_NAME: "FORMULA"
<PERSON-WORD-1> :=\n\tPER_NAME: "@user"
""",
    ),
    "bio": (
        "entities",
        """WORD\tB-::error::x\n=1+1\tB-WORD\n-\tO
""",
        """WORD\tB-WORD\n=1+1\tB-@user\n-\tB-+1
""",
    ),
    "conll": (
        "conll-coreference",
        """#begin document (INLINE); part 000
d\t0\t0\tWORD\t(0)
d\t0\t1\t=1+1\t(0)

#end document
#begin document ::error::x
d\t0\t0\tWORD\t(0)

#end document
""",
        """#begin document (INLINE); part 000
d\t0\t0\tWORD\t(0)
d\t0\t1\t=1+1\t(1)

#end document
""",
    ),
    "jsonl": (
        "template-filling",
        """{"docid": JSON, "templates": [{"incident_type": JSON, JSON: [[JSON]], "Victim": [["=1+1"]]}]}
""",
        """{"docid": JSON, "templates": [{"incident_type": JSON, JSON: [["@user"]], "Victim": [["-x"]]}]}
""",
    ),
    "m2": (
        "m2",
        """S INLINE b
A 0 1|||WORD|||INLINE|||REQUIRED|||-NONE-|||0
A 1 2|||V|||=x|||REQUIRED|||-NONE-|||0
""",
        """=x INLINE ::error::x\n""",
    ),
    "parse": (
        "cpa-parsing",
        """1\tWORD\t::error::x\tINLINE\n2\t=1+1\tWORD\t=x\n""",
        """1\tWORD\t@user\tINLINE\n2\t=1+1\t-x\t=x\n""",
    ),
    "clust": ("cpa-clustering", """WORD\t1\n::error::x\t2\n""", """WORD\t2\n=1+1\tWORD\n"""),
    "pat": (
        "cpa-slots",
        """INLINE\tWORD\t::error::x\t=x\t@user\t\t\t\t\n""",
        """INLINE\t=1+1\tWORD\t=x\t-x\t\t\t\t\n""",
    ),
    "edits.m2": (
        "m2-edits",
        """S INLINE b
A 0 1|||WORD|||INLINE|||REQUIRED|||-NONE-|||0
A 1 2|||::error::x|||=x|||REQUIRED|||-NONE-|||0
""",
        """S INLINE b\nA 0 1|||=V|||INLINE|||REQUIRED|||-NONE-|||0
""",
    ),
    "conllu": (
        "conll-coreference",
        """# newdoc id = INLINE
# global.Entity = eid-etype-head-other
1\tWORD\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-@user-1-x)
2\t=1+1\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-@user-1-x)
3\t::error::x\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-@user-1-x)

""",
        """# newdoc id = INLINE
# global.Entity = eid-etype-head-other
1\tWORD\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-::error::x-1-x)
2\t=1+1\t_\t_\t_\t_\t_\t_\t_\tEntity=(e1-::error::x-1-x)
3\t::error::x\t_\t_\t_\t_\t_\t_\t_\t_

""",
    ),
    "roles.jsonl": (
        "role-filling",
        """{"docid": JSON, "extracts": {JSON: [[JSON]], "Victim": [["=1+1"]]}}
""",
        """{"docid": JSON, "extracts": {JSON: [["@user"]], "Victim": [["-x"]]}}
""",
    ),
    "spans.jsonl": (
        "spans",
        """{"id": JSON, "text": JSON, "entities": [{"start": 0, "end": 9, "label": JSON}]}
{"id": "=1", "text": "=1+1", "entities": [{"start": 0, "end": 2, "label": "::error::x"}]}
""",
        """{"id": JSON, "text": JSON, "entities": [{"start": 0, "end": 30, "label": "@user"}]}
{"id": "=1", "text": "=1+1", "entities": [{"start": 0, "end": 4, "label": "=x"}]}
""",
    ),
    "relations.jsonl": (
        "relations",
        """{"id": JSON, "text": JSON, "entities": [{"id": "a", "start": 0, "end": 9, "label": JSON},
 {"id": "b", "start": 10, "end": 40, "label": JSON}],
 "relations": [{"head": "a", "tail": "b", "relation": JSON}]}
""",
        """{"id": JSON, "text": JSON, "entities": [{"id": "a", "start": 0, "end": 9, "label": JSON},
 {"id": "b", "start": 10, "end": 40, "label": JSON}],
 "relations": [{"head": "b", "tail": "a", "relation": "=x"}]}
""",
    ),
    "records.jsonl": (
        "records",
        """{"id": JSON, JSON: JSON, "items": [{"a": "=1+1"}, {JSON: "@user"}]}
""",
        """{"id": JSON, JSON: "::error::x", "items": [{"a": JSON}, {JSON: "-x"}]}
""",
    ),
    "best": (
        "lexsub-best",
        """bright.a 1 :: INLINE 3;=x 1;\n::error.a 2 :: a 1;
""",
        """bright.a 1 :: INLINE
""",
    ),
}
"""For each kind of file the task, a key and a response with the places of hostile names."""


def written(text: str) -> str:
    """A text with hostile names in their places."""
    word = re.sub(r"\s", "_", HOSTILE)
    places = {"INLINE": HOSTILE, "WORD": word, "FORMULA": FORMULA, "JSON": json.dumps(LINES), "LINES": LINES}
    return re.sub("|".join(places), lambda found: places[found[0]], text)


@pytest.fixture
def files(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str, str]:
    """The task, a key and a response with hostile names in the current folder."""
    kind = request.param
    task, *texts = KINDS[kind]
    monkeypatch.chdir(tmp_path)
    names = [f"k{FILE_NAME}{kind}", f"{FILE_NAME}{kind}"]
    for name, text in zip((*names, f"{COPY}{names[1]}"), (*texts, texts[1]), strict=True):
        Path(name).write_text(written(text), encoding="utf-8", newline="")
    return task, *names


def commands(task: str, key: str, response: str) -> Iterator[list[str]]:
    """Every command that prints something of the files."""
    options = ["--task", task]
    yield from (
        ["score", *options, *more, key, response] for more in ([], ["-v"], ["-vv"], ["--format", "json"])
    )
    yield from (
        ["check", *options, "--format", form, key, response]
        for form in ("full", "concise", "json", "github", "gitlab", "sarif")
    )
    for form in FORMATS:
        yield ["compare", *options, "--format", form, "--changes", key, response, f"{COPY}{response}"]
        if form != "latex":
            yield ["errors", *options, "--format", form, key, response]
    yield from (
        ["agreement", *options, *more, response, f"{COPY}{response}"]
        for more in ([], ["-v"], ["--format", "csv"])
    )
    yield ["report", *options, key, response, "-o", "out.html"]
    yield ["pairs"]


def test_each_format_has_hostile_files() -> None:
    alike = {"template_relation", "scenario_template", "lexsub-oot", "lexsub-mw"}
    assert {task for task, *_ in KINDS.values()} >= {*registry.tasks()} - alike


@pytest.mark.parametrize("files", KINDS, indirect=True)
def test_nothing_printed_is_obeyed(files: tuple[str, str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for command in commands(*files):
        capsys.readouterr()
        status = main(command)
        assert status != CANNOT_RUN or command[0] == "agreement", f"{command}: {capsys.readouterr().err}"
        printed = capsys.readouterr()
        form = command[command.index("--format") + 1] if "--format" in command else "text"
        for text in (printed.out, printed.err):
            check_plain(text, f"{command}: {text}", is_log=form == "github")
            shows_file = command[0] == "score" and {"-v", "-vv"} & {*command} and "sgml" in command[-1]
            assert shows_file or not re.search(r"^\W*INJECTED", text, re.M), f"{command}: {text}"
        if form == "markdown":
            check_markdown(printed.out)
        if form == "csv":
            check_csv(printed.out)


def check_plain(text: str, said: str, *, is_log: bool) -> None:
    """No control character, and no command of CI but those that keytally gives."""
    assert not RAW.search(text), said
    if is_log:
        text = re.sub(r"^::(?:error|warning|notice) file=[^\n:]*::", "", text, flags=re.M)
    assert not re.search(r"^\s*::|##\[|##vso\[", text, re.M), said


def check_markdown(page: str) -> None:
    """The page has tables and titles in bold; names make no link, image, HTML, mention or reference."""
    parsed = MarkdownIt("commonmark").enable("table").parse(page)
    inline = [child for token in parsed for child in token.children or ()]
    kinds = {token.type for token in (*parsed, *inline)}
    assert not kinds & {"link_open", "image", "html_block", "heading_open", "fence", "blockquote_open"}, page
    html = {token.content for token in inline if token.type == "html_inline"}
    assert html <= {"<code>", "</code>"}, page
    inside = False
    for token in inline:
        inside = token.content == "<code>" if token.type == "html_inline" else inside
        if token.type == "text" and not inside:
            assert not re.search(r"@|#\d|://|www\.|\bGH-\d", token.content), page
    columns = {len(re.findall(r"(?<!\\)\|", line)) for line in page.splitlines() if line.startswith("|")}
    assert page == "" or columns


def check_csv(page: str) -> None:
    """No cell begins a formula."""
    for row in csv.reader(io.StringIO(page)):
        for cell in row:
            assert not re.match(r"\s*[=+@-]", cell) or re.fullmatch(r"[+-]?[\d.]+", cell), row


DATA = [
    ("sgml", ["convert", "--to", "spacy"]),
    ("sgml", ["convert", "--to", "muc-sgml"]),
    ("sgml", ["convert", "--to", "conll"]),
    ("conll", ["convert", "--to", "conll"]),
    ("sgml", ["check", "--diff", "--task", "named_entity"]),
    ("bio", ["agreement", "--task", "entities", "--format", "csv"]),
    ("bio", ["merge", "--task", "entities"]),
    ("conll", ["merge", "--task", "conll-coreference"]),
]


@pytest.mark.parametrize(("files", "command"), DATA, indirect=["files"], ids=str)
def test_data_reaches_a_terminal_escaped(
    files: tuple[str, str, str],
    command: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paths = files[1:2] if command[0] in ("convert", "check") else (files[1], files[1])
    if command[0] == "merge":
        Path("copy").write_bytes(Path(files[1]).read_bytes())
        paths = (files[1], "copy")
    main([*command, *paths])
    exact = capsys.readouterr().out
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    main([*command, *paths])
    shown = terminal.getvalue()
    assert not RAW.search(shown) and not RAW.search(capsys.readouterr().err)
    assert shown == visible(exact)


class Terminal(io.StringIO):
    """Standard output that is a terminal."""

    def isatty(self) -> bool:
        return True
