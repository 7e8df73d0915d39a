import type { ElementView } from "@webhand/page/parse/view";
import type { Solver } from "./actions.ts";
import { click, clickAt, clickNamed, drag, dragBy, fill, find, press, submit } from "./actions.ts";
import type { PageInput, Point } from "./page-input.ts";
import { middleOf } from "./page-input.ts";

const circles = (page: PageInput, color: string): readonly Point[] =>
	page
		.all("shape")
		.filter((shape) => shape.name === `${color} circle`)
		.map(middleOf);

/** Clicks an empty place of the drawing, which gets a number by a lookup. */
function* clickPlane({ x, y }: Point): Generator<string, void, PageInput> {
	const seen: PageInput = yield find("css:svg");
	const id = Number(/[<‹]\w+ (\d+)/.exec(seen.lookup)?.[1]);
	if (!seen.view.elements.has(id)) throw new Error(`the drawing has no number: ${seen.lookup.slice(0, 100)}`);
	// Its corner, and what the page adds to where it is clicked.
	yield* submit(yield clickAt({ id }, x - plane.x, y - plane.y));
}

const plane = { x: 5, y: 55 };

const towards = (from: Point, to: Point): Point => {
	const length = Math.hypot(to.x - from.x, to.y - from.y);
	return { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
};

function pointOf(points: readonly Point[]): Point {
	const [point] = points;
	if (point === undefined) throw new Error("the page text holds no such point");
	return point;
}

export const bisect: Solver = function* (page) {
	const vertex = pointOf(circles(page, "blue"));
	const ways = circles(page, "black").map((end) => towards(vertex, end));
	const sum = { x: ways.reduce((all, way) => all + way.x, 0), y: ways.reduce((all, way) => all + way.y, 0) };
	const length = Math.hypot(sum.x, sum.y) || 1;
	yield* clickPlane({ x: vertex.x + (25 * sum.x) / length, y: vertex.y + (25 * sum.y) / length });
};

export const midpoint: Solver = function* (page) {
	const [first, second] = circles(page, "black");
	if (first === undefined || second === undefined) throw new Error("the page text holds no two points");
	yield* clickPlane({ x: (first.x + second.x) / 2, y: (first.y + second.y) / 2 });
};

export const rightAngle: Solver = function* (page) {
	const vertex = pointOf(circles(page, "blue"));
	const way = towards(vertex, pointOf(circles(page, "black")));
	const ends = [
		{ x: vertex.x - 30 * way.y, y: vertex.y + 30 * way.x },
		{ x: vertex.x + 30 * way.y, y: vertex.y - 30 * way.x },
	];
	// The plane is 150 pixels wide and 130 high.
	yield* clickPlane(ends.find(({ x, y }) => x > 8 && x < 148 && y > 58 && y < 178) ?? pointOf(ends));
};

export const line: Solver = function* (page) {
	const dot = page.nth("shape", 0);
	yield* submit(yield /vertical/.test(page.sentence) ? dragBy(dot, 0, 30) : dragBy(dot, 30, 0));
};

export const gridPoint: Solver = function* (page) {
	const [x = "0", y = "0"] = page.said(/\((-?\d),(-?\d)\)/);
	const all = page.all("shape").filter((shape) => shape.name === "blue circle");
	const middles = all.map(middleOf);
	const center = { x: mean(middles.map((one) => one.x)), y: mean(middles.map((one) => one.y)) };
	const point = all.find((_, index) => {
		const at = middles[index];
		return at !== undefined && Math.abs(at.x - center.x - 30 * Number(x)) < 8 && Math.abs(center.y - at.y - 30 * Number(y)) < 8;
	});
	if (point === undefined) throw new Error("the page text holds no point there");
	yield click(point);
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const ascending: Solver = function* (page) {
	let seen: PageInput = yield* clickNamed(page, "1");
	// The remaining positions belong to the following numbers, in order.
	for (let left = 4; left > 0; left -= 1) seen = yield click(seen.nth("shape", 0));
};

export const boxIntoBox: Solver = function* (page) {
	let seen: PageInput = page.maybe("s") === undefined ? yield find("css:#draggableSmall") : page;
	const small = seen.named("s");
	if (seen.maybe("L") === undefined) seen = yield find("css:#draggableLarge");
	yield* submit(yield drag(small, seen.named("L")));
};

const ways: Readonly<Record<string, Point>> = {
	left: { x: -25, y: 0 },
	right: { x: 25, y: 0 },
	up: { x: 0, y: -25 },
	down: { x: 0, y: 25 },
};

export const dragShape: Solver = function* (page) {
	const way = ways[page.said(/item (\w+)/)[0] ?? ""] ?? { x: 0, y: 0 };
	yield* submit(yield dragBy(page.nth("shape", 0), way.x, way.y));
};

/** Moves a list entry to a place; places count from 0. */
function* dragEntry(page: PageInput, name: string, to: (from: number) => number): Generator<string, void, PageInput> {
	const names = page.lines.map((one) => one.trim()).filter((one) => /^[A-Z][a-z'-]+(?:[- ][A-Z][a-z]+)*$/.test(one));
	const from = names.indexOf(name);
	const target = names[to(from)];
	if (from === -1 || target === undefined) throw new Error(`the page text holds no ${name} in ${names.join()}`);
	const handles = page.all("box");
	const columns = names.length === 9 ? 3 : 1;
	const isListed = handles.length === names.length;
	const held = isListed ? handles[from] : undefined;
	const own = held ?? (yield* textNamed(page, name));
	const goal = isListed ? handles[to(from)] : undefined;
	yield dragOnto(own, goal ?? (yield* textNamed(page, target)), { columns, from, to: to(from) });
}

/** A sortable list moves an entry once the pointer passes the middle of the next one. */
function dragOnto(
	own: ElementView,
	goal: ElementView,
	way: { readonly columns: number; readonly from: number; readonly to: number },
): string {
	const down = Math.sign(Math.floor(way.to / way.columns) - Math.floor(way.from / way.columns));
	const across = way.columns === 1 ? 0 : Math.sign((way.to % way.columns) - (way.from % way.columns));
	return `drag(${own.id}, 8, 8, ${goal.id}, ${8 + 10 * across}, ${8 + 10 * down})`;
}

function* textNamed(page: PageInput, name: string): Generator<string, ElementView, PageInput> {
	const seen: PageInput = page.maybe(name) === undefined ? yield find(name) : page;
	return seen.named(name);
}

export const dragInList: Solver = function* (page) {
	const [name = "", goal = ""] = page.said(/^Drag (\S+) (.*)\.$/);
	yield* dragEntry(page, name, (from) => {
		if (/to the top/.test(goal)) return 0;
		if (/to the bottom/.test(goal)) return 4;
		if (/down by/.test(goal)) return from + 1;
		if (/up by/.test(goal)) return from - 1;
		return Number.parseInt(/\d+/.exec(goal)?.[0] ?? "1", 10) - 1;
	});
};

const steps: Readonly<Record<string, number>> = { up: -3, down: 3, left: -1, right: 1 };
const cells = [
	"top left",
	"top center",
	"top right",
	"center left",
	"center",
	"center right",
	"bottom left",
	"bottom center",
	"bottom right",
];

export const dragInGrid: Solver = function* (page) {
	const [name = "", goal = ""] = page.said(/^Drag (\S+) (.*)\.$/);
	const step = steps[/^(\w+) by one/.exec(goal)?.[1] ?? ""];
	yield* dragEntry(page, name, (from) => (step === undefined ? cells.indexOf(goal.replace("to the ", "")) : from + step));
};

/** Reads both ends of a slider by keys, drags it near the value, and uses arrow keys for the rest. */
export const slide: Solver = function* (page) {
	const wanted = Number(page.said(/Select (-?\d+)/)[0]);
	const handle = (seen: PageInput) => seen.named("slider handle corner");
	const shown = (seen: PageInput) => Number(/-?\d+/.exec(seen.lineWith(/^\D*-?\d+$/))?.[0]);
	const lowest: PageInput = yield press(handle(page), "Home");
	const highest: PageInput = yield press(handle(lowest), "End");
	const [low, high] = [middleOf(handle(lowest)), middleOf(handle(highest))];
	const share = (wanted - shown(highest)) / (shown(highest) - shown(lowest));
	let seen: PageInput =
		wanted === shown(highest) ? highest : yield dragBy(handle(highest), share * (high.x - low.x), share * (high.y - low.y));
	for (let rest = 0; rest < 12 && shown(seen) !== wanted; rest += 1)
		seen = yield press(handle(seen), shown(seen) < wanted ? "ArrowRight" : "ArrowLeft");
	yield* submit(seen);
};

const colors: Readonly<Record<string, string>> = {
	black: "000000",
	white: "FFFFFF",
	aqua: "00FFFF",
	blue: "0000FF",
	gray: "808080",
	green: "008000",
	lime: "00FF00",
	maroon: "800000",
	navy: "000080",
	olive: "808000",
	purple: "800080",
	red: "FF0000",
	silver: "C0C0C0",
	teal: "008080",
	yellow: "FFFF00",
	pink: "FFC0CB",
	magenta: "FF00FF",
	gold: "FFD700",
	orange: "FFA500",
};

export const color: Solver = function* (page) {
	const [name = ""] = page.said(/Select (\w+) with/);
	yield* submit(yield fill(page.nth("input color", 0), colors[name] ?? ""));
};
