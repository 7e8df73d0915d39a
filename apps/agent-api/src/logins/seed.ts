import { Secret, TOTP } from "otpauth";

/** What one-time codes are made from (RFC 6238). `secret` in base32, `period` in seconds. */
export type Seed = {
	readonly secret: string;
	readonly algorithm: "SHA1" | "SHA256" | "SHA512";
	readonly digits: number;
	readonly period: number;
};

/** What a site shows that names nothing else (Key URI Format of Google Authenticator). */
const usual = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Ten characters of base32, 50 bits: shorter ones are cut off while they are copied. */
const leastLetters = 10;
const mostLetters = 512;
const algorithms: readonly string[] = ["SHA1", "SHA256", "SHA512"] satisfies readonly Seed["algorithm"][];

/**
 * The seed in what a person copies from a site: base32 with spaces in any case, or an `otpauth://totp/` address.
 *
 * @returns the seed, or what is wrong as the rest of a sentence about the field
 * @throws never
 */
export function readSeed(text: string): { readonly seed: Seed } | { readonly problem: string } {
	const written = text.trim();
	if (!/^otpauth:/i.test(written)) return secretOf(written, usual);
	if (/^otpauth:\/\/hotp\//i.test(written))
		return { problem: "counts presses (hotp): only seeds of time-based codes (totp) can be stored" };
	const address = URL.parse(written);
	if (address === null || !/^otpauth:\/\/totp\//i.test(written)) return { problem: "must begin with otpauth://totp/" };
	const field = (name: string) => address.searchParams.get(name)?.trim() ?? undefined;
	const algorithm = (field("algorithm") ?? usual.algorithm).toUpperCase().replace("-", "");
	if (!algorithms.includes(algorithm)) return { problem: "has an algorithm other than SHA1, SHA256 and SHA512" };
	const digits = Number(field("digits") ?? usual.digits);
	if (!Number.isInteger(digits) || digits < 6 || digits > 8) return { problem: "must say 6, 7 or 8 digits" };
	const period = Number(field("period") ?? usual.period);
	if (!Number.isInteger(period) || period < 10 || period > 300) return { problem: "must say a period of 10 to 300 seconds" };
	return secretOf(field("secret") ?? "", { algorithm: algorithm as Seed["algorithm"], digits, period });
}

function secretOf(text: string, rest: Omit<Seed, "secret">): ReturnType<typeof readSeed> {
	const secret = text.replaceAll(/[\s-]/g, "").replace(/=+$/, "").toUpperCase();
	if (secret === "") return { problem: "has no secret" };
	if (!/^[A-Z2-7]+$/.test(secret)) return { problem: "must be in base32: letters A to Z and digits 2 to 7" };
	if (secret.length < leastLetters) return { problem: `is too short: a seed has at least ${leastLetters} characters` };
	if (secret.length > mostLetters) return { problem: `is too long: a seed has at most ${mostLetters} characters` };
	return { seed: { secret, ...rest } };
}

/** The code of a seed at a time, and until when it holds. @throws never for a seed of `readSeed` */
export function codeOf({ secret, ...rest }: Seed, now: Date): { readonly value: string; readonly until: Date } {
	const timestamp = now.getTime();
	const value = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp, ...rest });
	const periodMs = rest.period * 1_000;
	return { value, until: new Date((Math.floor(timestamp / periodMs) + 1) * periodMs) };
}
