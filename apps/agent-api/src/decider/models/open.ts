import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { defined } from "../../shared/defined.ts";
import { createDecider } from "../create.ts";
import type { ModelMetrics } from "../llm/provider/metrics.ts";
import type { ModelSettings } from "../llm/settings.ts";
import type { Decider } from "../port.ts";
import { keyOf } from "./engine.ts";
import type { StoredModel } from "./policy.ts";

/** What a tenant's model takes from the installation: prices, time limits, the sealing key. `network` is for tests. */
export type OpenModelOptions = {
	readonly settings: ModelSettings;
	readonly open: (sealed: string) => string;
	readonly network?: Network;
	readonly metrics: ModelMetrics;
	readonly warn: (facts: object, message: string) => void;
};

/**
 * The decider of a tenant's choice: its own key and address, https to public hosts only, nothing of the installation's connection.
 *
 * @throws Error when the key does not open or the certificate is invalid
 */
export async function openTenantModel(model: StoredModel, { settings, open, network, metrics, warn }: OpenModelOptions): Promise<Decider> {
	const { _id: tenantId, provider, name, baseUrl, caPem, sealedKey, contextTokens } = model;
	return await createDecider(
		{
			...settings,
			MODEL_PROVIDER: provider,
			MODEL_NAME: name,
			MODEL_API_KEY: sealedKey === undefined ? undefined : keyOf(tenantId, open(sealedKey)),
			MODEL_BASE_URL: baseUrl,
			MODEL_CA_FILE: undefined,
			MODEL_TEMPERATURE: model.temperature,
			MODEL_MAX_OUTPUT_TOKENS: model.maxOutputTokens,
			MODEL_REASONING_EFFORT: model.effort,
			MODEL_VISION: model.vision === true ? "true" : "false",
			MODEL_RULES_FIRST: model.rulesFirst === undefined ? settings.MODEL_RULES_FIRST : model.rulesFirst ? "true" : "false",
			MODEL_CONTEXT_TOKENS: contextTokens ?? settings.MODEL_CONTEXT_TOKENS,
		},
		{ metrics, warn, ...defined({ answersIn: model.answersIn }), web: { isGuarded: true, ...defined({ ca: caPem, network }) } },
	);
}
