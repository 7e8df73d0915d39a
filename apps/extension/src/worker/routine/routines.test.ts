import { ApiError } from "@webhand/client/api-error";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { RoutineRunId } from "@webhand/contracts/ids";
import { takeRunRoute } from "@webhand/contracts/routine/run";
import { expect, test, vi } from "vitest";
import type { z } from "zod";
import type { RunClient } from "../../panel-state.ts";
import { stubStorage } from "../run/testing/chrome.ts";

const closed: number[] = [];
stubStorage({
	tabs: {
		get: async (id: number) => ({ id, windowId: 1, url: "https://bank.example/accounts" }),
		remove: async (id: number) => void closed.push(id),
	},
	runtime: { id: "webhand", getPlatformInfo: async () => ({}) },
	windows: { create: async ({ focused }: { readonly focused: boolean }) => ({ id: focused ? 1 : 5, tabs: [{ id: 50 }] }) },
});
// What they import looks for Chrome when it is loaded.
const { createRoutines } = await import("./routines.ts");
const { authItem, runnerDutyItem, runnerItem } = await import("../../storage.ts");

const duty = { isDraining: false, lastTakeAt: null, told: null, problem: null };
async function beRunner(use: { readonly labels: string[]; readonly capacity: number }): Promise<void> {
	await runnerItem.set({ serverUrl: "https://webhand.example", secret: "s", name: "Office", ...use, renewAt: 0 });
	await runnerDutyItem.set(duty);
}

test("a run may work on the site of the page that the person named, wherever its tab has gone since", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const runs = { list: async () => [] };
	const routines = createRoutines({ runs, isSignedIn: async () => false, now: () => 0 } as never);
	const runId = (letter: string) => RoutineRunId.parse(`rrn_${letter.repeat(22)}`);
	await routines.play({ tabId: 7, runId: runId("a"), allowsSite: "https://shop.example/invoices?page=2" });
	await routines.play({ tabId: 7, runId: runId("b") });
	expect((await routines.list()).map(({ sites }) => sites)).toEqual([["shop.example"], []]);
});

test("a run that waits is taken once, into a window of its own, and told; while one is done here none is taken", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const waiting = ["c", "d"].map((letter) => ({ id: RoutineRunId.parse(`rrn_${letter.repeat(22)}`), name: `Run ${letter}` }));
	const asked: unknown[] = [];
	const told: unknown[] = [];
	const api = {
		call: async (route: { readonly path: string }, { body }: { readonly body: { readonly hasRoom?: boolean } }) => {
			asked.push(route.path, body);
			return { run: body.hasRoom === false ? null : waiting[0] };
		},
	};
	const deps = { api, runs: { list: async () => [] }, isSignedIn: async () => false, now: () => 0 };
	const onTaken = async (run: { readonly name: string }, tabId: number) => void told.push([run.name, tabId]);
	const routines = createRoutines({ ...deps, onTaken } as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await Promise.all([routines.takeDue(), routines.takeDue()]);
	const own = { worker: expect.any(String), browser: "mine", labels: [] };
	const kept = { holds: [waiting[0]?.id], without: [waiting[0]?.id], hasRoom: false };
	expect(asked).toEqual([takeRunRoute.path, { ...own, without: [] }, takeRunRoute.path, { ...own, ...kept }]);
	expect(told).toEqual([["Run c", 50]]);
	expect(await routines.list()).toMatchObject([{ runId: waiting[0]?.id, tabId: 50, windowId: 5, hasOwnTab: true }]);
	await authItem.set({ kind: "none", reason: "never" } as never);
	await routines.leave(waiting[0]?.id as never);
	await routines.takeDue();
	expect(asked).toHaveLength(4);
});

