"""The mode `v8.01` prints what scorer.pl prints, to the byte but for its first line, which names its file."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from keytally.commands.main import main
from tests.corpora.folder import FOLDER
from tests.families.conll.written import Mention, mentions, written

RECORDS = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))
SCORER = "CONLL_SCORER"
"""The environment's variable for the path of scorer.pl."""

REFUSES = "Found too many repeated mentions"
PAIRS = sorted(FOLDER.glob("conll-disturbed/*.key.conll"))

quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def printed(key: str, response: str, folder: Path, capsys: pytest.CaptureFixture[str], *flags: str) -> str:
    """What `keytally score` prints in the mode, without its first line."""
    paths = folder / "key.conll", folder / "response.conll"
    for path, text in zip(paths, (key, response), strict=True):
        path.write_text(text, encoding="utf-8")
    capsys.readouterr()
    command = ["score", "--task", "conll-coreference", *map(str, paths), "-Ocompatible=v8.01", *flags]
    assert main(command) == 0
    return capsys.readouterr().out.partition("\n")[2]


def of_program(folder: Path, *arguments: str) -> str:
    """What the program prints for the same files; skips the test where it is not at hand or refuses."""
    program = os.environ.get(SCORER)
    if not program or not Path(program).is_file():
        pytest.skip(f"{SCORER} does not name scorer.pl")
    command = ["perl", program, "all", str(folder / "key.conll"), str(folder / "response.conll"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    return REFUSES if REFUSES in done.stderr else done.stdout.partition("\n")[2]


@quick
@given(key=mentions(repeated=True), response=mentions(repeated=True))
def test_random_documents(
    key: list[Mention], response: list[Mention], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for flags, arguments in ((["-v"], []), ([], ["none"])):
        mine = printed(written(key), written(response), tmp_path, capsys, *flags)
        its = of_program(tmp_path, *arguments)
        assert its in (mine, REFUSES)


@pytest.mark.parametrize("case", RECORDS, ids=lambda case: case["name"])
def test_as_recorded(case: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Outputs of scorer.pl on cases of our own."""
    for flags, name in ((["-v"], "documents"), ([], "totals")):
        found = printed(case["key"], case["response"], tmp_path, capsys, *flags)
        assert found == "\n".join(case[name])


def test_a_byte_order_mark_hides_no_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = written([(1, 0, 0), (1, 2, 3)])
    plain = printed(text, text, tmp_path, capsys)
    assert printed(f"\ufeff{text}", text, tmp_path, capsys) == plain


@pytest.mark.corpora
@pytest.mark.parametrize("key", PAIRS, ids=lambda path: path.name)
def test_corpora(key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    response = key.with_name(key.name.replace(".key.", ".response."))
    texts = [path.read_text(encoding="utf-8") for path in (key, response)]
    mine = printed(texts[0], texts[1], tmp_path, capsys, "-v")
    assert mine == of_program(tmp_path)


@pytest.mark.parametrize("option", ["singletons=drop", "match=head", "match=partial"])
def test_an_option_that_the_program_lacks_is_refused(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "key.conll"
    path.write_text(written([(1, 0, 0), (1, 2, 3)]), encoding="utf-8")
    command = ["score", "--task", "conll-coreference", str(path), str(path), "-Ocompatible=v8.01"]
    assert main([*command, f"-O{option}"]) == 2
    assert f"{option}: compatible=v8.01" in capsys.readouterr().err
