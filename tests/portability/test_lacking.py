"""A test that uses what the system lacks is skipped, and no other failure is hidden."""

from types import ModuleType
from typing import Any

import pytest

from tests.portability.lacking import skip_for_what_is_lacking


def system(error: OSError | None = None, **others: Any) -> ModuleType:
    """A module like `os` whose links fail with an error, or are made."""
    made = ModuleType("system")

    def symlink(*arguments: Any) -> None:
        if error is not None:
            raise error

    vars(made).update(symlink=symlink, **others)
    skip_for_what_is_lacking(made)
    return made


def refused() -> OSError:
    """The error of Windows for a link that may not be made."""
    error = OSError("a required privilege is not held")
    error.winerror = 1314  # type: ignore[attr-defined,unused-ignore]
    return error


def test_where_there_are_no_pipes_with_names_their_tests_are_skipped() -> None:
    with pytest.raises(pytest.skip.Exception, match="no pipes with names"):
        system().mkfifo("pipe")


def test_where_no_links_are_allowed_their_tests_are_skipped() -> None:
    with pytest.raises(pytest.skip.Exception, match="no links"):
        system(refused()).symlink("a", "b")


def test_another_error_of_a_link_is_no_reason_to_skip() -> None:
    with pytest.raises(FileExistsError):
        system(FileExistsError("there is one")).symlink("a", "b")


def test_what_the_system_has_is_left_alone() -> None:
    made: list[str] = []
    assert system(mkfifo=made.append).mkfifo("pipe") is None
    assert made == ["pipe"]
