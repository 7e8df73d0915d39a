import { expect, test } from "vitest";
import type { Counts } from "./waiting.ts";
import { waitingOf } from "./waiting.ts";

const nothing: Counts = { waiting: 0, invites: { count: 0, isMore: false }, documents: 0, tools: null, servers: 0 };

test.for<readonly [string, Partial<Counts>, readonly (readonly [string, string])[]]>([
	["nothing waits, or nobody can say", {}, []],
	["one question", { waiting: 1 }, [["1 question, run or change waits for your word", "/waiting"]]],
	[
		"a first page of invites",
		{ invites: { count: 50, isMore: true } },
		[["50 or more invites are not accepted yet", "/invites?status=open"]],
	],
	[
		"what holds somebody up comes first",
		{ invites: { count: 1, isMore: false }, documents: 1, tools: 3, servers: 1, waiting: 2 },
		[
			["2 questions, runs and changes wait for your word", "/waiting"],
			["1 document could not be read", "/documents?status=failed"],
			["3 MCP tools wait to be accepted", "/mcp-servers"],
			["1 MCP server cannot be used", "/mcp-servers"],
			["1 invite is not accepted yet", "/invites?status=open"],
		],
	],
])("%s", ([, counts, expected]) => {
	expect(waitingOf({ ...nothing, ...counts }).map(({ text, href }) => [text, href])).toEqual(expected);
});
