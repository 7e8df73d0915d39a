import type { Decider } from "../decider.ts";
import { createLlmDecider } from "./decide.ts";
import { createChat } from "./model.ts";
import type { ModelSettings } from "./settings.ts";

/** A model as decider, from the settings. @throws SettingError when a file or a price list cannot be read */
export function openLlmDecider(settings: ModelSettings): Decider {
	return createLlmDecider({ name: settings.MODEL_PROVIDER, chat: createChat(settings), contextTokens: settings.MODEL_CONTEXT_TOKENS });
}
