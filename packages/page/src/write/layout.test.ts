import { expect, test } from "vitest";
import { render } from "../../test/render.ts";
import type { PageNode, PageTree, RegionNode } from "../read/page-node.ts";

const text = (said: string): PageNode => ({ kind: "text", text: said, place: 0, zone: "view", distance: 0 });
const region = (type: RegionNode["type"], children: readonly PageNode[], more: Partial<RegionNode> = {}): RegionNode => ({
	kind: "region",
	type,
	isNew: false,
	name: "",
	states: [],
	attributes: [],
	zone: "view",
	distance: 0,
	children,
	...more,
});
const treeOf = (children: PageTree["children"]): PageTree => ({
	url: "https://a.example/",
	title: "A",
	epoch: "e1",
	viewport: { width: 1_280, height: 800, scrollX: 0, scrollY: 0, pages: 1 },
	dialogs: [],
	alerts: [],
	children,
	partial: false,
	controls: 0,
});

test("a term that a list describes is written, its list line by line", () => {
	const described = [region("cell", [text("Opening hours")], { isTerm: true }), region("cell", [region("item", [text("Monday")])])];
	expect(render(treeOf(described))).toMatch(/\n@view\nOpening hours\n- Monday$/);
});
