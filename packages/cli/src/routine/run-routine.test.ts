import { RoutineId, RoutineRunId, UserId } from "@webhand/contracts/ids";
import type { Routine } from "@webhand/contracts/routine/routine";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Server } from "../server.ts";
import { runRoutine } from "./run-routine.ts";
import type { RoutineEvent } from "./types.ts";

const letters = "a".repeat(22);
const runId = RoutineRunId.parse(`rrn_${letters}`);
const at = "2026-03-02T07:30:00.000Z";
const routine: Routine = {
	id: RoutineId.parse(`rtn_${letters}`),
	name: "Save",
	description: "",
	sites: [],
	ownerId: UserId.parse(`usr_${letters}`),
	isShared: false,
	canEdit: false,
	version: 1,
	inputs: [],
	stepCount: 1,
	hasChecks: true,
	createdAt: at,
	updatedAt: at,
};
const run: RoutineRun = {
	id: runId,
	routineId: routine.id,
	name: "Save",
	version: 1,
	ownerId: routine.ownerId,
	state: "running",
	options: { mode: "autonomous", stopsAtFailure: false, isOnceEver: false, asksModel: false, isDryRun: false },
	rowCount: 1,
	readsLists: false,
	isOnce: true,
	counts: { running: 1 },
	retries: { rows: 0, withUnknown: 0 },
	createdAt: at,
};

const json = (body: unknown, status = 200) => Response.json(body, { status });
const away = () => json({ success: false, error: { code: "SERVICE_UNAVAILABLE", message: "down" }, requestId: "r1" }, 503);
const ended = () => json({ success: false, error: { code: "RUN_ENDED", message: "The run is over" }, requestId: "r1" }, 409);

/** A server of one routine whose run goes on until it is stopped. @param stops what it says to each try to stop the run; the last one again */
function serverOf(stops: readonly (() => Response)[]): { readonly server: Server; readonly asked: string[] } {
	const asked: string[] = [];
	const fetch = async (url: string | URL | Request, { method = "GET" }: RequestInit = {}) => {
		const path = new URL(String(url)).pathname;
		if (path.endsWith("/change")) return (stops[asked.push(path) - 1] ?? stops.at(-1) ?? away)();
		if (path.endsWith("/rows")) return json({ rows: [], nextAfter: null });
		if (path.endsWith(runId)) return json({ run });
		return method === "POST" ? json({ run }, 201) : json({ routines: [routine], nextCursor: null });
	};
	return { asked, server: { baseUrl: "https://a.example", token: () => "key", fetch: fetch as typeof globalThis.fetch } };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Follows a run until its first progress, and stops then by a signal, or by leaving. @returns the words of what was thrown */
async function interrupted(server: Server, how: "signal" | "leave"): Promise<string> {
	const stopping = new AbortController();
	const follow = async () => {
		for await (const event of runRoutine(server, { routine: "save", browser: "runner", signal: stopping.signal })) {
			if (event.type === "progress" && how === "leave") break;
			if (event.type === "progress") stopping.abort();
		}
		return "nothing";
	};
	const words = follow().catch((cause: unknown) => (cause instanceof Error ? cause.message : "?"));
	await vi.advanceTimersByTimeAsync(60_000);
	return await words;
}

test("a run is stopped though the server is away for a moment", async () => {
	const { server, asked } = serverOf([away, away, () => json({ run: { ...run, state: "stopped" } })]);
	expect(await interrupted(server, "signal")).toBe("The run was stopped");
	expect(asked).toHaveLength(3);
});

test.each(["signal", "leave"] as const)("a run that cannot be stopped is named, as it may go on (%s)", async (how) => {
	const { server, asked } = serverOf([away]);
	expect(await interrupted(server, how)).toMatch(new RegExp(`^The run ${runId} is not stopped and may go on: .+down$`));
	expect(asked).toHaveLength(6);
});

test("a run that is over meanwhile counts as stopped", async () => {
	expect(await interrupted(serverOf([ended]).server, "signal")).toBe("The run was stopped");
	expect(await interrupted(serverOf([ended]).server, "leave")).toBe("nothing");
});

test("where nothing happens the end says too that the run is not stopped", async () => {
	const { server } = serverOf([away]);
	const events: RoutineEvent[] = [];
	const waiting = { ...run, state: "paused" as const };
	const fetch: typeof globalThis.fetch = async (url, init) =>
		new URL(String(url)).pathname.endsWith(runId) ? json({ run: waiting }) : await (server.fetch ?? globalThis.fetch)(url, init);
	const followed = (async () => {
		const options = { routine: "Save", browser: "runner" as const, patienceSeconds: 1 };
		for await (const event of runRoutine({ ...server, fetch }, options)) events.push(event);
	})();
	await vi.advanceTimersByTimeAsync(60_000);
	await followed;
	const reason = expect.stringMatching(/^The run is paused\nThe run .+ may go on/);
	expect(events.at(-1)).toMatchObject({ type: "end", result: { status: "asked", reason } });
});
