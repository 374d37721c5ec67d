"""The repository holds nothing that belongs to one machine, and its documents lead somewhere."""

import re
from pathlib import Path

import pytest

from tests.house.tracked import CHECKOUT, name_of, texts, tracked

ONE_MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w")
ADDRESS = re.compile(r"https?://[^\s\"'<>)]+")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)")
LOCKED = ("development.txt", "server.txt", "programs.txt", "release.txt")
LOCKS = [CHECKOUT / "requirements" / name for name in LOCKED]
DOCUMENTS = [path for path in tracked() if path.suffix == ".md" and "node_modules" not in path.parts]


def test_no_file_names_a_folder_of_one_machine() -> None:
    found = [
        f"{name_of(path)}:{number}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if ONE_MACHINE.search(line)
    ]
    assert not found


def test_no_file_is_binary_but_pictures() -> None:
    assert not [name_of(path) for path in texts() if b"\0" in path.read_bytes()]


def test_no_page_stands_twice_in_the_contents() -> None:
    pages = re.findall(r": (\S+\.md)$", (CHECKOUT / "mkdocs.yml").read_text(encoding="utf-8"), re.M)
    assert not {page for page in pages if pages.count(page) > 1}


@pytest.mark.parametrize("lock", LOCKS, ids=name_of)
def test_a_lock_names_versions_and_hashes_and_no_address(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert not ADDRESS.search(text)
    assert not re.search(r"^\s*-", re.sub(r"^\s+--hash=sha256:[0-9a-f]{64}.*$", "", text, flags=re.M), re.M)
    pins = re.findall(r"^([\w.-]+)==\S+ .*\\\n\s+--hash=", text, re.M)
    assert len(pins) == len(re.findall(r"^[\w.-]+", text, re.M))


def test_no_npm_lock_names_an_address() -> None:
    locks = [path for path in tracked() if path.name == "package-lock.json"]
    resolved = [name_of(path) for path in locks if '"resolved"' in path.read_text(encoding="utf-8")]
    assert not resolved


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_between_documents_lead_to_files(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text(encoding="utf-8")) if "://" not in link]
    lost = [link for link in links if not (document.parent / link).exists()]
    assert not lost


def test_the_licence_is_apache_2() -> None:
    first = (CHECKOUT / "LICENSE").read_text(encoding="utf-8").split()
    assert first[:5] == ["Apache", "License", "Version", "2.0,", "January"]


def test_the_architecture_page_names_parts_that_are_there() -> None:
    page = (CHECKOUT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    tops = "scoring|server|editors|actions|examples|tests|benchmarks|fuzz|release|soak"
    named = re.findall(rf"`((?:{tops})(?:/[\w./-]+)?)`", page)
    assert not [name for name in named if not (CHECKOUT / name).exists()]
    assert re.findall(r"^\| (\d+) \| ", page, re.M) == [str(number) for number in range(1, 13)]
