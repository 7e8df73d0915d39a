import { RoutineRunId, SessionId } from "@webhand/contracts/ids";
import { beforeEach, expect, test } from "vitest";
import type { RoutinePlay } from "../../routine-play.ts";
import { stubStorage } from "../run/testing/chrome.ts";
import { owner } from "../run/testing/sample.ts";

const stored = stubStorage();
// What it imports looks for Chrome when it is loaded.
const { createPlayStore } = await import("./store.ts");

beforeEach(() => stored.clear());

const runId = RoutineRunId.parse(`rrn_${"a".repeat(22)}`);
const play: RoutinePlay = {
	runId,
	owner,
	tabId: 7,
	windowId: 1,
	hasOwnTab: false,
	sessionId: SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f1001"),
	files: [],
	runKey: null,
	problem: null,
	retry: null,
};

test("a second panel that starts a run of this browser goes on with its row, in its tab, without its problem", async () => {
	const plays = createPlayStore();
	await plays.begin(play);
	await plays.change(runId, { runKey: "row-1", problem: { code: "TASK_BUSY", message: "Another browser does it" } });
	await createPlayStore().begin({ ...play, tabId: 9, windowId: 2 });
	expect(await plays.list()).toMatchObject([{ tabId: 7, windowId: 1, runKey: "row-1", problem: null }]);
});

test("a run whose tab was closed goes on in the tab where the person says so", async () => {
	const plays = createPlayStore();
	await plays.begin(play);
	await plays.change(runId, { runKey: "row-1", problem: { code: "TAB_GONE", message: "The tab of this run was closed" } });
	await plays.begin({ ...play, tabId: 9, windowId: 2 });
	expect(await plays.list()).toMatchObject([{ tabId: 9, windowId: 2, runKey: "row-1", problem: null }]);
});

test("a run that was dropped meanwhile is not brought back by a change", async () => {
	const plays = createPlayStore();
	await plays.begin(play);
	expect(await plays.drop(runId)).toMatchObject({ runId });
	expect([await plays.change(runId, { runKey: "row-2" }), await plays.list()]).toEqual([undefined, []]);
});
