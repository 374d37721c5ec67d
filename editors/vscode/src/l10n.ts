/** Sentences for people, in the language of the editor. Knows nothing of the editor: the extension says who translates. */

/** A sentence, and what stands at `{0}`, `{1}` and so on in it. */
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
