import fc from "fast-check";
import { expect, test } from "vitest";
import type { CancelDeps } from "./cancel.ts";
import { reportStop } from "./cancel.ts";
import { afterEvent } from "./policy.ts";
import type { Failure } from "./retry.ts";
import { answerWith, freshRun, taskId } from "./testing/sample.ts";

const stop = { kind: "stopped", leave: false, message: null, at: 0 } as const;
const asking = freshRun({ phase: "post", key: "k" });
const answer = answerWith("click(1)");
const failures = {
	network: { status: 0, code: "NETWORK", message: "" },
	busy: { status: 409, code: "TASK_BUSY", message: "", retryAfterMs: 1_000 },
	signedOut: { status: 401, code: "UNAUTHORIZED", message: "" },
	refused: { status: 400, code: "VALIDATION_ERROR", message: "" },
} as const satisfies Record<string, Failure>;

/** Thrown at any boundary between the worker and the world. */
class WorkerDied extends Error {}

type Scene = { readonly deaths?: number[]; readonly answers?: Failure[]; readonly deafFor?: number; readonly isSignedIn?: () => boolean };

function worldOf({ deaths = [], answers = [], deafFor = 0, isSignedIn = () => true }: Scene) {
	const world = { record: afterEvent(asking, stop), now: 0, keys: [] as string[], cancelled: [] as string[], deaf: deafFor };
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
			body: async () => ({ key: "k", body: { url: "https://a.example/", query: "do it", dom: "d", batch: 0 } }),
		},
		post: async ({ key }) => {
			boundary();
			world.keys.push(key);
			const failure = answers.shift();
			if (failure !== undefined) throw failure;
			boundary();
			return answer;
		},
		cancel: async (id) => {
			boundary();
			world.deaf -= 1;
			if (world.deaf >= 0) return false;
			world.cancelled.push(id);
			boundary();
			return true;
		},
		isSignedIn: async () => isSignedIn(),
		failureOf: (error) => {
			if (error instanceof WorkerDied) throw error;
			return error as Failure;
		},
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

test("a stop before the first reply is reported under the task id that the repeated request gets, whatever dies or fails", async () => {
	const failing = fc.constantFrom<Failure>(failures.network, failures.busy, failures.signedOut);
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.nat({ max: 9 }), { maxLength: 8 }),
			fc.array(failing, { maxLength: 6 }),
			fc.nat({ max: 3 }),
			async (deaths, answers, deafFor) => {
				const scene = worldOf({ deaths, answers, deafFor });
				await runWorkers(scene);
				expect(new Set(scene.world.keys)).toEqual(new Set(["k"]));
				expect(new Set(scene.world.cancelled)).toEqual(new Set([taskId]));
				expect(scene.world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "done", taskId });
			},
		),
	);
});

test("a request that the server refused began no task, so nothing is reported", async () => {
	const scene = worldOf({ answers: [failures.refused] });
	await runWorkers(scene);
	expect(scene.world).toMatchObject({ record: { cancel: "done", taskId: null }, cancelled: [] });
});

test.each([
	["a task without a known id", asking],
	["a task with a known id", { ...asking, taskId }],
])("nothing is sent under another user's name, for %s", async (_, record) => {
	let isSignedIn = false;
	const scene = worldOf({ isSignedIn: () => isSignedIn });
	scene.world.record = afterEvent(record, stop);
	const slept = scene.deps.sleepUntil;
	await runWorkers({
		...scene,
		deps: {
			...scene.deps,
			sleepUntil: async (time, signal) => {
				expect([scene.world.keys, scene.world.cancelled]).toEqual([[], []]);
				isSignedIn = true;
				await slept(time, signal);
			},
		},
	});
	expect(scene.world).toMatchObject({ cancelled: [taskId], now: 2_000 });
});

const awayFor = async (ms: number) => {
	const scene = worldOf({});
	const { deps } = scene;
	const post: CancelDeps["post"] = async (request, signal) => {
		if (scene.world.now < ms) throw failures.network;
		return deps.post(request, signal);
	};
	await runWorkers({ ...scene, deps: { ...deps, post } });
	return scene.world;
};

test("a stop before the first answer is not given up while the network is away for a minute and a half", async () => {
	expect((await awayFor(90_000)).cancelled).toEqual([taskId]);
});

test("the stored page of a stopped task is not sent after two minutes", async () => {
	expect(await awayFor(120_000)).toMatchObject({ keys: [], cancelled: [], record: { cancel: "done", taskId: null } });
});

test("a server that never hears of a stop is given up after ten minutes", async () => {
	const scene = worldOf({ deafFor: Number.POSITIVE_INFINITY });
	scene.world.record = afterEvent({ ...asking, taskId }, stop);
	await runWorkers(scene);
	expect(scene.world.record.cancel).toBe("done");
	expect(scene.world.now).toBeLessThanOrEqual(610_000);
	expect(scene.world.now).toBeGreaterThanOrEqual(600_000);
});

test("a run that was stopped before it asked for anything has no task to cancel", () => {
	expect(afterEvent({ ...asking, phase: "look", key: null }, stop).cancel).toBe("none");
});
