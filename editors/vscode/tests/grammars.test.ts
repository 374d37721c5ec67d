import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";

import * as oniguruma from "vscode-oniguruma";
import * as textmate from "vscode-textmate";
import type { IGrammar } from "vscode-textmate";

const SCOPES = [
    "text.muc-sgml",
    ...["muc-config", "muc-template", "muc-bnf", "lexsub", "m2", "cpa"].map((id) => `source.${id}`),
];

const grammars = new Map<string, IGrammar>();

before(async () => {
    const wasm = createRequire(`${process.cwd()}/package.json`).resolve("vscode-oniguruma/release/onig.wasm");
    await oniguruma.loadWASM(readFileSync(wasm));
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: (scope) => {
            const path = `languages/${scope.split(".")[1] ?? ""}.tmLanguage.json`;
            return Promise.resolve(textmate.parseRawGrammar(readFileSync(path, "utf8"), path));
        },
    });
    for (const scope of SCOPES) {
        const grammar = await registry.loadGrammar(scope);
        assert.ok(grammar);
        grammars.set(scope, grammar);
    }
});

/** The innermost scope of each stretch of text, as `text → scope`; plain text is left out. */
function scopes(scope: string, text: string): string[] {
    const grammar = grammars.get(scope);
    assert.ok(grammar);
    let stack = textmate.INITIAL;
    return text.split("\n").flatMap((line) => {
        const result = grammar.tokenizeLine(line, stack);
        stack = result.ruleStack;
        return result.tokens
            .map(
                (token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1) ?? ""] as const,
            )
            .filter(([piece, inner]) => piece.trim() !== "" && inner !== scope)
            .map(([piece, inner]) => `${piece} → ${inner.slice(0, inner.lastIndexOf("."))}`);
    });
}

test("a task tag: its name, its attribute, its value", () => {
    assert.deepEqual(scopes("text.muc-sgml", '<ENAMEX TYPE="PERSON|LOCATION">Lee</ENAMEX>'), [
        "< → punctuation.definition.tag.begin",
        "ENAMEX → entity.name.tag.task",
        "TYPE → entity.other.attribute-name",
        "= → punctuation.separator.key-value",
        '" → string.quoted.double',
        "PERSON → string.quoted.double",
        "| → keyword.operator.alternative",
        "LOCATION → string.quoted.double",
        '" → string.quoted.double',
        "> → punctuation.definition.tag.end",
        "</ → punctuation.definition.tag.begin",
        "ENAMEX → entity.name.tag.task",
        "> → punctuation.definition.tag.end",
    ]);
});

test("a tag may run over a line's end", () => {
    const found = scopes("text.muc-sgml", "<TIMEX\nTYPE=DATE>1995</TIMEX>");
    assert.ok(found.includes("TYPE → entity.other.attribute-name"));
    assert.ok(found.includes("DATE → string.unquoted"));
});

test("a stray < in prose opens nothing", () => {
    assert.deepEqual(scopes("text.muc-sgml", "profits < losses & R&D <3"), []);
});

test("a tag that is never closed ends at the next one", () => {
    const found = scopes("text.muc-sgml", "<ENAMEX TYPE=PERSON <p> Lee");
    assert.ok(found.includes("<p> → comment.other.tag"));
});

test("sections and the text's own markup are told apart", () => {
    assert.deepEqual(scopes("text.muc-sgml", "<TXT><p>"), [
        "< → punctuation.definition.tag.begin",
        "TXT → entity.name.section",
        "> → punctuation.definition.tag.end",
        "<p> → comment.other.tag",
    ]);
});

test("a configuration: comments and options begin their lines", () => {
    assert.deepEqual(scopes("source.muc-config", '; a comment\n:slot_defs "enamex type type scored 4 set"'), [
        "; → punctuation.definition.comment",
        " a comment → comment.line.semicolon",
        ": → punctuation.definition.option",
        "slot_defs → keyword.other.option",
        '" → string.quoted.double',
        "enamex type type  → string.quoted.double",
        "scored → storage.modifier",
        "4 → constant.numeric",
        "set → storage.type",
        '" → string.quoted.double',
    ]);
    assert.deepEqual(scopes("source.muc-config", " :not_an_option ; nor a comment"), []);
});

test("a template: header, slots, fills, pointers, link information", () => {
    const scope = "source.muc-template";
    assert.deepEqual(scopes(scope, "<PERSON-9301-1> :="), [
        "< → punctuation.definition.header.begin",
        "PERSON → entity.name.class",
        "-9301-1 → constant.other.identifier",
        "> → punctuation.definition.header.end",
        ":= → keyword.operator.assignment",
    ]);
    assert.deepEqual(scopes(scope, '\tPER_NAME: / "O\'Neil: a life"##1#5#texts'), [
        "PER_NAME → variable.other.slot",
        ": → punctuation.separator.slot",
        "/ → keyword.operator.alternative",
        '"O\'Neil: a life" → string.quoted.double',
        "##1#5#texts → comment.other.link",
    ]);
    assert.ok(scopes(scope, "\tIO_PERSON: <PERSON-9301-1>").includes("PERSON → entity.name.class"));
    assert.deepEqual(scopes(scope, "; a comment"), ["; a comment → comment.line"]);
});

test("a BNF: classes, sets, cardinalities", () => {
    assert.deepEqual(scopes("source.muc-bnf", "ORG_TYPE: {{KIND}} | {A, B}^"), [
        "ORG_TYPE → variable.other.slot",
        ": → punctuation.separator.slot",
        "{{ → punctuation.definition.set.begin",
        "KIND → entity.name.type.set",
        "}} → punctuation.definition.set.end",
        "| → keyword.operator.choice",
        "{ → meta.set",
        "A → constant.other.member",
        ",  → meta.set",
        "B → constant.other.member",
        "} → meta.set",
        "^ → keyword.operator.cardinality",
    ]);
});

test("substitutes, edits and patterns have their columns coloured", () => {
    assert.deepEqual(scopes("source.lexsub", "bright.a 5 :: clever 3;").slice(0, 3), [
        "bright → entity.name.lexelt",
        ".a → storage.type.part-of-speech",
        "5 → constant.numeric.item",
    ]);
    const edit = scopes("source.m2", "A 3 4|||Vform|||has been|||REQUIRED|||-NONE-|||0");
    assert.ok(edit.includes("has been → string.unquoted.correction"));
    assert.ok(edit.includes("Vform → entity.name.type"));
    assert.deepEqual(scopes("source.cpa", "7\tdogs\tsubj\tAnimal"), [
        "7 → constant.numeric.id",
        "dogs → string.unquoted.token",
        "subj → keyword.other.tag",
        "Animal → entity.name.type",
    ]);
});
