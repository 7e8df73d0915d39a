const lineEnds = /[\s\u2028\u2029]+/g;

/** What the person said, as a note of a task, and the question that it answers. */
export type Note = { readonly question?: string; readonly said: string };

/**
 * An answer as a note: the question on the first line, what the person said on the second. A question may quote a page, so its own line
 * ends go: no word of it reaches the line of the person.
 */
export function askedNote(question: string, said: string): string {
	return `You asked: ${question.replaceAll(lineEnds, " ")}\n${said}`;
}

/** Reads a note. One that begins like a question and has no second line is all question: the safe side. @throws never */
export function readNote(note: string): Note {
	if (!note.startsWith("You asked")) return { said: note };
	const end = note.indexOf("\n");
	return end === -1 ? { question: note, said: "" } : { question: note.slice(0, end), said: note.slice(end + 1) };
}
