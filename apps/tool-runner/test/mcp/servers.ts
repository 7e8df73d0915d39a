import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ExecutionId } from "@webhand/contracts/tools/executions";
import type { McpCall, McpServer } from "@webhand/contracts/tools/mcp";
import { createIds } from "@webhand/service-kit/ids";
import type { SignedIn } from "@webhand/testing/tokens";
import type { CallOptions, Reply, TestWorkspace } from "../runner.ts";

type Runner = { readonly send: (method: string, path: string, options?: CallOptions) => Promise<Reply> };

const require = createRequire(import.meta.url);
/** The reference server, which speaks the protocol of 2025-11-25. */
export const everything = join(dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")), "dist/index.js");
/** A server that does what the test asks for, of both protocols. */
export const hostile = join(import.meta.dirname, "hostile-server.mjs");

/** A reply of a route for operators. */
export const serverOf = ({ body }: Reply): McpServer => (body as { readonly server: McpServer }).server;

/** Registers a server. */
export async function register(runner: Runner, name: string, reach: object, as: SignedIn, more: object = {}): Promise<McpServer> {
	const reply = await runner.send("POST", "/v1/mcp-servers", { as, body: { name, reach, ...more } });
	if (reply.status !== 201) throw new Error(JSON.stringify(reply.body));
	return serverOf(reply);
}

/** Accepts tools of a server as they are now. */
export async function accept(runner: Runner, server: McpServer, tiers: Readonly<Record<string, string>>, as: SignedIn): Promise<McpServer> {
	const tools = server.tools.filter(({ name }) => name in tiers).map(({ name, hash }) => ({ name, hash, tier: tiers[name] }));
	const reply = await runner.send("POST", `/v1/mcp-servers/${server.id}/accept`, { as, body: { tools } });
	if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
	return serverOf(reply);
}

type Tools = { readonly tools: readonly { readonly name: string; readonly hash: string; readonly tier: string }[] };

/** Names and hashes of the tools that may be called in a workspace. */
export async function offered(workspace: TestWorkspace, as?: SignedIn): Promise<Tools["tools"]> {
	return ((await workspace.call("GET", "/mcp/tools", { ...(as && { as }) })).body as Tools).tools;
}

/** Calls a tool with a grant for it. */
export async function callTool(
	workspace: TestWorkspace,
	name: string,
	args: object = {},
	more: { readonly callId?: string; readonly timeoutMs?: number } = {},
) {
	const toolHash = (await offered(workspace)).find((tool) => tool.name === name)?.hash ?? "sha256:none";
	const body = { name, arguments: args, callId: createIds().prefixed(ExecutionId, "exe"), toolHash, ...more };
	return await workspace.change("mcp.call", "/mcp/calls", body);
}

/** Waits for the end of a call. */
export async function ended(runner: Runner, { body }: Reply): Promise<McpCall> {
	const { id } = body as McpCall;
	for (;;) {
		const call = (await runner.send("GET", `/v1/mcp/calls/${id}`)).body as McpCall;
		if (!call.streaming) return call;
		await pause(20);
	}
}
