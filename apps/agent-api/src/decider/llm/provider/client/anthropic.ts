import { defined } from "../../../../shared/defined.ts";
import type { ModelSettings } from "../../settings.ts";
import type { OpenClient } from "./client.ts";
import { noKey, toFunction } from "./client.ts";
import type { Connection } from "./connect.ts";

/** Longer than any call: without a number the client refuses to wait for large answers that are not streamed. */
const clientTimeoutMs = 600_000;

/** Anthropic's API. */
export async function loadAnthropic(settings: ModelSettings, { baseUrl, fetch }: Connection): Promise<OpenClient> {
	const { ChatAnthropic } = await import("@langchain/anthropic");
	const { MODEL_NAME: model = "", MODEL_API_KEY: apiKey = noKey } = settings;
	return ({ maxTokens, temperature, effort, json, tools, mustCall, isCached }) => {
		const outputConfig = {
			// Its scale begins at low; none is no effort but a switch.
			...(effort === undefined || effort === "none" ? {} : { effort: effort === "minimal" ? ("low" as const) : effort }),
			...(json === undefined ? {} : { format: { type: "json_schema" as const, schema: json.schema } }),
		};
		const chat = new ChatAnthropic({
			model,
			apiKey,
			maxRetries: 0,
			...defined({ anthropicApiUrl: baseUrl?.replace(/\/v1\/?$/, ""), maxTokens, temperature }),
			...(effort === "none" ? { thinking: { type: "disabled" as const } } : {}),
			...(Object.keys(outputConfig).length === 0 ? {} : { outputConfig }),
			// A token of the environment would go out beside the key.
			clientOptions: { fetch, logLevel: "off", authToken: null, timeout: clientTimeoutMs },
		});
		if (tools === undefined) return chat;
		return chat.bindTools(tools.map(toFunction), {
			...(mustCall === true ? { tool_choice: "any" } : {}),
			...(isCached === true ? { cache_control: { type: "ephemeral" as const } } : {}),
		});
	};
}
