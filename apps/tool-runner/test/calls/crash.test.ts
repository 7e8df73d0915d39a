import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failpointsIn } from "@webhand/testing/failpoints";
import { startFaultProxy } from "@webhand/testing/fault-proxy";
import { expect } from "vitest";
import { deaths as changes } from "../audit-crash.ts";
import { handOver } from "../jobs.ts";
import { deaths, linesOf, test } from "./crash.ts";

// A process starts in each of these tests.
/** All of them, twenty times over, are in `faults/`. */
const representatives: readonly string[] = ["exec.intended"];

test.for(deaths.filter(({ failpoint }) => representatives.includes(failpoint)))(
	"a runner that is killed at $failpoint leaves a row that is $state, and at most one line",
	async (death, { crash }) => {
		await crash(death);
	},
);

test("each failpoint of calls has a row", async () => {
	const found = await failpointsIn(join(import.meta.dirname, "../../src/calls"));
	// The sweep itself may die; the next one goes on.
	const rows = [...deaths, ...changes].map(({ failpoint }) => failpoint);
	expect(found.filter((name) => name !== "call.swept")).toEqual(rows.filter((name) => !name.startsWith("audit.")).sort());
});

test("what was accepted runs once at the next runner, whatever Redis lost or says", async ({ exec, dying, appending, mongo, runner }) => {
	const space = await appending();
	const { at, child } = await dying();
	const argv = ["python3", "append.py"];
	const id = await exec.accepted(space, { argv }, { at });
	await exec.look(id, { waitMs: 20_000 });
	expect(await linesOf(space)).toBe(1);
	// Jobs that nobody granted do nothing, and a row that somebody changed.
	for (const job of [{}, { kind: "exec" }]) {
		const refused = await handOver(runner.queues, { kind: "exec", id: exec.newId(), job, at });
		expect(refused).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
	}
	const rows = mongo.db.collection<{ _id: string }>("executions");
	const row = await rows.findOne({ _id: id });
	const forged = exec.newId();
	const request = { ...(row as unknown as { request: object }).request, executionId: forged };
	const elsewhere = exec.newId();
	const ofOther = { _id: elsewhere, grantJti: elsewhere, host: "elsewhere", state: "queued", createdAt: new Date(Date.now() - 60_000) };
	await rows.insertOne({ ...row, ...ofOther } as never);
	await rows.insertOne({ ...row, _id: forged, grantJti: forged, state: "queued", request, createdAt: new Date() } as never);
	expect(await exec.look(forged, { waitMs: 20_000 })).toMatchObject({ state: "refused", reason: "grant" });
	// Only the host that has the folder takes a row.
	expect(await rows.deleteMany({ _id: elsewhere, state: "queued" } as object)).toMatchObject({ deletedCount: 1 });
	// Each claim counts, also where the request is as it was granted.
	const changes = { jti: { grantJti: forged.padEnd(24, "x") }, sid: { sid: `sid_${"x".repeat(22)}` }, ags: { sessionId: randomUUID() } };
	for (const [name, change] of Object.entries(changes)) {
		await rows.deleteMany({ _id: { $in: [id, forged] } });
		await rows.insertOne({ ...row, ...change, state: "queued", createdAt: new Date() } as never);
		expect(await exec.look(id, { waitMs: 20_000 }), name).toMatchObject({ state: "refused", reason: "grant" });
	}
	expect(await linesOf(space)).toBe(1);
	expect(await runner.audit.countDocuments({ chain: space.id, kind: "intent" })).toBe(1);
	await child.kill();
});

test("Redis may lose everything between accepting and starting, or go away while a command runs", async ({
	exec,
	dying,
	appending,
	redis,
}) => {
	const space = await appending();
	const line = await startFaultProxy(Number(new URL(redis.url).port));
	const url = new URL(redis.url);
	url.port = String(line.port);
	const { at, child } = await dying({ REDIS_URL: url.href });
	await Promise.all(Array.from({ length: 4 }, () => exec.accepted(space, { argv: ["sleep", "2"] }, { at })));
	const lost = await exec.accepted(space, { argv: ["python3", "append.py"] }, { at });
	await redis.client.flushdb();
	expect(await exec.look(lost, { waitMs: 20_000 })).toMatchObject({ state: "exited", stdout: "appended\n" });
	expect(await linesOf(space)).toBe(1);
	await writeFile(join(space.path, "slow.py"), "import time\nfor n in range(10):\n    print(n, flush=True)\n    time.sleep(0.1)\n");
	const slow = await exec.accepted(space, { argv: ["python3", "slow.py"] }, { at });
	await expect.poll(async () => (await exec.look(slow)).state).toBe("running");
	line.setFault({ kind: "reset" });
	expect(await exec.look(slow, { waitMs: 20_000 })).toMatchObject({ state: "exited", stdout: "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n" });
	expect((await exec.all(slow)).map(({ type }) => type).filter((type) => type !== "stdout")).toEqual(["start", "exit"]);
	line.setFault({ kind: "none" });
	await child.kill();
	await line.close();
});

test("a runner whose row was taken over while it slept starts nothing", async ({ exec, dying, appending, mongo, runner }) => {
	const space = await appending();
	const { at, child } = await dying({ FAILPOINTS: "exec.intended=delay:1500" });
	const id = await exec.accepted(space, { argv: ["python3", "append.py"] }, { at });
	await expect.poll(() => runner.audit.countDocuments({ chain: space.id, kind: "intent" })).toBe(1);
	const end = { state: "outcome_unknown", reason: "runner_lost", finishedAt: new Date() };
	await mongo.db.collection<{ _id: string }>("executions").updateOne({ _id: id }, { $set: end });
	// It ends its commands before it ends.
	expect((await child.stop(20_000)).code).toBe(0);
	expect(await linesOf(space)).toBe(0);
	expect(await exec.look(id)).toMatchObject({ state: "outcome_unknown" });
});

test("a runner that stops ends its commands and says so, and one that wakes too late writes nothing", async ({
	exec,
	dying,
	runner,
	mongo,
}) => {
	const space = await runner.workspace();
	const { at, child } = await dying();
	const late = await exec.accepted(space, { argv: ["sleep", "60"] }, { at });
	const rows = mongo.db.collection<{ _id: string }>("executions");
	await expect.poll(async () => (await exec.look(late)).state).toBe("running");
	// Another runner took this one for dead.
	await rows.updateOne({ _id: late }, { $set: { state: "outcome_unknown", reason: "runner_lost", finishedAt: new Date() } });
	await writeFile(join(space.path, "wait.py"), `import time\nprint("begun", flush=True)\ntime.sleep(61)\n`);
	const id = await exec.accepted(space, { argv: ["python3", "wait.py"] }, { at });
	// A sandbox whose program has not begun is killed without a TERM.
	await expect.poll(async () => (await exec.look(id)).stdout).toBe("begun\n");
	expect((await child.stop(20_000)).code).toBe(0);
	expect(await exec.look(id)).toMatchObject({ state: "cancelled", reason: "runner_shutdown", signal: "SIGTERM" });
	expect(await exec.look(late)).toMatchObject({ state: "outcome_unknown", exitCode: null });
});
