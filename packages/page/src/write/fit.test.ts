import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { render } from "../../test/render.ts";
import { parsePage } from "../parse/parse.ts";
import type { PageView } from "../parse/view.ts";
import { fit } from "./fit.ts";

function page(body: string, header = "@url https://a.example/\n@epoch e1"): PageView {
	return parsePage(`@page 1\n${header}\n\n${body}`);
}

const words = (count: number) => "word ".repeat(count).trim();
const links = (count: number, first: number) =>
	Array.from({ length: count }, (_, index) => `- <a ${first + index} /item/${first + index}>Item ${first + index}`).join("\n");
const ids = (view: PageView) => new Set(view.elements.keys());

describe("a page within its cap", () => {
	test("is complete to the last character", () => {
		const text = render(page(`@view\n# Title\n<button 1>Go\n@below\n${words(500)}`));
		expect(fit(parsePage(text), { cap: text.length + 40 }).text.replace("@shown 1/1 controls\n", "")).toBe(text);
	});

	test("counts what is shown", () => {
		expect(fit(page("@view\n<button 1>Go")).text).toContain("@shown 1/1 controls\n");
	});
});

describe("a page over its cap", () => {
	test("first loses ends of distant texts, then paths of distant links, and no control", () => {
		const long = page(`@view\n<button 1>Go\n${words(300)}\n@below\n${words(300)}\n<a 2 /far/away>Far`);
		const cut = fit(long, { cap: 2_400, extendedCap: 2_400 });
		expect(cut.text.length).toBeLessThanOrEqual(2_400);
		expect(cut.text).toContain("<a 2 /far/away>Far");
		expect(cut.text).toContain(words(300));
		expect(cut.text.split("\n").some((line) => line.endsWith("…") && line.length < 310)).toBe(true);
	});

	test("then loses distant text, farthest first, with its length", () => {
		const paragraphs = Array.from({ length: 60 }, (_, index) => `<a ${index + 1}>L${index}\nP${index} ${words(40)}`).join("\n");
		const cut = fit(page(`@view\n<button 900>Go\n@below\n${paragraphs}`), { cap: 9_000, extendedCap: 9_000 });
		expect(cut.text.length).toBeLessThanOrEqual(9_000);
		expect(ids(parsePage(cut.text)).size).toBe(61);
		expect(cut.text).toContain("P0 word");
		expect(cut.text).not.toContain("P59 word");
		expect(cut.text).toMatch(/… 2\d\d characters/);
	});

	test("gets the larger cap, complete, if it would lose controls", () => {
		const large = `@view\n<button 1>Go\n@below\n${links(1_500, 10)}\n<button 5000>Save`;
		const whole = fit(page(large));
		expect(whole.text.length).toBeGreaterThan(30_000);
		const kept = fit(page(large), { cap: 5_000, extendedCap: 200_000 });
		expect(ids(parsePage(kept.text)).size).toBe(1_502);
		expect(kept.text).toContain("<button 5000>Save");
	});

	test("then collapses distant siblings of one shape and names their ids", () => {
		const cut = fit(page(`@view\n<button 1>Go\n@below\n<nav>\n ${links(400, 10).replaceAll("\n", "\n ")}\n<button 5000>Save`), {
			cap: 2_000,
			extendedCap: 2_000,
			anchor: () => 7_001,
		});
		const [, count, first, last] = /… (\d+) more like this, ids (\d+)-(\d+), expand\(7001\)/.exec(cut.text) ?? [];
		expect([Number(first) + Number(count), last]).toEqual([410, "409"]);
		expect(cut.text).toContain("<a 10>Item 10");
		expect(cut.text).toContain("<button 5000>Save");
		expect(cut.text).toContain(`@shown ${402 - Number(count)}/402 controls`);
		expect(cut.collapsed.get(7_001)).toHaveLength(Number(count));
	});

	test("keeps as many of them as there is room for, on both sides of the visible area, and never fewer than eight", () => {
		const text = `@above\n${links(400, 1_000)}\n@view\n<button 1>Go\n@below\n${links(400, 2_000)}`;
		const roomy = fit(page(text), { cap: 9_000, extendedCap: 9_000 });
		expect(roomy.text.length).toBeGreaterThan(8_500);
		expect(roomy.text).toMatch(/… \d+ more like this, ids \d+-\d+\n/);
		const kept = ids(parsePage(roomy.text));
		expect([1_000, 1_399, 2_000, 2_399].map((id) => kept.has(id))).toEqual([false, true, true, false]);
		const sizes = [480, 500, 520, 540, 560].map(
			(cap) => ids(parsePage(fit(page(`@below\n${links(400, 10)}`), { cap, extendedCap: cap }).text)).size,
		);
		expect(sizes.filter((size) => size > 0 && size < 8)).toEqual([]);
		expect(sizes).toContain(8);
	});

	test("recognizes groups whose shapes alternate", () => {
		const cards = Array.from(
			{ length: 100 },
			(_, index) => `## Card ${index}\n${words(6)}\n<button ${index + 1}>Add</> <a ${index + 1_000}>More`,
		).join("\n");
		const cut = fit(page(`@below\n${cards}\n<button 5000>Save`), { cap: 3_000, extendedCap: 3_000 });
		const more = Number(/… (\d+) more like this/.exec(cut.text)?.[1]);
		expect(cut.text).toContain(`## Card ${99 - more}\n`);
		expect(cut.text).not.toContain(`## Card ${100 - more}\n`);
		expect(cut.text.length).toBeGreaterThan(2_700);
	});

	test("then collapses distant sections, named by their heading", () => {
		const sections = Array.from(
			{ length: 20 },
			(_, section) =>
				`## Section ${section}\n${Array.from({ length: 20 }, (__, index) => `<${index % 2 === 0 ? "a" : "button"} ${section * 20 + index + 1}>${"abcdefgh".slice(index % 8)} ${section} ${index}`).join("\n")}`,
		).join("\n");
		const cut = fit(page(`@view\n<button 9000>Go\n@below\n${sections}`), { cap: 4_000, extendedCap: 4_000, anchor: () => 77 });
		expect(cut.text.length).toBeLessThanOrEqual(4_000);
		expect(cut.text).toMatch(/<section 77 "Section 19" collapsed links=10 controls=10>/);
		expect(cut.text).toContain("<a 1>abcdefgh 0 0");
		expect(cut.isOverLimit).toBe(false);
	});
});

