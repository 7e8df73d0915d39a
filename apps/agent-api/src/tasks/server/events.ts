import type { SessionId } from "@webhand/contracts/ids";
import { LoopEvent } from "@webhand/contracts/tools/agent-events";
import { AppError } from "@webhand/service-kit/errors";
import type { Guard, Identity } from "@webhand/service-kit/guard";
import type { Listening, Published } from "../../chats/realtime/sockets/fanout.ts";
import type { EventStore } from "../../chats/realtime/store.ts";
import type { ServerTaskStore } from "../store/server-tasks.ts";
import { isActive } from "./policy.ts";

/** Whose task is followed, from which event on. */
export type Following = {
	readonly owner: Pick<Identity, "tenantId" | "userId" | "sid">;
	readonly id: SessionId;
	readonly after: number;
	readonly signal: AbortSignal;
};

/** An event with its number; a piece of text has that of the event before it. */
export type NumberedEvent = { readonly seq: number; readonly event: LoopEvent };

/** What following needs. `listen` wakes a stream; `recheckMs` is the pause between looks where nothing wakes it. */
export type FeedDeps = {
	readonly tasks: Pick<ServerTaskStore, "getSettled">;
	readonly log: Pick<EventStore, "after">;
	readonly listen: (sessionId: SessionId, listener: (event?: Published) => void) => Listening;
	readonly revokedOf: Guard["revokedOf"];
	readonly recheckMs: number;
};

/** The events of tasks as streams. */
export type EventFeed = {
	/** Stored events after a number in order, and pieces of text while they are written; ends when the task rests. */
	readonly follow: (following: Following) => AsyncIterable<NumberedEvent>;
};

const mostStreams = 20;
const pageSize = 100;

/** Opens the streams of events. */
export function createEventFeed(deps: FeedDeps): EventFeed {
	const open = new Map<string, number>();
	return {
		follow: (following) => {
			const key = `${following.owner.tenantId}:${following.owner.userId}`;
			const count = open.get(key) ?? 0;
			if (count >= mostStreams)
				throw new AppError("RATE_LIMIT", `${mostStreams} streams are open already: close one`, {
					details: { scope: "user", limit: mostStreams },
					retryAfterSeconds: 5,
				});
			open.set(key, count + 1);
			let isOpen = true;
			const close = () => {
				if (!isOpen) return;
				isOpen = false;
				const left = (open.get(key) ?? 1) - 1;
				if (left === 0) open.delete(key);
				else open.set(key, left);
			};
			// A client that leaves before the first event never starts the generator.
			following.signal.addEventListener("abort", close, { once: true });
			if (following.signal.aborted) close();
			return counted(eventsOf(deps, following), close);
		},
	};
}

async function* counted(events: AsyncIterable<NumberedEvent>, close: () => void): AsyncGenerator<NumberedEvent> {
	try {
		yield* events;
	} finally {
		close();
	}
}

async function* eventsOf(deps: FeedDeps, { owner, id, after, signal }: Following): AsyncGenerator<NumberedEvent> {
	let pieces: NumberedEvent[] = [];
	let seq = after;
	let wake: () => void = () => undefined;
	let isWoken = false;
	const rouse = () => {
		isWoken = true;
		wake();
	};
	const listening = deps.listen(id, (published) => {
		const piece = pieceOf(published);
		if (piece !== undefined) pieces.push(piece);
		rouse();
	});
	// Where Redis is away, looking again now and then is all there is.
	await listening.ready.catch(() => undefined);
	signal.addEventListener("abort", rouse);
	try {
		while (!signal.aborted) {
			isWoken = false;
			// Read before the events and like them: behind a task at rest there is no later event.
			const task = await deps.tasks.getSettled(owner, id);
			const rows = await deps.log.after(owner.tenantId, id, { after: seq, limit: pageSize });
			for (const row of rows) {
				seq = row.seq;
				const event = row.name === "agent_event" ? LoopEvent.safeParse(row.data["event"]).data : undefined;
				if (event !== undefined) yield { seq, event };
			}
			const written = pieces;
			pieces = [];
			// A piece is shown behind the event that it follows, and no longer once the whole text is there.
			for (const piece of written) if (piece.seq === seq) yield piece;
			if (rows.length > 0) continue;
			if (task === null || !isActive(task) || (await isRevoked(deps, owner))) return;
			if (!isWoken)
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, deps.recheckMs);
					wake = () => {
						clearTimeout(timer);
						resolve();
					};
				});
		}
	} finally {
		signal.removeEventListener("abort", rouse);
		listening.stop();
	}
}

function pieceOf(published: Published | undefined): NumberedEvent | undefined {
	if (published?.name !== "agent_event") return undefined;
	const { seq, event } = published.data;
	const read = LoopEvent.safeParse(event).data;
	return read?.type === "llm_chunk" && typeof seq === "number" ? { seq, event: read } : undefined;
}

async function isRevoked({ revokedOf }: FeedDeps, { sid }: Following["owner"]): Promise<boolean> {
	return (await revokedOf([sid]).catch(() => [])).length > 0;
}
