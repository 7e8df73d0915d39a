import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import { expect, test } from "vitest";
import { actionTextOf } from "../decider/llm/answer/call.ts";
import { inIdsOf, toolOf } from "./tools.ts";

const actions = [
	...["click(17)", "click(17, 3, -4)", 'click(17, "double")', 'setValue(3, "tea")', 'setValue(3, "tea", true)', 'select(5, "A", "B")'],
	...['press("Enter")', 'press(9, "Control+A")', "hover(2)", "drag(1, 2)", "drag(1, -20, 5)", "drag(1, 2, 3, 4, 5, 6)", 'scroll("down")'],
	...['scroll("top", 8)', 'scroll("to", 8)', "scroll(-600)", 'navigate("https://example.org/a")', "back()", "forward()", "reload()"],
	...["wait(0)", "wait(3)", 'openTab("https://example.org/")', "switchTab(7)", "closeTab(7)", 'upload(4, "cv.pdf")', 'find("tea")'],
	...["expand(57)", "options(57)", 'ask("Which?", "Red", "Blue")', 'handoff("Sign in")', 'server("fs.read", {"path":"a.txt"})'],
	...["finish()", 'finish("14 €")', "fail()", 'fail("no such product")'],
];

test.each(actions)("%s as a tool call is read back as itself", (text) => {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const { name, arguments: given } = toolOf(parsed.action);
	expect(actionTextOf(name, given)).toBe(formatAction(parsed.action));
});

test("a client that numbers its elements otherwise gets its own ids back, and nothing else is touched", () => {
	const element = (id: string) => ({
		id,
		tag: "button",
		role: "",
		text: "",
		ariaLabel: "",
		bbox: { x: 0, y: 0, width: 0, height: 0 },
		type: "",
	});
	const page = {
		...{ url: "https://shop.example/", title: "", visibleText: "", docEpoch: "", shown: 0, total: 0, timestamp: 0 },
		viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
		elements: [element("1"), element("2"), element("agent-3")],
	};
	expect(inIdsOf(page, { name: "type", arguments: { id: "agent-1", text: "agent-2" } }).arguments).toEqual({ id: "1", text: "agent-2" });
	expect(inIdsOf(page, { name: "drag", arguments: { id: "agent-2", to: "agent-3" } }).arguments).toEqual({ id: "2", to: "agent-3" });
	expect(inIdsOf(page, { name: "scroll", arguments: { deltaY: 600 } }).arguments).toEqual({ deltaY: 600 });
});
