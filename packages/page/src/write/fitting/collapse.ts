import type { DraftLine, DraftTag } from "../draft.ts";
import { cut } from "../normalize.ts";
import type { Weighed } from "./lines.ts";
import { costOf, elementsOf } from "./lines.ts";

/** Lines that one line stands for; `from` to `end` are indices of the weighed lines. */
export type Replacement = { readonly from: number; readonly end: number; readonly line: DraftLine; readonly saved: number };

/** Id under which a part can be expanded; undefined where nobody is there to expand it. */
export type Anchor = (line: DraftLine) => number | undefined;

const perShape = { most: 30, kept: 8, period: 8, depth: 3 } as const;
const unitLines = 60;

function collapsedLine(at: DraftLine, text: string): DraftLine {
	const { depth, zone, distance } = at;
	return { kind: "collapsed", depth, zone, distance, level: 0, cells: [[{ kind: "text", text }]] };
}

function total(lines: readonly Weighed[], from: number, end: number): number {
	let cost = 0;
	for (let index = from; index < end; index += 1) cost += lines[index]?.cost ?? 0;
	return cost;
}

function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function expandWord(id: number | undefined): string {
	return id === undefined || id === 0 ? "" : `, expand(${id})`;
}

/** Runs of text without a control outside the visible area, farthest first. @source page.md §5 (c) */
export function textRuns(lines: readonly Weighed[], anchor: Anchor): readonly Replacement[] {
	const runs: Replacement[] = [];
	for (let index = 0; index < lines.length; index += 1) {
		const first = lines[index];
		if (first === undefined || !isBareText(first)) continue;
		let end = index + 1;
		while (end < lines.length && isBareText(lines[end]) && lines[end]?.parent === first.parent) end += 1;
		const cost = total(lines, index, end);
		const line = collapsedLine(first.line, `${grouped(cost)} characters${expandWord(anchor(first.line))}`);
		const saved = cost - costOf(line);
		if (saved > 40) runs.push({ from: index, end, line, saved });
		index = end - 1;
	}
	return runs.sort((a, b) => b.line.distance - a.line.distance || b.from - a.from);
}

function isBareText(weighed: Weighed | undefined): boolean {
	if (weighed === undefined || weighed.isKept || weighed.hasControls) return false;
	const { kind } = weighed.line;
	return kind !== "region" && kind !== "collapsed" && kind !== "heading";
}

/** What a line and the lines inside it look like, without their words. */
function shapesOf(lines: readonly Weighed[]): readonly string[] {
	const shapes = lines.map(() => "");
	const below: string[][] = lines.map(() => []);
	for (let index = lines.length - 1; index >= 0; index -= 1) {
		const weighed = lines[index];
		if (weighed === undefined) continue;
		const { line, parent } = weighed;
		const own = [line.kind, line.region?.type ?? "", ...elementsOf(line).map(({ type }) => type)].join(" ");
		const inner = (below[index] ?? []).toReversed().join(";");
		shapes[index] = `${own}{${inner.length > 400 ? inner.slice(0, 400) : inner}}`;
		if (parent !== -1) below[parent]?.push(trimDepth(shapes[index] ?? "", perShape.depth - 1));
	}
	return shapes;
}

/** A shape down to a number of levels. */
function trimDepth(shape: string, levels: number): string {
	let depth = 0;
	let text = "";
	for (const character of shape) {
		if (character === "{") depth += 1;
		if (depth < levels) text += character;
		if (character === "}") depth -= 1;
	}
	return text;
}

/** Length of the run of siblings from `start` that repeats every `period`. */
function runLength(shapes: readonly string[], start: number, period: number): number {
	let length = period;
	while (start + length < shapes.length && shapes[start + length] === shapes[start + length - period]) length += 1;
	return length;
}

/**
 * Runs of more than 30 siblings of one shape, or of a few shapes that take turns: eight stay, and those that must.
 *
 * @param keepsView false when even the visible area is too large
 * @source page.md §5 (d)
 */
