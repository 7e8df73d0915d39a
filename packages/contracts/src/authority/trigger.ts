import { z } from "zod";
import { RoutineId, RoutineRunId, TriggerId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RunOptions, RunQueue } from "../routine/run.ts";
import { InputName } from "../routine/words.ts";

/** Bounds of triggers; `body` in bytes, `windowSeconds` is how old a call may be. */
export const triggerLimits = { ofTenant: 200, body: 256_000, windowSeconds: 300 } as const;

/** Where a value stands in the body of a call: names and places with dots between, such as `order.lines.0.amount`. */
const FieldPath = z.string().regex(/^[^.\s]{1,100}(\.[^.\s]{1,100}){0,9}$/, "must be names with dots between, such as order.amount");

const given = {
	routineId: RoutineId,
	name: z.string().trim().min(1).max(80),
	/** Where the value of each input stands in the body. An input that is left out has its preset. */
	fields: z.record(InputName, FieldPath),
	options: RunOptions.prefault({}),
	queue: RunQueue,
};

/** An address at which a system starts a routine. `url` is where it posts; while it is paused, calls are refused. */
export const Trigger = z.object({
	id: TriggerId,
	ownerId: UserId,
	...given,
	options: RunOptions,
	routineName: z.string(),
	url: z.url(),
	pausedAt: z.iso.datetime().optional(),
	lastCallAt: z.iso.datetime().optional(),
	createdAt: z.iso.datetime(),
});
export type Trigger = z.infer<typeof Trigger>;

/** What signs the calls: `whsec_` and 32 bytes in base64. It is shown once. */
const Secret = z.string();

const path = "/api/v1/agent/triggers";
const Params = z.strictObject({ triggerId: TriggerId });

export const createTriggerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Let a system start a routine",
	description: "Makes an address and a secret, which is shown once. Calls are signed as Standard Webhooks says.",
	body: z.strictObject(given),
	reply: z.object({ trigger: Trigger, secret: Secret }),
	errors: ["ROUTINE_NOT_FOUND", "LIMIT_REACHED"],
});

export const triggersRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Addresses at which systems start the caller's routines",
	description: "`all` takes the tenant's, for admins; `routineId` those of one routine.",
	query: z.strictObject({
		routineId: RoutineId.optional(),
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
	}),
	reply: z.object({ triggers: z.array(Trigger) }),
	errors: ["FORBIDDEN"],
});

export const changeTriggerRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: `${path}/:triggerId`,
	summary: "Pause or resume an address",
	description: "While it is paused, signed calls get FORBIDDEN and start nothing. For its owner; admins pause any. Repeatable.",
	params: Params,
	body: z.strictObject({ isPaused: z.boolean() }),
	reply: z.object({ trigger: Trigger }),
	errors: ["TRIGGER_NOT_FOUND"],
});

export const rotateTriggerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:triggerId/rotate`,
	summary: "Give an address another secret",
	description: "The one before signs nothing any more. The new one is shown once. For its owner.",
	params: Params,
	reply: z.object({ secret: Secret }),
	errors: ["TRIGGER_NOT_FOUND"],
});

export const deleteTriggerRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${path}/:triggerId`,
	status: 204,
	summary: "Close an address",
	description: "For its owner and admins.",
	params: Params,
	errors: ["TRIGGER_NOT_FOUND"],
});

export const callTriggerRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:triggerId/call`,
	status: 201,
	summary: "Start a routine from a system",
	description:
		"Signed with `webhook-id`, `webhook-timestamp` (at most five minutes old) and `webhook-signature` (`v1,` and HMAC-SHA256 over `id.timestamp.body` in base64). A repeated id starts nothing: the same body gets the same run, another one IDEMPOTENCY_CONFLICT. UNAUTHORIZED says nothing of the cause.",
	params: Params,
	headers: z.object({
		"webhook-id": z.string().max(200).optional(),
		"webhook-timestamp": z.string().max(20).optional(),
		"webhook-signature": z.string().max(1_000).optional(),
	}),
	body: z.record(z.string(), z.json()),
	bodyLimit: triggerLimits.body,
	isSigned: true,
	public: true,
	reply: z.object({ runId: RoutineRunId }),
	errors: ["UNAUTHORIZED", "FORBIDDEN", "ROUTINE_NOT_FOUND", "NOT_FOUND", "LIMIT_REACHED", "IDEMPOTENCY_CONFLICT", "PAYLOAD_TOO_LARGE"],
});
