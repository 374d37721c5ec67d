"""The runner of the checks: each is run, its line is printed, and one that fails makes the status 1."""

import re
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from release import check
from release.checkout import CHECKOUT
from release.failed import Failed


def holds(dist: Path) -> str:
    return f"{dist.name} is sound"


def fails(dist: Path) -> str:
    raise Failed(f"{dist.name} is not sound: build it anew")


def module(name: str, function: object) -> ModuleType:
    return cast(ModuleType, SimpleNamespace(__name__=f"release.checks.{name}", check=function))


def test_a_check_that_fails_does_not_keep_others_from_running(capsys: pytest.CaptureFixture[str]) -> None:
    status = check.run_all([module("first", fails), module("second", holds)], Path("dist"))
    printed = capsys.readouterr()
    assert status == 1
    assert printed.err.startswith("first: failed: dist is not sound: build it anew (")
    assert printed.out.startswith("second: dist is sound (")
    assert printed.out.endswith("1 of 2 checks hold\n")


def test_a_check_that_breaks_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    def breaks(dist: Path) -> str:
        raise KeyError(dist.name)

    assert check.run_all([module("first", breaks), module("second", holds)], Path("dist")) == 1
    printed = capsys.readouterr()
    assert printed.err.startswith("first: failed, and is to be mended itself: KeyError: 'dist' (")
    assert printed.out.startswith("second: dist is sound (")


def test_the_status_is_0_where_all_hold() -> None:
    assert check.run_all([module("first", holds)], Path("dist")) == 0


def test_a_name_that_no_check_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        check.main(["--made", "wheels"])
    assert left.value.code == 2
    assert "there is no check wheels" in capsys.readouterr().err


def test_every_module_of_checks_is_run() -> None:
    files = {path.stem for path in Path(check.__file__).parent.joinpath("checks").glob("[a-z]*.py")}
    assert {*map(check.name_of, check.CHECKS)} == files


def test_the_page_on_releases_tells_of_every_check() -> None:
    _, _, page = (CHECKOUT / "docs" / "releasing.md").read_text(encoding="utf-8").partition("## Checks")
    told = re.findall(r"^\| `(\w+)` \|", page, re.M)
    assert sorted(told) == sorted(map(check.name_of, check.CHECKS))
