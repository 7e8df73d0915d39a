import { TOTP } from "otpauth";
import { expect, test } from "vitest";
import { hashOfRecoveryCode, makeRecoveryCodes, makeSecret, stepOf, uriOf } from "./totp.ts";

const secret = makeSecret();
const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: seconds * 1_000 });

// A step is 30 s: step 100 goes from second 3,000 to 3,029.
test.for([
	["of this step", 3_000, 3_029, 100],
	["of the step before, to its last second", 2_999, 3_029, 99],
	["two steps old", 2_969, 3_000, null],
	["of the next step, from a clock that is ahead", 3_030, 3_000, 101],
	["two steps ahead", 3_060, 3_029, null],
] as const)("a code %s", ([, made, now, step]) => {
	expect(stepOf(secret, codeAt(made), new Date(now * 1_000))).toBe(step);
});

test("the app reads issuer and account from the QR code", () => {
	expect(uriOf(secret, "ada@example.com")).toBe(
		`otpauth://totp/Webhand:ada%40example.com?issuer=Webhand&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
	);
	expect(secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("ten recovery codes of sixteen characters differ, and their hash ignores the dashes", () => {
	const codes = makeRecoveryCodes();
	expect(new Set(codes).size).toBe(10);
	for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
	const [code = ""] = codes;
	expect(hashOfRecoveryCode(code.replaceAll("-", ""))).toBe(hashOfRecoveryCode(code));
});
