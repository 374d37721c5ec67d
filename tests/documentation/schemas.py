"""The JSON Schemas of the documentation, as validators."""

import json
from functools import cache

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from keytally.project.schemas import DOCUMENTS, schema_file_name
from tests.house.tracked import CHECKOUT

FOLDER = CHECKOUT / "docs" / "schemas"


@cache
def validator(name: str) -> Draft202012Validator:
    """The validator of one schema, which may refer to the others by their file names."""
    schemas = {each: json.loads(_text(each)) for each in DOCUMENTS}
    resources = [(schema["$id"], Resource.from_contents(schema)) for schema in schemas.values()]
    return Draft202012Validator(schemas[name], registry=Registry().with_resources(resources))


def problems(name: str, document: object) -> list[str]:
    """What is wrong with a document, a line a problem with its place, the innermost reason of each."""
    found = []
    for error in validator(name).iter_errors(document):
        while error.context:
            error = max(error.context, key=lambda each: len(each.absolute_path))
        found.append(f"{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    return found


def _text(name: str) -> str:
    return (FOLDER / schema_file_name(name)).read_text(encoding="utf-8")
