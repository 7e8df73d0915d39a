import type { ExecJob } from "@webhand/contracts/tools/internal/jobs";
import { expect } from "vitest";
import { deaths, openAway, test } from "../test/host/queue.ts";

test.for(deaths)(
	"a call ($kind) during which $who dies at $failpoint is done once, and told truly",
	{ timeout: 240_000 },
	async (death, { die }) => {
		await die(death);
	},
);

test("a call that nobody takes is refused after half a minute, and will not run", { timeout: 60_000 }, async ({
	redis,
	onTestFinished,
}) => {
	const { id, ask, jobs, isAdded, close } = openAway(redis);
	onTestFinished(close);
	const request = { argv: ["ls"], cwd: "", timeoutMs: 1_000, executionId: id, rule: { name: "ls", version: 1 } };
	const started = jobs.start(ask, { kind: "exec", request, workspaceId: "wsp" } as unknown as ExecJob, async () => false);
	await expect(started).rejects.toMatchObject({ code: "TOOL_RUNNER_UNAVAILABLE", details: { isSent: false } });
	expect(await isAdded()).toBe(false);
});
