export const escape = "\u001b";
const bell = "\u0007";
// The same introducers in eight bits.
const [csi8, st8, osc8] = ["\u009b", "\u009c", "\u009d"];
const strings8 = "\u0090\u0098\u009e\u009f";

// ECMA-48: a control sequence, an operating system command, other strings, and two characters.
const controlBody = `(?:${escape}\\[|${csi8})[0-?]*[ -/]*`;
const commandBody = `(?:${escape}\\]|${osc8})[^${bell}${escape}${st8}\\n]*`;
const stringBody = `(?:${escape}[PX^_]|[${strings8}])[^${escape}${st8}\\n]*`;
const shortBody = `${escape}[ -/]*`;
const whole = [
	`${controlBody}[@-~]`,
	`${commandBody}(?:${bell}|${escape}\\\\|${st8})`,
	`${stringBody}(?:${escape}\\\\|${st8})`,
	`${shortBody}[0-OQ-WYZ\\\\\`-~]`,
];
// An introducer whose end never comes: what follows is text.
const introducer = `${escape}[\\][PX^_]?|[${strings8}${csi8}${osc8}]`;

const sequence = new RegExp([...whole, introducer].join("|"), "g");
const unfinished = new RegExp(`(?:${controlBody}|${commandBody}${escape}?|${stringBody}${escape}?|${shortBody}|[\ud800-\udbff])$`);
const anyIntroducer = new RegExp(`[${escape}${strings8}${csi8}${osc8}]`);
// A longer list of numbers is no colour. A place on the screen means nothing in a log, which has no height.
const shown = new RegExp(`^(?:${escape}\\[|${csi8})(?:([0-9;]{0,80})(m)|([0-9]{0,4})([A-GJKsu]))$`);
const cursor = new RegExp(`^${escape}\\[(\\d*)([A-GJKsu])$`);
const keptColor = new RegExp(`${escape}\\[([0-9;]*)m`, "g");
/** Sequences longer than this are text. */
const mostHeld = 4_096;

/** A text with those escape sequences only that set colours, move the cursor by places, or erase at it. @throws never */
export function shownOnly(text: string): string {
	if (!anyIntroducer.test(text)) return text;
	return text.replaceAll(sequence, (found) => {
		const [, numbers, color, count, move] = shown.exec(found) ?? [];
		if (color !== undefined) return `${escape}[${numbers}m`;
		return move === undefined ? "" : `${escape}[${count}${move}`;
	});
}

/** Divides what `shownOnly` returned into texts and, at odd places, moves: `\n`, `\r`, `\b`, and sequences of the cursor. */
export const moves = new RegExp(`([\\n\\r\\b]|${escape}\\[\\d*[A-GJKsu])`);

/** The number and the letter of a sequence of the cursor; null for another move. @throws never */
export function cursorMove(move: string): { readonly count: number | undefined; readonly letter: string } | null {
	const [, digits = "", letter] = cursor.exec(move) ?? [];
	return letter === undefined ? null : { count: digits === "" ? undefined : Number(digits), letter };
}

/** A text without any escape sequence. @throws never */
export function withoutSequences(text: string): string {
	return text.replaceAll(sequence, "");
}

/** The beginning of a sequence, or of a pair of code units, at the end of a text, whose end has not come; "" for none. @throws never */
export function unfinishedEnd(text: string): string {
	return unfinished.exec(text.slice(-mostHeld))?.[0] ?? "";
}

const resets = /^0*$/;
/** Colour sequences that are carried on. */
const mostStyle = 400;

/** The colour sequences that are in force behind a text. @throws never */
export function styleAfter(style: string, text: string): string {
	let after = style;
	for (const { text: found, numbers } of colorsIn(text)) after = resets.test(numbers) ? "" : `${after}${found}`;
	return after.length > mostStyle ? after.slice(after.indexOf(escape, after.length - mostStyle)) : after;
}

/** The colour sequences of a text that `shownOnly` returned, with their places and numbers. @throws never */
export function colorsIn(text: string): readonly { readonly index: number; readonly text: string; readonly numbers: string }[] {
	return [...text.matchAll(keptColor)].map(({ 0: found, 1: numbers = "", index }) => ({ index, text: found, numbers }));
}
