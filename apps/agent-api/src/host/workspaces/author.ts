import { call } from "@webhand/client/call";
import { sessionRoute } from "@webhand/contracts/auth/sign-in";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { createLru } from "@webhand/service-kit/identity/lru";

/** Who commits. */
export type Author = { readonly name: string; readonly email: string };

/** The name and email of the signed-in user. @throws AppError AUTH_UNAVAILABLE */
export type AuthorOf = (identity: Pick<Identity, "sid" | "token">, signal: AbortSignal) => Promise<Author>;

const limitMs = 2_000;
const keptMs = 60_000;
const mostKept = 1_000;

/** Asks auth with the caller's own token and keeps the answer for a minute. @param elapsed milliseconds of any steady clock */
export function createAuthorOf(authUrl: string, elapsed: () => number): AuthorOf {
	const kept = createLru<{ readonly author: Author; readonly at: number }>(mostKept);
	return async ({ sid, token }, signal) => {
		const known = kept.get(sid);
		if (known !== undefined && elapsed() - known.at < keptMs) return known.author;
		const api = { baseUrl: new URL(authUrl).origin, token: () => token };
		const { user } = await call(api, sessionRoute, { signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]) }).catch(
			(cause: unknown) => {
				throw new AppError("AUTH_UNAVAILABLE", "Your name could not be read, try again", { cause, retryAfterSeconds: 1 });
			},
		);
		// Git's own format of a person has no room for these.
		const name = user.name
			.replaceAll(/[<>\p{Cc}]/gu, " ")
			.trim()
			.slice(0, 200);
		const author = { name: name === "" ? user.email : name, email: user.email };
		kept.set(sid, { author, at: elapsed() });
		return author;
	};
}
