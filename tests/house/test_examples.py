"""The example workspaces are what the documentation says of them."""

import re
from pathlib import Path

import pytest

TASK_TAG = re.compile(rb"</?(?:ENAMEX|TIMEX|NUMEX)\b[^<>]*>")


@pytest.mark.parametrize("name", ["key.sgml", "response.sgml"])
def test_key_and_response_are_the_texts_with_tags(examples: Path, name: str) -> None:
    workspace = examples / "named_entity"
    assert TASK_TAG.sub(b"", (workspace / name).read_bytes()) == (workspace / "texts.sgml").read_bytes()


def test_the_key_with_defective_response_is_itself_sound(examples: Path) -> None:
    workspace = examples / "named_entity_defects"
    assert TASK_TAG.sub(b"", (workspace / "key.sgml").read_bytes()) == (workspace / "texts.sgml").read_bytes()


def test_the_key_shows_alternatives_and_optional_tags(examples: Path) -> None:
    key = (examples / "named_entity" / "key.sgml").read_text()
    assert 'ALT="' in key and 'STATUS="OPT"' in key and 'TYPE="ORGANIZATION|LOCATION"' in key
