import type { Usage } from "../../decider/decider.ts";
import type { StepCall, StepDeps } from "../ports.ts";
import { addSpent, nothingSpent } from "../task/budget.ts";
import type { WrittenStep } from "../task/record/writes.ts";
import { markOf } from "./begin.ts";

const dayMs = 86_400_000;

/** The store of tasks, and the step that was given to it to write, whatever became of it. */
export function watchWrites(tasks: StepDeps["tasks"]): {
	readonly tasks: StepDeps["tasks"];
	readonly written: () => WrittenStep | undefined;
} {
	let written: WrittenStep | undefined;
	const record: StepDeps["tasks"]["record"] = (tenantId, write) => {
		const { taskId, stepIndex, messageId } = write.step;
		if (messageId !== undefined) written = { taskId, stepIndex, messageId };
		return tasks.record(tenantId, write);
	};
	return { tasks: { ...tasks, record }, written: () => written };
}

/**
 * Answers of a model that led to no step are paid for all the same: the budget of the task knows of them, and the tenant's usage.
 * A step that was stored although its request failed counts itself; where nobody can say, nothing is counted twice.
 *
 * @throws never
 */
export async function payFor(
	{ tasks, noteLost, decider, now, rules }: StepDeps,
	call: StepCall,
	{ usage, written }: { readonly usage: Usage; readonly written: WrittenStep | undefined },
): Promise<void> {
	if (usage.calls === 0) return;
	const { tenantId, userId, limits } = call.identity;
	if (written !== undefined && (await tasks.isStored(tenantId, written).catch(() => true))) return;
	const { key } = markOf(call);
	// A task that this request made is kept for its retry, if a key leads back to it.
	const made =
		call.body.taskId === undefined && key !== undefined ? await tasks.findCreated(tenantId, userId, key).catch(() => null) : null;
	const taskId = call.body.taskId ?? made?._id;
	const createdAt = now();
	const expireAt = new Date(createdAt.getTime() + (limits.retentionDays ?? rules.retentionDays) * dayMs);
	const spent = addSpent(nothingSpent, usage);
	const row = { userId, ...(taskId === undefined ? {} : { taskId }), model: modelOf(decider), spent, createdAt, expireAt };
	// The refusal that is on its way says more than a database that cannot be written to.
	await Promise.allSettled([noteLost(tenantId, row), ...(taskId === undefined ? [] : [tasks.addSpent(tenantId, taskId, spent)])]);
}

/** As the usage names it. */
export function modelOf({ name, model }: StepDeps["decider"]): string {
	return model === undefined ? name : `${name}/${model}`;
}
