import type { Weighed } from "./lines.ts";
import { measure } from "./lines.ts";
import type { Replacement } from "./replace.ts";
import { collapsedLine, costBetween, expandWord, grouped } from "./replace.ts";

const perShape = { most: 30, kept: 8, period: 8, depth: 3 } as const;

/** What a line and the lines inside it look like, without their words. */
function shapesOf(lines: readonly Weighed[]): readonly string[] {
	const shapes = lines.map(() => "");
	const below: string[][] = lines.map(() => []);
	for (let index = lines.length - 1; index >= 0; index -= 1) {
		const weighed = lines[index];
		if (weighed === undefined) continue;
		const { line, parent, elements } = weighed;
		const own = [line.kind, line.region?.type ?? "", ...elements.map(({ type }) => type)].join(" ");
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
	const ids = idsIn(lines.slice(from, end));
	const before = idsIn(lines.slice(Math.max(0, from - 50), from));
	const range = ids.length === 0 ? "" : `, ids ${least(ids)}-${most(ids)}`;
	const line = collapsedLine(first.line, `${grouped(count)} more like this${range}${expandWord(before.at(-1) ?? ids[0])}`);
	return { from, end, saved: costBetween(lines, from, end) - measure(line).cost, distance: line.distance, write: () => line };
}

function idsIn(lines: readonly Weighed[]): readonly number[] {
	return lines.flatMap(({ elements }) => elements.flatMap(({ id }) => (id === undefined ? [] : [id])));
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
