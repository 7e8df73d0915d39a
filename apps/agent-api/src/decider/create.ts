import type { Decider } from "./decider.ts";
import { createLlmDecider } from "./llm/decide.ts";
import { createChat } from "./llm/model.ts";
import type { ModelSettings } from "./llm/settings.ts";
import { createRulesDecider } from "./rules/decide.ts";

/**
 * The decider that the settings name: the deterministic interpreter, or a model behind LangChain.
 *
 * @throws SettingError when a file or a price list that the settings name cannot be read
 * @source architecture.md §7; engine.md §10
 */
export function createDecider(settings: ModelSettings): Decider {
	if (settings.MODEL_PROVIDER === "rules") return createRulesDecider();
	return createLlmDecider({ name: settings.MODEL_PROVIDER, chat: createChat(settings), contextTokens: settings.MODEL_CONTEXT_TOKENS });
}
