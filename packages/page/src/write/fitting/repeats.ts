import type { Anchor, Replacement } from "./replacements.ts";
import { collapsedLine, costBetween, expandWord, grouped } from "./replacements.ts";
import type { Weighed } from "./weighed-lines.ts";

const perShape = { most: 30, kept: 8, period: 8 } as const;
/** Space for the line that replaces dropped siblings. */
const lineRoom = 90;

/** One of several equal siblings: the lines from `from` up to `end`. */
type Unit = {
	readonly from: number;
	readonly end: number;
	readonly cost: number;
	readonly distance: number;
	/** Among the nearest of its run, or with content that must stay. */
	readonly isFixed: boolean;
};

/** Length of a run of siblings that repeats every `period`. */
function runLength(shapes: readonly string[], start: number, period: number): number {
	let length = period;
	while (start + length < shapes.length && shapes[start + length] === shapes[start + length - period]) length += 1;
	return length;
}

function repetition(shapes: readonly string[], start: number): { readonly period: number; readonly length: number } | undefined {
	for (let period = 1; period <= perShape.period; period += 1) {
		const length = runLength(shapes, start, period);
		if (length / period > perShape.most) return { period, length };
	}
	return undefined;
}

function siblingGroups(lines: readonly Weighed[]): Iterable<readonly number[]> {
	const siblings = new Map<number, number[]>();
	for (let index = 0; index < lines.length; index += 1) {
		const parent = lines[index]?.parent ?? -1;
		const group = siblings.get(parent);
		if (group === undefined) siblings.set(parent, [index]);
		else group.push(index);
	}
	return siblings.values();
}

/** Outermost runs of more than 30 siblings with the same shape, or with shapes that alternate. */
function runsOf(lines: readonly Weighed[], keepsView: boolean): readonly (readonly Unit[])[] {
	const shapes = shapesOf(lines);
	const runs: (readonly Unit[])[] = [];
	for (const group of siblingGroups(lines)) {
		if (group.length <= perShape.most) continue;
		const own = group.map((index) => shapes[index] ?? "");
		for (let at = 0; at + perShape.most < group.length; ) {
			const run = repetition(own, at);
			if (run !== undefined) runs.push(unitsOf(lines, { siblings: group.slice(at, at + run.length), period: run.period, keepsView }));
			at += run?.length ?? 1;
		}
	}
	return withoutNested(runs);
}

function unitsOf(
	lines: readonly Weighed[],
	{ siblings, period, keepsView }: { readonly siblings: readonly number[]; readonly period: number; readonly keepsView: boolean },
): readonly Unit[] {
	const units: Unit[] = [];
	const count = Math.floor(siblings.length / period);
	for (let at = 0; at < count; at += 1) {
		const from = siblings[at * period] ?? 0;
		const last = siblings[at === count - 1 ? siblings.length - 1 : (at + 1) * period - 1] ?? from;
		const end = lines[last]?.end ?? last + 1;
		const isFixed = keepsView && lines.slice(from, end).some(({ isKept }) => isKept);
		units.push({ from, end, cost: costBetween(lines, from, end), distance: lines[from]?.line.distance ?? 0, isFixed });
	}
	const nearest = new Set(units.toSorted((a, b) => a.distance - b.distance || a.from - b.from).slice(0, perShape.kept));
	return units.map((unit) => (nearest.has(unit) ? { ...unit, isFixed: true } : unit));
}

/** Outer runs come before the runs inside them, which a later round may take. */
function withoutNested(runs: readonly (readonly Unit[])[]): readonly (readonly Unit[])[] {
	const start = (run: readonly Unit[]) => run[0]?.from ?? 0;
	const end = (run: readonly Unit[]) => run.at(-1)?.end ?? 0;
	let covered = 0;
	return runs
		.toSorted((a, b) => start(a) - start(b) || end(b) - end(a))
		.filter((run) => {
			if (start(run) < covered) return false;
			covered = end(run);
			return true;
		});
}

