import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import { expect, test } from "vitest";
import { actionTextOf } from "../../decider/llm/answer/action/call.ts";
import { inClientsTools, toolOf } from "./tools.ts";

const actions = [
	"click(17)",
	"click(17, 3, -4)",
	'click(17, "double")',
	'setValue(3, "tea")',
	'setValue(3, "tea", true)',
	'select(5, "A", "B")',
	'press("Enter")',
	'press(9, "Control+A")',
	"hover(2)",
	"drag(1, 2)",
	"drag(1, -20, 5)",
	"drag(1, 2, 3, 4, 5, 6)",
	'scroll("down")',
	'scroll("top", 8)',
	'scroll("to", 8)',
	"scroll(-600)",
	'navigate("https://example.org/a")',
	"back()",
	"forward()",
	"reload()",
	"wait(0)",
	"wait(3)",
	'openTab("https://example.org/")',
	"switchTab(7)",
	"closeTab(7)",
	'upload(4, "cv.pdf")',
	'find("tea")',
	"expand(57)",
	"options(57)",
	'ask("Which?", "Red", "Blue")',
	'handoff("Sign in")',
	'server("fs.read", {"path":"a.txt"})',
	"finish()",
	'finish("14 €")',
	"fail()",
	'fail("no such product")',
];

test.each(actions)("%s as a tool call is read back as itself", (text) => {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const { name, arguments: given } = toolOf(parsed.action);
	expect(actionTextOf(name, given)).toBe(formatAction(parsed.action));
});

const element = (id: string, facts: { readonly type?: string; readonly role?: string; readonly checked?: boolean } = {}) => ({
	id,
	tag: "button",
	role: "",
	text: "",
	ariaLabel: "",
	bbox: { x: 0, y: 0, width: 0, height: 0 },
	type: "",
	...facts,
});
const pageOf = (elements: readonly ReturnType<typeof element>[], height = 0) => ({
	url: "https://shop.example/",
	title: "",
	visibleText: "",
	docEpoch: "",
	shown: 0,
	total: 0,
	timestamp: 0,
	viewport: { width: 0, height, scrollX: 0, scrollY: 0, pages: 1 },
	elements: [...elements],
});

test("a client that numbers its elements otherwise gets its own ids back, and nothing else is touched", () => {
	const page = pageOf([element("1"), element("2"), element("agent-3")]);
	const inOwn = (name: string, given: Readonly<Record<string, unknown>>) => inClientsTools(page, { name, arguments: given }).arguments;
	expect(inOwn("type", { id: "agent-1", text: "agent-2" })).toEqual({ id: "1", text: "agent-2" });
	expect(inOwn("drag", { id: "agent-2", to: "agent-3" })).toEqual({ id: "2", to: "agent-3" });
	expect(inOwn("scroll", { deltaY: 600 })).toEqual({ deltaY: 600 });
});

test("a box is ticked by a click, unless it is as it should be already", () => {
	const page = pageOf([
		element("agent-1", { type: "checkbox" }),
		element("2", { role: "switch", type: "button", checked: true }),
		element("agent-3"),
	]);
	const told = pageOf([element("agent-1", { type: "checkbox", checked: false }), element("agent-4", { type: "checkbox" })]);
	const done = (id: string, text: string) => inClientsTools(page, { name: "type", arguments: { id, text } });
	expect([done("agent-1", "true"), done("agent-2", "false")]).toEqual([
		{ name: "click", arguments: { id: "agent-1" } },
		{ name: "click", arguments: { id: "2" } },
	]);
	expect([done("agent-1", "false"), done("agent-2", "true"), done("agent-3", "true")].map(({ name }) => name)).toEqual([
		"observe",
		"observe",
		"type",
	]);
	expect(["agent-1", "agent-4"].map((id) => inClientsTools(told, { name: "type", arguments: { id, text: "false" } }).name)).toEqual([
		"observe",
		"observe",
	]);
});

test("where no box says whether it is ticked, none is clicked or taken as it should be; a radio button is chosen by a click in any case", () => {
	const page = pageOf([element("agent-1", { type: "checkbox" }), element("agent-2", { type: "radio" })]);
	const done = (id: string, text: string) => inClientsTools(page, { name: "type", arguments: { id, text } }).name;
	expect([done("agent-1", "true"), done("agent-1", "false"), done("agent-2", "true"), done("agent-2", "false")]).toEqual([
		"type",
		"type",
		"click",
		"type",
	]);
});

test("a direction to scroll is told in pixels as well, four fifths of the window", () => {
	const scrolled = (direction: string, height = 0) =>
		inClientsTools(pageOf([], height), { name: "scroll", arguments: { direction } }).arguments;
	expect([scrolled("down"), scrolled("up", 1_000), scrolled("top")]).toEqual([
		{ direction: "down", deltaY: 600 },
		{ direction: "up", deltaY: -800 },
		{ direction: "top", deltaY: -20_000 },
	]);
});
