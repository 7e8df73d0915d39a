import { randomUUID } from "node:crypto";
import { OwnError } from "@webhand/service-kit/errors";
import { z } from "zod";
import type { ModelSettings } from "../../settings.ts";
import { fromGigaChat, toGigaChat } from "./gigachat-shape.ts";

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
