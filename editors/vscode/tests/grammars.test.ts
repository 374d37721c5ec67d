import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";

import * as oniguruma from "vscode-oniguruma";
import * as textmate from "vscode-textmate";
import type { IGrammar } from "vscode-textmate";

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
    for (const scope of ["text.muc-sgml", "source.muc-config"]) {
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
            .map(([piece, inner]) => `${piece} → ${inner.replace(/\.muc-(sgml|config)$/, "")}`);
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
