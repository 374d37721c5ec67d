"""Builds the distribution and tries the wheel where nothing of the checkout can be seen."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
DIST = CHECKOUT / "dist"
BIN = "Scripts" if sys.platform == "win32" else "bin"
PAGE_ON_FAMILIES = CHECKOUT / "docs" / "families.md"
LISTED_FILE = re.compile(r"^`([\w./]+)`\n\n```\w+\n(.*?)^```$", re.M | re.S)
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}


def main() -> None:
    """Build the sdist, the wheel from it, use the wheel's two commands, and add a family to it."""
    wheel = build()
    with tempfile.TemporaryDirectory(prefix="keytally-wheel-") as folder:
        environment = Path(folder) / "environment"
        workspace = Path(shutil.copytree(CHECKOUT / "examples", Path(folder) / "examples"))
        install(environment, wheel)
        try_command(environment / BIN / "keytally", workspace)
        try_pages(environment / BIN / "python", workspace)
        try_server(environment / BIN / "keytally-server", workspace)
        try_family(environment, Path(folder) / "family")
    print(f"{wheel.name} works outside the checkout")


def build() -> Path:
    """The wheel, built from the sdist with the locked build back end."""
    shutil.rmtree(DIST, ignore_errors=True)
    run([sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(CHECKOUT)], CHECKOUT)
    return next(DIST.glob("*.whl"))


def install(environment: Path, wheel: Path) -> None:
    """Install the wheel, and then its server's dependencies at the locked versions."""
    venv.create(environment, with_pip=True)
    pip = [str(environment / BIN / "python"), "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--no-deps", str(wheel)], environment)
    try_bare_server(environment / BIN / "keytally-server")
    locked = str(CHECKOUT / "requirements" / "server.txt")
    run([*pip, "install", "--quiet", "--require-hashes", "-r", locked], environment)
    run([*pip, "install", "--quiet", "--no-index", f"{wheel}[server]"], environment)
    run([*pip, "check"], environment)


def try_bare_server(server: Path) -> None:
    """See that the server without its extra says so in one line."""
    done = subprocess.run([server], capture_output=True, text=True, check=False, timeout=60)
    if done.returncode != 2 or len(done.stderr.splitlines()) != 1:
        raise SystemExit(f"keytally-server without its extra says: {done.stderr}")


def try_command(keytally: Path, workspace: Path) -> None:
    """Ask for the version, score the example and check it."""
    example = workspace / "named_entity"
    print(run([str(keytally), "--version"], workspace).strip())
    scores = json.loads(run([str(keytally), "score", "ne.config", "--format", "json"], example))
    if not 0 < scores["totals"]["f"]["p&r"] < 100:
        raise SystemExit(f"the example scores {scores['totals']}")
    run([str(keytally), "check", "."], example)


def try_pages(python: Path, workspace: Path) -> None:
    """See that the page of every rule was installed."""
    program = (
        "from keytally.findings import all_rules, pages; "
        "print(*(rule for rule in all_rules.RULES if not (pages.INSTALLED / f'{rule}.md').is_file()))"
    )
    if lost := run([str(python), "-c", program], workspace).strip():
        raise SystemExit(f"the wheel has no page for {lost}")


def try_server(server: Path, workspace: Path) -> None:
    """Say hello to the server, and see that it answers."""
    body = json.dumps(INITIALIZE).encode()
    message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    with subprocess.Popen([server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=workspace) as process:
        answer = answer_of(process, message)
        process.kill()
    print(f"keytally-server {answer['result']['serverInfo']['version']} answers")


def try_family(environment: Path, source: Path) -> None:
    """Install the distribution that the page on families makes, score by it and check."""
    for name, text in LISTED_FILE.findall(PAGE_ON_FAMILIES.read_text(encoding="utf-8")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(source / "dist")]
    run([*build, str(source)], source)
    wheel = next((source / "dist").glob("*.whl"))
    pip = [str(environment / BIN / "python"), "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", "--no-index", str(wheel)], environment)
    (source / "key.keywords").write_text("d1: tide, storm\n", encoding="utf-8")
    (source / "response.keywords").write_text("d1: tide, tide\n", encoding="utf-8")
    keytally = str(environment / BIN / "keytally")
    files = ("key.keywords", "response.keywords")
    scores = json.loads(run([keytally, "score", "--task", "keywords", *files, "--format", "json"], source))
    run([keytally, "check", "--fix", "response.keywords"], source)
    fixed = (source / "response.keywords").read_text(encoding="utf-8")
    if scores["scores"]["correct"] != 1 or fixed != "d1: tide\n":
        raise SystemExit(f"the family of {PAGE_ON_FAMILIES.name} gives {scores} and {fixed!r}")
    print(f"{wheel.name} brings a family of its own")


def answer_of(process: "subprocess.Popen[bytes]", message: bytes) -> dict[str, dict[str, dict[str, str]]]:
    """The server's answer to one message."""
    if process.stdin is None or process.stdout is None:
        raise SystemExit("the server has no pipes")
    process.stdin.write(message)
    process.stdin.flush()
    length = 0
    while header := process.stdout.readline().strip():
        name, _, value = header.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return dict(json.loads(process.stdout.read(length)))


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder; what it printed, or the end of this script if it failed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
