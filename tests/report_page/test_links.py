"""Links to places in files."""

import os
from pathlib import Path

from keytally.report_page.values import LINKS

ODD = Path("/files/a b/<x>\"'?#%.sgml")


def test_the_name_of_a_file_is_quoted() -> None:
    assert LINKS["vscode"].address(ODD) == "vscode://file/files/a%20b/%3Cx%3E%22%27%3F%23%25.sgml"
    assert LINKS["file"].address(ODD) == "file:///files/a%20b/%3Cx%3E%22%27%3F%23%25.sgml"
    assert LINKS["none"].address(ODD) == ""


def test_a_name_of_other_bytes_than_utf8_is_quoted_byte_by_byte() -> None:
    odd = Path(os.fsdecode(b"/files/\xff.sgml"))
    assert LINKS["vscode"].address(odd) == "vscode://file/files/%FF.sgml"
    assert LINKS["file"].address(odd) == "file:///files/%FF.sgml"


def test_only_the_editor_opens_places() -> None:
    assert [name for name, links in LINKS.items() if links.has_places] == ["vscode"]
