import { expect, test } from "vitest";
import { termsOf, usualTerms } from "./terms-form.ts";

const usual = usualTerms(Date.parse("2026-03-01T12:00:00Z"));

test("limits are read as they are typed, and the last day counts whole", () => {
	const read = termsOf({ ...usual, hasAmount: true, perUse: "12,50", hasHours: true, currency: "chf" }, "UTC");
	expect(read).toMatchObject({
		terms: {
			uses: 20,
			amount: { perUse: 12.5, inSum: 500, currency: "CHF" },
			hours: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00", timeZone: "UTC" },
		},
	});
	expect("terms" in read && new Date(read.terms.until).toString()).toContain("Mar 31 2026 23:59:59");
	expect(termsOf(usual, "UTC")).not.toHaveProperty("terms.amount");
	expect(termsOf({ ...usual, hasAmount: true, currency: " " }, "UTC")).toMatchObject({ terms: { amount: { perUse: 50, inSum: 500 } } });
});

test("what is wrong stands at its field", () => {
	const wrong = termsOf({ ...usual, uses: "0", hasAmount: true, perUse: "600", inSum: "x", until: "" }, "UTC");
	expect("problems" in wrong && Object.keys(wrong.problems).sort()).toEqual(["inSum", "until", "uses"]);
});
