import { z } from "zod";
import { LoginId, RoutineId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { Login, LoginParams, LoginSharing, loginShape, loginsPath, WrittenLogin } from "./login.ts";

const Binding = z.strictObject({ loginId: LoginId, routineId: RoutineId });

export const loginsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: loginsPath,
	summary: "Logins that the caller may use, by site and name",
	description:
		"Own ones and those that are shared with the caller, without passwords and seeds. With `all` every shared one, for admins, who may delete them.",
	query: z.strictObject({
		all: z
			.enum(["true", "false"])
			.default("false")
			.transform((text) => text === "true"),
		/** Only those for these hosts, with their ports, separated by commas: the sites of a routine. */
		hosts: z.string().min(1).max(14_000).optional(),
		cursor: z.string().min(1).max(700).optional(),
	}),
	reply: z.object({ logins: z.array(Login), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
});

export const changeLoginRoute = defineRoute({
	service: "agent-api",
	method: "PATCH",
	path: `${loginsPath}/:loginId`,
	summary: "Change a login",
	description:
		"What is left out stays; `null` removes password or seed. Another site needs password and seed again. For its owner. A login that is no longer shared leaves the routines of others.",
	params: LoginParams,
	body: z
		.strictObject({
			...loginShape,
			password: loginShape.password.nullable(),
			totp: loginShape.totp.nullable(),
			sharing: LoginSharing,
		})
		.partial(),
	reply: WrittenLogin,
	errors: ["NOT_FOUND", "FORBIDDEN", "ALREADY_EXISTS", "AUTH_UNAVAILABLE", "SERVICE_UNAVAILABLE"],
});

export const deleteLoginRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${loginsPath}/:loginId`,
	status: 204,
	summary: "Delete a login with its password and seed",
	description: "For its owner, and for admins where it is shared.",
	params: LoginParams,
	errors: ["NOT_FOUND", "FORBIDDEN"],
});

export const bindLoginRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path: `${loginsPath}/:loginId/routines/:routineId`,
	summary: "Let a routine use a login without a question",
	description:
		"In runs of that version that act for the caller, where the routine waits for a sign-in on a page of the login's site. The caller may use the login and run the routine. It takes the place of another version.",
	params: Binding,
	body: z.strictObject({ version: z.int().min(1) }),
	reply: z.object({ login: Login }),
	errors: ["NOT_FOUND", "ROUTINE_NOT_FOUND", "FORBIDDEN", "LIMIT_REACHED"],
});

export const unbindLoginRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path: `${loginsPath}/:loginId/routines/:routineId`,
	summary: "Have a routine ask before it uses a login",
	description: "Repeatable.",
	params: Binding,
	reply: z.object({ login: Login }),
	errors: ["NOT_FOUND"],
});
