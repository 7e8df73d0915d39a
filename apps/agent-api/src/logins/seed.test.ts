import { describe, expect, test } from "vitest";
import { codeOf, readSeed } from "./seed.ts";

// RFC 6238, appendix B: the ASCII digits "12345678901234567890" and their longer forms, in base32.
const sha1 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const sha256 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
const sha512 = `${"GEZDGNBVGY3TQOJQ".repeat(6)}GEZDGNA`;

test.each([
	["SHA1", sha1, 59, "94287082"],
	["SHA256", sha256, 59, "46119246"],
	["SHA512", sha512, 59, "90693936"],
	["SHA1", sha1, 1_111_111_109, "07081804"],
	["SHA512", sha512, 2_000_000_000, "38618901"],
] as const)("codes of %s are those of RFC 6238", (algorithm, secret, seconds, code) => {
	const read = readSeed(`otpauth://totp/Shop:ada?secret=${secret}&algorithm=${algorithm}&digits=8`);
	if ("problem" in read) throw new Error(read.problem);
	expect(codeOf(read.seed, new Date(seconds * 1_000)).value).toBe(code);
});

test("a code says until when it holds", () => {
	const seed = { secret: sha1, algorithm: "SHA1", digits: 6, period: 30 } as const;
	expect(codeOf(seed, new Date(59_000))).toEqual({ value: "287082", until: new Date(60_000) });
});

describe("a seed is read", () => {
	test.each([
		["in groups, in small letters, with its padding", "gezd gnbv-gy3t qojq===="],
		["in an address without parameters", "otpauth://totp/Shop?secret=GEZDGNBVGY3TQOJQ"],
		["in an address with spaces around", "  otpauth://totp/Shop%3Aada?secret=gezdgnbvgy3tqojq&issuer=Shop "],
	])("%s", (_, text) => {
		expect(readSeed(text)).toEqual({ seed: { secret: "GEZDGNBVGY3TQOJQ", algorithm: "SHA1", digits: 6, period: 30 } });
	});

	test.each([
		["", "has no secret"],
		["not base 32!", "must be in base32: letters A to Z and digits 2 to 7"],
		["GEZDG", "is too short: a seed has at least 10 characters"],
		["otpauth://hotp/Shop?secret=GEZDGNBVGY3TQOJQ&counter=1", "counts presses (hotp): only seeds of time-based codes (totp) can be stored"],
		["otpauth://steam/Shop?secret=GEZDGNBVGY3TQOJQ", "must begin with otpauth://totp/"],
		["otpauth://totp/Shop", "has no secret"],
		["otpauth://totp/Shop?secret=GEZDGNBVGY3TQOJQ&digits=5", "must say 6, 7 or 8 digits"],
		["otpauth://totp/Shop?secret=GEZDGNBVGY3TQOJQ&period=0", "must say a period of 10 to 300 seconds"],
		["otpauth://totp/Shop?secret=GEZDGNBVGY3TQOJQ&algorithm=MD5", "has an algorithm other than SHA1, SHA256 and SHA512"],
	])("not from %j, and says what is wrong", (text, problem) => {
		expect(readSeed(text)).toEqual({ problem });
	});
});
