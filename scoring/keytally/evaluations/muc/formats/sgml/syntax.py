"""The SGML syntax that a configuration defines: the tags of the task, their attributes, the sections."""

from typing import NamedTuple

from keytally.evaluations.muc.model.configuration import Configuration

OPTIONAL_VALUES = ("OPT", "OPTIONAL")
NAMED_ENTITY = "named_entity"
COREFERENCE = "coreference"
IDENTITY = "IDENT"
_MUC_SECTIONS = (
    "DOC",
    *("TXT", "HL", "DATELINE", "DD", "SLUG"),
    *("DATE", "NWORDS", "PREAMBLE", "TEXT", "TRAILER"),
)


class TaskTag(NamedTuple):
    """A tag of the task: its name, its attributes, and their possible values.

    Names are in lower case, values as written. An attribute that `allowed` does not hold takes any value.
    `has_text` says whether the tagged text is a slot. `required_beside` holds attributes that a key's tag
    needs if it has another: (needed, other).
    """

    name: str
    attributes: tuple[str, ...]
    required: tuple[str, ...] = ()
    allowed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_text: bool = True
    required_beside: tuple[tuple[str, str], ...] = ()

    def values(self, attribute: str) -> tuple[str, ...] | None:
        """The values that an attribute may take, or None if any is possible."""
        return next((values for name, values in self.allowed if name == attribute), None)


class SgmlSyntax(NamedTuple):
    """How SGML files of a task are parsed and checked.

    `sections` are in the configuration's spelling; `number_gids` are the sections that may hold the document
    number, the best first; `outside` names the sections in the message about a tag outside of all of them.
    Names of attributes are in lower case.
    """

    tags: tuple[TaskTag, ...]
    sections: tuple[str, ...]
    doc_gid: str = "DOC"
    number_gids: tuple[str, ...] = ("DOCNO", "DOCID")
    separator: str = "|"
    quote_char: str = "*"
    text: str = "text"
    type: str = "type"
    alt: str = "alt"
    status: str = "status"
    identifier: str = "id"
    reference: str = "ref"
    minimum: str = "min"
    dd_last_only: bool = True
    outside: str = ""

    @classmethod
    def of(cls, configuration: Configuration | None) -> "SgmlSyntax":
        """The syntax under a configuration; without one, that of MUC-6 and MUC-7 together."""
        if configuration is None:
            return _MUC
        number = configuration.sgml_docnum_gid
        return cls(
            tags=tuple(_task_tag(configuration, definition.name) for definition in configuration.classes),
            sections=configuration.doc_sections,
            doc_gid=configuration.sgml_doc_gid,
            number_gids=("DOCNO", "DOCID") if number.upper() == "DOCNO" else (number,),
            separator=configuration.sgml_alternative_separator,
            quote_char=configuration.sgml_attribute_quote_char,
            text=configuration.sgml_text_slot.lower(),
            type=configuration.sgml_type_slot.lower(),
            alt=configuration.sgml_alt_slot.lower(),
            status=configuration.optional_status_slot.lower(),
            identifier=configuration.sgml_id_slot.lower(),
            reference=configuration.sgml_ref_slot.lower(),
            minimum=configuration.sgml_min_slot.lower(),
            dd_last_only=configuration.dd_last_only,
            outside=_listing(configuration.doc_sections),
        )

    def tag(self, name: str) -> TaskTag:
        """The task tag of that name (lower case)."""
        return next(tag for tag in self.tags if tag.name == name)

    def links(self, name: str) -> bool:
        """Whether tags of that name (lower case) are mentions: they have IDs, and point to others."""
        tag = self.tag(name)
        return {self.identifier, self.reference} <= set(tag.attributes)


def _task_tag(configuration: Configuration, name: str) -> TaskTag:
    if configuration.scoring_task == COREFERENCE:
        return _mention_tag(configuration, name)
    text, status = configuration.sgml_text_slot.lower(), configuration.optional_status_slot.lower()
    slots = tuple(slot.name for slot in configuration.slots_of(name))
    attributes = tuple(slot for slot in slots if slot != text)
    kind = configuration.sgml_type_slot.lower()
    demanded = configuration.scoring_task == NAMED_ENTITY and kind in attributes
    allowed = [(each, _values(configuration, name, each)) for each in attributes if each != status]
    allowed.append((status, OPTIONAL_VALUES))
    judged = tuple(pair for pair in allowed if pair[1])
    return TaskTag(name, attributes, (kind,) if demanded else (), judged, text in slots)


def _mention_tag(configuration: Configuration, name: str) -> TaskTag:
    """A coreference tag takes the attributes of its task, whether `slot_defs` lists them or not."""
    kind, status = configuration.sgml_type_slot.lower(), configuration.optional_status_slot.lower()
    own = (configuration.sgml_id_slot, configuration.sgml_ref_slot, kind, configuration.sgml_min_slot, status)
    text = configuration.sgml_text_slot.lower()
    slots = [slot.name for slot in configuration.slots_of(name) if slot.name != text]
    attributes = tuple(dict.fromkeys([*map(str.lower, own), *slots]))
    allowed = ((kind, (IDENTITY,)), (status, OPTIONAL_VALUES))
    identifier, reference = configuration.sgml_id_slot.lower(), configuration.sgml_ref_slot.lower()
    return TaskTag(name, attributes, (identifier,), allowed, required_beside=((kind, reference),))


def _values(configuration: Configuration, name: str, attribute: str) -> tuple[str, ...]:
    """The values of an attribute that `ne_subtask_names` lists.

    The default of that option in the manual lists `other`, which is a row of the report and no value of any
    task's tags; a configuration that lists it itself means it.
    """
    if configuration.scoring_task != NAMED_ENTITY:
        return ()
    listed = "ne_subtask_names" in configuration.given
    return tuple(
        subtask.value.upper()
        for subtask in configuration.subtasks
        if (subtask.class_name, subtask.slot) == (name, attribute) and (listed or subtask.value != "other")
    )


def _listing(sections: tuple[str, ...]) -> str:
    return ", ".join(f"<{section}>" for section in sections)


def _entity(name: str, *values: str) -> TaskTag:
    allowed = (("type", values), ("status", OPTIONAL_VALUES))
    return TaskTag(name, ("type", "status", "alt"), ("type",), allowed)


_MUC = SgmlSyntax(
    tags=(
        _entity("enamex", "ORGANIZATION", "PERSON", "LOCATION"),
        _entity("timex", "DATE", "TIME"),
        _entity("numex", "MONEY", "PERCENT"),
        TaskTag(
            "coref",
            ("id", "ref", "type", "min", "status"),
            ("id",),
            (("type", (IDENTITY,)), ("status", OPTIONAL_VALUES)),
            required_beside=(("type", "ref"),),
        ),
    ),
    sections=_MUC_SECTIONS,
    outside="<DOC>",
)
