"""What is asked of the metadata of a wheel."""

from email.message import Message

from release.checks import metadata
from release.interpreters import supported


def complete() -> Message:
    told = Message()
    for name, value in metadata.STATED.items():
        told[name] = value
    told["Requires-Python"] = f">={supported()[0]}"
    for extra in metadata.EXTRAS:
        told["Provides-Extra"] = extra
    for version in supported():
        told["Classifier"] = f"Programming Language :: Python :: {version}"
    told["Classifier"] = "Typing :: Typed"
    return told


def test_complete_metadata_have_no_problem() -> None:
    assert metadata._problems(complete()) == []


def test_each_thing_that_lacks_is_told() -> None:
    told = complete()
    del told["License-File"], told["Provides-Extra"], told["Requires-Python"], told["Classifier"]
    told["Requires-Python"] = ">=3.9"
    problems = "\n".join(metadata._problems(told))
    assert "License-File is None, not 'LICENSE'" in problems
    assert "the classifier Typing :: Typed is missing" in problems
    assert f"Python :: {supported()[-1]} is missing" in problems
    assert ">=3.9 is not the lowest Python" in problems
    assert "one of the extras compare, report, server is missing" in problems


def test_a_link_of_the_page_that_leads_nowhere_on_an_index_is_told() -> None:
    told = complete()
    told.set_payload("See [the guide](docs/guide.md) and [that](https://x.example).")
    assert metadata._problems(told) == [
        "README.md: docs/guide.md leads nowhere on a package index: see release/index_page.py"
    ]


def test_a_wheel_without_marks_of_types_is_refused() -> None:
    problems = metadata._missing({"keytally/py.typed"})
    assert any("keytally_server/py.typed is not in the wheel" in problem for problem in problems)
