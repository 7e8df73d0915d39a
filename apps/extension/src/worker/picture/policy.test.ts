import { describe, expect, test } from "vitest";
import type { PictureFacts } from "../../page/messages.ts";
import type { FrameTree } from "./policy.ts";
import { drawingPlan, factsOfTab, isStill } from "./policy.ts";

const view = { width: 1_000, height: 500, zoom: 1, left: 0, top: 0, scrollX: 0, scrollY: 0 };
const box = (x: number, y: number, width = 100, height = 20) => ({ x, y, width, height });
const around = box(100, 50, 400, 300);
const inner = { x: 102, y: 52, across: 1, down: 1 };

const treeOf = (facts: Partial<PictureFacts>, children: readonly FrameTree[] = []): FrameTree => ({
	facts: { token: null, window: view, numbered: [], secrets: [], frames: [], ...facts },
	children,
});
const framed = (place: PictureFacts["frames"][number]["inner"], children: readonly FrameTree[]) =>
	factsOfTab(treeOf({ frames: [{ token: "a", box: around, inner: place }] }, children));
const child = (facts: Partial<PictureFacts>, children: readonly FrameTree[] = []) => treeOf({ token: "a", ...facts }, children);

describe("what stands in a frame", () => {
	test("is moved to where the frame shows it, as large as it is shown, and never beyond the frame", () => {
		const facts = { numbered: [{ id: 10_001, box: box(10, 10) }], secrets: [box(10, 40), box(350, 40)] };
		expect(framed({ ...inner, across: 2, down: 2 }, [child(facts)])).toEqual({
			numbered: [{ id: 10_001, box: box(122, 72, 200, 40) }],
			blanks: [box(122, 132, 200, 40)],
		});
	});

	test("is moved through all frames around it", () => {
		const nested = child({ secrets: [box(1, 2)] });
		const between = child({ frames: [{ token: "a", box: box(0, 0, 300, 300), inner: { x: 5, y: 5, across: 1, down: 1 } }] }, [nested]);
		expect(framed(inner, [between]).blanks).toEqual([box(108, 59)]);
	});

	test.each([
		["nobody read", inner, []],
		["stands turned", null, [child({})]],
		["shares its token with another", inner, [child({}), child({})]],
		["has another token", inner, [treeOf({ token: "b", numbered: [{ id: 10_001, box: box(1, 1) }] })]],
	] as const)("is blanked as a whole where it %s", (_, place, children) => {
		expect(framed(place, children)).toEqual({ numbered: [], blanks: [around] });
	});
});

describe("a picture is of one moment", () => {
	const before = treeOf({ secrets: [box(10, 10)], numbered: [{ id: 1, box: box(0, 0) }] });
	test.each([
		["a number that moves", { ...before.facts, numbered: [{ id: 1, box: box(90, 90) }] }, true],
		["less than half a pixel", { ...before.facts, secrets: [box(10.2, 10)] }, true],
		["a secret that moves", { ...before.facts, secrets: [box(10, 90)] }, false],
		["a secret that appears", { ...before.facts, secrets: [box(10, 10), box(50, 50)] }, false],
		["a page that scrolls", { ...before.facts, window: { ...view, scrollY: 40 } }, false],
		["a window of another size", { ...before.facts, window: { ...view, width: 900 } }, false],
	])("%s: it counts is %s", (_, facts, isOne) => {
		expect(isStill(before, treeOf(facts))).toBe(isOne);
	});
});

describe("a drawing", () => {
	const facts = { numbered: [{ id: 12, box: box(200, 100) }], blanks: [box(400.4, 200.4)] };

	test("has CSS pixels whatever the screen's are, a blank with a margin, and the number above its control", () => {
		expect(drawingPlan({ width: 2_000, height: 1_000 }, view, facts)).toEqual({
			width: 1_000,
			height: 500,
			scale: 1,
			blanks: [box(397, 197, 107, 27)],
			marks: [{ text: "12", box: box(200, 100), label: box(200, 85, 20, 15) }],
		});
	});

	test("of a large window is at most 1,280 pixels wide and says its scale", () => {
		const plan = drawingPlan({ width: 2_560, height: 1_280 }, { ...view, width: 2_560, height: 1_280 }, facts);
		expect(plan).toMatchObject({ width: 1_280, height: 640, scale: 2, blanks: [box(198, 98, 54, 14)] });
	});

	test("of a pinched page shows the part that the person sees", () => {
		const pinched = { ...view, zoom: 2, left: 100, top: 50 };
		expect(drawingPlan({ width: 1_000, height: 500 }, pinched, facts)).toMatchObject({
			scale: 0.5,
			marks: [{ box: box(200, 100, 200, 40) }],
		});
	});

	test("of another shape than the window shows something else, and there is none", () => {
		expect(drawingPlan({ width: 1_000, height: 400 }, view, facts)).toBeNull();
	});

	test("has labels that hide no other label while there is room, and stay in the picture", () => {
		const numbered = Array.from({ length: 12 }, (_, index) => ({
			id: 100 + index,
			box: box((index % 3) * 40, Math.floor(index / 3) * 30, 40, 30),
		}));
		const marks = drawingPlan({ width: 1_000, height: 500 }, view, { numbered, blanks: [] })?.marks ?? [];
		expect(marks).toHaveLength(12);
		const isApart = (one: (typeof marks)[number]["label"], other: typeof one) =>
			one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y;
		for (const [index, { label }] of marks.entries()) {
			expect(label.x >= 0 && label.y >= 0, JSON.stringify(label)).toBe(true);
			for (const other of marks.slice(index + 1))
				expect(isApart(label, other.label), `${JSON.stringify(label)} ${JSON.stringify(other.label)}`).toBe(true);
		}
	});
});
