import { isOver } from "@webhand/contracts/tools/executions";
import type { CallJob, JobAnswer } from "@webhand/contracts/tools/internal/calls";
import { AppError } from "@webhand/service-kit/errors";
import { hashOfAsked } from "@webhand/service-kit/granted";
import type { Guard } from "@webhand/service-kit/guard";
import { unauthorized } from "@webhand/service-kit/guard";
import type { Work } from "@webhand/service-kit/jobs/worker";
import type { Log } from "@webhand/service-kit/logs";
import { createWaker } from "@webhand/service-kit/waker";
import type { z } from "zod";
import type { Change } from "./engine.ts";
import type { Life } from "./life.ts";
import { changeLimitMs } from "./request.ts";
import type { Owner, StoredCall } from "./store.ts";

/** What a job of calls is taken with. */
export type CallWorkDeps = { readonly guard: Pick<Guard, "revokedOf">; readonly stopping: AbortSignal; readonly log: Log };

/** How jobs bring calls of one kind. */
export type JobKind<Job extends CallJob> = {
	readonly schema: z.ZodType<Job>;
	/** The call for the audit and the grant. */
	readonly callOf: (job: Job) => Pick<Change, "tool" | "target" | "args"> & { readonly id: string };
	/** Makes the row of a granted call, which then runs or waits for its turn. The same id again finds the row that is there. @throws AppError */
	readonly accept: (call: Change, job: Job) => Promise<void>;
	readonly life: Followed;
};

type Followed = { readonly store: Pick<Life<StoredCall>["store"], "find">; readonly signals: Pick<Life<StoredCall>["signals"], "listen"> };

/**
 * The work of one job: the call is accepted, and the job is over when the call is. The row decides, never the job: one without a good grant
 * does nothing, one that comes twice finds its row, and a row whose job is lost runs all the same.
 */
export function callWork<Job extends CallJob>(deps: CallWorkDeps, kind: JobKind<Job>): Work {
	const accepting = new Map<string, Promise<void>>();
	/** A job that comes again while its call is accepted waits for that: its grant is used by then. */
	const acceptOnce = (key: string, accept: () => Promise<void>) => {
		const accepted = accepting.get(key) ?? accept().finally(() => accepting.delete(key));
		accepting.set(key, accepted);
		return accepted;
	};
	return async ({ id, data, answer }): Promise<JobAnswer> => {
		const read = kind.schema.safeParse(data);
		const about = read.success ? kind.callOf(read.data) : null;
		if (!read.success || about?.id !== id) {
			deps.log.warn({ jobId: id }, "a job that is not of this version was thrown away");
			return { hash: null, refused: { code: "VALIDATION_ERROR", message: "The call could not be read" } };
		}
		const job = read.data;
		const hash = hashOfAsked(job);
		try {
			await acceptOnce(`${id} ${hash}`, async () => kind.accept(await changeOf(deps, job, about), job));
		} catch (cause) {
			if (!(cause instanceof AppError)) throw cause;
			deps.log.debug({ err: cause, jobId: id }, "a call was refused");
			const { code, message, details, retryAfterSeconds } = cause;
			return { hash, refused: { code, message, details, retryAfterSeconds } };
		}
		await answer({ hash });
		await untilOver(kind.life, { id, owner: job.caller, signal: deps.stopping });
		return { hash };
	};
}

/** A message may be lost. */
const lookAgainMs = 5_000;

async function untilOver(
	{ store, signals }: Followed,
	{ id, owner, signal }: { readonly id: string; readonly owner: Owner; readonly signal: AbortSignal },
): Promise<void> {
	const waker = createWaker((onNews) => signals.listen(id, onNews));
	try {
		while (!signal.aborted) {
			waker.reset();
			const row = await store.find(owner, id).catch(() => undefined);
			if (row === null || (row !== undefined && isOver(row.state))) return;
			await waker.wait(lookAgainMs, signal);
		}
	} finally {
		waker.close();
	}
}

async function changeOf({ guard }: CallWorkDeps, job: CallJob, about: Pick<Change, "tool" | "target" | "args">): Promise<Change> {
	const { caller: identity, workspaceId, sessionId, grant, request, requestId, ip } = job;
	// The guard of agent-api has checked it; it may have ended since.
	if ((await guard.revokedOf([identity.sid]).catch(() => [])).length > 0) throw unauthorized();
	const { tool, target, args } = about;
	const signal = AbortSignal.timeout(changeLimitMs);
	return { identity, requestId, ip, signal, tool, workspaceId, sessionId, target, args, grant, request };
}
