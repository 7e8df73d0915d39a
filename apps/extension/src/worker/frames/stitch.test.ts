import { expect, test } from "vitest";
import { stitch, withHeaderLine } from "./stitch.ts";

const top = (body: string) => `@page 1\n@url https://shop.example/\n\n${body}`;
const child = (body: string) => ({ text: `@page 1\n@epoch c\n\n${body}`, children: [] });

test("a frame's text stands below its line, one level deeper, without its own marks of near and far", () => {
	const text = top('@view\n<form "Delivery" post>\n <frame 19 "Card payment" pay.example>\n <button 20 submit>Pay');
	const frame = child('@view\n<input 10001 "Card number" filled>\n@below\n# Help');
	expect(stitch({ text, children: [{ id: 19, frame }] })).toBe(
		top(
			'@view\n<form "Delivery" post>\n <frame 19 "Card payment" pay.example>\n  <input 10001 "Card number" filled>\n  # Help\n <button 20 submit>Pay',
		),
	);
});

test("frames stand inside frames", () => {
	const inner = child("deep");
	const middle = { ...child("<frame 10001 inner.example>"), children: [{ id: 10_001, frame: inner }] };
	expect(stitch({ text: top("<frame 1* middle.example>"), children: [{ id: 1, frame: middle }] })).toBe(
		top("<frame 1* middle.example>\n <frame 10001 inner.example>\n  deep"),
	);
});

test("a frame that did not answer is named as unreadable", () => {
	expect(stitch({ text: top('<frame 41 "Ad" ads.example>'), children: [{ id: 41, frame: null }] })).toBe(
		top('<frame 41 "Ad" ads.example unreadable>'),
	);
	expect(stitch({ text: top('<frame 41 "Ad" ads.example>'), children: [] })).toBe(top('<frame 41 "Ad" ads.example unreadable>'));
});

test("a frame over 20,000 characters, or over what is left of 60,000, is unreadable, and the next one still fits", () => {
	const big = child("a".repeat(20_000));
	const fair = child("b".repeat(19_000));
	const children = [1, 2, 3, 4, 5, 6].map((id) => ({ id, frame: id === 1 ? big : id === 6 ? child("small") : fair }));
	const lines = stitch({ text: top(children.map(({ id }) => `<frame ${id} x.example>`).join("\n")), children }).split("\n");
	expect(lines.filter((line) => line.includes("unreadable"))).toEqual(["<frame 1 x.example unreadable>", "<frame 5 x.example unreadable>"]);
	expect(lines.at(-1)).toBe(" small");
});

test("a header line goes before the empty line", () => {
	expect(withHeaderLine("@page 1\n@epoch a\n\nbody", "@pending yes")).toBe("@page 1\n@epoch a\n@pending yes\n\nbody");
	expect(withHeaderLine("@page 1\n\n", "@pending yes")).toBe("@page 1\n@pending yes\n\n");
});
