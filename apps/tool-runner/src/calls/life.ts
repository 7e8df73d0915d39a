import { setTimeout as pause } from "node:timers/promises";
import type { Audit } from "@webhand/audit/chain/audit";
import type { AuditFact } from "@webhand/audit/chain/chain";
import { outcomeId } from "@webhand/audit/chain/chain";
import type { IntentOutcome } from "@webhand/audit/chain/intents";
import { limitOf } from "@webhand/contracts/auth/limits";
import type { SignInId } from "@webhand/contracts/ids";
import type { ExecutionState } from "@webhand/contracts/tools/executions";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Guard } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { DayBudget } from "../budget/store.ts";
import type { Caller } from "./engine.ts";
import type { Held, Live } from "./live.ts";
import type { CallSignals } from "./signals.ts";
import type { CallEnd, CallStore, Owner, StoredCall } from "./store.ts";

/** In what commands and calls of MCP tools differ, besides how they run. */
export type CallKind<Row extends StoredCall> = {
	readonly store: CallStore<Row>;
	/** How people call them, such as `commands`. */
	readonly plural: string;
	/** What the audit says of an end. */
	readonly outcomeOf: (row: Row) => IntentOutcome;
	/** What the audit says of one that ended before its intent. */
	readonly factOf: (row: Row) => Omit<AuditFact, "kind" | "outcome"> | null;
	/** The end of one whose runner died; `hasIntent`: its work may have begun. */
	readonly lost: (hasIntent: boolean) => CallEnd<Row>;
	/** Counts one by how it ended. */
	readonly count: (state: ExecutionState) => void;
};

/** What the life of all calls of this runner needs. */
export type LifeDeps = {
	readonly runnerId: string;
	readonly live: Live;
	readonly signals: CallSignals;
	readonly audit: Pick<Audit, "append" | "settleIntent">;
	/** Which intents stand in the audit. */
	readonly intended: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
	readonly guard: Pick<Guard, "whenEnded">;
	/** Those of one tenant are counted one after the other. */
	readonly inTurn: InTurn;
	readonly budget: Pick<DayBudget, "check" | "addRun" | "addBytes">;
	readonly now: () => Date;
	readonly log: Log;
};

/** The life of calls of one kind: what happens to each row from its first to its last word. */
export type Life<Row extends StoredCall> = ReturnType<typeof openLife<Row>>;

/** When a call counts as forgotten, a runner as dead, and an end as not written, in milliseconds. */
type SweepLimits = { readonly queuedMs: number; readonly deadMs: number; readonly unauditedMs: number };

const limits = { ofUser: 8, waiting: 100 } as const;
const sweepLimits: SweepLimits = { queuedMs: 600_000, deadMs: 30_000, unauditedMs: 5_000 };

