/** What is painted in each editor, since several may show parts of one file. Knows nothing of the editor. */

/** What was painted last in one editor of a file. */
export interface Painted<Content> {
    uri: string;
    version: number;
    content: Content;
}

export class PaintedEditors<Editor, Content> {
    private readonly painted = new Map<Editor, Painted<Content>>();

    /** Keeps what an editor shows now; what hidden editors showed of the same file is forgotten. */
    take(editor: Editor, painted: Painted<Content>, visible: readonly Editor[]): void {
        for (const [other, { uri }] of this.painted) {
            if (uri === painted.uri && !visible.includes(other)) {
                this.painted.delete(other);
            }
        }
        this.painted.set(editor, painted);
    }

    /** What editors show of a file, each about its newest version that any of them shows. */
    of(uri: string): Content[] {
        const own = [...this.painted.values()].filter((painted) => painted.uri === uri);
        const newest = Math.max(...own.map(({ version }) => version));
        return own.filter(({ version }) => version === newest).map(({ content }) => content);
    }

    /** What is painted, by editor. */
    entries(): IterableIterator<[Editor, Painted<Content>]> {
        return this.painted.entries();
    }

    forget(uri: string): void {
        for (const [editor, painted] of this.painted) {
            if (painted.uri === uri) {
                this.painted.delete(editor);
            }
        }
    }
}
