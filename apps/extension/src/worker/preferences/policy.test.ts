import { expect, test } from "vitest";
import { defaultPreferences } from "../../preferences.ts";
import { afterSent, chosenOf, knownOf } from "./policy.ts";

test("of the server's preferences those are taken that this version knows", () => {
	const all = { theme: "dark", density: "dense", showThinking: "yes", mode: "careful", language: "fr", palette: { hue: 3 } };
	expect(knownOf(all)).toEqual({ theme: "dark", mode: "careful" });
	expect(knownOf({})).toEqual({});
});

test("a key that changed again while it was sent is sent again", () => {
	expect(afterSent({ theme: "light", density: "compact" }, { theme: "dark", density: "compact" })).toEqual({ theme: "light" });
	expect(afterSent({ theme: "dark" }, { theme: "dark" })).toEqual({});
});

test("what differs from the defaults was chosen", () => {
	expect(chosenOf({ ...defaultPreferences, theme: "dark", showThinking: true }, defaultPreferences)).toEqual({
		theme: "dark",
		showThinking: true,
	});
	expect(chosenOf(defaultPreferences, defaultPreferences)).toEqual({});
});
