import { describe, expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";
import { checkout, grammarPieces } from "./samples.ts";

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
	])("%s cost two seconds of work at most", (_, body) => {
		const start = process.cpuUsage();
		parsePage(`@page 1\n\n${body}`);
		parsePage(body);
		expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
	});

	test("of nested HTML cost two seconds of work at most", () => {
		const start = process.cpuUsage();
		parsePage(filled("<b>") + filled("</c>"));
		parsePage(filled("<li>"));
		expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
	});
});

test("depth, lines, controls and names beyond their limits are flattened or dropped, and said so", () => {
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
