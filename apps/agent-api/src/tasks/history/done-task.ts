import { readRiskClass } from "@webhand/contracts/agent/step-labels";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import type { DoneAction, DoneStep, DoneTask } from "@webhand/routines/make/done-task";
import { isCommit } from "@webhand/routines/replay/act";
import { AppError } from "@webhand/service-kit/errors";
import type { BatchPart } from "../../shared/task.ts";
import type { TaskCall, TaskDeps } from "./engine.ts";
import { findTask, noteForeign } from "./engine.ts";
import { unpackPage } from "./keep.ts";
import type { DoneRow } from "./map.ts";

/** Pages from which checks may be proposed. */
const mostPages = 20;

/** A task that was completed, with its steps, for a routine; `isBare` without pages. @throws AppError TASK_NOT_FOUND, TASK_NOT_COMPLETED */
export async function readDoneTask(deps: TaskDeps, call: TaskCall & { readonly isBare?: boolean }): Promise<DoneTask> {
	const { identity, taskId } = call;
	const task = await findTask(deps, call);
	if (task.status !== "completed")
		throw new AppError("TASK_NOT_COMPLETED", "Only a task that was completed shows how it is done", { details: { status: task.status } });
	await noteForeign(deps, call, { task, what: "routine" });
	const rows = await deps.traces.doneSteps(identity.tenantId, taskId);
	const pages = call.isBare === true ? new Map<number, PageView>() : await pagesAfterCommits(deps, call, rows);
	return { query: task.query, steps: rows.map((row) => doneStepOf(row, pages.get(row.stepIndex))) };
}

/** The kept pages behind steps that commit, where the tenant keeps any: they may show what was saved. */
async function pagesAfterCommits({ traces }: TaskDeps, { identity, taskId }: TaskCall, rows: readonly DoneRow[]) {
	const first = rows.find(({ gate, parsed }) => isCommit({ class: readRiskClass(gate.class), do: parsed.name }))?.stepIndex;
	const behind = first === undefined ? [] : rows.filter(({ stepIndex }) => stepIndex > first).slice(0, mostPages);
	const kept = await Promise.all(
		behind.map(async ({ stepIndex }) => {
			const page = await traces.page(identity.tenantId, taskId, stepIndex);
			// Also a client without page text may have sent it: then nothing is proposed from it.
			return page === null ? [] : ([[stepIndex, parsePage(await unpackPage(page.gzip))]] as const);
		}),
	);
	return new Map<number, PageView>(kept.flat());
}

/** A stored step as a routine is made from it. @throws never */
export function doneStepOf(row: DoneRow, page: PageView | undefined): DoneStep {
	const [, ...more] = row.batch ?? [];
	const { before } = row;
	return {
		...doneActionOf(row),
		stepIndex: row.stepIndex,
		by: row.by,
		class: readRiskClass(row.gate.class),
		outcome: row.gate.outcome,
		more: more.map(doneActionOf),
		before: before === null || before === undefined ? null : { url: before.url, title: before.title, states: before.target?.states },
		page,
	};
}

function doneActionOf(
	part: Pick<BatchPart, "parsed" | "expect" | "isExplicit" | "verification" | "described" | "describedTo" | "targetName">,
): DoneAction {
	const { parsed, expect, isExplicit, verification, described, describedTo, targetName } = part;
	return { parsed, expect, isExplicit, verification, target: described, to: describedTo, targetName };
}
