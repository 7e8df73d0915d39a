import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import { defined } from "../../shared/defined.ts";
import type { StepRow } from "../../shared/task.ts";
import { readLabels } from "../../shared/task.ts";

/** The stored step of an earlier request with a key. */
export type Replayable = Pick<StepRow, "bodyHash" | "reply" | "isSealed" | "taskId" | "stepIndex">;

/** The newest steps of a task, oldest first, and the step of the requested key. */
export type StepHistory = { readonly past: readonly StepRow[]; readonly replay: Replayable | null };

type ReadWish = { readonly tenantId: TenantId; readonly taskId: TaskId; readonly limit: number; readonly replay?: object };
type ReadRow = (StepRow & { readonly part?: undefined }) | (Replayable & Pick<StepRow, "before"> & { readonly part: "newest" | "replay" });

const replayFields = { _id: 0, bodyHash: 1, reply: 1, isSealed: 1, taskId: 1, stepIndex: 1 } as const;

const keyLifeMs = 24 * 3_600_000;

/** Opens the reads of steps. `oldestKey`: a key counts for 24 hours. */
export function createHistory(mongo: Pick<Mongo, "db">, now: () => Date) {
	const steps = mongo.db.collection<StepRow>("task_actions");
	const oldestKey = () => new Date(now().getTime() - keyLifeMs);
	const replayFilter = (tenantId: TenantId, userId: UserId, key: string) => ({ tenantId, userId, key, createdAt: { $gt: oldestKey() } });

	const read = async ({ tenantId, taskId, limit, replay }: ReadWish): Promise<StepHistory> => {
		const newest = [{ $match: { tenantId, taskId } }, { $sort: { stepIndex: -1 } }] as const;
		const also = (pipeline: object[]) => ({ $unionWith: { coll: "task_actions", pipeline } });
		const rows = await steps
			.aggregate<ReadRow>(
				[
					...newest,
					{ $limit: limit },
					{ $project: { _id: 0, before: 0, reply: 0, knowledge: 0 } },
					also([...newest, { $limit: 1 }, { $project: { _id: 0, part: "newest", stepIndex: 1, before: 1, reply: 1 } }]),
					...(replay === undefined ? [] : [also([{ $match: replay }, { $limit: 1 }, { $project: { ...replayFields, part: "replay" } }])]),
				],
				requestLimit,
			)
			.toArray();
		return historyOf(rows) ?? (await read({ tenantId, taskId, limit, ...defined({ replay }) }));
	};

	return {
		oldestKey,

		/** The step that an earlier request with this key led to, in the last 24 hours. */
		findReplay: (tenantId: TenantId, userId: UserId, key: string): Promise<Replayable | null> =>
			steps.findOne(replayFilter(tenantId, userId, key), { projection: replayFields, ...requestLimit }),

		/** The newest steps, oldest first. Only the newest has its `before` and `reply`, which are most of a row. */
		recent: async (tenantId: TenantId, taskId: TaskId, limit: number): Promise<readonly StepRow[]> =>
			(await read({ tenantId, taskId, limit })).past,

		/** The newest steps, and the step of an earlier request with this key, in one round trip: every step needs both. */
		readFor: (
			tenantId: TenantId,
			userId: UserId,
			{ taskId, key, limit }: { readonly taskId: TaskId; readonly key: string | undefined; readonly limit: number },
		): Promise<StepHistory> =>
			read({ tenantId, taskId, limit, ...defined({ replay: key === undefined ? undefined : replayFilter(tenantId, userId, key) }) }),
	};
}

/** The parts of one read, joined; null when a step was written between them. */
function historyOf(rows: readonly ReadRow[]): StepHistory | null {
	const past: StepRow[] = [];
	let newest: Pick<StepRow, "stepIndex" | "before"> & { reply?: string } = { stepIndex: -1, before: null };
	let replay: Replayable | null = null;
	for (const row of rows) {
		if (row.part === undefined) past.push({ ...row, ...readLabels(row), before: null });
		else if (row.part === "replay") replay = row;
		else newest = { stepIndex: row.stepIndex, before: row.before, ...defined({ reply: row.reply }) };
	}
	const [first, ...others] = past;
	if ((first?.stepIndex ?? -1) !== newest.stepIndex) return null;
	return { past: first === undefined ? [] : [...others.reverse(), { ...first, ...newest }], replay };
}
