import type { Session } from "@webhand/contracts/chat/sessions";
import { SessionId, TaskId } from "@webhand/contracts/ids";
import type { HistoryView, PanelView, WaitingTask } from "../../src/panel/panel-props.ts";
import { emptyModel } from "../../src/panel/state/model.ts";
import type { Turn } from "../../src/panel/state/select.ts";
import { turnsOf } from "../../src/panel/state/select.ts";
import type { ViewState } from "../../src/panel-state.ts";
import { at, run, signedIn, steps } from "./sample-run.ts";

const now = at + 48_000;
const hourMs = 3_600_000;
const idOf = (index: number) => SessionId.parse(`59adf5f0-cddb-42dd-a20d-658ac57278${String(10 + index)}`);

const session = (index: number, part: Partial<Session> & Pick<Session, "title" | "status">): Session => ({
	sessionId: idOf(index),
	createdAt: now - (index + 1) * 7 * hourMs,
	updatedAt: now - index * 7 * hourMs,
	url: "https://example.com/",
	messageCount: 8,
	isRenamed: false,
	...part,
});

const sessions: readonly Session[] = [
	session(0, { title: "localhost: Search for “blue kettle” and read the total", domain: "localhost", status: "active" }),
	session(1, { title: "github.com: Close all issues that wait for an answer since March", domain: "github.com", status: "interrupted" }),
	session(2, { title: "crm.example.com: New leads", domain: "crm.example.com", status: "completed", isRenamed: true }),
	session(3, {
		title: "a-very-long-name-of-a-shop.example.co.uk: Donaudampfschifffahrtsgesellschaftskapitänsmütze in blau, Größe 58, mit Versand",
		domain: "a-very-long-name-of-a-shop.example.co.uk",
		status: "failed",
	}),
	session(5, { title: "Which invoices are open?", status: "completed" }),
	session(30, { title: "wikipedia.org: ابحث عن الشاي", domain: "wikipedia.org", status: "archived" }),
];

/** A drawer with chats of every status. */
export const history: HistoryView = {
	isOpen: true,
	sessions,
	currentId: idOf(0),
	query: "",
	filter: { status: "all", domain: "" },
	domains: ["crm.example.com", "github.com", "localhost", "wikipedia.org"],
	state: { kind: "ready" },
	hasMore: true,
	problem: "",
};

const panel = (state: Partial<ViewState>, part: Partial<PanelView> = {}): PanelView => ({
	...emptyModel,
	link: "connected",
	transport: "connected",
	history: { ...history, isOpen: false },
	decider: { provider: "openai", name: "gpt-5-mini", source: "tenant" },
	...part,
	state: { ...signedIn, ...state },
});

const drawer = (part: Partial<HistoryView>): PanelView => panel({}, { history: { ...history, ...part } });

const waiting: readonly WaitingTask[] = [
	{
		taskId: TaskId.parse("e49abedb-f50c-45d2-bf81-62662b6a0381"),
		sessionId: idOf(1),
		query: "Close all issues that wait for an answer since March",
		domain: "github.com",
		url: "https://github.com/acme/shop/issues",
		state: "waiting",
		updatedAt: now - 20 * 60_000,
	},
	{
		taskId: TaskId.parse("e49abedb-f50c-45d2-bf81-62662b6a0382"),
		sessionId: idOf(0),
		query: "Add the blue kettle to the cart",
		domain: "localhost",
		url: "http://localhost:8788/",
		state: "interrupted",
		updatedAt: now - 3 * hourMs,
	},
];

const said = (key: string, part: Omit<Extract<Turn, { kind: "user" }>, "kind" | "key" | "at">): Turn => ({
	kind: "user",
	key,
	at: now,
	...part,
});

const delivered: readonly Turn[] = [
	...turnsOf({ ...run, notes: [], steps: steps.slice(0, 1) }),
	{ kind: "system", key: "expired", at: now, text: "Nobody answered in time. Webhand looked at the page again." },
	said("n1", { text: "Take the cheaper one.", delivery: "heard" }),
	said("n2", { text: "And the red one too.", delivery: "sending" }),
	said("n3", { text: "Ship it to Hamburg.", delivery: "failed" }),
	said("n4", { text: "Then write the order number into the sheet.", delivery: "late" }),
];

/** A chat of a thousand turns. */
const long: readonly Turn[] = Array.from({ length: 250 }, (_, index) =>
	turnsOf({ ...run, runKey: `long-${index}`, query: `Task ${index + 1}: search for “blue kettle”`, notes: [] }),
).flat();

const nothing = { turns: [], hasOlder: false, isLoadingOlder: false };

/** The states of chats: list, search, restore, deliveries, long conversations. */
export const chatStates: Readonly<Record<string, PanelView>> = {
	history: drawer({}),
	"history-found": drawer({
		query: "kettle",
		hasMore: false,
		sessions: [
			{
				...(sessions[0] as Session),
				match: { snippet: "… twelve results for “blue kettle” appeared below the search …", sequenceNumber: 3 },
			},
			{ ...(sessions[2] as Session), match: { snippet: "… asked for a Kettle of steel, and for two cups …", sequenceNumber: 9 } },
		],
	}),
	"history-nothing": drawer({ query: "samovar", sessions: [], hasMore: false }),
	"history-empty": drawer({ sessions: [], hasMore: false, domains: [], currentId: null }),
	"history-loading": drawer({ sessions: [], state: { kind: "loading" } }),
	"history-error": drawer({
		sessions: [],
		state: {
			kind: "error",
			message: "The server could not read your chats. Try again in a moment.",
			requestId: "4bf92f3577b34da6a3ce929d0e0e4736",
		},
	}),
	"history-offline": drawer({ state: { kind: "offline", at: now - hourMs } }),
	"history-problem": drawer({ problem: "The chat was not deleted, because its task still runs. Stop the task first." }),
	restore: panel({}, { restore: waiting }),
	switched: panel({}, { switchedTo: "github.com" }),
	deliveries: panel({ run: { ...run, notes: [] } }, { conversation: { turns: delivered, hasOlder: false, isLoadingOlder: false } }),
	older: panel({ run }, { conversation: { turns: long.slice(-30), hasOlder: true, isLoadingOlder: true } }),
	"chat-loading": panel({}, { conversation: { ...nothing, reading: { kind: "loading" } } }),
	"chat-error": panel(
		{},
		{
			conversation: {
				...nothing,
				reading: { kind: "error", message: "The server is busy. Try again in a moment.", requestId: "4bf92f3577b34da6a3ce929d0e0e4736" },
			},
		},
	),
	long: panel({ run }, { conversation: { turns: long, hasOlder: true, isLoadingOlder: false } }),
};
