/** Marks that the server was asked about before: it sends only what has changed. Knows nothing of the editor. */

interface Place {
    line: number;
    character: number;
}

interface Stretch {
    start: Place;
    end: Place;
}

interface Ranged {
    range: Stretch;
    extent?: Stretch;
    text?: Stretch;
}

/** Old marks from the index `moved` on stand `lines` further down; then edits replace some, by their old indices. */
export interface MarksChange<Mark> {
    moved: number;
    lines: number;
    edits: { start: number; deleteCount: number; marks: Mark[] }[];
}

interface Kept<Mark> {
    resultId: string;
    marks: readonly Mark[];
}

interface Answer<Mark> {
    resultId?: string;
    marks?: Mark[];
    change?: MarksChange<Mark>;
}

/** The number of cached answers: one for each visible part of a file. */
const MOST_KEPT = 8;

/** The last answer about each part of a file, by a name that the caller gives it. */
export class KeptMarks<Mark extends Ranged> {
    private readonly answers = new Map<string, Kept<Mark>>();

    /** The answer that was cached under a name at the time of the request. */
    of(name: string): Kept<Mark> | undefined {
        return this.answers.get(name);
    }

    /** The marks of an answer to a question that named the answer `before`. */
    received(name: string, before: Kept<Mark> | undefined, answer: Answer<Mark>): Mark[] {
        const marks = answer.change ? changed(before?.marks ?? [], answer.change) : (answer.marks ?? []);
        this.answers.delete(name);
        if (answer.resultId !== undefined) {
            this.answers.set(name, { resultId: answer.resultId, marks });
        }
        for (const oldest of [...this.answers.keys()].slice(0, -MOST_KEPT)) {
            this.answers.delete(oldest);
        }
        return marks;
    }

    clear(): void {
        this.answers.clear();
    }
}

function changed<Mark extends Ranged>(old: readonly Mark[], change: MarksChange<Mark>): Mark[] {
    const marks = old.map((mark, index) =>
        index < change.moved || !change.lines ? mark : lower(mark, change.lines),
    );
    for (const { start, deleteCount, marks: added } of change.edits.toReversed()) {
        marks.splice(start, deleteCount, ...added);
    }
    return marks;
}

function lower<Mark extends Ranged>(mark: Mark, lines: number): Mark {
    const { range, extent, text } = mark;
    return {
        ...mark,
        range: further(range, lines),
        ...(extent && { extent: further(extent, lines) }),
        ...(text && { text: further(text, lines) }),
    };
}

function further({ start, end }: Stretch, lines: number): Stretch {
    return { start: { ...start, line: start.line + lines }, end: { ...end, line: end.line + lines } };
}