/**
 * Siblings to drop, farthest first and only as many as needed. Eight of each run stay, and all that must stay.
 *
 * @param bounds `keepsView` false if even the visible area is too large
 */
export function repeatedRuns(
	lines: readonly Weighed[],
	bounds: { readonly size: number; readonly cap: number; readonly keepsView: boolean; readonly anchor: Anchor },
): readonly Replacement[] {
	const runs = runsOf(lines, bounds.keepsView);
	const candidates = runs.flatMap((units) => units.flatMap((unit, at) => (unit.isFixed ? [] : [{ unit, at, units }])));
	const dropped = new Set<Unit>();
	let { size } = bounds;
	for (const { unit, at, units } of candidates.sort((a, b) => b.unit.distance - a.unit.distance || b.unit.from - a.unit.from)) {
		if (size <= bounds.cap) break;
		const besides = [units[at - 1], units[at + 1]].filter((other) => other !== undefined && dropped.has(other)).length;
		size -= unit.cost + (besides - 1) * lineRoom;
		dropped.add(unit);
	}
	return runs.flatMap((units) => stretches(units, dropped).flatMap((stretch) => moreLikeThis(lines, stretch, bounds.anchor)));
}

/** Stretches of adjacent units that are dropped. */
function stretches(units: readonly Unit[], dropped: ReadonlySet<Unit>): readonly (readonly Unit[])[] {
	const found: Unit[][] = [];
	let isOpen = false;
	for (const unit of units) {
		const isDropped = dropped.has(unit);
		if (isDropped && isOpen) found.at(-1)?.push(unit);
		else if (isDropped) found.push([unit]);
		isOpen = isDropped;
	}
	return found;
}

function moreLikeThis(lines: readonly Weighed[], units: readonly Unit[], anchor: Anchor): readonly Replacement[] {
	const [from, end] = [units[0]?.from ?? 0, units.at(-1)?.end ?? 0];
	const dropped = lines.slice(from, end);
	const [first] = dropped;
	const cost = units.reduce((sum, unit) => sum + unit.cost, 0);
	if (first === undefined || cost <= lineRoom) return [];
	const ids = idsIn(dropped);
	// A `…` line has no place of its own.
	const placed = dropped.find(({ line }) => line.kind !== "collapsed") ?? first;
	const range = ids.length === 0 ? "" : `, ids ${least(ids)}-${most(ids)}`;
	const said = `${grouped(units.length)} more like this${range}`;
	const write = () => collapsedLine(first.line, said + expandWord(anchor(placed.line)));
	return [{ from, end, saved: cost - lineRoom, distance: first.line.distance, write }];
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

const levels = 3;
const longest = 400;

/** The shape of each line and its content down to three levels, without words. */
function shapesOf(lines: readonly Weighed[]): readonly string[] {
	const shapes = lines.map(() => "");
	const below: (string[] | undefined)[] = [];
	for (let index = lines.length - 1; index >= 0; index -= 1) {
		const weighed = lines[index];
		if (weighed === undefined) continue;
		const { line, parent, elements } = weighed;
		const own = [line.kind, line.region?.type ?? "", ...elements.map(({ type }) => type)].join(" ");
		const inner = (below[index] ?? []).toReversed().join(";").slice(0, longest);
		const shape = `${own}{${inner}}`;
		shapes[index] = shape;
		if (parent === -1) continue;
		const siblings = below[parent];
		const trimmed = trimDepth(shape, levels - 1);
		if (siblings === undefined) below[parent] = [trimmed];
		else siblings.push(trimmed);
	}
	return shapes;
}

function trimDepth(shape: string, most: number): string {
	let depth = 0;
	let text = "";
	for (const character of shape) {
		if (character === "{") depth += 1;
		if (depth < most) text += character;
		if (character === "}") depth -= 1;
	}
	return text;
}
