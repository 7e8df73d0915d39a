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
const { authItem } = await import("../../storage.ts");

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
		call: async (route: { readonly path: string }, { body }: { readonly body: object }) => {
			asked.push(route.path, body);
			return { run: waiting[0] };
		},
	};
	const deps = { api, runs: { list: async () => [] }, isSignedIn: async () => false, now: () => 0 };
	const onTaken = async (run: { readonly name: string }, tabId: number) => void told.push([run.name, tabId]);
	const routines = createRoutines({ ...deps, onTaken } as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	await Promise.all([routines.takeDue(), routines.takeDue()]);
	expect(asked).toEqual([takeRunRoute.path, { worker: expect.any(String), browser: "mine", without: [] }]);
	expect(told).toEqual([["Run c", 50]]);
	expect(await routines.list()).toMatchObject([{ runId: waiting[0]?.id, tabId: 50, windowId: 5, hasOwnTab: true }]);
	await authItem.set({ kind: "none", reason: "never" } as never);
	await routines.leave(waiting[0]?.id as never);
	await routines.takeDue();
	expect(asked).toHaveLength(2);
});

test.for([
	[{ done: 1, skipped: 1 }, [50]],
	[{ done: 1, failed: 1 }, []],
] as const)("the window of a run that was taken closes once all is done: %j closes %j", async ([counts, tabs]) => {
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
	} as never);
	for (const { runId } of await routines.list()) await routines.leave(runId);
	closed.length = 0;
	await routines.takeDue();
	await expect.poll(() => routines.list()).toEqual([]);
	await routines.takeDue();
	await expect.poll(() => closed).toEqual(tabs);
});

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
