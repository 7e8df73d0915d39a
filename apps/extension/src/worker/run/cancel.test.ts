import type { TaskId } from "@webhand/contracts/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CancelDeps, StopTarget } from "./cancel.ts";
import { reportStop } from "./cancel.ts";
import { afterEvent } from "./policy.ts";
import { freshRun, taskId } from "./testing/sample.ts";

const stop = { kind: "stopped", leave: false, message: null, at: 0 } as const;
const asking = freshRun({ phase: "post", key: "k" });

/** Thrown at any boundary between the worker and the world. */
class WorkerDied extends Error {}

/** `began`: the task that the request began, as the server knows it. */
type Scene = { readonly deaths?: number[]; readonly deafFor?: number; readonly isSignedIn?: () => boolean; readonly began?: TaskId | null };

function worldOf({ deaths = [], deafFor = 0, isSignedIn = () => true, began = taskId }: Scene) {
	const world = { record: afterEvent(asking, stop), now: 0, stopped: [] as StopTarget[], deaf: deafFor };
	const boundary = () => {
		const [left = Number.POSITIVE_INFINITY] = deaths;
		deaths[0] = left - 1;
		if (left > 0) return;
		deaths.shift();
		throw new WorkerDied();
	};
	const deps: CancelDeps = {
		runs: {
			list: async () => [world.record],
			apply: async (_, event) => {
				boundary();
				world.record = afterEvent(world.record, event);
				boundary();
				return world.record;
			},
		},
		cancel: async (target) => {
			boundary();
			world.deaf -= 1;
			if (world.deaf >= 0) return undefined;
			world.stopped.push(target);
			boundary();
			return began;
		},
		isSignedIn: async () => isSignedIn(),
		sleepUntil: async (time) => {
			boundary();
			world.now = time;
		},
		now: () => world.now,
	};
	return { world, deps };
}

async function runWorkers({ world, deps }: ReturnType<typeof worldOf>): Promise<void> {
	while (world.record.cancel === "pending") {
		await reportStop(deps, "r").catch((error: unknown) => {
			if (!(error instanceof WorkerDied)) throw error;
		});
	}
}

test("a stop before the first reply is reported under the key of the request, whatever dies or fails, and asks for nothing", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(fc.nat({ max: 9 }), { maxLength: 8 }), fc.nat({ max: 3 }), async (deaths, deafFor) => {
			const scene = worldOf({ deaths, deafFor });
			await runWorkers(scene);
			expect(scene.world.stopped.length).toBeGreaterThan(0);
			expect(new Set(scene.world.stopped.map((target) => JSON.stringify(target)))).toEqual(new Set(['{"key":"k"}']));
			expect(scene.world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "done", taskId, key: null });
		}),
	);
});

test("a request that began no task is reported, too: it may still be on its way", async () => {
	const scene = worldOf({ began: null });
	await runWorkers(scene);
	expect(scene.world).toMatchObject({ record: { cancel: "done", taskId: null }, stopped: [{ key: "k" }] });
});

test.each([
	["a task without a known id", asking, { key: "k" }],
	["a task with a known id", { ...asking, taskId }, { taskId }],
])("nothing is sent under another user's name, for %s", async (_, record, target) => {
	let isSignedIn = false;
	const scene = worldOf({ isSignedIn: () => isSignedIn });
	scene.world.record = afterEvent(record, stop);
	const slept = scene.deps.sleepUntil;
	await runWorkers({
		...scene,
		deps: {
			...scene.deps,
			sleepUntil: async (time, signal) => {
				expect(scene.world.stopped).toEqual([]);
				isSignedIn = true;
				await slept(time, signal);
			},
		},
	});
	expect(scene.world).toMatchObject({ stopped: [target], now: 2_000 });
});

test.each([
	["the first reply", asking],
	["a later one", { ...asking, taskId }],
])("a server that never hears of a stop before %s is given up after ten minutes", async (_, record) => {
	const scene = worldOf({ deafFor: Number.POSITIVE_INFINITY });
	scene.world.record = afterEvent(record, stop);
	await runWorkers(scene);
	expect(scene.world.record).toMatchObject({ cancel: "done", key: null });
	expect(scene.world.now).toBeLessThanOrEqual(610_000);
	expect(scene.world.now).toBeGreaterThanOrEqual(600_000);
});

test("a run that was stopped before it asked for anything has no task to cancel", () => {
	expect(afterEvent({ ...asking, phase: "look", key: null }, stop).cancel).toBe("none");
});
