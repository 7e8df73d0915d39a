import type { TaskId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { findDuplicate } from "./admission.ts";
import type { StepCall, StepDeps } from "./ports.ts";

const taskId = "tsk_1" as TaskId;
const idempotency = { key: "key-1", bodyHash: "hash" };
const row = { taskId, stepIndex: 4, bodyHash: "hash", reply: "{}" };
const call = { identity: { tenantId: "t", userId: "u" }, body: { taskId } } as StepCall;

/** What is with a majority: the step of the key from the nth question on, and the newest step, of a task that has five. */
const find = (
	from: number,
	newest: number,
	task: { readonly _id: TaskId; readonly stepCount: number } | null = { _id: taskId, stepCount: 5 },
) => {
	let asked = 0;
	const tasks = {
		findReplay: async () => {
			asked += 1;
			return asked >= from ? row : null;
		},
		findCreated: async () => task,
		get: async () => task,
		readFor: async () => ({ past: newest < 0 ? [] : [{ stepIndex: newest }], replay: null, isOf: () => true }),
	} as unknown as StepDeps["tasks"];
	const deps = { tasks, sealer: {} as never };
	return [call, { ...call, body: {} } as StepCall].map((one) => findDuplicate(deps, one, idempotency));
};

const never = Number.POSITIVE_INFINITY;

test("who was overtaken by its own twin gets the twin's answer, as soon as that is with a majority", async () => {
	for (const found of find(1, 4)) expect(await found).toMatchObject({ stepIndex: 4, isReplay: true });
	for (const newest of [3, -1]) for (const found of find(never, newest)) await expect(found).rejects.toMatchObject({ code: "TASK_BUSY" });
	const [found] = find(2, 4);
	expect(await found).toMatchObject({ stepIndex: 4, isReplay: true });
});

test("and by somebody else's step none", async () => {
	for (const found of [...find(never, 4), ...find(never, 4, null)]) expect(await found).toBeNull();
});
