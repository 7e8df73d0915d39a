import { SessionRecord } from "@webhand/contracts/auth/tokens";
import type { SignInId } from "@webhand/contracts/ids";
import type { Counter } from "prom-client";
import { AppError } from "../errors.ts";
import { createLru } from "./lru.ts";

/** What is asked about a sign-in; `token` was verified and belongs to `sid`. */
export type SignInQuestion = { readonly sid: SignInId; readonly token: string; readonly signal: AbortSignal };

/** What auth says about a sign-in: its record, or `null` when there is none. Rejects when auth does not answer. */
export type AskAuth = (question: SignInQuestion) => Promise<SessionRecord | null>;

/** Where the state of a sign-in is read. `readCopy` gives the text of `wh:sess:<sid>` and rejects when Redis does not answer in time. */
export type SignInCheckOptions = {
	readonly readCopy: (sid: SignInId) => Promise<string | null>;
	readonly askAuth: AskAuth;
	readonly checks: Counter<"result">;
	readonly now: () => number;
};

/** The record of an active sign-in, or `null` when it was revoked or never was. */
export type CheckSignIn = (sid: SignInId, token: string) => Promise<SessionRecord | null>;

const authLimitMs = 300;
const refreshAheadMs = 600_000;
const refreshPauseMs = 10_000;

/**
 * Makes the check that runs on every request: Redis first, auth on a miss or an error, refusal when neither answers. Callers of one
 * sign-in share one question to auth. A copy with less than 600 s left is renewed in the background.
 *
 * @throws AppError AUTH_UNAVAILABLE (the returned check); without an answer it lets no caller through
 */
export function createSignInCheck(options: SignInCheckOptions): CheckSignIn {
	const { readCopy, askAuth, checks, now } = options;
	const questions = new Map<SignInId, Promise<SessionRecord | null>>();
	const renewedAt = createLru<number>(10_000);

	const askOnce = async (sid: SignInId, token: string) => {
		const record = await askAuth({ sid, token, signal: AbortSignal.timeout(authLimitMs) });
		return record?.s === "active" ? record : null;
	};
	const ask = (sid: SignInId, token: string) => {
		const asked =
			questions.get(sid) ??
			askOnce(sid, token)
				.catch(() => askOnce(sid, token))
				.finally(() => questions.delete(sid));
		questions.set(sid, asked);
		return asked;
	};
	const renewAhead = (sid: SignInId, token: string, record: SessionRecord) => {
		if (record.until * 1_000 - now() >= refreshAheadMs || now() - (renewedAt.get(sid) ?? 0) < refreshPauseMs) return;
		renewedAt.set(sid, now());
		ask(sid, token).catch(() => undefined);
	};

	return async (sid, token) => {
		const copy = parseCopy(await readCopy(sid).catch(() => null));
		if (copy?.s === "revoked") {
			checks.inc({ result: "revoked" });
			return null;
		}
		if (copy !== undefined && copy.until * 1_000 > now()) {
			checks.inc({ result: "copy" });
			renewAhead(sid, token, copy);
			return copy;
		}
		try {
			const record = await ask(sid, token);
			checks.inc({ result: record === null ? "refused" : "auth" });
			return record;
		} catch (cause) {
			checks.inc({ result: "unavailable" });
			// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
			throw new AppError("AUTH_UNAVAILABLE", "Sign-ins cannot be checked at the moment", { cause, retryAfterSeconds: 1 });
		}
	};
}

/**
 * Names the sign-ins whose copy says that they were revoked. One without a copy counts as active: auth keeps the copy of a revoked one for
 * as long as its tokens live.
 *
 * @throws what `readCopies` throws
 */
export async function findRevoked(
	sids: readonly SignInId[],
	readCopies: (sids: readonly SignInId[]) => Promise<readonly (string | null)[]>,
): Promise<readonly SignInId[]> {
	const copies = await readCopies(sids);
	return sids.filter((_sid, index) => parseCopy(copies[index] ?? null)?.s === "revoked");
}

/** Text that is no record counts as a miss: auth then answers from MongoDB and writes a good copy. */
function parseCopy(text: string | null): SessionRecord | undefined {
	if (text === null) return undefined;
	try {
		const parsed = SessionRecord.safeParse(JSON.parse(text));
		return parsed.success ? parsed.data : undefined;
	} catch {
		return undefined;
	}
}
