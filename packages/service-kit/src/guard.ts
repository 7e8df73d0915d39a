import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { RunnerUse } from "@webhand/contracts/auth/runners";
import type { AccessTokenClaims, KeyUse } from "@webhand/contracts/auth/tokens";
import { internalKeyTokenRoute, internalSessionRoute, jwksRoute, KeyToken, SessionRecord } from "@webhand/contracts/auth/tokens";
import { ErrorBody } from "@webhand/contracts/errors";
import type { Role, TenantId, UserId } from "@webhand/contracts/ids";
import { SignInId } from "@webhand/contracts/ids";
import type { Redis } from "ioredis";
import { z } from "zod";
import type { BaseConfig } from "./config.ts";
import { AppError, OwnError } from "./errors.ts";
import type { AskKeyToken, KeyQuestion } from "./identity/key-exchange.ts";
import { createKeyExchange } from "./identity/key-exchange.ts";
import { createKeySet } from "./identity/key-set.ts";
import type { AskAuth } from "./identity/sign-in-check.ts";
import { createSignInCheck, findRevoked } from "./identity/sign-in-check.ts";
import type { SignInWatch } from "./identity/sign-in-watch.ts";
import { openSignInWatch } from "./identity/sign-in-watch.ts";
import type { RefusalCause, TokenVerdict } from "./identity/token.ts";
import { createTokenVerifier } from "./identity/token.ts";
import type { Log } from "./logs.ts";
import type { Metrics } from "./metrics.ts";
import { openSubscriber } from "./redis.ts";
import { fetchFrom } from "./tracing/onward.ts";

/**
 * Who calls, for which tenant. `roles` are those of the token that the sign-in still has; `token` is for forwarding to other services. `key`
 * is the API key of a caller who came with one, `runner` the runner whose sign-in it is.
 */
export type Identity = {
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly sid: SignInId;
	readonly roles: readonly Role[];
	readonly limits: TenantLimits;
	readonly token: string;
	readonly key?: KeyUse;
	readonly runner?: RunnerUse;
};

/** Authenticates callers; the `getSessionFromToken` of the spec. */
export type Guard = {
	/**
	 * @param token what `bearerToken` read from the request
	 * @throws AppError UNAUTHORIZED with one wording for every cause; AUTH_UNAVAILABLE when nobody can tell
	 */
	readonly identify: (token: string) => Promise<Identity>;
	/** The two halves of `identify`, for a caller that works in parallel to the second. Both throw as `identify` does. */
	readonly claimsOf: (token: string) => Promise<AccessTokenClaims>;
	readonly confirm: (claims: AccessTokenClaims, token: string) => Promise<Identity>;
	/** Who calls with an API key. @throws AppError as `identify`, but UNAUTHORIZED names the reason; RATE_LIMIT */
	readonly identifyKey: (question: KeyQuestion) => Promise<Identity>;
	/** Offline half of `identify`: the signature and the claims, not whether the sign-in still holds. @throws AppError AUTH_UNAVAILABLE */
	readonly verify: (token: string) => Promise<TokenVerdict>;
	/** Which of these sign-ins were revoked, for connections that outlive their request. @throws Error when Redis does not answer */
	readonly revokedOf: (sids: readonly SignInId[]) => Promise<readonly SignInId[]>;
	/** Calls a listener within a second of the end of a sign-in, for work that outlives its request. */
	readonly whenEnded: SignInWatch["whenEnded"];
	/** Are keys present, so that a token can be judged at all? */
	readonly isReady: () => boolean;
	/** Loads the key set again, as after a rotation. */
	readonly refreshKeys: () => Promise<void>;
	readonly close: () => void;
};

/** Sources of the guard: `loadKeys` and `askAuth` go to the auth service over HTTP unless given. */
export type GuardOptions = {
	readonly config: Pick<BaseConfig, "REDIS_URL">;
	readonly authUrl: string;
	readonly issuer: string;
	readonly redis: Pick<Redis, "get" | "mget">;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly now?: () => number;
	readonly loadKeys?: () => Promise<unknown>;
	readonly askAuth?: AskAuth;
	readonly askKeyToken?: AskKeyToken;
};

