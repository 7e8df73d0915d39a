import type { Config } from "../../config.ts";

/** The settings of the model. */
export type ModelSettings = Pick<
	Config,
	| "MODEL_PROVIDER"
	| "MODEL_NAME"
	| "MODEL_API_KEY"
	| "MODEL_BASE_URL"
	| "MODEL_CONTEXT_TOKENS"
	| "MODEL_CA_FILE"
	| "MODEL_PRICES"
	| "MODEL_TIMEOUT_MS"
	| "GIGACHAT_SCOPE"
>;

/** A provider other than the rules. */
export type ModelProvider = Exclude<ModelSettings["MODEL_PROVIDER"], "rules">;
