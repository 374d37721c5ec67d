"""Every link of every document leads somewhere: to a file, to a heading in it, or to a well-formed address.

The builder of the site checks those of `docs`; this checks the other documents of the repository as well.
Addresses are not fetched.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from markdown.extensions.toc import slugify

from tests.house.tracked import CHECKOUT, name_of, tracked

DOCUMENTS = [path for path in tracked() if path.suffix == ".md" and "node_modules" not in path.parts]
CODE = re.compile(r"^(`{3,}).*?^\1$|`[^`\n]+`", re.M | re.S)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]*)\)")
HEADING = re.compile(r"^#{1,6} (.+)$", re.M)
FENCE = re.compile(r"^(`{3,}).*?^\1$", re.M | re.S)
UNREAL = re.compile(r"(^|\.)(example|invalid|localhost|test)(\.|$)")


def links(document: Path) -> list[tuple[str, str, str]]:
    """Of each link whether it is a picture (`!`), its words and its target; none within code."""
    text = document.read_text(encoding="utf-8")
    hidden = CODE.sub(lambda match: "`" + " " * (len(match[0]) - 2) + "`", text)
    return [(match[1], match[2], match[3]) for match in LINK.finditer(hidden)]


def anchors(document: Path) -> set[str]:
    """The anchors of the headings of a document, as the site gives them; an equal one gets a number."""
    found: set[str] = set()
    for heading in HEADING.findall(FENCE.sub("", document.read_text(encoding="utf-8"))):
        plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug, number = slugify(plain, "-"), 0
        while (name := f"{slug}_{number}" if number else slug) in found:
            number += 1
        found.add(name)
    return found


def problem(document: Path, target: str) -> str | None:
    """What is wrong with the target of a link; None for a sound one."""
    if "://" in target:
        address = urlsplit(target)
        if address.scheme != "https" or "." not in address.netloc or UNREAL.search(address.netloc):
            return "no address of the web"
        return None
    name, _, anchor = target.partition("#")
    file = document.parent / name if name else document
    if not file.exists():
        return "no such file"
    if anchor and file.suffix == ".md" and anchor not in anchors(file):
        return "no such heading"
    return None


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_link_leads_somewhere(document: Path) -> None:
    found = [(target, problem(document, target)) for _, _, target in links(document)]
    assert [each for each in found if each[1]] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_picture_has_words_for_those_who_do_not_see_it(document: Path) -> None:
    assert not [target for mark, words, target in links(document) if mark and len(words.split()) < 3]


def test_every_page_of_the_site_is_reached_from_the_contents() -> None:
    contents = (CHECKOUT / "mkdocs.yml").read_text(encoding="utf-8")
    pages = {path.relative_to(CHECKOUT / "docs").as_posix() for path in (CHECKOUT / "docs").rglob("*.md")}
    listed = set(re.findall(r": (\S+\.md)$", contents, re.M))
    assert {page for page in pages - listed if not page.startswith("rules/")} == set()
    assert re.search(r"^plugins:\n  - search$", contents, re.M), "the site has a search"


@pytest.mark.parametrize(
    ("target", "told"),
    [
        ("README.md", None),
        ("docs/guide/scoring.md#the-reports", None),
        ("docs/guide/scoring.md#no-such", "no such heading"),
        ("docs/none.md", "no such file"),
        ("https://json-schema.org/", None),
        ("http://json-schema.org/", "no address of the web"),
        ("https://keytally.example/", "no address of the web"),
    ],
)
def test_what_is_wrong_with_a_link(target: str, told: str | None) -> None:
    assert problem(CHECKOUT / "README.md", target) == told
