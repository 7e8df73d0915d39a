import { randomUUID } from "node:crypto";
import type { Audit } from "@webhand/audit/chain/audit";
import type { Base } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import type { VerifySigned } from "@webhand/service-kit/identity/signed";
import type { Log } from "@webhand/service-kit/logs";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import { closeRedis, openRedis } from "@webhand/service-kit/redis";
import { repeat } from "@webhand/service-kit/repeat";
import type { DayBudget } from "../budget/store.ts";
import type { Calls } from "../calls/engine.ts";
import type { WithRepository } from "../git/repository.ts";
import type { Sandbox } from "../sandbox/engine.ts";
import type { Watch } from "../sandbox/watch.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { WorkspaceStore } from "../workspaces/store.ts";
import { settleEnd } from "./audit.ts";
import type { ReadyOf } from "./command.ts";
import type { ExecutionDeps } from "./engine.ts";
import { keepLive } from "./live.ts";
import { openOutputCache } from "./output/cache.ts";
import { createLeftovers } from "./output/leftovers.ts";
import type { RunDeps } from "./run.ts";
import type { StoredExecution } from "./store.ts";
import { createExecutionStore } from "./store.ts";
import { sweepExecutions, sweepLimits } from "./sweep.ts";

/** What commands are opened with. `isRunning`: commands are run and the sweep goes round here. */
export type ExecutionOptions = {
	readonly base: Pick<Base, "mongo" | "metrics" | "log" | "stopping">;
	readonly redisUrl: string;
	/** The name of this host. */
	readonly host: string;
	readonly guard: Pick<Guard, "revokedOf" | "whenEnded">;
	readonly calls: Pick<Calls, "acceptUnderGrant">;
	readonly audit: Audit;
	/** Which intents stand in the audit. */
	readonly intended: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
	readonly workspaces: Pick<WorkspaceStore, "find" | "change">;
	readonly verify: VerifySigned | null;
	readonly ready: ReadyOf;
	readonly sandbox: Pick<Sandbox, "command">;
	readonly withRepository: WithRepository;
	/** Looks after memory and disk of what runs. */
	readonly watch: Watch;
	readonly budget: DayBudget;
	readonly storage: Storage;
	readonly keptDays: number;
	readonly outputDays: number;
	readonly isRunning: boolean;
	/** Runs commands that wait. */
	readonly startWorker: (deps: RunDeps, options: { readonly log: Log }) => ExecutionWorker;
	readonly now: () => Date;
};

type ExecutionWorker = { readonly wake: () => void; readonly pause: () => void; readonly close: () => Promise<void> };

const sweepEveryMs = 2_000;
const redisAnswersMs = 2_000;
const hourMs = 3_600_000;

/** Opens commands: their rows, output, and what puts right what crashes left. */
export function openExecutions(options: ExecutionOptions): { readonly routes: ExecutionDeps; readonly close: () => Promise<void> } {
	const { base, redisUrl: url, guard, audit, now, storage, budget } = options;
	const { mongo, metrics, log, stopping } = base;
	const runnerId = randomUUID();
	const store = createExecutionStore(mongo.db, options.host);
	const redis = openRedis({ url, log, metrics, silenceMs: redisAnswersMs });
	const live = keepLive({ store, runnerId, log });
	const cache = openOutputCache({ redis, url, log, onCancelled: live.cancel });
	const total = metrics.counter("webhand_exec_total", "Commands by how they ended", ["outcome"]);
	const firstByte = metrics.seconds("webhand_exec_first_byte_seconds", "Time from accepting a command to its first output", []);
	const queued = metrics.seconds("webhand_exec_queue_seconds", "Time that commands wait for their start", []);
	const noteEnd = async (row: StoredExecution) => {
		total.inc({ outcome: row.state });
		await cache.wake(row._id);
		try {
			await settleEnd(audit, row, { hasIntent: (await options.intended([row._id])).has(row._id), at: now() });
			await store.setAudited(row._id);
		} catch (err) {
			log.warn({ err, executionId: row._id }, "the sweep writes the end of this command into the audit");
		}
	};
	const wake = () => worker?.wake();
	const common = { store, cache, budget, ready: options.ready, noteEnd, now };
	const worker: ExecutionWorker | null = options.isRunning
		? options.startWorker(
				{
					...common,
					runnerId,
					workspaces: options.workspaces,
					audit,
					verify: options.verify,
					sandbox: options.sandbox,
					withRepository: options.withRepository,
					live,
					log,
					// The guard checked it when the command was accepted.
					isSignedOut: async ({ sid }) => (await guard.revokedOf([sid]).catch(() => [])).length > 0,
					whenSignedOut: ({ sid }, listener) => guard.whenEnded(sid, listener),
					watch: options.watch,
					leftovers: createLeftovers(() => performance.now()),
					storage,
					outputDays: options.outputDays,
					observe: { queue: (seconds) => queued.observe(seconds), firstByte: (seconds) => firstByte.observe(seconds) },
				},
				{ log },
			)
		: null;
	const sweeping = options.isRunning
		? [
				repeat({ name: "commands that crashes left", everyMs: sweepEveryMs, log }, () =>
					sweepExecutions({
						store,
						wake,
						intended: options.intended,
						noteEnd,
						now,
						limits: sweepLimits,
						onUnknown: ({ _id }) => log.error({ executionId: _id }, "nobody knows what became of this command"),
					}),
				),
				repeat({ name: "output that is old", everyMs: hourMs, log }, store.removeOldOutput),
			]
		: [];
	const end = async () => {
		worker?.pause();
		await live.close();
	};
	// Commands have the time that the service has for its end, not what its connections leave of it.
	const ending = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve(end()), { once: true }));
	return {
		routes: { ...common, calls: options.calls, wake, inTurn: createInTurn(mongo.db), storage, keptDays: options.keptDays },
		close: async () => {
			await (stopping.aborted ? ending : end());
			await Promise.all(sweeping.map((each) => each.stop()));
			await worker?.close();
			cache.close();
			await closeRedis(redis);
		},
	};
}
