import { randomBytes } from "node:crypto";
import type { z } from "zod";

/** Gives `count` random bytes; tests give their own. */
export type RandomBytes = (count: number) => Uint8Array;

/** Makes ids of both kinds, parsed by the schema they are for. */
export type Ids = {
	/** A UUID v4, for a schema such as `TaskId`. */
	readonly uuid: <Schema extends z.ZodType>(schema: Schema) => z.output<Schema>;
	/** A prefix and 22 base62 characters (131 bits), for a schema such as `UserId` with the prefix `usr`. */
	readonly prefixed: <Schema extends z.ZodType>(schema: Schema, prefix: string) => z.output<Schema>;
};

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 22;

/** Opens the source of ids; the operating system's randomness unless a test brings its own. */
export function createIds(random: RandomBytes = randomBytes): Ids {
	return {
		uuid: (schema) => schema.parse(uuidFrom(random(16))),
		prefixed: (schema, prefix) => schema.parse(`${prefix}_${base62(random)}`),
	};
}

function uuidFrom(bytes: Uint8Array): string {
	const marked = Uint8Array.from(bytes);
	marked[6] = ((marked[6] ?? 0) & 0x0f) | 0x40;
	marked[8] = ((marked[8] ?? 0) & 0x3f) | 0x80;
	return Buffer.from(marked)
		.toString("hex")
		.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Bytes of 248 and above are thrown away: taken modulo 62 they would favour the first eight characters. */
function base62(random: RandomBytes): string {
	let text = "";
	while (text.length < length) {
		for (const byte of random(2 * length)) {
			if (byte < 248 && text.length < length) text += alphabet[byte % 62];
		}
	}
	return text;
}
