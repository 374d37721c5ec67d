// The README as a marketplace shows it, which has it alone, without the repository around it.

const PICTURE = /!\[([^\]]*)\]\(\.\.\/\.\.\/([^)]+)\)\n+/g;

/** Gives pictures of the documentation their address in the repository; leaves them out while that is not known. */
export function packed(readme, repository) {
    const base = repository?.replace(/(\.git)?\/?$/, "/raw/HEAD/");
    return readme.replace(PICTURE, (_, title, path) => (base ? `![${title}](${base}${path})\n\n` : ""));
}
