import { expect, onTestFinished } from "vitest";
import type { Host } from "./host.ts";
import { codeOf, test } from "./host.ts";

/** Opens the stream of a command and leaves it open until the test ends. */
async function openStream(host: Host, id: string, as = host.user): Promise<number> {
	const leaving = new AbortController();
	onTestFinished(() => leaving.abort());
	const reply = await fetch(`${host.url}/api/v1/agent/exec/${id}/stream`, { headers: as.headers, signal: leaving.signal });
	return reply.status;
}

test("64 streams of a member leave calls of colleagues and other tenants alone, and 20 of them are open at most", async ({ host }) => {
	const { id: workspaceId } = await host.workspace({ "tea.txt": "tea" });
	const { body } = await host.call("POST", "/exec", { body: { workspaceId, argv: ["sleep", "120"] } });
	const id = String(body["executionId"]);
	const statuses = await Promise.all(Array.from({ length: 64 }, () => openStream(host, id)));
	expect([200, 429].map((status) => statuses.filter((each) => each === status).length)).toEqual([20, 44]);
	const waiting = await host.call("GET", `/exec/${id}`, { query: { waitMs: "1000" } });
	expect([waiting.status, codeOf(waiting), waiting.body["error"]]).toMatchObject([
		429,
		"RATE_LIMIT",
		{ details: { scope: "user", limit: 20 } },
	]);
	const colleague = await host.signIn({ tenantId: host.user.tenantId });
	const stranger = await host.signIn();
	const replies = await Promise.all([
		host.call("GET", "/fs/list", { as: colleague, query: { workspaceId, path: "" } }),
		host.call("GET", "/workspaces", { as: stranger }),
		// The member's own calls go on too.
		host.call("GET", "/fs/list", { query: { workspaceId, path: "" } }),
	]);
	expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
	await host.call("POST", `/exec/${id}/cancel`);
});
