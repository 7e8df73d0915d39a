import { isTerminal } from "@webhand/contracts/agent/task";
import type { RoutineId, RoutineRunId, RunnerId, SessionId, ShareId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { CheckResult, ReadTable, RowState, RunOptions, RunQueue, RunStart, RunState } from "@webhand/contracts/routine/run";
import type { Heal } from "@webhand/routines/replay/state";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Cursor } from "@webhand/service-kit/lists";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Collection } from "mongodb";
import { leaseAt } from "../../shared/lease.ts";
import type { Owner } from "../../shared/rows.ts";
import type { RunNews, TellRun } from "../../shared/run-news.ts";
import type { Lease, Task, TaskOrigin } from "../../shared/task.ts";
import type { RunProgress } from "./policy.ts";
import { brokenOff, failing, mayStand, openStates, retriable, rowEndOf } from "./policy.ts";

/** What the rows of a run play: immutable, so that a routine may be edited or deleted meanwhile. */
export type Plan = { readonly program: RoutineProgram; readonly called: Readonly<Record<string, RoutineProgram>> };

/** A run as stored. `queue`: which browser may take it by itself, and from when on. `lease` is that of the browser which does it; `sessionId` the chat of its tasks; `progress` moves with its rows. */
export type StoredRun = Plan & {
	readonly _id: RoutineRunId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly routineId: RoutineId;
	readonly name: string;
	readonly version: number;
	readonly state: RunState;
	/** Why the policy paused it. */
	readonly reason?: string;
	readonly options: RunOptions;
	readonly rowCount: number;
	/** A version that counted no rows may have stored the run. */
	readonly progress?: RunProgress;
	readonly readsLists?: true;
	readonly isOnce?: true;
	readonly queue?: RunQueue & { readonly dueAt: Date };
	readonly startedBy?: RunStart;
	/** Nobody sits in front of it: what it commits is asked for, whatever its mode. */
	readonly isUnwatched?: true;
	readonly sessionId: SessionId;
	readonly share?: ShareId;
	/** A page of it gave orders: no mandate counts in it any more. */
	readonly isTainted?: true;
	readonly lease?: Lease;
	/** The same for the same rows, in whatever order. */
	readonly listHash?: string;
	readonly createKey?: string;
	readonly createHash?: string;
	readonly createdAt: Date;
	readonly endedAt?: Date;
	readonly expireAt: Date;
};

/** A run without what its rows play. */
export type ListedRun = Omit<StoredRun, "program" | "called">;

/** A run with the counts of its rows. */
export type CountedRun = ListedRun & { readonly progress: RunProgress };

/**
 * A row as stored. `values` hold `•••` for secrets, which are in `sealed`. `isOpen`: a browser has it. `hash`: of its key, for what was done
 * in other runs. `isThere`: a record shows other values than were meant. `heals` wait until they are proposed.
 */
export type StoredRow = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly runId: RoutineRunId;
	readonly routineId: RoutineId;
	readonly key: string;
	readonly hash: string;
	readonly index: number;
	readonly values: Readonly<Record<string, string>>;
	readonly sealed?: string;
	readonly state: RowState;
	readonly attempt: number;
	readonly readsBack?: true;
	readonly isThere?: true;
	readonly isOpen?: true;
	readonly reason?: string;
	readonly step?: string;
	readonly checks: readonly CheckResult[];
	readonly healed: readonly string[];
	readonly heals?: readonly Heal[];
	readonly hasTables?: true;
	readonly taskId?: TaskId;
	readonly sessionId?: SessionId;
	readonly startedAt?: Date;
	readonly endedAt?: Date;
	readonly expireAt: Date;
};

/** A row that was done, or is being done where it may be done once only. Kept as long as its routine. */
type DoneRow = { readonly tenantId: TenantId; readonly routineId: RoutineId; readonly hash: string; readonly runId: RoutineRunId };

/** What one step read of lists. */
type StoredTable = {
	readonly tenantId: TenantId;
	readonly runId: RoutineRunId;
	readonly rowKey: string;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly parts: readonly ReadTable[];
	readonly expireAt: Date;
};

type EndedTaskOfRow = Pick<Task, "_id" | "sessionId" | "tenantId" | "status" | "failure" | "deciderState" | "stepCount" | "question">;

/** Which runs: of one user or routine, after a cursor. */
export type RunFilter = {
	readonly userId?: UserId | undefined;
	readonly routineId?: RoutineId | undefined;
	readonly after: Cursor | null;
	readonly limit: number;
};

