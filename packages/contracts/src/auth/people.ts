import { z } from "zod";
import { UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { searchText } from "../search-text.ts";

const UserParams = z.strictObject({ id: UserId });

/** An account as an operator sees it. */
export const Account = z.object({
	id: UserId,
	email: z.string(),
	name: z.string(),
	status: z.enum(["active", "disabled"]),
	operator: z.boolean(),
	hasPassword: z.boolean(),
	hasSecondFactor: z.boolean(),
	/** An account for programs, which nobody signs in to. */
	isService: z.boolean().default(false),
	organizations: z.array(z.object({ name: z.string(), role: z.enum(["member", "admin"]) })),
	createdAt: z.iso.datetime(),
});
export type Account = z.infer<typeof Account>;

export const accountsRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/users",
	summary: "All accounts",
	description: "All accounts, by email, 50 a page. For operators.",
	query: z.strictObject({ q: searchText().optional(), cursor: z.string().max(300).optional() }),
	reply: z.object({ users: z.array(Account), total: z.number().int(), nextCursor: z.string().nullable() }),
	errors: ["FORBIDDEN"],
});

export const changeAccountRoute = defineRoute({
	service: "auth",
	method: "PATCH",
	path: "/api/v1/auth/users/:id",
	summary: "Change an account",
	description: 'Disables or enables an account, makes or unmakes an operator, or removes a lost second factor (`secondFactor: "remove"`).',
	params: UserParams,
	body: z
		.strictObject({
			status: z.enum(["active", "disabled"]).optional(),
			operator: z.boolean().optional(),
			secondFactor: z.literal("remove").optional(),
		})
		.refine((change) => Object.values(change).some((value) => value !== undefined), "needs one of status, operator, secondFactor"),
	reply: z.object({ user: Account }),
	errors: ["FORBIDDEN", "NOT_FOUND", "LAST_OPERATOR"],
});

export const resetLinkRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/users/:id/reset-link",
	status: 201,
	summary: "Make a link to set a new password",
	description: "A one-time link to set a new password, valid for 24 hours and shown once. A second one ends the first.",
	params: UserParams,
	reply: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});
