"""The image for Docker: its Dockerfile is without faults, and what it installs and runs works.

Where a daemon of Docker runs, the image is built and used. Where none does, the same packages are installed
on this machine, and the image's command is run there.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from release.checkout import CHECKOUT, WHEEL
from release.failed import Failed
from release.interpreters import UV
from release.running import run
from release.trial import BIN, answer_on, command_scores, examples_in, extras_work, greeting

DOCKERFILE = CHECKOUT / "release" / "docker" / "Dockerfile"
LOCK = CHECKOUT / "requirements" / "programs.txt"
HADOLINT = str(Path(sys.executable).with_name("hadolint"))
TOKEN = "a-token-for-this-check"
_COMMAND = re.compile(r"^CMD (\[.*\])$", re.M)
_WAITING = re.compile(r"waiting for a client on tcp 127\.0\.0\.1:(\d+)")


def check(dist: Path) -> str:
    """Lint the Dockerfile, and use what it makes."""
    run([HADOLINT, DOCKERFILE], CHECKOUT)
    if _has_daemon():
        return _built(dist)
    with tempfile.TemporaryDirectory(prefix="keytally-image-") as name:
        environment = Path(name, "environment")
        run([UV, "venv", "--quiet", "--python", sys.executable, str(environment)], CHECKOUT)
        install = [UV, "pip", "install", "--quiet", "--python", str(environment)]
        run([*install, "--only-binary", ":all:", "--require-hashes", "-r", str(LOCK)], CHECKOUT)
        run([*install, "--no-deps", str(dist / WHEEL)], CHECKOUT)
        examples = examples_in(Path(name))
        command_scores([environment / BIN / "keytally"], examples)
        extras_work([environment / BIN / "keytally"], examples)
        _serve_by_token(environment / BIN, examples)
    return (
        "hadolint passes the Dockerfile; its packages and command work here; no daemon, so no image was built"
    )


def _has_daemon() -> bool:
    """Whether images can be built here."""
    if shutil.which("docker") is None:
        return False
    return not subprocess.run(["docker", "info"], capture_output=True, check=False, timeout=60).returncode


def _built(dist: Path) -> str:
    """Build the image from the wheel, and score an example in it."""
    tag = "keytally:release-check"
    with tempfile.TemporaryDirectory(prefix="keytally-image-") as name:
        folder = Path(name)
        for source, place in ((dist / WHEEL, "dist"), (LOCK, "requirements")):
            (folder / place).mkdir()
            shutil.copy(source, folder / place)
        run(["docker", "build", "--quiet", "--file", DOCKERFILE, "--tag", tag, "."], folder)
        examples = examples_in(folder)
        words = ["docker", "run", "--rm", "--user", str(os.getuid()), "--volume", f"{examples}:/data", tag]
        scored = run([*words, "keytally", "score", "named_entity/ne.config", "--format", "json"], folder)
        if "totals" not in json.loads(scored):
            raise Failed("the image does not score examples/named_entity: run it by hand")
    run(["docker", "image", "rm", tag], CHECKOUT)
    return "hadolint passes the Dockerfile; the image was built, and scores an example"


def _serve_by_token(programs: Path, folder: Path) -> None:
    """Run the image's command on a port of its own choice, and say hello with the token; raises Failed."""
    command = _COMMAND.search(DOCKERFILE.read_text(encoding="utf-8"))
    words = json.loads(command[1]) if command else []
    if words[:2] != ["keytally-server", "--tcp"]:
        raise Failed("the Dockerfile's CMD is not `keytally-server --tcp`: see docs/guide/installing.md")
    here = [str(programs / words[0]), words[1], "127.0.0.1:0", *words[3:]]
    environment = {**os.environ, "KEYTALLY_TOKEN": TOKEN}
    with subprocess.Popen(here, stderr=subprocess.PIPE, cwd=folder, env=environment, text=True) as server:
        try:
            said = server.stderr.readline() if server.stderr else ""
            waiting = _WAITING.search(said)
            if waiting is None:
                raise Failed(
                    f"the image's command says {said.strip()!r} instead of the port that it waits on"
                )
            _say_hello(int(waiting[1]))
        finally:
            server.kill()


def _say_hello(port: int) -> None:
    """Initialize the server with the token; raises Failed where it lets the client not in."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(greeting(initializationOptions={"token": TOKEN}))
        with connection.makefile("rb") as stream:
            answered = answer_on(stream)
    if "serverInfo" not in answered.get("result", {}):
        raise Failed(
            f"the server answers {answered} to a client with the token: see tests/server/test_ports.py"
        )
