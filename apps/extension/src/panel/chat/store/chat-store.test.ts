import { ApiError } from "@webhand/client/api-error";
import type { CallArguments } from "@webhand/client/call";
import type { Message } from "@webhand/contracts/chat/message";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import { expect, test } from "vitest";
import type { SignedInApi } from "../../../signed-in-api.ts";
import { readAll } from "./chat-reader.ts";
import { createChatStore, readingOf } from "./chat-store.ts";
import { message, sessionId } from "./testing/messages.ts";

/** The server's messages, read as its contract says; `hold` delays each answer until it is called. */
function serverWith(log: Message[]) {
	const asked: string[] = [];
	let held: Promise<void> = Promise.resolve();
	let failure: ApiError | null = null;
	const call = async <R extends Route>(route: R, ...[input]: CallArguments<R>): Promise<ReplyOf<R>> => {
		const query = (input as { query?: { limit?: number; before?: number; after?: number } } | undefined)?.query ?? {};
		asked.push(route.path.includes("messages") ? JSON.stringify(query) : "task");
		await held;
		if (failure !== null) throw failure;
		if (!route.path.includes("messages")) throw new ApiError({ status: 404, code: "TASK_NOT_FOUND", message: "" });
		const { limit = 200, before = Number.POSITIVE_INFINITY, after } = query;
		const inside = log.filter(({ sequenceNumber }) => sequenceNumber < before && sequenceNumber > (after ?? -1));
		const messages = after === undefined ? inside.slice(-limit) : inside.slice(0, limit);
		const first = messages[0]?.sequenceNumber ?? 0;
		const last = messages.at(-1)?.sequenceNumber ?? Number.POSITIVE_INFINITY;
		const facts = {
			hasMoreBefore: log.some((one) => one.sequenceNumber < first),
			hasMoreAfter: log.some((one) => one.sequenceNumber > last),
		};
		return { sessionId, messages, total: log.length, sessionExists: true, ...facts } as unknown as ReplyOf<R>;
	};
	return {
		api: { call } satisfies SignedInApi,
		asked,
		hold: () => {
			const { promise, resolve } = Promise.withResolvers<void>();
			held = promise;
			return resolve;
		},
		fail: (error: ApiError | null) => {
			failure = error;
		},
	};
}

const chatOf = (count: number) => Array.from({ length: count }, (_, index) => message(index, { status: "success" }));
const numbers = (store: ReturnType<typeof createChatStore>) =>
	store.get().conversation?.messages.map(({ sequenceNumber }) => sequenceNumber) ?? [];

const refused = new ApiError({ status: 500, code: "INTERNAL_ERROR", message: "Busy.", requestId: "req_1" });
const offline = new ApiError({ status: 0, code: "NETWORK", message: "Away." });

test.each([
	["the server refuses", refused, { kind: "error", message: "Busy.", requestId: "req_1" }, { kind: "error" }],
	["nobody answers", offline, { kind: "error", message: "Away." }, { kind: "ready" }],
] as const)("a panel tells that %s while it has nothing to show, and reads again on demand", async (_name, error, unread, read) => {
	const server = serverWith(chatOf(3));
	const store = createChatStore(server.api);
	const reading = () => readingOf(store.get());
	expect(reading()).toEqual({ kind: "ready" });
	server.fail(error);
	store.open(sessionId, false);
	expect(reading()).toEqual({ kind: "loading" });
	await expect.poll(reading).toMatchObject(unread);
	server.fail(null);
	store.retry();
	expect(reading()).toEqual({ kind: "loading" });
	await expect.poll(reading).toEqual({ kind: "ready" });
	server.fail(error);
	store.refresh();
	await expect.poll(() => store.get().failure).not.toBeNull();
	expect(reading()).toMatchObject(read);
});

test("a chat opens with its newest messages, and older ones come on demand without a hole", async () => {
	const log = chatOf(450);
	const store = createChatStore(serverWith(log).api);
	store.open(sessionId, false);
	await expect.poll(() => numbers(store).length).toBe(200);
	await store.loadOlder();
	await store.loadOlder();
	expect(numbers(store)).toEqual(log.map(({ sequenceNumber }) => sequenceNumber));
	expect(store.get().conversation?.hasOlder).toBe(false);
});

test("events during a reading lead to one more reading, from the first message that may still change", async () => {
	const log = [...chatOf(3), message(3, { status: "pending" })];
	const server = serverWith(log);
	const store = createChatStore(server.api);
	store.open(sessionId, false);
	await expect.poll(() => numbers(store)).toEqual([0, 1, 2, 3]);
	const go = server.hold();
	server.asked.length = 0;
	store.refresh();
	log[3] = message(3, { status: "success" });
	log.push(message(4));
	for (let count = 0; count < 5; count += 1) store.refresh();
	go();
	await expect.poll(() => numbers(store)).toEqual([0, 1, 2, 3, 4]);
	expect(store.get().conversation?.messages[3]?.status).toBe("success");
	await expect.poll(() => server.asked.filter((one) => one !== "task").length).toBe(2);
	expect(server.asked[0]).toBe(JSON.stringify({ limit: 500, after: 2 }));
});

test("an answer for a chat that is no longer shown changes nothing, and a fresh chat is not asked for", async () => {
	const server = serverWith(chatOf(2));
	const store = createChatStore(server.api);
	const go = server.hold();
	store.open(sessionId, false);
	const fresh = "0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0009" as typeof sessionId;
	store.open(fresh, true);
	go();
	await new Promise((resolve) => setTimeout(resolve, 0));
	expect(store.get().conversation).toMatchObject({ sessionId: fresh, messages: [], isRead: true });
	expect(server.asked).toHaveLength(1);
});

test("while nobody answers the messages stay, and the next reading clears the failure", async () => {
	const log = chatOf(2);
	const server = serverWith(log);
	const store = createChatStore(server.api);
	store.open(sessionId, false);
	await expect.poll(() => numbers(store)).toEqual([0, 1]);
	server.fail(new ApiError({ status: 0, code: "NETWORK", message: "away" }));
	store.refresh();
	await expect.poll(() => store.get().failure).toEqual({ message: "away", isOffline: true });
	expect(numbers(store)).toEqual([0, 1]);
	server.fail(null);
	log.push(message(2));
	store.refresh();
	await expect.poll(() => numbers(store)).toEqual([0, 1, 2]);
	expect(store.get().failure).toBeNull();
});

test("1,200 messages are read whole for an export, also while a new one arrives", async () => {
	const log = chatOf(1_200);
	const { api } = serverWith(log);
	const reading = readAll({ api, sessionId, signal: new AbortController().signal });
	log.push(message(1_200));
	const read = await reading;
	expect(read.map(({ sequenceNumber }) => sequenceNumber)).toEqual(read.map((_, index) => index));
	expect(read.length).toBeGreaterThanOrEqual(1_200);
});
