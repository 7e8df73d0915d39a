import { describe, expect, test } from "vitest";
import { acceptOf, calledTool, maySeeTool, problemOfCaller } from "./policy.ts";

const callers = { publicUrl: "https://agent.example.com", origins: ["https://app.example.com"] };

describe("a request is admitted by its host and origin", () => {
	test.each([
		["an MCP client on this machine", { host: "127.0.0.1:8787", origin: undefined }, true],
		["an MCP client by the public address", { host: "agent.example.com", origin: undefined }, true],
		["an MCP client over IPv6", { host: "[::1]:8787", origin: undefined }, true],
		["a web origin that is allowed", { host: "agent.example.com", origin: "https://app.example.com" }, true],
		["another web page", { host: "agent.example.com", origin: "https://evil.example" }, false],
		["a page without an origin of its own", { host: "agent.example.com", origin: "null" }, false],
		["a page that reached this machine by its own name", { host: "evil.example:8787", origin: undefined }, false],
		["a name that ends as ours", { host: "evil-agent.example.com", origin: undefined }, false],
		["no host", { host: undefined, origin: undefined }, false],
		["a host that is none", { host: "a b", origin: undefined }, false],
	])("%s", (_what, caller, isAdmitted) => {
		expect(problemOfCaller(caller, callers) === null).toBe(isAdmitted);
	});
});

const both = "application/json, text/event-stream";

test.each([
	["nothing", undefined, both],
	["an empty header", " ", both],
	["anything", "*/*", both],
	["anything as a browser says it", "text/html, */*;q=0.8", both],
	["both in the other order", "text/event-stream, application/json", both],
	["both with parameters and capitals", "Application/JSON;charset=utf-8;q=0.9,text/event-stream", both],
	["both by their kinds", "application/*, text/*", both],
	["one of both", "application/json", "application/json"],
	["the other one", "text/event-stream", "text/event-stream"],
	["something else", "text/html", "text/html"],
	["anything, but with no wish for it", "*/*;q=0, application/json", "*/*;q=0, application/json"],
	["anything with a small wish", "*/*;q=0.01", both],
])("a client that takes %s", (_what, header, accept) => {
	expect(acceptOf(header)).toBe(accept);
});

test.each([
	["browser_task", ["browser:act"]],
	["browser_step", ["browser:act"]],
	["browser_cancel", ["browser:act"]],
	["browser_read", ["browser:read"]],
	["browser_status", ["browser:read", "browser:act"]],
	["workspace_read", ["workspace:read"]],
] as const)("%s needs %s", (tool, scopes) => {
	const all = ["browser:read", "browser:act", "workspace:read"] as const;
	expect(all.filter((scope) => maySeeTool(tool, [scope]))).toEqual(scopes);
});

test.each([
	[
		{ method: "tools/call", id: 1, params: { name: "browser_read" } },
		{ id: 1, name: "browser_read" },
	],
	[
		{ method: "tools/call", params: { name: "browser_read" } },
		{ id: null, name: "browser_read" },
	],
	[{ method: "tools/list", id: 1, params: { name: "browser_read" } }, undefined],
	[{ method: "tools/call", id: 1, params: { name: ["browser_read"] } }, undefined],
	[{ method: "tools/call", id: 1 }, undefined],
	["tools/call", undefined],
	[null, undefined],
])("the called tool of %j is %j", (body, called) => {
	expect(calledTool(body)).toEqual(called);
});