/** Runs, their rows, what was done and what was read. Every call names the tenant first. */
export type RoutineRunStore = ReturnType<typeof createRoutineRunStore>;

/** The browser that does a run, under its name; `runner` where it is one. */
export type Holder = { readonly owner: string; readonly runner?: RunnerId };

const open: RunState[] = ["waiting", "running", "paused"];
const newestFirst = { createdAt: -1, _id: -1 } as const;
const listed = { program: 0, called: 0 } as const;
const rowsAtOnce = 1_000;
/** Attempts at a row that was broken off, before a person is asked. */
const mostAttempts = 3;

/** Opens the store of runs. `leaseMs`: how long a silent browser keeps a run; `tell` hears of each row that changes. */
export function createRoutineRunStore(
	mongo: Pick<Mongo, "client" | "db">,
	{ leaseMs, tell, now }: { readonly leaseMs: number; readonly tell: TellRun; readonly now: () => Date },
) {
	const runs = mongo.db.collection<StoredRun>("routine_runs");
	const rows = mongo.db.collection<StoredRow>("routine_rows");
	const done = mongo.db.collection<DoneRow>("routine_done_rows");
	const tables = mongo.db.collection<StoredTable>("routine_tables");
	const lease = leaseAt("lease", leaseMs);

	/**
	 * Counts rows that changed, and tells of them. A run that an earlier version stored in a rolling update keeps no counts, since that version may
	 * write its next row too: those of its rows are told.
	 */
	const count = async (
		{ tenantId, _id }: Pick<StoredRun, "tenantId" | "_id">,
		{ moved, row }: { readonly moved: Readonly<Record<string, number>>; readonly row?: RunNews["row"] },
		session: Transaction,
	): Promise<void> => {
		const options = { projection: listed, returnDocument: "after", session } as const;
		const run =
			(await runs.findOneAndUpdate({ _id, tenantId, progress: { $exists: true } }, { $inc: moved }, options)) ??
			(await runs.findOne({ _id, tenantId }, { projection: listed, session }));
		if (run === null) return;
		const progress = run.progress ?? (await progressOfRows(rows, run, session));
		const isOver = openStates.every((state) => (progress.counts[state] ?? 0) === 0);
		await tell({ run: { ...run, progress }, isOver, ...(row === undefined ? {} : { row }) }, session);
	};

	/** Counts a row that changed, in its own transaction: who reads a run reads none of its rows. @param row as it was before */
	const countChange = async (
		{ tenantId, runId, state: before, startedAt, index }: Pick<StoredRow, "tenantId" | "runId" | "state" | "startedAt" | "index">,
		{
			state,
			endedAt,
			isThere,
			reason,
			taskId,
		}: Pick<StoredRow, "state" | "endedAt" | "isThere"> & Omit<NonNullable<RunNews["row"]>, "index">,
		session: Transaction,
	): Promise<void> => {
		if (state === before) return;
		const moved = {
			[`progress.counts.${before}`]: -1,
			[`progress.counts.${state}`]: 1,
			...(isThere === true ? { "progress.there": 1 } : {}),
		};
		const isTimed = startedAt !== undefined && endedAt !== undefined;
		const timed = isTimed ? { "progress.ms": endedAt.getTime() - startedAt.getTime(), "progress.timed": 1 } : {};
		await count({ _id: runId, tenantId }, { moved: { ...moved, ...timed }, row: { index, state, reason, taskId } }, session);
	};

	/** A run that was stored without counts gets those of its rows with each reading: it is never known which version writes them next. */
	const counted = async (run: ListedRun): Promise<CountedRun> => ({ ...run, progress: run.progress ?? (await progressOfRows(rows, run)) });

	const endRow = async (task: EndedTaskOfRow, origin: TaskOrigin, session: Transaction) => {
		// A row that ends in its first step names its task here for the first time.
		const { tenantId, _id: taskId, sessionId } = task;
		const { runId, rowKey: key, attempt } = origin;
		const { heals, isToBeReadBack, ...end } = rowEndOf({ ...task, readsBack: origin.readsBack === true });
		const isAgain = isToBeReadBack && attempt < mostAttempts;
		const kept = heals.length === 0 ? {} : { heals, healed: [...new Set(heals.map(({ step, of }) => of?.call ?? step))] };
		const isOver = end.state === "done" || end.state === "done_unchecked" || end.state === "skipped";
		const endedAt = now();
		const row = await rows.findOneAndUpdate(
			{ tenantId, runId, key, attempt, isOpen: true },
			isAgain
				? { $set: { ...kept, state: "waiting", attempt: attempt + 1, readsBack: true }, $unset: { isOpen: 1, taskId: 1, startedAt: 1 } }
				: { $set: { ...end, ...kept, taskId, sessionId, endedAt }, $unset: { isOpen: 1, ...(isOver ? { sealed: 1 } : {}) } },
			{ session },
		);
		if (row === null) return;
		await countChange(row, isAgain ? { state: "waiting" } : { ...end, endedAt, taskId: row.taskId }, session);
		if (isAgain) return;
		const { routineId, hash } = row;
		const own = { tenantId, routineId, hash };
		if (mayStand(end)) await done.updateOne(own, { $setOnInsert: { runId } }, { upsert: true, session });
		else await done.deleteOne({ ...own, runId }, { session });
		const stops = { _id: runId, tenantId, state: { $in: ["waiting", "running", "paused"] as RunState[] } };
		const isFailing = (failing as readonly RowState[]).includes(end.state);
		if (isFailing) await runs.updateOne({ ...stops, "options.stopsAtFailure": true }, { $set: { state: "stopped", endedAt } }, { session });
		// A dry run that its person stopped does none of the others.
		if (end.state === "skipped")
			await runs.updateOne({ ...stops, "options.isDryRun": true }, { $set: { state: "stopped", endedAt } }, { session });
	};

	/** Ends a row that no task does. */
	const settleRow = async (
		{ tenantId, runId, routineId, key, hash, attempt }: StoredRow,
		{ state, reason }: { readonly state: RowState; readonly reason: string },
	): Promise<void> => {
		await inTransaction(mongo, async (session) => {
			const end = { state, endedAt: now() };
			const row = await rows.findOneAndUpdate(
				{ tenantId, runId, key, attempt, state: { $in: [...openStates] } },
				{ $set: { ...end, reason }, $unset: { isOpen: 1 } },
				{ session },
			);
			if (row === null) return;
			await countChange(row, { ...end, reason, taskId: row.taskId }, session);
			if (mayStand({ state })) await done.updateOne({ tenantId, routineId, hash }, { $setOnInsert: { runId } }, { upsert: true, session });
		});
	};

	return {
		/** Inserts a run behind its rows: a run that is there has them all. @returns false when another one has the same `createKey` */
		create: async (run: StoredRun, all: readonly StoredRow[]): Promise<boolean> => {
			for (let from = 0; from < all.length; from += rowsAtOnce)
				await rows.insertMany(all.slice(from, from + rowsAtOnce).map((row) => ({ ...row })));
			await failpoint("routine.rows_stored");
			try {
				await runs.insertOne({ ...run }, requestLimit);
				return true;
			} catch (cause) {
				if (!isDuplicateKey(cause)) throw cause;
				await rows.deleteMany({ tenantId: run.tenantId, runId: run._id });
				return false;
			}
		},

		/** A run of the tenant, of any user. */
		get: (tenantId: TenantId, _id: RoutineRunId): Promise<ListedRun | null> =>
			runs.findOne<ListedRun>({ _id, tenantId }, { projection: listed, ...requestLimit }),

		counted,

		/** What the rows of a run play, with its options. */
		planOf: (tenantId: TenantId, _id: RoutineRunId): Promise<StoredRun | null> => runs.findOne({ _id, tenantId }, requestLimit),

		/** How many rows a run has, whether a page of it gave orders, and whether nobody watches it. */
		standing: async (
			tenantId: TenantId,
			_id: RoutineRunId,
		): Promise<{ readonly rows: number; readonly isTainted: boolean; readonly isUnwatched: boolean }> => {
			const run = await runs.findOne({ _id, tenantId }, { projection: { rowCount: 1, isTainted: 1, isUnwatched: 1 }, ...requestLimit });
			return { rows: run?.rowCount ?? 1, isTainted: run?.isTainted !== undefined, isUnwatched: run?.isUnwatched === true };
		},

		/** Notes in the transaction of a step that a page of the run gave orders. */
		noteTaint: async (tenantId: TenantId, _id: RoutineRunId, session: Transaction): Promise<void> => {
			await runs.updateOne({ _id, tenantId }, { $set: { isTainted: true } }, { session });
		},

		/** Notes that nobody sits in front of a run any more. */
		noteUnwatched: async (tenantId: TenantId, _id: RoutineRunId): Promise<void> => {
			await runs.updateOne({ _id, tenantId }, { $set: { isUnwatched: true } }, requestLimit);
		},

		/** Which of these runs are not over. */
		goingOf: async (tenantId: TenantId, ids: readonly RoutineRunId[]): Promise<ReadonlySet<string>> => {
			if (ids.length === 0) return new Set();
			const going = { tenantId, _id: { $in: [...ids] }, state: { $in: ["waiting", "running", "paused"] as RunState[] } };
			return new Set((await runs.find(going, { projection: { _id: 1 }, ...requestLimit }).toArray()).map(({ _id }) => _id));
		},

		findCreated: (tenantId: TenantId, userId: UserId, createKey: string): Promise<ListedRun | null> =>
			runs.findOne<ListedRun>({ tenantId, userId, createKey }, { projection: listed, ...requestLimit }),

		/** The newest run of a person over the same rows that did not only try them. */
		findOfList: (
			tenantId: TenantId,
			{ userId, routineId, listHash }: Pick<StoredRun, "userId" | "routineId"> & { readonly listHash: string },
		) =>
			runs.findOne<ListedRun>(
				{ tenantId, userId, listHash, routineId, "options.isDryRun": false },
				{ sort: newestFirst, projection: listed, ...requestLimit },
			),

		/** Runs that match, newest first. */
		list: (tenantId: TenantId, { userId, routineId, after, limit }: RunFilter): Promise<ListedRun[]> => {
			const before = after === null ? undefined : new Date(Number(after.key));
			return runs
				.find<ListedRun>(
					{
						tenantId,
						...(userId === undefined ? {} : { userId }),
						...(routineId === undefined ? {} : { routineId }),
						...(before === undefined || after === null
							? {}
							: { $or: [{ createdAt: { $lt: before } }, { createdAt: before, _id: { $lt: after.id as RoutineRunId } }] }),
					},
					{ sort: newestFirst, limit, projection: listed, ...requestLimit },
				)
				.toArray();
		},

		/** Runs of a user that go on and that no browser holds, newest first. */
		unattended: async ({ tenantId, userId }: Owner, limit: number): Promise<CountedRun[]> => {
			const found = await runs
				.find<ListedRun>(
					{ tenantId, userId, state: { $in: ["waiting", "running"] }, $expr: lease.isFree },
					{ sort: newestFirst, limit, projection: listed, ...requestLimit },
				)
				.toArray();
			return Promise.all(found.map(counted));
		},

		/** Runs of a user that are not over. */
		countOpen: (tenantId: TenantId, userId: UserId): Promise<number> =>
			runs.countDocuments({ tenantId, userId, state: { $in: ["waiting", "running", "paused"] } }, requestLimit),

		/** How many rows the runs have that a user began since a moment. */
		countRows: async (tenantId: TenantId, userId: UserId, since: Date): Promise<number> => {
			const begun = { tenantId, userId, createdAt: { $gte: since } };
			const [sum] = await runs
				.aggregate<{ readonly rows: number }>([{ $match: begun }, { $group: { _id: null, rows: { $sum: "$rowCount" } } }], requestLimit)
				.toArray();
			return sum?.rows ?? 0;
		},

		/** Moves a run from one of these states to another. @returns null when it is in none of them */
		move: (
			tenantId: TenantId,
			_id: RoutineRunId,
			{
				from,
				to,
				...more
			}: { readonly from: readonly RunState[]; readonly to: RunState; readonly endedAt?: Date; readonly reason?: string },
		): Promise<ListedRun | null> =>
			runs.findOneAndUpdate(
				{ _id, tenantId, state: { $in: [...from] } },
				{
					$set: { state: to, ...more },
					$unset: { ...(more.endedAt === undefined ? { endedAt: 1 } : {}), ...(more.reason === undefined ? { reason: 1 } : {}) },
				},
				{ projection: listed, returnDocument: "after", ...requestLimit },
			),

		/**
		 * Runs of a user, or of all for a runner, that wait for such a browser, or were left by one; that which was due first comes first.
		 *
		 * @param which.isHeld those that the policy paused, and no others
		 */
		queued: (
			tenantId: TenantId,
			userId: UserId | null,
			{
				browser,
				labels,
				without,
				limit,
				isHeld,
			}: RunQueue & { readonly without: readonly RoutineRunId[]; readonly limit: number; readonly isHeld: boolean },
		): Promise<ListedRun[]> =>
			runs
				.find<ListedRun>(
					{
						tenantId,
						...(userId === null ? {} : { userId }),
						...(isHeld ? { state: "paused", reason: { $exists: true } } : { state: { $in: ["waiting", "running"] } }),
						_id: { $nin: [...without] },
						"queue.dueAt": { $lte: now() },
						"queue.browser": browser,
						"queue.labels": { $not: { $elemMatch: { $nin: labels } } },
						$expr: lease.isFree,
					},
					{ sort: { "queue.dueAt": 1 }, limit, projection: listed, ...requestLimit },
				)
				.toArray(),

		/** The newest run that this started and that is not over. */
		openOf: (tenantId: TenantId, startedBy: RunStart): Promise<ListedRun | null> =>
			runs.findOne<ListedRun>(
				{ tenantId, "startedBy.id": startedBy.id, state: { $in: ["waiting", "running", "paused"] } },
				{ sort: newestFirst, projection: listed, ...requestLimit },
			),

		/** Takes the lease of a run for a browser, which may hold it already. @returns null while another browser has it */
		lease: (tenantId: TenantId, _id: RoutineRunId, holder: Holder): Promise<ListedRun | null> => {
			// The name of a runner's browser is its own: a person's browser of that name has no part in the lease.
			const isOwn = { "lease.owner": holder.owner, "lease.runner": holder.runner ?? { $exists: false } };
			return runs.findOneAndUpdate({ _id, tenantId, $or: [{ $expr: lease.isFree }, isOwn] }, [{ $set: lease.taken(holder) }], {
				projection: listed,
				returnDocument: "after",
				...requestLimit,
			});
		},

		/** Runs that a runner does: not over, or ended so lately that it may not know; nobody took them since. */
		heldBy: (tenantId: TenantId, runner: RunnerId): Promise<ListedRun[]> =>
			runs
				.find<ListedRun>(
					{
						tenantId,
						"lease.runner": runner,
						$or: [{ state: { $in: open } }, { endedAt: { $gt: new Date(now().getTime() - leaseMs) } }],
					},
					{ projection: listed, ...requestLimit },
				)
				.toArray(),

		/** How many runs a runner is busy with; one whose row waits for its person takes no place. */
		countBusy: (tenantId: TenantId, runner: RunnerId): Promise<number> =>
			runs.countDocuments(
				{
					tenantId,
					"lease.runner": runner,
					state: { $in: ["waiting", "running"] },
					"progress.counts.needs_person": { $not: { $gt: 0 } },
					$expr: { $not: [lease.isFree] },
				},
				requestLimit,
			),

		/** Renews the leases that a browser has of runs of its person. */
		keepLeases: async ({ tenantId, userId }: Owner, ids: readonly RoutineRunId[], worker: string): Promise<void> => {
			if (ids.length === 0) return;
			const own = { tenantId, userId, _id: { $in: [...ids] }, "lease.owner": worker, "lease.runner": { $exists: false } };
			await runs.updateMany(own, [{ $set: lease.renewed }], requestLimit);
		},

		/** Renews the leases that a runner has of these runs. */
		renewHeld: async (tenantId: TenantId, runner: RunnerId, ids: readonly RoutineRunId[]): Promise<void> => {
			const own = { _id: { $in: [...ids] }, tenantId, "lease.runner": runner, state: { $in: open } };
			if (ids.length > 0) await runs.updateMany(own, [{ $set: lease.renewed }], requestLimit);
		},

		/** Gives back what a runner has leased, but these: the next browser need not wait until it is silent. */
		releaseHeld: async (tenantId: TenantId, runner: RunnerId, { but }: { readonly but: readonly RoutineRunId[] }): Promise<void> => {
			const own = { _id: { $nin: [...but] }, tenantId, "lease.runner": runner, state: { $in: open } };
			await runs.updateMany(own, { $set: lease.released, $unset: { "lease.runner": "" } }, requestLimit);
		},

		/** Keeps a run and its rows for longer. */
		prolong: async (tenantId: TenantId, runId: RoutineRunId, expireAt: Date): Promise<void> => {
			await rows.updateMany({ tenantId, runId }, { $set: { expireAt } });
			await tables.updateMany({ tenantId, runId }, { $set: { expireAt } });
			await runs.updateOne({ _id: runId, tenantId }, { $set: { expireAt } }, requestLimit);
		},

		share: async (tenantId: TenantId, _id: RoutineRunId, share: ShareId): Promise<void> => {
			await runs.updateOne({ _id, tenantId, share: { $exists: false } }, { $set: { share } }, requestLimit);
		},

		unshare: async (tenantId: TenantId, _id: RoutineRunId): Promise<void> => {
			await runs.updateOne({ _id, tenantId }, { $unset: { share: "" } }, requestLimit);
		},

		/** Whether a row of the run is not over. */
		hasOpenRows: async (tenantId: TenantId, runId: RoutineRunId): Promise<boolean> =>
			(await rows.findOne({ tenantId, runId, state: { $in: [...openStates] } }, { projection: { _id: 1 }, ...requestLimit })) !== null,

		/** Rows behind `after` in their order. */
		rows: (
			tenantId: TenantId,
			runId: RoutineRunId,
			{ after, state, limit }: { readonly after: number; readonly state?: RowState | undefined; readonly limit: number },
		): Promise<StoredRow[]> =>
			rows
				.find(
					{ tenantId, runId, index: { $gt: after }, ...(state === undefined ? {} : { state }) },
					{ sort: { index: 1 }, limit, ...requestLimit },
				)
				.toArray(),

		row: (tenantId: TenantId, runId: RoutineRunId, key: string): Promise<StoredRow | null> =>
			rows.findOne({ tenantId, runId, key }, requestLimit),

		rowAt: (tenantId: TenantId, runId: RoutineRunId, index: number): Promise<StoredRow | null> =>
			rows.findOne({ tenantId, runId, index }, requestLimit),

		/** The row that a browser has. */
		openRow: (tenantId: TenantId, runId: RoutineRunId): Promise<StoredRow | null> =>
			rows.findOne({ tenantId, runId, isOpen: true }, requestLimit),

		/** Takes the first waiting row. @returns null when none waits; "taken" when the run has a row under way */
		claim: async (tenantId: TenantId, runId: RoutineRunId): Promise<StoredRow | null | "taken"> => {
			try {
				return await inTransaction(mongo, async (session) => {
					const row = await rows.findOneAndUpdate(
						{ tenantId, runId, state: "waiting" },
						{ $set: { state: "running", isOpen: true, startedAt: now() } },
						{ sort: { index: 1 }, returnDocument: "after", session },
					);
					if (row !== null) await countChange({ ...row, state: "waiting" }, { state: row.state }, session);
					return row;
				});
			} catch (cause) {
				if (isDuplicateKey(cause)) return "taken";
				throw cause;
			}
		},

		/** Claims a row for this run alone, among all runs of its routine. @returns false when another run did it or does it */
		claimOnce: async ({ tenantId, routineId, hash, runId }: DoneRow): Promise<boolean> => {
			try {
				await done.insertOne({ tenantId, routineId, hash, runId }, requestLimit);
				return true;
			} catch (cause) {
				if (!isDuplicateKey(cause)) throw cause;
				return (await done.findOne({ tenantId, routineId, hash, runId }, requestLimit)) !== null;
			}
		},

		/** Hashes of rows that other runs of the routine did. */
		doneAmong: async (tenantId: TenantId, routineId: RoutineId, hashes: readonly string[]): Promise<ReadonlySet<string>> => {
			const found = await done
				.find({ tenantId, routineId, hash: { $in: [...hashes] } }, { projection: { hash: 1 }, ...requestLimit })
				.toArray();
			return new Set(found.map(({ hash }) => hash));
		},

		settleRow,

		/** Ends the rows of a stopped run that nobody took. One that was to be read back may be saved. */
		stopWaiting: async (tenantId: TenantId, runId: RoutineRunId): Promise<void> => {
			const waiting = { tenantId, runId, state: "waiting" } as const;
			const broken = await rows.find({ ...waiting, readsBack: true }, requestLimit).toArray();
			for (const row of broken) await settleRow(row, { state: "unknown", reason: brokenOff });
			await inTransaction(mongo, async (session) => {
				const { modifiedCount } = await rows.updateMany(
					{ ...waiting, readsBack: { $exists: false } },
					{ $set: { state: "stopped" } },
					{ session },
				);
				const moved = { "progress.counts.waiting": -modifiedCount, "progress.counts.stopped": modifiedCount };
				if (modifiedCount > 0) await count({ _id: runId, tenantId }, { moved }, session);
			});
		},

		/** Gives rows another attempt, and their run with them: a stopped one would end them again. @returns the run as it stands then */
		retry: async (run: ListedRun, { withUnknown, to }: { readonly withUnknown: boolean; readonly to: RunState }): Promise<ListedRun> =>
			await inTransaction(mongo, async (session) => {
				const { tenantId, _id: runId } = run;
				const states: RowState[] = [...retriable, ...(withUnknown ? (["unknown"] as const) : [])];
				const again = await rows.updateMany(
					{ tenantId, runId, state: { $in: states }, ...(withUnknown ? {} : { isThere: { $exists: false } }) },
					[
						{ $set: { state: "waiting", attempt: { $add: ["$attempt", 1] }, checks: [], healed: [] } },
						{ $unset: ["readsBack", "isThere", "reason", "step", "taskId", "sessionId", "startedAt", "endedAt", "isOpen"] },
					],
					{ session },
				);
				if (again.modifiedCount === 0) return run;
				const progress = await progressOfRows(rows, run, session);
				const moved = await runs.findOneAndUpdate(
					{ _id: runId, tenantId },
					{ $set: { state: to, progress }, $unset: { endedAt: 1 } },
					{ projection: listed, returnDocument: "after", session },
				);
				return moved ?? run;
			}),

		/** Names the task of a row that was found by its key. */
		linkTask: async (
			{ tenantId, runId, key, attempt }: StoredRow,
			{ _id: taskId, sessionId }: Pick<Task, "_id" | "sessionId">,
		): Promise<void> => {
			await rows.updateOne({ tenantId, runId, key, attempt, isOpen: true }, { $set: { taskId, sessionId } }, requestLimit);
		},

		/** Writes the row of a task in the task's transaction. @throws AppError RUN_ENDED in its first step, where the row was ended meanwhile */
		keepRow: async (task: Task, session: Transaction): Promise<void> => {
			const { tenantId, origin, status, stepCount, _id: taskId, sessionId } = task;
			if (origin === undefined) return;
			if (isTerminal(status)) return await endRow(task, origin, session);
			const { runId, rowKey: key, attempt } = origin;
			const state: RowState = status === "needs_user_input" ? "needs_person" : "running";
			const row = await rows.findOneAndUpdate(
				{ tenantId, runId, key, attempt, isOpen: true },
				{ $set: { state, taskId, sessionId } },
				{ projection: { tenantId: 1, runId: 1, state: 1, index: 1 }, session },
			);
			if (row !== null) await countChange(row, { state, taskId }, session);
			else if (stepCount <= 1) throw new AppError("RUN_ENDED", "This row is not to be done now");
		},

		/** Ends a row whose task has ended without a word to it. */
		endBehind: async (task: EndedTaskOfRow & Pick<Task, "origin">): Promise<void> => {
			const { origin } = task;
			if (origin !== undefined) await inTransaction(mongo, (session) => endRow(task, origin, session));
		},

		/** Rows with steps that were found another way and that nobody proposed yet. */
		unproposed: (tenantId: TenantId, runId: RoutineRunId): Promise<StoredRow[]> =>
			rows.find({ tenantId, runId, heals: { $exists: true } }, { limit: rowsAtOnce, ...requestLimit }).toArray(),

		markProposed: async (tenantId: TenantId, runId: RoutineRunId, keys: readonly string[]): Promise<void> => {
			await rows.updateMany({ tenantId, runId, key: { $in: [...keys] } }, { $unset: { heals: 1 } });
		},

		/** Keeps what a step read; a step that is decided again overwrites it. */
		keepTables: async (table: StoredTable): Promise<void> => {
			const { tenantId, taskId, stepIndex, ...rest } = table;
			await tables.updateOne({ tenantId, taskId, stepIndex }, { $set: rest }, { upsert: true, ...requestLimit });
		},

		/** What a task read, step by step. */
		tables: (tenantId: TenantId, taskId: TaskId): Promise<readonly Pick<StoredTable, "stepIndex" | "parts">[]> =>
			tables.find({ tenantId, taskId }, { sort: { stepIndex: 1 }, ...requestLimit }).toArray(),

		/** The newest step of a task that read a list. */
		lastTable: async (tenantId: TenantId, taskId: TaskId): Promise<number | null> =>
			(await tables.findOne({ tenantId, taskId }, { sort: { stepIndex: -1 }, projection: { stepIndex: 1 }, ...requestLimit }))?.stepIndex ??
			null,
	};
}

