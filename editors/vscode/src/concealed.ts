/** Stretches of a file that the reading view conceals, followed through edits. Knows nothing of the editor. */

/** A stretch of a text by its offsets. */
export interface Piece {
    start: number;
    end: number;
}

/** The concealed pieces of one mark, such as its opening and its closing tag. */
export type Markup = readonly Piece[];

/** One change of a text: what is replaced, and how long the replacement is. */
export interface Change {
    rangeOffset: number;
    rangeLength: number;
    text: string;
}

/** Whether a change removes some of a piece, or adds to its inside. */
function touches({ rangeOffset, rangeLength }: Change, { start, end }: Piece): boolean {
    return rangeOffset < end && rangeOffset + rangeLength > start;
}

/** The offset after a change; inside a replaced range it moves to its start or end. */
function movedOffset(offset: number, { rangeOffset, rangeLength, text }: Change, isStart: boolean): number {
    const end = rangeOffset + rangeLength;
    if (offset > end || (offset === end && (isStart || rangeLength > 0))) {
        return offset + text.length - rangeLength;
    }
    return offset <= rangeOffset ? offset : isStart ? rangeOffset : rangeOffset + text.length;
}

function moved(pieces: Markup, change: Change): Markup {
    return pieces
        .map(({ start, end }) => ({
            start: movedOffset(start, change, true),
            end: movedOffset(end, change, false),
        }))
        .filter(({ start, end }) => start < end);
}

/** The concealed ranges of an editor in the reading view: all markup except of tags that the user has edited. */
export class Concealed {
    private markups: readonly Markup[] = [];
    private revealed: Markup = [];

    /** Takes in the markup of the text as it is now. */
    take(markups: readonly Markup[]): void {
        this.markups = markups;
    }

    /** Follows a change of the text, which may reveal tags; whether it does. */
    follow(change: Change, mayReveal: boolean): boolean {
        const edited = mayReveal
            ? this.markups.filter((markup) => markup.some((piece) => touches(change, piece)))
            : [];
        this.revealed = moved([...this.revealed, ...edited.flat()], change);
        this.markups = this.markups.map((markup) => moved(markup, change));
        return edited.length > 0;
    }

    /** Conceals again what was revealed. */
    forget(): void {
        this.revealed = [];
    }

    /** The concealed ranges: a partly revealed tag is shown completely. */
    get hidden(): readonly Piece[] {
        const isRevealed = (piece: Piece): boolean =>
            this.revealed.some(({ start, end }) => piece.start < end && start < piece.end);
        return this.markups.filter((markup) => !markup.some(isRevealed)).flat();
    }
}
