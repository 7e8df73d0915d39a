import { z } from "zod";
import { OrgId, RunnerId, UserId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RunnerLabel } from "../routine/run.ts";
import { Name } from "./orgs.ts";
import { LoginReply } from "./sign-in.ts";

/** Bounds. `capacity` counts runs side by side, `codeMinutes` is the life of a code, `signInDays` that of the sign-in it gives. */
export const runnerLimits = { runners: 50, labels: 10, capacity: { least: 1, most: 8 }, codeMinutes: 15, signInDays: 365 } as const;

/** The code that signs a runner in: 256 random bits, for one use. */
export const RunnerCode = z.string().regex(/^whr_[A-Za-z0-9_-]{43}$/, "must be the code as it was shown: whr_ and 43 characters");

/** What a runner gets new access tokens with, as long as its sign-in lasts: 256 random bits. */
export const RunnerSecret = z.string().regex(/^whrs_[A-Za-z0-9_-]{43}$/, "must be the secret that enrolment gave: whrs_ and 43 characters");

const Capacity = z.number().int().min(runnerLimits.capacity.least).max(runnerLimits.capacity.most);

/** What a runner is for: which runs it may take, and how many side by side. */
export const RunnerUse = z.object({ id: RunnerId, labels: z.array(RunnerLabel), capacity: Capacity });
export type RunnerUse = z.infer<typeof RunnerUse>;

/**
 * A runner as admins see it. `account` is the service account that it is signed in as. `code`: one that nobody used yet; `isEnrolled`: its
 * sign-in holds.
 */
export const Runner = RunnerUse.extend({
	name: z.string(),
	account: z.object({ userId: UserId, name: z.string(), status: z.enum(["active", "suspended"]) }),
	isEnrolled: z.boolean(),
	code: z.object({ expiresAt: z.iso.datetime() }).nullable(),
	createdAt: z.iso.datetime(),
	enrolledAt: z.iso.datetime().nullable(),
});
export type Runner = z.infer<typeof Runner>;

/** What is said of a runner to add. Without `userId` a service account is made for it. */
export const NewRunner = z.strictObject({
	name: Name,
	labels: z
		.array(RunnerLabel)
		.max(runnerLimits.labels)
		.refine((labels) => new Set(labels).size === labels.length, "must name each label once")
		.default([]),
	capacity: Capacity.default(1),
	userId: UserId.optional(),
});
export type NewRunner = z.output<typeof NewRunner>;

/** `code` is shown this once: only its hash is stored. `server` is the address that the runner is started with. */
const Coded = z.object({ runner: Runner, code: RunnerCode, server: z.string() });

/** The sign-in of a runner. A new access token is due before `expiresAt`; `until` is the end of the sign-in. */
const RunnerSignIn = LoginReply.extend({ runner: RunnerUse.extend({ name: z.string() }), until: z.iso.datetime() });

const ofOrg = "/api/v1/orgs/:orgId/runners";
const OrgParams = z.strictObject({ orgId: OrgId });
const RunnerParams = z.strictObject({ orgId: OrgId, id: RunnerId });

export const runnersRoute = defineRoute({
	service: "auth",
	method: "GET",
	path: ofOrg,
	summary: "Runners of an organization",
	description: "By name. For admins. Whether one is online is said by `GET /api/v1/agent/runners`.",
	params: OrgParams,
	reply: z.object({ runners: z.array(Runner) }),
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const addRunnerRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: ofOrg,
	status: 201,
	summary: "Add a runner",
	description:
		"Adds a runner with a service account of its own, or that of `userId`, and makes the code that signs it in: for one use, within 15 minutes. For admins.",
	example: { body: { name: "Office runner", labels: ["office"], capacity: 2 } },
	params: OrgParams,
	body: NewRunner,
	reply: Coded,
	errors: ["FORBIDDEN", "NOT_FOUND", "LIMIT_REACHED"],
});

export const newRunnerCodeRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: `${ofOrg}/:id/code`,
	summary: "Make a new code for a runner",
	description: "Ends the runner's sign-in and the code before. For admins.",
	params: RunnerParams,
	reply: Coded,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const removeRunnerRoute = defineRoute({
	service: "auth",
	method: "DELETE",
	path: `${ofOrg}/:id`,
	status: 204,
	summary: "Remove a runner",
	description: "Ends the runner's sign-in. Runs that it does are taken by the next one. Its service account stays. For admins.",
	params: RunnerParams,
	errors: ["FORBIDDEN", "NOT_FOUND"],
});

export const enrolRunnerRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/runners/enrol",
	summary: "Sign a runner in",
	description: "Uses a code up. `secret` gets new access tokens for as long as the sign-in lasts; only its hash is stored.",
	public: true,
	body: z.strictObject({ code: RunnerCode }),
	reply: RunnerSignIn.extend({ secret: RunnerSecret }),
	errors: ["UNAUTHORIZED"],
});

export const renewRunnerRoute = defineRoute({
	service: "auth",
	method: "POST",
	path: "/api/v1/auth/runners/renew",
	summary: "A new access token for a runner",
	description: "Of the same sign-in; the token before lasts as long as it says. UNAUTHORIZED: the sign-in has ended, a new code is needed.",
	public: true,
	body: z.strictObject({ secret: RunnerSecret }),
	reply: RunnerSignIn,
	errors: ["UNAUTHORIZED"],
});
