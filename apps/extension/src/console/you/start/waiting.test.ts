import { expect, test } from "vitest";
import type { Counts } from "./waiting.ts";
import { waitingOf } from "./waiting.ts";

const nothing: Counts = { tasks: 0, approvals: null, invites: { count: 0, isMore: false }, documents: 0, tools: null, servers: 0 };

test.for<readonly [string, Partial<Counts>, readonly (readonly [string, string | null])[]]>([
	["nothing waits, or nobody can say", {}, []],
	["one task", { tasks: 1 }, [["1 task asks you something", "/traces?status=needs_user_input"]]],
	["approvals are given in the panel", { approvals: 2 }, [["2 tool calls on the server host wait for a yes", null]]],
	[
		"a first page of invites",
		{ invites: { count: 50, isMore: true } },
		[["50 or more invites are not accepted yet", "/invites?status=open"]],
	],
	[
		"what holds somebody up comes first",
		{ invites: { count: 1, isMore: false }, documents: 1, tools: 3, servers: 1, tasks: 2 },
		[
			["2 tasks ask you something", "/traces?status=needs_user_input"],
			["1 document could not be read", "/documents?status=failed"],
			["3 MCP tools wait to be accepted", "/mcp-servers"],
			["1 MCP server cannot be used", "/mcp-servers"],
			["1 invite is not accepted yet", "/invites?status=open"],
		],
	],
])("%s", ([, counts, expected]) => {
	expect(waitingOf({ ...nothing, ...counts }).map(({ text, href }) => [text, href])).toEqual(expected);
});
