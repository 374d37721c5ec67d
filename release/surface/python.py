"""The public surface of `import keytally`: functions with their signatures, classes with what they hold."""

import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import keytally
from release.surface.item import Item

_SET = re.compile(r"^ +self\.(\w+)(?::[^=]+)? = ", re.M)


def items() -> Iterator[Item]:
    """Everything that `keytally.__all__` names."""
    for name in keytally.__all__:
        value = getattr(keytally, name)
        if inspect.isclass(value):
            yield Item("class", "keytally", name)
            yield from _members(value)
        elif callable(value):
            yield Item("function", "keytally", name)
            yield from _parameters(name, value)
        else:
            yield Item("value", "keytally", name, type(value).__name__)


def _parameters(name: str, function: Callable[..., object]) -> Iterator[Item]:
    """A parameter each, by kind and default; annotations are as the source writes them."""
    signature = inspect.signature(function)
    for parameter in signature.parameters.values():
        kind = parameter.kind.description
        default = parameter.default
        told = (
            "" if default is parameter.empty else " = a function" if callable(default) else f" = {default!r}"
        )
        yield Item("parameter", f"keytally.{name}", parameter.name, f"{kind}{told}")


def _members(value: type) -> Iterator[Item]:
    """The fields, properties and methods of a class that its own modules define."""
    names = {*vars(value), *getattr(value, "__annotations__", {}), *_set_at_first(value)}
    for name in sorted(names):
        if not name.startswith("_"):
            yield Item("member", f"keytally.{value.__name__}", name, _kind(vars(value).get(name)))


def _set_at_first(value: type) -> list[str]:
    """The attributes that an `__init__` sets; that of a data class stands in no file and sets its fields."""
    first = vars(value).get("__init__")
    if not inspect.isfunction(first) or not Path(first.__code__.co_filename).is_file():
        return []
    return _SET.findall(inspect.getsource(first))


def _kind(member: object) -> str:
    """Whether a member is called or read."""
    return "method" if inspect.isroutine(member) else "attribute"
