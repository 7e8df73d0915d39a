import { describe, expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";

const pieces = [
	..."<>\"'|*-#@…\\/= \n".split(""),
	"</>",
	"<a 1>",
	"<a 1 ",
	'<button 2 "Save" disabled>',
	'<input 3* value="x" placeholder="y">',
	'<form "F" post pay.example/x sensitive=card,otp>',
	"<form 4 get /x>",
	'<frame 5 "Ad" ads.example unreadable epoch=abcd>',
	"<nav>",
	'<section 6 "Rest" collapsed links=40>',
	'<dialog 7 "D">',
	"<a 8 /path>",
	"<a 8 other.example/>",
	"<input 9 form=1>",
	"@view",
	"@below",
	"@page 1",
	"@url x",
	"@tabs 7* A (b) | 8 C",
	'@dialog "D" 7',
	"\n ",
	"\n  ",
	"\n\n",
	"- ",
	"| ",
	"## ",
	"… ",
	"text",
	"a b",
	"\u200b",
	"\u202e",
	"\u{e0041}",
	"\ue000",
	"\0",
	"😀",
	"2147483648",
];
const checkout = `@page 1
@url https://harbour-tea.example/checkout?session=…
@title Checkout
@epoch k3f9w2mz
@screen 1280x800, page 1 of 2.4
@focus 16
@dialog "Sign in" 31
@alert "Saved"
@tabs 7* Checkout (harbour-tea.example) | 9 Mail (mail.example)
@files "cv.pdf" "photo.png"
@changed +2 -0; 16 checked; text "Gift message"
@shown 12/12 controls

@view
<nav> <a 1 />Shop</> <a 2 /cart>Cart (2)
# Checkout
<form "Delivery" post pay.example sensitive=card>
 <input 12 "Full name" required value="Ada Lovelace">
 <select 13 "Country" value="France" options="Austria|Belgium|France*|… +24">
 <radio 14 "Standard" checked of="Speed"></> 0.00 € <radio 15 "Express" of="Speed"></> 9.00 €
 <checkbox 16 "This is a gift" checked focused>
 <input 17* "Gift message" placeholder="up to 80 letters">
 | Green tea × 2 | 14.00 € | <button 18 "Remove green tea">×
@below
 <frame 19 "Card payment" pay.example epoch=frame001>
  <input 10001 "Card number" filled>
 <button 20 submit>Pay 14.00 €
- one
 - two
… 112 more like this, ids 58-281, expand(57)
\\- 5 °C`;

test("ten thousand broken copies of a page are read without complaint", () => {
	let seed = 1;
	const random = (below: number) => {
		seed = Math.imul(seed, 1_103_515_245) + 12_345;
		return (seed >>> 8) % below;
	};
	for (let run = 0; run < 10_000; run += 1) {
		const at = random(checkout.length);
		const piece = pieces[random(pieces.length)] ?? "";
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
