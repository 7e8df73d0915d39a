import { describe, expect, test } from "vitest";
import { isAgreeing, isAsking, isDeclining } from "./questions.ts";

describe("what a dialog wants to know, and what its buttons say to it", () => {
	test.each(["Delete it?", "This cannot be undone.", "Please confirm", "Wirklich löschen"])("“%s” asks", (text) => {
		expect(isAsking(text)).toBe(true);
	});

	test.each(["Yes", "OK", "Yes, delete it", "Continue", "Weiter", "Ja", "Sí"])("“%s” agrees", (name) => {
		expect([isAgreeing(name), isDeclining(name)]).toEqual([true, false]);
	});

	test.each(["Cancel", "No thanks", "Keep it", "Abbrechen", "×", "Continue without saving", "Schließen"])("“%s” declines", (name) => {
		expect([isAgreeing(name), isDeclining(name)]).toEqual([false, true]);
	});

	test.each(["Delete", "Normal", "Option"])("“%s” is neither", (name) => {
		expect([isAgreeing(name), isDeclining(name)]).toEqual([false, false]);
	});
});
