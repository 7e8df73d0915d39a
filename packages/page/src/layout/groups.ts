import type { Group, Layout, PageNode, Range } from "./layout.ts";
import { isFact, isInRegion, nodesIn, rangeOfLine } from "./layout.ts";

const mostUpperHeads = 2;
const maxPeriod = 8;
/** Lines of a card before its title: a mark, a picture, a box to tick. */
const leadsUpTo = [1, 2, 3] as const;
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
	// A text that somebody pointed at is no control of a card.
	for (const { element, line } of nodes) if (element !== undefined && element.type !== "text") types[line]?.add(element.type);
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = types[view.lines[index]?.parent ?? -1];
		if (parent !== undefined) for (const type of types[index] ?? []) parent.add(type);
	}
	// The value of a card may be a text here and a link there.
	const typesOf = (index: number) => (view.lines[index]?.kind === "row" ? "" : [...(types[index] ?? [])].sort().join());
	return view.lines.map(({ kind, level, region }, index) => `${kind}${level}${region ?? ""}:${typesOf(index)}`);
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
	const titled = titledCards(layout, siblings, signs);
	for (const { starts, end, isLed } of titled)
		groups.push({
			kind: "card",
			...(isLed ? { isTitled: true } : {}),
			blocks: starts.map((start, turn) => blockAt(start, (starts[turn + 1] ?? end) - 1)),
			isNav: isInRegion(view, siblings[starts[0] ?? 0] ?? 0, "nav"),
		});
	const isInCard = (at: number) => titled.some(({ starts: [first = 0], end }) => at >= first && at < end);
	for (let at = 0; at < siblings.length; ) {
		const kind = kindAt(at);
		const isNav = isInRegion(view, siblings[at] ?? 0, "nav");
		if (kind === "item" || kind === "row") {
			let end = at;
			while (end + 1 < siblings.length && kindAt(end + 1) === kind) end += 1;
			const all = Array.from({ length: end - at + 1 }, (_, offset) => blockAt(at + offset, at + offset));
			groups.push({ kind, isNav, ...(kind === "row" ? withHeader(layout, all) : { blocks: all }) });
			at = end + 1;
			continue;
		}
		const isFactAt = (place: number) => isFact(layout, siblings[place] ?? -1);
		const period = isInCard(at) ? undefined : periodAt(at, { signAt, repeats, isFact: isFactAt });
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

/** Cards by the siblings that they begin with; `end` is behind the last one. `isLed`: something stands before their titles. */
type Titled = { readonly starts: readonly number[]; readonly end: number; readonly isLed: boolean };

/**
 * Parts below headings of one level that share a control of one name, once in each, are cards, however uneven.
 * Parts with tables are sections of the page; a label with its value is no table.
 */
function titledCards(layout: Layout, siblings: readonly number[], signs: readonly string[]): readonly Titled[] {
	const { view, lastOf } = layout;
	const lineAt = (at: number) => view.lines[siblings[at] ?? -1];
	const levelAt = (at: number) => (lineAt(at)?.kind === "heading" ? (lineAt(at)?.level ?? 0) : Number.POSITIVE_INFINITY);
	const found: Titled[] = [];
	/** By level, where the part ends that was looked at. */
	const seenUntil = new Map<number, number>();
	for (let at = 0; at < siblings.length; at += 1) {
		const level = levelAt(at);
		if (level === Number.POSITIVE_INFINITY || at < (seenUntil.get(level) ?? 0) || at < (found.at(-1)?.end ?? 0)) continue;
		const starts: number[] = [];
		let end = at;
		let hasTable = false;
		for (; end < siblings.length && levelAt(end) >= level; end += 1) {
			if (levelAt(end) === level) starts.push(end);
			hasTable ||= lineAt(end)?.kind === "row" && !isFact(layout, siblings[end] ?? -1);
		}
		seenUntil.set(level, end);
		if (starts.length < 2 || hasTable) continue;
		const names = starts.map((start, turn) => {
			const last = siblings[(starts[turn + 1] ?? end) - 1] ?? 0;
			return namesIn(layout, rangeOfLine(layout, siblings[start] ?? 0, lastOf[last] ?? last));
		});
		const anchors = anchorsIn(names);
		const cards = names.flatMap((own, turn) => (own.some((name) => anchors.has(name)) ? [turn] : []));
		const [first, last] = [cards[0], cards.at(-1)];
		if (first === undefined || last === undefined) continue;
		const led = ledBegins(starts.slice(first), {
			isLead: (name) => anchors.has(name) && names.at(-1)?.includes(name) !== true,
			from: found.at(-1)?.end ?? 0,
			namesAt: (place) => namesIn(layout, rangeOfLine(layout, siblings[place] ?? 0)),
		});
		if (led === undefined && first === last) continue;
		const begins = led ?? starts.slice(first, last + 1);
		// What follows the last card belongs to it as far as other cards have the like.
		const likes = new Set(siblings.slice(begins[0], begins.at(-1)).map((line) => signs[line]));
		let behind = led === undefined ? (starts[last + 1] ?? end) : end;
		while (!likes.has(signs[siblings[behind - 1] ?? -1])) behind -= 1;
		found.push({ starts: begins, end: behind, isLed: led !== undefined });
	}
	return found;
}

type Leads = {
	readonly isLead: (name: string) => boolean;
	readonly from: number;
	readonly namesAt: (place: number) => readonly string[];
};

/**
 * Where cards begin that have a control before their title: there is one before the first title, and none behind the last one.
 *
 * @param leads.isLead true for what stands once in other parts, and not in the last one
 */
function ledBegins(titles: readonly number[], { isLead, from, namesAt }: Leads): readonly number[] | undefined {
	const linesAbove = (turn: number, isLed: (name: string) => boolean) => {
		const above = turn === 0 ? from - 1 : (titles[turn - 1] ?? 0);
		return leadsUpTo.map((many) => (titles[turn] ?? 0) - many).find((place) => place > above && namesAt(place).some(isLed));
	};
	const first = linesAbove(0, isLead);
	const led = first === undefined ? undefined : namesAt(first).find(isLead);
	const begins = led === undefined ? [] : titles.flatMap((_, turn) => linesAbove(turn, (name) => name === led) ?? []);
	return begins.length === titles.length ? begins : undefined;
}

/** The controls of a part by type and name. */
const namesIn = (layout: Layout, range: Range): readonly string[] =>
	nodesIn(layout, range).flatMap(({ element }) =>
		element === undefined || element.name === "" ? [] : [`${element.type} ${element.name}`],
	);

/** What stands in two parts and more, and twice in none. */
function anchorsIn(parts: readonly (readonly string[])[]): ReadonlySet<string> {
	const counts = new Map<string, number>();
	const repeated = new Set<string>();
	for (const names of parts) {
		const seen = new Set<string>();
		for (const name of names) {
			if (seen.has(name)) repeated.add(name);
			else counts.set(name, (counts.get(name) ?? 0) + 1);
			seen.add(name);
		}
	}
	return new Set([...counts].flatMap(([name, count]) => (count > 1 && !repeated.has(name) ? [name] : [])));
}

type Signs = {
	readonly signAt: (at: number) => string | undefined;
	readonly repeats: (at: number, from: number, period: number) => boolean;
	/** A label with its value, as cards have them. */
	readonly isFact: (at: number) => boolean;
};

/** The shortest pattern, holding a control, that stands here twice in a row. */
function periodAt(at: number, { signAt, repeats, isFact }: Signs): number | undefined {
	let hasControl = false;
	for (let period = 1; period <= maxPeriod; period += 1) {
		const sign = signAt(at + period - 1);
		const isCard = hasControl && signAt(at)?.startsWith("heading") === true;
		if (sign === undefined || (/^(?:item|row)/.test(sign) && !(isCard && isFact(at + period - 1)))) return undefined;
		hasControl ||= !sign.endsWith(":");
		if (hasControl && repeats(at + period, at, period)) return period;
	}
	return undefined;
}

/** Rows below their head, if they have one. */
function withHeader(layout: Layout, all: readonly Range[]): Pick<Group, "blocks" | "header"> {
	for (const at of new Set([upperHeads(layout, all), 0])) {
		const [header, ...blocks] = all.slice(at);
		if (header !== undefined && isHeader(layout, header, blocks)) return { header, blocks };
	}
	return { blocks: all };
}

/** How many rows above the head span columns of it: they have fewer cells than the rows below, as many as the head has. */
function upperHeads({ view, nodes }: Layout, blocks: readonly Range[]): number {
	const cellsAt = (at: number) => view.lines[nodes[blocks[at]?.from ?? -1]?.line ?? -1]?.cells.length ?? 0;
	let at = 0;
	while (at < mostUpperHeads && cellsAt(at) > 1 && cellsAt(at) < cellsAt(at + 1)) at += 1;
	return at > 0 && blocks.length > at + 1 && cellsAt(at + 1) === cellsAt(at) ? at : 0;
}

/** A first row that only names the columns: no digit, no field, and unlike the rows below it. */
function isHeader(layout: Layout, head: Range, rest: readonly Range[]): boolean {
	if (rest.length === 0 || areFacts(layout, head, rest)) return false;
	const first = nodesIn(layout, head);
	const isNaming = !first.some(({ text, element }) => /\d/.test(text) || (element !== undefined && fieldTypes.test(element.type)));
	const others = rest.slice(0, 30).map((block) => nodesIn(layout, block));
	const controls = first.filter(({ element }) => element !== undefined);
	if (controls.length === 0) {
		const hasFigures =
			others.every((row) => row.some(({ text }) => /\d/.test(text))) || first.some(({ cell }) => isOfFigures(others, cell));
		return others.some((row) => hasControl(row) && !hasPinned(row)) || (isNaming && (hasFigures || others.some(hasPinned)));
	}
	const isSorting = new Set(controls.map(({ cell }) => cell)).size > 1 || controls.some(({ element }) => element?.type === "checkbox");
	return isNaming && isSorting && others.every((row) => signOf(row) !== signOf(first) && !sharesButton(row, controls));
}

/** True for labels with values of several kinds, such as a name, a date and an address of mail: those below a head are alike. */
function areFacts(layout: Layout, head: Range, rest: readonly Range[]): boolean {
	if (![head, ...rest].every(({ from }) => isFact(layout, layout.nodes[from]?.line ?? -1))) return false;
	const kinds = rest.map((block) => kindOfValue(nodesIn(layout, block).filter(({ cell }) => cell === 1)));
	const links = kinds.filter((kind) => kind === "link").length;
	return new Set(kinds.filter((kind) => kind !== "text")).size > 1 || (links > 0 && links * 2 <= kinds.length);
}

function kindOfValue(nodes: readonly PageNode[]): "link" | "money" | "date" | "figure" | "text" {
	const text = nodes.map((node) => node.text).join(" ");
	if (nodes.some(({ element }) => element?.type === "a")) return "link";
	if (/\p{Sc}|%|(?<!\p{L})(?:usd|eur|gbp|chf)(?!\p{L})/iu.test(text)) return "money";
	if (/\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/.test(text)) return "date";
	return /\d/.test(text) ? "figure" : "text";
}

/** True for a column of figures, of which some rows may have none. */
function isOfFigures(rows: readonly (readonly PageNode[])[], cell: number): boolean {
	const filled = rows.filter((row) => row.some((node) => node.cell === cell));
	const figures = filled.filter((row) => row.some((node) => node.cell === cell && /\d/.test(node.text)));
	return figures.length > 1 && figures.length * 2 > rows.length;
}

const hasControl = (row: readonly PageNode[]): boolean => row.some(({ element }) => element !== undefined);
/** A text that somebody pointed at has a number as a control has. */
const hasPinned = (row: readonly PageNode[]): boolean => row.some(({ element }) => element?.type === "text");
const signOf = (row: readonly PageNode[]): string => row.map(({ cell, element }) => `${cell}${element?.type ?? ""}`).join();
const sharesButton = (row: readonly PageNode[], controls: readonly PageNode[]): boolean =>
	row.some(({ element, text }) => element !== undefined && text !== "" && controls.some((control) => control.text === text));
