import { startJobWorkers } from "@webhand/service-kit/jobs/worker";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { expect } from "vitest";
import { deaths, openAway, test } from "../test/host/queue.ts";

test.for(deaths)(
	"a call ($kind) during which $who dies at $failpoint is done once, and told truly",
	{ timeout: 240_000 },
	async (death, { die }) => {
		await die(death);
	},
);

test("a call whose answers are lost is followed where it has its row, and is never said not to run", { timeout: 60_000 }, async ({
	redis,
	onTestFinished,
}) => {
	const [done, unknown] = [openAway(redis), openAway(redis)];
	const log = createLogger({ service: "tool-runner", level: "silent" });
	const workers = startJobWorkers({ url: redis.url, log, metrics: createMetrics({ processDefaults: false }) }, [
		{ kind: "exec", host: "away", work: async () => ({ of: "no known version" }) },
	]);
	onTestFinished(async () => void (await Promise.all([done.close(), unknown.close(), workers.close()])));
	const following = done.jobs.start(done.ask, done.job, { isThere: async () => true });
	const refused = unknown.jobs.start(unknown.ask, unknown.job, { isThere: async () => false });
	await expect(refused).rejects.toMatchObject({ code: "TOOL_RUNNER_UNAVAILABLE", details: { isSent: true } });
	await following;
});

test("a call that nobody takes is refused after half a minute, and will not run", { timeout: 60_000 }, async ({
	redis,
	onTestFinished,
}) => {
	const { job, ask, jobs, isAdded, close } = openAway(redis);
	onTestFinished(close);
	const started = jobs.start(ask, job, { isThere: async () => false });
	await expect(started).rejects.toMatchObject({ code: "TOOL_RUNNER_UNAVAILABLE", details: { isSent: false } });
	expect(await isAdded()).toBe(false);
});
