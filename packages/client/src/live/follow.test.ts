import { SessionId } from "@webhand/contracts/ids";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import type { LiveState } from "./follow.ts";
import { followSession } from "./follow.ts";
import type { LiveEvent } from "./order.ts";
import type { PusherClass } from "./pusher.ts";

const sessionId = SessionId.parse("59adf5f0-cddb-42dd-a20d-658ac57278fd");
type Callback = (...values: unknown[]) => void;

/** A server that is only a log, and sockets that a test drops, mutes and shuffles. */
function createWorld() {
	const log: LiveEvent[] = [];
	const sockets = new Set<{
		isOpen: boolean;
		readonly emit: (name: string, data: unknown) => void;
		readonly state: (current: string) => void;
	}>();
	const world = {
		log,
		trimmed: 0,
		holes: new Set<number>(),
		refusal: undefined as { status: number; code: string } | undefined,
		isBlocked: false,
		reads: 0,
	};
	const json = (status: number, body: unknown) =>
		new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
	const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
		const url = new URL(String(input));
		if (world.refusal !== undefined)
			return json(world.refusal.status, { success: false, error: { code: world.refusal.code, message: "no" }, requestId: "r" });
		if (url.pathname === "/api/pusher/auth")
			return json(200, { transport: "embedded", key: "key", cluster: "mt1", wsHost: "h", wsPort: 1, forceTLS: false });
		world.reads += 1;
		const [after, limit, wait] = ["after", "limit", "wait"].map((name) => Number(url.searchParams.get(name))) as [number, number, number];
		const isDue = () => log.length > after || world.trimmed > after;
		for (let turn = 0; wait > 0 && !isDue() && turn < 50; turn += 1) {
			await new Promise((resolve) => setTimeout(resolve, 1));
			init?.signal?.throwIfAborted();
		}
		const events = log.filter(({ seq }) => seq > after && seq > world.trimmed && !world.holes.has(seq)).slice(0, limit);
		const oldestSeq = world.trimmed + 1;
		const rows = events.map((event) => ({ ...event, createdAt: "2026-01-30T10:00:00.000Z" }));
		return json(200, { sessionId, events: rows, lastSeq: log.length, oldestSeq, gap: after < log.length && events[0]?.seq !== after + 1 });
	};
	const Pusher = class {
		readonly #bound = new Map<string, Callback>();
		readonly #socket = {
			isOpen: false,
			emit: (name: string, data: unknown) => this.#bound.get("*")?.(name, data),
			state: (current: string) => this.#bound.get("state_change")?.({ current }),
		};
		readonly connection = { bind: (event: string, callback: Callback) => this.#bound.set(event, callback) };
		subscribe() {
			sockets.add(this.#socket);
			queueMicrotask(() => this.open());
			return {
				bind: (event: string, callback: Callback) => this.#bound.set(event, callback),
				bind_global: (callback: Callback) => this.#bound.set("*", callback),
			};
		}
		open() {
			if (world.isBlocked || !sockets.has(this.#socket)) return;
			this.#socket.isOpen = true;
			this.#socket.state("connected");
			this.#bound.get("pusher:subscription_succeeded")?.();
		}
		unbind_all() {
			this.#bound.clear();
		}
		signin() {}
		disconnect() {
			sockets.delete(this.#socket);
		}
	} as unknown as PusherClass;
	const send = (event: LiveEvent) => {
		for (const socket of sockets) if (socket.isOpen) socket.emit(event.name, { ...event.data, seq: event.seq, eventId: event.eventId });
	};
	return {
		world,
		fetch,
		Pusher,
		send,
		write: (isHeard: boolean) => {
			const event: LiveEvent = { seq: log.length + 1, eventId: `e${log.length + 1}`, name: "new_message", data: {} };
			log.push(event);
			if (isHeard) send(event);
		},
		drop: () => {
			for (const socket of [...sockets]) {
				socket.isOpen = false;
				socket.state("disconnected");
			}
		},
	};
}

function follow(made: ReturnType<typeof createWorld>, pollAfterMs = 1) {
	const seen: number[] = [];
	const states: LiveState[] = [];
	const ends: string[] = [];
	const chunks: LiveEvent[] = [];
	const follower = followSession({
		api: { baseUrl: "http://server", token: () => "token", fetch: made.fetch as typeof fetch },
		sessionId,
		cursor: 0,
		Pusher: made.Pusher,
		pollAfterMs,
		onEvents: (events) => seen.push(...events.map(({ seq }) => seq)),
		onChunk: (chunk) => chunks.push(chunk),
		onReset: (cursor) => seen.push(...Array.from({ length: cursor - (seen.at(-1) ?? 0) }, (_, index) => (seen.at(-1) ?? 0) + index + 1)),
		onState: (state) => states.push(state),
		onEnd: (code) => ends.push(code),
	});
	return { follower, seen, states, ends, chunks };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("whatever is lost, repeated, shuffled or deleted on the way, the client's view equals the log", async () => {
	const step = fc.constantFrom("write", "write", "lose", "repeat", "drop", "trim", "hole", "wait");
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
			const made = createWorld();
			const { follower, seen } = follow(made);
			try {
				for (const name of steps) {
					if (name === "write") made.write(true);
					if (name === "lose") made.write(false);
					if (name === "repeat") for (const event of made.world.log.slice(-2)) made.send(event);
					if (name === "drop") made.drop();
					if (name === "trim") made.world.trimmed = Math.max(0, made.world.log.length - 1);
					if (name === "hole") made.world.holes.add(made.world.log.length - 1);
					if (name === "wait") await new Promise((resolve) => setTimeout(resolve, 1));
				}
				// The last event is heard, or read when the socket is back.
				made.write(true);
				await expect.poll(() => follower.cursor(), { interval: 1 }).toBe(made.world.log.length);
				expect(seen).toEqual(upTo(made.world.log.length));
			} finally {
				follower.close();
			}
		}),
		{ numRuns: 12 },
	);
});

test("without sockets events come by long polling, and the state says so", async () => {
	const made = createWorld();
	made.world.isBlocked = true;
	const { follower, seen, states } = follow(made);
	onTestFinished(follower.close);
	await expect.poll(() => states.at(-1)).toBe("polling");
	made.write(false);
	await expect.poll(() => seen).toEqual([1]);
});

test("a part of a thought is passed on at once and counts as no event; an event cut for its size is read from the log", async () => {
	const made = createWorld();
	const { follower, seen, states, chunks } = follow(made);
	onTestFinished(follower.close);
	await expect.poll(() => states.at(-1)).toBe("connected");
	made.send({ seq: 0, eventId: "c", name: "agent_event", data: { event: { type: "llm_chunk", content: "I " } } });
	expect([chunks.length, seen.length]).toEqual([1, 0]);
	made.write(false);
	made.send({ seq: 1, eventId: "e1", name: "new_message", data: { truncated: true } });
	await expect.poll(() => seen).toEqual([1]);
});

test.for([
	[404, "SESSION_NOT_FOUND", "SESSION_NOT_FOUND"],
	[401, "UNAUTHORIZED", "UNAUTHORIZED"],
] as const)("a chat answered with %i is followed no longer", async ([status, code, said]) => {
	const made = createWorld();
	made.world.refusal = { status, code };
	const { ends } = follow(made);
	await expect.poll(() => ends).toEqual([said]);
	const { reads } = made.world;
	await new Promise((resolve) => setTimeout(resolve, 20));
	expect(made.world.reads).toBe(reads);
});

test("a page of the log with a hole in it is read to its end", async () => {
	const made = createWorld();
	const { follower, seen, states } = follow(made);
	onTestFinished(follower.close);
	await expect.poll(() => states.at(-1)).toBe("connected");
	for (let index = 0; index < 4; index++) made.write(false);
	made.world.holes.add(2);
	made.write(true);
	await expect.poll(() => [...seen]).toEqual(upTo(5));
});

test("what was written while the socket was away is read when it is back, also where nothing follows", async () => {
	const made = createWorld();
	const { follower, seen, states } = follow(made, 60_000);
	onTestFinished(follower.close);
	await expect.poll(() => states.at(-1)).toBe("connected");
	made.drop();
	made.write(false);
	await expect.poll(() => seen).toEqual([1]);
	await expect.poll(() => states).toEqual(["connected", "reconnecting", "connected"]);
});
