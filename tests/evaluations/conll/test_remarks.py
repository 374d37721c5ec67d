"""What is said of a response that is not read in full."""

from pathlib import Path

import pytest

from keytally import score

KEY = """\
#begin document (a); part 000
a   0   0   Ann   (1)
a   0   1   saw   -
a   0   2   her   (1)

#end document
"""
NOT_READ = "not all is read of 1 document of the response; see keytally check"


@pytest.mark.parametrize(
    ("response", "warnings"), [(KEY, ()), (KEY.replace("her   (1)", "her   (1"), (NOT_READ,))]
)
def test_a_bracket_that_is_not_read_is_told(tmp_path: Path, response: str, warnings: tuple[str, ...]) -> None:
    (tmp_path / "a.key.conll").write_text(KEY, encoding="utf-8")
    (tmp_path / "a.response.conll").write_text(response, encoding="utf-8")
    found = score(tmp_path / "a.key.conll", tmp_path / "a.response.conll", task="conll-coreference")
    assert found.warnings == warnings
