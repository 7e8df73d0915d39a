import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { createAuthority } from "@webhand/testing/certificates";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { choiceForm, decisionForm } from "../src/decider/llm/answer/form.ts";
import { openLlmDecider } from "../src/decider/llm/open.ts";
import { createChat } from "../src/decider/llm/provider/model.ts";
import type { ModelSettings } from "../src/decider/llm/settings.ts";
import { createSpeed, timed } from "../src/decider/llm/speed.ts";
import { metered } from "../src/decider/metering.ts";
import { defined } from "../src/shared/defined.ts";
import type { ProviderAnswer, ProviderServer } from "./provider-server.ts";
import { click, eventsOf, linesOf, startProviders } from "./provider-server.ts";
import { modelSettings, never, refusalOf, shopTurn } from "./scripted-model.ts";

const authority = createAuthority();
let server: ProviderServer;
let network: Network;

beforeAll(async () => {
	const hosts = ["api.anthropic.com", "generativelanguage.googleapis.com", "api.openai.com", "openrouter.ai", "api.groq.com"];
	server = await startProviders(authority.issue(...hosts, "gigachat.devices.sberbank.ru", "ngw.devices.sberbank.ru", "models.example"));
	network = { resolve: async () => [{ address: "93.184.215.14", family: 4 }], detour: server.port };
});
afterAll(async () => server.close());
beforeEach(() => {
	server.seen.length = 0;
	server.answer = () => undefined;
});

type Provider = ModelSettings["MODEL_PROVIDER"];
const warned: string[] = [];
const options = () => ({
	web: { isGuarded: false, network, ca: authority.cert },
	random: () => 0,
	warn: (_facts: object, message: string) => warned.push(message),
});
const settingsOf = (provider: Provider, name: string, part: Partial<ModelSettings> = {}) =>
	modelSettings({
		MODEL_PROVIDER: provider,
		MODEL_NAME: name,
		MODEL_TEMPERATURE: undefined,
		...(provider === "ollama" || provider === "openai-compatible" ? { MODEL_BASE_URL: "https://models.example/v1" } : {}),
		...part,
	});
const chatOf = (...model: Parameters<typeof settingsOf>) => createChat(settingsOf(...model), options());
const messages = [
	{ role: "system" as const, content: "You operate one web page." },
	{ role: "user" as const, content: "Search." },
];
const ask = (chat: ReturnType<typeof chatOf>, more: object = {}) =>
	chat(messages, { outputTokens: 1_024, form: decisionForm, ...more }, never);
const bodies = () =>
	server.seen.filter(({ host }) => !host.startsWith("ngw.")).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const newest = () => bodies().at(-1) ?? {};

/** Gives these answers one after the other, then the usual ones. */
const answers = (...given: readonly ProviderAnswer[]) => {
	let next = 0;
	server.answer = (request) =>
		request.host.startsWith("ngw.") ? { json: { access_token: "t", expires_at: Date.now() + 1_800_000 } } : given[next++];
};

const openAiReply = (message: object, finish: string, more: object = {}): ProviderAnswer => ({
	json: {
		...click.body,
		choices: [{ index: 0, message: { role: "assistant", refusal: null, ...message }, finish_reason: finish, logprobs: null }],
		...more,
	},
});
const anthropicReply = (stop: string, text = "", usage: object = {}): ProviderAnswer => ({
	json: {
		id: "m1",
		type: "message",
		role: "assistant",
		model: "m",
		stop_reason: stop,
		stop_sequence: null,
		content: text === "" ? [] : [{ type: "text", text }],
		usage: { input_tokens: 100, output_tokens: 10, ...usage },
	},
});
const googleReply = (finishReason: string, text = ""): ProviderAnswer => ({
	json: {
		candidates: [{ content: { role: "model", parts: text === "" ? [] : [{ text }] }, finishReason, index: 0 }],
		usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, thoughtsTokenCount: 50, totalTokenCount: 160 },
	},
});
const responsesReply = (reason: string): ProviderAnswer => ({
	json: {
		id: "resp_1",
		object: "response",
		created_at: 1,
		model: "m",
		status: "incomplete",
		incomplete_details: { reason },
		error: null,
		output: [{ type: "reasoning", id: "rs_1", summary: [] }],
		usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110, output_tokens_details: { reasoning_tokens: 10 } },
	},
});
const ollamaReply = (done: object, content = "", more: object = {}): ProviderAnswer =>
	linesOf([
		{
			model: "m",
			created_at: "2026-01-01T00:00:00Z",
			message: { role: "assistant", content, ...more },
			done: true,
			prompt_eval_count: 100,
			eval_count: 10,
			...done,
		},
	]);

