import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import { expect, test } from "vitest";
import { actionTextOf } from "../decider/answer-call.ts";
import { toolOf } from "./tools.ts";

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
