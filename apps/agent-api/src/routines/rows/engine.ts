import type { RoutineRunId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Sealer } from "@webhand/service-kit/seal";
import { hideIn } from "../../policy/secrets/mask.ts";
import type { RowWords, TaskOrigin } from "../../shared/task.ts";
import type { PlayedRow, Rows } from "../../tasks/step/ports.ts";
import { orderOf } from "../runs/policy.ts";
import { attemptKey, maxStepsOf, wordsOfRow } from "../runs/row.ts";
import type { RoutineRunStore, StoredRun } from "../runs/store.ts";
import { openValues } from "../runs/values.ts";
import type { KeptLimits } from "./kept.ts";
import { keptBy } from "./kept.ts";

/** What tasks that do rows need. `maxSteps`: how many steps any task may take. */
export type RowDeps = {
	readonly runs: Pick<RoutineRunStore, "planOf" | "row" | "keepTables">;
	readonly sealer: Sealer;
	readonly maxSteps: number;
};

/** What a table has of its routine, and not of a page. */
const namesOfTables: ReadonlySet<string> = new Set(["step", "name", "type"]);

/** Plans and rows that this process holds, in characters of JSON: both are read in each step, and never change. */
const planLimits: KeptLimits<StoredRun> = { most: 50, mostSize: 32_000_000, sizeOf: sizeAsJson };
const rowLimits: KeptLimits<OpenRow> = { most: 500, mostSize: 16_000_000, sizeOf: sizeAsJson };

type OpenRow = ReturnType<typeof openValues> & { readonly index: number; readonly words: RowWords };

function sizeAsJson(value: StoredRun | OpenRow): number {
	return JSON.stringify(value).length;
}

/** Opens the way from a task to the row that it does. */
export function createRows(deps: RowDeps): Rows {
	const plans = keptBy<RoutineRunId, StoredRun>(planLimits);
	const rows = keptBy<string, OpenRow>(rowLimits);
	const planOf = (tenantId: TenantId, runId: RoutineRunId) =>
		plans(runId, async () => {
			const plan = await deps.runs.planOf(tenantId, runId);
			if (plan === null) throw unknownRun();
			return plan;
		});
	return {
		begin: async (call) => {
			const { tenantId, userId } = call.identity;
			const { row: named } = call.body;
			if (named === undefined) return call;
			// Read anew: it may have been stopped.
			const [plan, row] = await Promise.all([deps.runs.planOf(tenantId, named.runId), deps.runs.row(tenantId, named.runId, named.rowKey)]);
			if (plan === null || row === null || plan.userId !== userId) throw unknownRun();
			if (plan.state === "stopped" || row.isOpen !== true)
				throw new AppError("RUN_ENDED", "This row is not to be done now", { details: { status: row.state } });
			const { routineId, version, options } = plan;
			const { values } = openValues(row, deps.sealer);
			const key = attemptKey(row);
			const origin: TaskOrigin = {
				routineId,
				version,
				runId: row.runId,
				rowKey: row.key,
				attempt: row.attempt,
				...(row.readsBack === true ? { readsBack: true } : {}),
			};
			return {
				...call,
				body: {
					...call.body,
					query: orderOf(plan.name, plan.program.inputs, row.values),
					mode: options.mode,
					sessionId: call.body.sessionId ?? plan.sessionId,
				},
				idempotency: { key, bodyHash: key },
				row: { origin, words: wordsOfRow(plan, values), maxSteps: maxStepsOf(plan, deps.maxSteps) },
			};
		},

		playedOf: async (tenantId, origin): Promise<PlayedRow> => {
			const { runId, rowKey } = origin;
			// A process that plays no routine spares the megabytes of the replay.
			const [{ createReplayDecider }, plan, { index, values, secrets, words }] = await Promise.all([
				import("../../decider/replay/decider.ts"),
				planOf(tenantId, runId),
				rows(attemptKey({ ...origin, key: rowKey }), async () => {
					const [row, played] = await Promise.all([deps.runs.row(tenantId, runId, rowKey), planOf(tenantId, runId)]);
					if (row === null) throw unknownRun();
					const opened = openValues(row, deps.sealer);
					return { index: row.index, ...opened, words: wordsOfRow(played, opened.values) };
				}),
			]);
			const { program, called, options, rowCount, expireAt } = plan;
			return {
				secrets,
				words,
				deciderFor: ({ _id: taskId, stepCount }, model) =>
					createReplayDecider({
						row: { program, called, values, isDryRun: options.isDryRun && index === 0 },
						readsBack: origin.readsBack === true,
						reopenedAt: origin.reopenedAt ?? 0,
						isAlone: rowCount === 1,
						model: options.asksModel ? model : null,
						keepTables: (found) =>
							deps.runs.keepTables({
								tenantId,
								runId,
								rowKey,
								taskId,
								stepIndex: stepCount,
								parts: hideIn(found, secrets, namesOfTables),
								expireAt,
							}),
					}),
			};
		},
	};
}

const unknownRun = () => new AppError("RUN_NOT_FOUND", "There is no such run");