/** The limit of an answer in the request of each API. */
const limitIn = (body: Readonly<Record<string, unknown>>) =>
	(body["max_output_tokens"] ??
		body["max_completion_tokens"] ??
		body["max_tokens"] ??
		(body["generationConfig"] as { maxOutputTokens?: number } | undefined)?.maxOutputTokens ??
		(body["options"] as { num_predict?: number } | undefined)?.num_predict) as number;

describe("an answer that is cut off", () => {
	const cut = [
		["openai", "gpt-4.1", openAiReply({ content: '{"thought":"I se' }, "length"), "low"],
		["openai", "gpt-5", responsesReply("max_output_tokens")],
		["anthropic", "claude-opus-5", anthropicReply("max_tokens", '{"thought":"I se')],
		["google", "gemini-2.5-flash", googleReply("MAX_TOKENS")],
		["ollama", "gemma3", ollamaReply({ done_reason: "length" }, '{"thought":"I se', { thinking: "Let me see." })],
		["openai-compatible", "qwen3", openAiReply({ content: "<think>I would click(99), but" }, "length")],
	] as const;

	test.each(cut)(
		"by %s (%s) is asked for once more with more room, and both are paid for",
		async (provider, name, reply, effort?: "low") => {
			answers(reply);
			const said = await ask(chatOf(provider, name, { MODEL_REASONING_EFFORT: effort }));
			expect(said.isCutOff).toBeUndefined();
			expect(said.usage).toMatchObject({ calls: 2, lostCalls: 1, promptTokens: 200 });
			const [first = 0, second = 0] = bodies().map(limitIn);
			expect([bodies().length, second > first]).toEqual([2, true]);
		},
	);

	test.each(cut)("by %s (%s) a second time is told as such", async (provider, name, reply, effort?: "low") => {
		answers(reply, reply);
		expect(await ask(chatOf(provider, name, { MODEL_REASONING_EFFORT: effort }))).toMatchObject({ isCutOff: true, usage: { calls: 2 } });
	});

	test("under a limit that somebody chose is asked for with less thinking, or not again", async () => {
		const reply = openAiReply({ content: "" }, "length");
		answers(reply);
		await ask(chatOf("openai", "gpt-4.1", { MODEL_MAX_OUTPUT_TOKENS: 2_000, MODEL_REASONING_EFFORT: "high" }), { outputTokens: 2_000 });
		expect(bodies().map((body) => [limitIn(body), body["reasoning_effort"]])).toEqual([
			[2_000, "high"],
			[2_000, "medium"],
		]);
		server.seen.length = 0;
		answers(reply);
		expect(await ask(chatOf("openai", "gpt-4.1", { MODEL_MAX_OUTPUT_TOKENS: 2_000 }))).toMatchObject({
			isCutOff: true,
			usage: { calls: 1 },
		});
	});

	test.each([
		["openai/gpt-oss-20b", undefined, [undefined, "low"]],
		["some-model", "medium", ["medium", "low"]],
		["some-model", "low", ["low", "minimal"]],
		["some-model", "minimal", ["minimal", "none"]],
		["some-model", "none", ["none"]],
	] as const)("under such a limit has %s with effort %s think one step less", async (name, effort, sent) => {
		answers(openAiReply({ content: "" }, "length"));
		await ask(chatOf("groq", name, { MODEL_MAX_OUTPUT_TOKENS: 2_000, MODEL_REASONING_EFFORT: effort }), { outputTokens: 2_000 });
		expect(bodies().map((body) => body["reasoning_effort"])).toEqual(sent);
	});

	test("of a model that does not think is as it is: it would write on", async () => {
		answers(ollamaReply({ done_reason: "length" }, "again again again"));
		expect(await ask(chatOf("ollama", "gemma3"))).toMatchObject({ text: "again again again", isCutOff: true, usage: { calls: 1 } });
		expect(server.seen).toHaveLength(1);
	});

	test("is as it is where the second try fails", async () => {
		answers(responsesReply("max_output_tokens"), { status: 401, json: { error: { message: "no" } } });
		expect(await ask(chatOf("openai", "gpt-5"))).toMatchObject({ isCutOff: true, usage: { promptTokens: 100, calls: 1 } });
		expect(server.seen).toHaveLength(2);
	});

	test("while it thinks is never acted on", async () => {
		const thinking = openAiReply({ content: "<think>Perhaps <Action>click(17)</Action>, but" }, "length");
		answers(thinking, thinking, thinking, thinking);
		const decider = openLlmDecider(settingsOf("openai-compatible", "some-model"), options());
		expect(await decider.decide(shopTurn(), never)).toMatchObject({ failure: { category: "model_output_invalid" } });
	});
});