export function repeatedRuns(lines: readonly Weighed[], keepsView: boolean): readonly Replacement[] {
	const shapes = shapesOf(lines);
	const siblings = new Map<number, number[]>();
	for (const [index, { parent }] of lines.entries()) {
		const group = siblings.get(parent);
		if (group === undefined) siblings.set(parent, [index]);
		else group.push(index);
	}
	const runs: Replacement[] = [];
	for (const group of siblings.values()) {
		if (group.length <= perShape.most) continue;
		const own = group.map((index) => shapes[index] ?? "");
		for (let at = 0; at + perShape.most < group.length; ) {
			const run = repetition(own, at);
			if (run === undefined) {
				at += 1;
				continue;
			}
			const dropped = group.slice(at + perShape.kept * run.period, at + run.length);
			runs.push(...dropRuns(lines, { group: dropped, period: run.period, keepsView }));
			at += run.length;
		}
	}
	return withoutNested(runs);
}

function repetition(shapes: readonly string[], start: number): { readonly period: number; readonly length: number } | undefined {
	for (let period = 1; period <= perShape.period; period += 1) {
		const length = runLength(shapes, start, period);
		if (length / period > perShape.most) return { period, length };
	}
	return undefined;
}

function dropRuns(
	lines: readonly Weighed[],
	{ group, period, keepsView }: { readonly group: readonly number[]; readonly period: number; readonly keepsView: boolean },
): readonly Replacement[] {
	const runs: Replacement[] = [];
	let current: number[] = [];
	const close = () => {
		const [first, last] = [current[0], current.at(-1)];
		if (first !== undefined && last !== undefined && current.length >= period) {
			const run = moreLikeThis(lines, {
				from: first,
				end: lines[last]?.end ?? last + 1,
				count: Math.max(1, Math.round(current.length / period)),
			});
			if (run !== undefined && run.saved > 0) runs.push(run);
		}
		current = [];
	};
	for (const index of group) {
		const end = lines[index]?.end ?? index + 1;
		const mustStay = keepsView && lines.slice(index, end).some(({ isKept }) => isKept);
		if (mustStay) close();
		else current.push(index);
	}
	close();
	return runs;
}

function moreLikeThis(
	lines: readonly Weighed[],
	{ from, end, count }: { readonly from: number; readonly end: number; readonly count: number },
): Replacement | undefined {
	const first = lines[from];
	if (first === undefined) return undefined;
	const ids = lines.slice(from, end).flatMap(({ line }) => elementsOf(line).flatMap(({ id }) => (id === undefined ? [] : [id])));
	const before = lines
		.slice(Math.max(0, from - 50), from)
		.flatMap(({ line }) => elementsOf(line).flatMap(({ id }) => (id === undefined ? [] : [id])));
	const range = ids.length === 0 ? "" : `, ids ${least(ids)}-${most(ids)}`;
	const line = collapsedLine(first.line, `${grouped(count)} more like this${range}${expandWord(before.at(-1) ?? ids[0])}`);
	return { from, end, line, saved: total(lines, from, end) - costOf(line) };
}

function least(numbers: readonly number[]): number {
	return numbers.reduce((a, b) => Math.min(a, b));
}

function most(numbers: readonly number[]): number {
	return numbers.reduce((a, b) => Math.max(a, b));
}

/** Outer replacements win over those inside them. */
function withoutNested(runs: readonly Replacement[]): readonly Replacement[] {
	const ordered = [...runs].sort((a, b) => a.from - b.from || b.end - a.end);
	let covered = 0;
	return ordered.filter(({ from, end }) => {
		if (from < covered) return false;
		covered = end;
		return true;
	});
}

/**
 * Parts of the page without anything that must stay, as `<section N "…" collapsed links=40>`, farthest first: whole regions, what follows a
 * heading, or up to 60 lines.
 *
 * @source page.md §5 (e)
 */