/** Counts all rows of a run, where many of them changed at once. */
async function progressOfRows(
	rows: Collection<StoredRow>,
	{ _id: runId, tenantId }: Pick<ListedRun, "_id" | "tenantId">,
	session?: Transaction,
): Promise<RunProgress> {
	const isTimed = { $and: [{ $gt: ["$endedAt", null] }, { $gt: ["$startedAt", null] }] };
	const found = await rows
		.aggregate<{ readonly _id: RowState; readonly count: number } & Omit<RunProgress, "counts">>(
			[
				{ $match: { tenantId, runId } },
				{
					$group: {
						_id: "$state",
						count: { $sum: 1 },
						there: { $sum: { $cond: ["$isThere", 1, 0] } },
						ms: { $sum: { $cond: [isTimed, { $subtract: ["$endedAt", "$startedAt"] }, 0] } },
						timed: { $sum: { $cond: [isTimed, 1, 0] } },
					},
				},
			],
			session === undefined ? {} : { session },
		)
		.toArray();
	const sumOf = (field: "there" | "ms" | "timed") => found.reduce((sum, state) => sum + state[field], 0);
	return {
		counts: Object.fromEntries(found.map(({ _id, count }) => [_id, count])),
		there: sumOf("there"),
		ms: sumOf("ms"),
		timed: sumOf("timed"),
	};
}

