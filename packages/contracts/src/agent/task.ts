import { z } from "zod";

/** The seven states of an orchestrator. */
export const OrchestratorStatus = z.enum(["planning", "executing", "verifying", "correcting", "completed", "failed", "needs_user_input"]);
export type OrchestratorStatus = z.infer<typeof OrchestratorStatus>;

/** Stored states of a task: the seven, and two ends that no step replies with. */
export const TaskStatus = z.enum([...OrchestratorStatus.options, "cancelled", "expired"]);
export type TaskStatus = z.infer<typeof TaskStatus>;

/** True for a final state. */
export function isTerminal(status: TaskStatus): boolean {
	return status === "completed" || status === "failed" || status === "cancelled" || status === "expired";
}

/** `careful` asks before it commits anything; `autonomous` warns. */
export const Mode = z.enum(["autonomous", "careful"]);
export type Mode = z.infer<typeof Mode>;

/** One step of a plan; `id` is `step_` and the 0-based index. */
export const PlanStep = z.object({
	id: z.string(),
	index: z.number().int().nonnegative(),
	description: z.string().max(200),
	status: z.enum(["pending", "active", "completed", "failed"]),
	reasoning: z.string().optional(),
	toolType: z.enum(["DOM", "SERVER", "MIXED"]),
	expectedOutcome: z.record(z.string(), z.unknown()).optional(),
});
export type PlanStep = z.infer<typeof PlanStep>;

/** The plan of a task: 1 to 10 steps, the 0-based index of the step of this reply, and the time of planning. */
export const Plan = z.object({
	steps: z.array(PlanStep).min(1).max(10),
	currentStepIndex: z.number().int().nonnegative(),
	createdAt: z.iso.datetime(),
});
export type Plan = z.infer<typeof Plan>;

/** Why a task ended with `fail()`. */
export const FailureCategory = z.enum([
	"loop",
	"low_efficiency",
	"max_steps",
	"budget",
	"refused",
	"stuck",
	"incomplete",
	"not_understood",
	"not_on_page",
	"impossible",
	"model_output_invalid",
	"by_model",
]);
export type FailureCategory = z.infer<typeof FailureCategory>;

/** The expected effect of an action, checkable on the next page. `id` is an element id of the page before the action. */
export const Expectation = z.discriminatedUnion("kind", [
	z.object({ kind: z.literal("url_contains"), text: z.string().min(1).max(500) }),
	z.object({ kind: z.literal("url_changes") }),
	z.object({ kind: z.literal("text_appears"), text: z.string().min(1).max(500) }),
	z.object({ kind: z.literal("text_gone"), text: z.string().min(1).max(500) }),
	z.object({ kind: z.literal("value_is"), id: z.number().int(), value: z.string().max(10_000) }),
	z.object({ kind: z.literal("state_is"), id: z.number().int(), state: z.string().max(40), on: z.boolean() }),
	z.object({ kind: z.literal("element_appears"), name: z.string().min(1).max(200), role: z.string().max(40).optional() }),
	z.object({ kind: z.literal("element_gone"), id: z.number().int() }),
	z.object({ kind: z.literal("dialog_opens") }),
	z.object({ kind: z.literal("dialog_closes") }),
	z.object({ kind: z.literal("any_change") }),
	z.object({ kind: z.literal("none") }),
]);
export type Expectation = z.infer<typeof Expectation>;

/** The verdict on the last action. `success` needs a confidence of at least 0.70. */
export const Verification = z.object({
	stepIndex: z.number().int().nonnegative(),
	verdict: z.enum(["success", "failure", "unclear"]),
	confidence: z.number().min(0).max(1),
	by: z.enum(["facts", "model"]),
	observations: z.array(z.string()).max(20),
});
export type Verification = z.infer<typeof Verification>;