export function farSections(lines: readonly Weighed[], anchor: Anchor): readonly Replacement[] {
	const kept = [0];
	for (const { isKept } of lines) kept.push((kept.at(-1) ?? 0) + (isKept ? 1 : 0));
	const isFree = (from: number, end: number) => kept[from] === kept[end];
	const sections: Replacement[] = [];
	for (let from = 0; from < lines.length; ) {
		const first = lines[from];
		if (first === undefined || !isFree(from, first.end)) {
			from += 1;
			continue;
		}
		let end = first.end;
		while (end < lines.length && end - from < unitLines) {
			const next = lines[end];
			if (next === undefined || next.parent !== first.parent || !isFree(end, next.end)) break;
			if (next.line.kind === "heading" || next.line.kind === "region" || first.line.kind === "region") break;
			end = next.end;
		}
		const section = sectionOf(lines, { from, end, id: anchor(first.line) });
		if (section !== undefined) sections.push(section);
		from = end;
	}
	return sections.sort((a, b) => b.line.distance - a.line.distance || b.from - a.from);
}

function sectionOf(
	lines: readonly Weighed[],
	{ from, end, id }: { readonly from: number; readonly end: number; readonly id: number | undefined },
): Replacement | undefined {
	const first = lines[from];
	if (first === undefined) return undefined;
	const elements = lines.slice(from, end).flatMap(({ line }) => elementsOf(line));
	const links = elements.filter(({ type }) => type === "a").length;
	const others = elements.length - links;
	const attributes: (readonly [string, string])[] = [];
	if (links > 0) attributes.push(["links", String(links)]);
	if (others > 0) attributes.push(["controls", String(others)]);
	const tag: DraftTag = {
		type: "section",
		...(id === undefined || id === 0 ? {} : { id }),
		isNew: false,
		name: sectionName(first.line),
		states: ["collapsed"],
		attributes,
	};
	const { depth, zone, distance } = first.line;
	const line: DraftLine = { kind: "region", depth, zone, distance, level: 0, region: tag, cells: [[]] };
	const saved = total(lines, from, end) - costOf(line);
	return saved > 0 ? { from, end, line, saved } : undefined;
}

function sectionName(line: DraftLine): string {
	const said = line.region?.name ?? "";
	const text = line.cells
		.flat()
		.map((part) => (part.kind === "text" ? part.text : part.element.name || textIn(part.element.parts)))
		.join("");
	return cut((said === "" ? text : said).replaceAll('"', "'").trim(), 60);
}

function textIn(parts: readonly { readonly kind: string; readonly text?: string }[]): string {
	return parts.map((part) => part.text ?? "").join("");
}

/** As many replacements, in their order, as bring the size down to `cap`. @source page.md §5 */
export function takeUntil(
	replacements: readonly Replacement[],
	{ size, cap }: { readonly size: number; readonly cap: number },
): readonly Replacement[] {
	const taken: Replacement[] = [];
	let left = size;
	for (const replacement of replacements) {
		if (left <= cap) break;
		left -= replacement.saved;
		taken.push(replacement);
	}
	return taken;
}

/** Lines with their replacements in place, and what each stands for by the id that expands it. @source page.md §5 */
export function applyAll(
	lines: readonly Weighed[],
	replacements: readonly Replacement[],
): { readonly lines: readonly DraftLine[]; readonly hidden: readonly (readonly [DraftLine, readonly DraftLine[]])[] } {
	const byStart = new Map(replacements.map((replacement) => [replacement.from, replacement]));
	const out: DraftLine[] = [];
	const hidden: (readonly [DraftLine, readonly DraftLine[]])[] = [];
	for (let index = 0; index < lines.length; ) {
		const replacement = byStart.get(index);
		const weighed = lines[index];
		if (replacement !== undefined) {
			out.push(replacement.line);
			hidden.push([replacement.line, lines.slice(replacement.from, replacement.end).map(({ line }) => line)]);
			index = replacement.end;
		} else {
			if (weighed !== undefined) out.push(weighed.line);
			index += 1;
		}
	}
	return { lines: out, hidden };
}
