import { z } from "zod";
import { MandateId, RoutineId, RoutineRunId, TaskId, UserId, WebhookId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RowState, RunState } from "../routine/run.ts";

/** Id of a message to a webhook, its header `webhook-id`: the same for each attempt. */
export const DeliveryId = z
	.string()
	.regex(/^msg_[0-9A-Za-z]{22}$/)
	.brand<"DeliveryId">();
export type DeliveryId = z.infer<typeof DeliveryId>;

/**
 * What a webhook may be told of. `run.finished`: each row has an end; `run.failed`: in its place where no row was done, or a failure stopped the
 * run; `run.waiting`: a row asks its person; `row.failed`: a row failed, was not saved, or nobody knows; `mandate.used_up`: the last use of a
 * mandate is gone. Readings of a list tell nothing.
 */
export const WebhookEvent = z.enum(["run.finished", "run.failed", "run.waiting", "row.failed", "mandate.used_up"]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/**
 * The body of a message (Standard Webhooks: `type`, `timestamp`, `data`). `row` counts from 1; `reason` may hold words of the page; values of
 * rows are never in it.
 */
export const WebhookMessage = z.object({
	type: z.enum([...WebhookEvent.options, "webhook.test"]),
	timestamp: z.iso.datetime(),
	data: z.object({
		run: z
			.object({
				id: RoutineRunId,
				routineId: RoutineId,
				name: z.string(),
				version: z.number().int().positive(),
				userId: UserId,
				state: RunState,
				rowCount: z.number().int().nonnegative(),
				counts: z.partialRecord(RowState, z.number().int().nonnegative()),
			})
			.optional(),
		row: z
			.object({ row: z.number().int().positive(), state: RowState, reason: z.string().optional(), taskId: TaskId.optional() })
			.optional(),
		/** `runId`: it counted in that run alone. */
		mandate: z
			.object({
				id: MandateId,
				routineId: RoutineId,
				routineName: z.string(),
				version: z.number().int().positive(),
				userId: UserId,
				uses: z.number().int().positive(),
				runId: RoutineRunId.optional(),
			})
			.optional(),
	}),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;

/** `failing`: paused by Webhand, because nothing arrived for 24 hours. */
export const WebhookState = z.enum(["active", "paused", "failing"]);
export type WebhookState = z.infer<typeof WebhookState>;

/** An address that is told of events. `failingSince`: no message arrived since then. Its secret is shown once, and never here. */
export const Webhook = z.object({
	id: WebhookId,
	url: z.string(),
	events: z.array(WebhookEvent),
	state: WebhookState,
	failingSince: z.iso.datetime().optional(),
	/** Until then messages are signed with the former secret as well. */
	formerSecretUntil: z.iso.datetime().optional(),
	createdBy: UserId,
	createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

/** Why an attempt failed where the address gave no answer. */
export const DeliveryProblem = z.enum(["refused_address", "redirect", "no_answer", "status"]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

/** A message and what became of it. `nextAt` while it is pending; `status` is that of the last answer. */
export const Delivery = z.object({
	id: DeliveryId,
	type: WebhookMessage.shape.type,
	state: z.enum(["pending", "delivered", "failed"]),
	attempts: z.number().int().nonnegative(),
	lastAt: z.iso.datetime().optional(),
	status: z.number().int().optional(),
	problem: DeliveryProblem.optional(),
	nextAt: z.iso.datetime().optional(),
	body: z.string(),
	createdAt: z.iso.datetime(),
});
export type Delivery = z.infer<typeof Delivery>;

const path = "/api/v1/agent/webhooks";
const Params = z.strictObject({ id: WebhookId });
const url = z
	.string()
	.max(2_000)
	.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), "must be an address that begins with https://");
const events = z
	.array(WebhookEvent)
	.min(1)
	.transform((given) => WebhookEvent.options.filter((event) => given.includes(event)));
const withSecret = z.object({ webhook: Webhook, secret: z.string() });

export const webhooksRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "The webhooks of the tenant",
	description: "At most 20. For admins.",
	reply: z.object({ webhooks: z.array(Webhook) }),
	errors: ["FORBIDDEN"],
});

export const addWebhookRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Add a webhook",
	description: "`secret` signs its messages (Standard Webhooks) and is shown this once. For admins.",
	body: z.strictObject({ url, events }),
	reply: withSecret,
	errors: ["FORBIDDEN", "LIMIT_REACHED"],
});

export const changeWebhookRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: `${path}/:id`,
	summary: "Change, pause or resume a webhook",
	description: "A paused one is told of nothing; what waited when it was paused goes out when it is active again. For admins.",
	params: Params,
	body: z.strictObject({ url: url.optional(), events: events.optional(), state: z.enum(["active", "paused"]).optional() }),
	reply: z.object({ webhook: Webhook }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const removeWebhookRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${path}/:id`,
	status: 204,
	summary: "Remove a webhook with its log",
	description: "For admins.",
	params: Params,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const rotateWebhookRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:id/rotate`,
	summary: "Give a webhook a new secret",
	description: "For 24 hours messages are signed with both. `secret` is shown this once. For admins.",
	params: Params,
	reply: withSecret,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const testWebhookRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:id/test`,
	status: 201,
	summary: "Send a test message",
	description: "Goes out at once, also while the webhook is paused, and is not tried again. For admins.",
	params: Params,
	reply: z.object({ delivery: Delivery }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const deliveriesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/:id/deliveries`,
	summary: "The messages to a webhook, newest first",
	description: "Those of the last 30 days; `nextCursor` is null at the end. For admins.",
	params: Params,
	query: z.strictObject({ limit: z.coerce.number().int().min(1).max(100).default(50), cursor: z.string().min(1).max(300).optional() }),
	reply: z.object({ deliveries: z.array(Delivery), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const resendRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:id/deliveries/:deliveryId/resend`,
	summary: "Send a message again",
	description: "The same message with the same `webhook-id`, at once. For admins.",
	params: z.strictObject({ id: WebhookId, deliveryId: DeliveryId }),
	reply: z.object({ delivery: Delivery }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});