describe("whatever the size", () => {
	test("facts of a section without an id are read back", () => {
		const text = page('<section "Old" collapsed links=40>\n<a 1>One</>');
		expect(render(text)).toContain('<section "Old" collapsed links=40>');
	});

	test("dialog, focus and its form, visible and new controls stay", () => {
		const body = `<dialog 1 "D">\n <button 2>OK\n@view\n<button 3>Seen\n@below\n${links(300, 1_000)}\n<form "F">\n <input 4 "focused" focused>\n <input 5 "beside">\n<button 6*>New\n${links(300, 2_000)}`;
		const kept = ids(parsePage(fit(page(body, "@epoch e1\n@focus 4"), { cap: 2_500, extendedCap: 2_500 }).text));
		for (const id of [1, 2, 3, 4, 5, 6]) expect(kept.has(id)).toBe(true);
	});

	test("the hard limit holds, even if everything is in view", () => {
		const cut = fit(
			page(
				`@view\n${Array.from({ length: 1_000 }, (_, index) => `<${"abcdefgh"[index % 7]}${"xyz"[index % 3]} ${index + 1}>${words(1 + (index % 5))}`).join("\n")}`,
			),
			{ cap: 3_000, extendedCap: 4_000 },
		);
		expect(cut.text.length).toBeLessThanOrEqual(4_000);
		expect(cut.isOverLimit).toBe(true);
	});

	test("the cap is never exceeded, and the result can be parsed", () => {
		const line = fc.oneof(
			fc.nat(40).map((count) => words(count + 1)),
			fc.nat(9).map((depth) => `${" ".repeat(depth)}<a ID /p/ID>link</> text`),
			fc.constantFrom(
				"# Heading",
				"<nav>",
				'<form "F" post>',
				'<dialog 1 "D">',
				"@view",
				"@below",
				"@above",
				"| a | b",
				'<input ID "N" value="v">',
				"<button ID*>new",
			),
		);
		fc.assert(
			fc.property(fc.array(line, { minLength: 1, maxLength: 120 }), fc.integer({ min: 800, max: 4_000 }), (lines, cap) => {
				const body = lines.map((one, index) => one.replaceAll("ID", String(index + 10))).join("\n");
				const view = page(body);
				const fitted = fit(view, { cap, extendedCap: cap });
				expect(fitted.text.length).toBeLessThanOrEqual(cap);
				expect(render(parsePage(fitted.text))).toBe(fitted.text);
				if (fitted.isOverLimit) return;
				const left = ids(parsePage(fitted.text));
				for (const element of view.elements.values())
					if (element.isNew || view.lines[element.line]?.zone === "view") expect(left.has(element.id)).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});
});
