"""The JSON Schemas of what keytally reads and prints: keytally.toml, and each document of `--format json`."""

import json
from pathlib import Path

from keytally.evaluations import registry
from keytally.project.project_file import PROJECT_FILE
from keytally.project.toml_schema import project_schema
from keytally.text.regular import regular_bytes

DOCUMENTS = (
    *("score", "project-scores", "findings", "compare", "errors"),
    *("agreement", "merge", "bnf"),
)
"""The names of the schemas of documents; each stands in a file, some refer to others by its name."""

NAMES = (PROJECT_FILE, *DOCUMENTS)
_INSTALLED = Path(__file__).parents[1] / "schemas"
_CHECKOUT = Path(__file__).parents[3] / "docs" / "schemas"


def file_name(name: str) -> str:
    """The name of the file of a schema, by which others refer to it."""
    return f"{name}.schema.json"


def schema_text(name: str) -> str:
    """The text of one of the schemas `NAMES`; that of keytally.toml knows the families that are installed.

    Raises OSError where the installed package lacks the file.
    """
    if name == PROJECT_FILE:
        schema = project_schema(registry.families(), registry.rules())
        return json.dumps(schema, indent=2) + "\n"
    try:
        text = regular_bytes(_INSTALLED / file_name(name))
    except FileNotFoundError:
        text = regular_bytes(_CHECKOUT / file_name(name))
    return text.decode("utf-8")
