import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "@webhand/service-kit/logs";
import { repeat } from "@webhand/service-kit/repeat";
import type { Places, Release } from "@webhand/service-kit/shares/places";
import { createPlaces } from "@webhand/service-kit/shares/places";
import type { IngestDeps, IngestOutcome } from "./engine.ts";
import { ingest } from "./engine.ts";
import type { IngestStore, Job } from "./store.ts";

/** How documents are taken up: tenants share what one process reads at once. A lease that ends unrenewed lets another replica go on; times in milliseconds. */
export type IngestRules = {
	readonly mostAtOnce: number;
	readonly leaseMs: number;
	readonly sweepMs: number;
	/** How long a reader may still use chunks of the version before. */
	readonly oldChunksMs: number;
};

/** What the loop tells of each document that ended. */
export type IngestMeter = {
	readonly ended: (event: { readonly format: string; readonly outcome: IngestOutcome; readonly seconds: number }) => void;
};

/** Reads documents in the background. */
export type IngestLoop = {
	/** Looks for work at once. */
	readonly wake: () => void;
	/** Gives documents under way back and waits for that. Never rejects. */
	readonly stop: () => Promise<void>;
};

/** Takes up a document of the tenant whose turn it is; null where nobody waits, or nobody may have one more place. */
export async function claimByShare(
	store: Pick<IngestStore, "waiting" | "claim">,
	places: Pick<Places, "pick">,
	{ leaseMs }: Pick<IngestRules, "leaseMs">,
): Promise<{ readonly job: Job; readonly release: Release } | null> {
	// Documents are their tenant's, not one user's.
	const waiting = new Set((await store.waiting()).map((tenantId) => ({ tenantId, userId: "" })));
	for (let picked = places.pick(waiting); picked !== undefined; picked = places.pick(waiting)) {
		const { next, release } = picked;
		try {
			const job = await store.claim(next.tenantId, { by: randomUUID(), leaseMs });
			if (job !== null) return { job, release };
			release();
			waiting.delete(next);
		} catch (cause) {
			release();
			throw cause;
		}
	}
	return null;
}

/** Starts reading pending documents, of this replica's and of those that died. */
export function startIngest(deps: IngestDeps & { readonly log: Log; readonly meter: IngestMeter }, rules: IngestRules): IngestLoop {
	const { store, files, log, meter } = deps;
	const stopping = new AbortController();
	const places = createPlaces({ places: rules.mostAtOnce, mostWaiting: 0 });
	const running = new Set<Promise<void>>();
	const cleaning = new Set<Promise<void>>();

	const claimAll = async () => {
		while (!stopping.signal.aborted) {
			const claimed = await claimByShare(store, places, rules);
			if (claimed === null) return;
			const work = run(claimed.job)
				.catch(logged)
				.finally(() => {
					claimed.release();
					running.delete(work);
					wake();
				});
			running.add(work);
		}
	};
	// One claim after the other, so that the count of those running holds.
	let turn: Promise<void> = Promise.resolve();
	const inTurn = () => {
		turn = turn.catch(() => undefined).then(claimAll);
		return turn;
	};
	// What fails here, the next round of the loop tries and logs.
	const wake = () => void inTurn().catch(() => undefined);

	const run = async (job: Job): Promise<void> => {
		const started = performance.now();
		const lost = new AbortController();
		// A renewal that fails is tried again by the next one.
		const renew = async () => {
			if ((await store.renew(job, rules.leaseMs).catch(() => true)) === false) lost.abort();
		};
		const renewing = setInterval(() => void renew(), rules.leaseMs / 3);
		try {
			const { outcome, file } = await ingest(deps, job, AbortSignal.any([stopping.signal, lost.signal]));
			meter.ended({ format: job.row.format, outcome, seconds: (performance.now() - started) / 1_000 });
			if (file !== undefined) await files.remove(job.row.tenantId, file);
			if (job.row.active === undefined || outcome !== "ready") await store.removeOldChunks(job.row.tenantId, job.row._id);
			else removeLater(job);
		} catch (cause) {
			const isStopping = stopping.signal.aborted;
			if (lost.signal.aborted) return await store.removeOldChunks(job.row.tenantId, job.row._id);
			if (!isStopping) log.warn({ err: cause, documentId: job.row._id }, "a document could not be read, trying again");
			await store.release(job, { afterMs: isStopping ? 0 : rules.leaseMs, isTried: !isStopping });
		} finally {
			clearInterval(renewing);
		}
	};

	// Who began to read the version before may still be at it.
	const removeLater = ({ row }: Job) => {
		const work = pause(rules.oldChunksMs, undefined, { signal: stopping.signal })
			.catch(() => undefined)
			.then(() => store.removeOldChunks(row.tenantId, row._id))
			.catch(logged)
			.finally(() => cleaning.delete(work));
		cleaning.add(work);
	};
	const logged = (cause: unknown) => log.info({ err: cause }, "what documents leave behind waits for the next sweep");

	const sweep = () =>
		store.alone(async () => {
			await store.sweepChunks();
			const begun = await files.begunBefore(new Date(deps.now().getTime() - rules.sweepMs));
			if (begun.length > 0) await files.removeAll(await store.unused(begun));
		});

	const looking = repeat({ name: "documents", everyMs: Math.min(1_000, rules.leaseMs / 5), log }, inTurn);
	const sweeping = repeat({ name: "documents sweep", everyMs: rules.sweepMs, log }, sweep);
	return {
		wake,
		stop: async () => {
			stopping.abort();
			await Promise.all([looking.stop(), sweeping.stop()]);
			await Promise.all([...running, ...cleaning]);
		},
	};
}
