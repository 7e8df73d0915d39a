import type { InteractRequest, NextAction } from "@webhand/contracts/agent/interact";
import type { SessionId } from "@webhand/contracts/ids";
import type { ActResult } from "../../page/messages.ts";
import type { FrameRef, Report, RunRecord } from "../../storage.ts";
import type { TrustedAccess } from "../trusted/policy.ts";
import type { Performer } from "./attempt.ts";
import { attempt, queryOutcome } from "./attempt.ts";
import type { Command } from "./policy.ts";
import { nextCommand } from "./policy.ts";
import type { Failure } from "./retry.ts";
import { recoverFrom } from "./retry.ts";
import type { RunStore } from "./store.ts";
import type { RunEvent } from "./transitions/event.ts";

/** A page as it was read, or the reason why it is not read. */
export type StepRequest =
	| { readonly kind: "page"; readonly body: InteractRequest; readonly frames: readonly FrameRef[] }
	| { readonly kind: "waits"; readonly event: Extract<RunEvent, { kind: "site_needed" | "tab_closed" | "page_silent" }> };

/** What changed since the action; `isPending` when the page did not come to rest in time. */
export type Settled = Pick<Report, "domChanges" | "clientObservations"> & {
	readonly isPending: boolean;
	/** Something moved where it proves nothing: enough not to do the action once more by ourselves. */
	readonly didOthersChange?: boolean;
	readonly trusted?: { readonly access: TrustedAccess; readonly domain: string };
};

/** What a run needs of the world: the tab, the server and the clock. */
export type RunDeps = {
	readonly runs: Pick<RunStore, "get" | "apply" | "body" | "putBody">;
	readonly readPage: (record: RunRecord) => Promise<StepRequest>;
	readonly post: (request: { readonly key: string; readonly body: InteractRequest }, signal: AbortSignal) => Promise<NextAction>;
	readonly performer: Performer;
	readonly settle: (record: RunRecord, signal: AbortSignal) => Promise<Settled>;
	/** Does the page answer, or does it still show a dialog? */
	readonly isAnswering: (record: RunRecord) => Promise<boolean>;
	readonly failureOf: (error: unknown) => Failure;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
	readonly newKey: () => string;
	readonly newSessionId: () => SessionId;
};

/**
 * Goes on with the run of a tab until it rests: it has ended, or waits for the person. Each effect is announced in the record before it
 * happens, so a worker that dies at any point is followed by one that calls this again.
 *
 * @param signal aborted when the person stops the run; the record says `ended` by then
 * @throws what the world throws unexpectedly; the record then stands as it was written last
 */
export async function driveRun(deps: RunDeps, tabId: number, signal: AbortSignal): Promise<void> {
	let runKey: string | undefined;
	for (;;) {
		const record = await deps.runs.get(tabId);
		if (record === undefined || record.runKey !== (runKey ?? record.runKey)) return;
		runKey = record.runKey;
		const command = nextCommand(record, deps.now());
		if (command.kind === "rest") return;
		try {
			await carryOut(deps, { record, command }, signal);
		} catch (error) {
			if (!signal.aborted) throw error;
		}
	}
}

type Turn = { readonly record: RunRecord; readonly command: Exclude<Command, { kind: "rest" }> };

async function carryOut(deps: RunDeps, { record, command }: Turn, signal: AbortSignal): Promise<void> {
	switch (command.kind) {
		case "sleep":
			return deps.sleepUntil(command.until, signal);
		case "look":
			return readPage(deps, record);
		case "post":
			return post(deps, record, signal);
		case "begin":
			return recordActed(deps, record, await attempt(deps, record, command));
		case "query_outcome":
			return recordActed(deps, record, await queryOutcome(deps, record, command));
		case "settle": {
			const { isPending, didOthersChange = false, trusted, ...report } = await deps.settle(record, signal);
			signal.throwIfAborted();
			const at = deps.now();
			await deps.runs.apply(record, {
				kind: "settled",
				report,
				isPending,
				didOthersChange,
				at,
				...(trusted === undefined ? {} : { trusted }),
			});
			return;
		}
		case "ping":
			return ping(deps, record, signal);
	}
}

const pingMs = 500;

/** Nobody but the person can close a page's own dialog; the run goes on as soon as the page answers again. */
async function ping(deps: RunDeps, record: RunRecord, signal: AbortSignal): Promise<void> {
	if (await deps.isAnswering(record)) await deps.runs.apply(record, { kind: "page_answers" });
	else await deps.sleepUntil(deps.now() + pingMs, signal);
}

async function readPage(deps: RunDeps, record: RunRecord): Promise<void> {
	const seen = await deps.readPage(record);
	if (seen.kind === "waits") {
		await deps.runs.apply(record, seen.event);
		return;
	}
	const key = deps.newKey();
	await deps.runs.putBody(record.runKey, { key, body: seen.body });
	await deps.runs.apply(record, { kind: "read", key, url: seen.body.url, frames: seen.frames });
}

/** The stored body goes out under its stored key: whoever asks again gets the answer of the first time. */
async function post(deps: RunDeps, record: RunRecord, signal: AbortSignal): Promise<void> {
	const stored = await deps.runs.body(record.runKey);
	if (stored === undefined || stored.key !== record.key) {
		await deps.runs.apply(record, lostBody(deps));
		return;
	}
	// Before the first answer the task has no name to be cancelled by: a stop lets this one request end.
	const isFirst = record.taskId === null;
	const asked = deps.post(stored, isFirst ? new AbortController().signal : signal);
	const told = (data: NextAction) => deps.runs.apply(record, { kind: "replied", data, at: deps.now() });
	try {
		await told(await (isFirst ? unlessAborted(asked, signal) : asked));
	} catch (error) {
		if (isFirst && signal.aborted) void asked.then(told).catch(() => undefined);
		signal.throwIfAborted();
		const failure = deps.failureOf(error);
		const at = deps.now();
		const recovery = recoverFrom(failure, { ...record.attempts, staleInRow: record.staleInRow }, at);
		const { code, message, requestId } = failure;
		await deps.runs.apply(record, { kind: "failed", recovery, code, message, requestId, at, freshSession: deps.newSessionId() });
	}
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
	const { promise, reject } = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	signal.addEventListener("abort", abort);
	try {
		signal.throwIfAborted();
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener("abort", abort);
	}
}

/** Without its body the step was never sent, or its answer is lost with it: the server sorts out a fresh look by its own step index. */
function lostBody(deps: RunDeps): RunEvent {
	const facts = { code: "BODY_LOST", message: "The page is read again", at: deps.now(), freshSession: deps.newSessionId() };
	return { kind: "failed", recovery: { kind: "look" }, ...facts };
}

async function recordActed(deps: RunDeps, record: RunRecord, result: ActResult | "silent"): Promise<void> {
	if (result === "silent") await deps.runs.apply(record, { kind: "page_silent" });
	else await deps.runs.apply(record, { kind: "acted", result, at: deps.now() });
}
