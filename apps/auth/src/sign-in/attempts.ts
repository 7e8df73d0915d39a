import { createHmac } from "node:crypto";
import { addressBucket } from "@webhand/service-kit/address-bucket";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { Redis } from "ioredis";
import { RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import type { FailureState } from "./policy.ts";
import { decideAttempt } from "./policy.ts";

/** How an attempt ended: `undecided` gives back what was counted, because nobody checked the password. */
export type AttemptEnd = "failed" | "succeeded" | "undecided";

/** An attempt that may go on, already counted as failed; `settle` says how it ended and never rejects. */
export type Admission =
	| { readonly kind: "admitted"; readonly settle: (end: AttemptEnd) => Promise<void> }
	| { readonly kind: "wait"; readonly seconds: number };

/** Where an attempt comes from. `device`: what a browser chose for itself and sends with each sign-in. */
export type Origin = { readonly ip: string; readonly device?: string | undefined };

/**
 * Counts attempts to sign in, per email and per address, over all instances. A device or address from which the email signed in within
 * the last 30 days has a count of its own: failures from elsewhere never keep the owner out.
 */
export type Attempts = {
	/** @throws AppError SERVICE_UNAVAILABLE when Redis is silent: without counters nobody may try passwords */
	readonly admit: (email: string, origin: Origin) => Promise<Admission>;
};

const FailureStateText = z.object({ failures: z.number(), waitUntil: z.number() });
const keptSeconds = 86_400;
const knownSeconds = 30 * 86_400;
const noFailures: FailureState = { failures: 0, waitUntil: 0 };

/** Sets the state if it is still the one the decision was made on. An empty text stands for no state. */
const swap = `
local held = redis.call("GET", KEYS[1]) or ""
if held ~= ARGV[1] then return 0 end
if ARGV[2] == "" then redis.call("DEL", KEYS[1]) else redis.call("SET", KEYS[1], ARGV[2], "EX", ARGV[3]) end
return 1`;

/** @param options `secret` keys the HMAC under which emails are counted, so Redis never holds one */
export function createAttempts(options: {
	readonly redis: Redis;
	readonly secret: Buffer;
	readonly now: () => Date;
	readonly log: Log;
}): Attempts {
	const { redis, secret, now, log } = options;
	const perAddress = { storeClient: redis, rejectIfRedisNotReady: true } as const;
	const tries = new RateLimiterRedis({ ...perAddress, keyPrefix: "wh:login:tries", points: 100, duration: 60 });
	const failures = new RateLimiterRedis({ ...perAddress, keyPrefix: "wh:login:failures", points: 30, duration: 900 });
	const replace = (key: string, from: string, to: string) => redis.eval(swap, 1, key, from, to, keptSeconds).then((done) => done === 1);

	const admitEmail = async (key: string) => {
		for (;;) {
			const held = (await redis.get(key)) ?? "";
			const verdict = decideAttempt(stateOf(held), now().getTime());
			if (verdict.kind === "wait") return verdict;
			const taken = JSON.stringify(verdict.next);
			// Another attempt for this email came in between: decide again on the new state.
			if (await replace(key, held, taken)) return { kind: "admit", held, taken } as const;
		}
	};

	const sealed = (...parts: readonly string[]) => createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");

	const admit = async (email: string, { ip, device }: Origin): Promise<Admission> => {
		const address = addressBucket(ip);
		const marks = {
			...(device === undefined ? {} : { device: `wh:login:known:${sealed(email, "device", device)}` }),
			address: `wh:login:known:${sealed(email, "address", address)}`,
		};
		const known = await firstKnown(redis, Object.values(marks));
		const key = known === undefined ? `wh:login:email:${sealed(email)}` : `${known}:failures`;
		// Others behind the owner's address count there; what they do is nothing to a device that is known.
		const isKnownDevice = known !== undefined && known === marks.device;
		const refused = (await consume(tries, isKnownDevice ? known : address)) ?? (isKnownDevice ? null : await consume(failures, address));
		if (refused !== null) return refused;
		const giveBack = () => (isKnownDevice ? Promise.resolve() : failures.reward(address, 1));
		const verdict = await admitEmail(key);
		if (verdict.kind === "wait") {
			await giveBack();
			return verdict;
		}
		const settle = async (end: AttemptEnd) => {
			if (end === "failed") return;
			await giveBack();
			if (end === "undecided") return void (await replace(key, verdict.taken, verdict.held));
			await redis.del(key);
			await Promise.all(Object.values(marks).map((mark) => redis.set(mark, "1", "EX", knownSeconds)));
		};
		return {
			kind: "admitted",
			settle: (end) => settle(end).catch((cause: unknown) => log.warn({ err: cause }, "a sign-in attempt could not be settled")),
		};
	};
	return {
		admit: async (email, origin) => {
			try {
				return await admit(email, origin);
			} catch (cause) {
				// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
				throw new AppError("SERVICE_UNAVAILABLE", "Signing in does not work at the moment", { cause, retryAfterSeconds: 1 });
			}
		},
	};
}

async function firstKnown(redis: Redis, marks: readonly string[]): Promise<string | undefined> {
	const held = await redis.mget(...marks);
	return marks.find((_mark, index) => held[index] !== null);
}

async function consume(limiter: RateLimiterRedis, address: string): Promise<{ readonly kind: "wait"; readonly seconds: number } | null> {
	try {
		await limiter.consume(address, 1);
		return null;
	} catch (cause) {
		if (!(cause instanceof RateLimiterRes)) throw cause;
		return { kind: "wait", seconds: Math.max(1, Math.ceil(cause.msBeforeNext / 1_000)) };
	}
}

function stateOf(text: string): FailureState {
	return text === "" ? noFailures : FailureStateText.parse(JSON.parse(text));
}
