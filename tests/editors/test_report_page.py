"""The page of `keytally report` in a real Chromium, opened from disk.

The packages that drive it are installed into a folder of the cache that later runs use again.
KEYTALLY_PICTURES names a folder for the pictures of the docs; KEYTALLY_EDITORS=off leaves these tests out.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

import keytally
from tests.corpora.folder import FOLDER
from tests.editors.running import run
from tests.editors.smaller_png import smaller

HERE = Path(__file__).parent / "report_page"
EXAMPLE = Path(__file__).parents[2] / "examples" / "named_entity"
PICTURES = {"overview-light.png": "report.png", "documents-dark.png": "report-documents.png"}

HOSTILE = (
    '<script>globalThis.reached = "a script"; alert(1)</script><img src=x onerror="globalThis.reached = 1">'
    '<a href="javascript:globalThis.reached=1">javascript:alert(1)</a></div></section>'
    "<iframe src=//x></iframe>"
)
DOCUMENT = "<DOC>\n<DOCNO> {} </DOCNO>\n<TXT>\n{}\n</TXT>\n</DOC>\n"
TAG = '<ENAMEX TYPE="{}">{}</ENAMEX>'

pytestmark = [
    pytest.mark.editors,
    pytest.mark.skipif(os.environ.get("KEYTALLY_EDITORS") == "off", reason="KEYTALLY_EDITORS is off"),
]


@pytest.fixture(scope="session")
def bench() -> Path:
    """The folder with the packages of the lock."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "keytally-tests" / "report_page"
    folder.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_text(encoding="utf-8")
    stamp = folder / "complete"
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != lock:
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder / name)
        run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder, 600)
        stamp.write_text(lock, encoding="utf-8")
    return folder


def page_of(folder: Path, name: str, documents: Sequence[tuple[str, str]]) -> None:
    """A page about documents, given as the texts of key and response."""
    paths = folder / f"{name}.key.sgml", folder / f"{name}.response<b>.sgml"
    for path, side in zip(paths, zip(*documents, strict=True), strict=True):
        path.write_text("".join(DOCUMENT.format(number, text) for number, text in enumerate(side, 1)))
    result = keytally.report(paths[0], [paths[1]], task="named_entity")
    result.write(folder / f"{name}.html")


def pages_in(folder: Path) -> None:
    """The pages: of one response, of three, of hostile files, and of one line of ten megabytes."""
    key, response = EXAMPLE / "key.sgml", EXAMPLE / "response.sgml"
    keytally.report(key, [response]).write(folder / "one.html")
    text = response.read_text(encoding="utf-8")
    others = [folder / "second.sgml", folder / "third.sgml"]
    others[0].write_text(text.replace('TYPE="PERSON"', 'TYPE="LOCATION"'), encoding="utf-8")
    others[1].write_text(text.replace('TYPE="DATE"', 'TYPE="TIME"'), encoding="utf-8")
    keytally.report(key, [response, *others], config=EXAMPLE / "ne.config").write(folder / "three.html")
    hostile = TAG.format("PERSON", "Ann"), TAG.format('PERSON" onclick="globalThis.reached=1', "Ann")
    page_of(folder, "hostile", [(f"{HOSTILE} {hostile[0]}", f"{HOSTILE} {hostile[1]}")])
    line = "x" * 10_000_000
    page_of(
        folder, "long", [(f"{line} {hostile[0]} needle", f"{line} {TAG.format('LOCATION', 'Ann')} needle")]
    )


def pages_of_corpora(data: Path, folder: Path) -> None:
    """The pages of three systems of the scenario task, and of one of named entities."""
    st, ne = data / "st", data / "ne"
    responses = [st / f"response{number}" for number in (1, 2, 3)]
    keytally.report(st / "key", responses, task="scenario_template").write(folder / "st.html")
    keytally.report(ne / "key", [ne / "response1"], task="named_entity").write(folder / "ne.html")


def test_in_the_browser(bench: Path, tmp_path: Path) -> None:
    pages_in(tmp_path)
    if FOLDER.is_dir():
        pages_of_corpora(FOLDER, tmp_path)
    shots = tmp_path / "shots"
    command = ["node", str(HERE / "drive.mjs"), "--bench", str(bench), "--pages", str(tmp_path)]
    said = run([*command, "--shots", str(shots)], HERE, timeout=1800)
    assert "FAILED" not in said
    if pictures := os.environ.get("KEYTALLY_PICTURES"):
        Path(pictures).mkdir(parents=True, exist_ok=True)
        for shot, name in PICTURES.items():
            (Path(pictures) / name).write_bytes(smaller((shots / shot).read_bytes()))
