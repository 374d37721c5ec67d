"""Defects planted into the corpora's configurations: each is found on its line by its rule, once."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.corpora.conftest import Run

pytestmark = pytest.mark.corpora


class Broken(NamedTuple):
    """A configuration with `old` in it become `new`, the rule that this breaks, and where."""

    rule: str
    file: str
    old: str
    new: str
    pointed: str


UNKNOWN = [
    Broken("unknown-option", "ne/config1", ":score_report_file", ":scores_report_file", "scores_report_file"),
    Broken("unknown-option", "ne7/config2", ":postmodifiers", ":postmodifier", "postmodifier"),
    Broken("unknown-option", "ne/config1", ":premodifiers", ":verbose 3\n:premodifiers", "verbose"),
    Broken("unknown-option", "ne/config1", ":doc_sections", ":doc_section", "doc_section"),
    Broken("unknown-option", "ne/config1", ":scoring_task ", ":scoring_tasks", "scoring_tasks"),
    Broken("unknown-option", "ne/config1", ":class_defs", ":class_def", "class_def"),
    Broken("unknown-option", "ne7/config1", ":key_file  ", ": key_file ", ":"),
]
MISSING = [
    Broken("missing-option", "ne/config1", ":scoring_task       named_entity\n", "", ""),
    Broken("missing-option", "ne7/config1", ":scoring_task ", "; scoring_task ", ""),
    Broken(
        "missing-option",
        "ne/config1",
        ':class_defs\n    "enamex enamex scored 0"\n    "timex timex scored 0"\n    "numex numex scored 0"\n',
        "",
        "",
    ),
    Broken("missing-option", "te/config1", ":scoring_task       template_element\n", "", ""),
]
VALUES = [
    Broken("bad-option-value", "ne/config1", "named_entity\n", "named_entities\n", "named_entities"),
    Broken("bad-option-value", "ne/config1", "key2response", "key2responses", "key2responses"),
    Broken("bad-option-value", "ne/config1", "enamex enamex scored 0", "enamex enamex scored low", "low"),
    Broken("bad-option-value", "ne/config1", "enamex enamex scored 0", "enamex enamex score 0", "score"),
    Broken(
        "bad-option-value", "ne/config1", '"timex timex scored 0"', '"timex scored 0"', '"timex scored 0"'
    ),
    Broken("bad-option-value", "ne/config1", "enamex text text scored 4", "enamex text text scored x4", "x4"),
    Broken("bad-option-value", "ne/config1", "Body TXT", "Body TXTS", "TXTS"),
    Broken("bad-option-value", "ne7/config1", 'TRAILER"\n:doc', 'TRAILERS"\n:doc', "TRAILER"),
    Broken("bad-option-value", "ne/config1", '"numex type type', '"numex text type', "text"),
    Broken("bad-option-value", "ne/config_ie", ":use_IE", ":ne_overlap sometimes\n:use_IE", "sometimes"),
    Broken("bad-option-value", "ne/config1", '"Body TXT"', '"Body"', '"Body"'),
]
ENTITY, LOCATION = '"entity entity scored 0"', '"location location scored 0"'
EMPLOYEE = '"employee_of employee_of scored 0"'
ORDER = [
    Broken(
        "class-order",
        "tr/config1",
        f"    {ENTITY}\n    {LOCATION}\n    {EMPLOYEE}\n",
        f"    {LOCATION}\n    {EMPLOYEE}\n    {ENTITY}\n",
        "employee_of",
    ),
    Broken(
        "class-order",
        "st/config1",
        '    "incident incident scored 0"\n    "template template unscored 0"\n',
        '    "template template unscored 0"\n    "incident incident scored 0"\n',
        "template",
    ),
]
UNDEFINED = [
    Broken("undefined-class", "ne/config1", '"timex text text', '"timx text text', "timx"),
    Broken("undefined-class", "ne/config1", '    "numex numex scored 0"\n', "", "numex"),
    Broken("undefined-class", "ne7/config1", '"numex alt alt', '"coref alt alt', "coref"),
    Broken(
        "undefined-class", "te/config1", ":premodifiers", ":equatable_objects place\n:premodifiers", "place"
    ),
    Broken(
        "undefined-class",
        "ne/config1",
        ":premodifiers",
        ':ne_subtask_names "enamex type person" "emanex type location"\n:premodifiers',
        "emanex",
    ),
]
Look = Callable[[Path], list[tuple[str, str, int, str]]]


@pytest.fixture
def look(run: Run) -> Look:
    """What `keytally check` finds: file, rule, line, and the text that it points at."""

    def found(path: Path) -> list[tuple[str, str, int, str]]:
        done = run("check", path, "--format", "json")
        findings = json.loads(done.out)
        assert done.status == (1 if findings else 0)
        return [read_finding(finding) for finding in findings]

    return found


def read_finding(finding: dict[str, object]) -> tuple[str, str, int, str]:
    path, place = Path(str(finding["path"])), finding["range"]
    assert isinstance(place, dict)
    start, end = place["start"], place["end"]
    line = path.read_text(encoding="utf-8").split("\n")[start["line"] - 1]
    last = end["column"] - 1 if end["line"] == start["line"] else len(line)
    return path.name, str(finding["rule"]), start["line"], line[start["column"] - 1 : last]


@pytest.mark.parametrize("broken", [*UNKNOWN, *MISSING, *VALUES, *ORDER, *UNDEFINED], ids=lambda b: b.rule)
def test_a_broken_configuration_has_one_finding(
    broken: Broken, copied: Callable[..., Path], look: Look
) -> None:
    """By itself, and in its folder, where the other files have none."""
    corpus, name = broken.file.split("/")
    folder = copied(corpus)
    file = folder / name
    text = file.read_text(encoding="utf-8")
    assert text.count(broken.old) >= 1
    file.write_text(text.replace(broken.old, broken.new, 1), encoding="utf-8")
    assert [finding[1:2] + finding[3:] for finding in look(file)] == [(broken.rule, broken.pointed)]
    [(_, _, line, _)] = look(file)
    assert line == planted_line(text, broken)
    if corpus == "ne":
        assert look(folder) == look(file)


def planted_line(text: str, broken: Broken) -> int:
    """The line of what is wrong; the first one for something that is not there at all."""
    if broken.rule == "missing-option":
        return 1
    new = text.replace(broken.old, broken.new, 1)
    start = text.index(broken.old) + len(broken.new) * (broken.pointed not in broken.new)
    place = re.compile(rf"(?<!\w){re.escape(broken.pointed)}(?!\w)").search(new, start)
    assert place
    return 1 + new.count("\n", 0, place.start())
