import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { render } from "../../test/render.ts";
import { checkout, grammarPieces } from "../../test/samples.ts";
import { parsePage } from "./parse.ts";
import type { PageView } from "./view.ts";

/** What of a view comes back when it is written and read again: its facts, not the notes of this one reading. */
function facts(view: PageView): Omit<PageView, "mode" | "problems" | "truncated"> {
	const { mode: _mode, problems: _problems, truncated: _truncated, ...rest } = view;
	return rest;
}

function page(body: string): PageView {
	return parsePage(`@page 1\n@url https://a.example/\n\n${body}`);
}

describe("a page text", () => {
	const view = parsePage(checkout);

	test("says which page it is", () => {
		expect(view).toMatchObject({
			mode: "page",
			url: "https://harbour-tea.example/checkout?session=…",
			title: "Checkout",
			epoch: "k3f9w2mz",
			screen: "1280x800, page 1 of 2.4",
			focus: 16,
			dialogs: [{ name: "Sign in", id: 31 }],
			alerts: ["Saved"],
			tabs: [
				{ id: 7, title: "Checkout", host: "harbour-tea.example", isCurrent: true },
				{ id: 9, title: "Mail", host: "mail.example", isCurrent: false },
			],
			files: ["cv.pdf", "photo.png"],
			changed: '+2 -0; 16 checked; text "Gift message"',
			pending: false,
			partial: false,
			truncated: false,
			problems: [],
		});
	});

	test("names every control with its state, value and choices", () => {
		expect([...view.elements.keys()]).toEqual([1, 2, 12, 13, 14, 15, 16, 17, 18, 19, 10001, 20]);
		expect(view.elements.get(2)).toMatchObject({ type: "a", name: "Cart (2)", content: "Cart (2)", href: "/cart", line: 0 });
		expect(view.elements.get(12)?.attributes).toEqual(new Map([["value", "Ada Lovelace"]]));
		expect(view.elements.get(14)?.states).toEqual(new Set(["checked"]));
		expect(view.elements.get(17)?.isNew).toBe(true);
		expect(view.elements.get(18)).toMatchObject({ name: "Remove green tea", content: "×" });
	});

	test("says which form a control belongs to, and its target", () => {
		expect(view.forms).toEqual([{ name: "Delivery", method: "post", host: "pay.example", sensitive: ["card"], line: 2 }]);
		expect(view.elements.get(20)?.form).toBe(0);
		expect(view.elements.get(10001)?.form).toBe(0);
		expect(view.elements.get(1)?.form).toBeUndefined();
	});

	test("gives the controls of a frame the epoch of that frame", () => {
		expect(view.elements.get(10001)?.epoch).toBe("frame001");
		expect(view.elements.get(19)?.epoch).toBe("k3f9w2mz");
		expect(view.elements.get(20)?.epoch).toBe("k3f9w2mz");
	});

	test("keeps lines, cells, nesting and zones", () => {
		const kinds = view.lines.map(({ kind, depth, parent, zone }) => [kind, depth, parent, zone]);
		expect(kinds).toEqual([
			["region", 0, -1, "view"],
			["heading", 0, -1, "view"],
			["region", 0, -1, "view"],
			["text", 1, 2, "view"],
			["text", 1, 2, "view"],
			["text", 1, 2, "view"],
			["text", 1, 2, "view"],
			["text", 1, 2, "view"],
			["row", 1, 2, "view"],
			["region", 1, 2, "below"],
			["text", 2, 9, "below"],
			["text", 1, 2, "below"],
			["item", 0, -1, "below"],
			["item", 1, 12, "below"],
			["collapsed", 0, -1, "below"],
			["text", 0, -1, "below"],
		]);
		expect(view.lines[8]?.cells).toEqual([
			[{ kind: "text", text: "Green tea × 2" }],
			[{ kind: "text", text: "14.00 €" }],
			[{ kind: "element", id: 18 }],
		]);
		expect(view.lines[8]?.text).toBe("Green tea × 2 14.00 € Remove green tea ×");
		expect(view.lines[5]?.text).toBe("Standard 0.00 € Express 9.00 €");
		expect(view.lines[15]?.text).toBe("- 5 °C");
	});

	test("is written again to the letter", () => {
		expect(render(view)).toBe(checkout);
	});
});

