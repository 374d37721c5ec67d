"""UIMA CAS in XMI and JSON, read with the package dkpro-cassis."""

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from keytally.families.contract import SettingsError
from keytally.families.interchange import (
    NO_OPTIONS,
    ConversionFormat,
    Document,
    Entity,
    Extent,
    Fault,
    FaultKind,
    FormatCapabilities,
    Loss,
    Place,
    ReadDocuments,
    Sentence,
    SourceText,
    arranged,
)
from keytally.families.spans.json_records import tokens_by_lines, tokens_by_starts
from keytally.text.json_text import in_message
from keytally.text.rendering import quantity

# cassis is imported where a file is read: it is optional.
# ruff: noqa: PLC0415

_XMI = re.compile(r"\ufeff?\s*(?:<\?xml[^>]*\?>\s*)?<xmi:XMI[\s>]")
_JSON = re.compile(r'\ufeff?\s*\{\s*"%(?:TYPES|FEATURE_STRUCTURES|VIEWS)"')
LACKING = "UIMA CAS needs the package dkpro-cassis; install keytally[cas]"

_TYPE_FEATURES = ("value", "entity", "label", "identifier", "type")
"""The features used as an entity's type, best first; otherwise the first feature with values is used."""
_TOKEN, _SENTENCE, _METADATA = "Token", "Sentence", "DocumentMetaData"
_GRAMMATICAL = re.compile(r"\.(?:segmentation|lexmorph|syntax|morph|metadata)\.|^uima\.|\.CASMetadata$")
_PLAIN = (str, int, float, bool)
_OWN = {"begin", "end", "sofa", "xmiID", "type"}
_OPTIONS = {
    "layer": "the annotation type with the entities; the last part of its name is sufficient",
    "feature": "the feature with the types of entities",
}


def is_cas(text: str) -> bool:
    """Return whether a text begins like a CAS."""
    return _XMI.match(text) is not None or _JSON.match(text) is not None


def read_cas(texts: Sequence[SourceText], options: Mapping[str, str] = NO_OPTIONS) -> ReadDocuments:
    """Return the document of a CAS.

    Raises SettingsError for options that name a layer or feature that is not in the file.
    """
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        found = _read(texts[0], options)
    place = Place(texts[0].shown, 1)
    said = dict.fromkeys(
        " ".join(str(each.message).split())[:200] for each in given if issubclass(each.category, UserWarning)
    )
    faults = [Fault(FaultKind.OFFSET, f"malformed UIMA CAS ({text})") for text in said]
    return found._replace(losses=[*found.losses, *(Loss(place, fault.what, fault) for fault in faults)])


def _read(source: SourceText, options: Mapping[str, str]) -> ReadDocuments:
    place = Place(source.shown, 1)
    try:
        cas = _loaded(source.text)
    except ImportError:
        return _nothing(place, LACKING)
    except Exception as error:
        return _nothing(place, f"the file is not a valid UIMA CAS ({' '.join(str(error).split())[:200]})")
    if not isinstance(cas.sofa_string, str):
        return _nothing(place, "the CAS has no text")
    return _Annotations(cas, source.shown, options).document()


def _nothing(place: Place, wrong: str) -> ReadDocuments:
    return ReadDocuments([], [Loss(place, wrong, Fault(FaultKind.LINE, wrong))])


def _loaded(text: str) -> Any:
    """Return the CAS of a text. Raises ImportError if cassis is not installed, and various errors for
    malformed files.
    """
    import cassis

    text = text.removeprefix("\ufeff")
    if _JSON.match(text):
        return cassis.load_cas_from_json(text)
    if "<!DOCTYPE" in text:
        raise ValueError("a document type declaration is not allowed")
    return cassis.load_cas_from_xmi(text, typesystem=_type_system(text))


def _type_system(text: str) -> Any:
    """Return the types inferred from the elements of an XMI file, because the file does not define them."""
    import cassis
    from lxml import etree

    types: dict[str, set[str]] = {}
    lists: set[tuple[str, str]] = set()
    annotated: set[str] = set()
    root = etree.fromstring(text.encode("utf-8"), etree.XMLParser(resolve_entities=False, no_network=True))
    for element in root:
        name = _type_name(element.tag) if isinstance(element.tag, str) else ""
        if not name or name.startswith(("uima.cas.", "uima.tcas.DocumentAnnotation")):
            continue
        features = types.setdefault(name, set())
        features.update(each for each in element.attrib if not each.startswith("{"))
        children = {child.tag for child in element if isinstance(child.tag, str)}
        features.update(children)
        lists.update((name, child) for child in children)
        if "begin" in element.attrib:
            annotated.add(name)
    system = cassis.TypeSystem()
    for name, features in types.items():
        base = "uima.tcas.Annotation" if name in annotated else "uima.cas.AnnotationBase"
        made = system.create_type(name=name, supertypeName=base)
        for feature in sorted(features - {"begin", "end", "sofa"}):
            is_list = (name, feature) in lists
            kind = "uima.cas.StringArray" if is_list else "uima.cas.String"
            system.create_feature(made, name=feature, rangeType=kind)
    return system


def _type_name(tag: str) -> str:
    """Return the name of a type, given its element: `{http:///a/b.ecore}C` is `a.b.C`."""
    found = re.fullmatch(r"\{http:///(.*)\.ecore\}(.+)", tag)
    if found is None:
        return ""
    package = found[1].replace("/", ".")
    return found[2] if package == "uima.noNamespace" else f"{package}.{found[2]}"


