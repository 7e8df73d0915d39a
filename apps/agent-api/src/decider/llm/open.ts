import { defined } from "../../defined.ts";
import type { Decider } from "../port.ts";
import { createLlmDecider } from "./decide.ts";
import type { ChatOptions } from "./provider/model.ts";
import { createChat } from "./provider/model.ts";
import type { ModelSettings } from "./settings.ts";

/** Creates the decider of the settings. @throws SettingError when a file that they name cannot be read */
export function openLlmDecider(settings: ModelSettings, options: ChatOptions = {}): Decider {
	const { MODEL_PROVIDER: name, MODEL_NAME: model = "", MODEL_CONTEXT_TOKENS: contextTokens } = settings;
	return createLlmDecider({
		name,
		model,
		chat: createChat(settings, options),
		contextTokens,
		...defined({ metrics: options.metrics }),
	});
}
