import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { AppError } from "@webhand/service-kit/errors";

/** Passwords are compared after NFC, without any cut. */
export type Passwords = {
	/** @param hash `null` for an unknown email: a dummy of the same cost is checked and never matches @throws AppError SERVICE_UNAVAILABLE */
	readonly matches: (hash: string | null, password: string) => Promise<boolean>;
	/** A PHC string. @throws AppError SERVICE_UNAVAILABLE when too many wait */
	readonly hash: (password: string) => Promise<string>;
	/** Was it hashed with weaker parameters than today's? */
	readonly isOutdated: (hash: string) => boolean;
};

/** argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One processor is left to requests. */
const limits = { atOnce: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 64 } as const;

/** Makes the hasher. At most two hashes run at once and 64 wait, so that signing in never takes all threads from checking tokens. */
export async function createPasswords(): Promise<Passwords> {
	const inTurn = createQueue();
	const dummy = await hash(randomBytes(32), cost);
	return {
		matches: async (stored, password) => {
			const isMatch = await inTurn(() => verify(stored ?? dummy, password.normalize("NFC")));
			return isMatch && stored !== null;
		},
		hash: (password) => inTurn(() => hash(password.normalize("NFC"), cost)),
		isOutdated: (stored) => {
			const { memoryCost, timeCost, parallelism } = parseOptions(stored);
			return memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism < cost.parallelism;
		},
	};
}

function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (running >= limits.atOnce) {
			if (waiting.length >= limits.waiting)
				throw new AppError("SERVICE_UNAVAILABLE", "Too many people sign in at the moment", { retryAfterSeconds: 1 });
			// A finished hash hands its place to a waiting one, so the count stays.
			await new Promise<void>((resolve) => waiting.push(resolve));
		} else running++;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next === undefined) running--;
			else next();
		}
	};
}