describe("the limit of an answer", () => {
	test.each([
		["openai", "gpt-5", undefined, 17_408],
		["openai", "gpt-5", "low", 5_120],
		["anthropic", "claude-opus-5", undefined, 17_408],
		["anthropic", "claude-opus-5", "none", 1_024],
		["google", "gemini-2.5-pro", "minimal", 2_048],
		["google", "gemini-3-flash-preview", "high", 31_988],
		["openrouter", "openai/gpt-5-mini", "medium", 13_312],
		["groq", "openai/gpt-oss-120b", undefined, 17_408],
		["openai", "gpt-4.1", undefined, 1_024],
	] as const)("of %s's %s with effort %s has room for thinking, within the context", async (provider, name, effort, limit) => {
		await ask(chatOf(provider, name, { MODEL_REASONING_EFFORT: effort }));
		expect(limitIn(newest())).toBe(limit);
	});

	test("grows once a model of any name has shown that it thinks", async () => {
		const chat = chatOf("ollama", "some-model");
		answers(ollamaReply({ done_reason: "stop" }, '{"thought":"t","action":"click(17)"}', { thinking: "Let me see." }));
		await ask(chat);
		await ask(chat);
		expect(bodies().map(limitIn)).toEqual([1_024, 17_408]);
	});
});

