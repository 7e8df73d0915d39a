import { expect, test } from "vitest";
import { render } from "../../test/render.ts";
import { parsePage } from "../parse/parse.ts";
import { viewFromSnapshot } from "../parse/snapshot.ts";
import type { ControlNode, PageTree, RegionNode } from "../read/page-node.ts";
import { snapshotOf } from "./snapshot.ts";

const control: ControlNode = {
	kind: "control",
	id: 1,
	type: "div",
	name: "",
	states: [],
	attributes: [],
	isNew: false,
	zone: "below",
	distance: 800,
	box: { x: 1, y: 2, width: 3, height: 4 },
	tag: "div",
	children: [],
};

function tree(children: PageTree["children"]): PageTree {
	return {
		url: "https://a.example/",
		title: "A",
		epoch: "e1",
		viewport: { width: 1_280, height: 800, scrollX: 0, scrollY: 0, pages: 2 },
		dialogs: [],
		alerts: [],
		children,
		partial: false,
		controls: 0,
	};
}

const dialogOf = (children: RegionNode["children"]): RegionNode => ({
	kind: "region",
	type: "dialog",
	isNew: false,
	name: "D",
	states: [],
	attributes: [],
	zone: "below",
	distance: 9_000,
	children,
});

const byUsefulness: readonly (readonly [what: string, facts: Partial<ControlNode>, isInDialog?: boolean])[] = [
	["in a dialog", {}, true],
	["in view", { zone: "view", distance: 0 }],
	["focused", { states: ["focused"] }],
	["new", { isNew: true }],
	["a field", { type: "email" }],
	["a button", { type: "button" }],
	["a link", { type: "a" }],
	["plain", {}],
	["disabled", { states: ["disabled"], distance: 801 }],
	["three screens away", { distance: 2_402 }],
	["covered", { states: ["covered"] }],
];

test("of two controls for the last place, the more useful one is kept", () => {
	const better = Array.from({ length: 99 }, (_, index) => ({
		...control,
		id: index + 10,
		type: "button",
		zone: "view" as const,
		distance: 0,
	}));
	for (const [index, [what, facts, isInDialog]] of byUsefulness.slice(0, -1).entries()) {
		const [winner, loser] = [
			{ ...control, ...facts, id: 1 },
			{ ...control, ...byUsefulness[index + 1]?.[1], id: 2 },
		];
		const inFront = isInDialog === true ? [winner] : [];
		const shown = snapshotOf(tree([loser, ...(isInDialog === true ? [] : [winner]), dialogOf([...better, ...inFront])]), 0);
		expect([what, shown.elements.some(({ id }) => id === "agent-1"), shown.elements.some(({ id }) => id === "agent-2")]).toEqual([
			what,
			true,
			false,
		]);
	}
});

test("a hundred controls are kept, the best, in document order; text is 6,000 characters, the visible first", () => {
	const far = Array.from({ length: 150 }, (_, index) => ({ ...control, id: index + 1, type: "a", name: `Link ${index}` }));
	const dialog = dialogOf([{ ...control, id: 200, type: "button", name: "OK" }]);
	const text = (words: string, zone: "view" | "below", distance: number) => ({
		kind: "text" as const,
		text: words.repeat(400),
		zone,
		distance,
		place: 0,
	});
	const line = { kind: "break" as const, isLine: true };
	const snapshot = snapshotOf(tree([text("far words ", "below", 900), line, ...far, dialog, line, text("seen words ", "view", 0)]), 5);
	expect([snapshot.elements.length, snapshot.total, snapshot.shown]).toEqual([100, 151, 100]);
	expect(snapshot.elements.at(-1)).toMatchObject({ id: "agent-200", ariaLabel: "OK", role: "button" });
	expect(snapshot.visibleText.length).toBeLessThanOrEqual(6_000);
	expect(snapshot.visibleText).toContain("seen words");
	expect(snapshot.visibleText.indexOf("far")).toBeLessThan(snapshot.visibleText.indexOf("seen"));
});