test.for([
	["a person's browser", { done: 1, skipped: 1 }, [50]],
	["a person's browser", { done: 1, failed: 1 }, []],
	["a runner", { done: 1, failed: 1 }, [50]],
] as const)(
	"the window of a run that was taken closes once all is done, or nobody looks at it: in %s %j closes %j",
	async ([where, counts, tabs]) => {
		if (where === "a runner") await beRunner({ labels: [], capacity: 1 });
		await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
		const run = { id: RoutineRunId.parse(`rrn_${"g".repeat(22)}`), name: "Run g", counts };
		const replies: unknown[] = [{ run }, { run: { ...run, state: "done" }, row: null }];
		const api = { call: async () => replies.shift() ?? { run: null } };
		const nothing = async () => undefined;
		const routines = createRoutines({
			api,
			runs: { list: async () => [] },
			isSignedIn: async () => true,
			now: () => 0,
			onTaken: nothing,
			onDone: nothing,
			blockSites: nothing,
		} as never);
		for (const { runId } of await routines.list()) await routines.leave(runId);
		closed.length = 0;
		await routines.takeDue();
		await expect.poll(() => routines.list()).toEqual([]);
		await routines.takeDue();
		await expect.poll(() => closed).toEqual(tabs);
		await runnerItem.set(null);
	},
);

test.for([
	[404, 0],
	[400, 0],
	[0, 1],
] as const)("a row of a client that does not begin is told to it; after an answer of %i %i runs are kept", async ([status, kept]) => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const failing = (of: number) => new ApiError({ status: of, code: "NOT_FOUND", message: "No" });
	const onRefused = vi.fn(async () => {
		throw status === 0 ? new Error("offline") : failing(status);
	});
	const onError = vi.fn();
	const api = { call: () => Promise.reject(failing(409)) };
	const routines = createRoutines({
		api,
		runs: { list: async () => [] },
		isSignedIn: async () => true,
		now: () => 0,
		onRefused,
		onError,
	} as never);
	const client = { id: `mcc_${"a".repeat(22)}`, callId: `mcq_${"a".repeat(22)}`, name: "Claude Code", isOneStep: false } as RunClient;
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await routines.play({ tabId: 7, runId: RoutineRunId.parse(`rrn_${"c".repeat(22)}`), client });
	await expect.poll(() => onRefused.mock.calls.length).toBe(1);
	await expect.poll(async () => (await routines.list()).length).toBe(kept);
	expect(onError).toHaveBeenCalledTimes(kept);
});

test("a run that the organization let rest here goes on once the server gives it again; any other waits for its person, and keeps none waiting", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const run = { id: RoutineRunId.parse(`rrn_${"e".repeat(22)}`), name: "Run e" };
	type Body = z.input<typeof takeRunRoute.body>;
	const api = { call: async (_: unknown, { body }: { readonly body: Body }) => ({ run: body.without?.includes(run.id) ? null : run }) };
	const deps = { api, runs: { list: async () => [] }, isSignedIn: async () => false, now: () => 0, onTaken: async () => undefined };
	const routines = createRoutines(deps as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await routines.play({ tabId: 7, runId: run.id });
	const problems: unknown[] = [];
	for (const code of ["RUN_PAUSED", "PAGE_NOT_OPENED"]) {
		await routines.rest({ code, message: "It rests" });
		await routines.takeDue();
		problems.push(...(await routines.list()).map(({ problem }) => problem?.code ?? null));
	}
	expect(problems).toEqual([null, "PAGE_NOT_OPENED"]);
	api.call = async (_, { body }) => ({
		run: body.without?.length === 1 ? { ...run, id: RoutineRunId.parse(`rrn_${"f".repeat(22)}`) } : run,
	});
	await routines.takeDue();
	expect((await routines.list()).map(({ runId, problem }) => [runId.at(-1), problem?.code])).toEqual([
		["e", "PAGE_NOT_OPENED"],
		["f", undefined],
	]);
});

