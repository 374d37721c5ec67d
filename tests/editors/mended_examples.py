"""Files with one finding each, the title of a quick fix of it, and what the fix makes of the file.

They are the fixes that an annotator meets most, a folder each in the workspace of either editor; the editors
read the list of them, `mended/list.json`.
"""

import json
from pathlib import Path
from typing import NamedTuple

_DOCUMENT = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\n{}</TXT>\n</DOC>\n"
_ROME = 'in <ENAMEX TYPE="LOCATION">Rome</ENAMEX>\n'
_LED = 'led by <ENAMEX TYPE="PERSON">Ann van der Bo</ENAMEX> and others.\n'
_CROSSING = '<TIMEX TYPE="DATE">the <ENAMEX TYPE="LOCATION">Vell</TIMEX> race</ENAMEX>\n'
_CHAIN = (
    '<COREF ID="1">Ann</COREF> and <COREF ID="2">Bo</COREF> said '
    '<COREF ID="3" TYPE="IDENT" REF="{}">she</COREF>\n'
)
_ANN = '<PERSON-1-1> :=\n\tPER_NAME: "Ann"\n'
_ACME = '<ORGANIZATION-1-1> :=\n\tORG_NAME: "Acme"\n\tORG_TYPE: {}\n'
_ENTITIES = (
    '<ENTITY-1-1> :=\n\tENT_NAME: "Ann"\n\tENT_TYPE: PERSON\n'
    '<ENTITY-1-2> :=\n\tENT_NAME: "Acme"\n\tENT_TYPE: ORGANIZATION\n'
)
_LABELS = "Ann\tB-PER\nKory\tI-PER\nof\tO\nVale\tB-LOC\n"
_BRACKETS = "#begin document (a); part 000\na\t0\t0\tAnn\t{}\na\t0\t1\tleft\t-\n#end document\n"
_ATTACK = '{{"docid": "a", "templates": [{{"incident_type": "attack", "Victim": [{}]}}]}}\n'
_EMPLOYED = _ENTITIES + "<EMPLOYEE_OF-1-1> :=\n\tPERSON: <ENTITY-1-{}>\n\tORGANIZATION: <ENTITY-1-2>\n"

_TASKS = {
    "named_entity": ("sgml", 'config = "muc6-ne"\n'),
    "coreference": ("sgml", 'config = "muc6-co"\n'),
    "template_element": ("tmpl", 'config = "muc6-te"\nbnf = "muc6-te"\n'),
    "template_relation": ("tmpl", 'config = "muc7-tr"\nbnf = "muc7-tr"\n'),
    "entities": ("bio", ""),
    "conll-coreference": ("conll", ""),
    "template-filling": ("jsonl", ""),
}


class Mended(NamedTuple):
    """A rule that a file breaks, and the fix: of SGML the texts of a document."""

    rule: str
    task: str
    key: str
    before: str
    title: str
    after: str


MENDED = (
    Mended(
        "attribute-value",
        "named_entity",
        _ROME,
        _ROME.replace("LOCATION", "CITY"),
        'Change it to "LOCATION"',
        _ROME,
    ),
    Mended(
        "missing-attribute",
        "named_entity",
        _ROME,
        _ROME.replace(' TYPE="LOCATION"', ""),
        'Add TYPE="LOCATION"',
        _ROME,
    ),
    Mended(
        "unclosed-tag",
        "named_entity",
        _LED,
        _LED.replace("</ENAMEX>", ""),
        'Close it after "Ann van der Bo", as the key does',
        _LED,
    ),
    Mended(
        "crossing-tags",
        "named_entity",
        "the Vell race\n",
        _CROSSING,
        "Move </TIMEX> after </ENAMEX>",
        _CROSSING.replace("</TIMEX>", "").replace("</ENAMEX>", "</ENAMEX></TIMEX>"),
    ),
    Mended(
        "dangling-ref",
        "coreference",
        _CHAIN.format(1),
        _CHAIN.format(9),
        'Change it to "1", "Ann"',
        _CHAIN.format(1),
    ),
    Mended(
        "set-fill-value",
        "template_element",
        _ACME.format("COMPANY"),
        _ACME.format("FIRM"),
        "Change it to COMPANY",
        _ACME.format("COMPANY"),
    ),
    Mended(
        "dangling-pointer",
        "template_relation",
        _EMPLOYED.format(1),
        _EMPLOYED.format(6),
        "Point to <ENTITY-1-1>",
        _EMPLOYED.format(1),
    ),
    Mended(
        "unknown-class",
        "template_element",
        _ANN,
        _ANN.replace("PERSON", "PERSN"),
        "Change the class to PERSON",
        _ANN,
    ),
    Mended(
        "unknown-slot",
        "template_element",
        _ANN,
        _ANN + '\tPER_ALAS: "A"\n',
        "Change it to PER_ALIAS",
        _ANN + '\tPER_ALIAS: "A"\n',
    ),
    Mended(
        "duplicate-slot",
        "template_element",
        _ANN,
        _ANN + '\tPER_ALIAS: "A"\n\tPER_ALIAS: "B"\n',
        "Move its fills to the first PER_ALIAS",
        _ANN + '\tPER_ALIAS: "A"\n\t\t\t"B"\n',
    ),
    Mended(
        "malformed-link",
        "template_element",
        _ANN,
        _ANN + "\t\t\t##4#9#texts\n",
        "Move the link after the fill above",
        _ANN.removesuffix("\n") + " ##4#9#texts\n",
    ),
    Mended(
        "columns-transition",
        "entities",
        _LABELS,
        _LABELS.replace("B-PER", "I-PER"),
        "Write B-PER",
        _LABELS,
    ),
    Mended("columns-label", "entities", _LABELS, _LABELS.replace("B-LOC", "b-LOC"), "Write B-LOC", _LABELS),
    Mended(
        "conll-bracket",
        "conll-coreference",
        _BRACKETS.format("(1)"),
        _BRACKETS.format("(1)|(2"),
        "Remove it",
        _BRACKETS.format("(1)"),
    ),
    Mended(
        "json-shape",
        "template-filling",
        _ATTACK.format('["Ann"]'),
        _ATTACK.format('"Ann"'),
        "Correct the structure",
        _ATTACK.format('["Ann"]'),
    ),
)


def copy_mended(workspace: Path) -> None:
    """Put each file, with its key, into a folder of its own, and the list beside the folders."""
    listed = []
    for each in MENDED:
        extension, settings = _TASKS[each.task]
        folder = workspace / "mended" / each.rule
        folder.mkdir(parents=True)
        for side, text in (("key", each.key), ("response", each.before)):
            (folder / f"{side}.{extension}").write_text(_whole(text, extension), "utf-8", newline="\n")
        pair = (
            f'task = "{each.task}"\nkey = "key.{extension}"\nresponses = ["response.{extension}"]\n{settings}'
        )
        (folder / "keytally.toml").write_text(f"[[pair]]\n{pair}", "utf-8")
        file = f"mended/{each.rule}/response.{extension}"
        after = _whole(each.after, extension)
        listed.append({"rule": each.rule, "file": file, "title": each.title, "after": after})
    (workspace / "mended" / "list.json").write_text(json.dumps(listed), "utf-8")


def _whole(text: str, extension: str) -> str:
    """A document of SGML with a text; templates as they are."""
    return _DOCUMENT.format(text) if extension == "sgml" else text