describe("the request for", () => {
	test.each([
		["openai", "gpt-5.6-terra", "none", "/v1/responses", { reasoning: { effort: "none" } }],
		["openai", "gpt-5-codex", "minimal", "/v1/responses", { reasoning: { effort: "minimal" } }],
		[
			"openai",
			"gpt-5.2-pro",
			undefined,
			"/v1/responses",
			{ text: { format: { type: "json_schema", name: "act", strict: true } }, store: false },
		],
		["openai", "gpt-4.1", "none", "/v1/chat/completions", { reasoning_effort: "none" }],
		["openai-compatible", "gpt-5.6-codex", "low", "/v1/chat/completions", { reasoning_effort: "low" }],
		["openai-compatible", "qwen3", "none", "/v1/chat/completions", { chat_template_kwargs: { enable_thinking: false } }],
		["openrouter", "openai/gpt-5.2-pro", "none", "/api/v1/chat/completions", { reasoning: { effort: "none" } }],
		["anthropic", "claude-opus-5", "none", "/v1/messages", { thinking: { type: "disabled" } }],
		["anthropic", "claude-opus-5", "minimal", "/v1/messages", { output_config: { effort: "low" } }],
		[
			"google",
			"gemini-2.5-flash",
			"none",
			"/v1beta/models/gemini-2.5-flash:generateContent",
			{ generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
		],
		[
			"google",
			"gemini-3-flash-preview",
			"none",
			"/v1beta/models/gemini-3-flash-preview:generateContent",
			{ generationConfig: { thinkingConfig: { thinkingLevel: "MINIMAL" } } },
		],
		["ollama", "qwen3", "none", "/api/chat", { think: false, options: { num_ctx: 32_000 } }],
		["ollama", "qwen3", "high", "/api/chat", { think: true }],
	] as const)("%s's %s with effort %s goes to %s in the shape of that API", async (provider, name, effort, path, body) => {
		const { text } = await ask(chatOf(provider, name, { MODEL_REASONING_EFFORT: effort }));
		expect(text).toContain("click(17)");
		expect(server.seen.map((request) => request.path)).toEqual([path]);
		expect(newest()).toMatchObject(body);
	});

	test.each([
		["openai", "gpt-5.1", undefined],
		["anthropic", "claude-opus-4-7", undefined],
		["anthropic", "claude-sonnet-4-5", 0],
		["google", "gemini-3.5-flash", undefined],
		["google", "gemini-2.5-flash", 0],
		["openrouter", "google/gemini-3.5-flash", undefined],
		["openrouter", "meta/llama-4", 0],
	] as const)("%s's %s leaves the temperature alone where its provider wants that (%s)", async (provider, name, temperature) => {
		const chat = chatOf(provider, name);
		await ask(chat);
		await ask(chat, { temperature: 0.7 });
		const said = bodies().map((body) => ({ ...body, ...(body["generationConfig"] as object | undefined) }) as { temperature?: number });
		expect(said.map((body) => body.temperature)).toEqual(temperature === undefined ? [undefined, undefined] : [temperature, 0.7]);
	});

	test("a choice is held to its numbers", async () => {
		await chatOf("openai", "gpt-4.1")(messages, { outputTokens: 64, form: choiceForm(3) }, never);
		const choice = { type: "integer", enum: [0, 1, 2, 3] };
		expect(newest()).toMatchObject({ response_format: { json_schema: { name: "choose", schema: { properties: { choice } } } } });
	});

	test.each([
		["anthropic", "claude-sonnet-4-5", "system"],
		["openrouter", "anthropic/claude-sonnet-4.5", "messages"],
	] as const)("Claude by %s marks what stays the same, and the cached share is counted", async (provider, name, field) => {
		const usage = { input_tokens: 20, cache_read_input_tokens: 60, cache_creation_input_tokens: 20 };
		const cached = { usage: { prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } } };
		answers(provider === "anthropic" ? anthropicReply("end_turn", "{}", usage) : openAiReply({ content: "{}" }, "stop", cached));
		const said = await ask(chatOf(provider, name, { MODEL_PRICES: JSON.stringify({ [name]: { input: 1, output: 0, cachedInput: 0.1 } }) }));
		const marked = [{ type: "text", text: "You operate one web page.", cache_control: { type: "ephemeral" } }];
		const [first] =
			field === "system" ? [{ content: newest()["system"] }] : (newest()["messages"] as readonly { readonly content: unknown }[]);
		expect([first?.content, said.usage]).toEqual([marked, expect.objectContaining({ promptTokens: 100, cachedTokens: 60 })]);
		// 40 read, 60 from the cache, and a quarter more for the 20 that Anthropic wrote to it.
		expect(said.usage.usd).toBeCloseTo((40 + 6 + (provider === "anthropic" ? 5 : 0)) / 1e6, 12);
	});

	test("a conversation with Claude is cached to its newest message", async () => {
		const tools = [{ name: "list", description: "Lists a folder", parameters: { type: "object", properties: {} } }];
		for (const [provider, name] of [
			["anthropic", "claude-sonnet-4-5"],
			["openrouter", "anthropic/claude-sonnet-4.5"],
		] as const) {
			await chatOf(provider, name)(messages, { outputTokens: 1_024, tools }, never);
			expect(newest()).toMatchObject({ cache_control: { type: "ephemeral" } });
		}
	});
});

