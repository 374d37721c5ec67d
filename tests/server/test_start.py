"""What the server imports until it has answered `initialize`."""

import json
import re
import subprocess
import sys
from pathlib import Path

KEPT_OUT = (
    *("hashlib", "http", "random", "secrets", "websockets"),
    "keytally.adjudication",
    "keytally.engine",
    "keytally.project",
    "keytally_server.presenters",
    "keytally_server.requests",
)
"""What a server needs behind a port only, and packages that no request asks for before a file is opened."""

OURS = "from keytally_server.main import main; main([])"


def message(**content: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **content}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def test_a_server_that_starts_imports_nothing_that_reads_files(tmp_path: Path) -> None:
    root = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}
    told = (
        message(id=1, method="initialize", params=root)
        + message(id=2, method="shutdown")
        + message(method="exit")
    )
    command = [sys.executable, "-X", "importtime", "-c", OURS]
    done = subprocess.run(command, input=told, capture_output=True, check=True)
    assert b'"serverInfo"' in done.stdout
    imported = re.findall(r"^import time:.*\|\s*(\S+)$", done.stderr.decode(), re.M)
    assert "keytally_server.protocol.handlers" in imported
    assert [name for name in imported if name.startswith(KEPT_OUT)] == []
