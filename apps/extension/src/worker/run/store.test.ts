import { beforeEach, expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import { stubStorage } from "./testing/chrome.ts";
import { freshRun, taskId } from "./testing/sample.ts";

const stored = stubStorage();
// What it imports looks for Chrome when it is loaded.
const { createRunStore } = await import("./store.ts");

beforeEach(() => stored.clear());

const looking = freshRun();
const looked = { kind: "read", key: "k", url: "https://a.example/", frames: [], told: 0, at: 1 } as const;
const stopped = { kind: "stopped", leave: false, message: null, at: 1 } as const;
const body = { key: "k", body: { url: "https://a.example/", query: "do it", dom: "@page", batch: 5 } };

async function openStore(record: RunRecord) {
	const runs = createRunStore();
	await runs.begin(record);
	return runs;
}

test("the page that was read is kept until the server answered", async () => {
	const runs = await openStore(looking);
	await runs.putBody("r", body);
	await runs.apply(looking, looked);
	expect(await runs.body("r")).toEqual(body);
});

test("a page that was read while the user pressed stop is forgotten", async () => {
	const runs = await openStore(looking);
	await runs.putBody("r", body);
	await runs.apply(looking, stopped);
	await runs.apply(looking, looked);
	expect(await runs.body("r")).toBeUndefined();
});

test("a page whose reading ended after the stop is forgotten too", async () => {
	const runs = await openStore({ ...looking, taskId });
	await runs.apply(looking, stopped);
	await runs.putBody("r", body);
	await runs.apply(looking, looked);
	expect(await runs.body("r")).toBeUndefined();
});

test("what a task did stays when the next one begins in its tab", async () => {
	const runs = await openStore({ ...looking, taskId });
	await runs.apply(looking, stopped);
	expect(await runs.begin({ ...looking, runKey: "next", startedAt: 2 })).toBe("begun");
	expect((await runs.list()).map(({ runKey }) => runKey).sort()).toEqual(["next", "r"]);
	expect((await runs.get(7))?.runKey).toBe("next");
	expect(await runs.apply(looking, { kind: "cancelled", taskId: null })).toMatchObject({ runKey: "r", cancel: "done" });
});

test("the page of a request whose task was stopped is forgotten at once", async () => {
	const runs = await openStore(looking);
	await runs.putBody("r", body);
	await runs.apply(looking, looked);
	expect(await runs.apply(looking, stopped)).toMatchObject({ cancel: "pending", key: "k" });
	expect(await runs.body("r")).toBeUndefined();
});