describe("a provider that", () => {
	test.each([
		["tool_use_failed", "Failed to call a function. Please adjust your prompt."],
		["json_validate_failed", "Failed to generate JSON. Please adjust your prompt."],
	])("reports %s is asked again without the form, and with it the next time", async (code, message) => {
		const chat = chatOf("groq", "openai/gpt-oss-20b");
		answers({ status: 400, json: { error: { message, type: "invalid_request_error", code, failed_generation: "{" } } });
		expect((await ask(chat)).text).toContain("click(17)");
		expect(chat.answersIn()).toBe("schema");
		await ask(chat);
		expect(bodies().map((body) => "response_format" in body)).toEqual([true, false, true]);
	});

	test("could not read the call that its model made is asked again without the form", async () => {
		answers(googleReply("MALFORMED_FUNCTION_CALL"));
		const chat = chatOf("google", "gemini-2.0-flash");
		expect((await ask(chat)).usage).toMatchObject({ promptTokens: 200, completionTokens: 70, calls: 2, lostCalls: 1 });
		expect(bodies().map((body) => JSON.stringify(body).includes("responseJsonSchema"))).toEqual([true, false]);
		expect(chat.answersIn()).toBe("schema");
	});

	test("knows neither schemas nor a forced tool leaves the model one tool to choose", async () => {
		const refusal = (message: string) => ({ status: 400, json: { error: { message } } });
		answers(
			refusal("response_format of type json_schema is not supported"),
			refusal("Thinking may not be enabled when tool_choice forces tool use."),
			openAiReply(
				{
					content: null,
					tool_calls: [
						{ id: "c", type: "function", function: { name: "act", arguments: '{"thought":"t","action":"click(17)","memory":null}' } },
					],
				},
				"tool_calls",
			),
		);
		const chat = chatOf("openrouter", "some/model");
		expect(await ask(chat)).toMatchObject({ text: '{"thought":"t","action":"click(17)"}', calls: [] });
		expect([chat.answersIn(), newest()["tool_choice"], (newest()["tools"] as unknown[]).length]).toEqual(["tool", undefined, 1]);
	});

	test("takes no tools beside thinking is asked with both again after an hour", async () => {
		let at = 0;
		answers({ status: 400, json: { error: { message: "To use tools, set reasoning_effort to 'none'." } } });
		const model = settingsOf("openai", "gpt-5.6", { MODEL_BASE_URL: "https://models.example/v1" });
		const chat = createChat(model, { ...options(), elapsed: () => at });
		const tools = [{ name: "list", description: "Lists a folder", parameters: { type: "object", properties: {} } }];
		for (at of [0, 3_600_001]) await chat(messages, { outputTokens: 1_024, tools }, never);
		expect(bodies().map((body) => body["reasoning_effort"])).toEqual([undefined, "none", undefined]);
	});

	test("takes no tools beside thinking is asked without it, and only where there are tools", async () => {
		const message =
			"Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
		answers({ status: 400, json: { error: { message, type: "invalid_request_error", param: "reasoning_effort" } } });
		const chat = chatOf("openai", "gpt-5.6", { MODEL_BASE_URL: "https://models.example/v1" });
		const tools = [{ name: "list", description: "Lists a folder", parameters: { type: "object", properties: {} } }];
		await chat(messages, { outputTokens: 1_024, tools }, never);
		await ask(chat);
		expect(bodies().map((body) => body["reasoning_effort"])).toEqual([undefined, "none", undefined]);
		// A server that repeats it is not asked for ever.
		server.seen.length = 0;
		server.answer = () => ({ status: 400, json: { error: { message } } });
		await refusalOf(chat(messages, { outputTokens: 1_024 }, never));
		expect(server.seen).toHaveLength(2);
	});

	test("hides trouble of a model's host in a 200 is understood", async () => {
		answers({ json: { error: { code: 502, message: "Provider returned error" } } });
		expect((await ask(chatOf("openrouter", "some/model"))).text).toContain("click(17)");
		expect(server.seen).toHaveLength(2);
	});

	test.each([
		[429, "model_rate_limited", 3],
		[400, "model_rejected", 1],
	])("puts trouble %s of a model's host into a choice is understood", async (code, reason, calls) => {
		const choice = {
			index: 0,
			message: { role: "assistant", content: "" },
			finish_reason: "error",
			error: { code, message: "Overloaded" },
		};
		server.answer = () => ({ json: { ...click.body, choices: [choice] } });
		const refusal = await refusalOf(ask(chatOf("openrouter", "some/model")));
		expect([refusal.details?.["reason"], server.seen.length]).toEqual([reason, calls]);
	});

	test("ends a stream with its host's trouble is asked again", async () => {
		const chunk = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
		const choice = { index: 0, delta: { content: '{"thought":"I' }, finish_reason: "error" };
		answers(eventsOf([{ ...chunk, choices: [choice] }], () => ""));
		const said = await ask(chatOf("openrouter", "some/model"), { onText: () => undefined });
		expect([said.text, said.usage]).toMatchObject([click.text, { lostCalls: 1 }]);
	});

	test.each([
		["Streaming is not supported", 2],
		["Your credit balance is too low", 1],
		["Bad request", 1],
	])("refuses a streamed call with “%s” is asked %i times", async (message, calls) => {
		answers({ status: 400, json: { error: { message } } });
		await ask(chatOf("openai", "gpt-4.1"), { onText: () => undefined }).catch(() => undefined);
		expect(server.seen).toHaveLength(calls);
	});

	test("speaks GigaChat's functions is called by them", async () => {
		const call = { role: "assistant", content: "", function_call: { name: "act", arguments: { thought: "t", action: "click(17)" } } };
		answers({ json: { ...click.body, choices: [{ index: 0, message: call, finish_reason: "function_call" }] } });
		const chat = chatOf("gigachat", "GigaChat-2-Max");
		expect([chat.answersIn(), (await ask(chat)).text]).toEqual(["tool", '{"thought":"t","action":"click(17)"}']);
		expect(newest()).toMatchObject({ functions: [{ name: "act" }], function_call: { name: "act" } });
	});
});

