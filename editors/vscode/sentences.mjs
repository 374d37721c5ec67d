// Collects the messages of the extension for translation in l10n/bundle.l10n.json.
// With --check it writes nothing, and ends with status 1 where that file is old or a sentence cannot be translated.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import ts from "typescript";

const FILE = "l10n/bundle.l10n.json";
const SHOWN_BY = /^say$|\.show(Error|Warning|Information)Message$/;
const SHOWN_AS = new Set([
    "title",
    "placeholder",
    "nothing",
    "advice",
    "openLabel",
    "tooltip",
    "message",
    "detail",
]);
const WORD = /\p{L}/u;

const isText = (node) =>
    node !== undefined && (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node));
const isTemplate = (node) =>
    ts.isTemplateExpression(node) &&
    WORD.test(node.head.text + node.templateSpans.map(({ literal }) => literal.text).join(""));

/** Looks at every node of the sources, with the name of its file. */
function visitAll(visit) {
    for (const name of readdirSync("src").filter((each) => each.endsWith(".ts"))) {
        const source = ts.createSourceFile(
            name,
            readFileSync(`src/${name}`, "utf8"),
            ts.ScriptTarget.Latest,
            true,
        );
        const walk = (node) => {
            visit(node, `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
            ts.forEachChild(node, walk);
        };
        walk(source);
    }
}

const isTranslated = (node) => ts.isCallExpression(node) && node.expression.getText() === "t";

/** The messages in alphabetical order, and the faulty calls. */
function collected() {
    const [sentences, faults] = [new Set(), []];
    visitAll((node, place) => {
        if (isTranslated(node) && isText(node.arguments[0])) {
            sentences.add(node.arguments[0].text);
        } else if (isTranslated(node)) {
            faults.push(`${place}: t() is given something else than a sentence`);
        } else if (shown(node).some((each) => isTemplate(each) || (isText(each) && WORD.test(each.text)))) {
            faults.push(`${place}: what is shown is not given to t()`);
        }
    });
    return { sentences: [...sentences].sort(), faults };
}

/** The texts that a node shows to the user. */
function shown(node) {
    if (ts.isCallExpression(node) && SHOWN_BY.test(node.expression.getText())) {
        return node.arguments.filter((each) => each !== undefined);
    }
    if (ts.isPropertyAssignment(node) && SHOWN_AS.has(node.name.getText())) {
        return [node.initializer];
    }
    const isSet = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    return isSet && ts.isPropertyAccessExpression(node.left) && SHOWN_AS.has(node.left.name.text)
        ? [node.right]
        : [];
}

const { sentences, faults } = collected();
const text = `${JSON.stringify(Object.fromEntries(sentences.map((each) => [each, each])), null, 2)}\n`;
if (process.argv.includes("--check")) {
    if (readFileSync(FILE, "utf8") !== text) {
        faults.push(`${FILE} is old: npm run l10n writes it`);
    }
} else {
    mkdirSync("l10n", { recursive: true });
    writeFileSync(FILE, text);
}
for (const fault of faults) {
    console.error(fault);
}
process.exitCode = faults.length > 0 ? 1 : 0;
