import { z } from "zod";
import type { Generation } from "./llama.ts";

const Content = z.union([z.string(), z.array(z.object({ type: z.literal("text"), text: z.string() }))]);
const ResponseFormat = z.discriminatedUnion("type", [
	z.object({ type: z.literal("text") }),
	z.object({ type: z.literal("json_object") }),
	z.object({ type: z.literal("json_schema"), json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }) }),
]);

/** The fields of a chat completion that llama.cpp is given; it ignores others. */
export const ChatRequest = z.object({
	messages: z.array(z.object({ role: z.string(), content: Content })).min(1),
	temperature: z.number().nullish(),
	max_tokens: z.number().int().positive().nullish(),
	max_completion_tokens: z.number().int().positive().nullish(),
	seed: z.number().int().nullish(),
	stop: z.union([z.string(), z.array(z.string())]).nullish(),
	stream: z.boolean().nullish(),
	stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
	response_format: ResponseFormat.nullish(),
});
/** A chat completion as OpenAI's API names its fields. */
export type ChatRequest = z.infer<typeof ChatRequest>;

const mostTokens = 2_048;

/** What the model is to do for a request. */
export function generationOf(request: ChatRequest): Omit<Generation, "onText"> {
	const { response_format: format, stop } = request;
	return {
		messages: request.messages.map(({ role, content }) => ({
			role,
			content: typeof content === "string" ? content : content.map((part) => part.text).join("\n"),
		})),
		maxTokens: request.max_completion_tokens ?? request.max_tokens ?? mostTokens,
		temperature: request.temperature ?? 0.8,
		seed: request.seed ?? undefined,
		stop: typeof stop === "string" ? [stop] : (stop ?? []),
		schema: format?.type === "json_schema" ? grammarSchema(format.json_schema.schema) : format?.type === "json_object" ? "json" : undefined,
	};
}

/** `anyOf` in the one form that the grammar of node-llama-cpp knows. */
function grammarSchema(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const translate = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(translate);
		if (typeof value !== "object" || value === null) return value;
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key === "anyOf" ? "oneOf" : key, translate(inner)]));
	};
	return translate(schema) as Readonly<Record<string, unknown>>;
}
