import { cut } from "../write/normalize.ts";

type Answer = { readonly total: number; readonly unit: string; readonly note: string; readonly lines: readonly string[] };

const first = /^… (?:\d+ of )?(\d+) (\p{L}+)(.*)$/u;

function parsed(text: string): Answer | null {
	const [head = "", ...lines] = text.split("\n");
	const [, total, unit = "", note = ""] = first.exec(head) ?? [];
	return total === undefined ? null : { total: Number(total), unit, note, lines };
}

/** Writes an answer; its first line says how many of how many lines it shows. */
export function writeAnswer({ total, unit, note, lines }: Answer): string {
	return [`… ${lines.length === total ? total : `${lines.length} of ${total}`} ${unit}${note}`, ...lines].join("\n");
}

/**
 * Shortens the answer of a lookup to whole lines, and says in the first line how many of how many it shows.
 * A first line that is too long is cut. Text of another shape is cut at the end of a line.
 *
 * @param text as `find`, `expand` and `options` write it
 * @param room in units of `sizeOf`
 * @param sizeOf size of a piece of text; its characters by default
 * @throws never
 */
export function shortAnswer(text: string, room: number, sizeOf: (piece: string) => number = (piece) => piece.length): string {
	if (sizeOf(text) <= room) return text;
	const answer = parsed(text);
	const lines = answer?.lines ?? text.split("\n");
	const end = sizeOf("\n");
	// The first line may grow by the number of lines left.
	let left = room - (answer === null ? 0 : sizeOf(writeAnswer({ ...answer, lines: [] })) + String(answer.total).length);
	const kept: string[] = [];
	for (const line of lines) {
		const size = sizeOf(line) + end;
		if (size > left) break;
		left -= size;
		kept.push(line);
	}
	const [only = ""] = lines;
	if (kept.length === 0) kept.push(cut(only, Math.max(1, Math.floor(((left - end) * only.length) / Math.max(1, sizeOf(only))) - 1)));
	return answer === null ? kept.join("\n") : writeAnswer({ ...answer, lines: kept });
}

/**
 * Joins the answers of several documents.
 *
 * @param limits of lines and characters
 * @param note for the whole answer if no part has one, such as `, a part of the page did not answer`
 * @throws never
 */
export function joinedAnswer(
	texts: readonly string[],
	limits: { readonly lines: number; readonly characters: number },
	note = "",
): { readonly text: string; readonly total: number } {
	const answers = texts.map(parsed).filter((answer) => answer !== null);
	const total = answers.reduce((sum, answer) => sum + answer.total, 0);
	const lines = answers.flatMap((answer) => answer.lines).slice(0, limits.lines);
	const said = answers.find((answer) => answer.note !== "")?.note ?? note;
	const text = writeAnswer({ total, unit: answers[0]?.unit ?? "found", note: said, lines });
	return { text: shortAnswer(text, limits.characters), total };
}
