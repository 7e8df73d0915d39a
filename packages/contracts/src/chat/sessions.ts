import { z } from "zod";
import { SessionId, TaskId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";
import { Message } from "./message.ts";

/** The status of a chat: that of its newest task, or `archived` by its user. */
export const SessionStatus = z.enum(["active", "completed", "failed", "interrupted", "archived"]);
export type SessionStatus = z.infer<typeof SessionStatus>;

/**
 * A chat of one user on one site (spec 001 §2). Times in milliseconds since the epoch; `url` is "" and `domain` absent for agent sessions.
 * `lastTaskId` is the newest task. `match` is there in search results.
 */
export const Session = z.object({
	sessionId: SessionId,
	title: z.string(),
	createdAt: z.number().nonnegative(),
	updatedAt: z.number().nonnegative(),
	url: z.string(),
	domain: z.string().optional(),
	messageCount: z.number().int().nonnegative(),
	status: SessionStatus,
	isRenamed: z.boolean(),
	lastTaskId: TaskId.optional(),
	match: z
		.object({
			/** Text around the found words, at most 200 characters, in one line. */
			snippet: z.string(),
			/** The message that holds them; absent when the title does. */
			sequenceNumber: z.number().int().nonnegative().optional(),
		})
		.optional(),
});
export type Session = z.infer<typeof Session>;

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const listed = (text: string) => text.split(",").map((part) => part.trim());
const isStatus = (text: string): text is SessionStatus => SessionStatus.safeParse(text).success;

/** A comma list of statuses, such as `active,failed`. */
const StatusList = z
	.string()
	.refine((text) => listed(text).every(isStatus), `must be a comma list of ${SessionStatus.options.join(", ")}`)
	.transform((text) => listed(text).filter(isStatus));

/** Longest title without its domain prefix, in characters. */
export const maxTitleCharacters = 200;

const SessionParams = z.strictObject({ sessionId: SessionId });
const SessionReply = z.object({ session: Session });
const MaybeSessionReply = z.object({ session: Session.nullable() });

export const sessionListRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session",
	summary: "The user's chats, newest first; q searches titles and messages",
	description:
		"The user's chats, newest `updatedAt` first. `q` searches titles and messages, case ignored; `status` leaves out `archived` by default.",
	query: z.strictObject({
		status: StatusList.optional(),
		domain: z.string().trim().min(1).max(300).optional(),
		q: searchText().optional(),
		limit: wholeNumber(1, 100).default(20),
		cursor: z.string().min(1).max(200).optional(),
	}),
	reply: z.object({ sessions: z.array(Session), total: z.number().int().nonnegative(), nextCursor: z.string().nullable() }),
});

export const latestSessionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session/latest",
	summary: "The user's newest chat",
	description: "The newest chat of the user.",
	reply: MaybeSessionReply,
});

export const sessionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session/:sessionId",
	summary: "One chat",
	description: "One chat of the user.",
	params: SessionParams,
	reply: SessionReply,
	errors: ["SESSION_NOT_FOUND"],
});

export const changeSessionRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: "/api/session/:sessionId",
	summary: "Rename or archive a chat",
	description: "Renames, archives or restores a chat. The domain prefix of the title is kept.",
	params: SessionParams,
	body: z
		.strictObject({ title: z.string().max(1_000).optional(), status: z.enum(["archived", "active"]).optional() })
		.refine(({ title, status }) => title !== undefined || status !== undefined, "needs one of title, status"),
	reply: SessionReply,
	errors: ["SESSION_NOT_FOUND"],
});

export const deleteSessionRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: "/api/session/:sessionId",
	status: 204,
	summary: "Delete a chat",
	description: "Deletes a chat with its messages and events; its tasks stay for the audit.",
	params: SessionParams,
	errors: ["SESSION_NOT_FOUND", "TASK_ACTIVE"],
});

export const sessionByDomainRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session/by-domain/:domain",
	summary: "The newest chat of a domain",
	description: "The newest chat of a domain. `status` is one value, a comma list, or `any`; `active` by default.",
	params: z.strictObject({ domain: z.string().min(1).max(256) }),
	query: z.strictObject({ status: z.union([z.literal("any"), StatusList]).default(["active"]) }),
	reply: MaybeSessionReply,
});

export const messagesRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/session/:sessionId/messages",
	summary: "The messages of a chat",
	description:
		"Messages in ascending order; the newest `limit` without a cursor. `before` and `after` are sequence numbers. Messages expire with their task: `total` counts those that are there, and the first number may be above 0. An unknown chat has no messages.",
	params: SessionParams,
	query: z
		.strictObject({
			limit: wholeNumber(1, 500).default(200),
			before: wholeNumber(0, 1_000_000_000).optional(),
			after: wholeNumber(0, 1_000_000_000).optional(),
		})
		.refine(({ before, after }) => before === undefined || after === undefined, { path: ["after"], error: "must not come with before" }),
	reply: z.object({
		sessionId: SessionId,
		messages: z.array(Message),
		total: z.number().int().nonnegative(),
		sessionExists: z.boolean(),
		hasMoreBefore: z.boolean(),
		hasMoreAfter: z.boolean(),
	}),
});
