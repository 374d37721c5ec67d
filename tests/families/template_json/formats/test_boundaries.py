"""Where records start: the quick search says what the rule says, in any text."""

import re

from hypothesis import given
from hypothesis import strategies as st

from keytally.families.template_json.records import starts_of_records

NAMES = "templates|pred_templates|extracts|pred_extracts|doctext|text|docid|doc|gold_templates|gold_extracts"
LISTED = "templates|pred_templates|extracts|pred_extracts|doctext|docid"
RULE = re.compile(
    r"(?<=[\r\n])(?=\{)"
    r'|(?<!\\)(?="[^"\\\r\n]{1,100}"[ \t\r\n]{0,40}:[ \t\r\n]{0,40}\{[ \t\r\n]{0,80}"(?:' + NAMES + r')")'
    r"|(?=,[ \t\r\n]{0,80}(?<![\r\n])\{(?:[ \t\r\n]{0,80}[\"'](?:" + LISTED + r")[\"']"
    r"|[^{}]{0,200}[\"']docid[\"'])[ \t\r\n]{0,20}:)"
)
PIECES = [
    *('"10001"', ":", "{", '"pred_templates"', '"docid"', '"doc"', '"x"', "\n", "\r", "\t", " ", "\\", '"'),
    *(', {"docid":', "'docid'", " " * 80, "x" * 198, '"id": 1, "docid":'),
    *('"a": {"docid"', '":{"', "}", ",", "x", "é", "\u2028", " " * 39, " " * 40, "x" * 99, "x" * 100),
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_records_start_where_the_rule_says(text: str) -> None:
    assert starts_of_records(text) == [each.start() for each in RULE.finditer(text) if each.start()]
