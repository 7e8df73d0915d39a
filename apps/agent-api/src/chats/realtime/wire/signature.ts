import { createHmac, randomInt, timingSafeEqual } from "node:crypto";

/** Signs and verifies what a socket may do, with the application's key and secret. */
export type Signer = {
	readonly sign: (text: string) => string;
	/** @throws never */
	readonly verify: (text: string, signature: string) => boolean;
};

/** A signature is `key:` and the HMAC-SHA256 in hex, as the Pusher Channels protocol has it. Compared in constant time. */
export function createSigner({ key, secret }: { readonly key: string; readonly secret: string }): Signer {
	const sign = (text: string) => `${key}:${createHmac("sha256", secret).update(text).digest("hex")}`;
	return {
		sign,
		verify: (text, signature) => {
			const [expected, given] = [Buffer.from(sign(text)), Buffer.from(signature)];
			return expected.length === given.length && timingSafeEqual(expected, given);
		},
	};
}

const largestHalf = 2 ** 47;

/** A socket id that nobody guesses: two random numbers. */
export function newSocketId(): string {
	return `${randomInt(1, largestHalf)}.${randomInt(1, largestHalf)}`;
}
