import type { ModelReply } from "@webhand/testing/model-server/reply";
import { expect, test } from "vitest";
import { complaintIn, find } from "../decide.ts";
import type { Decision } from "../moves.ts";
import { choose, fill, press } from "../moves.ts";
import { browserUse } from "./browser-use.ts";
import { pageAgent } from "./page-agent.ts";
import type { Tool } from "./tool.ts";
import { webhand } from "./webhand.ts";

/** The form of an issue tracker, as each tool shows it to a model. */
const prompts = {
	webhand: `CURRENT PAGE:
<page nonce=1>
@page 1
@url http://127.0.0.1/issue
@title New issue
@screen 1280x900, page 1 of 1

@view
<form post>
 | Title | <input 19 hint="title">
 | Priority | <select 20 value="bug" options="bug*|urgent"></> | Status | <select 21 value="unread" options="unread*|resolved">
 | | <button 31 "Submit" submit>
 <input 33 "Title" readonly covered>
</page nonce=1>`,
	browserUse: `<browser_state>
<page_info>0.0 pages above, 1.5 pages below</page_info>
Interactive elements:
[Start of page]
Title
[19]<input type=text name=title required=false />
Priority
[20]<select name=priority value=bug compound_components=(name=Dropdown Toggle,role=button) />
Status
[21]<select name=status />
*[31]<input type=submit value=Submit />
[End of page]
</browser_state>`,
	pageAgent: `<browser_state>
Current Page: [New issue](http://127.0.0.1/issue)
Title
[19]<input type=text name=title />
Priority
[20]<select name=priority>bug
urgent />
Status
[21]<select name=status>unread resolved />
*[31]<input type=submit value=Submit />
[End of page]
</browser_state>`,
};

const tools = [
	["webhand", webhand],
	["browserUse", browserUse],
	["pageAgent", pageAgent],
] as const;

test.each(tools)("%s shows the same controls by the same words", (name, tool) => {
	const seen = tool.read(prompts[name]);
	const moves = [fill("Title", "Lamp"), choose("Priority", "urgent"), choose("Status", "resolved"), press("Submit")];
	expect(moves.map((move) => find(seen?.controls ?? [], move)?.ref)).toEqual([19, 20, 21, 31]);
});

const decisions: readonly Decision[] = [
	{ kind: "move", move: fill("Title", 'a "lamp"'), ref: 19 },
	{ kind: "move", move: choose("Priority", "urgent"), ref: 20 },
	{ kind: "move", move: press("Submit"), ref: 31 },
	{ kind: "done" },
	{ kind: "fail", reason: "no" },
];

test("each tool gets a decision as it wants it", () => {
	const said = (tool: Tool) => decisions.map((decision) => actionIn(tool.write(decision)));
	expect(said(webhand)).toEqual(['setValue(19, "a \\"lamp\\"")', 'select(20, "urgent")', "click(31)", "finish()", 'fail("no")']);
	const done = [{ done: { text: "It is done.", success: true } }, { done: { text: "no", success: false } }];
	expect(said(browserUse)).toEqual([
		{ input: { index: 19, text: 'a "lamp"' } },
		{ select_dropdown: { index: 20, text: "urgent" } },
		{ click: { index: 31 } },
		...done,
	]);
	expect(said(pageAgent)).toEqual([
		{ input_text: { index: 19, text: 'a "lamp"' } },
		{ select_dropdown_option: { index: 20, text: "urgent" } },
		{ click_element_by_index: { index: 31 } },
		...done,
	]);
});

/** The action in an answer. */
function actionIn(reply: ModelReply): unknown {
	if (reply.kind === "tool_calls") return reply.calls.map((call) => (call.arguments as { action: unknown }).action)[0];
	if (reply.kind !== "text") return undefined;
	return /<Action>(.*)<\/Action>/s.exec(reply.text)?.[1] ?? (JSON.parse(reply.text) as { action: unknown[] }).action[0];
}

test("a text inside an element names it, not the next one", () => {
	const seen = browserUse.read(`<browser_state>
Interactive elements:
[5]<a href=/issue1 />
	Printer jams
[6]<a href=/issue2 />
	Printer jams, tray B
</browser_state>`);
	expect(find(seen?.controls ?? [], press("Printer jams"))?.ref).toBe(5);
	expect(find(seen?.controls ?? [], press("Printer jams, tray B"))?.ref).toBe(6);
});

test("a move that a tool could not make is still to be made", () => {
	expect(webhand.isUndone("THINK AGAIN:\nclick(3)")).toBe(true);
	expect(webhand.isUndone("CURRENT PAGE:")).toBe(false);
	const steps = (result: string) => `PREVIOUS ACTIONS:\n<notes nonce=1>\nStep 1: a: worked\nStep 2: b: ${result}\n</notes nonce=1>`;
	expect(webhand.isUndone(steps("had no effect, client_error READ_ONLY (client)"))).toBe(true);
	expect(webhand.isUndone(steps("worked, url_changed"))).toBe(false);
	const history = (result: string) => `<agent_history>\n<step>\nGoal\nResult\n${result}\n</step>\n</agent_history>`;
	expect(browserUse.isUndone(history("Element index 5 not available"))).toBe(true);
	expect(browserUse.isUndone(history("Clicked a"))).toBe(false);
	const results = (result: string) => `<agent_history>\n<step_1>\nAction Results: ${result}\n</step_1>\n</agent_history>`;
	expect(pageAgent.isUndone(results("❌ Failed to click"))).toBe(true);
	expect(pageAgent.isUndone(results("✅ Clicked"))).toBe(false);
});

test("what a field says is wrong with it is a refusal, and a field that takes no value is passed over", () => {
	const seen = webhand.read(`CURRENT PAGE:
<page nonce=1>
@page 1
@url http://127.0.0.1/journal
@title Journal
@screen 1280x900, page 1 of 1

@view
<form post>
 <input 32 "Account" readonly covered>
 <combobox 33 "Account" expanded required invalid error="Should be one of the declared accounts">
</page nonce=1>`);
	expect(find(seen?.controls ?? [], fill("Account", "x"))?.ref).toBe(33);
	expect(complaintIn(seen?.text ?? "", "")).toBe("invalid: Account: Should be one of the declared accounts");
});
