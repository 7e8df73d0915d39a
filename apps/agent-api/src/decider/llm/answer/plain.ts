/** True for what models write where nothing is to be said: `None`, `n/a`, `-`. */
export const isNothing = (text: string): boolean => /^\W*(?:none|nothing|null|n\/?a)?\W*$/i.test(text);

/** The lines of a list, without bullets and numbers. */
export function linesOf(text: string): readonly string[] {
	return text
		.split("\n")
		.map((line) => line.replace(/^\s*(?:[-*•]|\d+[.):])\s*/, "").trim())
		.filter((line) => line !== "");
}

const mark = String.raw`[[(](?:active|completed|pending|failed|done|now|to do)[\])]`;
const marks = new RegExp(`^${mark}\\s*|\\s*${mark}$`, "gi");

/** The steps of a plan, without the marks and numbers that a prompt shows beside them. */
export function planSteps(lines: readonly string[]): readonly string[] {
	return lines.flatMap(linesOf).flatMap((line) => linesOf(line.replaceAll(marks, "")));
}
