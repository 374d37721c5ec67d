"""A warning is shown once, until it is gone."""

from keytally_server.session.file_texts import Warnings


def test_lines_are_said_once_for_each_subject_until_it_is_well() -> None:
    said: list[str] = []
    warnings = Warnings(said.append)
    for lines in (["a"], ["a", "b"], ["b"], [], ["b"]):
        warnings.update("one", lines)
    warnings.update("two", ["b"])
    assert said == ["a", "b", "b", "b"]
