import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";
import { SettingError } from "@webhand/service-kit/errors";
import { Agent, fetch as fetchWithAgent } from "undici";
import { z } from "zod";
import type { ModelSettings } from "./settings.ts";

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

/** Where the token comes from, for tests; GigaChat's own address otherwise. */
export type GigaChatOptions = { readonly tokenUrl?: string; readonly now?: () => number };

/**
 * A `fetch` that carries GigaChat's access token: fetched once for all concurrent calls, renewed a minute early, and once more on a 401. TLS
 * checks stay on; `MODEL_CA_FILE` adds a root certificate for these two hosts only.
 *
 * @throws SettingError when the certificate cannot be read
 * @source engine.md §10, row `gigachat`
 */
export function createGigaChatFetch(
	settings: Pick<ModelSettings, "MODEL_API_KEY" | "MODEL_CA_FILE" | "GIGACHAT_SCOPE">,
	options: GigaChatOptions = {},
): typeof fetch {
	const { now = Date.now } = options;
	const dispatcher = new Agent(
		settings.MODEL_CA_FILE === undefined ? {} : { connect: { ca: [...rootCertificates, readCertificate(settings.MODEL_CA_FILE)] } },
	);
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
		const response = await fetchWithAgent(options.tokenUrl ?? tokenUrl, {
			method: "POST",
			headers: {
				authorization: `Basic ${settings.MODEL_API_KEY ?? ""}`,
				RqUID: randomUUID(),
				accept: "application/json",
				"content-type": "application/x-www-form-urlencoded",
			},
			body: new URLSearchParams({ scope: settings.GIGACHAT_SCOPE }).toString(),
			signal: AbortSignal.timeout(tokenTimeoutMs),
			dispatcher,
		});
		if (!response.ok) {
			await response.body?.cancel();
			throw Object.assign(new Error("GigaChat refused a token"), { status: response.status, headers: response.headers });
		}
		return TokenReply.parse(await response.json());
	};
	const send = async (input: Parameters<typeof fetch>[0], init: RequestInit | undefined, token: string): Promise<Response> => {
		const headers = new Headers(init?.headers);
		headers.set("authorization", `Bearer ${token}`);
		const url = typeof input === "string" || input instanceof URL ? input : input.url;
		const body = typeof init?.body === "string" ? { body: init.body } : {};
		const response = await fetchWithAgent(url, {
			method: init?.method ?? "GET",
			headers: Object.fromEntries(headers),
			signal: init?.signal ?? null,
			dispatcher,
			...body,
		});
		// The package's own classes and the platform's are the same but for their types.
		return response as unknown as Response;
	};
	return async (input, init) => {
		const token = await tokenNow();
		const response = await send(input, init, token.token);
		if (response.status !== 401) return response;
		await response.body?.cancel();
		const fresh = (await current) === token ? await renew() : await tokenNow();
		return send(input, init, fresh.token);
	};
}

function readCertificate(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (cause) {
		throw new SettingError(`MODEL_CA_FILE: ${path} cannot be read`, { cause });
	}
}