const chunk = (delta: object, finish: string | null) => ({
	id: "c1",
	object: "chat.completion.chunk",
	created: 1,
	model: "m",
	choices: [{ index: 0, delta, finish_reason: finish }],
});

describe("trouble that nobody waits out", () => {
	const filtered = { error: { message: "The response was filtered", code: "content_filter" } };
	const lowCredit = {
		type: "error",
		error: { type: "invalid_request_error", message: "Your credit balance is too low to access the Anthropic API." },
	};
	const badKey = { error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT" } };
	const quota = {
		error: { message: "You exceeded your current quota, please check your plan.", type: "insufficient_quota", code: "insufficient_quota" },
	};
	test.each([
		["model_no_credit", "openai", "gpt-4.1", { status: 429, json: quota }],
		["model_no_credit", "anthropic", "claude-sonnet-4-5", { status: 400, json: lowCredit }],
		["model_no_credit", "openrouter", "a/b", { status: 402, json: { error: { code: 402, message: "Insufficient credits" } } }],
		["model_unknown", "ollama", "gemma9", { status: 404, json: { error: "model 'gemma9' not found" } }],
		[
			"model_unknown",
			"openai",
			"gpt-9",
			{ status: 404, json: { error: { message: "The model `gpt-9` does not exist", code: "model_not_found" } } },
		],
		["model_unknown", "openrouter", "a/b", { status: 400, json: { error: { code: 400, message: "a/b is not a valid model ID" } } }],
		["model_unknown", "google", "gemini-9", { status: 404, json: { error: { code: 404, message: "models/gemini-9 is not found" } } }],
		[
			"model_key_refused",
			"openai",
			"gpt-4.1",
			{ status: 401, json: { error: { message: "Incorrect API key provided", code: "invalid_api_key" } } },
		],
		["model_key_refused", "google", "gemini-2.5-flash", { status: 400, json: badKey }],
		[
			"model_key_refused",
			"anthropic",
			"claude-sonnet-4-5",
			{ status: 403, json: { type: "error", error: { type: "permission_error", message: "no" } } },
		],
		["model_refused", "openai", "gpt-4.1", { status: 400, json: filtered }],
		["model_refused", "openai", "gpt-4.1", openAiReply({ content: null, refusal: "I can't help with that." }, "stop")],
		["model_refused", "openai", "gpt-4.1", openAiReply({ content: "" }, "content_filter")],
		["model_refused", "openai", "gpt-5", responsesReply("content_filter")],
		[
			"model_refused",
			"openrouter",
			"a/b",
			{ status: 403, json: { error: { code: 403, message: "Your chosen model requires moderation and your input was flagged" } } },
		],
		["model_refused", "anthropic", "claude-sonnet-4-5", anthropicReply("refusal")],
		["model_refused", "google", "gemini-2.5-flash", googleReply("SAFETY")],
		[
			"model_refused",
			"google",
			"gemini-2.5-flash",
			{ json: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" }, usageMetadata: { promptTokenCount: 100, totalTokenCount: 100 } } },
		],
	] as const)("is %s at %s (%s), told once", async (reason, provider, name, reply) => {
		server.answer = () => reply;
		expect((await refusalOf(ask(chatOf(provider, name)))).details).toEqual({ reason, retryable: false });
		expect(server.seen).toHaveLength(1);
	});

	test("is known where the refusal is streamed", async () => {
		answers(eventsOf([chunk({ role: "assistant", refusal: "I can't help" }, null), chunk({}, "stop")], () => ""));
		const refusal = await refusalOf(ask(chatOf("openai", "gpt-4.1"), { onText: () => undefined }));
		expect([refusal.details, server.seen.length]).toEqual([{ reason: "model_refused", retryable: false }, 1]);
	});

	test.each([
		["unstreamed", {}, {}, openAiReply({ content: "" }, "stop")],
		[
			"from another address",
			{ MODEL_BASE_URL: "https://models.example/v1" },
			{ onText: () => undefined },
			eventsOf([chunk({ role: "assistant", content: "" }, null), chunk({}, "stop")], () => ""),
		],
	])("is not seen in an empty answer %s", async (_name, part, more, reply) => {
		answers(reply);
		expect(await ask(chatOf("openai", "gpt-4.1", part), more)).toMatchObject({ text: "", usage: { calls: 1 } });
	});

	test("was paid for where the model read the prompt and refused", async () => {
		answers(anthropicReply("refusal"));
		const step = metered(openLlmDecider(settingsOf("anthropic", "claude-sonnet-4-5"), options()), 10_000);
		await refusalOf(step.decider.decide(shopTurn(), never));
		expect(step.used()).toMatchObject({ promptTokens: 100, calls: 1, lostCalls: 1 });
	});
});

describe("a wait", () => {
	test("for a provider that asks to slow down is no time of reading", async () => {
		const usage = { prompt_tokens: 2_000, completion_tokens: 20, total_tokens: 2_020 };
		answers(
			{ status: 429, json: { error: { message: "slow down" } }, headers: { "retry-after": "1" } },
			openAiReply({ content: "{}" }, "stop", { usage }),
		);
		const speed = createSpeed();
		await timed(chatOf("openai", "gpt-4.1"), speed, 60_000)(messages, { outputTokens: 64 }, never);
		expect([server.seen.length, (speed.stepMs() ?? 1_000) < 500]).toEqual([2, true]);
	});

	test("that Gemini names in the body is kept, beyond the step it is given up", async () => {
		const wait = (retryDelay: string) => ({
			status: 429,
			json: {
				error: { code: 429, message: "Resource exhausted", details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }] },
			},
		});
		answers(wait("0.9s"));
		const startedAt = performance.now();
		await ask(chatOf("google", "gemini-2.5-flash"));
		expect(performance.now() - startedAt).toBeGreaterThan(890);
		server.seen.length = 0;
		answers(wait("34s"));
		const refusal = await refusalOf(ask(chatOf("google", "gemini-2.5-flash"), { endsAt: performance.now() + 5_000 }));
		expect([refusal.details?.["reason"], server.seen.length]).toEqual(["model_rate_limited", 1]);
	});
});

