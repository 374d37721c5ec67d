"""What clients and documentation say of languages and tasks is what the families say."""

import re
from pathlib import Path

import pytest

from editors.generator.files import generated, obsolete
from keytally.families.registry import BUILT_IN
from tests.house.tracked import CHECKOUT, name_of, tracked

STALE = "is not what the facts of the families make of it: run `make generate`"
ORDINARY = {"columns"}
"""Names of families that mean something else as well."""

FAMILIES = [family.name for family in BUILT_IN if family.name not in ORDINARY]
LANGUAGES = [facts.id for family in BUILT_IN for facts in family.languages]
NAMES = re.compile(rf"(?<![\w-])(?:{'|'.join([*LANGUAGES, *FAMILIES])})(?![\w-])", re.I)
CLIENTS = [CHECKOUT / "editors" / folder for folder in ("vscode/src", "nvim")]


def written_by_hand() -> list[Path]:
    """The code of the clients that is for all languages: neither generated nor the colours of one."""
    return [
        path
        for path in tracked()
        if path.suffix in {".ts", ".lua"}
        and any(client in path.parents for client in CLIENTS)
        and path.parent.name != "syntax"
        and name_of(path) not in generated()
    ]


@pytest.mark.parametrize("name", generated())
def test_a_generated_file_is_up_to_date(name: str) -> None:
    path = CHECKOUT / name
    assert path.is_file() and path.read_text(encoding="utf-8") == generated()[name], f"{name} {STALE}"


def test_nothing_is_left_of_languages_that_there_are_no_more() -> None:
    assert [name_of(path) for path in obsolete()] == [], "run `make generate`"


@pytest.mark.parametrize("path", written_by_hand(), ids=name_of)
def test_a_client_names_no_language(path: Path) -> None:
    assert not NAMES.findall(path.read_text(encoding="utf-8"))


def test_every_language_has_its_colours_in_both_editors() -> None:
    """Grammars are written by hand, one a format."""
    wanted = [f"nvim/syntax/{each}.lua" for each in LANGUAGES]
    wanted += [f"vscode/languages/{each}.tmLanguage.json" for each in LANGUAGES]
    assert not [name for name in wanted if not (CHECKOUT / "editors" / name).is_file()]
