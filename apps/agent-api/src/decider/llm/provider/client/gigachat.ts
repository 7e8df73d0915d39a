import { randomUUID } from "node:crypto";
import { OwnError } from "@webhand/service-kit/errors";
import { z } from "zod";
import type { ModelSettings } from "../../settings.ts";

const tokenUrl = "https://ngw.devices.sberbank.ru:9443/api/v2/oauth";
const renewEarlyMs = 60_000;
const tokenTimeoutMs = 10_000;

/** Both documented forms: `expires_at` in ms, `exp` in s since the epoch. */
const TokenReply = z.union([
	z
		.object({ access_token: z.string().min(1), expires_at: z.number() })
		.transform((reply) => ({ token: reply.access_token, expiresAt: reply.expires_at })),
	z.object({ tok: z.string().min(1), exp: z.number() }).transform((reply) => ({ token: reply.tok, expiresAt: reply.exp * 1_000 })),
]);
type Token = z.output<typeof TokenReply>;

/** How GigaChat's hosts are reached, and the clock. */
export type GigaChatOptions = { readonly fetch: typeof fetch; readonly now?: () => number };

/**
 * A `fetch` that carries GigaChat's access token: fetched once for all concurrent calls, renewed a minute early, and once more on a 401.
 */
export function createGigaChatFetch(
	settings: Pick<ModelSettings, "MODEL_API_KEY" | "GIGACHAT_SCOPE">,
	{ fetch: send, now = Date.now }: GigaChatOptions,
): typeof fetch {
	let current: Promise<Token> | undefined;

	const renew = () => {
		const renewed = fetchToken();
		current = renewed;
		renewed.catch(() => {
			if (current === renewed) current = undefined;
		});
		return renewed;
	};
	const tokenNow = async (): Promise<Token> => {
		const known = current;
		if (known === undefined) return renew();
		const token = await known;
		if (token.expiresAt - renewEarlyMs > now()) return token;
		return current === known ? renew() : (current ?? renew());
	};
	const fetchToken = async (): Promise<Token> => {
		const response = await send(tokenUrl, {
			method: "POST",
			headers: {
				authorization: `Basic ${settings.MODEL_API_KEY ?? ""}`,
				RqUID: randomUUID(),
				accept: "application/json",
				"content-type": "application/x-www-form-urlencoded",
			},
			body: new URLSearchParams({ scope: settings.GIGACHAT_SCOPE }).toString(),
			signal: AbortSignal.timeout(tokenTimeoutMs),
		});
		if (!response.ok) {
			await response.body?.cancel();
			throw Object.assign(new OwnError("GigaChat refused a token"), { status: response.status, headers: response.headers });
		}
		return TokenReply.parse(await response.json());
	};
	const sendWith = ({ token }: Token, [input, init]: Parameters<typeof fetch>): Promise<Response> => {
		const headers = new Headers(init?.headers);
		headers.set("authorization", `Bearer ${token}`);
		return send(input, { ...init, headers });
	};
	return async (...call) => {
		const token = await tokenNow();
		const response = await sendWith(token, call);
		if (response.status !== 401) return response;
		await response.body?.cancel();
		return sendWith((await current) === token ? await renew() : await tokenNow(), call);
	};
}

/** A `fetch` for a client of OpenAI's API, which GigaChat's differs from. */
export function speakGigaChat(send: typeof fetch): typeof fetch {
	return async (input, init) => {
		const body = typeof init?.body === "string" ? { body: toGigaChat(init.body) } : {};
		const response = await send(input, { ...init, ...body });
		if (!response.ok) return response;
		return new Response(fromGigaChat(await response.text()), { status: response.status, headers: response.headers });
	};
}

const ToolCall = z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) });
const Message = z.looseObject({
	role: z.string(),
	content: z.unknown(),
	tool_calls: z.array(ToolCall).optional(),
	tool_call_id: z.string().optional(),
});
type Message = z.infer<typeof Message>;
const Request = z.looseObject({
	messages: z.array(Message),
	tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
	tool_choice: z.unknown().optional(),
});

/**
 * A request of OpenAI's API as GigaChat takes it: roles system, user, assistant and function, `functions` for tools, one call a message,
 * arguments as an object. Source: "Работа с функциями", "Режимы работы с функциями" (developers.sber.ru, guides/functions).
 *
 * @throws SyntaxError, ZodError for what is no such request
 */
export function toGigaChat(body: string): string {
	const { messages, tools, tool_choice: choice, ...rest } = Request.parse(JSON.parse(body));
	const functions = tools?.map((tool) => tool.function);
	const forced = choice === "required" && functions?.length === 1 ? { name: functions[0]?.name } : "auto";
	return JSON.stringify({ ...rest, messages: messagesOf(messages), ...(functions ? { functions, function_call: forced } : {}) });
}

/** Each result stands behind its own call. */
function messagesOf(messages: readonly Message[]): readonly object[] {
	const calls = new Map<string, { readonly name: string; readonly arguments: unknown }>();
	return messages.flatMap(({ role, content, tool_calls: said = [], tool_call_id: id }) => {
		for (const call of said) calls.set(call.id, { name: call.function.name, arguments: parsed(call.function.arguments) ?? {} });
		if (role !== "tool") return said.length > 0 && !content ? [] : [{ role, content }];
		const call = calls.get(id ?? "");
		if (call === undefined) return [{ role: "user", content }];
		return [
			{ role: "assistant", content: "", function_call: call },
			{ role: "function", name: call.name, content: resultOf(content) },
		];
	});
}

/** A result has to be JSON. */
function resultOf(content: unknown): string {
	const isJson = typeof content === "string" && parsed(content) !== undefined;
	return isJson ? content : JSON.stringify({ result: content });
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const Choice = z.looseObject({
	finish_reason: z.unknown(),
	message: z.looseObject({ function_call: z.looseObject({ name: z.string(), arguments: z.unknown() }).optional() }),
});
const Reply = z.looseObject({ choices: z.array(Choice) });

/** A reply of GigaChat in OpenAI's API; any other text as it is. @throws never */
export function fromGigaChat(body: string): string {
	const { data: reply } = Reply.safeParse(parsed(body));
	if (reply === undefined) return body;
	const choices = reply.choices.map(({ message: { function_call: call, ...message }, finish_reason: reason, ...choice }) => ({
		...choice,
		finish_reason: call === undefined ? reason : "tool_calls",
		message:
			call === undefined
				? message
				: {
						...message,
						tool_calls: [{ id: "call_0", type: "function", function: { name: call.name, arguments: textOf(call.arguments) } }],
					},
	}));
	return JSON.stringify({ ...reply, choices });
}

const textOf = (given: unknown) => (typeof given === "string" ? given : JSON.stringify(given ?? {}));
