import type { ModelEffort } from "@webhand/contracts/agent/model";
import type { Config } from "../../config.ts";

/** The settings of the model. */
export type ModelSettings = Pick<
	Config,
	| "MODEL_PROVIDER"
	| "MODEL_NAME"
	| "MODEL_API_KEY"
	| "MODEL_BASE_URL"
	| "MODEL_CONTEXT_TOKENS"
	| "MODEL_TEMPERATURE"
	| "MODEL_MAX_OUTPUT_TOKENS"
	| "MODEL_REASONING_EFFORT"
	| "MODEL_VISION"
	| "MODEL_CA_FILE"
	| "MODEL_PRICES"
	| "MODEL_TIMEOUT_MS"
	| "GIGACHAT_SCOPE"
>;

/** How much a model thinks before it answers. */
export type Effort = ModelEffort;

/** A provider other than the rules. */
export type ModelProvider = Exclude<ModelSettings["MODEL_PROVIDER"], "rules">;
