import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { pageText } from "./invites/page/words.ts";
import { languageOf } from "./language.ts";
import { providerText } from "./provider/words.ts";
import { strengthText } from "./sign-in/strength-words.ts";

function requestOf(acceptLanguage: string | undefined): IncomingMessage {
	const request = new IncomingMessage(new Socket());
	if (acceptLanguage !== undefined) request.headers["accept-language"] = acceptLanguage;
	return request;
}

test.for([
	["German of a country is German", "de-AT, en;q=0.5", undefined, "de"],
	["the better liked one counts, not the first", "en;q=0.5, de;q=0.9", undefined, "de"],
	["a language in front that Webhand does not speak is passed over", "fr, de;q=0.8, en;q=0.7", undefined, "de"],
	["a language that is refused is not shown", "de;q=0, fr", undefined, "en"],
	["only languages that Webhand does not speak give English", "fr", undefined, "en"],
	["any language gives English", "*", undefined, "en"],
	["no header gives English", undefined, undefined, "en"],
	["nonsense gives English", ";;q=\u0000,=", undefined, "en"],
	["a choice beats the browser", "de", "en", "en"],
	["a choice beats the browser the other way round", "en", "de", "de"],
] as const)("%s", ([, acceptLanguage, chosen, language]) => {
	expect(languageOf(requestOf(acceptLanguage), chosen)).toBe(language);
});

/** What each text says, by its path; functions are given sample facts, markup counts as text. */
function said(texts: object, path = ""): readonly (readonly [string, string])[] {
	return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
		const at = `${path}.${key}`;
		if (typeof text === "string") return [[at, text] as const];
		if (typeof text === "function") return said({ said: text("a", "admin", "c") }, at);
		return typeof text === "object" && text !== null ? said(text, at) : [[at, ""] as const];
	});
}

test.for([
	["pages of invites", pageText],
	["pages of sign-ins", providerText],
	["reasons of weak passwords", strengthText],
] as const)("each text of the %s is German, and each text has one", ([, { en, de }]) => {
	const [english, german] = [new Map(said(en)), new Map(said(de))];
	expect([...german.keys()]).toEqual([...english.keys()]);
	const faults = [...english].filter(([path, text]) => {
		const translated = german.get(path) ?? "";
		return text.trim() === "" || translated.trim() === "" || translated === text || translated.includes("undefined");
	});
	expect(faults).toEqual([]);
});