/** Name of the Redis key that holds the copy of a sign-in; only auth writes it. */
export const signInKey = (sid: SignInId): string => `wh:sess:${sid}`;

/** Channel on which auth names each revoked sign-in: `{ sid, at }`, `at` in seconds. */
export const revokedChannel = "wh:revoked";

/** Channel on which auth names each signing key that it retires: `{ retired }`, a key id. */
export const keysChannel = "wh:jwks";

const RetiredMessage = z.object({ retired: z.string() });

const RevokedMessage = z.object({ sid: SignInId });

/** The sign-in that a message on `wh:revoked` names; undefined for a message that does not read. */
export function revokedIn(text: string): SignInId | undefined {
	return readMessage(RevokedMessage, text)?.sid;
}

function readMessage<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
	try {
		return schema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

/** Opens the guard of a service: fetches the key set, listens for retired keys and ended sign-ins until `close`. */
export function openGuard(options: GuardOptions): Guard {
	const now = options.now ?? Date.now;
	const keys = createKeySet({ load: options.loadKeys ?? (() => fetchKeys(options.authUrl)), log: options.log, now });
	const revokedOf: Guard["revokedOf"] = (sids) =>
		sids.length === 0 ? Promise.resolve([]) : findRevoked(sids, (all) => options.redis.mget(all.map(signInKey)));
	const watch = openSignInWatch({ revokedOf, log: options.log });
	const subscriber = openSubscriber({
		url: options.config.REDIS_URL,
		log: options.log,
		onMessage: (channel, text) => {
			const ended = channel === revokedChannel ? revokedIn(text) : undefined;
			if (ended !== undefined) watch.end(ended);
			const retired = channel === keysChannel ? readMessage(RetiredMessage, text)?.retired : undefined;
			if (retired !== undefined) void keys.retire(retired);
		},
		// A message may have been missed.
		onReturn: () => {
			void keys.refresh();
			void watch.check();
		},
	});
	// Without Redis the channels are subscribed once it is back; `onReturn` then makes good what was missed.
	for (const channel of [keysChannel, revokedChannel]) subscriber.subscribe(channel).catch(() => undefined);
	const verifyToken = createTokenVerifier({ keys, issuer: options.issuer, now });
	const checkSignIn = createSignInCheck({
		readCopy: (sid) => options.redis.get(signInKey(sid)),
		askAuth: options.askAuth ?? askOverHttp(options.authUrl),
		checks: options.metrics.counter("webhand_session_checks_total", "Where the state of a sign-in was read", ["result"]),
		now,
	});
	const exchangeKey = createKeyExchange({ ask: options.askKeyToken ?? askKeyOverHttp(options.authUrl), now });
	const refusals = options.metrics.counter("webhand_token_refusals_total", "Tokens refused, by cause", ["cause"]);
	options.metrics.gauge("webhand_jwks_age_seconds", "Age of the last good key set", keys.ageSeconds);

	const refuse = (cause: RefusalCause): AppError => {
		refusals.inc({ cause });
		return unauthorized();
	};
	const verify = async (token: string) => {
		const verdict = await verifyToken(token);
		if (verdict.kind === "refused" && verdict.cause === "keys_missing") {
			throw new AppError("AUTH_UNAVAILABLE", "Tokens cannot be verified at the moment", { retryAfterSeconds: 1 });
		}
		return verdict;
	};
	const claimsOf = async (token: string) => {
		const verdict = await verify(token);
		if (verdict.kind !== "valid") throw refuse(verdict.kind === "expired" ? "expired" : verdict.cause);
		return verdict.claims;
	};
	const confirm = async ({ sub, tid, sid, roles, key, runner }: AccessTokenClaims, token: string): Promise<Identity> => {
		const record = await checkSignIn(sid, token);
		if (record === null || record.uid !== sub || record.tid !== tid) throw refuse("revoked");
		const held = roles.filter((role) => record.roles.includes(role));
		const identity = { userId: sub, tenantId: tid, sid, roles: held, limits: record.limits, token };
		return { ...identity, ...(key === undefined ? {} : { key }), ...(runner === undefined ? {} : { runner }) };
	};
	const identify = async (token: string) => confirm(await claimsOf(token), token);
	const identifyKey: Guard["identifyKey"] = async (question) => {
		const held = await exchangeKey(question, { isFresh: false });
		try {
			return await identify(held);
		} catch (cause) {
			if (!(cause instanceof AppError) || cause.code !== "UNAUTHORIZED") throw cause;
			// The sign-in behind a held token may have ended while the key still works; auth knows, and names the reason otherwise.
			return identify(await exchangeKey(question, { isFresh: true }));
		}
	};
	return {
		verify,
		claimsOf,
		confirm,
		identify,
		identifyKey,
		revokedOf,
		whenEnded: watch.whenEnded,
		isReady: keys.isLoaded,
		refreshKeys: keys.refresh,
		close: () => {
			subscriber.close();
			keys.close();
			void watch.close();
		},
	};
}

/** The one refusal of a missing, wrong or revoked token. */
export function unauthorized(): AppError {
	return new AppError("UNAUTHORIZED", "A valid access token is required");
}

const maximumHeaderBytes = 4_096;

/**
 * Reads the token from the one `Authorization` header, scheme in any case, 4 KB at most. A token anywhere else is never read.
 *
 * @param rawHeaders names and values in turn, as Node gives them: it hides a second header from `headers`
 * @throws AppError UNAUTHORIZED
 */
export function bearerToken(rawHeaders: readonly string[]): string {
	const values = rawHeaders.flatMap((name, index) =>
		index % 2 === 0 && name.toLowerCase() === "authorization" ? [rawHeaders[index + 1] ?? ""] : [],
	);
	const [value = ""] = values;
	const token = /^bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(value.trim())?.[1];
	if (values.length !== 1 || token === undefined || Buffer.byteLength(value) > maximumHeaderBytes) throw unauthorized();
	return token;
}

async function fetchKeys(authUrl: string): Promise<unknown> {
	const response = await fetch(new URL(jwksRoute.path, authUrl), { signal: AbortSignal.timeout(2_000), redirect: "error" });
	if (!response.ok) throw new OwnError(`the key set was answered with ${response.status}`);
	const text = await response.text();
	if (text.length > 65_536) throw new OwnError("the key set is larger than 64 KB");
	return JSON.parse(text);
}

const fetchAuth = fetchFrom("auth");

function askOverHttp(authUrl: string): AskAuth {
	const url = new URL(internalSessionRoute.path, authUrl);
	return async ({ token, signal }) => {
		const response = await fetchAuth(url, { headers: { authorization: `Bearer ${token}` }, signal, redirect: "error" });
		if (response.status === 401) {
			await response.body?.cancel();
			return null;
		}
		if (!response.ok) throw new OwnError(`auth answered ${response.status}`);
		return SessionRecord.parse(await response.json());
	};
}

const keyLimitMs = 2_000;

function askKeyOverHttp(authUrl: string): AskKeyToken {
	const url = new URL(internalKeyTokenRoute.path, authUrl);
	const { method } = internalKeyTokenRoute;
	return async ({ key, address }) => {
		try {
			const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
			const sent = { method, headers, body: JSON.stringify({ address }), redirect: "error" } as const;
			const response = await fetchAuth(url, { ...sent, signal: AbortSignal.timeout(keyLimitMs) });
			const answer: unknown = await response.json();
			if (response.ok) return KeyToken.parse(answer);
			const { message } = ErrorBody.parse(answer).error;
			if (response.status === 401) throw new AppError("UNAUTHORIZED", message);
			if (response.status === 429)
				throw new AppError("RATE_LIMIT", message, { retryAfterSeconds: Number(response.headers.get("retry-after") ?? 1) });
			throw new OwnError(`auth answered ${response.status}`);
		} catch (cause) {
			if (cause instanceof AppError) throw cause;
			// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
			throw new AppError("AUTH_UNAVAILABLE", "API keys cannot be checked at the moment", { cause, retryAfterSeconds: 1 });
		}
	};
}
