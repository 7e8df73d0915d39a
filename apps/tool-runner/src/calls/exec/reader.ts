import { isUtf8 } from "node:buffer";
import type { ExecutionEvent } from "@webhand/contracts/tools/executions";
import { isOver } from "@webhand/contracts/tools/executions";
import { AppError } from "@webhand/service-kit/errors";
import { createWaker } from "@webhand/service-kit/waker";
import type { Life } from "../life.ts";
import type { Owner } from "../store.ts";
import type { OutputCache } from "./output/cache.ts";
import type { OutputEntry } from "./output/limits.ts";
import { unpackOutput } from "./output/pack.ts";
import type { ExecutionStore, StoredExecution } from "./store.ts";
import { endingFields } from "./view.ts";

/** What following an execution needs. */
export type ReaderDeps = {
	readonly life: Pick<Life<StoredExecution>, "find" | "signals">;
	readonly store: Pick<ExecutionStore, "output">;
	readonly cache: OutputCache;
};

/** Which execution, after which entry, as the client wrote it. */
export type Reading = {
	readonly owner: Owner;
	readonly id: string;
	readonly after: string | undefined;
	readonly signal: AbortSignal;
};

const lookAgainMs = 1_000;

/**
 * Opens the events of an execution: `start`, its output, and `exit` once at the end. What is read is taken only as fast as the client takes
 * it, so a client that stops reading costs nothing.
 *
 * @throws AppError EXECUTION_NOT_FOUND; TOOL_RUNNER_UNAVAILABLE while Redis is away; VALIDATION_ERROR with `details.lastSeq` for a place that is not in this output
 */
export async function openEvents(deps: ReaderDeps, { owner, id, after, signal }: Reading): Promise<AsyncIterable<ExecutionEvent>> {
	const row = await deps.life.find(owner, id);
	const from = await placeOf(deps, row, after);
	return eventsOf(deps, { owner, id, from, signal });
}

async function placeOf({ cache }: ReaderDeps, row: StoredExecution, after: string | undefined): Promise<number> {
	if (after === undefined || after === "0") return 0;
	// A runner that died left its output in Redis alone.
	const isStored = isOver(row.state) && row.reason !== "runner_lost";
	const lastSeq = isStored ? row.lastSeq : ((await cache.last(row._id, 1).catch(unreachable)).at(-1)?.seq ?? 0);
	const seq = /^\d{1,15}$/.test(after) ? Number(after) : Number.POSITIVE_INFINITY;
	if (seq <= lastSeq) return seq;
	const fields = [{ field: "afterSeq", message: `must be the number of an event that was there, at most ${lastSeq}` }];
	throw new AppError("VALIDATION_ERROR", "This output has no such place", { details: { fields, lastSeq } });
}

function unreachable(cause: unknown): never {
	throw new AppError("TOOL_RUNNER_UNAVAILABLE", "The output cannot be read at the moment. Try again", { retryAfterSeconds: 1, cause });
}

async function* eventsOf(
	deps: ReaderDeps,
	{ owner, id, from, signal }: Omit<Reading, "after"> & { readonly from: number },
): AsyncGenerator<ExecutionEvent> {
	const waker = createWaker((onNews) => deps.life.signals.listen(id, onNews));
	const place = createPlace(from);
	let isBegun = from > 0;
	try {
		while (!signal.aborted) {
			waker.reset();
			const live = isBegun ? await deps.cache.read(id, place.seq()).catch(() => []) : [];
			for (const entry of live) yield* place.moveTo(entry);
			if (live.length > 0) continue;
			const row = await deps.life.find(owner, id);
			if (!isBegun && row.startedAt !== null) {
				isBegun = true;
				yield startOf(row, row.startedAt);
				continue;
			}
			if (isOver(row.state)) {
				const packed = place.seq() < row.lastSeq ? await deps.store.output(owner, id) : null;
				if (packed !== null) for (const entry of await unpackOutput(packed)) if (entry.seq > place.seq()) yield* place.moveTo(entry);
				if (row.omittedBytes > 0) yield { type: "truncated", omittedBytes: row.omittedBytes };
				yield { type: "exit", state: row.state, ...endingFields(row) };
				return;
			}
			await waker.wait(lookAgainMs, signal);
		}
	} finally {
		waker.close();
	}
}

/** Where a reader is; an entry that is not the next one has a gap before it. */
function createPlace(from: number) {
	let seq = from;
	// The first bytes of what was left out are known only to who has read the entry before.
	let end: number | null = from === 0 ? 0 : null;
	return {
		seq: () => seq,
		*moveTo(entry: OutputEntry): Generator<ExecutionEvent> {
			if (entry.seq > seq + 1) yield { type: "gap", fromSeq: seq + 1, toSeq: entry.seq - 1, bytes: entry.at - (end ?? entry.at) };
			seq = entry.seq;
			end = entry.at + entry.data.length;
			yield eventOf(entry);
		},
	};
}

function eventOf({ seq, stream, off, ts, data }: OutputEntry): ExecutionEvent {
	const text = isUtf8(data);
	return {
		type: stream,
		seq,
		ts: new Date(ts).toISOString(),
		off,
		enc: text ? "utf8" : "base64",
		data: data.toString(text ? "utf8" : "base64"),
	};
}

const startOf = ({ _id, request, workspaceId }: StoredExecution, startedAt: Date): ExecutionEvent => ({
	type: "start",
	executionId: _id,
	argv: request.argv,
	cwd: request.cwd,
	workspaceId,
	startedAt: startedAt.toISOString(),
});
