import { z } from "zod";
import { SessionId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** The channel of a chat. */
export const channelOf = (sessionId: SessionId) => `private-session-${sessionId}`;

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

export const eventsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session/:sessionId/events",
	summary: "The events of a chat after a number",
	description:
		"The stored events after `after`, in order. `gap`: events after it were deleted, so messages must be read again. `wait` holds the request up to that many seconds until there is an event.",
	params: z.strictObject({ sessionId: SessionId }),
	query: z.strictObject({
		after: wholeNumber(0, 1_000_000_000).default(0),
		limit: wholeNumber(1, 500).default(100),
		wait: wholeNumber(0, 25).default(0),
	}),
	waits: true,
	reply: z.object({
		sessionId: SessionId,
		events: z.array(
			z.object({
				seq: z.number().int().positive(),
				eventId: z.string(),
				name: z.string(),
				data: z.record(z.string(), z.unknown()),
				createdAt: z.iso.datetime(),
			}),
		),
		lastSeq: z.number().int().nonnegative(),
		oldestSeq: z.number().int().nonnegative(),
		gap: z.boolean(),
	}),
	errors: ["RUN_NOT_FOUND", "SESSION_NOT_FOUND"],
	runners: "its_run",
});

export const pusherAuthRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/pusher/auth",
	summary: "Sign a realtime channel",
	description: "Signs a channel, or the sign-in of a socket where `channel_name` is absent (Pusher Channels protocol, authentication).",
	consumes: ["json", "form"],
	body: z.object({
		socket_id: z.string().regex(/^\d{1,20}\.\d{1,20}$/, "must be two numbers with a dot between"),
		channel_name: z.string().min(1).max(200).optional(),
	}),
	// The first that fits counts: one with an optional field would drop the other's.
	reply: z.union([
		z.object({ auth: z.string(), user_data: z.string() }),
		z.object({ auth: z.string(), channel_data: z.string().optional() }),
	]),
	errors: ["RUN_NOT_FOUND", "FORBIDDEN"],
	runners: "its_run",
});

export const realtimeSettingsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/pusher/auth",
	summary: "How to connect to realtime",
	description: "How a client connects to realtime.",
	reply: z.object({
		transport: z.enum(["embedded", "pusher"]),
		key: z.string(),
		cluster: z.string(),
		wsHost: z.string(),
		wsPort: z.number().int().positive(),
		forceTLS: z.boolean(),
	}),
	runners: "itself",
});
