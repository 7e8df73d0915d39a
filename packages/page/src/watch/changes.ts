import type { Draft, DraftElement, DraftPart } from "../write/draft.ts";
import { cut, normalize } from "../write/normalize.ts";

/** Facts of a page that are compared with its next reading. */
export type PageDigest = {
	readonly controls: ReadonlyMap<number, string>;
	readonly states: ReadonlyMap<number, ReadonlySet<string>>;
	readonly values: ReadonlyMap<number, string>;
	readonly dialogs: readonly string[];
	readonly texts: ReadonlySet<string>;
};

const passing: ReadonlySet<string> = new Set(["covered", "focused", "filled"]);
const limits = { changes: 5, texts: 3, text: 80, value: 40 } as const;

type Taking = {
	readonly controls: Map<number, string>;
	readonly states: Map<number, ReadonlySet<string>>;
	readonly values: Map<number, string>;
};

const none: ReadonlySet<string> = new Set();

/** Records the controls of some parts; returns the text between them. */
function takeParts(parts: readonly DraftPart[], taking: Taking): string {
	let text = "";
	for (const part of parts) {
		if (part.kind === "text") text += part.text;
		else {
			text += " ";
			takeElement(part.element, taking);
		}
	}
	return text.includes("  ") ? text.replace(/ +/g, " ").trim() : text.trim();
}

function takeElement({ id, type, name, states, attributes, parts }: DraftElement, taking: Taking): void {
	if (id !== undefined) {
		const lasting = states.length === 0 ? states : states.filter((state) => !passing.has(state));
		const isFilled = states.includes("filled");
		taking.controls.set(id, `${type} ${name}`);
		taking.states.set(id, lasting.length === 0 ? none : new Set(lasting));
		taking.values.set(id, isFilled ? "•••" : (attributes.find(([key]) => key === "value")?.[1] ?? ""));
	}
	for (const part of parts) if (part.kind === "element") takeElement(part.element, taking);
}

/** Records the facts of a reading before it is shortened. */
export function digestOf(draft: Draft): PageDigest {
	const taking: Taking = { controls: new Map(), states: new Map(), values: new Map() };
	const texts = new Set<string>();
	for (const { kind, cells } of draft.lines) {
		let text = "";
		for (const cell of cells) text += text === "" ? takeParts(cell, taking) : ` ${takeParts(cell, taking)}`;
		if (kind !== "collapsed" && text !== "") texts.add(text);
	}
	return { ...taking, dialogs: draft.header.dialogs.map(({ name }) => name), texts };
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
 * Writes the value of `@changed`: numbers of controls added and removed, at most five changes of value or state, dialogs, at most three new
 * lines.
 *
 * @param before an earlier reading of the same document
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
