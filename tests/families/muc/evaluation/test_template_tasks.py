"""The template tasks as evaluations: whole files scored, marks in records, every number confirmed."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import keytally
from keytally.families.contract import Role
from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.model import MucObject
from keytally.families.muc.templates.language import TemplateLanguage
from keytally.families.muc.templates.objects import record_objects
from keytally.families.muc.templates.unit import TemplateSyntax
from keytally.runs.score import score_configuration
from tests.families.muc.scoring.naive_templates import NaiveTemplates

CONFIGURATIONS = [
    *(f"te/config{name}" for name in ("1", "2", "_key2key", "_orig", "_partial")),
    *(f"tr/config{name}" for name in ("1", "2", "_relations_only")),
    *(f"st/config{number}" for number in range(1, 18)),
    *(f"st/config_{name}" for name in ("key2key", "partial", "threshold")),
]
MUCH_ELSE = {"force_pairing": "yes", "st_transitive": "yes", "rem_tally": "none"}

KEY = """<PERSON-1-1> :=
\tPER_NAME: "Joe Roth"
\tPER_TITLE: "Mr."
<PERSON-1-2> :=
\tPER_NAME: "Rupert Murdoch"

<ORGANIZATION-1-1> :=
\tORG_NAME: "EMI"
"""
RESPONSE = """<PERSON-1-1> :=
\tPER_NAME: "JOE ROTH"
\tPER_ALIAS: "Joe"
"""


@pytest.fixture
def marked(tmp_path: Path) -> Callable[[Role], list[tuple[str, str, str]]]:
    """The marks of a small pair: what each covers, its label, and what its partner covers."""
    files = {Role.KEY: KEY, Role.RESPONSE: RESPONSE}
    for role, text in files.items():
        (tmp_path / role.value).write_text(text)
    result = keytally.score(tmp_path / "key", tmp_path / "response", task="template_element")

    def marks(side: Role) -> list[tuple[str, str, str]]:
        found = []
        for mark, start, end in result.live.marks(side, 0, len(files[side])):
            unit, *place = mark.partner or (None, 0, 0)
            partner = unit.text[slice(*place)] if unit is not None else ""
            found.append((files[side][start:end], mark.label, partner))
        return found

    return marks


def test_marks_stand_in_the_records_of_their_objects(
    marked: Callable[[Role], list[tuple[str, str, str]]],
) -> None:
    told = {label: (text, partner) for text, label, partner in marked(Role.KEY)}
    assert told["COR PERSON-1-1"] == (KEY[: KEY.index("\n<PERSON-1-2")], RESPONSE.rstrip("\n"))
    assert told['COR PER_NAME "Joe Roth" (response: "JOE ROTH")'] == ('"Joe Roth"', '"JOE ROTH"')
    assert told['MIS PER_TITLE "Mr."'] == ('"Mr."', "")
    assert told["MIS PERSON-1-2"][0].startswith("<PERSON-1-2> :=")
    assert 'SPU PER_ALIAS "Joe"' not in told


def test_a_unit_tells_why_its_object_has_its_partner(tmp_path: Path) -> None:
    """The name agrees, a title is missing, an alias spurious: 2 of 4 fills; 100 times the weight 10."""
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "response").write_text(RESPONSE)
    live = keytally.score(tmp_path / "key", tmp_path / "response", task="template_element").live
    task, (scored,) = live.evaluation, live.scores()
    assert isinstance(task, TemplateTask)
    (why, units), *_ = task.explain(scored, Role.RESPONSE, scored.response[0])
    assert why.partner is not None
    assert (why.partner.f, why.partner.weighted, why.threshold) == (Fraction(1, 2), 1000, 0)
    assert units[why.partner.obj] is scored.key[0]
    assert why.runner_up is None


def test_what_the_response_lacks_has_no_width_and_stands_behind_its_last_record(
    marked: Callable[[Role], list[tuple[str, str, str]]],
) -> None:
    told = {label: (text, partner) for text, label, partner in marked(Role.RESPONSE)}
    assert told["MIS PERSON-1-2"][0] == told["MIS ORGANIZATION-1-1"][0] == ""
    assert told["MIS ORGANIZATION-1-1"][1] == KEY[KEY.index("<ORG") :].rstrip("\n")
    assert told['SPU PER_ALIAS "Joe"'] == ('"Joe"', "")
    assert told['MIS PER_TITLE "Mr."'] == ("", '"Mr."')


def test_a_missing_object_stands_behind_the_partner_of_what_is_before_it_in_the_key(tmp_path: Path) -> None:
    names = {1: "Roth", 2: "Murdoch", 3: "Ann", 4: "Bo"}
    records = {number: f'<PERSON-1-{number}> :=\n\tPER_NAME: "{name}"\n' for number, name in names.items()}
    response = "".join(records[number] for number in (4, 2))
    (tmp_path / "key").write_text("".join(records.values()))
    (tmp_path / "response").write_text(response)
    result = keytally.score(tmp_path / "key", tmp_path / "response", task="template_element")
    missing = {
        mark.label: response[:start].rpartition("\n")[2]
        for mark, start, end in result.live.marks(Role.RESPONSE, 0, len(response))
        if start == end
    }
    assert missing == {
        "MIS PERSON-1-1": '\tPER_NAME: "Murdoch"',
        "MIS PERSON-1-3": '\tPER_NAME: "Murdoch"',
    }


def test_a_response_without_records_has_no_marks(tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "response").write_text("<PERSON-2-1> :=\n")
    result = keytally.score(tmp_path / "key", tmp_path / "response", task="template_element")
    assert [mark.label for mark, *_ in result.live.marks(Role.RESPONSE, 0, 16)] == ["SPU PERSON-2-1"]
    assert result.totals["mis"] == 4


@pytest.mark.long
@pytest.mark.corpora
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_count_is_that_of_an_independent_sum(name: str, corpora: Path) -> None:
    """Totals, objects, slots, text filter and documents in JSON, summed up over all pairs by the book.

    Under other readings of the open points; tests/corpora does the same as configured.
    """
    options = MUCH_ELSE
    values = score_configuration(corpora / name, options=options).values
    configuration = load_configuration(corpora / name, [(key, (value,)) for key, value in options.items()])
    naive = NaiveTemplates(configuration)
    key = read(corpora / name, configuration.key_file, Role.KEY)
    both = configuration.scoring_method == "key2key"
    response = read(corpora / name, configuration.response_file, Role.KEY if both else Role.RESPONSE)
    sums: dict[tuple[str, ...], list[int]] = {}
    for document in {**key, **response}:
        rows = naive.rows(key.get(document, []), response.get(document, []))
        assert counts(values["documents"][document]) == rows.get(("total",), [0] * 6)
        for row, held in rows.items():
            sums[row] = [a + b for a, b in zip(sums.get(row, [0] * 6), held, strict=True)]
    assert list(values["documents"]) == [*{**key, **response}]
    assert counts(values["totals"]) == sums[("total",)]
    for class_name, tally in values["objects"].items():
        assert counts(tally) == sums.get(("object", class_name), [0] * 6)
        for slot, each in values["slots"][class_name].items():
            assert counts(each) == sums.get(("slot", class_name, slot), [0] * 6)
    filtered = sums.get(("text_filter",))
    assert (counts(values["text_filter"]) if values["text_filter"] else None) == filtered


def read(configuration: Path, name: str, role: Role) -> dict[str, list[MucObject]]:
    """The objects of a file by document."""
    syntax = TemplateSyntax.of(load_configuration(configuration))
    language = TemplateLanguage(syntax, role)
    text = (configuration.parent / name).read_text(encoding="utf-8")
    starts = [0, *language.boundaries(text), len(text)]
    found: dict[str, list[MucObject]] = {}
    for start, end in pairwise(starts):
        unit = language.read(text[start:end])
        if unit.document is not None:
            found.setdefault(unit.document, []).extend(record_objects(unit, syntax, role))
    return found


def counts(tally: dict[str, Any]) -> list[int]:
    return [tally[name] for name in ("cor", "par", "inc", "mis", "spu", "non")]
