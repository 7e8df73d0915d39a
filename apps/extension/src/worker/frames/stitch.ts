/** A frame's text and the place of its children in it: by the id that the parent's text gives the frame element. */
export type FrameText = { readonly text: string; readonly children: readonly { readonly id: number; readonly frame: FrameText | null }[] };

const frameChars = 20_000;
const allFramesChars = 60_000;
const zoneMark = /^@(view|above|below|aside)$/;
const frameLine = /^( *)<frame (\d+)\*?(?: |>)/;

/**
 * Writes the text of each frame below its line in the text of its parent. A frame that could not be read, or that no longer fits, is marked
 * `unreadable`, never left out.
 *
 * @param top text of the top document
 * @returns one page text; all frames together add at most 60,000 characters, one at most 20,000
 * @source page.md §6
 */
export function stitch(top: FrameText): string {
	const budget = { left: allFramesChars };
	const { header, body } = split(top.text);
	return [...header, "", ...withFrames(body, top, budget)].join("\n");
}

/** Puts a header line in front of the empty line that ends the header. @source page.md §4 */
export function withHeaderLine(text: string, line: string): string {
	const { header, body } = split(text);
	return [...header, line, "", ...body].join("\n");
}

function split(text: string): { header: string[]; body: string[] } {
	const lines = text.split("\n");
	const end = lines.indexOf("");
	return end === -1 ? { header: lines, body: [] } : { header: lines.slice(0, end), body: lines.slice(end + 1) };
}

function withFrames(body: readonly string[], frame: FrameText, budget: { left: number }): string[] {
	const children = new Map(frame.children.map((child) => [child.id, child.frame]));
	return body.flatMap((line) => {
		const found = frameLine.exec(line);
		if (found === null) return [line];
		const child = children.get(Number(found[2])) ?? null;
		const inner = child === null ? null : innerLines(child, budget);
		if (inner === null) return [unreadable(line)];
		const indent = `${found[1]} `;
		return [line, ...inner.map((text) => indent + text)];
	});
}

/** The child's own marks of near and far mean nothing in the parent's text. */
function innerLines(frame: FrameText, budget: { left: number }): string[] | null {
	const lines = split(frame.text).body.filter((line) => !zoneMark.test(line));
	const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
	if (length > frameChars || length > budget.left) return null;
	budget.left -= length;
	return withFrames(lines, frame, budget);
}

function unreadable(line: string): string {
	if (/ unreadable(>|$| )/.test(line)) return line;
	const end = line.lastIndexOf(">");
	return end === -1 ? line : `${line.slice(0, end)} unreadable${line.slice(end)}`;
}
