import { maskNumbers, maskUrl } from "../read/sensitive.ts";
import { controlType, isTarget, maxId, tickTypes } from "../write/grammar.ts";
import { cleanText, cut, normalize } from "../write/normalize.ts";
import type { PageSnapshot, SnapshotElement } from "../write/snapshot.ts";
import { holdsSecretValue, maskSnapshotValues } from "./snapshot-secrets.ts";
import type { ElementView, LinePart, PageLine, PageView } from "./view.ts";

const maxElements = 1_000;
const maxLines = 2_000;

/** True for a checkbox, switch or radio button. @throws never */
export function isBox({ type, role }: Pick<SnapshotElement, "type" | "role">): boolean {
	return tickTypes.has(type) || tickTypes.has(role);
}

/**
 * True for a snapshot with checkboxes that never says whether one is checked: elements of spec 003 do not tell.
 *
 * @throws never
 */
export function hidesTicks(elements: readonly SnapshotElement[]): boolean {
	const found = elements.filter(isBox);
	return found.length > 0 && found.every(({ checked }) => checked === undefined);
}

function idOf(id: string): number | undefined {
	const digits = id.startsWith("agent-") ? id.slice(6) : id;
	const number = /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : Number.NaN;
	return number <= maxId ? number : undefined;
}

function elementView(
	element: SnapshotElement,
	id: number,
	{ line, epoch }: { readonly line: number; readonly epoch: string },
): ElementView {
	const content = maskNumbers(normalize(element.text));
	const name = cut(maskNumbers(normalize(element.ariaLabel)), 200) || cut(content, 200);
	const states = new Set([
		...(element.checked === true ? ["checked"] : []),
		...(element.expanded === true ? ["expanded"] : []),
		...(element.expanded === false ? ["collapsed"] : []),
		...(element.disabled === true ? ["disabled"] : []),
	]);
	const attributes = new Map<string, string>();
	if (holdsSecretValue(element)) states.add("filled");
	for (const key of ["value", "placeholder", "options"] as const) {
		const value = element[key];
		if (value !== undefined && value !== "" && !(key === "value" && states.has("filled")))
			attributes.set(key, maskNumbers(normalize(value)));
	}
	const parts: readonly LinePart[] = content === "" ? [] : [{ kind: "text", text: content }];
	const target = cut(maskUrl(element.href ?? "").replace(/[\s<>"]/g, "_"), 200);
	// A word that the parser would read as a state or attribute is no target.
	const href = isTarget(target) && !/^[a-z-]+=/.test(target) ? target : "";
	return {
		id,
		type: controlType(element.type || element.role || element.tag),
		name,
		content,
		parts,
		states,
		attributes,
		...(href === "" ? {} : { href }),
		isNew: false,
		line,
		epoch,
	};
}

function lineOf(index: number, cell: readonly LinePart[], text: string): PageLine {
	return { index, depth: 0, parent: -1, zone: "view", kind: "text", level: 0, cells: [cell], text };
}

/**
 * The view of a snapshot: its text line by line, then one element a line. Never throws.
 * Without form facts the gate must treat every submit as unresolved.
 */
export function viewFromSnapshot(given: PageSnapshot): PageView {
	const snapshot = maskSnapshotValues(given);
	const texts = snapshot.visibleText
		.slice(0, 20_000)
		.split("\n", maxLines)
		.map((text) => maskNumbers(cleanText(text)))
		.filter((text) => text !== "");
	const lines = texts.map((text, index) => lineOf(index, [{ kind: "text", text }], text));
	const elements = new Map<number, ElementView>();
	const problems: string[] = [];
	for (const element of snapshot.elements.slice(0, maxElements)) {
		const id = idOf(element.id);
		if (id === undefined || elements.has(id)) {
			if (problems.length < 20) problems.push(`${element.id.slice(0, 40)} is no new id`);
			continue;
		}
		const view = elementView(element, id, { line: lines.length, epoch: snapshot.docEpoch });
		elements.set(id, view);
		const spoken = view.name === cut(view.content, 200) ? view.content : `${view.name} ${view.content}`.trimEnd();
		lines.push(lineOf(lines.length, [{ kind: "element", id }], spoken));
	}
	const { width, height, scrollY, pages } = snapshot.viewport;
	const page = Math.round((1 + scrollY / Math.max(1, height)) * 10) / 10;
	return {
		mode: "snapshot",
		url: maskUrl(cleanText(snapshot.url)),
		title: maskNumbers(cleanText(snapshot.title)),
		epoch: cleanText(snapshot.docEpoch),
		screen: `${width}x${height}, page ${page} of ${pages}`,
		dialogs: [],
		alerts: [],
		tabs: [],
		files: [],
		changed: "",
		shown: `${snapshot.shown}/${snapshot.total} controls`,
		pending: false,
		partial: false,
		lines,
		elements,
		forms: [],
		...(hidesTicks(snapshot.elements) ? { hidesTicks: true } : {}),
		truncated: snapshot.elements.length > maxElements,
		problems,
	};
}
