// The keys of the texts of the trial, as lists of what is to be annotated.

/** The key of each type of entity, in the view and behind the chord. */
export const DIGITS = { PERSON: "1", ORGANIZATION: "2", LOCATION: "3", DATE: "4", TIME: "5", MONEY: "6", PERCENT: "7" };

/** The entities of a key, in order, each with the number of equal texts before it. */
export function entitiesOf(key) {
    const bare = key.replace(/<\/?[A-Z]+[^>]*>/g, (tag) => "\0".repeat(tag.length));
    return [...key.matchAll(/<(?:ENAMEX|TIMEX|NUMEX) TYPE="([A-Z]+)">([^<]+)</g)].map(({ index, 0: whole, 1: type, 2: text }) => {
        const before = bare.slice(0, index + whole.length - text.length - 1).replaceAll("\0", "");
        return { type, text, occurrence: before.split(text).length - 1 };
    });
}

/** The mentions of each chain of a key, in order. */
export function chainsOf(key) {
    const chains = new Map();
    for (const [, attributes, name] of key.matchAll(/<COREF ([^>]*)>([^<]+)</g)) {
        const [id, reference] = ["ID", "REF"].map((wanted) => new RegExp(`${wanted}="(\\d+)"`).exec(attributes)?.[1]);
        const chain = chains.get(reference) ?? [];
        chain.push(name);
        chains.set(id, chain);
    }
    return [...new Set(chains.values())];
}
