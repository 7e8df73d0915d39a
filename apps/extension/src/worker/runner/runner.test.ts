import { ApiError } from "@webhand/client/api-error";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { RoutineRunId } from "@webhand/contracts/ids";
import { expect, test, vi } from "vitest";
import { stubStorage } from "../run/testing/chrome.ts";

stubStorage({ runtime: { id: "webhand", getManifest: () => ({ version: "1" }) } });
// What it imports looks for Chrome when it is loaded.
const { createRunner } = await import("./runner.ts");
const { authItem, runnerItem } = await import("../../storage.ts");

test("a runner gives its runs back while the server is away, and says why nobody was told", async () => {
	const doing = new Set(["a", "b"].map((letter) => RoutineRunId.parse(`rrn_${letter.repeat(22)}`)));
	const runner = createRunner({
		api: { call: () => Promise.reject(new Error("offline")) },
		routines: {
			list: async () => [...doing].map((runId) => ({ runId, problem: null })),
			giveBack: async (runId: RoutineRunId) => void doing.delete(runId),
		},
		now: () => 0,
	} as never);
	expect(await runner.answer(JSON.stringify({ kind: "give_back" }))).toMatchObject({
		ok: true,
		status: { running: 0, problem: "offline" },
	});
});

test("a runner that got a new code while it was away knows it with its first order, so that the code of this start is used", async () => {
	const server = "https://webhand.example";
	await runnerItem.set({ serverUrl: server, secret: "s", name: "Office", labels: [], capacity: 1, renewAt: 60_000 });
	await authItem.set({ kind: "token", serverUrl: server, ...loginRoute.example.reply } as never);
	const asked: string[] = [];
	vi.stubGlobal("fetch", async (url: URL | string) => {
		asked.push(new URL(url).pathname);
		return Response.json({ success: false, error: { code: "UNAUTHORIZED", message: "It has ended" } }, { status: 401 });
	});
	const refuse = async () => {
		// As every call of the worker does.
		await authItem.set({ kind: "none", reason: "expired" });
		throw new ApiError({ status: 401, code: "UNAUTHORIZED", message: "A valid access token is required" });
	};
	const nothing = async () => undefined;
	const routines = { list: async () => [], resume: nothing, giveBackWaiting: nothing };
	const runner = createRunner({ api: { call: refuse }, routines, blockSites: nothing, now: () => 0 } as never);
	const answer = await runner.answer(JSON.stringify({ kind: "work", isDraining: true }));
	expect(answer).toMatchObject({ ok: true, status: { serverUrl: null } });
	expect(asked).toEqual(["/api/v1/auth/runners/renew"]);
});