class _Annotations:
    """The annotations of a CAS by type, and the losses."""

    def __init__(self, cas: Any, shown: str, options: Mapping[str, str]) -> None:
        self._text: str = cas.sofa_string
        self._place = Place(shown, 1)
        self._options = options
        self._losses: list[Loss] = []
        self._by_type: dict[str, list[Any]] = {}
        for each in cas.select_all_fs():
            self._by_type.setdefault(each.type.name, []).append(each)

    def document(self) -> ReadDocuments:
        """Return the document."""
        layers = [name for name, found in self._by_type.items() if self._is_layer(name, found)]
        layer = self._layer(layers)
        entities = [] if layer is None else [*self._entities(layer)]
        for name in layers:
            if name != layer:
                self._lose(f"{_left_out(name, self._by_type[name])}; see the option layer")
        for name, found in self._by_type.items():
            if name not in layers and not _GRAMMATICAL.search(name) and not name.endswith(f".{_METADATA}"):
                self._lose(_left_out(name, found))
        named = arranged(entities, []).entities
        document = Document(self._name(), self._text, named, (), self._sentences(), place=self._place)
        return ReadDocuments([document], self._losses)

    def _is_layer(self, name: str, found: Sequence[Any]) -> bool:
        """Return whether a type may be a layer of entities, that is, neither links nor grammatical
        annotation.
        """
        if _GRAMMATICAL.search(name) or name.endswith((f".{_METADATA}", f".{_TOKEN}", f".{_SENTENCE}")):
            return False
        features = {feature.name for each in found[:1] for feature in each.type.all_features}
        is_link = {"Governor", "Dependent"} <= features or {"next", "referenceRelation"} & features
        return not is_link and any(self._extent(each) is not None for each in found)

    def _layer(self, layers: Sequence[str]) -> str | None:
        wanted = self._options.get("layer", "")
        if wanted:
            names = {name: (name.lower(), name.lower().rpartition(".")[2]) for name in layers}
            names = {name: (name.lower(), name.lower().rpartition(".")[2]) for name in layers}
            found = [name for name in layers if wanted.lower() in names[name]]
            if not found:
                listed = ", ".join(layers) or "none"
                raise SettingsError([f"{self._place.file}: no layer {wanted!r}; layers: {listed}"])
            return found[0]
        entities = [name for name in layers if name.endswith(".NamedEntity")]
        return next(iter([*entities, *layers]), None)

    def _entities(self, layer: str) -> Iterator[Entity]:
        found = self._by_type[layer]
        names = [each.name for each in found[0].type.all_features if each.name not in _OWN | {"head"}]
        kind = self._type_feature(names, found)
        for each in found:
            extent = self._extent(each)
            if extent is None:
                self._lose_misplaced(each)
                continue
            value = getattr(each, kind, None) if kind else None
            attributes = {
                name.lower(): _shown(stated)
                for name in names
                if name != kind and (stated := getattr(each, name, None)) is not None
                if isinstance(stated, _PLAIN)
            }
            yield Entity((extent,), _shown(value), tuple(sorted(attributes.items())), self._place)

    def _lose_misplaced(self, annotation: Any) -> None:
        start, end = in_message(annotation.begin), in_message(annotation.end)
        wrong = f"an entity from {start} to {end} is not in the text"
        self._losses.append(Loss(self._place, f"{wrong} and is left out", Fault(FaultKind.OFFSET, wrong)))

    def _type_feature(self, names: Sequence[str], found: Sequence[Any]) -> str | None:
        wanted = self._options.get("feature", "")
        if wanted and wanted not in names:
            listed = ", ".join(names) or "none"
            raise SettingsError([f"{self._place.file}: no feature {wanted!r}; features: {listed}"])
        used = [name for name in names if any(isinstance(getattr(each, name, None), str) for each in found)]
        best = [name for name in _TYPE_FEATURES if name in used]
        return wanted or next(iter([*best, *used]), None)

    def _extent(self, annotation: Any) -> Extent | None:
        start, end = (getattr(annotation, name, None) for name in ("begin", "end"))
        if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end <= len(self._text):
            return None
        return start, end

    def _extents(self, name: str) -> list[Extent]:
        """Return the extents of the annotations of a type in order, given the last part of its name."""
        own = [each for kind, some in self._by_type.items() if kind.endswith(f".{name}") for each in some]
        return sorted(extent for each in own if (extent := self._extent(each)) and extent[0] < extent[1])

    def _sentences(self) -> tuple[Sentence, ...] | None:
        tokens: list[Extent] = []
        for token in self._extents(_TOKEN):
            if (not tokens or token[0] >= tokens[-1][1]) and self._text[slice(*token)].strip():
                tokens.append(token)
        if not tokens:
            return None
        starts = [start for start, _ in self._extents(_SENTENCE)]
        return tokens_by_starts(tokens, starts) if starts else tokens_by_lines(self._text, tokens)

    def _name(self) -> str:
        """Return the document name from the metadata."""
        metadata = [each for name, some in self._by_type.items() if name.endswith(_METADATA) for each in some]
        names = (getattr(each, field, None) for each in metadata for field in ("documentTitle", "documentId"))
        return next((name for name in names if isinstance(name, str) and name), "")

    def _lose(self, what: str) -> None:
        self._losses.append(Loss(self._place, what))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, _PLAIN) else ""


def _left_out(name: str, found: Sequence[Any]) -> str:
    return f"{quantity(len(found), 'annotation')} of {name} {'is' if len(found) == 1 else 'are'} left out"


def _is_of(name: str, beginning: str) -> bool:
    return is_cas(beginning)


UIMA_CAS = ConversionFormat(
    *("uima-cas", "UIMA CAS (XMI and JSON)", (".xmi",)),
    FormatCapabilities(tokens="kept", attributes="(?s:.+)"),
    _is_of,
    read_cas,
    options=_OPTIONS,
    read_with=read_cas,
)
