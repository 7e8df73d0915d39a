import type { ModelSettings } from "../../settings.ts";
import type { OpenClient } from "./client.ts";
import type { Connection } from "./connect.ts";

/** Loads LangChain's package of the provider, and only that. Retries of the clients are off. */
export async function loadClient(settings: ModelSettings, connection: Connection): Promise<OpenClient> {
	switch (settings.MODEL_PROVIDER) {
		case "anthropic":
			return (await import("./anthropic.ts")).loadAnthropic(settings, connection);
		case "google":
			return (await import("./google.ts")).loadGoogle(settings, connection);
		case "ollama":
			return (await import("./ollama.ts")).loadOllama(settings, connection);
		default:
			return (await import("./openai.ts")).loadOpenAi(settings, connection);
	}
}
