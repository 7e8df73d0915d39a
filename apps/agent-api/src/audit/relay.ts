import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { noteType } from "@webhand/service-kit/granted";
import type { Signer } from "@webhand/service-kit/identity/signed";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { SignedNote } from "./policy.ts";
import { batchOf, claimsOf, pauseAfter } from "./policy.ts";
import type { AuditStore } from "./store.ts";

/** What the relay needs. */
export type NoteRelayDeps = {
	readonly notes: Pick<AuditStore, "waiting" | "undelivered" | "settle" | "whileAlone">;
	readonly signer: Pick<Signer, "sign">;
	/** Hands signed notes to the runner. @returns the ids that its audit has now @throws AppError */
	readonly send: (notes: readonly string[]) => Promise<readonly string[]>;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly now: () => Date;
	readonly elapsed: () => number;
};

const everyMs = 2_000;
const batchSize = 100;

/**
 * Delivers audit notes to the runner's chain, the oldest first, at least once: a note that comes again is the same row there. One replica
 * delivers at a time; while the runner does not take notes, the pauses grow up to five minutes.
 */
export function startNoteRelay(deps: NoteRelayDeps): Repeated {
	let waiting: Awaited<ReturnType<typeof deps.notes.waiting>> = { count: 0, since: null };
	const oldestSeconds = () => (waiting.since === null ? 0 : Math.max(0, deps.now().getTime() - waiting.since.getTime()) / 1_000);
	deps.metrics.gauge("webhand_audit_notes_pending", "Audit notes that the tool-runner does not have, 1000 at most", () => waiting.count);
	deps.metrics.gauge("webhand_audit_notes_oldest_seconds", "Age of the oldest such note", oldestSeconds);
	let failures = 0;
	let notBefore = 0;
	return repeat({ name: "audit notes", everyMs, log: deps.log }, async () => {
		waiting = await deps.notes.waiting();
		if (waiting.count === 0 || deps.elapsed() < notBefore) return;
		try {
			await deps.notes.whileAlone(() => deliverNotes(deps));
			failures = 0;
		} catch (cause) {
			failures += 1;
			notBefore = deps.elapsed() + pauseAfter(failures);
			throw cause;
		}
		waiting = await deps.notes.waiting();
	});
}

/** Delivers all that waits. @throws what the runner refused with, or why it could not be reached */
export async function deliverNotes(deps: Omit<NoteRelayDeps, "elapsed">): Promise<void> {
	const settle = createSettle(deps);
	for (let hasDelivered = false; ; ) {
		const rows = await deps.notes.undelivered(batchSize);
		if (rows.length === 0) return;
		const signed: SignedNote[] = [];
		for (const row of rows) {
			const claims = claimsOf(row);
			if (claims === null) await settle([row._id], "VALIDATION_ERROR");
			else signed.push({ id: row._id, jws: await deps.signer.sign(noteType, claims) });
		}
		for (let rest: readonly SignedNote[] = signed; rest.length > 0; ) {
			const batch = batchOf(rest);
			hasDelivered = (await deliver(deps, { batch, hasDelivered })) || hasDelivered;
			rest = rest.slice(batch.length);
		}
	}
}

/** Delivers a batch; one that is refused goes note by note. @returns true when the runner took a note */
async function deliver(
	deps: Omit<NoteRelayDeps, "elapsed">,
	{ batch, hasDelivered }: { readonly batch: readonly SignedNote[]; readonly hasDelivered: boolean },
): Promise<boolean> {
	const settle = createSettle(deps);
	try {
		const accepted = new Set(await deps.send(batch.map(({ jws }) => jws)));
		await failpoint("notes.delivered");
		const ids = batch.map(({ id }) => id);
		await settle(ids.filter((id) => accepted.has(id)));
		await settle(
			ids.filter((id) => !accepted.has(id)),
			"NOT_ACCEPTED",
		);
		return accepted.size > 0;
	} catch (cause) {
		if (!(cause instanceof AppError) || !refusals.has(cause.code)) throw cause;
		if (batch.length > 1) return await deliverEach(deps, batch, hasDelivered);
		// A key that the runner does not know refuses every note: only one among others is refused for good.
		if (cause.code === "GRANT_INVALID" && !hasDelivered) throw cause;
		await settle(
			batch.map(({ id }) => id),
			cause.code,
		);
		return false;
	}
}

/** Answers that say that one of the notes is wrong. */
const refusals: ReadonlySet<string> = new Set(["VALIDATION_ERROR", "GRANT_INVALID", "PAYLOAD_TOO_LARGE"]);

async function deliverEach(deps: Omit<NoteRelayDeps, "elapsed">, batch: readonly SignedNote[], before: boolean): Promise<boolean> {
	let hasDelivered = before;
	for (const note of batch) hasDelivered = (await deliver(deps, { batch: [note], hasDelivered })) || hasDelivered;
	return hasDelivered;
}

function createSettle({ notes, log, metrics, now }: Omit<NoteRelayDeps, "elapsed">) {
	const results = metrics.counter("webhand_audit_notes_total", "Audit notes handed to the tool-runner", ["result"]);
	return async (ids: readonly string[], refusal?: string): Promise<void> => {
		if (ids.length === 0) return;
		await notes.settle(ids, { at: now(), ...(refusal === undefined ? {} : { refusal }) });
		results.inc({ result: refusal === undefined ? "delivered" : "refused" }, ids.length);
		if (refusal !== undefined) log.error({ notes: ids, refusal }, "audit notes are refused for good");
	};
}
