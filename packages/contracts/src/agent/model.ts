import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** Deciders. `rules` needs neither key nor network. */
export const ModelProvider = z.enum([
	"rules",
	"openai",
	"anthropic",
	"google",
	"openrouter",
	"groq",
	"gigachat",
	"ollama",
	"openai-compatible",
]);
export type ModelProvider = z.infer<typeof ModelProvider>;

/** How much a model thinks before it answers. Providers without a step take the next one that they have. */
export const ModelEffort = z.enum(["none", "minimal", "low", "medium", "high"]);
export type ModelEffort = z.infer<typeof ModelEffort>;

/** How a model answers; absent parts are the usual ones. */
const answering = {
	contextTokens: z.number().int().min(2_048).max(2_000_000).optional(),
	/** Of one answer, thinking included. */
	maxOutputTokens: z.number().int().min(16).max(200_000).optional(),
	/** `unset` leaves it to the model. */
	temperature: z.union([z.literal("unset"), z.number().min(0).max(2)]).optional(),
	effort: ModelEffort.optional(),
	/** The model sees: it may be sent pictures of the page. */
	vision: z.boolean().optional(),
	/** False: the model decides literal English orders, too. */
	rulesFirst: z.boolean().optional(),
};

// Runs beside other field errors, so that all are reported at once, but only for objects.
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null } as const;
const wantsUrl: ReadonlySet<string> = new Set(["ollama", "openai-compatible"]);

/**
 * A tenant's own model. `name` is the model at its provider, any word for `rules`; `baseUrl` is https and public, required for `ollama` and
 * `openai-compatible`; `caPem` an extra root certificate; `contextTokens` the context size. At most half of it is for an answer
 * (`maxOutputTokens`), and pictures need more than 8,192.
 * A missing `apiKey` keeps the stored one while provider and address stay the same.
 */
export const ModelChoice = z
	.strictObject({
		provider: ModelProvider,
		name: z.string().min(1).max(200),
		apiKey: z.string().min(1).max(4_096).optional(),
		baseUrl: z
			.url({ protocol: /^https$/, error: "must be an https address" })
			.max(2_048)
			.optional(),
		caPem: z
			.string()
			.max(20_000)
			.regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/, "must be a certificate in PEM")
			.optional(),
		...answering,
	})
	.refine((choice) => !wantsUrl.has(choice.provider) || choice.baseUrl !== undefined, {
		...always,
		path: ["baseUrl"],
		error: "is missing",
	});
export type ModelChoice = z.infer<typeof ModelChoice>;

/** The decider of a tenant, and who chose it. A key is never shown, only its presence. */
export const ModelView = z.object({
	source: z.enum(["tenant", "installation"]),
	provider: ModelProvider,
	name: z.string().optional(),
	baseUrl: z.string().optional(),
	...answering,
	hasKey: z.boolean(),
	hasCa: z.boolean(),
	updatedAt: z.iso.datetime().optional(),
});
export type ModelView = z.infer<typeof ModelView>;

/** Why a model gave no answer: the `reason` in the details of `INTERNAL_ERROR`. The first three may pass by themselves. */
export const ModelTrouble = z.enum([
	"model_timeout",
	"model_rate_limited",
	"model_unavailable",
	/** The provider refused the call for another reason. */
	"model_rejected",
	"model_key_refused",
	/** The provider does not know the model, or has not loaded it. */
	"model_unknown",
	"model_no_credit",
	/** The model or a filter refuses to answer. */
	"model_refused",
]);
export type ModelTrouble = z.infer<typeof ModelTrouble>;

/**
 * The result of a small call, and what it found: `answersIn` tags of the prompt, the arguments of a tool, or JSON that the provider holds
 * to a schema; `readsPictures` where the model is said to see; `isContextCut` where its server cut a prompt before; `secondsPerStep` of a
 * usual step, as measured.
 */
export const ModelTest = z.object({
	ok: z.boolean(),
	ms: z.number().nonnegative(),
	/** A reason of a newer server is read as none. */
	reason: ModelTrouble.optional().catch(undefined),
	answersIn: z.enum(["tags", "tool", "schema"]).optional(),
	readsPictures: z.boolean().optional(),
	isContextCut: z.boolean().optional(),
	secondsPerStep: z.number().int().nonnegative().optional(),
});
export type ModelTest = z.infer<typeof ModelTest>;

const path = "/api/v1/agent/model";

export const modelRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Who decides for this tenant",
	description: "The tenant's model. For admins.",
	reply: ModelView,
	errors: ["FORBIDDEN"],
});

export const chooseModelRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path,
	summary: "Choose the tenant's own model",
	description: "Replaces the tenant's model choice. For admins.",
	body: ModelChoice,
	reply: ModelView,
	errors: ["FORBIDDEN"],
});

export const dropModelRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path,
	status: 204,
	summary: "Give the tenant's own model up",
	description: "Returns to the installation's model. Repeatable. For admins.",
	errors: ["FORBIDDEN"],
});

export const testModelRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/test`,
	summary: "Try the tenant's model with one tiny call",
	description: "Sends a small request to the tenant's model. For admins.",
	reply: ModelTest,
	errors: ["FORBIDDEN"],
});
