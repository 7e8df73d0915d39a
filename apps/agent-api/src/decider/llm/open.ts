import { defined } from "../../shared/defined.ts";
import type { Conversation, Decider } from "../port.ts";
import { createLlmDecider } from "./decide.ts";
import type { Chat, ChatOptions } from "./provider/model.ts";
import { createChat } from "./provider/model.ts";
import type { ModelSettings } from "./settings.ts";
import { createSpeed, measureStep, timed } from "./speed.ts";

/** Creates the decider of the settings. @throws SettingError when a file that they name cannot be read */
export function openLlmDecider(settings: ModelSettings, options: ChatOptions = {}): Decider {
	const {
		MODEL_PROVIDER: name,
		MODEL_NAME: model = "",
		MODEL_CONTEXT_TOKENS: contextTokens,
		MODEL_MAX_OUTPUT_TOKENS: outputTokens,
		MODEL_VISION: vision,
	} = settings;
	const limitMs = settings.MODEL_TIMEOUT_MS;
	const speed = createSpeed();
	const chat = timed(createChat(settings, options), speed, limitMs);
	const decider = createLlmDecider({
		name,
		model,
		chat,
		contextTokens,
		sees: vision === "true",
		readableTokens: () => speed.readableTokens(limitMs),
		...defined({ outputTokens, metrics: options.metrics }),
	});
	const stepMs = (signal: AbortSignal) => measureStep(chat, speed, signal);
	return { ...decider, stepMs, conversation: conversationOf(chat, contextTokens, outputTokens ?? mostOutputTokens) };
}

const mostOutputTokens = 8_192;

/** A whole file may stand in the arguments of a call, so an answer may take a quarter of the context. */
function conversationOf(chat: Chat, contextTokens: number, most: number): Conversation {
	const outputTokens = Math.min(mostOutputTokens, most, Math.floor(contextTokens / 4));
	return {
		contextTokens,
		ask: async ({ messages, tools, onText }, signal) => {
			const { text, said, usage } = await chat(messages, { outputTokens, tools, onText: onText ?? (() => undefined) }, signal);
			return { text, calls: said, usage };
		},
	};
}
