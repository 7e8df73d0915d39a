import { setTimeout as pause } from "node:timers/promises";
import { statusByCode } from "@webhand/contracts/errors";
import type { CallJob } from "@webhand/contracts/tools/internal/calls";
import { JobAnswer } from "@webhand/contracts/tools/internal/calls";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { hashOfAsked } from "@webhand/service-kit/granted";
import type { JobQueues } from "@webhand/service-kit/jobs/queue";

/** A call that is handed over as agent-api does it; `at` is the address of the replica whose host takes it. */
export type HandedOver = { readonly kind: "exec" | "mcp"; readonly id: string; readonly job: object; readonly at?: string | undefined };

/** The host of a replica that a test starts at an address. */
export const hostAt = (at: string): string => `at-${new URL(at).port}`;

const limitMs = 60_000;

/** Hands a call over and waits for its answer, as a reply; a call that nobody takes is taken back. */
export async function handOver(queues: JobQueues, { kind, id, job, at }: HandedOver) {
	const queue = queues.of({ kind, host: at === undefined ? mainHost : hostAt(at) });
	const { promise, resolve } = Promise.withResolvers<JobAnswer>();
	const hash = hashOfAsked(job as CallJob);
	const stop = queues.listen(id, (news) => {
		const { data } = JobAnswer.safeParse(news);
		// A job of this id that was there before may answer late.
		if (data !== undefined && (data.hash === null || data.hash === hash)) resolve(data);
	});
	try {
		for (const until = performance.now() + limitMs; performance.now() < until; ) {
			await queue.add(id, job).catch(() => undefined);
			const answer = await Promise.race([promise, pause(500, null)]);
			if (answer?.refused === undefined && answer !== null) return null;
			if (answer === null) continue;
			const { code, message, details, retryAfterSeconds } = answer.refused ?? { code: "INTERNAL_ERROR" as const, message: "" };
			const headers = new Headers(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) });
			return { status: statusByCode[code], body: { success: false, error: { code, message, details } }, headers };
		}
		await queue.withdraw(id);
		throw new Error(`Nobody took ${id}`);
	} finally {
		stop();
	}
}
