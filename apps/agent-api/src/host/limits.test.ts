import { expect, test } from "vitest";
import { toolLimits } from "./request-rates.ts";

test.for([
	["GET", "/fs/read", "tools"],
	["POST", "/fs/search", "tools"],
	["POST", "/fs/write", "tool-writes"],
	["GET", "/sessions/:id/audit", "tools"],
	["GET", "/approvals/standing", "tools"],
	["DELETE", "/approvals/standing/:id", "tool-writes"],
	["POST", "/approvals/:id", "approvals"],
	["POST", "/exec", "exec"],
	["POST", "/mcp/call", "mcp-calls"],
	["POST", "/sessions", "server-tasks"],
] as const)("%s %s counts among %s, and nowhere else", ([method, path, group]) => {
	const isMeant = (route: { readonly method: string; readonly path: string }) =>
		route.method === method && route.path === `/api/v1/agent${path}`;
	expect(toolLimits.filter(({ routes }) => routes.some(isMeant)).map(({ name }) => name)).toEqual([group]);
});
