import { z } from "zod";
import { defineRoute } from "../routes.ts";
import { LoginReply, Password } from "./sign-in.ts";

/** A sign-in that waits for its second step: 32 random bytes in base64url, valid for 10 minutes. */
export const Ticket = z
	.string()
	.regex(/^[A-Za-z0-9_-]{43}$/)
	.describe("Ticket of a sign-in that is not complete.");

/**
 * `details` of `SECOND_FACTOR_REQUIRED`. `isEnrolled: false`: the organization asks for a second factor and the user has none, so the user
 * enrols one first.
 */
export const SecondFactorDue = z.object({ ticket: Ticket, isEnrolled: z.boolean() });
export type SecondFactorDue = z.infer<typeof SecondFactorDue>;

/** A code of the authenticator app, or one of the ten recovery codes. Spaces and dashes are ignored. */
export const SecondFactorCode = z
	.string()
	.max(64)
	.transform((text) => text.replaceAll(/[\s-]/g, "").toLowerCase())
	.pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, "must be six digits or a recovery code"));

/** A secret for an authenticator app (RFC 6238: SHA-1, six digits, 30 s). `uri` is what its QR code says. It counts once a code proves it. */
export const Enrolment = z.object({ secret: z.string(), uri: z.string() });
export type Enrolment = z.infer<typeof Enrolment>;

/** Recovery codes are shown once, as they are: groups of four with dashes. Each replaces the app one time. */
const RecoveryCodes = z.array(z.string()).length(10);

export const secondFactorRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/second-factor",
	summary: "Complete a sign-in with a second factor",
	description: "Completes a sign-in. The first code of an enrolment adds `recoveryCodes`. A wrong code counts as a failed login.",
	public: true,
	body: z.strictObject({ ticket: Ticket, code: SecondFactorCode }),
	reply: LoginReply.extend({ recoveryCodes: RecoveryCodes.optional() }),
	errors: ["INVALID_CREDENTIALS", "ACCOUNT_DISABLED", "TICKET_INVALID"],
});

export const enrolAtSignInRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/second-factor/enrolment",
	summary: "Enrol a second factor during a sign-in",
	description:
		"Begins an enrolment during a sign-in whose organization asks for a second factor. Again gives a new secret. A sign-in through a provider enrols only for an account without a password.",
	public: true,
	body: z.strictObject({ ticket: Ticket }),
	reply: Enrolment,
	errors: ["TICKET_INVALID", "ACCOUNT_DISABLED", "PASSWORD_SIGN_IN_REQUIRED"],
});

/**
 * What a change of the second factor needs besides a code: `password` the account's own; `nothing` where the account has none;
 * `password_sign_in` where this sign-in came through a provider that may not change it.
 */
const FactorChangeNeeds = z.enum(["password", "nothing", "password_sign_in"]);

export const ownSecondFactorRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: "/api/v1/auth/second-factor",
	summary: "The user's own second factor",
	description: "Whether the user has a second factor, how many recovery codes are left, and what a change needs.",
	reply: z.object({
		isEnrolled: z.boolean(),
		recoveryCodesLeft: z.number().int().nonnegative(),
		isRequired: z.boolean(),
		// Older servers do not say it.
		changeNeeds: FactorChangeNeeds.default("password"),
	}),
});

export const enrolRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/second-factor/own",
	summary: "Enrol a second factor",
	description: "Begins an enrolment in the settings. `password` is absent for an account without one.",
	body: z.strictObject({ password: Password.optional() }),
	reply: Enrolment,
	errors: ["INVALID_CREDENTIALS", "PASSWORD_SIGN_IN_REQUIRED", "ALREADY_ENROLLED"],
});

export const confirmEnrolmentRoute = defineRoute({
	service: "auth",
	method: "PUT",
	path: "/api/v1/auth/second-factor/own",
	summary: "Prove an enrolled second factor",
	description: "Completes the enrolment. The user's other sign-ins end.",
	body: z.strictObject({ code: SecondFactorCode }),
	reply: z.object({ recoveryCodes: RecoveryCodes }),
	errors: ["INVALID_CREDENTIALS", "PASSWORD_SIGN_IN_REQUIRED", "NOT_FOUND"],
});

export const removeSecondFactorRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/second-factor/own/removal",
	status: 204,
	summary: "Remove the second factor",
	description: "Removes the second factor, unless the organization of this sign-in asks for one. The user's other sign-ins end.",
	body: z.strictObject({ password: Password.optional(), code: SecondFactorCode }),
	errors: ["INVALID_CREDENTIALS", "PASSWORD_SIGN_IN_REQUIRED", "NOT_FOUND", "SECOND_FACTOR_REQUIRED"],
});
