import type { Group, Layout, PageNode, Range } from "./layout.ts";
import { isInRegion, nodesIn, rangeOfLine } from "./layout.ts";

const maxPeriod = 8;
const fieldTypes = /^(?:input|textarea|select|email|number|tel|url|password|search|date|time|combobox)$/;

/** The like siblings of a page: its table rows, list items and cards. Linear, but for the eight comparisons a line of finding cards. */
export function groupsOf(layout: Layout): readonly Group[] {
	const children = new Map<number, number[]>();
	for (const line of layout.view.lines) {
		const siblings = children.get(line.parent);
		if (siblings === undefined) children.set(line.parent, [line.index]);
		else siblings.push(line.index);
	}
	const signs = signaturesOf(layout);
	return [...children.values()].flatMap((siblings) => runsOf(layout, siblings, signs));
}

/** What a line is made of, what it encloses included: kinds and control types, each once. Texts do not count. */
function signaturesOf({ view, nodes }: Layout): readonly string[] {
	const types: Set<string>[] = view.lines.map(() => new Set());
	for (const { element, line } of nodes) if (element !== undefined) types[line]?.add(element.type);
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = types[view.lines[index]?.parent ?? -1];
		if (parent !== undefined) for (const type of types[index] ?? []) parent.add(type);
	}
	return view.lines.map(({ kind, level, region }, index) => `${kind}${level}${region ?? ""}:${[...(types[index] ?? [])].sort().join()}`);
}

/** Runs of like siblings: items and rows always, other lines where a pattern of up to eight lines with a control repeats. */
function runsOf(layout: Layout, siblings: readonly number[], signs: readonly string[]): readonly Group[] {
	const { view, lastOf } = layout;
	const groups: Group[] = [];
	const kindAt = (at: number) => view.lines[siblings[at] ?? -1]?.kind ?? "text";
	const signAt = (at: number) => (at < siblings.length ? (signs[siblings[at] ?? -1] ?? "") : undefined);
	const blockAt = (from: number, to: number): Range => {
		const last = siblings[to] ?? 0;
		return rangeOfLine(layout, siblings[from] ?? 0, lastOf[last] ?? last);
	};
	const repeats = (at: number, from: number, period: number) => {
		for (let offset = 0; offset < period; offset += 1)
			if (signAt(at + offset) === undefined || signAt(at + offset) !== signAt(from + offset)) return false;
		return true;
	};
	for (let at = 0; at < siblings.length; ) {
		const kind = kindAt(at);
		const isNav = isInRegion(view, siblings[at] ?? 0, "nav");
		if (kind === "item" || kind === "row") {
			let end = at;
			while (end + 1 < siblings.length && kindAt(end + 1) === kind) end += 1;
			const all = Array.from({ length: end - at + 1 }, (_, offset) => blockAt(at + offset, at + offset));
			const [header, ...rest] = all;
			const hasHeader = kind === "row" && header !== undefined && isHeader(layout, header, rest);
			groups.push({ kind, blocks: hasHeader ? rest : all, isNav, ...(hasHeader ? { header } : {}) });
			at = end + 1;
			continue;
		}
		const period = periodAt(at, { signAt, repeats });
		if (period === undefined) {
			at += 1;
			continue;
		}
		let count = 1;
		while (repeats(at + count * period, at, period)) count += 1;
		// A card begins with its title: what stands before the first title belongs to another.
		const title = Array.from({ length: period }, (_, offset) => offset).find((offset) => kindAt(at + offset) === "heading") ?? 0;
		const isLate = title > 0 && repeats(at + count * period, at, title);
		const first = isLate ? at + title : at;
		groups.push({
			kind: "card",
			blocks: Array.from({ length: count }, (_, turn) => blockAt(first + turn * period, first + turn * period + period - 1)),
			isNav,
		});
		at += count * period + (isLate ? title : 0);
	}
	return groups;
}

type Signs = {
	readonly signAt: (at: number) => string | undefined;
	readonly repeats: (at: number, from: number, period: number) => boolean;
};

/** The shortest pattern, holding a control, that stands here twice in a row. */
function periodAt(at: number, { signAt, repeats }: Signs): number | undefined {
	let hasControl = false;
	for (let period = 1; period <= maxPeriod; period += 1) {
		const sign = signAt(at + period - 1);
		if (sign === undefined || /^(?:item|row)/.test(sign)) return undefined;
		hasControl ||= !sign.endsWith(":");
		if (hasControl && repeats(at + period, at, period)) return period;
	}
	return undefined;
}

/** A first row that only names the columns: no digit, no field, and unlike the rows below it. */
function isHeader(layout: Layout, head: Range, rest: readonly Range[]): boolean {
	if (rest.length === 0) return false;
	const first = nodesIn(layout, head);
	const isNaming = !first.some(({ text, element }) => /\d/.test(text) || (element !== undefined && fieldTypes.test(element.type)));
	const others = rest.slice(0, 30).map((block) => nodesIn(layout, block));
	const controls = first.filter(({ element }) => element !== undefined);
	if (controls.length === 0) {
		const hasFigures =
			others.every((row) => row.some(({ text }) => /\d/.test(text))) || first.some(({ cell }) => isOfFigures(others, cell));
		return others.some(hasControl) || (isNaming && hasFigures);
	}
	const isSorting = new Set(controls.map(({ cell }) => cell)).size > 1 || controls.some(({ element }) => element?.type === "checkbox");
	return isNaming && isSorting && others.every((row) => signOf(row) !== signOf(first) && !sharesButton(row, controls));
}

/** True for a column of figures, of which some rows may have none. */
function isOfFigures(rows: readonly (readonly PageNode[])[], cell: number): boolean {
	const filled = rows.filter((row) => row.some((node) => node.cell === cell));
	const figures = filled.filter((row) => row.some((node) => node.cell === cell && /\d/.test(node.text)));
	return figures.length > 1 && figures.length * 2 > rows.length;
}

const hasControl = (row: readonly PageNode[]): boolean => row.some(({ element }) => element !== undefined);
const signOf = (row: readonly PageNode[]): string => row.map(({ cell, element }) => `${cell}${element?.type ?? ""}`).join();
const sharesButton = (row: readonly PageNode[], controls: readonly PageNode[]): boolean =>
	row.some(({ element, text }) => element !== undefined && text !== "" && controls.some((control) => control.text === text));
