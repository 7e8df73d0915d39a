import { expect, test } from "vitest";
import type { FieldFacts } from "./fields.ts";
import { loginFieldsOf } from "./fields.ts";

const field = (type: string, more: Partial<FieldFacts> = {}): FieldFacts => ({
	type,
	autocomplete: "",
	said: "",
	sensitive: type === "password" ? "password" : undefined,
	form: 1,
	...more,
});
const otp = (more: Partial<FieldFacts> = {}) => field("text", { autocomplete: "one-time-code", sensitive: "otp", ...more });

test.each([
	["a plain sign-in", [field("text"), field("password")], { username: 0, password: 1 }],
	["a search before it, in another form", [field("text", { form: 2 }), field("email"), field("password")], { username: 1, password: 2 }],
	[
		"a username that says so",
		[field("text", { autocomplete: "username" }), field("text"), field("password")],
		{ username: 0, password: 2 },
	],
	["a password alone", [field("password")], { password: 0 }],
	["the first of two pages", [field("email", { said: "identifier" })], { username: 0 }],
	["a search alone", [field("text", { said: "q" })], {}],
	["two fields that speak of a name", [field("email"), field("text", { said: "username" })], {}],
	["a code", [otp()], { code: 0 }],
	["a code that shows dots", [field("password", { autocomplete: "one-time-code", sensitive: "otp" })], { code: 0 }],
	["sign-in and code at once", [field("text"), field("password"), otp()], { username: 0, password: 1, code: 2 }],
	["a change of the password", [field("password"), field("password"), field("password")], {}],
	[
		"a change that names the current one",
		[field("password", { autocomplete: "current-password" }), field("password", { autocomplete: "new-password" })],
		{ password: 0 },
	],
	["a registration", [field("email"), field("password", { autocomplete: "new-password" })], { username: 0 }],
	["a card's code that shows dots", [field("email", { form: 2 }), field("password", { autocomplete: "cc-csc" })], { username: 0 }],
	["a card's code is none of a login", [field("text", { sensitive: "card" })], {}],
] as const)("%s", (_, fields, places) => {
	expect(loginFieldsOf(fields)).toEqual(places);
});
