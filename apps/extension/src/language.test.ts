import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

test.each([
	["the person's choice counts before the browser", "de", ["en-US"], "de"],
	["English can be chosen in a German browser", "en", ["de-DE"], "en"],
	["without a choice the browser's language counts", null, ["de-AT", "en"], "de"],
	["the choice of the system is none", "system", ["de"], "de"],
	["the first language that exists here counts", "system", ["fr", "de", "en"], "de"],
	["no language that exists here gives English", "system", ["fr", "denglish"], "en"],
	["a stored value of a newer version is no choice", "fr", [], "en"],
] as const)("%s", (_name, choice, browserLanguages, language) => {
	expect(languageOf(choice, browserLanguages)).toBe(language);
});
