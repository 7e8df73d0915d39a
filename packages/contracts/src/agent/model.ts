import { z } from "zod";
import { defineRoute } from "../routes.ts";

/** Who can decide: `rules` needs no key and no network. */
export const ModelProvider = z.enum(["rules", "openai", "openrouter", "groq", "gigachat", "ollama", "openai-compatible"]);
export type ModelProvider = z.infer<typeof ModelProvider>;

// Beside other wrong fields, too, so that all are named at once; but not of what is no object at all.
const always = { when: ({ value }: { readonly value: unknown }) => typeof value === "object" && value !== null } as const;
const wantsUrl: ReadonlySet<string> = new Set(["ollama", "openai-compatible"]);

/**
 * A tenant's own choice. `name` is the model's at its provider, any word for `rules`; `baseUrl` https and public, needed for `ollama` and
 * `openai-compatible`; `caPem` a root certificate beside the usual ones. An `apiKey` that is left out stays as it was, as long as provider
 * and address stay the same. `contextTokens`: what the model reads at once.
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
		contextTokens: z.number().int().min(2_048).max(2_000_000).optional(),
	})
	.refine((choice) => !wantsUrl.has(choice.provider) || choice.baseUrl !== undefined, {
		...always,
		path: ["baseUrl"],
		error: "is missing",
	});
export type ModelChoice = z.infer<typeof ModelChoice>;

/** Who decides for this tenant, and by whose word. A key is never shown, only that there is one. */
export const ModelView = z.object({
	source: z.enum(["tenant", "installation"]),
	provider: ModelProvider,
	name: z.string().optional(),
	baseUrl: z.string().optional(),
	contextTokens: z.number().int().optional(),
	hasKey: z.boolean(),
	hasCa: z.boolean(),
	updatedAt: z.iso.datetime().optional(),
});
export type ModelView = z.infer<typeof ModelView>;

/** How one tiny call went; `reason` is that of `INTERNAL_ERROR` in engine.md §2. */
export const ModelTest = z.object({ ok: z.boolean(), ms: z.number().nonnegative(), reason: z.string().optional() });
export type ModelTest = z.infer<typeof ModelTest>;

const path = "/api/v1/agent/model";

/** The tenant's model. For admins. */
export const modelRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path,
	summary: "Who decides for this tenant",
	reply: ModelView,
	errors: ["FORBIDDEN"],
});

/** Chooses the tenant's model; the whole choice is replaced. For admins. */
export const chooseModelRoute = defineRoute({
	service: "agent-api",
	method: "PUT",
	path,
	summary: "Choose the tenant's own model",
	body: ModelChoice,
	reply: ModelView,
	errors: ["FORBIDDEN"],
});

/** Back to the installation's model; a second time the same. For admins. */
export const dropModelRoute = defineRoute({
	service: "agent-api",
	method: "DELETE",
	path,
	status: 204,
	summary: "Give the tenant's own model up",
	errors: ["FORBIDDEN"],
});

/** Asks the tenant's model for a word. For admins. */
export const testModelRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: `${path}/test`,
	summary: "Try the tenant's model with one tiny call",
	reply: ModelTest,
	errors: ["FORBIDDEN"],
});
