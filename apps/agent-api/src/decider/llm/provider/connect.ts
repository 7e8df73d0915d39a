import { readFileSync } from "node:fs";
import type { ClientOptions } from "@langchain/openai";
import { SettingError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { ConfigurableModel } from "langchain/chat_models/universal";
import { initChatModel } from "langchain/chat_models/universal";
import { defined } from "../../../defined.ts";
import type { ModelProvider, ModelSettings } from "../settings.ts";
import { createGigaChatFetch } from "./gigachat.ts";
import type { WebRules } from "./web.ts";
import { createModelFetch } from "./web.ts";

const addresses: Readonly<Record<ModelProvider, string | undefined>> = {
	openai: "https://api.openai.com/v1",
	openrouter: "https://openrouter.ai/api/v1",
	groq: "https://api.groq.com/openai/v1",
	gigachat: "https://gigachat.devices.sberbank.ru/api/v1",
	ollama: "http://127.0.0.1:11434/v1",
	"openai-compatible": undefined,
};

// The client requires a key; servers without keys ignore it.
const noKey = "none";

/** Providers that document server-sent events with token numbers at the end; other servers of the same API may refuse them. */
export const streamingProviders: ReadonlySet<ModelSettings["MODEL_PROVIDER"]> = new Set([
	"openai",
	"openrouter",
	"groq",
	"ollama",
	"openai-compatible",
]);

/** A failpoint after the model begins to answer and before any of the answer is read. */
function withFailpoint(send: typeof fetch): typeof fetch {
	return async (...request) => {
		const response = await send(...request);
		await failpoint("step.in_model");
		return response;
	};
}

/** `MODEL_CA_FILE` is a root only for GigaChat's two hosts. */
function webOf({ MODEL_PROVIDER, MODEL_CA_FILE }: ModelSettings): WebRules {
	const isTrusted = MODEL_PROVIDER === "gigachat" && MODEL_CA_FILE !== undefined;
	return { isGuarded: false, ...(isTrusted ? { ca: readCertificate(MODEL_CA_FILE) } : {}) };
}

function readCertificate(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (cause) {
		throw new SettingError(`MODEL_CA_FILE: ${path} cannot be read`, { cause });
	}
}

/** The client of a model: temperature 0, its own retries off; `maxTokens` comes with each call as `configurable`. */
export function openModel(settings: ModelSettings, configuration: ClientOptions): Promise<ConfigurableModel> {
	return initChatModel(settings.MODEL_NAME ?? "", {
		// Every provider here speaks OpenAI's API, and this client takes our guarded `fetch`.
		modelProvider: "openai",
		configurableFields: ["maxTokens"],
		apiKey: settings.MODEL_PROVIDER === "gigachat" ? noKey : (settings.MODEL_API_KEY ?? noKey),
		temperature: 0,
		maxRetries: 0,
		// The client would log parts of answers that it cannot read.
		configuration: { ...configuration, logLevel: "off" },
	});
}

/**
 * How a provider's host is reached: its address, headers and access token.
 *
 * @param web how hosts are reached; the installation's own rules by default
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function connectTo(settings: ModelSettings, web: WebRules = webOf(settings)): ClientOptions {
	const provider = settings.MODEL_PROVIDER;
	const send = withFailpoint(createModelFetch(web));
	const baseURL = settings.MODEL_BASE_URL ?? (provider === "rules" ? undefined : addresses[provider]);
	return {
		...defined({ baseURL }),
		...(provider === "openrouter" ? { defaultHeaders: { "HTTP-Referer": "https://webhand.local", "X-Title": "Webhand" } } : {}),
		fetch: provider === "gigachat" ? createGigaChatFetch(settings, { fetch: send }) : send,
	};
}
