import { gzipSync } from "node:zlib";
import { parsePage } from "@webhand/page/parse/parse";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { createAuthority } from "@webhand/testing/certificates";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openLlmDecider } from "../src/decider/llm/open.ts";
import { problemOfUrl } from "../src/decider/llm/provider/client/address.ts";
import { createGigaChatFetch } from "../src/decider/llm/provider/client/gigachat.ts";
import { createModelFetch } from "../src/decider/llm/provider/client/web.ts";
import type { ModelSettings } from "../src/decider/llm/settings.ts";
import { pageText } from "./agent.ts";
import type { ProviderServer, Seen } from "./provider-server.ts";
import { click, startProviders } from "./provider-server.ts";
import { modelSettings, never, refusalOf, shopTurn } from "./scripted-model.ts";

const hosts =
	"api.anthropic.com generativelanguage.googleapis.com api.openai.com openrouter.ai api.groq.com gigachat.devices.sberbank.ru ngw.devices.sberbank.ru models.example rebound.example".split(
		" ",
	);
const authority = createAuthority();
const publicAddress = { address: "93.184.215.14", family: 4 };
let server: ProviderServer;
let network: Network;

beforeAll(async () => {
	server = await startProviders(authority.issue(...hosts));
	network = { resolve: async () => [publicAddress], detour: server.port };
});
afterAll(async () => server.close());
beforeEach(() => {
	server.seen.length = 0;
	server.answer = (request) =>
		request.host.startsWith("ngw.") ? { json: { access_token: "token-1", expires_at: Date.now() + 1_800_000 } } : undefined;
});

const settings = (part: Partial<ModelSettings>) =>
	modelSettings({ MODEL_PROVIDER: "openai", MODEL_NAME: "some-model", GIGACHAT_SCOPE: "GIGACHAT_API_CORP", ...part });
const turn = shopTurn({ page: parsePage(pageText("<button 17 submit>Search")) });

const open = (part: Partial<ModelSettings>) =>
	openLlmDecider(settings(part), { web: { isGuarded: false, network, ca: authority.cert }, random: () => 0 });

const decide = (
	part: Partial<ModelSettings>,
	more: { readonly isGuarded?: boolean; readonly network?: Network; readonly ca?: string } = {},
) =>
	openLlmDecider(settings(part), { web: { isGuarded: false, network, ca: authority.cert, ...more }, random: () => 0 }).decide(turn, never);

const required = ["thought", "action", "expect", "plan", "done", "memory", "more", "missing"];
const openAi = { model: "some-model", temperature: 0, max_tokens: 1_024, messages: [{ role: "system" }, { role: "user" }] };
const openAiSchema = {
	...openAi,
	response_format: { type: "json_schema", json_schema: { name: "act", strict: true, schema: { required } } },
};
const system = expect.stringContaining("You operate one web page");
const anthropicBody = {
	model: "some-model",
	temperature: 0,
	max_tokens: 1_024,
	messages: [{ role: "user" }],
	// The mark of the cache stands behind what is the same in all steps.
	system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
	output_config: { format: { type: "json_schema", schema: { required } } },
};
const googleBody = {
	systemInstruction: { parts: [{ text: system }] },
	contents: [{ role: "user" }],
	generationConfig: {
		temperature: 0,
		maxOutputTokens: 1_024,
		responseMimeType: "application/json",
		responseJsonSchema: { required: ["thought", "action"], properties: { plan: { maxItems: 10 } } },
	},
};
const gigaChatBody = { ...openAi, functions: [{ name: "act" }], function_call: { name: "act" } };
const ollamaBody = {
	model: "some-model",
	stream: true,
	messages: [{ role: "system" }, { role: "user" }],
	options: { num_ctx: 32_000, num_predict: 1_024, temperature: 0 },
	format: { required: ["thought", "action"], properties: { thought: { maxLength: 300 } } },
};
const bearer = { authorization: "Bearer canary-key" };
const models = { MODEL_BASE_URL: "https://models.example/v1" };
const googlePath = "/v1beta/models/some-model:generateContent";

