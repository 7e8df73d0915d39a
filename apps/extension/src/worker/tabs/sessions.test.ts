import { SessionId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { freshRun, taskId } from "../run/testing/sample.ts";
import { lastOfTab, placesOf } from "./sessions.ts";

const id = (index: number) => SessionId.parse(`0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f000${index}`);
const entry = (index: number, url: string, at = index) => ({ taskId: null, sessionId: id(index), url, domain: new URL(url).hostname, at });
const entries = { 7: entry(1, "https://a.example/x"), 8: entry(2, "https://b.example/"), 9: entry(3, "https://b.example/") };

test.each([
	["the tab's own", { tabId: 7, url: "https://a.example/y", domain: "a.example" }, 1],
	["none on another site", { tabId: 7, url: "https://c.example/", domain: "c.example" }, null],
	[
		"the newest of the same address, when the browser gave the tab a new id",
		{ tabId: 70, url: "https://b.example/", domain: "b.example" },
		3,
	],
	["none for a new tab elsewhere on the site", { tabId: 70, url: "https://b.example/z", domain: "b.example" }, null],
])("the last chat of a tab is %s", (_name, tab, index) => {
	expect(lastOfTab(entries, tab)?.sessionId ?? null).toBe(index === null ? null : id(index));
});

const run = (index: number, lastUrl: string | null, part: Parameters<typeof freshRun>[0] = {}) =>
	freshRun({ taskId, sessionId: id(index), startedAt: index, lastUrl, ...part });

test.each([
	["its newest task", [run(1, "https://a.example/"), run(2, "https://b.example/")], [[7, 2, "b.example"]]],
	["its newest task, in any order", [run(2, "https://b.example/"), run(1, "https://a.example/")], [[7, 2, "b.example"]]],
	["nothing while its newest task is unknown to the server", [run(1, "https://a.example/"), run(2, null, { taskId: null })], []],
	["the task that came from another tab", [run(1, "https://a.example/", { currentTabId: 9 })], [[9, 1, "a.example"]]],
])("a tab is remembered with %s", (_name, records, places) => {
	expect(placesOf(records, 0).map(({ tabId, sessionId, domain }) => [tabId, sessionId, domain])).toEqual(
		places.map(([tabId, index, domain]) => [tabId, id(Number(index)), domain]),
	);
});
