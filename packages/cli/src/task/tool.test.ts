import { expect, test } from "vitest";
import { doingOf, isWebAddress } from "./tool.ts";

test.each([
	["click", { id: "agent-17" }, { name: "click", id: 17 }],
	["click", { id: "17", x: 3, y: -4 }, { name: "click", id: 17, at: { x: 3, y: -4 } }],
	["click", { id: "agent-17", kind: "double" }, { name: "click", id: 17, kind: "double" }],
	["type", { id: "agent-3", text: "tea" }, { name: "setValue", id: 3, text: "tea", submit: false }],
	["type", { id: "agent-3", text: "", submit: true }, { name: "setValue", id: 3, text: "", submit: true }],
	["select", { id: "agent-5", options: ["A", "B"] }, { name: "select", id: 5, options: ["A", "B"] }],
	["press", { key: "Enter" }, { name: "press", keys: "Enter" }],
	["press", { id: "agent-9", key: "Control+A" }, { name: "press", id: 9, keys: "Control+A" }],
	["hover", { id: "agent-2" }, { name: "hover", id: 2 }],
	["drag", { id: "agent-1", to: "agent-2" }, { name: "drag", id: 1, to: { kind: "element", id: 2 } }],
	["drag", { id: "agent-1", dx: -20, dy: 5 }, { name: "drag", id: 1, to: { kind: "offset", dx: -20, dy: 5 } }],
	[
		"drag",
		{ id: "agent-1", to: "agent-4", x: 2, y: 3, x2: 5, y2: 6 },
		{ name: "drag", id: 1, to: { kind: "points", x: 2, y: 3, id: 4, x2: 5, y2: 6 } },
	],
	["scroll", { direction: "down" }, { name: "scroll", to: { kind: "direction", direction: "down" } }],
	["scroll", { direction: "down", deltaY: 480 }, { name: "scroll", to: { kind: "pixels", deltaY: 480 } }],
	["scroll", { direction: "top", id: "agent-8" }, { name: "scroll", to: { kind: "direction", direction: "top", id: 8 } }],
	["scroll", { direction: "to", id: "agent-8" }, { name: "scroll", to: { kind: "element", id: 8 } }],
	["scroll", { deltaY: -900_000 }, { name: "scroll", to: { kind: "pixels", deltaY: -20_000 } }],
])("%s %j is done in the page", (name, given, action) => {
	expect(doingOf({ name, arguments: given })).toEqual({ kind: "page", action });
});

test.each([
	["find", { text: "tea" }, { kind: "lookup", lookup: { name: "find", what: "tea" } }],
	["expand", { id: "agent-57" }, { kind: "lookup", lookup: { name: "expand", id: 57 } }],
	["options", { id: "agent-57" }, { kind: "lookup", lookup: { name: "options", id: 57 } }],
	["observe", {}, { kind: "wait", seconds: 0 }],
	["observe", { seconds: 3 }, { kind: "wait", seconds: 3 }],
	["server", { tool: "fs.read", arguments: {} }, { kind: "wait", seconds: 2 }],
	["navigate", { url: "https://example.org/a" }, { kind: "navigate", url: "https://example.org/a" }],
	["openTab", { url: "https://example.org/" }, { kind: "open_tab", url: "https://example.org/" }],
	["back", {}, { kind: "back" }],
	["switchTab", { tab: 2 }, { kind: "switch_tab", tab: 2 }],
	["closeTab", { tab: 2 }, { kind: "close_tab", tab: 2 }],
])("%s %j is done by the browser", (name, given, doing) => {
	expect(doingOf({ name, arguments: given })).toEqual(doing);
});

test.each([
	["click", {}],
	["click", { id: "agent-0" }],
	["click", { id: "agent-1;alert(1)" }],
	["type", { id: "agent-1" }],
	["press", {}],
	["drag", { id: "agent-1" }],
	["scroll", { direction: "sideways" }],
	["scroll", { direction: "to" }],
	["navigate", { url: "javascript:alert(1)" }],
	["navigate", { url: "file:///etc/passwd" }],
	["openTab", { url: "https://user:secret@example.org/" }],
	["upload", { id: "agent-1", file: "cv.pdf" }],
	["look", {}],
	["constructor", {}],
])("%s %j is not carried out, and the server is told why", (name, given) => {
	expect(doingOf({ name, arguments: given }).kind).toBe("unknown");
});

test("only addresses of the web without a user name are opened", () => {
	expect(["http://a.example", "https://a.example/x?y#z"].every(isWebAddress)).toBe(true);
	expect(["", "a.example", "ftp://a.example", "data:text/html,x", "https://u@a.example", 7, null].some(isWebAddress)).toBe(false);
});
