import { readFileSync } from "node:fs";
import { SettingError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { ModelProvider, ModelSettings } from "../../settings.ts";
import { createGigaChatFetch, speakGigaChat } from "./gigachat.ts";
import type { WebRules } from "./web.ts";
import { createModelFetch } from "./web.ts";

/** How a provider's host is reached. `baseUrl` is absent only where the settings have to name it and do not. */
export type Connection = {
	readonly baseUrl: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly fetch: typeof fetch;
};

const addresses: Readonly<Record<ModelProvider, string | undefined>> = {
	openai: "https://api.openai.com/v1",
	anthropic: "https://api.anthropic.com",
	google: "https://generativelanguage.googleapis.com",
	openrouter: "https://openrouter.ai/api/v1",
	groq: "https://api.groq.com/openai/v1",
	gigachat: "https://gigachat.devices.sberbank.ru/api/v1",
	ollama: "http://127.0.0.1:11434/v1",
	"openai-compatible": undefined,
};

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

/**
 * How a provider's host is reached: its address, headers and access token.
 *
 * @param web how hosts are reached; the installation's own rules by default
 * @throws SettingError when a certificate that the settings name cannot be read
 */
export function connectTo(settings: ModelSettings, web: WebRules = webOf(settings)): Connection {
	const provider = settings.MODEL_PROVIDER;
	const send = withFailpoint(createModelFetch(web));
	return {
		baseUrl: settings.MODEL_BASE_URL ?? (provider === "rules" ? undefined : addresses[provider]),
		headers: provider === "openrouter" ? { "HTTP-Referer": "https://webhand.local", "X-Title": "Webhand" } : {},
		fetch: provider === "gigachat" ? speakGigaChat(createGigaChatFetch(settings, { fetch: send })) : send,
	};
}
