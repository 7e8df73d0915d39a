import { realpathSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { call } from "@webhand/client/call";
import { acceptMcpToolsRoute, addMcpServerRoute, McpCall } from "@webhand/contracts/tools/mcp";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { World } from "../files/world.ts";
import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import { row } from "./execution.ts";

/** The reference server, which tool-runner has for its tests. */
const program = join(repositoryRoot, "apps/tool-runner/node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const warmUp = 5;

/** A tool that answers at once, called through agent-api and tool-runner, beside a client that holds the server itself. In turns. */
export async function measureMcp(world: World, calls: number): Promise<readonly Row[]> {
	const user = await world.newUser();
	const api = { baseUrl: world.api, token: () => user.token };
	const reach = { transport: "stdio" as const, program: realpathSync(program), args: ["stdio"], env: {} };
	const { server } = await call(api, addMcpServerRoute, { body: { name: "everything", tenantId: null, enabled: true, reach } });
	const tools = server.tools.filter(({ name }) => name === "echo").map(({ name, hash }) => ({ name, hash, tier: "read" as const }));
	await call(api, acceptMcpToolsRoute, { params: { id: server.id }, body: { tools } });
	const client = new Client({ name: "bench", version: "1" });
	await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, "stdio"], stderr: "ignore" }));
	try {
		const [ours, direct]: [number[], number[]] = [[], []];
		for (let index = 0; index < warmUp + calls; index += 1) {
			let started = performance.now();
			await client.callTool({ name: "echo", arguments: { message: "hello" } });
			direct.push(performance.now() - started);
			started = performance.now();
			const fields = { name: "everything.echo", arguments: { message: "hello" }, waitMs: 10_000 };
			const reply = McpCall.parse(await world.ask(user, "POST", "/mcp/call", fields));
			if (!reply.ok) throw new Error(`The tool did not answer: ${reply.error?.message}`);
			ours.push(performance.now() - started);
		}
		const of = (times: readonly number[], q: number) => quantile(times.slice(warmUp), q);
		return [0.5, 0.95].map((q) =>
			row(`call of an MCP tool beside a direct one, p${q * 100}`, of(ours, q), { peer: of(direct, q), ratio: of(ours, q) / of(direct, q) }),
		);
	} finally {
		await client.close();
	}
}
