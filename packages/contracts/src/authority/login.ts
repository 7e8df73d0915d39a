import { z } from "zod";
import { LoginId, QuestionId, RoutineId, TaskId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";

/** What stands in a login beside its name and site. `code` is the one-time code of its seed, as the server computes it. */
export const LoginPart = z.enum(["username", "password", "code"]);
export type LoginPart = z.infer<typeof LoginPart>;

/**
 * The origin that a login is for, from what a person writes: `shop.example` means `https://shop.example`.
 *
 * @returns undefined for a text that is no origin of the web, such as one with a path, an account or a pattern
 * @throws never
 */
export function originOfSite(text: string): string | undefined {
	const written = text.trim();
	const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
	if (url === null || !["https:", "http:"].includes(url.protocol)) return undefined;
	const isBare = url.username === "" && url.password === "" && url.pathname === "/" && url.search === "" && url.hash === "";
	return isBare && !/[*\s]/.test(written) && url.hostname !== "" ? url.origin : undefined;
}

const line = (most: number) =>
	z
		.string()
		.trim()
		.max(most)
		.regex(/^[^\p{Cc}\p{Cf}]*$/u, "must be one line without control characters");
const Name = line(80).min(1, "must not be empty");
const Username = line(300);
const Password = z.string().min(1, "must not be empty: leave it out to keep the one that is stored").max(1_000);
const Site = z
	.string()
	.max(300)
	.refine((text) => originOfSite(text) !== undefined, "must be a site, such as shop.example or http://10.0.0.5:8080, without a path");
const Seed = z.string().min(1, "must not be empty: leave it out to keep the one that is stored").max(2_000);

/** Who besides its owner may use a login. Nobody reads its password or seed, its owner neither. */
export const LoginSharing = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("nobody") }),
	z.strictObject({ kind: z.literal("people"), userIds: z.array(UserId).min(1, "must name a person").max(100) }),
	z.strictObject({ kind: z.literal("everybody") }),
]);
export type LoginSharing = z.infer<typeof LoginSharing>;

/**
 * A login without its password and seed, which no route returns. `site` is an origin: the login is filled in there alone. `routines`: those
 * of which a version uses it for the caller without a question. `canEdit`: the caller owns it; `canDelete`: or is an admin and it is shared.
 */
export const Login = z.object({
	id: LoginId,
	name: z.string(),
	site: z.string(),
	username: z.string(),
	hasPassword: z.boolean(),
	hasTotp: z.boolean(),
	ownerId: UserId,
	sharing: LoginSharing,
	routines: z.array(z.object({ routineId: RoutineId, version: z.int() })),
	canEdit: z.boolean(),
	canDelete: z.boolean(),
	lastUsedAt: z.iso.datetime().optional(),
	createdAt: z.iso.datetime(),
	updatedAt: z.iso.datetime(),
});
export type Login = z.infer<typeof Login>;

/** A one-time code with the time until which it holds. */
export const OneTimeCode = z.object({ value: z.string(), until: z.iso.datetime() });
export type OneTimeCode = z.infer<typeof OneTimeCode>;

/** A login as it is offered while a task waits for its person. */
export const OfferedLogin = Login.pick({ id: true, name: true, username: true }).extend({ parts: z.array(LoginPart) });
export type OfferedLogin = z.infer<typeof OfferedLogin>;

/** What is written of a login. */
export const loginShape = { name: Name, site: Site, username: Username, password: Password, totp: Seed };

/** Where the routes of logins begin. */
export const loginsPath = "/api/v1/agent/logins";
const path = loginsPath;
export const LoginParams = z.strictObject({ loginId: LoginId });
/** `code`: of the seed that this request brought, so that its owner may compare it with the app's. */
export const WrittenLogin = z.object({ login: Login, code: OneTimeCode.optional() });

export const addLoginRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path,
	status: 201,
	summary: "Store a login",
	description:
		"`totp` is an `otpauth://totp/` address or a seed in base32. Password and seed are sealed for this login and site; no route returns them.",
	body: z
		.strictObject({
			...loginShape,
			username: loginShape.username.default(""),
			password: loginShape.password.optional(),
			totp: loginShape.totp.optional(),
			sharing: LoginSharing.default({ kind: "nobody" }),
		})
		.refine(({ password, totp }) => password !== undefined || totp !== undefined, {
			path: ["password"],
			error: "is missing: a login needs a password or a seed for one-time codes",
		}),
	reply: WrittenLogin,
	errors: ["LIMIT_REACHED", "ALREADY_EXISTS", "AUTH_UNAVAILABLE"],
});

export const offeredLoginsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: `${path}/offered/:taskId`,
	summary: "Logins for the page that a task hands over",
	description:
		"Of its origin alone, while the question is open. `bound`: the one that its person lets this routine use without a question.",
	params: z.strictObject({ taskId: TaskId }),
	reply: z.object({ questionId: QuestionId, site: z.string(), logins: z.array(OfferedLogin), bound: LoginId.optional() }),
	errors: ["RUN_NOT_FOUND", "TASK_NOT_FOUND", "NO_QUESTION", "FORBIDDEN"],
	runners: "its_run",
});

export const useLoginRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/:loginId/use`,
	summary: "One part of a login, for the page that a task hands over",
	description:
		"For the extension, which types it into a field of `site` and keeps it nowhere. `isBound`: nobody pressed; the routine is bound to the login. Each answer and refusal is a row of the audit.",
	params: LoginParams,
	body: z.strictObject({ taskId: TaskId, questionId: QuestionId, part: LoginPart, isBound: z.boolean().default(false) }),
	reply: z.object({ value: z.string(), site: z.string() }),
	errors: ["RUN_NOT_FOUND", "NOT_FOUND", "TASK_NOT_FOUND", "NO_QUESTION", "QUESTION_CHANGED", "FORBIDDEN"],
	runners: "its_run",
});