test("a snapshot becomes the same view as a text, without forms", () => {
	const snapshot = snapshotOf(
		tree([
			{ ...control, id: 17, type: "checkbox", name: "Gift", states: ["checked"] },
			{ ...control, id: 19, type: "checkbox", name: "Newsletter" },
			{
				...control,
				id: 18,
				type: "a",
				name: "Cart",
				href: "/cart",
				children: [{ kind: "text", text: "Cart", zone: "view", distance: 0, place: 0 }],
			},
		]),
		5,
	);
	const view = viewFromSnapshot(snapshot);
	expect(snapshot.elements.map(({ checked }) => checked)).toEqual([true, false, undefined]);
	expect(view.hidesTicks).toBeUndefined();
	expect(viewFromSnapshot({ ...snapshot, elements: snapshot.elements.map(({ checked: _, ...rest }) => rest) }).hidesTicks).toBe(true);
	expect(view).toMatchObject({ mode: "snapshot", url: "https://a.example/", epoch: "e1", forms: [], problems: [] });
	expect(view.elements.get(17)).toMatchObject({ type: "checkbox", name: "Gift", states: new Set(["checked"]) });
	expect(view.elements.get(18)).toMatchObject({ type: "a", name: "Cart", href: "/cart", content: "Cart" });
});

test("a snapshot with invalid ids keeps its valid elements", () => {
	const snapshot = snapshotOf(tree([{ ...control, id: 17 }]), 5);
	const [element] = snapshot.elements;
	if (element === undefined) throw new Error("no element");
	const view = viewFromSnapshot({
		...snapshot,
		visibleText: "<button 5>x</>\n@view",
		elements: [element, element, { ...element, id: "agent-0" }, { ...element, id: "x" }],
	});
	expect([...view.elements.keys()]).toEqual([17]);
	expect(view.problems).toHaveLength(3);
	expect(view.lines[0]?.text).toBe("‹button 5›x‹/›");
});

test("secrets that a client sends are not repeated", () => {
	const element = { tag: "input", role: "", text: "", bbox: { x: 0, y: 0, width: 1, height: 1 } };
	const view = viewFromSnapshot({
		url: "https://a.example/",
		title: "",
		visibleText: "Your card 4111 1111 1111 1111",
		elements: [
			{ ...element, id: "agent-1", ariaLabel: "Password", type: "password", value: "hunter2" },
			{ ...element, id: "agent-2", ariaLabel: "Card number", type: "text", value: "4111" },
			{ ...element, id: "agent-3", ariaLabel: "Number", type: "text", value: "4111111111111111" },
			{ ...element, id: "agent-4", ariaLabel: "Name", type: "text", value: "Ada" },
		],
		docEpoch: "e1",
		viewport: { width: 1, height: 1, scrollX: 0, scrollY: 0, pages: 1 },
		shown: 4,
		total: 4,
		timestamp: 0,
	});
	const shown = [...view.elements.values()].map(({ states, attributes }) => [states.has("filled"), attributes.get("value")]);
	expect(shown).toEqual([
		[true, undefined],
		[true, undefined],
		[true, undefined],
		[false, "Ada"],
	]);
	expect(view.lines[0]?.text).toBe("Your card •••• •••• •••• 1111");
});

test("a snapshot of another client loses secrets of its address and texts, and a target is never read as a state", () => {
	const snapshot = snapshotOf(tree([{ ...control, id: 17 }]), 5);
	const [element] = snapshot.elements;
	if (element === undefined) throw new Error("no element");
	const card = "4111 1111 1111 1111";
	const view = viewFromSnapshot({
		...snapshot,
		url: "https://a.example/?token=abc",
		title: card,
		elements: [
			{ ...element, text: card, ariaLabel: card, href: "submit" },
			{ ...element, id: "agent-18", href: "value=a/b" },
		],
	});
	expect([view.url, view.title]).toEqual(["https://a.example/?token=…", "•••• •••• •••• 1111"]);
	expect(view.elements.get(17)).toMatchObject({ content: "•••• •••• •••• 1111", name: "•••• •••• •••• 1111" });
	const read = parsePage(render(view));
	expect(read.elements.get(17)?.states.size).toBe(0);
	expect(read.elements.get(18)?.attributes.size).toBe(0);
});