describe("a server that reads less than it is sent", () => {
	const long = [{ role: "user" as const, content: "Green tea, loose leaves, 100 g. ".repeat(1_000) }];
	test.each(["ollama", "openai-compatible"] as const)("is told of once: %s", async (provider) => {
		warned.length = 0;
		const chat = chatOf(provider, "some-model");
		server.answer = () =>
			provider === "ollama"
				? ollamaReply({ done_reason: "stop", prompt_eval_count: 4_095 }, "{}")
				: openAiReply({ content: "{}" }, "stop", { usage: { prompt_tokens: 4_095, completion_tokens: 10 } });
		for (const _ of [1, 2]) await chat(long, { outputTokens: 64 }, never);
		expect(warned).toEqual([expect.stringContaining("cut a prompt")]);
		expect(await chat.findOut(never)).toMatchObject({ isContextCut: true });
	});

	test("is not suspected where it read the whole prompt", async () => {
		warned.length = 0;
		server.answer = () => ollamaReply({ done_reason: "stop", prompt_eval_count: 7_000 }, "{}");
		const chat = chatOf("ollama", "some-model");
		await chat(long, { outputTokens: 64 }, never);
		expect([warned, (await chat.findOut(never)).isContextCut]).toEqual([[], undefined]);
	});

	test("is not suspected for a picture, which each server counts in its own way", async () => {
		server.answer = () => ollamaReply({ done_reason: "stop", prompt_eval_count: 60 }, "{}");
		const found = await chatOf("ollama", "some-model", { MODEL_VISION: "true" }).findOut(never);
		expect([server.seen.length > 0, found]).toEqual([true, { answersIn: "tags", readsPictures: true }]);
	});
});

