"""Hostile template files and BNFs."""

from collections.abc import Callable

from soak.shapes.shape import Shape

Text = Callable[[int], str]
_HEAD = "<ORGANIZATION-1-{}> :=\n"
_STATED = '[[pair]]\ntask = "template_element"\nkey = "key.tmpl"\nresponses = ["response.tmpl"]\nbnf = "{}"\n'


def _shape(
    name: str,
    size: int,
    key: Text,
    response: Text | None = None,
    bnf: Text | None = None,
    *,
    more: str = "",
) -> Shape:
    def files(n: int) -> dict[str, str]:
        stated = _STATED.format("muc6-te" if bnf is None else "own.bnf") + more
        sides = {"key.tmpl": key(n), "response.tmpl": (response or key)(n)}
        return {"keytally.toml": stated, **sides, **({} if bnf is None else {"own.bnf": bnf(n)})}

    commands = ("check", "score") if bnf is None else ("check",)
    task = "template_element"
    return Shape(f"templates: {name}", size, files, task, "key.tmpl", "response.tmpl", commands=commands)


def _organization(number: int = 1, lines: str = '\tORG_NAME: "Ann"\n') -> str:
    return _HEAD.format(number) + lines


def _fills(n: int, between: str = "") -> str:
    names = [f'"n{number}"' for number in range(n)]
    return "\tORG_ALIAS: " + f"\n\t\t{between}".join(names) + "\n"


def _differing(n: int, side: str, *shared: str) -> str:
    """Alternatives of a side that all differ; each shares a fill with one of the other side, and `shared`."""
    each = [(*shared, f"n{number}", f"{side}{number}") for number in range(n)]
    return "\tORG_ALIAS: " + "\n\t\t/ ".join(" ".join(f'"{fill}"' for fill in fills) for fills in each) + "\n"


def _classes(n: int) -> str:
    return "".join(f'<C{number}> :=\n\tNAME: "NAME"^\n' for number in range(n))


def _slots(n: int) -> str:
    return "<ORGANIZATION> :=\n" + "".join(f'\tS{number}: "NAME"*\n' for number in range(n))


def _set(n: int) -> str:
    return f"<ORGANIZATION> :=\n\tORG_TYPE: {{{', '.join(f'V{number}' for number in range(n))}}}^\n"


def _one(n: int) -> str:
    return _organization()


SHAPES = (
    _shape("objects of a document", 300, lambda n: "".join(_organization(i) for i in range(n))),
    _shape(
        "objects, no two alike",
        300,
        lambda n: "".join(_organization(i, f'\tORG_NAME: "a{i}"\n') for i in range(n)),
    ),
    _shape("objects of one name", 300, lambda n: _organization() * n),
    _shape("fills of a slot", 500, lambda n: _organization(1, _fills(n))),
    _shape("alternatives of a fill", 500, lambda n: _organization(1, _fills(n, "/"))),
    _shape(
        "alternatives by fills",
        300,
        lambda n: _organization(1, _fills(n, "/")),
        lambda n: _organization(1, _fills(n)),
    ),
    _shape(
        "alternatives of both sides",
        500,
        lambda n: _organization(1, _differing(n, "k")),
        lambda n: _organization(1, _differing(n, "r")),
        more='options = { scoring_method = "key2key" }\n',
    ),
    _shape(
        "alternatives of both sides, one fill in all",
        500,
        lambda n: _organization(1, _differing(n, "k", "all")),
        lambda n: _organization(1, _differing(n, "r", "all", "more")),
        more='options = { scoring_method = "key2key" }\n',
    ),
    _shape("the same slot", 500, lambda n: _organization(1, '\tORG_NAME: "Ann"\n' * n)),
    _shape("unknown slots", 500, lambda n: _organization(1, "".join(f"\tS{i}: x\n" for i in range(n)))),
    _shape("words of a fill", 5000, lambda n: _organization(1, f'\tORG_NAME: "{"word " * n}"\n')),
    _shape("fills on a line", 1000, lambda n: _organization(1, "\tORG_ALIAS: " + '"a" ' * n + "\n")),
    _shape("quotes", 5000, lambda n: _organization(1, f"\tORG_NAME: {chr(34) * n}\n")),
    _shape("comments", 5000, lambda n: "# comment\n" * n + _organization()),
    _shape("headers alone", 1000, lambda n: "".join(_HEAD.format(i) for i in range(n))),
    _shape("classes of a BNF", 300, _one, bnf=_classes),
    _shape("slots of a class", 300, _one, bnf=_slots),
    _shape("values of a set", 1000, _one, bnf=_set),
    _shape("braces of a BNF", 2000, _one, bnf=lambda n: "<A> :=\n\tB: " + "{" * n + "\n"),
    _shape("comments of a BNF", 2000, _one, bnf=lambda n: "/* " * n),
)
