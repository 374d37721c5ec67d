"""A small workspace to score and to check."""

from pathlib import Path

import pytest

KEY = """<DOC>
<DOCNO> 1 </DOCNO>
<TXT>
<ENAMEX TYPE="PERSON">Ann</ENAMEX> met <ENAMEX TYPE="ORGANIZATION">Orrin Museum</ENAMEX> staff
</TXT>
</DOC>
"""
RESPONSE = KEY.replace('"ORGANIZATION"', '"LOCATION"')
TEXTS = "<DOC>\n<DOCNO> 1 </DOCNO>\n<TXT>\nAnn met Orrin Museum staff\n</TXT>\n</DOC>\n"


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with `key`, `response` and `texts`."""
    for name, text in (("key", KEY), ("response", RESPONSE), ("texts", TEXTS)):
        (tmp_path / name).write_bytes(text.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path
