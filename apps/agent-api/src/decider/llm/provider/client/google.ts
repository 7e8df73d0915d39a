import { defined } from "../../../../shared/defined.ts";
import type { Effort, ModelSettings } from "../../settings.ts";
import type { OpenClient } from "./client.ts";
import { noKey, toFunction } from "./client.ts";
import type { Connection } from "./connect.ts";

/** Google's Gemini API. */
export async function loadGoogle(settings: ModelSettings, { baseUrl, fetch }: Connection): Promise<OpenClient> {
	const { ChatGoogle } = await import("@langchain/google");
	const { MODEL_NAME: model = "", MODEL_API_KEY: key = noKey } = settings;
	const apiClient = {
		hasApiKey: () => true,
		getProjectId: async () => "",
		// The client gives a Request of the global fetch, which ours does not read.
		fetch: async (request: Request) => {
			const headers = { ...Object.fromEntries(request.headers), "x-goog-api-key": key };
			return fetch(request.url, { method: request.method, headers, body: await request.text(), signal: request.signal });
		},
	};
	return ({ maxTokens, temperature, effort, json, tools, mustCall }) => {
		const chat = new ChatGoogle({
			model,
			apiKey: key,
			apiClient,
			platformType: "gai",
			maxRetries: 0,
			...defined({
				endpoint: baseUrl,
				maxOutputTokens: maxTokens,
				temperature,
				reasoningEffort: effortOf(model, effort),
				responseSchema: json?.schema,
			}),
		});
		return tools === undefined ? chat : chat.bindTools(tools.map(toFunction), mustCall === true ? { tool_choice: "any" } : {});
	};
}

/** Thinking can only be switched off where it has a budget (Gemini 2.5); the levels of Gemini 3 begin at minimal. */
function effortOf(model: string, effort: Effort | undefined): Effort | undefined {
	return effort === "none" && !model.startsWith("gemini-2.5") ? "minimal" : effort;
}