describe("the request of", () => {
	test.each([
		["openai", {}, "api.openai.com", "/v1/chat/completions", bearer, openAiSchema],
		["anthropic", {}, "api.anthropic.com", "/v1/messages", { "x-api-key": "canary-key", "anthropic-version": "2023-06-01" }, anthropicBody],
		["google", {}, "generativelanguage.googleapis.com", googlePath, { "x-goog-api-key": "canary-key" }, googleBody],
		[
			"openrouter",
			{},
			"openrouter.ai",
			"/api/v1/chat/completions",
			{ ...bearer, "http-referer": "https://webhand.local", "x-title": "Webhand" },
			{ ...openAiSchema, provider: { require_parameters: true } },
		],
		["groq", {}, "api.groq.com", "/openai/v1/chat/completions", bearer, openAiSchema],
		["gigachat", {}, "gigachat.devices.sberbank.ru", "/api/v1/chat/completions", { authorization: "Bearer token-1" }, gigaChatBody],
		["ollama", models, "models.example", "/api/chat", {}, ollamaBody],
		["openai-compatible", { MODEL_BASE_URL: "https://models.example/llm" }, "models.example", "/llm/chat/completions", {}, openAi],
	] as const)("%s is the one its documentation asks for", async (provider, part, host, path, headers, body) => {
		const decision = await decide({ MODEL_PROVIDER: provider, ...part });
		expect(decision).toMatchObject({ action: { name: "click", id: 17 }, usage: { promptTokens: 100, completionTokens: 10, calls: 1 } });
		const sent = server.seen.at(-1);
		expect([sent?.method, sent?.host, sent?.path, sent?.headers]).toMatchObject(["POST", host, path, headers]);
		const said = JSON.parse(sent?.body ?? "{}") as Record<string, unknown>;
		expect(said).toMatchObject(body);
		// Nothing that it did not ask for, and tags where only a test could tell of another form.
		const others = ["tools", "response_format", "n", "stop", "top_p"].filter((key) => !(key in body));
		expect(Object.keys(said).filter((key) => others.includes(key))).toEqual([]);
		expect(server.seen.filter((request) => !request.host.startsWith("ngw."))).toHaveLength(1);
	});

	test.each([
		["openai", { response_format: { type: "json_schema", json_schema: { name: "completion" } } }],
		["anthropic", { output_config: { format: { type: "json_schema", schema: { required: ["evidence", "missing", "verdict"] } } } }],
		["google", { generationConfig: { responseMimeType: "application/json", responseJsonSchema: { type: "object" } } }],
		["ollama", { format: { required: ["evidence", "missing", "verdict"] } }],
		["gigachat", { function_call: { name: "completion" } }],
	] as const)("%s about a finish asks for JSON where the provider has such a form", async (provider, body) => {
		await open({ MODEL_PROVIDER: provider, ...(provider === "ollama" ? models : {}) }).complete(turn, "12 €", never);
		expect(JSON.parse(server.seen.at(-1)?.body ?? "{}")).toMatchObject(body);
	});

	test.each([
		["openai", { reasoning_effort: "low", max_tokens: 2_000 }],
		["openrouter", { reasoning: { effort: "low" }, max_tokens: 2_000 }],
		["anthropic", { output_config: { effort: "low" }, max_tokens: 2_000 }],
		["google", { generationConfig: { maxOutputTokens: 2_000, thinkingConfig: { thinkingLevel: "LOW" } } }],
	] as const)("%s carries what the settings say of thinking and length, and no temperature that is unset", async (provider, body) => {
		const chosen = { MODEL_REASONING_EFFORT: "low", MODEL_MAX_OUTPUT_TOKENS: 2_000, MODEL_TEMPERATURE: "unset" } as const;
		await decide({ MODEL_PROVIDER: provider, ...chosen });
		const said = server.seen.at(-1)?.body ?? "{}";
		expect(JSON.parse(said)).toMatchObject(body);
		expect(said).not.toContain('"temperature"');
	});

	test.each([["openai"], ["anthropic"], ["google"]] as const)(
		"%s without a parameter that was refused is made once, and from then on",
		async (provider) => {
			const refusals = [
				"Unsupported value: 'temperature' does not support 0 with this model.",
				"reasoning_effort: thinking is not supported for this model",
				"structured outputs are not supported by this model",
				"Thinking may not be enabled when tool_choice forces tool use.",
				"Tool use is not supported by this model",
			];
			let refusal = 0;
			server.answer = () => {
				const message = refusals[refusal++];
				return message === undefined
					? undefined
					: { status: 400, json: { type: "error", error: { type: "invalid_request_error", message } } };
			};
			const decider = open({ MODEL_PROVIDER: provider, MODEL_REASONING_EFFORT: "high" });
			expect(await decider.decide(turn, never)).toMatchObject({ action: { name: "click", id: 17 }, usage: { calls: 1 } });
			expect(await decider.decide(turn, never)).toMatchObject({ action: { name: "click", id: 17 } });
			const parts = [/"temperature"/, /effort|thinkingLevel/, /json_schema|responseJsonSchema/, /"(?:required|any|ANY)"[,}]/, /"tools"/];
			const has = (body: string) => parts.map((name) => name.test(body.replaceAll(/"required":\[[^\]]*\]/g, "")));
			expect(server.seen.map(({ body }) => has(body))).toEqual([
				[true, true, true, false, false],
				[false, true, true, false, false],
				[false, false, true, false, false],
				[false, false, false, true, true],
				[false, false, false, false, true],
				[false, false, false, false, false],
				[false, false, false, false, false],
			]);
		},
	);

	describe("of a model that sees", () => {
		const [jpeg, text] = ["/9j/4AAQSkZJRgABAQAA", expect.stringContaining("PICTURE of what CURRENT PAGE shows")];
		const drawn = shopTurn({
			page: parsePage(pageText('@view\n<canvas 7 "canvas" at="10,20" size="300x200">\n<button 17 submit>Search')),
			takesPictures: true,
			picture: { jpeg, scale: 1 },
		});
		const imageUrl = { type: "image_url", image_url: { url: `data:image/jpeg;base64,${jpeg}` } };
		const openAiParts = { messages: [{ role: "system" }, { role: "user", content: [{ type: "text", text }, imageUrl] }] };
		const source = { type: "base64", media_type: "image/jpeg", data: jpeg };
		const seeing = [
			["openai", {}, openAiParts],
			["openai-compatible", models, openAiParts],
			[
				"anthropic",
				{},
				{
					messages: [
						{
							role: "user",
							content: [
								{ type: "text", text },
								{ type: "image", source },
							],
						},
					],
				},
			],
			["google", {}, { contents: [{ role: "user", parts: [{ text }, { inlineData: { mimeType: "image/jpeg", data: jpeg } }] }] }],
		] as const;

		test.each(seeing)("%s carries the picture as its documentation asks, behind the text", async (provider, part, body) => {
			const decider = open({ MODEL_PROVIDER: provider, MODEL_VISION: "true", ...part });
			expect(await decider.decide(drawn, never)).toMatchObject({ action: { name: "click", id: 17 }, wantsPicture: true });
			expect(JSON.parse(server.seen.at(-1)?.body ?? "{}")).toMatchObject(body);
			expect(server.seen).toHaveLength(1);
		});

		test.each(seeing)("%s without pictures is made once where it refuses them, and from then on", async (provider, part) => {
			const message = "This model does not support image input";
			server.answer = ({ body }) =>
				body.includes(jpeg) ? { status: 400, json: { type: "error", error: { type: "invalid_request_error", message } } } : undefined;
			const decider = open({ MODEL_PROVIDER: provider, MODEL_VISION: "true", ...part });
			for (const _ of [1, 2]) expect(await decider.decide(drawn, never)).toMatchObject({ action: { name: "click" }, wantsPicture: false });
			expect(server.seen.map(({ body }) => [body.includes(jpeg), body.includes("takes no pictures")])).toEqual([
				[true, false],
				[false, true],
				[false, false],
			]);
		});

		test("goes without the one picture that is refused, and carries the next one", async () => {
			const message = "You uploaded an unsupported image";
			let refusals = 0;
			server.answer = ({ body }) => (body.includes(jpeg) && refusals++ === 0 ? { status: 400, json: { error: { message } } } : undefined);
			const decider = open({ MODEL_PROVIDER: "openai", MODEL_VISION: "true" });
			for (const _ of [1, 2]) await decider.decide(drawn, never);
			expect(server.seen.map(({ body }) => body.includes(jpeg))).toEqual([true, false, true]);
		});
	});

	test("a model that its own client refuses a temperature is made without one", async () => {
		expect(await decide({ MODEL_PROVIDER: "anthropic", MODEL_NAME: "claude-opus-4-7" })).toMatchObject({ action: { name: "click" } });
		expect(server.seen.map(({ body }) => body.includes('"temperature"'))).toEqual([false]);
	});

	test.each([["anthropic"], ["google"]] as const)("%s tells the thought of a native call while it is written", async (provider) => {
		let told = "";
		const decision = await open({ MODEL_PROVIDER: provider }).decide(turn, never, (piece) => {
			told += piece;
		});
		expect([told, decision]).toMatchObject([
			"I search.",
			{ thought: "I search.", action: { name: "click" }, usage: { promptTokens: 100 } },
		]);
	});

	test.each([["anthropic"], ["google"]] as const)("%s of a conversation names the tools, their calls and results", async (provider) => {
		const { conversation } = open({ MODEL_PROVIDER: provider });
		const said = await conversation?.ask(
			{
				messages: [
					{ role: "system", content: "You work on a server." },
					{ role: "user", content: "List it." },
					{ role: "assistant", content: "", calls: [{ id: "call_1", name: "list", arguments: '{"path":"."}' }] },
					{ role: "tool", callId: "call_1", content: "a.txt" },
				],
				tools: [{ name: "list", description: "Lists a folder", parameters: { type: "object", properties: { path: { type: "string" } } } }],
			},
			never,
		);
		expect(said?.calls).toEqual([{ name: "act", arguments: JSON.stringify({ thought: "I search.", action: "click(17)" }) }]);
		const body = server.seen.at(-1)?.body ?? "";
		for (const word of ['"name":"list"', "a.txt", "Lists a folder", '"path":"."']) expect(body).toContain(word);
	});

	test.each([
		["ollama", undefined],
		["openai-compatible", "Bearer none"],
	] as const)("%s without a key goes out without one that means anything", async (provider, authorization) => {
		await decide({ MODEL_PROVIDER: provider, MODEL_API_KEY: undefined, MODEL_BASE_URL: "https://models.example/v1" });
		expect(server.seen.at(-1)?.headers.authorization).toBe(authorization);
	});

	test("openrouter brings its own price, which counts before the list", async () => {
		server.answer = () => ({
			json: { ...click.body, usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, cost: 0.0125 } },
		});
		const prices = JSON.stringify({ "some-model": { input: 1, output: 1 } });
		expect((await decide({ MODEL_PROVIDER: "openrouter", MODEL_PRICES: prices })).usage?.usd).toBe(0.0125);
	});
});