/** Indexes of runs, rows, what was done and what was read, and counts of older runs. At most one row of a run is open. */
export const routineRunMigrations: readonly Migration[] = [
	{
		id: "2026-11-routine-run-indexes",
		run: async (db) => {
			await db
				.collection("routine_runs")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, ...newestFirst } },
					{ key: { tenantId: 1, ...newestFirst } },
					{ key: { tenantId: 1, userId: 1, createKey: 1 }, unique: true, partialFilterExpression: { createKey: { $type: "string" } } },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db
				.collection("routine_rows")
				.createIndexes([
					{ key: { tenantId: 1, runId: 1, key: 1 }, unique: true },
					{ key: { tenantId: 1, runId: 1, index: 1 } },
					{ key: { tenantId: 1, runId: 1, state: 1, index: 1 } },
					{ key: { tenantId: 1, runId: 1 }, unique: true, partialFilterExpression: { isOpen: true }, name: "open" },
					{ key: { tenantId: 1, runId: 1 }, partialFilterExpression: { heals: { $exists: true } }, name: "unproposed" },
					{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
				]);
			await db.collection("routine_done_rows").createIndex({ tenantId: 1, routineId: 1, hash: 1 }, { unique: true });
			await db.collection("routine_tables").createIndexes([
				{ key: { tenantId: 1, taskId: 1, stepIndex: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
	{
		id: "2026-11-routine-run-progress",
		run: async (db) => {
			const runs = db.collection<StoredRun>("routine_runs");
			for await (const run of runs.find({ progress: { $exists: false } }, { projection: listed }))
				await runs.updateOne({ _id: run._id }, { $set: { progress: await progressOfRows(db.collection("routine_rows"), run) } });
		},
	},
	{
		id: "2026-11-routine-run-lists",
		run: async (db) => {
			await db
				.collection("routine_runs")
				.createIndex(
					{ tenantId: 1, userId: 1, listHash: 1, ...newestFirst },
					{ partialFilterExpression: { listHash: { $type: "string" } } },
				);
		},
	},
	{
		id: "2026-11-routine-run-queue",
		run: async (db) => {
			await db.collection("routine_runs").createIndexes([
				{ key: { tenantId: 1, userId: 1, state: 1, "queue.dueAt": 1 }, partialFilterExpression: { "queue.dueAt": { $type: "date" } } },
				{ key: { tenantId: 1, "startedBy.id": 1, ...newestFirst }, partialFilterExpression: { "startedBy.id": { $type: "string" } } },
			]);
		},
	},
	{
		id: "2026-11-routine-run-runners",
		run: async (db) => {
			await db.collection("routine_runs").createIndexes([
				{
					key: { tenantId: 1, "queue.browser": 1, state: 1, "queue.dueAt": 1 },
					partialFilterExpression: { "queue.dueAt": { $type: "date" } },
				},
				{ key: { tenantId: 1, "lease.runner": 1 }, partialFilterExpression: { "lease.runner": { $type: "string" } } },
			]);
		},
	},
];
