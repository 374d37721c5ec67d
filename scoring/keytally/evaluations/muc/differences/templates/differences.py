"""The differences between the templates of a key and a response, with their places."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from keytally.evaluations.classified import Difference, Place
from keytally.evaluations.muc.differences.templates.classes import Classed, FillClasses, outcomes
from keytally.evaluations.muc.differences.templates.document import ComparedDocument, Name, WrongFill
from keytally.evaluations.muc.model.configuration import Configuration
from keytally.evaluations.muc.model.objects import Fill, MucObject
from keytally.evaluations.muc.scoring.incremental_templates import LocatedScore
from keytally.evaluations.muc.scoring.verdicts import gap_in, place_of, quoted


class TemplateSubject(NamedTuple):
    """What a repair needs: the document, what is wrong in it, and how many differences it has."""

    document: ComparedDocument
    classed: Classed
    among: int


class TemplateDifferences:
    """Tells the differences of documents under one configuration."""

    def __init__(self, configuration: Configuration, name_of: Callable[[str], Name]) -> None:
        self._classes = FillClasses(configuration)
        self._name_of = name_of

    def of(self, score: LocatedScore) -> list[Difference]:
        """The differences of a document in the order of the response, then of the key."""
        document = ComparedDocument(score, self._name_of)
        places = _Places(document)
        classed = self._classes.classed(document)
        subjects = [TemplateSubject(document, each, len(classed)) for each in classed]
        return sorted((_difference(each, places, self._classes) for each in subjects), key=places.order)


class _Places:
    """The places of objects and fills on both sides of a document."""

    def __init__(self, document: ComparedDocument) -> None:
        self._document = document
        self._response = document.score.response
        units = dict.fromkeys((*document.score.response.units.values(), *document.score.key.units.values()))
        self._order = {id(unit): number for number, unit in enumerate(units)}
        for unit in list(dict.fromkeys(document.score.response.units.values()))[:1]:
            self._response.pairs_in(unit, document.score, key_side=False)

    def order(self, difference: Difference) -> tuple[tuple[int, int], tuple[int, int]]:
        """What orders differences by their places; those without a place in the response come first."""
        first, second = (
            (self._order[id(places[0].unit)], places[0].start) if places else (-1, 0)
            for places in (difference.response, difference.key)
        )
        return first, second

    def of_object(self, obj: MucObject, key_side: bool) -> Place:
        """The record of an object."""
        return Place(self._document.unit(obj, key_side), obj.start, obj.end)

    def of_lacking(self, obj: MucObject) -> list[Place]:
        """Where the response lacks an object; nowhere in one without objects."""
        anchor = self._response.anchor(obj)
        if anchor is None:
            return []
        return [Place(self._document.unit(anchor, False), anchor.end, anchor.end)]

    def of_fill(self, wrong: WrongFill, key_side: bool) -> Iterator[Place]:
        """A fill of a side; the place where the response lacks it."""
        owner, fill = (wrong.pair.key, wrong.key) if key_side else (wrong.pair.response, wrong.response)
        if owner is None:
            return
        unit = self._document.unit(owner, key_side)
        if fill is not None:
            _, start, end = place_of(owner, wrong.slot, fill)
            yield Place(unit, start, end)
        elif not key_side:
            gap = gap_in(owner, wrong.slot)
            yield Place(unit, gap, gap)


def _difference(subject: TemplateSubject, places: _Places, classes: FillClasses) -> Difference:
    name, fills, missing, spurious = subject.classed
    counts = outcomes(fills)
    if missing is not None:
        there = [places.of_object(missing, True)]
        return Difference(
            name, there, places.of_lacking(missing), _said(missing), "", counts, subject=subject
        )
    if spurious is not None:
        here = [places.of_object(spurious, False)]
        return Difference(name, [], here, "", _said(spurious), counts, subject=subject)
    own, lacking = fills[0], fills[-1]
    is_elsewhere = own.pair is not lacking.pair
    return Difference(
        name,
        [*places.of_fill(lacking, True)],
        [*places.of_fill(own, False)],
        _text(lacking, lacking.key, lacking.pair.response if is_elsewhere else None),
        _text(own, own.response, own.pair.response if is_elsewhere else None),
        counts,
        _labels(own, lacking, classes),
        subject,
    )


def _labels(own: WrongFill, lacking: WrongFill, classes: FillClasses) -> tuple[str, str]:
    """The two slots of a misplaced fill; the two values of a slot with a set of them."""
    if own is not lacking:
        return (_slot(lacking), _slot(own)) if _slot(lacking) != _slot(own) else ("", "")
    if own.key is None or own.response is None or classes.kind(own) != "set":
        return "", ""
    return own.key.text.upper(), own.response.text.upper()


def _slot(wrong: WrongFill) -> str:
    obj = wrong.pair.key or wrong.pair.response
    assert obj is not None
    return f"{obj.class_name}.{wrong.slot}".upper()


def _text(wrong: WrongFill, fill: Fill | None, obj: MucObject | None) -> str:
    """A fill with its slot, and with an object of the response where that tells two places apart."""
    if fill is None:
        return ""
    owner = () if obj is None else (obj.identifier,)
    return " ".join((*owner, wrong.slot.upper(), quoted(fill.text)))


def _said(obj: MucObject) -> str:
    """An object by its name, and its first fill, which mostly is a name too."""
    fills: Sequence[Fill] = next(
        (slot.alternatives[0] for slot in obj.slots.values() if slot.alternatives), ()
    )
    return " ".join((obj.identifier, *(quoted(fill.text) for fill in fills[:1])))
