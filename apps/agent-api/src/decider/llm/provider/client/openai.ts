import { z } from "zod";
import { defined } from "../../../../shared/defined.ts";
import type { ModelSettings } from "../../settings.ts";
import { usesResponses } from "./abilities.ts";
import type { CallParameters, OpenClient } from "./client.ts";
import { noKey, toFunction } from "./client.ts";
import type { Connection } from "./connect.ts";

/**
 * OpenAI's API, which all other providers speak. Its two forms are opened by name: LangChain's `ChatOpenAI` would choose the Responses API
 * by the model's name, also at servers that do not have it.
 */
export async function loadOpenAi(settings: ModelSettings, { baseUrl, headers, fetch }: Connection): Promise<OpenClient> {
	const { ChatOpenAICompletions, ChatOpenAIResponses } = await import("@langchain/openai");
	const { MODEL_PROVIDER: provider, MODEL_NAME: model = "", MODEL_API_KEY: key = noKey } = settings;
	const isResponses = usesResponses(settings);
	return (parameters) => {
		const { maxTokens, temperature, tools } = parameters;
		const fields = {
			model,
			apiKey: provider === "gigachat" ? noKey : key,
			maxRetries: 0,
			zdrEnabled: true,
			...defined({ maxTokens, temperature }),
			// The client would log parts of answers that it cannot read.
			configuration: {
				...defined({ baseURL: baseUrl }),
				defaultHeaders: headers,
				fetch: withBody(fetch, isResponses ? responsesBody(parameters) : completionsBody(provider, parameters)),
				logLevel: "off" as const,
			},
		};
		const chat = isResponses ? new ChatOpenAIResponses(fields) : new ChatOpenAICompletions(fields);
		return tools === undefined ? chat : chat.bindTools(tools.map(toFunction));
	};
}

type Body = Readonly<Record<string, unknown>>;

function completionsBody(provider: ModelSettings["MODEL_PROVIDER"], { effort, json, mustCall, isCached }: CallParameters): Body {
	const format = json && { type: "json_schema", json_schema: { name: json.name, strict: true, schema: json.schema } };
	const isOpenRouter = provider === "openrouter";
	return defined({
		response_format: format,
		tool_choice: mustCall === true ? "required" : undefined,
		reasoning: isOpenRouter && effort !== undefined ? { effort } : undefined,
		reasoning_effort: isOpenRouter ? undefined : effort,
		// Only hosts that know the format; the others would leave it out without a word.
		provider: isOpenRouter && json !== undefined ? { require_parameters: true } : undefined,
		// How vLLM, SGLang and llama.cpp turn the thinking of a chat template off.
		chat_template_kwargs: provider === "openai-compatible" && effort === "none" ? { enable_thinking: false } : undefined,
		cache_control: isOpenRouter && isCached === true ? { type: "ephemeral" } : undefined,
	});
}

function responsesBody({ effort, json, mustCall }: CallParameters): Body {
	return defined({
		reasoning: effort && { effort },
		text: json && { format: { type: "json_schema", name: json.name, strict: true, schema: json.schema } },
		tool_choice: mustCall === true ? "required" : undefined,
	});
}

/** Adds to the body of each request: given to the client, a schema would make it throw away each answer that is no JSON. */
function withBody(send: typeof fetch, more: Body): typeof fetch {
	return async (input, init) => {
		const body = typeof init?.body === "string" ? JSON.stringify({ ...(JSON.parse(init.body) as object), ...more }) : init?.body;
		return withTrouble(await send(input, { ...init, ...defined({ body }) }));
	};
}

/** OpenRouter and others report trouble of a model's host in the body of a 200; and the client drops a refusal beside the text. */
async function withTrouble(response: Response): Promise<Response> {
	if (response.status !== 200 || !(response.headers.get("content-type") ?? "").includes("application/json")) return response;
	const text = await response.text();
	const { error: whole, choices = [], output } = parsedBody(text);
	const { headers } = response;
	const [choice] = choices;
	const error = choice?.error ?? (choice === undefined && output === undefined ? whole : undefined);
	if (error !== undefined) {
		const code = Number(error.code);
		return new Response(JSON.stringify({ error }), { status: code >= 400 && code < 600 ? code : 502, headers });
	}
	if (!choice?.message?.refusal) return new Response(text, { headers });
	return new Response(JSON.stringify({ ...parsedBody(text), choices: [{ ...choice, finish_reason: "content_filter" }] }), { headers });
}

const HostError = z.looseObject({ code: z.unknown().optional() }).optional().catch(undefined);
const ReplyBody = z.looseObject({
	error: HostError,
	choices: z
		.array(z.looseObject({ error: HostError, message: z.looseObject({ refusal: z.string().nullish().catch(undefined) }).optional() }))
		.optional()
		.catch(undefined),
	output: z.unknown().optional(),
});

function parsedBody(text: string): Partial<z.infer<typeof ReplyBody>> {
	try {
		return ReplyBody.parse(JSON.parse(text));
	} catch {
		return {};
	}
}