describe("a test call", () => {
	const held = JSON.stringify({ answer: "ready", count: 0 });

	test("finds the schema of a compatible server, and every later answer is held to it", async () => {
		const chat = chatOf("openai-compatible", "some-model");
		expect(chat.answersIn()).toBe("tags");
		await ask(chat);
		answers(openAiReply({ content: held }, "stop"));
		expect(await chat.findOut(never)).toEqual({ answersIn: "schema" });
		await ask(chat);
		expect(bodies().map((body) => "response_format" in body)).toEqual([false, true, true]);
	});

	test("finds that a server takes a schema and does not hold to it, or refuses it", async () => {
		const chat = chatOf("openai-compatible", "some-model");
		for (const reply of [
			openAiReply({ content: "OK" }, "stop"),
			{ status: 400, json: { error: { message: "response_format is not supported" } } },
		]) {
			answers(reply);
			expect(await chat.findOut(never)).toEqual({ answersIn: "tags" });
		}
		await ask(chat);
		expect(newest()).not.toHaveProperty("response_format");
	});

	test.each([
		["of this run", undefined],
		["of an earlier run", "tags"],
	] as const)("%s that finds no form counts for an hour", async (_name, answersIn) => {
		let at = 0;
		const chat = createChat(settingsOf("openai-compatible", "some-model"), { ...options(), ...defined({ answersIn }), elapsed: () => at });
		answers(openAiReply({ content: "OK" }, "stop"));
		if (answersIn === undefined) await chat.findOut(never);
		const before = chat.answersIn();
		at = 3_600_001;
		expect([before, chat.answersIn()]).toEqual(["tags", "schema"]);
	});

	test("goes on to the tool where the schema does not hold", async () => {
		const call = { id: "c", type: "function", function: { name: "report", arguments: held } };
		answers(openAiReply({ content: "OK" }, "stop"), openAiReply({ content: null, tool_calls: [call] }, "tool_calls"));
		expect(await chatOf("openrouter", "some/model").findOut(never)).toEqual({ answersIn: "tool" });
		expect(bodies().map((body) => "tools" in body)).toEqual([false, true]);
	});

	test("of a model that is said to see carries a picture, and tells whether it is taken", async () => {
		const seeing = { MODEL_VISION: "true" } as const;
		answers(openAiReply({ content: held }, "stop"));
		expect(await chatOf("openai", "gpt-4.1", seeing).findOut(never)).toEqual({ answersIn: "schema", readsPictures: true });
		expect(server.seen[0]?.body).toContain("image_url");
		answers(
			{ status: 400, json: { error: { message: "This model does not support image input" } } },
			openAiReply({ content: held }, "stop"),
		);
		expect(await chatOf("openai", "gpt-4.1", seeing).findOut(never)).toEqual({ answersIn: "schema", readsPictures: false });
	});
});

test("a streamed answer that Anthropic cuts off is noticed, too", async () => {
	const message = { id: "m1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null };
	const events = [
		{ type: "message_start", message: { ...message, usage: { input_tokens: 100, output_tokens: 1 } } },
		{ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
		{ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: '{"thought":"I' } },
		{ type: "content_block_stop", index: 0 },
		{ type: "message_delta", delta: { stop_reason: "max_tokens", stop_sequence: null }, usage: { output_tokens: 10 } },
		{ type: "message_stop" },
	];
	answers(eventsOf(events, (event) => `event: ${event.type}\n`));
	const said = await ask(chatOf("anthropic", "claude-opus-5"), { onText: () => undefined });
	expect([said.isCutOff, said.text, server.seen.length]).toEqual([undefined, '{"thought":"I search.","action":"click(17)"}', 2]);
});
