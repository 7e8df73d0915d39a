import { createRulesDecider } from "@webhand/rules/decider";
import type { ChatOptions } from "./llm/provider/model.ts";
import type { ModelSettings } from "./llm/settings.ts";
import type { Decider } from "./port.ts";
import { createRulesFirst } from "./rules-first.ts";

/**
 * The decider that the settings name: the deterministic interpreter, or a model behind LangChain, by default with the rules before it.
 *
 * @throws SettingError when a file or a price list that the settings name cannot be read
 */
export async function createDecider(settings: ModelSettings, options: ChatOptions = {}): Promise<Decider> {
	if (settings.MODEL_PROVIDER === "rules") return createRulesDecider();
	// LangChain's client takes 100 MB of memory, which an installation without a model need not pay.
	const { openLlmDecider } = await import("./llm/open.ts");
	const model = openLlmDecider(settings, options);
	return settings.MODEL_RULES_FIRST === "true" ? createRulesFirst(createRulesDecider(), model) : model;
}
