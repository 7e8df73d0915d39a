import { setTimeout as pause } from "node:timers/promises";
import type { WorkspaceId } from "@webhand/contracts/ids";
import type { CallJob } from "@webhand/contracts/tools/internal/calls";
import { JobAnswer } from "@webhand/contracts/tools/internal/calls";
import { runnerWorkspaceRoute } from "@webhand/contracts/tools/runner";
import { mainHost } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { hashOfAsked } from "@webhand/service-kit/granted";
import { createLru } from "@webhand/service-kit/identity/lru";
import type { JobQueues } from "@webhand/service-kit/jobs/queue";
import { defined } from "../../shared/defined.ts";
import { Left } from "../../shared/left.ts";
import { unavailable } from "../unavailable.ts";
import type { Ask } from "../upstream.ts";

/** Which call, of which workspace. */
export type NamedCall = Pick<CallJob, "kind" | "workspaceId"> & { readonly id: string };

type Handing = { readonly isThere: (id: string) => Promise<boolean>; readonly signal?: AbortSignal };

/** Commands and calls of MCP tools as jobs for the host of their workspace. */
export type CallJobs = {
	/**
	 * Hands a granted call over: its row is there once this returns. A job that Redis lost is added again, one that is there already is
	 * followed.
	 *
	 * @param handing `isThere` asks the runner for the row; a `signal` that ends with `Left` ends the wait: another process goes on with the call
	 * @throws Left; AppError that the runner refuses with; TOOL_RUNNER_UNAVAILABLE when nobody took it in time, with `details.isSent` false when it
	 * certainly will not run
	 */
	readonly start: (ask: Ask, job: CallJob, handing: Handing) => Promise<void>;
	/**
	 * Ends once a call that somebody else handed over has its row, or certainly gets none.
	 *
	 * @throws AppError TOOL_RUNNER_UNAVAILABLE when neither is known in time
	 */
	readonly settle: (ask: Ask, call: NamedCall, isThere: () => Promise<boolean>) => Promise<void>;
	/** Calls `onNews` when something happened to a call; it may be lost. @returns ends it */
	readonly listen: (id: string, onNews: () => void) => () => void;
};

const limitMs = 30_000;
const addAgainMs = 1_000;
const knownHosts = 10_000;

/** Opens the way of calls to the hosts. */
export function openCallJobs(queues: JobQueues): CallJobs {
	const hosts = createLru<string>(knownHosts);
	const queueFor = async (ask: Ask, { kind, workspaceId }: Pick<CallJob, "kind" | "workspaceId">) => {
		const host = hosts.get(workspaceId) ?? (await hostOf(ask, workspaceId));
		if (host !== null) hosts.set(workspaceId, host);
		return queues.of({ kind, host: host ?? mainHost });
	};
	return {
		start: async (ask, job, { isThere, signal }) => {
			const queue = await queueFor(ask, job);
			const id = job.kind === "exec" ? job.request.executionId : job.request.callId;
			const hash = hashOfAsked(job);
			const { promise: answer, resolve } = Promise.withResolvers<JobAnswer>();
			const stop = queues.listen(id, (news) => {
				const { data: heard } = JobAnswer.safeParse(news);
				if (heard === undefined) return;
				// Another request of the same key came first: refused it leaves room for this one.
				if (heard.hash === null || heard.hash === hash) resolve(heard);
				else if (heard.refused === undefined) resolve({ hash, refused: otherRequest });
			});
			const until = performance.now() + limitMs;
			try {
				while (performance.now() < until) {
					// Who took the call over may have taken its job back.
					if (signal?.reason instanceof Left) throw signal.reason;
					const isAdded = await queue.add(id, job).then(
						() => true,
						() => false,
					);
					await failpoint("job.added");
					const heard = await Promise.race([answer, pause(addAgainMs, null)]);
					if (heard?.refused !== undefined) throw refusalOf(heard.refused);
					if (heard === null && (isAdded || !(await isThere(id).catch(() => false)))) continue;
					await failpoint("job.answered");
					return;
				}
				const withdrawn = await queue.withdraw(id).catch(() => "taken");
				// Its answers may have been lost.
				if (await isThere(id).catch(() => false)) return;
				throw unavailable(withdrawn !== "removed");
			} finally {
				stop();
			}
		},
		settle: async (ask, call, isThere) => {
			if (await isThere()) return;
			const queue = await queueFor(ask, call);
			for (const until = performance.now() + limitMs; performance.now() < until; await pause(addAgainMs)) {
				const withdrawn = await queue.withdraw(call.id).catch(() => "taken");
				if (withdrawn !== "taken" || (await isThere())) return;
			}
			throw unavailable(true);
		},
		listen: (id, onNews) => {
			// Another replica may have started the call: the queues have to be open here to hear of it.
			for (const kind of ["exec", "mcp"]) queues.of({ kind, host: mainHost });
			return queues.listen(id, onNews);
		},
	};
}

const otherRequest = { code: "IDEMPOTENCY_CONFLICT", message: "This Idempotency-Key was used for another call" } as const;

function refusalOf({ code, message, details, retryAfterSeconds }: NonNullable<JobAnswer["refused"]>): AppError {
	return new AppError(code, message, defined({ details, retryAfterSeconds }));
}

/** The host of a workspace; null where it cannot be opened, which the runner refuses and notes. @throws AppError TOOL_RUNNER_UNAVAILABLE */
async function hostOf(ask: Ask, id: WorkspaceId): Promise<string | null> {
	try {
		return (await ask(runnerWorkspaceRoute, { params: { id } })).workspace.host;
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code === "TOOL_RUNNER_UNAVAILABLE") throw cause;
		return null;
	}
}
