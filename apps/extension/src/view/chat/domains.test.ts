import { Session } from "@webhand/contracts/chat/sessions";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunView, TabView } from "../../panel-state.ts";
import type { ShownChat, Switch, SwitchFacts } from "./domains.ts";
import { chatFor, decideSwitch, draftKeyOf, otherSiteOf } from "./domains.ts";
import { runOfMessages } from "./task-run.ts";
import { message } from "./testing/messages.ts";

const [a, b, fresh] = [1, 2, 3].map((index) => SessionId.parse(`0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f000${index}`)) as [
	SessionId,
	SessionId,
	SessionId,
];
const tab = (domain: string, part: Partial<TabView> = {}): TabView => ({ id: 7, url: `https://${domain}/`, domain, title: "", ...part });
const chatA: ShownChat = { sessionId: a, domain: "a.example", isFresh: false };
const running = (sessionId: SessionId): RunView => {
	const run = runOfMessages([message(0)], "q");
	if (run === null) throw new Error("no run");
	return { ...run, sessionId };
};
const atA = { tabId: 7, domain: "a.example" };
const facts = (part: Partial<SwitchFacts>): SwitchFacts => ({
	...{ shown: chatA, place: atA, isOpened: false, tab: tab("a.example"), run: null, isDialogOpen: false },
	...part,
});

test.each<[name: string, facts: Partial<SwitchFacts>, kind: Switch["kind"]]>([
	["the panel opens", { shown: null, place: null }, "ask"],
	["the panel opens on a page of the browser", { shown: null, place: null, tab: tab("", { restricted: "browser" }) }, "ask"],
	["the same site", { tab: tab("a.example", { url: "https://a.example/other" }) }, "keep"],
	["another tab of the same site", { tab: tab("a.example", { id: 8 }) }, "keep"],
	["a new site", { tab: tab("b.example") }, "ask"],
	["a new site while a dialog is open", { tab: tab("b.example"), isDialogOpen: true }, "keep"],
	["a page of the browser", { tab: tab("", { restricted: "browser" }) }, "keep"],
	["a new site, by the shown chat's own task", { tab: tab("b.example"), run: running(a) }, "keep"],
	["a tab in which another chat's task runs", { tab: tab("b.example", { id: 8 }), run: running(b) }, "show"],
	["a chat from the drawer on a foreign site, nothing changed", { shown: { ...chatA, domain: "z.example" } }, "keep"],
	["another chat that the user opened beside the running task", { run: running(b), isOpened: true }, "keep"],
	["a task of another chat begins in this tab", { run: running(b) }, "show"],
	[
		"a tab with a running task, after another chat was opened elsewhere",
		{ tab: tab("a.example", { id: 8 }), run: running(b), isOpened: true },
		"show",
	],
	["no tab", { tab: null }, "keep"],
])("%s: %s", (_name, part, kind) => {
	expect(decideSwitch(facts(part)).kind).toBe(kind);
});

const session = (sessionId: SessionId) =>
	Session.parse({ sessionId, title: "t", createdAt: 0, updatedAt: 0, url: "", messageCount: 0, status: "active", isRenamed: false });
const elsewhere = (sessionId: SessionId) => ({
	tabId: 9,
	taskId: TaskId.parse(a),
	sessionId,
	query: "q",
	state: "running" as const,
	needsUser: false,
});
const last = (sessionId: SessionId, domain = "a.example") => ({ sessionId, taskId: null, domain });

test.each([
	["the site's active chat", session(a), null, [], { sessionId: a, isFresh: false }],
	["the tab's own last chat when none is active", null, last(b), [], { sessionId: b, isFresh: false }],
	["a fresh one on a site without a chat", null, null, [], { sessionId: fresh, isFresh: true }],
	["a fresh one when the tab's last chat is of another site", null, last(b, "b.example"), [], { sessionId: fresh, isFresh: true }],
	["the tab's own chat when the active one runs in another tab", session(a), last(b), [elsewhere(a)], { sessionId: b }],
	["a fresh one when both run in other tabs", session(a), last(a), [elsewhere(a)], { sessionId: fresh, isFresh: true }],
])("the chat of a place is %s", (_name, found, lastOfTab, otherRuns, chat) => {
	expect(chatFor(atA, { lastOfTab, otherRuns }, { found, newId: fresh })).toMatchObject({ ...chat, domain: "a.example" });
});

test("the header names the site that a running task went to", () => {
	expect(otherSiteOf(chatA, tab("b.example"), running(a))).toBe("b.example");
	expect(otherSiteOf(chatA, tab("a.example"), running(a))).toBe("");
	expect(otherSiteOf(chatA, tab("b.example"), null)).toBe("");
});

test("a fresh chat keeps its unsent text by site, a known one by its id", () => {
	expect(draftKeyOf({ sessionId: fresh, domain: "a.example", isFresh: true })).toBe("new a.example");
	expect(draftKeyOf(chatA)).toBe(a);
});
