import { describe, expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";
import { checkout, grammarPieces } from "../test/samples.ts";

test("ten thousand broken copies of a page are read without complaint", () => {
	let seed = 1;
	const random = (below: number) => {
		seed = Math.imul(seed, 1_103_515_245) + 12_345;
		return (seed >>> 8) % below;
	};
	for (let run = 0; run < 10_000; run += 1) {
		const at = random(checkout.length);
		const piece = grammarPieces[random(grammarPieces.length)] ?? "";
		const broken = checkout.slice(0, at) + piece + checkout.slice(at + random(20));
		const view = parsePage(broken);
		for (const line of view.lines) if (line.parent >= line.index) throw new Error(broken);
	}
});

describe("half a million characters", () => {
	const size = 499_000;
	const filled = (piece: string) => piece.repeat(Math.floor(size / piece.length));
	test.each([
		["of <", filled("<")],
		["of quotes", filled('"')],
		["of one unended quote", `<a 1 ${filled('"')}`],
		["of indentation", filled(" ")],
		["of indented lines", filled(`${" ".repeat(999)}x\n`)],
		["of opening tags", filled("<a 1>")],
		["of ends", filled("</>")],
		["of bars", `| ${filled("|")}`],
		["of attributes", `<a 1 ${filled('x="y" ')}>`],
		["of digits", filled("4111 ")],
		["of short lines", filled("x\n")],
		["of nested HTML", filled("<b>") + filled("</c>")],
		["of list items", filled("<li>")],
	])("%s are read", (_, body) => {
		expect(parsePage(`@page 1\n\n${body}`).mode).toBe("page");
		expect(parsePage(body).mode).not.toBe("page");
	});
});
