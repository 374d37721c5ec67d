"""Circles of pointers in a BNF; with a circle no order has each class after those that it points to."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from keytally.evaluations.muc.formats.bnf.model import Bnf, BnfClass, BnfSlot

_Pointers = Iterator[tuple[BnfSlot, BnfClass]]


class Circle(NamedTuple):
    """Classes of which each points to the next, and the last points to the first in `slot`."""

    classes: list[BnfClass]
    slot: BnfSlot


def circles(bnf: Bnf) -> Iterator[Circle]:
    """A circle for each pointer that closes one, in a depth-first search in the order of the BNF.

    Without these pointers there is no circle.
    """
    named = {each.name.lower(): each for each in reversed(bnf.classes)}
    done: set[str] = set()
    for each in bnf.classes:
        if each.name.lower() not in done:
            yield from _closed_from(each, named, done)


def _closed_from(first: BnfClass, named: Mapping[str, BnfClass], done: set[str]) -> Iterator[Circle]:
    """The circles found from a class on; `done` collects the finished classes.

    The path is an explicit stack, since it may be as long as there are classes.
    """
    path, waiting = [first], [_pointers(first, named)]
    depths = {first.name.lower(): 0}
    while path:
        slot, target = next(waiting[-1], (None, None))
        if slot is None or target is None:
            waiting.pop()
            left = path.pop().name.lower()
            del depths[left]
            done.add(left)
        elif (name := target.name.lower()) in depths:
            yield Circle(path[depths[name] :], slot)
        elif name not in done:
            depths[name] = len(path)
            path.append(target)
            waiting.append(_pointers(target, named))


def _pointers(each: BnfClass, named: Mapping[str, BnfClass]) -> _Pointers:
    """The slots of a class that point to classes, with these; a pointer to any object points to none."""
    for slot in each.slots:
        names = dict.fromkeys(name.lower() for name in slot.pointers)
        if all(name in named for name in names):
            yield from ((slot, named[name]) for name in names)
