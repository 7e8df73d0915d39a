import { QuestionId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import type { Command } from "./policy.ts";
import { afterEvent, nextCommand } from "./policy.ts";
import type { Recovery } from "./retry.ts";
import { answerWith, freshRun, sessionId, taskId } from "./testing/sample.ts";
import type { RunEvent } from "./transitions/event.ts";

const fresh = freshRun({ tabId: 1 });
const running: RunRecord = { ...fresh, taskId };
const pending = { stepIndex: 4, actions: [{ action: "click(7)" }, { action: 'setValue(8, "x")' }], part: 0, results: [] };
const intent = { actionId: `${taskId}:4`, at: { kind: "worker" as const } };
const site = { kind: "site" as const, domain: "a.example", origins: ["https://a.example/*"], withheld: false };
const paused = { wait: { kind: "paused" as const } };
const refusal: RunEvent = { kind: "site_refused", domain: "a.example", at: 9 };
const stop = (leave: boolean): RunEvent => ({ kind: "stopped", leave, message: null, at: 9 });
const signIn = (isSameUser: boolean): RunEvent => ({ kind: "signed_in", isSameUser, at: 9 });
const failed = (recovery: Exclude<Recovery, { kind: "thinking" }>, code: string): RunEvent => ({
	kind: "failed",
	recovery,
	code,
	message: "",
	at: 9,
	freshSession: sessionId,
});

test.each<[name: string, record: Partial<RunRecord>, kind: Command["kind"], facts: object]>([
	["a new run", {}, "look", {}],
	["a run that waits a second before it looks", { resumeAt: 1_500 }, "sleep", { until: 1_500 }],
	["a run whose second is over", { resumeAt: 900 }, "look", {}],
	["a body without an answer", { phase: "post" }, "post", {}],
	["a busy server", { phase: "post", wait: { kind: "busy", code: "TASK_BUSY", message: "", until: 2_000 } }, "sleep", { until: 2_000 }],
	["a server that was busy", { phase: "post", wait: { kind: "busy", code: "TASK_BUSY", message: "", until: 900 } }, "post", {}],
	["an action not yet begun", { phase: "act", pending }, "begin", { actionId: `${taskId}:4`, text: "click(7)" }],
	["the second action of a batch", { phase: "act", pending: { ...pending, part: 1 } }, "begin", { actionId: `${taskId}:4.1` }],
	["an action that may have begun", { phase: "act", pending, intent }, "query_outcome", { actionId: `${taskId}:4` }],
	["a page that has not come to rest", { phase: "settle" }, "settle", {}],
	["a question", { wait: { kind: "user" } }, "rest", {}],
	["a site that nobody allowed", { wait: site }, "rest", {}],
	["a pause", { phase: "settle", ...paused }, "rest", {}],
	["an end", { phase: "ended", cancel: "pending" }, "rest", {}],
])("a worker that starts with %s knows what to do", (...[, record, kind, facts]) => {
	expect(nextCommand({ ...running, ...record }, 1_000)).toMatchObject({ kind, ...facts });
});

test.each<[name: string, record: Partial<RunRecord>, event: RunEvent, after: object]>([
	["a pause while the server thinks is kept", { phase: "post" }, { kind: "paused" }, { phase: "post", ...paused }],
	["a pause does not hide a question", { wait: { kind: "user" } }, { kind: "paused" }, { wait: { kind: "user" } }],
	[
		"a busy server does not end a pause",
		{ phase: "post", ...paused },
		failed({ kind: "again", afterMs: 1_000 }, "RATE_LIMIT"),
		{ phase: "post", ...paused, attempts: { count: 1 } },
	],
	[
		"a step that another window wrote does not end a pause",
		{ phase: "post", ...paused },
		failed({ kind: "look" }, "STALE_STEP"),
		{ phase: "look", ...paused },
	],
	[
		"a chat that is gone does not end a pause",
		{ phase: "post", ...paused },
		failed({ kind: "new_session" }, "SESSION_NOT_FOUND"),
		{ phase: "look", ...paused },
	],
	[
		"a page that shows a dialog does not end a pause",
		{ phase: "act", pending, intent, ...paused },
		{ kind: "page_silent" },
		{ phase: "act", ...paused, hadDialog: true },
	],
	[
		"somebody else who signs in does not go on with a task that waits for its owner",
		{ wait: { kind: "user" } },
		signIn(false),
		{ phase: "ended", end: "stopped", cancel: "none" },
	],
	["somebody else who signs in does not go on with a task that is paused", paused, signIn(false), { phase: "ended", end: "stopped" }],
	["a tab that is dragged into another window takes its task along", {}, { kind: "tab_moved", windowId: 9 }, { windowId: 9, tabs: [1] }],
	[
		"a tab that Chrome discards keeps its task, under the new name of the tab",
		{ tabs: [1, 2] },
		{ kind: "tab_renamed", tabId: 1, name: 7 },
		{ tabs: [7, 2], currentTabId: 7, tabId: 1 },
	],
	["a page that removes the overlay", {}, { kind: "overlay_checked", isUnmarked: true }, { isUnmarked: true, phase: "look" }],
	["going on after a pause", paused, { kind: "resumed" }, { wait: null }],
	[
		"resuming after being offline resets the attempts",
		{ wait: { kind: "offline", message: "" }, attempts: { count: 9, since: 1 } },
		{ kind: "resumed" },
		{ wait: null, attempts: { count: 0 } },
	],
	[
		"taking over from another window looks again",
		{ phase: "post", key: "k", wait: { kind: "elsewhere" }, staleInRow: 1 },
		{ kind: "resumed" },
		{ phase: "look", key: null, staleInRow: 0, wait: null },
	],
	["going on does not answer a question", { wait: { kind: "user" } }, { kind: "resumed" }, { wait: { kind: "user" } }],
	[
		"a site that was allowed",
		{ wait: site, refused: ["a.example"] },
		{ kind: "site_allowed", domain: "a.example" },
		{ wait: null, sites: ["a.example"], refused: [] },
	],
	[
		"a site refused on the way is not read, and the task goes on",
		{ wait: site },
		refusal,
		{ phase: "look", wait: null, refused: ["a.example"] },
	],
	["a site refused at the start ends the task", { taskId: null, wait: site }, refusal, { phase: "ended", end: "stopped", cancel: "none" }],
	["Stop tells the server", {}, stop(false), { phase: "ended", end: "stopped", cancel: "pending", endedAt: 9 }],
	["leaving a task to another window tells nobody", { wait: { kind: "elsewhere" } }, stop(true), { end: "stopped", cancel: "none" }],
	["Stop before the first answer has nothing to tell", { taskId: null }, stop(false), { cancel: "none" }],
	[
		"a closed tab gives way to its opener",
		{ tabs: [1, 2], currentTabId: 2 },
		{ kind: "tab_closed", tabId: 2, at: 9 },
		{ phase: "look", tabs: [1], currentTabId: 1 },
	],
	[
		"the last closed tab ends the task",
		{ tabs: [1] },
		{ kind: "tab_closed", tabId: 1, at: 9 },
		{ end: "stopped", failure: { message: "The tab was closed" } },
	],
	[
		"a tab that our own click opened is the current one",
		{ phase: "settle" },
		{ kind: "tab_opened", tabId: 5, isCurrent: true },
		{ tabs: [1, 5], currentTabId: 5 },
	],
	["the same user signs in again", { wait: { kind: "signed_out" } }, signIn(true), { wait: null, phase: "look" }],
	[
		"the user signs out in the middle of a task, which is held until they resume it",
		{ phase: "act", pending },
		{ kind: "signed_out" },
		{ ...paused, phase: "act", pending },
	],
	["a page that answers again does not go on for who signed out", paused, { kind: "page_answers" }, paused],
	["who signs out is asked the open question later", { wait: site }, { kind: "signed_out" }, { wait: site }],
	["who signed out themselves decides after they are back", paused, signIn(true), paused],
	[
		"a run that is held finds no sign-in, and stays held",
		{ phase: "post", key: "k", ...paused },
		failed({ kind: "signed_out" }, "UNAUTHORIZED"),
		{ ...paused, phase: "post", key: "k" },
	],
	["somebody else signs in", { wait: { kind: "signed_out" } }, signIn(false), { phase: "ended", end: "stopped" }],
	[
		"a reply to a run that was stopped changes nothing",
		{ phase: "ended", end: "stopped" },
		{ kind: "acted", result: { success: true }, at: 9 },
		{ phase: "ended", end: "stopped" },
	],
	[
		"the first surprise ends a batch",
		{ phase: "act", pending, intent },
		{ kind: "acted", result: { success: false, code: "COVERED", isInert: true }, at: 9 },
		{ phase: "look", pending: null, report: { lastActionStatus: "failure" } },
	],
	[
		"a batch goes on while it succeeds",
		{ phase: "act", pending, intent },
		{ kind: "acted", result: { success: true }, at: 9 },
		{ phase: "act", intent: null, pending: { part: 1 } },
	],
	[
		"what a batch did counts from its first part on, in each document that it went to",
		{ phase: "act", pending: { ...pending, part: 1 }, acted: { at: 3, documentIds: ["outer"] } },
		{ kind: "intended", intent: { ...intent, at: { kind: "page", frameId: 4, documentId: "inner", docEpoch: "e" } }, at: 9 },
		{ acted: { at: 3, documentIds: ["outer", "inner"] } },
	],
	[
		"what is done once more counts from then on",
		{ phase: "act", pending, acted: { at: 3, documentIds: ["outer"] } },
		{ kind: "intended", intent, at: 9 },
		{ acted: { at: 9, documentIds: ["outer"] } },
	],
	[
		"what was done counts until the page is read again",
		{ phase: "look", acted: { at: 3, documentIds: ["outer"] } },
		{ kind: "read", key: "k", url: "https://a.example/", frames: [], told: 0, at: 1 },
		{ acted: null },
	],
])("%s", (...[, record, event, after]) => {
	expect(afterEvent({ ...running, ...record }, event)).toMatchObject(after);
});

test("a question waits for the user and is gone when it is answered", () => {
	const question = {
		id: QuestionId.parse(`que_${"a".repeat(22)}`),
		kind: "input" as const,
		text: "Which?",
		expiresAt: "2026-01-01T00:30:00Z",
	};
	const asking = afterEvent(
		{ ...running, phase: "post" },
		{
			kind: "replied",
			at: 5,
			data: answerWith('ask("Which?")', { status: "needs_user_input", question, missingInformation: ["the size"] }),
		},
	);
	expect(asking).toMatchObject({ wait: { kind: "user" }, question, missingInformation: ["the size"] });
	expect(nextCommand(asking, 9)).toEqual({ kind: "rest" });
	expect(afterEvent(asking, { kind: "answered" })).toMatchObject({ phase: "look", wait: null, question: null, missingInformation: [] });
});
