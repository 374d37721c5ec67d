"""What a package index shows as the page of the project."""

import pytest

from release.index_page import IndexPage, packed
from tests.house.tracked import CHECKOUT

HOME = "https://forge.example/people/keytally"
PAGE = "![A picture](docs/a.png)\n\nSee [the guide](docs/guide.md), [below](#below), [that](https://x.example).\n"


@pytest.mark.parametrize("address", [HOME, f"{HOME}/", f"{HOME}.git"])
def test_links_lead_into_the_repository(address: str) -> None:
    assert packed(PAGE, address) == (
        f"![A picture]({HOME}/raw/HEAD/docs/a.png)\n\n"
        f"See [the guide]({HOME}/blob/HEAD/docs/guide.md), [below](#below), [that](https://x.example).\n"
    )


def test_without_a_repository_there_are_words_and_no_pictures() -> None:
    assert packed(PAGE, "") == "See the guide, [below](#below), [that](https://x.example).\n"


def test_the_page_goes_into_the_metadata() -> None:
    metadata = {"urls": {"Repository": HOME}}
    IndexPage(str(CHECKOUT), {}).update(metadata)
    text = (CHECKOUT / "README.md").read_text(encoding="utf-8")
    assert metadata["readme"] == {"content-type": "text/markdown", "text": packed(text, HOME)}
