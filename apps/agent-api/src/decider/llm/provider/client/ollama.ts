import { defined } from "../../../../shared/defined.ts";
import type { ModelSettings } from "../../settings.ts";
import type { OpenClient } from "./client.ts";
import { toFunction } from "./client.ts";
import type { Connection } from "./connect.ts";

/** Ollama's own API: only there a call says how large a context it wants, and a prompt beyond 4,096 tokens is not cut without a word. */
export async function loadOllama(settings: ModelSettings, { baseUrl = "", fetch }: Connection): Promise<OpenClient> {
	const { ChatOllama } = await import("@langchain/ollama");
	const { MODEL_NAME: model = "", MODEL_API_KEY: key, MODEL_CONTEXT_TOKENS: numCtx } = settings;
	return ({ maxTokens, temperature, effort, json, tools }, signal) => {
		const chat = new ChatOllama({
			model,
			numCtx,
			maxRetries: 0,
			// The address of its OpenAI form is what people know.
			baseUrl: baseUrl.replace(/\/v1\/?$/, ""),
			...(key === undefined ? {} : { headers: new Headers({ authorization: `Bearer ${key}` }) }),
			...(effort === undefined ? {} : { think: effort !== "none" }),
			...defined({ numPredict: maxTokens, temperature, format: json?.schema }),
			fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) }),
		});
		return tools === undefined ? chat : chat.bindTools(tools.map(toFunction));
	};
}
