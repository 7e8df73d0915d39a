import { Session } from "@webhand/contracts/chat/sessions";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { RunView, TabView } from "../../../panel-state.ts";
import { message } from "../store/testing/messages.ts";
import { runOfMessages } from "../turns/task-run.ts";
import type { ShownChat, Switch, SwitchFacts } from "./policy.ts";
import { chatFor, decideSwitch, draftKeyOf, isBegunElsewhere, newestOpen, otherSiteOf } from "./policy.ts";

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
	shown: chatA,
	place: atA,
	isOpened: false,
	tab: tab("a.example"),
	run: null,
	isDialogOpen: false,
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

const session = (sessionId: SessionId, status = "active", updatedAt = 0) =>
	Session.parse({ sessionId, title: "t", createdAt: 0, updatedAt, url: "", messageCount: 0, status, isRenamed: false });
const elsewhere = (sessionId: SessionId) => ({
	tabId: 9,
	taskId: TaskId.parse(a),
	sessionId,
	query: "q",
	state: "running" as const,
	needsUser: false,
});
const last = (sessionId: SessionId, domain = "a.example", taskId: TaskId | null = null) => ({ sessionId, taskId, domain });
const withTask = (sessionId: SessionId) => last(sessionId, "a.example", TaskId.parse(b));

test.each([
	["the site's newest chat", session(a), null, [], { sessionId: a, isFresh: false }],
	["the site's newest chat, days after its task", session(a, "completed"), last(b), [], { sessionId: a, isFresh: false }],
	["the tab's own last chat that the server does not know", null, last(b), [], { sessionId: b, isFresh: false }],
	["a fresh one where the tab's last chat is archived or gone", null, withTask(b), [], { sessionId: fresh, isFresh: true }],
	["the tab's own last chat while the server cannot be reached", "unreachable" as const, withTask(b), [], { sessionId: b, isFresh: false }],
	["a fresh one on a site without a chat", null, null, [], { sessionId: fresh, isFresh: true }],
	["a fresh one when the tab's last chat is of another site", null, last(b, "b.example"), [], { sessionId: fresh, isFresh: true }],
	["the tab's own chat when the active one runs in another tab", session(a), last(b), [elsewhere(a)], { sessionId: b }],
	["a fresh one when both run in other tabs", session(a), last(a), [elsewhere(a)], { sessionId: fresh, isFresh: true }],
])("the chat of a place is %s", (_name, found, lastOfTab, otherRuns, chat) => {
	expect(chatFor(atA, { lastOfTab, otherRuns }, { found, newId: fresh })).toMatchObject({ ...chat, domain: "a.example" });
});

test.each<[name: string, chats: readonly (Session | null)[], expected: SessionId | null]>([
	["none", [null, null], null],
	["the site's", [session(a), null], a],
	["the tab's, whose task ended on this site", [session(a, "completed", 1), session(b, "completed", 2)], b],
	["the site's, when the tab's is older", [session(a, "failed", 2), session(b, "active", 1)], a],
	["the site's, when the tab's is archived", [session(a, "interrupted", 1), session(b, "archived", 2)], a],
])("the newest open chat: %s", (_name, chats, expected) => {
	expect(newestOpen(chats)?.sessionId ?? null).toBe(expected);
});

const freshChat = { ...chatA, sessionId: fresh, isFresh: true };
test.each<[name: string, found: Session | null, shown: ShownChat, runs: ReturnType<typeof elsewhere>[], expected: boolean]>([
	["a first chat of the site, beside an empty one", session(b, "completed"), freshChat, [], true],
	["a task in a newer chat", session(b), chatA, [], true],
	["a newer chat whose task ended", session(b, "completed"), chatA, [], false],
	["a task in another tab of this browser", session(b), freshChat, [elsewhere(b)], false],
	["the shown chat", session(a), chatA, [], false],
	["nothing", null, freshChat, [], false],
])("another browser began %s: %s", (_name, found, shown, otherRuns, expected) => {
	expect(isBegunElsewhere(found, { shown, otherRuns })).toBe(expected);
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