describe("GigaChat's token", () => {
	const tokens = () => server.seen.filter((request) => request.host.startsWith("ngw."));
	const chats = () => server.seen.filter((request) => request.host.startsWith("gigachat."));
	const sender = (now: () => number = Date.now) =>
		createGigaChatFetch(settings({ MODEL_PROVIDER: "gigachat" }), {
			fetch: createModelFetch({ isGuarded: false, network, ca: authority.cert }),
			now,
		});
	const call = (send: typeof fetch) => send("https://gigachat.devices.sberbank.ru/api/v1/chat/completions", { method: "POST", body: "{}" });
	const giving = (token: (count: number) => object, chat: (request: Seen) => { status: number } = () => ({ status: 200 })) => {
		let count = 0;
		server.answer = (request) => (request.host.startsWith("ngw.") ? { json: token(++count) } : { json: {}, ...chat(request) });
	};

	test("is asked for as documented, once for ten calls at the same time, and used again", async () => {
		const send = sender();
		await Promise.all(Array.from({ length: 10 }, () => call(send)));
		await call(send);
		expect([tokens().length, chats().length]).toEqual([1, 11]);
		expect(tokens()[0]).toMatchObject({
			host: "ngw.devices.sberbank.ru:9443",
			method: "POST",
			path: "/api/v2/oauth",
			body: "scope=GIGACHAT_API_CORP",
			headers: {
				authorization: "Basic canary-key",
				"content-type": "application/x-www-form-urlencoded",
				rquid: expect.stringMatching(/^[0-9a-f-]{36}$/),
			},
		});
	});

	test.each([
		["expires_at in milliseconds", (count: number) => ({ access_token: `t${count}`, expires_at: 1_800_000 })],
		["exp in seconds", (count: number) => ({ tok: `t${count}`, exp: 1_800 })],
	])("with %s is renewed a minute before its end, not earlier", async (_name, token) => {
		giving(token);
		let at = 0;
		const send = sender(() => at);
		await call(send);
		at = 1_739_999;
		await call(send);
		expect(tokens()).toHaveLength(1);
		at = 1_740_000;
		await call(send);
		expect(chats().map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t1", "Bearer t2"]);
	});

	test("that a 401 refuses is renewed once, for all who met it", async () => {
		giving(
			(count) => ({ access_token: `t${count}`, expires_at: Date.now() + 1_800_000 }),
			(request) => ({ status: request.headers.authorization === "Bearer t1" ? 401 : 200 }),
		);
		const send = sender();
		const replies = await Promise.all([call(send), call(send), call(send)]);
		expect([replies.map(({ status }) => status), tokens().length]).toEqual([[200, 200, 200], 2]);
	});

	test("that stays refused is a refusal, not a circle", async () => {
		giving(
			(count) => ({ access_token: `t${count}`, expires_at: Date.now() + 1_800_000 }),
			() => ({ status: 401 }),
		);
		expect((await call(sender())).status).toBe(401);
		expect([tokens().length, chats().length]).toEqual([2, 2]);
	});

	test("that is not given stops the call as the model's refusal, and the next call asks again", async () => {
		server.answer = (request) => (request.host.startsWith("ngw.") ? { status: 401, json: {} } : undefined);
		const refusal = await refusalOf(decide({ MODEL_PROVIDER: "gigachat" }));
		expect(refusal.details).toEqual({ reason: "model_key_refused", retryable: false });
		expect(JSON.stringify([refusal.message, refusal.details])).not.toContain("canary-key");
		expect(chats()).toHaveLength(0);
	});
});

describe("TLS", () => {
	test("of a host under an unknown root is refused, at once and without a request", async () => {
		for (const provider of ["gigachat", "openai"] as const) {
			const web = { isGuarded: false, network };
			const refusal = await refusalOf(openLlmDecider(settings({ MODEL_PROVIDER: provider }), { web }).decide(turn, never));
			expect(refusal.details).toEqual({ reason: "model_unavailable", retryable: true });
		}
		expect(server.seen).toEqual([]);
	});

	test("of a host with another name on its certificate is refused under a known root too", async () => {
		const refusal = await refusalOf(decide({ MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: "https://unnamed.example/v1" }));
		expect([refusal.details?.["reason"], server.seen]).toEqual(["model_unavailable", []]);
	});
});

test.each([
	["nine megabytes", Buffer.alloc(9_000_000, "x"), {}],
	["a hundred kilobytes that unpack to a hundred megabytes", gzipSync(Buffer.alloc(100_000_000, "x")), { "content-encoding": "gzip" }],
])("a host that answers with %s is cut off, and not asked again", async (_name, bytes, headers) => {
	server.answer = () => ({ bytes, headers });
	const refusal = await refusalOf(decide({}));
	expect(refusal.details).toEqual({ reason: "model_rejected", retryable: false });
	expect(refusal.message).toBe("The model's provider answered with more than any answer of a model");
	expect(server.seen).toHaveLength(1);
});

describe("a tenant's own model", () => {
	const guarded = (baseUrl: string, resolve: Network["resolve"] = async () => [publicAddress]) =>
		decide(
			{ MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: baseUrl },
			{ isGuarded: true, network: { resolve, detour: server.port } },
		);

	test("at a public https address is reached", async () => {
		expect(await guarded("https://models.example/v1")).toMatchObject({ action: { name: "click" } });
	});

	test.each([
		["http://models.example/v1", "plain http"],
		["http://169.254.169.254/latest", "a cloud's metadata"],
		["https://169.254.169.254/v1", "link-local"],
		["https://127.0.0.1/v1", "loopback"],
		["https://0x7f.1/v1", "loopback in disguise"],
		["https://2130706433/v1", "loopback as a number"],
		["https://[::1]/v1", "loopback of IPv6"],
		["https://[::ffff:10.0.0.1]/v1", "a private address inside IPv6"],
		["https://[64:ff9b::a00:1]/v1", "a private address behind NAT64"],
		["https://[::ffff:0:a00:1]/v1", "a private address behind SIIT"],
		["https://168.63.129.16/v1", "a cloud's metadata at a public address"],
		["https://[fd00:ec2::254]/v1", "a cloud's metadata over IPv6"],
		["https://[fd00::1]/v1", "a private address of IPv6"],
		["https://10.1.2.3/v1", "a private address"],
		["https://100.64.0.1/v1", "a carrier's address"],
	])("at %s (%s) is refused before a byte is sent", async (url) => {
		expect((await refusalOf(guarded(url))).details).toEqual({ reason: "model_rejected", retryable: false });
		expect(server.seen).toEqual([]);
	});

	test.each([
		["anthropic", "http://api.anthropic.com"],
		["anthropic", "https://10.1.2.3"],
		["google", "http://generativelanguage.googleapis.com"],
		["google", "https://169.254.169.254"],
	] as const)("of %s at %s is refused before a byte is sent", async (provider, url) => {
		const guard = { isGuarded: true, network: { resolve: async () => [publicAddress], detour: server.port } };
		const refusal = await refusalOf(decide({ MODEL_PROVIDER: provider, MODEL_BASE_URL: url }, guard));
		expect([refusal.details, server.seen]).toEqual([{ reason: "model_rejected", retryable: false }, []]);
	});

	test.each([
		["anthropic", 429, { reason: "model_rate_limited", retryable: true }, 3],
		["anthropic", 401, { reason: "model_key_refused", retryable: false }, 1],
		["google", 429, { reason: "model_rate_limited", retryable: true }, 3],
		["google", 403, { reason: "model_key_refused", retryable: false }, 1],
	] as const)("of %s that answers %s is trouble of its kind, tried as often as that allows", async (provider, status, details, calls) => {
		server.answer = () => ({ status, json: { error: { message: "no" } }, headers: { "retry-after": "0" } });
		expect((await refusalOf(decide({ MODEL_PROVIDER: provider }))).details).toEqual(details);
		expect(server.seen).toHaveLength(calls);
	});

	test.each([
		["a private address", [{ address: "192.168.1.5", family: 4 }]],
		["a public and a private one", [publicAddress, { address: "fe80::1", family: 6 }]],
	])("whose name leads to %s is refused", async (_name, addresses) => {
		expect((await refusalOf(guarded("https://models.example/v1", async () => addresses))).details).toMatchObject({
			reason: "model_rejected",
		});
		expect(server.seen).toEqual([]);
	});

	test("whose name changes its address after the first lookup is refused at the next connection", async () => {
		let asked = 0;
		const rebinding = async () => [asked++ === 0 ? publicAddress : { address: "127.0.0.1", family: 4 }];
		expect(await problemOfUrl("https://rebound.example/v1", { resolve: rebinding })).toBeUndefined();
		expect((await refusalOf(guarded("https://rebound.example/v1", rebinding))).details).toMatchObject({ reason: "model_rejected" });
		expect([asked, server.seen]).toEqual([2, []]);
	});

	test("that sends us elsewhere is not followed", async () => {
		server.answer = () => ({ status: 307, json: {}, headers: { location: "https://169.254.169.254/v1/chat/completions" } });
		const refusal = await refusalOf(guarded("https://models.example/v1"));
		expect(refusal.code).toBe("INTERNAL_ERROR");
		expect(server.seen.every(({ host }) => host === "models.example")).toBe(true);
	});

	test.each([
		["http://models.example/v1", "must be an https address"],
		["models.example", "must be an https address"],
		["https://u:p@models.example/v1", "must not hold a user name or password"],
		["https://localhost/v1", "must not lead to a private, loopback or link-local address"],
		["https://10.0.0.1", "must not lead to a private, loopback or link-local address"],
	])("is not stored at %s", async (url, problem) => {
		const local = { resolve: async (host: string) => (host === "localhost" ? [{ address: "127.0.0.1", family: 4 }] : [publicAddress]) };
		expect(await problemOfUrl(url, local)).toBe(problem);
	});
});
