// README and list of changes as a marketplace shows them, which has them alone, without the repository around them.
import { posix } from "node:path";

const RELATIVE = /(!?)\[([^\]]*)\]\((?!\w+:|#)([^)\s]+)\)(\n*)/g;

/** Gives pictures and links their address in the repository; while that is not known, leaves out pictures and links alone. */
export function packed(page, folder, repository) {
    const base = repository?.replace(/(\.git)?\/?$/, "");
    return page.replace(RELATIVE, (_, mark, title, path, end) => {
        if (base === undefined) {
            return mark ? "" : title + end;
        }
        const address = `${base}/${mark ? "raw" : "blob"}/HEAD/${posix.join(folder, path)}`;
        return `${mark}[${title}](${address})${end}`;
    });
}
