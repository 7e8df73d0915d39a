import type { Draft, DraftElement, DraftPart } from "../write/draft.ts";
import { cut, normalize } from "../write/normalize.ts";

/** What of a page is compared with the next reading of the same document. */
export type PageDigest = {
	readonly controls: ReadonlyMap<number, string>;
	readonly states: ReadonlyMap<number, ReadonlySet<string>>;
	readonly values: ReadonlyMap<number, string>;
	readonly dialogs: readonly string[];
	readonly texts: ReadonlySet<string>;
};

const passing: ReadonlySet<string> = new Set(["covered", "focused", "filled"]);
const limits = { changes: 5, texts: 3, text: 80, value: 40 } as const;

function elementsIn(parts: readonly DraftPart[]): readonly DraftElement[] {
	return parts.flatMap((part) => (part.kind === "element" ? [part.element, ...elementsIn(part.element.parts)] : []));
}

function ownText(parts: readonly DraftPart[]): string {
	return parts
		.map((part) => (part.kind === "text" ? part.text : " "))
		.join("")
		.replace(/ +/g, " ")
		.trim();
}

/** Takes down what matters of a reading, before anything is shortened. @source page.md §7 */
export function digestOf(draft: Draft): PageDigest {
	const elements = draft.lines.flatMap((line) => line.cells.flatMap(elementsIn));
	const numbered = elements.flatMap((element) => (element.id === undefined ? [] : [{ ...element, id: element.id }]));
	const texts = draft.lines.filter(({ kind }) => kind !== "collapsed").map((line) => line.cells.map(ownText).join(" ").trim());
	return {
		controls: new Map(numbered.map(({ id, type, name }) => [id, `${type} ${name}`])),
		states: new Map(numbered.map(({ id, states }) => [id, new Set(states.filter((state) => !passing.has(state)))])),
		values: new Map(
			numbered.map(({ id, states, attributes }) => [
				id,
				states.includes("filled") ? "•••" : (attributes.find(([key]) => key === "value")?.[1] ?? ""),
			]),
		),
		dialogs: draft.header.dialogs.map(({ name }) => name),
		texts: new Set(texts.filter((text) => text !== "")),
	};
}

function stateChanges(id: number, before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
	const on = [...after].filter((state) => !before.has(state)).map((state) => `${id} ${state}`);
	const off = [...before].filter((state) => !after.has(state)).map((state) => `${id} not ${state}`);
	return [...on, ...off];
}

function changesById(before: PageDigest, after: PageDigest): readonly string[] {
	const changes: string[] = [];
	for (const id of after.controls.keys()) {
		if (!before.controls.has(id)) continue;
		changes.push(...stateChanges(id, before.states.get(id) ?? new Set(), after.states.get(id) ?? new Set()));
		const value = after.values.get(id) ?? "";
		if (value !== (before.values.get(id) ?? "")) changes.push(`${id} value="${cut(value, limits.value)}"`);
	}
	return changes;
}

function without(items: readonly string[], others: readonly string[]): readonly string[] {
	return items.filter((item) => !others.includes(item));
}

/**
 * The value of `@changed`: how many controls came and went, at most five changes of value or state, dialogs, at most three new lines of text.
 *
 * @param before reading of the same document
 * @source page.md §7
 */
export function describeChanges(before: PageDigest, after: PageDigest): string {
	const added = [...after.controls.keys()].filter((id) => !before.controls.has(id)).length;
	const removed = [...before.controls.keys()].filter((id) => !after.controls.has(id)).length;
	const opened = without(after.dialogs, before.dialogs).map((name) => `dialog opened "${name}"`);
	const closed = without(before.dialogs, after.dialogs).map((name) => `dialog closed "${name}"`);
	const newTexts = [...after.texts].filter((text) => !before.texts.has(text)).slice(0, limits.texts);
	const texts = newTexts.map((text) => `text "${cut(normalize(text), limits.text)}"`);
	return [`+${added} -${removed}`, ...changesById(before, after).slice(0, limits.changes), ...opened, ...closed, ...texts].join("; ");
}
