import { expect, test } from "vitest";
import { partsOf, readable, targetIdsOf } from "./page-lines.ts";

const page = [
	"@page 1",
	"@view",
	"# Tea",
	'<form "Search" get>',
	' <search 4* "Search products">',
	"<a 17 /tea>Tea",
	"<button 7>Show 17",
].join("\n");

test.for([
	["click(17)", [17]],
	['setValue(4, "tea", true)', [4]],
	["finish()", []],
	["no action at all", []],
] as const)("%s is about the elements %j", ([action, ids]) => {
	expect(targetIdsOf(action)).toEqual(ids);
});

test.for([
	[7, "<button 7>Show 17"],
	[17, "<a 17 /tea>Tea"],
	[4, ' <search 4* "Search products">'],
	[1, null],
	[70, null],
	[undefined, null],
] as const)("element %s stands in its own line of the page", ([id, line]) => {
	const { before, target, after } = partsOf(page, id);
	expect(target).toBe(line);
	expect(before + (target ?? "") + after).toBe(page);
});

test("a snapshot is shown a fact per line, so that its element has a line as well", () => {
	const text = readable('{"url":"https://shop.example","elements":[{"id":"agent-1","text":"More"}]}');
	expect(partsOf(text, 1).target?.trim()).toBe('"id": "agent-1",');
	expect(readable("{{ title }}")).toBe("{{ title }}");
});
