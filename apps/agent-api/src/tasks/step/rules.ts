import type { Config } from "../../config.ts";
import { mostDecisions } from "../../decider/metering.ts";
import { defined } from "../../shared/defined.ts";
import type { StepRules } from "./ports.ts";

/** The rest of a step beside its model calls. */
const overheadMs = 10_000;

/** The limits of tasks and steps that the settings name. */
export function rulesOf(config: Config): StepRules {
	return {
		maxSteps: config.MAX_STEPS,
		leaseMs: config.LEASE_MS,
		deadlineMs: config.STEP_DEADLINE_MS ?? mostDecisions * config.MODEL_TIMEOUT_MS + overheadMs,
		waitMs: config.STEP_WAIT_MS,
		questionMs: config.QUESTION_MINUTES * 60_000,
		approvalMs: config.APPROVAL_SECONDS * 1_000,
		idleMs: config.TASK_IDLE_MINUTES * 60_000,
		retentionDays: config.RETENTION_DAYS,
		budget: {
			tokens: config.TASK_TOKEN_BUDGET,
			workMs: config.TASK_WORK_MINUTES * 60_000,
			...defined({ usd: config.TASK_USD_BUDGET }),
		},
	};
}
