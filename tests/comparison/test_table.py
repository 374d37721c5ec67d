"""Tables in each format."""

import pytest

from keytally.text.tables import FORMATS, Table

TABLE = Table("F of 2 systems", ("system", "F"), [("a_1|x", "50.00"), ("b & c", "5.00")])

PAGES = {
    "text": "F of 2 systems\n\nsystem      F\na_1|x   50.00\nb & c    5.00\n",
    "markdown": (
        "**F of 2 systems**\n\n| system | F |\n| --- | ---: |\n| `a_1\\|x` | 50.00 |\n| b & c | 5.00 |\n"
    ),
    "csv": "system,F\na_1|x,50.00\nb & c,5.00\n",
    "latex": (
        "% F of 2 systems\n\\begin{tabular}{lr}\n\\toprule\nsystem & F \\\\\n\\midrule\n"
        "a\\_1|x & 50.00 \\\\\nb \\& c & 5.00 \\\\\n\\bottomrule\n\\end{tabular}\n"
    ),
}


@pytest.mark.parametrize("form", FORMATS)
def test_a_table(form: str) -> None:
    assert FORMATS[form]([TABLE]) == PAGES[form]


def test_csv_quotes_what_has_a_comma_and_parts_tables_by_an_empty_line() -> None:
    table = Table("", ("x",), [("a,b",)])
    assert FORMATS["csv"]([table, table]) == 'x\n"a,b"\n\nx\n"a,b"\n'
