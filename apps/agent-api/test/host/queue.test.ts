import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WorkspaceId } from "@webhand/contracts/ids";
import { createIds } from "@webhand/service-kit/ids";
import { failpointsIn } from "@webhand/testing/failpoints";
import { expect } from "vitest";
import { Left } from "../../src/shared/left.ts";
import { deaths, openAway, test } from "./queue.ts";

// Processes start in each of these tests. All of them are in `faults/`.
const patience = { timeout: 120_000 } as const;
const representatives: readonly string[] = ["exec redis call.accepted", "mcp tool-runner call.granted"];

test.for(deaths.filter(({ kind, who, failpoint }) => representatives.includes(`${kind} ${who} ${failpoint}`)))(
	"a call ($kind) during which $who dies at $failpoint is done once, and told truly",
	patience,
	async (death, { die }) => {
		await die(death);
	},
);

test("each failpoint of jobs has a death", async () => {
	const found = await failpointsIn(join(import.meta.dirname, "../../src/host/calls"));
	expect(found).toEqual([...new Set(deaths.filter(({ who }) => who === "agent-api").map(({ failpoint }) => failpoint))].sort());
});

test("a call that nobody has taken is taken back by who recovers it, and one that has its row is left", async ({
	redis,
	onTestFinished,
}) => {
	const { id, ask, jobs, add, isAdded, close } = openAway(redis);
	onTestFinished(close);
	await expect
		.poll(() =>
			add().then(
				() => true,
				() => false,
			),
		)
		.toBe(true);
	const call = { kind: "exec", workspaceId: createIds().prefixed(WorkspaceId, "wsp"), id } as const;
	await jobs.settle(ask, call, async () => true);
	expect(await isAdded()).toBe(true);
	await jobs.settle(ask, call, async () => false);
	expect(await isAdded()).toBe(false);
});

test("who leaves a call to another process adds its job no longer", async ({ redis, onTestFinished }) => {
	const { id, job, ask, jobs, isAdded, close } = openAway(redis);
	onTestFinished(close);
	const leaving = new AbortController();
	const started = jobs.start(ask, job, { isThere: async () => false, signal: leaving.signal });
	await expect.poll(isAdded).toBe(true);
	leaving.abort(new Left("another process has the task"));
	await jobs.settle(ask, { kind: "exec", workspaceId: job.workspaceId, id }, async () => false);
	await expect(started).rejects.toBeInstanceOf(Left);
	expect(await isAdded()).toBe(false);
});

test("what one replica handed over another one follows and cancels", patience, async ({ runner, openWithRunner, redis }) => {
	await runner.start();
	const [one, other] = [await openWithRunner(), await openWithRunner()];
	const as = await runner.wish.identity.signIn(redis.client);
	const { id: workspaceId, path } = await runner.workspace(as.tenantId, randomUUID());
	await writeFile(join(path, "wait.py"), "import time\ntime.sleep(60)\n");
	const body = { argv: ["python3", "wait.py"], cwd: "", workspaceId };
	const started = await one.call("POST", "/api/v1/agent/exec", { as, key: randomUUID(), body });
	const place = `/api/v1/agent/exec/${String(started.body["executionId"])}`;
	const waiting = one.call("GET", `${place}?waitMs=20000`, { as });
	expect((await other.call("POST", `${place}/cancel`, { as })).status).toBeLessThan(300);
	expect((await waiting).body).toMatchObject({ state: "cancelled" });
	expect((await other.call("GET", `${place}?waitMs=20000`, { as })).body).toMatchObject({ state: "cancelled", reason: "user" });
});
