import { expect, test } from "vitest";
import type { KeyPlace, Struck } from "./keys.ts";
import { recordedKeys } from "./keys.ts";

const struck = (key: string, more: Partial<Struck> = {}): Struck => ({
	key,
	ctrlKey: false,
	altKey: false,
	metaKey: false,
	shiftKey: false,
	repeat: false,
	...more,
});

test.each<[what: string, pressed: Struck, place: KeyPlace, hasList: boolean, keys: string | undefined]>([
	["Enter in a field sends it", struck("Enter"), "line", false, "Enter"],
	["Enter with Control sends a text", struck("Enter", { ctrlKey: true }), "text", false, "Control+Enter"],
	["Enter on a button is its click", struck("Enter"), "native", false, undefined],
	["Enter that is held counts once", struck("Enter", { repeat: true }), "line", false, undefined],
	["Escape closes anything", struck("Escape"), "other", false, "Escape"],
	["arrows go through entries", struck("ArrowDown"), "list", false, "ArrowDown"],
	["arrows go through the entries below a field", struck("ArrowDown"), "line", true, "ArrowDown"],
	["arrows move inside a field", struck("ArrowDown"), "line", false, undefined],
	["left moves inside a field with entries", struck("ArrowLeft"), "line", true, undefined],
	["arrows scroll a page", struck("ArrowDown"), "other", false, undefined],
	["space presses what a page made a button", struck(" "), "other", false, "Space"],
	["space on a box is its click", struck(" "), "native", false, undefined],
	["a character in a field is no press", struck("a"), "line", false, undefined],
	["a character is no press anywhere", struck("7"), "other", true, undefined],
	["Tab is no press", struck("Tab"), "line", false, undefined],
])("%s", (_what, pressed, place, hasList, keys) => {
	expect(recordedKeys(pressed, place, hasList)).toBe(keys);
});
