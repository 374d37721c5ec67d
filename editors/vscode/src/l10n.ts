/** Messages in the language of the editor. Independent of the editor: the extension sets the translator. */

/** A message, and the values of its placeholders `{0}`, `{1}` and so on. */
export type Translate = (sentence: string, ...parts: (string | number)[]) => string;

let translated: Translate = (sentence, ...parts) =>
    sentence.replace(/\{(\d+)\}/g, (place, number) => String(parts[Number(number)] ?? place));

export function translateBy(translate: Translate): void {
    translated = translate;
}

/** A sentence in the language of the editor; it is written out at each call, so that it can be collected. */
export function t(sentence: string, ...parts: (string | number)[]): string {
    return translated(sentence, ...parts);
}
