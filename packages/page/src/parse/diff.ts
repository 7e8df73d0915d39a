import { identityOf, ownTexts } from "./skeleton.ts";
import type { ElementView, PageView } from "./view.ts";

/** A fact of an element that is another now; a state has `from` and `to` "yes" or "". */
export type ElementChange = { readonly id: number; readonly field: string; readonly from: string; readonly to: string };

/**
 * What is different between two pages. Elements are matched by id within an epoch, by type, name and target across documents.
 * `similarity` is 0 to 1: controls and lines that both have, of all.
 */
export type PageDiff = {
	readonly urlChanged: boolean;
	readonly titleChanged: boolean;
	readonly added: readonly ElementView[];
	readonly removed: readonly ElementView[];
	readonly changed: readonly ElementChange[];
	readonly dialogs: { readonly opened: readonly string[]; readonly closed: readonly string[] };
	readonly textAdded: readonly string[];
	readonly textRemoved: readonly string[];
	readonly similarity: number;
};

type Pair = readonly [before: ElementView, after: ElementView];

/** Items of `items` that `others` does not have, equal ones counted. */
function without(items: readonly string[], others: readonly string[]): readonly string[] {
	const left = new Map<string, number>();
	for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
	return items.filter((item) => {
		const count = left.get(item) ?? 0;
		if (count > 0) left.set(item, count - 1);
		return count === 0;
	});
}

function changesOf([before, after]: Pair): readonly ElementChange[] {
	const { id } = after;
	const changes: ElementChange[] = [];
	const add = (field: string, from: string, to: string) => {
		if (from !== to) changes.push({ id, field, from, to });
	};
	add("name", before.name, after.name);
	add("content", before.content, after.content);
	add("href", before.href ?? "", after.href ?? "");
	for (const state of new Set([...before.states, ...after.states]))
		add(state, before.states.has(state) ? "yes" : "", after.states.has(state) ? "yes" : "");
	for (const key of new Set([...before.attributes.keys(), ...after.attributes.keys()])) {
		add(key, before.attributes.get(key) ?? "", after.attributes.get(key) ?? "");
	}
	return changes;
}

/** Key under which an element is found again: its id in its own document, what it is in another one. */
function keysOf(view: PageView, epochs: ReadonlySet<string>): ReadonlyMap<string, ElementView> {
	const seen = new Map<string, number>();
	const keyed = new Map<string, ElementView>();
	for (const element of view.elements.values()) {
		const isSameDocument = element.epoch !== "" && epochs.has(element.epoch);
		const base = isSameDocument ? `${element.epoch} ${element.id}` : identityOf(element);
		const count = seen.get(base) ?? 0;
		seen.set(base, count + 1);
		keyed.set(`${base}\n${count}`, element);
	}
	return keyed;
}

function epochsOf(view: PageView): ReadonlySet<string> {
	return new Set([view.epoch, ...[...view.elements.values()].map(({ epoch }) => epoch)]);
}

/** Compares two pages, `before` and `after`. O(n log n), never throws. */
export function diffPages(before: PageView, after: PageView): PageDiff {
	const known = epochsOf(after);
	const epochs = new Set([...epochsOf(before)].filter((epoch) => known.has(epoch)));
	const old = keysOf(before, epochs);
	const now = keysOf(after, epochs);
	const pairs: Pair[] = [];
	for (const [key, element] of now) {
		const earlier = old.get(key);
		if (earlier !== undefined) pairs.push([earlier, element]);
	}
	const added = [...now].filter(([key]) => !old.has(key)).map(([, element]) => element);
	const removed = [...old].filter(([key]) => !now.has(key)).map(([, element]) => element);
	const textBefore = ownTexts(before);
	const textAfter = ownTexts(after);
	const textAdded = without(textAfter, textBefore);
	const textRemoved = without(textBefore, textAfter);
	const dialogsBefore = before.dialogs.map(({ name }) => name);
	const dialogsAfter = after.dialogs.map(({ name }) => name);
	const shared = pairs.length + textAfter.length - textAdded.length;
	const all = shared + added.length + removed.length + textAdded.length + textRemoved.length;
	return {
		urlChanged: before.url !== after.url,
		titleChanged: before.title !== after.title,
		added,
		removed,
		changed: pairs.flatMap(changesOf),
		dialogs: { opened: without(dialogsAfter, dialogsBefore), closed: without(dialogsBefore, dialogsAfter) },
		textAdded,
		textRemoved,
		similarity: all === 0 ? 1 : shared / all,
	};
}
