import type { ModelView } from "@webhand/contracts/agent/model";
import { modelText } from "./words.ts";

/** A model as people name it: `gpt-5-mini at OpenAI`, or the rules. */
export function nameOf({ provider, name }: Pick<ModelView, "provider" | "name">): string {
	const at = modelText.providers[provider];
	return provider === "rules" || name === undefined ? at : `${name} (${at})`;
}