/** Opens the life of calls of one kind. */
export function openLife<Row extends StoredCall>(deps: LifeDeps, kind: CallKind<Row>) {
	const { runnerId, live, signals, audit, budget, now, log } = deps;
	const { store, plural } = kind;
	/** Says that a call is over. Never rejects: the sweep writes what the audit lacks. */
	const noteEnd = async (row: Row) => {
		try {
			await settle(audit, kind, row);
			await store.setAudited(row._id);
		} catch (err) {
			log.warn({ err, callId: row._id }, "the sweep writes the end of this call into the audit");
		}
	};
	const tellEnd = async (row: Row) => {
		kind.count(row.state);
		await signals.wake(row._id);
		await noteEnd(row);
	};
	/** @throws AppError RATE_LIMIT where the user or the tenant has too many that are not over */
	const requireRoom = async (caller: Caller) => {
		const ofTenant = limitOf(caller.limits, "unfinishedExecutions");
		const { user, tenant, queued } = await store.counts(caller, Math.max(limits.ofUser, ofTenant, limits.waiting));
		const refuse = (scope: "user" | "tenant", limit: number, what: string) => {
			const whose = scope === "user" ? "yours" : "your organization";
			const message = `${limit} ${plural} of ${whose} ${what} already. Wait for one to end, or cancel one`;
			throw new AppError("RATE_LIMIT", message, { details: { scope, limit }, retryAfterSeconds: 5 });
		};
		if (user >= limits.ofUser) refuse("user", limits.ofUser, "are under way");
		if (tenant >= ofTenant) refuse("tenant", ofTenant, "are under way");
		if (queued >= limits.waiting) refuse("tenant", limits.waiting, "wait");
	};
	/** @throws AppError EXECUTION_NOT_FOUND */
	const find = async (owner: Owner, id: string) => {
		const found = await store.find(owner, id);
		if (found !== null) return found;
		throw new AppError("EXECUTION_NOT_FOUND", "There is no such call");
	};
	return {
		runnerId,
		store,
		signals,

		/** True where this very request has its row. @throws AppError IDEMPOTENCY_CONFLICT where the key was used for another one */
		isKnown: async (owner: Owner, { _id, bodyHash }: Pick<StoredCall, "_id" | "bodyHash">): Promise<boolean> => {
			const known = await store.find(owner, _id);
			if (known === null) return false;
			if (known.bodyHash === bodyHash) return true;
			throw keyConflict();
		},

		requireRoom,
		find,

		/** Inserts a row where there is room. @returns false when its id, or its grant, was used before @throws AppError RATE_LIMIT */
		insert: (caller: Caller, row: Row): Promise<boolean> =>
			deps.inTurn(`${plural}:${caller.tenantId}`, async () => {
				await requireRoom(caller);
				await budget.check(caller.tenantId);
				if (!(await store.insert(row))) return false;
				await failpoint("call.accepted");
				await budget.addRun(caller.tenantId);
				return true;
			}),

		/** Holds a call that this process has, until it is released; the end of its sign-in ends it. */
		hold: (id: string, sid: SignInId): Held => {
			const held = live.hold(id);
			const stopListening = deps.guard.whenEnded(sid, () => held.stop({ kind: "cancelled", reason: "signed_out" }, { isGraceful: false }));
			const release = () => {
				stopListening();
				held.release();
			};
			return { ...held, release };
		},

		/**
		 * Writes the end of a call that this process has, then its outcome.
		 *
		 * @param stored bytes that are kept of it
		 * @returns false when somebody else has said what became of it
		 */
		end: async (row: Row, end: CallEnd<Row>, stored: number): Promise<boolean> => {
			// While MongoDB is away it is tried again; a sweep may be first then.
			if (!(await insisting(() => store.finish({ _id: row._id, runnerId }, end)))) return false;
			await failpoint("call.finished");
			if (stored > 0)
				await budget
					.addBytes(row.tenantId, stored)
					.catch((err: unknown) => log.warn({ err, callId: row._id }, "what is kept of a call was not counted"));
			await tellEnd({ ...row, ...end });
			return true;
		},

		/** Ends one of the caller's; one that is over stays as it is. @throws AppError EXECUTION_NOT_FOUND */
		cancel: async ({ tenantId, userId }: Owner, id: string): Promise<ExecutionState> => {
			const owner = { tenantId, userId };
			const ended = await store.endQueued(id, { state: "cancelled", reason: "user", finishedAt: now() } as CallEnd<Row>, owner);
			if (ended !== null) {
				await tellEnd(ended);
				return "cancelled";
			}
			const asked = await store.cancel(owner, id);
			if (asked === null) return (await find(owner, id)).state;
			await signals.tellCancelled(id);
			return "cancelling";
		},

		/**
		 * Puts right what crashes left: rows that waited too long and those of dead runners get their end, and ends that the audit lacks are
		 * written into it. Nothing is run again.
		 */
		sweep: async ({ queuedMs, deadMs, unauditedMs }: SweepLimits = sweepLimits): Promise<void> => {
			for (const { _id } of await store.waiting(queuedMs)) {
				const ended = await store.endQueued(_id, { state: "expired_in_queue", finishedAt: now() } as CallEnd<Row>);
				if (ended !== null) await tellEnd(ended);
			}
			const dead = await store.dead(deadMs);
			const intended = dead.length === 0 ? new Set() : await deps.intended(dead.map(intentOf));
			for (const row of dead) {
				const end = { ...kind.lost(intended.has(intentOf(row))), finishedAt: now() };
				if (!(await store.endDead(row._id, deadMs, end))) continue;
				await failpoint("call.swept");
				if (end.state === "outcome_unknown") log.error({ callId: row._id }, "nobody knows what became of this call");
				await tellEnd({ ...row, ...end });
			}
			for (const row of await store.unaudited(unauditedMs)) await noteEnd(row);
		},
	};
}

export const keyConflict = () => new AppError("IDEMPOTENCY_CONFLICT", "This Idempotency-Key was used for another call");

const intentOf = ({ _id, intentId }: StoredCall) => intentId ?? _id;

/** Writes the end of a call into the audit: an outcome where it had an intent, else a note. The same row again is the same fact. */
async function settle<Row extends StoredCall>(audit: LifeDeps["audit"], kind: CallKind<Row>, row: Row): Promise<void> {
	const intentId = intentOf(row);
	const outcome = kind.outcomeOf(row);
	if (await audit.settleIntent(intentId, outcome)) return;
	const fact = kind.factOf(row);
	if (fact !== null) await audit.append({ ...fact, ...outcome, id: outcomeId(intentId), kind: "note" });
}

const tries = 20;
const betweenMs = 1_000;

async function insisting<Result>(write: () => Promise<Result>): Promise<Result> {
	for (let left = tries; ; left -= 1) {
		try {
			return await write();
		} catch (cause) {
			if (left <= 1) throw cause;
			await pause(betweenMs);
		}
	}
}
