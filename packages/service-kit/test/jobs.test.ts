import { setTimeout as pause } from "node:timers/promises";
import { test } from "@webhand/testing/database";
import { poll } from "@webhand/testing/poll";
import { freePort } from "@webhand/testing/processes";
import { expect } from "vitest";
import { openJobQueues } from "../src/jobs/queue.ts";
import type { TakenJob, Work } from "../src/jobs/worker.ts";
import { startJobWorkers } from "../src/jobs/worker.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";

const log = createLogger({ service: "tool-runner", level: "silent" });
const name = { kind: "exec", host: "main" };

const it = test
	.extend("queues", async ({ redis }, { onCleanup }) => {
		const queues = openJobQueues({ url: redis.url, log });
		onCleanup(queues.close);
		await poll(() =>
			queues
				.of(name)
				.withdraw("none")
				.catch(() => undefined),
		);
		return queues;
	})
	.extend("work", async ({ redis }, { onCleanup }) => {
		const metrics = createMetrics({ processDefaults: false });
		const closing: (() => Promise<void>)[] = [];
		onCleanup(async () => void (await Promise.all(closing.map((close) => close()))));
		return (work: Work) => {
			const workers = startJobWorkers({ url: redis.url, log, metrics }, [{ ...name, work }]);
			closing.push(workers.close);
			return { metrics, workers };
		};
	});

it("a job is answered while its work goes on, is told again to who adds it again, and is taken back by nobody then", async ({
	queues,
	work,
	redis,
}) => {
	const { promise: over, resolve } = Promise.withResolvers<void>();
	const taken: TakenJob[] = [];
	const { metrics } = work(async (job) => {
		taken.push(job);
		await job.answer({ begun: true });
		await over;
		return { ended: true };
	});
	const queue = queues.of(name);
	const heard: unknown[] = [];
	queues.listen("one", (answer) => heard.push(answer));
	await queue.add("one", { tea: "green" });
	await expect.poll(() => heard).toEqual([{ begun: true }]);
	await expect.poll(() => redis.client.hget("wh:jobs:main:exec:one", "data")).toBe("{}");
	await queue.add("one", { tea: "black" });
	await expect.poll(() => heard.length).toBe(2);
	expect(await queue.withdraw("one")).toBe("taken");
	resolve();
	await expect.poll(() => heard.at(-1)).toEqual({ ended: true });
	expect(taken.map(({ data }) => data)).toEqual([{ tea: "green" }]);
	expect((await metrics.text()).body).toContain('webhand_queue_waiting{queue="exec"}');
});

it("a job that nobody took is taken back, and one whose work fails is not done again by itself", async ({ queues, work }) => {
	const queue = queues.of(name);
	await queue.add("early", {});
	expect(await queue.withdraw("early")).toBe("removed");
	const ids: string[] = [];
	const { metrics } = work(async ({ id }) => {
		ids.push(id);
		throw new Error("lost");
	});
	await queue.add("late", {});
	await expect.poll(async () => (await metrics.text()).body).toContain('webhand_queue_failed_total{queue="exec"} 1');
	await pause(500);
	expect(ids).toEqual(["late"]);
	await queue.add("late", {});
	await expect.poll(() => ids).toEqual(["late", "late"]);
});

it("a job whose worker sleeps is not taken back: it goes on when it wakes", async ({ queues, work, redis }) => {
	const { promise: over, resolve } = Promise.withResolvers<object>();
	const ids: string[] = [];
	work(async ({ id }) => {
		ids.push(id);
		return await over;
	});
	const queue = queues.of(name);
	await queue.add("asleep", {});
	await expect.poll(() => ids).toEqual(["asleep"]);
	await redis.client.del("wh:jobs:main:exec:asleep:lock");
	expect(await queue.withdraw("asleep")).toBe("taken");
	resolve({});
});

it("workers that were paused while they waited do no job that comes then", async ({ queues, work }) => {
	const ids: string[] = [];
	const note: Work = async ({ id }) => {
		ids.push(id);
		return {};
	};
	const { metrics, workers } = work(note);
	const queue = queues.of(name);
	await queue.add("before", {});
	await expect.poll(() => ids).toEqual(["before"]);
	await pause(200);
	await workers.pause();
	await queue.add("after", {});
	await expect.poll(async () => (await metrics.text()).body).toContain('webhand_queue_failed_total{queue="exec"} 1');
	expect(ids).toEqual(["before"]);
	expect(await queue.withdraw("after")).toBe("absent");
});

it("queues and workers end without Redis, which never answered them", async () => {
	const url = `redis://127.0.0.1:${await freePort()}`;
	const queues = openJobQueues({ url, log });
	const metrics = createMetrics({ processDefaults: false });
	const workers = startJobWorkers({ url, log, metrics }, [{ ...name, work: async () => ({}) }]);
	await expect(queues.of(name).add("one", {})).rejects.toThrow();
	expect(await Promise.all([queues.close(), workers.close()])).toHaveLength(2);
});
