import type { Base } from "@webhand/service-kit/base";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { createWithinLimit, newTask } from "../new-task.ts";
import { endTask } from "../step/background.ts";
import { runStep } from "../step/engine.ts";
import type { StepDeps } from "../step/ports.ts";
import { requestName } from "../step/running.ts";
import { createRunStore } from "../store/runs.ts";
import type { RunDeps } from "./engine.ts";

type Given = Pick<Base, "mongo" | "log"> & Pick<RunDeps, "tasks"> & { readonly steps: StepDeps };

/** Opens the second channel over the engine of steps. */
export function openRuns({ mongo, log, steps, tasks }: Given): RunDeps {
	const { keepPage, sealer, events, newMessageId, now, rules } = steps;
	return {
		runs: createRunStore(mongo),
		tasks,
		keepPage,
		sealer,
		log,
		newMessageId,
		now,
		newTask: (call, origin) => newTask(steps, call, origin),
		createWithinLimit: (identity, create) => createWithinLimit(steps, identity, create),
		step: (call, signal) => runStep(steps, call, signal),
		publish: events.publish,
		cancel: async (task) => {
			const isEnded = await endTask(steps, task, { status: "cancelled" });
			if (isEnded) steps.stops.stop(task._id);
			const { tenantId, userId, _id: taskId, question } = task;
			if (isEnded) await steps.server.stop({ tenantId, userId, taskId, approvalId: question?.held?.server?.approvalId });
			return isEnded;
		},
		stopRequest: (identity, key) => steps.stops.stop(requestName(identity, key)),
		hashOf: hashOfBody,
		idleMs: rules.idleMs,
	};
}
