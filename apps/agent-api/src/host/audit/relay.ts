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

type Delivery = Omit<NoteRelayDeps, "elapsed">;

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
export async function deliverNotes(deps: Delivery): Promise<void> {
	for (;;) {
		const rows = await deps.notes.undelivered(batchSize);
		if (rows.length === 0) return;
		const signed: SignedNote[] = [];
		for (const row of rows) {
			const claims = claimsOf(row);
			if (claims === null) await refuse(deps, row._id, "VALIDATION_ERROR");
			else signed.push({ id: row._id, jws: await deps.signer.sign(noteType, claims) });
		}
		for (let rest: readonly SignedNote[] = signed; rest.length > 0; ) {
			const batch = batchOf(rest);
			await deliver(deps, batch);
			rest = rest.slice(batch.length);
		}
	}
}

/** Delivers a batch; what the runner does not take of it is delivered note by note, so one wrong note does not keep the others back. */
async function deliver(deps: Delivery, batch: readonly SignedNote[]): Promise<void> {
	const answer = await deps.send(batch.map(({ jws }) => jws)).catch((cause: unknown) => {
		if (cause instanceof AppError && refusals.has(cause.code)) return cause.code;
		throw cause;
	});
	await failpoint("notes.delivered");
	const accepted = new Set(typeof answer === "string" ? [] : answer);
	const [taken, left] = [batch.filter(({ id }) => accepted.has(id)), batch.filter(({ id }) => !accepted.has(id))];
	if (taken.length > 0)
		await deps.notes.settle(
			taken.map(({ id }) => id),
			{ at: deps.now() },
		);
	results(deps).inc({ result: "delivered" }, taken.length);
	const [only] = left;
	if (batch.length === 1 && only !== undefined) await refuse(deps, only.id, typeof answer === "string" ? answer : "NOT_ACCEPTED");
	else for (const note of left) await deliver(deps, [note]);
}

/** Answers that say that one of the notes is wrong. A signature that does not fit is a wrong setting: then all notes wait. */
const refusals: ReadonlySet<string> = new Set(["VALIDATION_ERROR", "PAYLOAD_TOO_LARGE"]);

/** Ends the delivery of a note that the runner will never take. */
async function refuse(deps: Delivery, id: string, refusal: string): Promise<void> {
	await deps.notes.settle([id], { at: deps.now(), refusal });
	results(deps).inc({ result: "refused" });
	deps.log.error({ note: id, refusal }, "an audit note is refused for good");
}

const results = ({ metrics }: Delivery) =>
	metrics.counter("webhand_audit_notes_total", "Audit notes handed to the tool-runner", ["result"]);