test("a runner takes as many runs as it has room for, each with its sites, none while it drains; it pauses one that cannot begin", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	await beRunner({ labels: ["eu"], capacity: 2 });
	await runnerDutyItem.set(null);
	const runs = ["h", "i", "j"].map((letter) => ({ id: RoutineRunId.parse(`rrn_${letter.repeat(22)}`), name: `Run ${letter}` }));
	const asked: object[] = [];
	const api = {
		call: async ({ path }: { readonly path: string }, { body }: { readonly body: object }) => {
			asked.push(path === takeRunRoute.path ? body : { path });
			return { run: runs[asked.length - 1] ?? null, sites: ["app.shop.example", "*.pay.example", "127.0.0.1:4400"] };
		},
	};
	const nothing = async () => undefined;
	const deps = { api, runs: { list: async () => [] }, isSignedIn: async () => false, now: () => 0, onTaken: nothing, blockSites: nothing };
	const routines = createRoutines({ ...deps, onError: vi.fn() } as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	// Its process has not spoken yet.
	await routines.takeDue();
	await runnerDutyItem.set({ ...duty, isDraining: true });
	await routines.takeDue();
	expect(asked).toEqual([]);
	await runnerDutyItem.set(duty);
	await routines.takeDue();
	const body = { worker: expect.any(String), browser: "runner", labels: ["eu"], without: [] };
	expect(asked).toEqual([body, { ...body, without: [runs[0]?.id] }]);
	expect((await routines.list()).map(({ runId, sites }) => [runId, sites])).toEqual(
		runs.slice(0, 2).map(({ id }) => [id, ["shop.example", "pay.example", "127.0.0.1:4400"]]),
	);
	await routines.rest({ code: "TASK_BUSY", message: "Another browser does this run" });
	await routines.resume();
	expect(await routines.list()).toEqual([]);
	expect(asked).toHaveLength(2);
	await routines.takeDue();
	await routines.rest({ code: "PAGE_NOT_OPENED", message: "It did not open" });
	await routines.resume();
	expect(asked.at(-1)).toEqual({ path: expect.stringContaining("/change") });
	expect(await routines.list()).toEqual([]);
	await runnerItem.set(null);
});

test.for([
	[409, "RUN_ENDED", 0],
	[404, "RUN_NOT_FOUND", 0],
	[0, "NETWORK", 1],
] as const)("a runner leaves a run that rests and is over meanwhile: after %i %s it keeps %i", async ([status, code, kept]) => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	await beRunner({ labels: [], capacity: 1 });
	const refuse = () => Promise.reject(status === 0 ? new Error("offline") : new ApiError({ status, code, message: "No" }));
	const deps = { api: { call: refuse }, runs: { list: async () => [] }, isSignedIn: async () => false, now: () => 0, onError: vi.fn() };
	const routines = createRoutines(deps as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await routines.play({ tabId: 7, runId: RoutineRunId.parse(`rrn_${"l".repeat(22)}`) });
	await routines.rest({ code: "TAB_GONE", message: "The tab of this run was closed" });
	await routines.resume();
	expect(await routines.list()).toHaveLength(kept);
	await runnerItem.set(null);
});

test("while a row is done no other run is taken and its lease is kept; one that waits for its person keeps none waiting", async () => {
	await authItem.set({ kind: "token", serverUrl: "https://webhand.example", ...loginRoute.example.reply } as never);
	const idOf = (letter: string) => RoutineRunId.parse(`rrn_${letter.repeat(22)}`);
	const asked: object[] = [];
	const api = {
		call: async (route: { readonly path: string }, { body }: { readonly body: { readonly hasRoom?: boolean } }) => {
			if (route.path === takeRunRoute.path) asked.push(body);
			return { run: body.hasRoom === true ? { id: idOf("k"), name: "Run k" } : null };
		},
	};
	const record = { runKey: "key", phase: "waiting", wait: null as object | null, steps: [], query: "" };
	const runs = { list: async () => [record] };
	const deps = { api, runs, isSignedIn: async () => false, now: () => 0, onTaken: async () => undefined };
	const routines = createRoutines(deps as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await routines.play({ tabId: 7, runId: idOf("h") });
	const { createPlayStore } = await import("./store.ts");
	await createPlayStore().change(idOf("h"), { runKey: "key" });
	await routines.takeDue();
	record.wait = { kind: "site", domain: "shop.example", withheld: false };
	await routines.takeDue();
	expect(asked).toMatchObject([
		{ holds: [idOf("h")], hasRoom: false },
		{ holds: [idOf("h")], hasRoom: true },
	]);
	expect((await routines.list()).map(({ runId }) => runId)).toEqual([idOf("h"), idOf("k")]);
});
