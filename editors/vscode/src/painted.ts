/** The marks painted in each editor, since several may show parts of one file. Independent of the editor. */

/** The marks painted last in one editor of a file. */
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

    /** The marks painted last in an editor. */
    last(editor: Editor): Painted<Content> | undefined {
        return this.painted.get(editor);
    }

    /** The marks of a file in all editors, of the newest version that any of them shows. */
    of(uri: string): Content[] {
        const own = [...this.painted.values()].filter((painted) => painted.uri === uri);
        const newest = Math.max(...own.map(({ version }) => version));
        return own.filter(({ version }) => version === newest).map(({ content }) => content);
    }

    /** The painted marks, by editor. */
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
