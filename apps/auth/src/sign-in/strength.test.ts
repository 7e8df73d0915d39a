import { describe, expect, test } from "vitest";
import { weaknessOf } from "./strength.ts";

const about = { minLength: 12, ownWords: ["ada.lovelace@kettles.example", "Ada Lovelace", "Kettles Ltd"] };

describe("a new password", () => {
	test.for([
		["eleven characters", "gh7#kLp!92x", /too short. Use at least 12 characters/],
		["257 characters", "gh7#".repeat(64).concat("x"), /too long. Use at most 256 characters/],
		["eleven characters that NFC makes of 22", "e\u0301".repeat(11), /too short/],
		["a common password with digits", "password1234", /easy to guess/],
		["one character again and again", "aaaaaaaaaaaaaaaa", /repeats a character/],
		["one part again and again", "kettkettkettkett", /repeats a part/],
		["a sequence", "abcdefghijkl", /sequence/],
		["a date", "2024-01-012024", /date/],
		["the user's own email", "ada.lovelace@kettles.example", /close to your email, your name or your organization/],
		["the user's name and a number", "Lovelace12345", /close to your email/],
		["the organization's name", "kettles ltd 1", /close to your email/],
		["a repeat that becomes long only after a hundred characters", `${"ab".repeat(50)}gh7#kLp!92xz`, /repeats/],
	] as const)("of %s is refused with the reason", ([, password, reason]) => {
		expect(weaknessOf(password, about)).toMatch(reason);
	});

	test.for([
		["four unrelated words", "copper lantern drifts northward"],
		["random characters", "gh7#kLp!92xz"],
		["another script", "日本語のパスワードです東京"],
		["256 characters", "gh7#kLp!92xzQw4$".repeat(16).slice(0, 240).concat("0123456789abcdef")],
	] as const)("of %s is taken", ([, password]) => {
		expect(weaknessOf(password, about)).toBeNull();
	});
});
