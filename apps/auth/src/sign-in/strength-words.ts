import { inLanguages } from "@webhand/contracts/language";
import * as german from "./strength-words.de.ts";

/** Why a new password is refused, and how to mend it. Sentences without full stop. */
export const strengthText = inLanguages(german.strengthText, {
	short: (least: number) => `The password is too short. Use at least ${least} characters`,
	long: (most: number) => `The password is too long. Use at most ${most} characters`,
	because: {
		userInputs: "The password is close to your email, your name or your organization. Choose other words",
		straightRow: "The password is a row of keys. Choose several words that have nothing to do with each other",
		keyPattern: "The password is a pattern of keys. Choose several words that have nothing to do with each other",
		simpleRepeat: "The password repeats a character. Choose several different words",
		extendedRepeat: "The password repeats a part. Choose several different words",
		sequences: "The password is a sequence such as abc or 123. Choose several words that have nothing to do with each other",
		recentYears: "The password is little more than a year. Add a few unrelated words",
		dates: "The password is little more than a date. Add a few unrelated words",
	},
	anyway: "The password is easy to guess. Add another word or two that have nothing to do with it",
});
