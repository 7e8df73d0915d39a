import { hash } from "node:crypto";
import type { KeyToken } from "@webhand/contracts/auth/tokens";
import { createLru } from "./lru.ts";

/** What is asked about an API key. `address`: where its caller is. */
export type KeyQuestion = { readonly key: string; readonly address: string };

/** Auth's token for an API key. @throws AppError UNAUTHORIZED with the reason, RATE_LIMIT; rejects when auth does not answer */
export type AskKeyToken = (question: KeyQuestion) => Promise<KeyToken>;

/** The access token of an API key. `isFresh`: one that was just made, since the one of before holds no more. */
export type ExchangeKey = (question: KeyQuestion, options: { readonly isFresh: boolean }) => Promise<string>;

const keptMs = 60_000;

/**
 * Exchanges API keys for access tokens and keeps each for a minute: how long may pass before auth notes the next use. What ends a key ends
 * the sign-in of its tokens, which is checked on every request. Callers of one key share one question.
 */
export function createKeyExchange({ ask, now }: { readonly ask: AskKeyToken; readonly now: () => number }): ExchangeKey {
	const held = createLru<KeyToken & { readonly until: number }>(10_000);
	const questions = new Map<string, Promise<string>>();
	const askAnew = async (name: string, question: KeyQuestion) => {
		held.delete(name);
		const token = await ask(question);
		held.set(name, { ...token, until: Math.min(now() + keptMs, Date.parse(token.expiresAt)) });
		return token.accessToken;
	};
	return async (question, { isFresh }) => {
		const name = hash("sha256", `${question.key}\n${question.address}`, "base64");
		const known = held.get(name);
		if (!isFresh && known !== undefined && known.until > now()) return known.accessToken;
		const asked = questions.get(name) ?? askAnew(name, question).finally(() => questions.delete(name));
		questions.set(name, asked);
		return asked;
	};
}
