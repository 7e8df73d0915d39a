import type { PageView } from "@webhand/page/parse/view";
import type { Block, Group, Spot } from "./layout.ts";
import { spanOf } from "./layout.ts";

const maxPeriod = 8;

/** The like siblings of a page: its lists, tables and cards, and what repeats on one line. */
export function groupsOf(view: PageView, spotsOfLine: readonly (readonly Spot[])[], lastOf: readonly number[]): readonly Group[] {
	const children = new Map<number, number[]>();
	for (const line of view.lines) {
		const siblings = children.get(line.parent);
		if (siblings === undefined) children.set(line.parent, [line.index]);
		else siblings.push(line.index);
	}
	const signs = signatures(view, spotsOfLine);
	const groups: Group[] = [];
	for (const siblings of children.values()) {
		// The siblings of a navigation region are none of it: what counts is where the run itself stands.
		for (const blocks of runsOf(siblings, { view, signs, lastOf, spotsOfLine }))
			groups.push({ blocks, isNavigation: isInNavigation(view, blocks[0]?.first ?? 0) });
	}
	for (const line of view.lines) {
		const inLine = rowOfLikes(spotsOfLine[line.index] ?? []);
		if (inLine.length > 1) groups.push({ blocks: inLine, isNavigation: isInNavigation(view, line.index) });
	}
	return groups;
}

/** What a line is made of, children included: kinds and control types, each once. Texts do not count. */
function signatures(view: PageView, spotsOfLine: readonly (readonly Spot[])[]): readonly string[] {
	const types: (Set<string> | undefined)[] = [];
	for (const [index, spots] of spotsOfLine.entries())
		for (const { element } of spots) {
			if (element === undefined) continue;
			types[index] ??= new Set();
			types[index].add(element.type);
		}
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = view.lines[index]?.parent ?? -1;
		const own = types[index];
		if (parent < 0 || own === undefined) continue;
		types[parent] ??= new Set();
		for (const type of own) types[parent].add(type);
	}
	return view.lines.map((line, index) => {
		const own = types[index];
		return `${line.kind}${line.level}${line.region ?? ""}:${own === undefined ? "" : [...own].sort().join(",")}`;
	});
}

type Context = {
	readonly view: PageView;
	readonly signs: readonly string[];
	readonly lastOf: readonly number[];
	readonly spotsOfLine: readonly (readonly Spot[])[];
};

/** Runs of like siblings: items and rows always, other lines where a pattern of up to eight lines repeats. */
function runsOf(siblings: readonly number[], context: Context): readonly (readonly Block[])[] {
	const { view, signs, lastOf } = context;
	const runs: (readonly Block[])[] = [];
	const signAt = (position: number) => signs[siblings[position] ?? -1] ?? "";
	const kindAt = (position: number) => view.lines[siblings[position] ?? -1]?.kind ?? "text";
	const block = (from: number, to: number): Block => {
		const first = siblings[from] ?? 0;
		const last = lastOf[siblings[to] ?? 0] ?? first;
		return { first, last, ...spanOf(context.spotsOfLine, first, last) };
	};
	let at = 0;
	while (at < siblings.length) {
		const kind = kindAt(at);
		let end = at;
		if (kind === "item" || kind === "row") {
			while (end + 1 < siblings.length && kindAt(end + 1) === kind) end += 1;
			const from = at;
			runs.push(Array.from({ length: end - at + 1 }, (_, offset) => block(from + offset, from + offset)));
		}
		at = end + 1;
	}
	at = 0;
	while (at < siblings.length) {
		const kind = kindAt(at);
		const period = kind === "item" || kind === "row" ? undefined : periodAt(at, siblings.length, signAt);
		if (period === undefined) {
			at += 1;
			continue;
		}
		let count = 1;
		while (repeats(at + count * period, { period, from: at, length: siblings.length, signAt })) count += 1;
		const end = at + count * period;
		const title = Array.from({ length: period }, (_, offset) => offset).find((offset) => kindAt(at + offset) === "heading") ?? 0;
		// "Add", title, text with buttons, title, text with buttons: a card begins with its title, and what stands before the first is another's.
		const isLate = title > 0 && repeats(end, { period: title, from: at, length: siblings.length, signAt });
		const from = isLate ? at + title : at;
		runs.push(Array.from({ length: count }, (_, turn) => block(from + turn * period, from + turn * period + period - 1)));
		at = isLate ? end + title : end;
	}
	return runs;
}

type Signs = { readonly period: number; readonly from: number; readonly length: number; readonly signAt: (position: number) => string };

function repeats(at: number, { period, from, length, signAt }: Signs): boolean {
	if (at + period > length) return false;
	for (let offset = 0; offset < period; offset += 1) if (signAt(at + offset) !== signAt(from + offset)) return false;
	return true;
}

/** The shortest pattern, holding a control, that stands here twice in a row. */
function periodAt(at: number, length: number, signAt: (position: number) => string): number | undefined {
	for (let period = 1; period <= maxPeriod; period += 1) {
		if (!repeats(at + period, { period, from: at, length, signAt })) continue;
		const hasControl = Array.from({ length: period }, (_, offset) => signAt(at + offset)).some((sign) => !sign.endsWith(":"));
		if (hasControl) return period;
	}
	return undefined;
}

/** Pairs of text and control that repeat on one line ("A <checkbox> B <checkbox>"): one block each. */
function rowOfLikes(spots: readonly Spot[]): readonly Block[] {
	const outer = spots.filter((spot) => spot.inside.length === 0);
	const signs = outer.map((spot) => spot.element?.type ?? "text");
	for (let period = 2; period <= 4; period += 1) {
		if (signs.length < 2 * period || !signs.slice(0, period).includes("text") || signs.slice(0, period).every((sign) => sign === "text"))
			continue;
		const count = Math.floor(signs.length / period);
		if (!signs.slice(0, count * period).every((sign, index) => sign === signs[index % period])) continue;
		return Array.from({ length: count }, (_, turn) => {
			const first = outer[turn * period];
			const next = outer[(turn + 1) * period];
			const last = spots.at(-1);
			const line = first?.line ?? 0;
			return { first: line, last: line, from: first?.order ?? 0, to: (next?.order ?? (last?.order ?? 0) + 1) - 1 };
		});
	}
	return [];
}

/** True for a line of a navigation region. */
export function isInNavigation(view: PageView, line: number): boolean {
	for (let at = view.lines[line]?.parent ?? -1; at >= 0; at = view.lines[at]?.parent ?? -1)
		if (view.lines[at]?.region === "nav") return true;
	return view.lines[line]?.region === "nav";
}
