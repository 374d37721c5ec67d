"""Complaints are news only once."""

from keytally_server.session.complaints import Complaints


def test_lines_are_said_once_for_each_subject_until_it_is_well() -> None:
    said: list[str] = []
    complaints = Complaints(said.append)
    for lines in (["a"], ["a", "b"], ["b"], [], ["b"]):
        complaints.about("one", lines)
    complaints.about("two", ["b"])
    assert said == ["a", "b", "b", "b"]
