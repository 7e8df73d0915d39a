import { loginRoute } from "@webhand/contracts/auth/sign-in";
import { RoutineRunId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { stubStorage } from "../run/testing/chrome.ts";

stubStorage({
	tabs: { get: async (id: number) => ({ id, windowId: 1, url: "https://bank.example/accounts" }) },
	runtime: { id: "webhand", getPlatformInfo: async () => ({}) },
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
