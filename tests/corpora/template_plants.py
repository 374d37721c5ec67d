"""Ways to break each rule of template files in real keys and responses, whatever their layout."""

from tests.corpora.planting import Plant

HEAD = r"(?<=\n)<(\w+-\w+-\w+)> :="
NEXT_HEAD = r"\n+<(\w+-\w+-\w+)> :="
ABOVE_SLOT = HEAD + r"\n([ \t]+)"
BODY = r"((?:[ \t]+[^\n]*\n)+)"
NAME = r"(?<=\n)([ \t]+)(PER_NAME|ORG_NAME|ENT_NAME|LOCALE|HUM_NAME)(:[ \t]*)([\"'])([^\"'\n]*)\4\n"
TYPE = r"(?<=\n)([ \t]+)(ORG_TYPE|ENT_TYPE|INC_TYPE)(:[ \t]*)(\w[^\n]*)\n"
LINKED = r"([\"'] ##)"
LISTED = r"((?:_ALIAS|ENT_NAME|HUM_NAME|_ID):[ \t]*)(\"[^\"\n]*\")(?=\n)"

HEADERS = [
    Plant("malformed-header", "the one-up string lost", r"(?<=\n)<(\w+-\w+)-\w+> :=", r"‹<\1> :=›"),
    Plant("malformed-header", "the class lost", r"(?<=\n)<\w+(-\w+-\w+> :=)", r"‹<\1›"),
    Plant("malformed-header", "the open bracket lost", HEAD, r"‹\1> :=›"),
    Plant("malformed-header", "the closed bracket lost", HEAD, r"‹<\1 :=›"),
    Plant("malformed-header", "the sign lost", ABOVE_SLOT, "‹<\\1>›\n\\2"),
    Plant("malformed-header", "the sign turned round", HEAD, r"‹<\1> =:›"),
    Plant("malformed-header", "a blank within the sign", HEAD, r"‹<\1> : =›"),
    Plant("malformed-header", "a semicolon in the sign", HEAD, r"‹<\1> ;=›"),
    Plant("malformed-header", "the sign twice", HEAD, r"‹<\1> := :=›"),
    Plant("malformed-header", "half of the sign", HEAD, r"‹<\1> =›"),
    Plant(
        "malformed-header",
        "blanks for hyphens",
        r"(?<=\n)<(PERSON|ORGANIZATION|LOCATION)-(\d+)-(\w+> :=)",
        r"‹<\1 \2 \3›",
    ),
    Plant("malformed-header", "a blank inside", r"(?<=\n)<(\w+-\w+)(-\w+> :=)", r"‹<\1 \2›"),
    Plant("header-not-alone", "a slot behind it", ABOVE_SLOT, r"‹<\1> :=› "),
    Plant("header-not-alone", "a comment behind it", HEAD, r"‹<\1> :=› ; seen twice"),
    Plant("header-not-alone", "link information behind it", HEAD, r"‹<\1> :=› ##12#16#texts"),
    Plant("header-not-alone", "behind a string", rf"([\"']){NEXT_HEAD}", r"\1 ‹<\2> :=›"),
    Plant("header-not-alone", "behind a word", rf"([A-Za-z]{{3}}){NEXT_HEAD}", r"\1   ‹<\2> :=›"),
    Plant("header-not-alone", "behind a pointer", rf"(-\w+>){NEXT_HEAD}", "\\1\t‹<\\2> :=›"),
]
LINES = [
    Plant("slot-not-first", "behind a string", r"([\"'])\n[ \t]+(\w+_\w+:)(?=[ \t])", r"\1 ‹\2›"),
    Plant("slot-not-first", "behind a word", r"(_TYPE:[ \t]*\w+)\n[ \t]+(\w+_\w+:)", r"\1 ‹\2›"),
    Plant("slot-not-first", "behind a pointer", r"(-\w+>)\n[ \t]+([A-Z]+_[A-Z_]+:)", "\\1\t‹\\2›"),
    Plant("multiple-fills-on-line", "two strings", LISTED, r'\1\2 ‹"Q"›'),
    Plant("multiple-fills-on-line", "two kinds of quotes", LISTED, r"\1\2 ‹'Q'›"),
    Plant("multiple-fills-on-line", "two pointers", r"(_TGT: <[^>\n]+>)\n[ \t]+(<[^>\n]+>)", r"\1 ‹\2›"),
    Plant("indented-comment", "with a sharp", ABOVE_SLOT, "<\\1> :=\n\\2‹#› seen twice\n\\2"),
    Plant("indented-comment", "with a semicolon", TYPE, "\\1‹;› not sure\n\\g<0>"),
    Plant("indented-comment", "between records", NEXT_HEAD, "\n  ‹;› next\n<\\1> :="),
    Plant("malformed-link", "an offset lost", NAME, "\\1\\2\\3\\4\\5\\4 ‹##12#texts›\n"),
    Plant("malformed-link", "a sharp lost", NAME, "\\1\\2\\3\\4\\5\\4 ‹#12#16#texts›\n"),
    Plant("malformed-link", "the file lost", NAME, "\\1\\2\\3\\4\\5\\4 ‹##12#16›\n"),
    Plant("malformed-link", "blanks inside", NAME, "\\1\\2\\3\\4\\5\\4 ‹##12 #16#texts›\n"),
    Plant("malformed-link", "a blank in the file's name", NAME, "\\1\\2\\3\\4\\5\\4 ‹##12#16#my texts›\n"),
    Plant("malformed-link", "on a line of its own", NAME, "\\1\\2\\3\\4\\5\\4\n\\1\\1‹##12#16#other›\n"),
    Plant("unterminated-string", "the last quote lost", NAME, "\\1\\2\\3‹\\4\\5›\n"),
    Plant("unterminated-string", "quotes that do not match", NAME, "\\1\\2\\3‹\\4\\5`›\n"),
    Plant("unterminated-string", "a letter behind the quote", NAME, "\\1\\2\\3‹\\4\\5\\4x›\n"),
    Plant("fill-without-slot", "a string behind the header", ABOVE_SLOT, '<\\1> :=\n\\2‹"Q"›\n\\2'),
    Plant("fill-without-slot", "a word behind the header", ABOVE_SLOT, "<\\1> :=\n\\2‹COMPANY›\n\\2"),
    Plant(
        "fill-without-slot",
        "a name lost",
        ABOVE_SLOT + r"PER_NAME:[ \t]*(\S[^\n#]*[^\s#])",
        "<\\1> :=\n\\2‹\\3›",
    ),
]
LINKS = [
    Plant("link-text", "it ends too late", rf"{LINKED}(\d+#\d+)(?=#texts)", r"\1‹\g<2>9›"),
    Plant("link-text", "it leads elsewhere", rf"{LINKED}\d+#\d+(?=#texts)", r"\1‹0#5›"),
    Plant(
        "link-text",
        "another fill than there",
        r"([\"'])(\w[^\"'\n]*)\1( ##)(\d+#\d+)(?=#texts)",
        r"\1Q\2\1\3‹\4›",
    ),
]
OBJECTS = [
    Plant(
        "scattered-document",
        "a person of another document before it",
        NEXT_HEAD.replace(r"(\w+", "((?:PERSON|ORGANIZATION)"),
        '\n<PERSON-1-1> :=\n\tPER_NAME: "x"\n\n‹<\\1> :=›',
    ),
    Plant(
        "scattered-document",
        "a location of another document before it",
        NEXT_HEAD.replace(r"(\w+", "((?:ENTITY|LOCATION)"),
        '\n<LOCATION-2-1> :=\n\tLOCALE: "x"\n‹<\\1> :=›',
    ),
    Plant(
        "scattered-document",
        "a target of another document before it",
        NEXT_HEAD.replace(r"(\w+", "((?:HUM_TGT|INCIDENT)"),
        "\n<HUM_TGT-3-1> :=\n‹<\\1> :=›",
    ),
    Plant(
        "duplicate-object",
        "a record copied",
        rf"(?<=\n)(<(?:PERSON|LOCATION|HUM_TGT)-\w+-\w+> :=)\n{BODY}",
        "\\1\n\\2\n‹\\1›\n\\2",
    ),
    Plant(
        "duplicate-object",
        "the number of the one before",
        rf"(<(PERSON|ORGANIZATION)-\w+-\w+> :=)\n{BODY}\n*<\2-\w+-\w+> :=",
        "\\1\n\\3\n‹\\1›",
    ),
    Plant("duplicate-slot", "a type", TYPE, "\\g<0>\\1‹\\2›\\3\\4\n"),
    Plant("duplicate-slot", "a name", NAME, "\\g<0>\\1‹\\2›:'Q'\n"),
]
POINTERS = [
    Plant("dangling-pointer", "no such number", r"(:[ \t]*)<([A-Z_]+-\w+-)\w+>", r"\1‹<\g<2>9999>›"),
    Plant("dangling-pointer", "another document's", r"(:[ \t]*)<([A-Z_]+)-\w+-(\w+)>", r"\1‹<\2-77-\3>›"),
    Plant(
        "pointer-class", "a person for a place", r"(\bLOCATION:[ \t]*<)LOCATION(-\w+-\w+>)", r"\1‹ENTITY›\2"
    ),
    Plant("pointer-class", "a place for a person", r"(\bPERSON:[ \t]*<)ENTITY(-\w+-\w+>)", r"\1‹LOCATION›\2"),
    Plant(
        "pointer-class",
        "an incident for its target",
        r"(HUM_TGT:[ \t]*<)HUM_TGT(-\w+-\w+>)",
        r"\1‹INCIDENT›\2",
    ),
    Plant("pointer-class", "no class", r"(CONTENT:[ \t]*<)INCIDENT(-\w+-\w+>)", r"\1‹INCIDNT›\2"),
]
TASK = [
    Plant("unknown-class", "misspelt", r"(?<=\n<)(?:PERSON|EMPLOYEE_OF|TEMPLATE)(?=-)", "‹PERSNO›"),
    Plant("unknown-class", "of another task", r"(?<=\n<)(?:PERSON|LOCATION_OF|TEMPLATE)(?=-)", "‹EVENT›"),
    Plant("slot-without-colon", "of a type", TYPE, "\\1‹\\2› \\4\n"),
    Plant("slot-without-colon", "of a name", NAME, "\\1‹\\2› \\4\\5\\4\n"),
    Plant("slot-without-colon", "a blank before it", NAME, "\\1‹\\2› : \\4\\5\\4\n"),
    Plant("slot-without-colon", "an equals sign for it", TYPE, "\\1‹\\2›= \\4\n"),
    Plant(
        "slot-without-colon",
        "with a link",
        r"(?<=\n)([ \t]+)(PER_NAME|ORG_NAME|ENT_NAME|LOCALE)(:)(?=[ \t]*[\"'][^\"'\n]*[\"'] ##)",
        r"\1‹\2› ",
    ),
    Plant("unknown-slot", "a letter too many", NAME, "\\1‹\\2S›\\3\\4\\5\\4\n"),
    Plant("unknown-slot", "of another class", TYPE, "\\g<0>\\1‹FOUNDED›: 1911\n"),
    Plant("set-fill-value", "no value of its set", r"(ORG_TYPE:[ \t]*)\w+\n", "\\1‹FIRM›\n"),
    Plant("set-fill-value", "in quotes", r"((?:INC|ENT)_TYPE:[ \t]*)(\w+)\n", "\\1'‹\\2S›'\n"),
    Plant("set-fill-value", "two values in one", r"(HUM_EFFECT:[ \t]*)(DEATH|INJURY)\n", "\\1‹\\2 \\2›\n"),
    Plant(
        "set-fill-value",
        "the type of a place",
        r"(ORG_LOCALE:[ \t]*\S[^\n]* )(?:CITY|COUNTRY)\n",
        "\\1‹TOWN›\n",
    ),
    Plant("fill-type", "a pointer for a string", NAME, "\\1\\2\\3‹<PERSON-1-1>›\n"),
    Plant("fill-type", "a pointer for a value", TYPE, "\\1\\2\\3‹<INCIDENT-1-1>›\n"),
    Plant("fill-type", "a string for a pointer", r"(:[ \t]*)(<[A-Z_]+-\w+-\w+>)(?=\n)", r'\1‹"\2"›'),
    Plant("fill-type", "a word for a pointer", r"(:[ \t]*)<[A-Z_]+-\w+-\w+>(?=\n)", r"\1‹none›"),
    Plant("cardinality", "two types", TYPE, "\\g<0>\\1\t‹\\4›\n"),
    Plant(
        "cardinality",
        "two names of one person",
        NAME.replace("|ORG_NAME|ENT_NAME|LOCALE|HUM_NAME", ""),
        "\\g<0>\\1\t‹'Q'›\n",
    ),
    Plant(
        "cardinality", "no type", rf"{HEAD}\n((?:[ \t]+(?!\w+_TYPE)[^\n]*\n)*){TYPE[7:]}", "‹<\\1> :=›\n\\2"
    ),
    Plant("cardinality", "a slot without a fill", r"((?:ORG|ENT|INC)_TYPE)(:)[ \t]*\w[^\n]*", r"‹\1›\2"),
]
IN_RESPONSES = [
    Plant("alternative-in-response", "of a name", NAME, "\\g<0>\\1\t‹/›'Q'\n"),
    Plant("alternative-in-response", "of a type", TYPE, "\\g<0>\\1  ‹/› \\4\n"),
    Plant("optional-in-response", "a name", NAME, "\\1\\2\\3‹/›\\4\\5\\4\n"),
    Plant("optional-in-response", "a type", TYPE, "\\1\\2\\3‹/› \\4\n"),
    Plant("optional-in-response", "an object", TYPE, "\\g<0>\\1‹OBJ_STATUS›: OPT\n"),
]
IN_KEYS = [
    Plant(
        "cardinality",
        "too many in one alternative",
        NAME[:-2].replace("ORG_NAME|ENT_NAME|LOCALE|HUM_NAME", "ORG_NAME") + r"\n",
        "\\g<0>\\1\t/\"Q\"\n\\1\t‹'R'›\n",
    ),
    Plant("set-fill-value", "in an alternative", TYPE, "\\g<0>\\1\t/‹NONE›\n"),
    Plant(
        "set-fill-value",
        "of the status",
        rf"{TYPE}(?!(?:[ \t][^\n]*\n)*[ \t]+OBJ_STATUS)",
        "\\g<0>\\1OBJ_STATUS: ‹MAYBE›\n",
    ),
    Plant("fill-type", "in an alternative", TYPE, "\\g<0>\\1\t/‹<PERSON-1-1>›\n"),
]
EVERYWHERE = [*HEADERS, *LINES, *LINKS, *OBJECTS, *POINTERS, *TASK]
