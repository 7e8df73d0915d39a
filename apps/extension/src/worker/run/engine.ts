import type { InteractRequest, NextAction } from "@webhand/contracts/agent/interact";
import type { SessionId } from "@webhand/contracts/ids";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { FrameRef, Report, RunRecord } from "../../run-record.ts";
import type { TrustedAccess } from "../trusted/policy.ts";
import type { Performer } from "./attempt.ts";
import { attempt, queryOutcome } from "./attempt.ts";
import type { Command } from "./policy.ts";
import { nextCommand } from "./policy.ts";
import type { Failure } from "./retry.ts";
import { recoverFrom } from "./retry.ts";
import type { RunStore } from "./store.ts";
import type { RunEvent } from "./transitions/event.ts";

/** The body of the next request, or the event that explains why there is none. */
export type StepRequest =
	| { readonly kind: "page"; readonly body: InteractRequest; readonly frames: readonly FrameRef[] }
	| { readonly kind: "waits"; readonly event: Extract<RunEvent, { kind: "site_needed" | "tab_closed" | "page_silent" }> };

/** What changed since the action. `isPending`: the page did not settle in time. */
export type Settled = Pick<Report, "domChanges" | "clientObservations"> & {
	readonly isPending: boolean;
	/** Another site's frame changed: no proof of an effect, but reason enough not to repeat the action. */
	readonly didOthersChange?: boolean;
	readonly trusted?: { readonly access: TrustedAccess; readonly domain: string };
};

/** The tab, the server and the clock of a run. */
export type RunDeps = {
	readonly runs: Pick<RunStore, "get" | "apply" | "body" | "putBody">;
	readonly readPage: (record: RunRecord) => Promise<StepRequest>;
	readonly post: (request: { readonly key: string; readonly body: InteractRequest }, signal: AbortSignal) => Promise<NextAction>;
	/** A routine hands over a page: the login that its person bound to it may answer. Never rejects. */
	readonly answerByLogin: (record: RunRecord) => Promise<void>;
	readonly performer: Performer;
	readonly settle: (record: RunRecord, signal: AbortSignal) => Promise<Settled>;
	/** False while the page still shows a dialog. */
	readonly isAnswering: (record: RunRecord) => Promise<boolean>;
	readonly failureOf: (error: unknown) => Failure;
	readonly sleepUntil: (time: number, signal: AbortSignal) => Promise<void>;
	readonly now: () => number;
	readonly newKey: () => string;
	readonly newSessionId: () => SessionId;
};

/**
 * Drives the run of a tab until it ends or waits for the user. Each effect is announced in the record first, so the next worker can
 * continue from any point.
 *
 * @param signal aborted when the user stops the run; the record says `ended` by then
 * @throws unexpected errors; the record then stands as last written
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
		case "expire":
			await deps.runs.apply(record, { kind: "question_expired" });
			return;
		case "ping":
			return ping(deps, record, signal);
	}
}

const pingMs = 500;

/** Only the user can close the page's dialog; the run resumes when the page answers. */
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
	const told = record.missedGestures.length;
	await deps.runs.apply(record, { kind: "read", key, url: seen.body.url, frames: seen.frames, told, at: deps.now() });
}

/** A repeated request has the stored body and key, so it gets the first reply. */
async function post(deps: RunDeps, record: RunRecord, signal: AbortSignal): Promise<void> {
	const stored = await deps.runs.body(record.runKey);
	if (stored === undefined || stored.key !== record.key) {
		await deps.runs.apply(record, lostBody(deps));
		return;
	}
	try {
		const data = await deps.post(stored, signal);
		const told = await deps.runs.apply(record, { kind: "replied", data, at: deps.now() });
		if (told?.row !== undefined && told.question?.kind === "handoff") await deps.answerByLogin(told);
	} catch (error) {
		signal.throwIfAborted();
		const failure = deps.failureOf(error);
		const at = deps.now();
		const recovery = recoverFrom(failure, { ...record.attempts, staleInRow: record.staleInRow }, at);
		// The server works on this very request: it is asked for the reply again, and nothing has failed.
		if (recovery.kind === "thinking") {
			await deps.runs.apply(record, { kind: "thinking" });
			return deps.sleepUntil(at + recovery.afterMs, signal);
		}
		const { code, message, requestId } = failure;
		await deps.runs.apply(record, { kind: "failed", recovery, code, message, requestId, at, freshSession: deps.newSessionId() });
	}
}

/** Without its body the step was never sent or its reply is lost; the server resolves a new reading by its step index. */
function lostBody(deps: RunDeps): RunEvent {
	const facts = { code: "BODY_LOST", message: "The page is read again", at: deps.now(), freshSession: deps.newSessionId() };
	return { kind: "failed", recovery: { kind: "look" }, ...facts };
}

async function recordActed(deps: RunDeps, record: RunRecord, result: ActResult | "silent"): Promise<void> {
	if (result === "silent") await deps.runs.apply(record, { kind: "page_silent" });
	else await deps.runs.apply(record, { kind: "acted", result, at: deps.now() });
}
