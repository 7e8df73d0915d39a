import { parseAction } from "@webhand/contracts/action/parse";

/** A page's text around the line of an element; `target` is null where the text does not have it. */
export type PageParts = { readonly before: string; readonly target: string | null; readonly after: string };

/** Ids of the elements that an action is about, such as 17 of `click(17)`. @throws never */
export function targetIdsOf(action: string): readonly number[] {
	const parsed = parseAction(action);
	if (!parsed.ok) return [];
	const { id, from, to } = parsed.action as { readonly id?: unknown; readonly from?: unknown; readonly to?: unknown };
	return [id, from, to].filter((value) => typeof value === "number");
}

/**
 * Cuts a page's text at the line of an element: `<button 17>` in page text, `"agent-17"` in a snapshot. The first such line counts.
 *
 * @throws never
 */
export function partsOf(text: string, id: number | undefined): PageParts {
	const whole = { before: text, target: null, after: "" };
	if (id === undefined) return whole;
	const found = new RegExp(`<[a-z][a-z0-9-]* ${id}\\*?[ >/]|"agent-${id}"`).exec(text);
	if (found === null) return whole;
	const from = text.lastIndexOf("\n", found.index) + 1;
	const end = text.indexOf("\n", found.index);
	const to = end === -1 ? text.length : end;
	return { before: text.slice(0, from), target: text.slice(from, to), after: text.slice(to) };
}

/** A snapshot of the run channel with a line per fact; any other text as it is. @throws never */
export function readable(text: string): string {
	if (!text.startsWith("{")) return text;
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}
