"""Options: what each is, what is said of a wrong one, and the signature."""

from pathlib import Path

import pytest

from keytally.families.contract import Settings, SettingsError
from keytally.families.registry import evaluation
from keytally.version import VERSION
from tests.families.cpa.verb_files import settings

PLAIN = f"keytally:{VERSION}|task:cpa-slots"


def signature(**options: str) -> str:
    return evaluation("cpa-slots", settings(**options)).signature


def test_the_signature_tells_what_is_not_at_its_default(tmp_path: Path) -> None:
    assert signature() == signature(compatible="document", hypernym="ancestor") == PLAIN
    assert signature(compatible="official") == f"{PLAIN}|compatible:official"
    assert signature(hypernym="Parent") == f"{PLAIN}|hypernym:parent"
    assert signature(input=str(tmp_path)) == PLAIN


def test_the_signature_tells_ontologies_apart_by_what_is_in_them(tmp_path: Path) -> None:
    names = []
    for number, term in enumerate("ABA"):
        path = tmp_path / f"{number}.json"
        path.write_text(f'[{{"term": "{term}"}}]')
        names.append(signature(ontology=str(path)))
    assert names[0] == names[2] != names[1]
    assert names[0].startswith(f"{PLAIN}|ontology:")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"compatibel": "official"}, "cpa-parsing has no option 'compatibel'; it takes compatible, "),
        (
            {"compatibel": "official"},
            "hypernym, ontology, input; did you mean compatible?",
        ),
        ({"compatible": "trial"}, "compatible=trial: it must be one of document, official"),
        ({"hypernym": ""}, "hypernym takes one value"),
        ({"ontology": "/nowhere/o.json"}, "cannot read the ontology: no such file"),
        ({"ontology": "\0"}, "cannot read the ontology: a file name cannot contain a NUL character"),
        ({"input": "/nowhere/in"}, "no such input file or directory"),
    ],
)
def test_a_wrong_option_is_one_line(options: dict[str, str], problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        evaluation("cpa-parsing", settings(**options))
    (line,) = caught.value.problems
    assert problem in line


def test_an_option_takes_one_value_and_the_last_one_counts() -> None:
    with pytest.raises(SettingsError, match="one value"):
        evaluation("cpa-parsing", Settings(options=(("compatible", ("official", "document")),)))
    twice = Settings(options=(("COMPATIBLE", ("official",)), ("compatible", ("document",))))
    assert evaluation("cpa-slots", twice).signature == PLAIN


def test_a_configuration_file_is_refused() -> None:
    with pytest.raises(SettingsError, match="only the MUC tasks"):
        evaluation("cpa-parsing", Settings(source="muc6-ne"))
