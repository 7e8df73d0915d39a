import { expect, test } from "vitest";
import { asSentence } from "./as-sentence.ts";

test.each([
	["must be an email address", "Must be an email address."],
	["The password is too short. Use at least 12 characters", "The password is too short. Use at least 12 characters."],
	["This is not your password.", "This is not your password."],
	["", ""],
])("%j reads %j", (message, sentence) => {
	expect(asSentence(message)).toBe(sentence);
});
