import { z } from "zod";
import { MandateId, RoutineId, RoutineRunId, TaskId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { routineLimits } from "../routine/limits.ts";
import { StepId } from "../routine/step-id.ts";
import { Amount, Currency } from "./mandate-note.ts";
import { PolicyHours } from "./policy.ts";

const mostUses = 10_000;
/** A mandate ends within a year. */
export const mostMandateDays = 366;

/** Up to how much a use, and all uses together. Without `currency` for amounts that the page writes as bare numbers. */
export const MandateAmount = z
	.strictObject({ currency: Currency.optional(), perUse: Amount, inSum: Amount })
	.refine(({ perUse, inSum }) => perUse <= inSum, { path: ["inSum"], message: "must be at least the amount of one use" });
export type MandateAmount = z.infer<typeof MandateAmount>;

/** How far a mandate goes. Without `amount` it covers nothing that an amount stands with; without `hours` it holds at any time. */
export const MandateTerms = z.strictObject({
	uses: z.number().int().min(1, "must be at least 1").max(mostUses, `must be at most ${mostUses}`),
	amount: MandateAmount.optional(),
	hours: PolicyHours.optional(),
	until: z.iso.datetime(),
});
export type MandateTerms = z.infer<typeof MandateTerms>;

/** `used_up`: no use is left; `ended`: its date, its run or its version is over. */
export const MandateState = z.enum(["standing", "used_up", "ended", "revoked"]);
export type MandateState = z.infer<typeof MandateState>;

/** A step that a mandate covers, as a sentence. */
export const MandateStep = z.object({ id: StepId, text: z.string() });
export type MandateStep = z.infer<typeof MandateStep>;

/**
 * What a person allowed a routine to do without asking: steps of one version that commit, on its sites. With `runId` only in that run.
 * `spent` is the sum of its uses.
 */
export const Mandate = MandateTerms.extend({
	id: MandateId,
	userId: UserId,
	routineId: RoutineId,
	routineName: z.string(),
	version: z.number().int().positive(),
	runId: RoutineRunId.optional(),
	steps: z.array(MandateStep),
	sites: z.array(z.string()),
	used: z.number().int().nonnegative(),
	spent: z.number().nonnegative(),
	state: MandateState,
	createdAt: z.iso.datetime(),
	revokedAt: z.iso.datetime().optional(),
	revokedBy: UserId.optional(),
});
export type Mandate = z.infer<typeof Mandate>;

/** One use: the step of a task that a mandate allowed. */
export const MandateUse = z.object({
	at: z.iso.datetime(),
	taskId: TaskId,
	stepIndex: z.number().int().nonnegative(),
	runId: RoutineRunId,
	rowKey: z.string(),
	step: StepId,
	amount: z.number().nonnegative().optional(),
});
export type MandateUse = z.infer<typeof MandateUse>;

const path = "/api/v1/agent/mandates";
const Params = z.strictObject({ mandateId: MandateId });
const Cursor = z.string().min(1).max(200).optional();

export const mandatesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Mandates, newest first",
	description: "The caller's own ones, or with `all` those of the organization, for admins.",
	query: z.strictObject({
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		routineId: RoutineId.optional(),
		cursor: Cursor,
	}),
	reply: z.object({ mandates: z.array(Mandate), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
});

export const grantMandateRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Let a version of a routine commit without asking",
	description:
		"Covers `steps` of the version, by default all that commit; with `runId` in that run of the caller alone. FORBIDDEN where the policy leaves mandates to admins.",
	body: MandateTerms.extend({
		routineId: RoutineId,
		version: z.number().int().positive(),
		runId: RoutineRunId.optional(),
		steps: z.array(StepId).min(1).max(routineLimits.steps).optional(),
	}),
	reply: z.object({ mandate: Mandate }),
	errors: ["ROUTINE_NOT_FOUND", "RUN_NOT_FOUND", "FORBIDDEN", "HASH_MISMATCH", "LIMIT_REACHED"],
});

export const mandateOfferRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/offer/:routineId`,
	summary: "What a mandate for a routine would cover",
	description: "The steps of the current version that commit and may be allowed, as sentences. Without steps there is nothing to grant.",
	params: z.strictObject({ routineId: RoutineId }),
	reply: z.object({ version: z.number().int().positive(), sites: z.array(z.string()), steps: z.array(MandateStep), mayGrant: z.boolean() }),
	errors: ["ROUTINE_NOT_FOUND"],
});

export const mandateRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:mandateId`,
	summary: "A mandate with its uses, newest first",
	params: Params,
	query: z.strictObject({ cursor: Cursor }),
	reply: z.object({ mandate: Mandate, uses: z.array(MandateUse), nextCursor: z.string().nullable() }),
	errors: ["NOT_FOUND"],
});

export const revokeMandateRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:mandateId/revoke`,
	summary: "Take a mandate back",
	description: "At once on every replica: a row under way asks before its next commit. By its person and by admins. Repeatable.",
	params: Params,
	reply: z.object({ mandate: Mandate }),
	errors: ["NOT_FOUND"],
});
