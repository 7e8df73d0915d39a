import { describe, expect, test } from "vitest";
import { diffPages } from "./diff.ts";
import { parsePage } from "./parse.ts";
import { compareSkeleton, skeletonOf } from "./skeleton.ts";
import type { PageView } from "./view.ts";

function page(body: string, header = "@url https://a.example/\n@title A\n@epoch e1"): PageView {
	return parsePage(`@page 1\n${header}\n\n@view\n${body}`);
}

const before = page('# Cart\n<checkbox 1 "Gift">\n<input 2 "Name" value="Ada">\n<a 3 /x>Back\nTwo things');

describe("two pages", () => {
	test("that are equal have no difference", () => {
		const diff = diffPages(before, before);
		expect(diff).toMatchObject({
			urlChanged: false,
			titleChanged: false,
			added: [],
			removed: [],
			changed: [],
			textAdded: [],
			textRemoved: [],
		});
		expect(diff.similarity).toBe(1);
	});

	test("differ in values and states by id", () => {
		const after = page('# Cart\n<checkbox 1 "Gift" checked>\n<input 2 "Name" value="Bob">\n<a 3 /x>Back\nTwo things');
		expect(diffPages(before, after).changed).toEqual([
			{ id: 1, field: "checked", from: "", to: "yes" },
			{ id: 2, field: "value", from: "Ada", to: "Bob" },
		]);
	});

	test("differ in controls, dialogs and text", () => {
		const after = page(
			'# Cart\n<checkbox 1 "Gift">\n<input 2 "Name" value="Ada">\n<button 9*>Save\nThree things',
			'@url https://a.example/b\n@epoch e1\n@dialog "Sure?" 9',
		);
		const diff = diffPages(before, after);
		expect(diff.added.map(({ id }) => id)).toEqual([9]);
		expect(diff.removed.map(({ id }) => id)).toEqual([3]);
		expect(diff.dialogs).toEqual({ opened: ["Sure?"], closed: [] });
		expect([diff.textAdded, diff.textRemoved]).toEqual([["Three things"], ["Two things"]]);
		expect([diff.urlChanged, diff.titleChanged]).toEqual([true, true]);
		expect(diff.similarity).toBeGreaterThan(0.3);
		expect(diff.similarity).toBeLessThan(1);
	});

	test("of two documents are matched by what their controls are, since ids mean nothing there", () => {
		const after = page(
			'# Cart\n<checkbox 7 "Gift" checked>\n<input 8 "Name" value="Ada">\n<a 1 /x>Back\nTwo things',
			"@url https://a.example/\n@title A\n@epoch e2",
		);
		const diff = diffPages(before, after);
		expect([diff.added, diff.removed]).toEqual([[], []]);
		expect(diff.changed).toEqual([{ id: 7, field: "checked", from: "", to: "yes" }]);
	});
});

describe("a kept skeleton", () => {
	test("knows its own page again", () => {
		const kept = skeletonOf(before);
		expect(compareSkeleton(kept, before)).toEqual({
			isSame: true,
			isExact: true,
			controlsAdded: 0,
			controlsRemoved: 0,
			linesAdded: 0,
			linesRemoved: 0,
			similarity: 1,
		});
	});

	test("sees a value that changed, without counting the control as another", () => {
		const after = page('# Cart\n<checkbox 1 "Gift">\n<input 2 "Name" value="Bob">\n<a 3 /x>Back\nTwo things');
		expect(compareSkeleton(skeletonOf(before), after)).toMatchObject({ isSame: false, controlsAdded: 0, controlsRemoved: 0 });
	});

	test("does not take scrolling, focus or cover for a change", () => {
		const after = parsePage(
			'@page 1\n@epoch e1\n\n@below\n# Cart\n<checkbox 1 "Gift" focused>\n<input 2 "Name" covered value="Ada">\n<a 3 /x>Back\nTwo things',
		);
		expect(compareSkeleton(skeletonOf(before), after).isSame).toBe(true);
	});

	test("counts what came and went", () => {
		const after = page('# Cart\n<checkbox 1 "Gift">\n<button 8>A</> <button 9>B\nThree things');
		expect(compareSkeleton(skeletonOf(before), after)).toMatchObject({
			controlsAdded: 2,
			controlsRemoved: 2,
			linesAdded: 1,
			linesRemoved: 1,
		});
	});

	test("stays under 8 KB and estimates changes of a huge page", () => {
		const lines = Array.from({ length: 5_000 }, (_, index) => `<a ${index + 1} /item/${index}>Item ${index}`);
		const kept = skeletonOf(page(lines.join("\n")));
		expect(JSON.stringify(kept).length).toBeLessThan(8_192);
		const compared = compareSkeleton(kept, page(lines.slice(0, 4_000).join("\n")));
		expect(compared.isExact).toBe(false);
		expect(compared.controlsRemoved).toBeGreaterThan(700);
		expect(compared.controlsRemoved).toBeLessThan(1_300);
		expect(compareSkeleton(kept, page(lines.join("\n")))).toMatchObject({ isSame: true, controlsAdded: 0, controlsRemoved: 0 });
	});

	test("that was damaged counts as an empty one", () => {
		expect(compareSkeleton({ domHash: "", hashes: "%%%", controls: 3, lines: 2 }, before)).toMatchObject({
			isSame: false,
			controlsRemoved: 0,
		});
	});
});
