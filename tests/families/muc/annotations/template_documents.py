"""Random records for tests of annotations and of differences."""

from hypothesis import strategies as st

from keytally.families.contract import Role
from keytally.families.muc.configuration.resolution import load_configuration
from keytally.families.muc.evaluation.templates import TemplateTask
from keytally.families.muc.templates.unit import TemplateUnit
from tests.families.annotating import units_of

CONFIGURATION = load_configuration("muc6-st", [])
TASK = TemplateTask("scenario_template", CONFIGURATION)
LANGUAGE = TASK.language(Role.KEY)

FILLS = {
    "TEMPLATE": {"DOC_NR": ["1"], "CONTENT": ["<SUCCESSION_EVENT-1-1>", "<SUCCESSION_EVENT-1-2>"]},
    "SUCCESSION_EVENT": {
        "POST": ['"chief"', '"head of it"', "'an \"odd\" one'"],
        "SUCCESSION_ORG": ["<ORGANIZATION-1-1>", "<ORGANIZATION-1-2>", "<ORGANIZATION-1-9>"],
        "VACANCY_REASON": ["REASSIGNMENT", "oth_unk"],
        "OBJ_STATUS": ["OPTIONAL"],
        "COMMENT": ['"none"'],
    },
    "ORGANIZATION": {
        "ORG_NAME": ['"Acme"', '"Acme  Inc."', '"Bolt"'],
        "ORG_TYPE": ["COMPANY", "company", "OTHER"],
        "ORG_ALIAS": ['"A"', '"B"  ##1#2#t'],
    },
    "NOBODY": {"X": ['"y"']},
}


@st.composite
def files(draw: st.DrawFn) -> list[TemplateUnit]:
    """The records of a document, each with its own name: slots in any place, alternatives, comments."""
    end = draw(st.sampled_from(["\n", "\n", "\r\n"]))
    names = draw(
        st.lists(st.tuples(st.sampled_from(sorted(FILLS)), st.integers(1, 3)), max_size=5, unique=True)
    )
    text = draw(st.sampled_from(["", "# a comment\n\n"]))
    for class_name, number in names:
        text += f"<{class_name}-1-{number}> :=\n"
        for slot in draw(st.lists(st.sampled_from(sorted(FILLS[class_name])), max_size=3)):
            fills = draw(st.lists(st.sampled_from(FILLS[class_name][slot]), min_size=1, max_size=3))
            marks = [draw(st.sampled_from(["", "", "/ "])) for _ in fills]
            written = [f"{mark}{fill}" for mark, fill in zip(marks, fills, strict=True)]
            text += f"\t{slot}: " + "\n\t\t\t".join(written) + "\n"
        text += draw(st.sampled_from(["", "\n", "# more\n", "\n\n"]))
    return units_of(LANGUAGE, text.replace("\n", end))
