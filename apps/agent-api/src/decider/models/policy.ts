import type { ModelChoice, ModelProvider, ModelTest, ModelView } from "@webhand/contracts/agent/model";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { defined } from "../../shared/defined.ts";

/** A tenant's choice as stored. `sealedKey` holds the key encrypted, with the tenant it belongs to; `rev` grows with every change. */
export type StoredModel = Omit<ModelChoice, "apiKey"> & {
	readonly _id: TenantId;
	readonly sealedKey?: string;
	/** How it answers, found by the last test. */
	readonly answersIn?: ModelTest["answersIn"];
	readonly rev: number;
	readonly updatedAt: Date;
	readonly updatedBy: UserId;
};

const wantsKey: ReadonlySet<ModelProvider> = new Set(["openai", "anthropic", "google", "openrouter", "groq", "gigachat"]);

/** The source of a choice's key: a new one, the stored one, none, or it is missing. */
export type KeySource = "given" | "kept" | "none" | "missing";

/**
 * The source of the key for a choice. A stored key stays only while provider and address do: it is never sent to another host.
 *
 * @throws never
 */
export function keySourceOf(choice: ModelChoice, stored: StoredModel | null): KeySource {
	if (choice.apiKey !== undefined) return "given";
	const isSameHost = stored !== null && stored.provider === choice.provider && stored.baseUrl === choice.baseUrl;
	if (isSameHost && stored.sealedKey !== undefined) return "kept";
	return wantsKey.has(choice.provider) ? "missing" : "none";
}

/** A tenant's choice without its key. @throws never */
export function modelViewOf(stored: Omit<StoredModel, "_id">): ModelView {
	const { provider, name, baseUrl, contextTokens, maxOutputTokens, temperature, effort, vision, rulesFirst, caPem, sealedKey, updatedAt } =
		stored;
	return {
		source: "tenant",
		provider,
		...(provider === "rules" ? {} : { name }),
		...defined({ baseUrl, contextTokens, maxOutputTokens, temperature, effort, vision, rulesFirst }),
		hasKey: sealedKey !== undefined,
		hasCa: caPem !== undefined,
		updatedAt: updatedAt.toISOString(),
	};
}

/** A picture takes 2,185 tokens, which a smaller context does not have. */
const leastWithPictures = 8_193;

/** What is wrong with how a model is to answer; `contextTokens` is the installation's, for a choice without its own. @throws never */
export function answeringProblems(
	choice: Pick<ModelChoice, "provider" | "contextTokens" | "maxOutputTokens" | "vision">,
	contextTokens: number,
): readonly { readonly field: string; readonly message: string }[] {
	if (choice.provider === "rules") return [];
	const context = choice.contextTokens ?? contextTokens;
	const isLong = (choice.maxOutputTokens ?? 0) > context / 2;
	const isBlind = choice.vision === true && context < leastWithPictures;
	return [
		...(isLong ? [{ field: "maxOutputTokens", message: `is more than half of the context size of ${context}` }] : []),
		...(isBlind ? [{ field: "vision", message: "needs a context size above 8192" }] : []),
	];
}