describe("a text outside the grammar", () => {
	test.each([
		["an empty body", "", [], 0],
		[
			"id 0, a negative, a huge and a repeated id",
			'<a 0>zero</> <a -3>minus</> <a 2147483648>huge</> <a 5>first</> <a 5 "twice">x',
			[5],
			2,
		],
		["a region in the middle of a line", 'text <dialog 7 "D"> <nav>', [], 1],
		["a tag without id", "<b>bold</b> <script>x", [], 0],
		["an unknown word and attribute", '<a 3 sparkling data="x" /p>go', [3], 2],
		["a quote that does not end", '<a 3 "name', [], 0],
		["an end that nothing opened", "</></> text", [], 0],
		["a header line in the body", '@url https://evil.example/\n@dialog "x"', [], 0],
	])("%s: the rest is read", (_, body, ids, problems) => {
		const view = page(body);
		expect([...view.elements.keys()]).toEqual(ids);
		expect(view.problems).toHaveLength(problems);
		expect(view.url).toBe("https://a.example/");
		expect(view.dialogs).toEqual([]);
	});

	test("content of an invalid tag stays as text", () => {
		expect(page('<a 0>zero</> <a 5>first</> <a 5 "twice">x').lines[0]?.text).toBe("zero first twice x");
		expect(page("<b>bold</b>").lines[0]?.text).toBe("‹b›bold‹/b›");
	});

	test("another version is read as this one, with a note", () => {
		const view = parsePage("@page 9\n@url https://a.example/\n@mood good\n\n<a 1 /x>y");
		expect(view.elements.size).toBe(1);
		expect(view.problems).toEqual(["version 9 read as 1", "unknown header @mood"]);
	});

	test("NUL and lone surrogates become U+FFFD, and __proto__ is an ordinary key", () => {
		const view = page('a\0b \ud800 <input 1 "__proto__" __proto__="x" value="__proto__">');
		expect(view.lines[0]?.text).toBe("a\ufffdb \ufffd __proto__");
		expect(view.elements.get(1)?.attributes).toEqual(new Map([["value", "__proto__"]]));
	});

	test("a byte order mark and Windows line ends do not matter", () => {
		expect(facts(parsePage(`\ufeff${checkout.replaceAll("\n", "\r\n")}`))).toEqual(facts(parsePage(checkout)));
	});
});

const anyBody = fc
	.array(fc.oneof(fc.constantFrom(...grammarPieces), fc.string({ maxLength: 4 })), { maxLength: 60 })
	.map((parts) => parts.join(""));

describe("whatever the text", () => {
	test("a page that is written and read again is the same page", () => {
		fc.assert(
			fc.property(anyBody, anyBody, (head, body) => {
				const view = parsePage(`@page 1\n${head}\n\n${body}`);
				expect(facts(parsePage(render(view)))).toEqual(facts(view));
			}),
			{ numRuns: 150 },
		);
	});

	test("an empty heading is no line", () => expect(parsePage("@page 1\n\n## \u202e\n… \u202e").lines).toEqual([]));

	test("writing a text twice gives the same text", () => {
		fc.assert(
			fc.property(anyBody, (body) => {
				const once = render(parsePage(`@page 1\n\n${body}`));
				expect(render(parsePage(once))).toBe(once);
			}),
			{ numRuns: 100 },
		);
	});
});

test("depth, lines, controls and names beyond their limits are flattened or dropped, with a note", () => {
	const deep = parsePage(`@page 1\n\n${" ".repeat(80)}deep`);
	expect([deep.lines[0]?.depth, deep.truncated]).toEqual([64, true]);
	const many = parsePage(`@page 1\n\n${"x\n".repeat(40_001)}`);
	expect([many.lines.length, many.truncated]).toEqual([40_000, true]);
	const controls = parsePage(`@page 1\n\n${Array.from({ length: 20_001 }, (_, index) => `<a ${index + 1}>x`).join("\n")}`);
	expect([controls.elements.size, controls.truncated]).toEqual([20_000, true]);
	const named = parsePage(`@page 1\n\n<a 1 "${"n".repeat(201)}">`);
	expect([named.elements.get(1)?.name.length, named.truncated]).toEqual([200, true]);
	const nested = parsePage(`@page 1\n\n${Array.from({ length: 70 }, (_, index) => `<a ${index + 1}>`).join("")}`);
	expect([nested.elements.size, nested.truncated]).toEqual([64, true]);
});
