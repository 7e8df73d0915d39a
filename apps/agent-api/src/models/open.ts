import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { createDecider } from "../decider/create.ts";
import type { ModelMetrics } from "../decider/llm/provider/metrics.ts";
import type { ModelSettings } from "../decider/llm/settings.ts";
import type { Decider } from "../decider/port.ts";
import { defined } from "../defined.ts";
import { keyOf } from "./engine.ts";
import type { StoredModel } from "./policy.ts";

/** What a tenant's model takes from the installation: prices, time limits, the sealing key. `network` is for tests. */
export type OpenModelOptions = {
	readonly settings: ModelSettings;
	readonly open: (sealed: string) => string;
	readonly network?: Network;
	readonly metrics: ModelMetrics;
};

/**
 * The decider of a tenant's choice: its own key and address, https to public hosts only, nothing of the installation's connection.
 *
 * @throws Error when the key does not open or the certificate is invalid
 */
export async function openTenantModel(model: StoredModel, { settings, open, network, metrics }: OpenModelOptions): Promise<Decider> {
	const { _id: tenantId, provider, name, baseUrl, caPem, sealedKey, contextTokens } = model;
	return await createDecider(
		{
			...settings,
			MODEL_PROVIDER: provider,
			MODEL_NAME: name,
			MODEL_API_KEY: sealedKey === undefined ? undefined : keyOf(tenantId, open(sealedKey)),
			MODEL_BASE_URL: baseUrl,
			MODEL_CA_FILE: undefined,
			// These are chosen for the installation's model.
			MODEL_TEMPERATURE: 0,
			MODEL_MAX_OUTPUT_TOKENS: undefined,
			MODEL_REASONING_EFFORT: undefined,
			MODEL_VISION: "false",
			MODEL_CONTEXT_TOKENS: contextTokens ?? settings.MODEL_CONTEXT_TOKENS,
		},
		{ metrics, web: { isGuarded: true, ...defined({ ca: caPem, network }) } },
	);
}
