import { openPolicy } from "@webhand/contracts/authority/policy";
import type { UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { differencesOf, formOf, policyOf, sentencesOf, wrongIn } from "./policy-form.ts";

const full = {
	allowsAutonomous: false,
	only: ["crm.example", "*.shop.example"],
	never: ["bank.example"],
	acts: { payment: "never", send: "ask" } as const,
	mandates: "admins" as const,
	hours: { days: [1, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" },
	models: ["openai/gpt-x"],
	serverHost: false,
	publish: "admins" as const,
	rowsADay: 500,
	spend: {
		person: { usd: 20, tokens: 1_000_000 },
		people: [{ userId: `usr_${"a".repeat(22)}` as UserId, usd: 50 }],
		organization: { usd: 900.5 },
	},
};

test("a policy goes into the form and comes out the same", () => {
	for (const policy of [openPolicy, full]) expect(policyOf(formOf(policy, "UTC"))).toEqual(policy);
});

test("a policy is said in sentences; an open one needs none", () => {
	expect(sentencesOf(openPolicy)).toEqual([]);
	expect(sentencesOf(full, () => "Ada")).toEqual([
		"Every task is careful: Webhand asks before anything is sent, saved or bought.",
		"Webhand acts only on crm.example and *.shop.example.",
		"It never opens, reads or touches bank.example.",
		"It may never: pay, order or buy.",
		"A person is asked each time before it may: send, save or share.",
		"It acts on Monday and Friday from 08:00 to 18:00 (Europe/Berlin).",
		"Only admins let routines act without asking.",
		"Only these models are asked: openai/gpt-x.",
		"Nothing on the server host is read or changed.",
		"Only admins share routines.",
		"Each person starts 500 rows of routines a day at most.",
		"Each person may use $20.00, or where the price is not known 1,000,000 tokens of models in a month.",
		"Ada may use $50.00 instead.",
		"All people together may use $900.50 of models in a month.",
	]);
});

test("what is wrong stands at its field, with the site that is meant", () => {
	const form = { ...formOf(openPolicy, "UTC"), only: "crm.example\nhttps://x", never: "crm.example", hasHours: true, to: "8" };
	expect(wrongIn(form)).toEqual({
		only: "“https://x” must be a host such as shop.example, or *.shop.example for all hosts below it",
		to: "must be a time such as 08:30",
	});
	expect(wrongIn({ ...form, only: "crm.example", to: "18:00" })).toEqual({
		only: "“crm.example” is never touched either, by crm.example: take it out of one list",
	});
	expect(wrongIn({ ...formOf(openPolicy, "UTC"), hasHours: true, days: [], timeZone: "Mars" })).toEqual({
		days: "must name a day",
		timeZone: "must be a time zone such as Europe/Berlin",
	});
});

test("what is wrong with a number, a model or a person's limit stands at its field", () => {
	const form = { ...formOf(openPolicy, "UTC"), rowsADay: "many", personUsd: "0", organizationTokens: "1.5" };
	expect(wrongIn(form)).toEqual({
		rowsADay: "must be a number",
		personUsd: "must be more than 0: to use no model, allow none",
		organizationTokens: "must be a whole number",
	});
	expect(wrongIn({ ...formOf(openPolicy, "UTC"), modelRule: "some" })).toEqual({ models: "must name a model" });
	const own = { ...formOf(full, "UTC"), people: [{ userId: `usr_${"a".repeat(22)}`, usd: "1000", tokens: "" }] };
	expect(wrongIn(own)).toEqual({ people: "is more than the whole organization may spend" });
});

test("two versions differ in sentences, those that are gone first", () => {
	expect(differencesOf(undefined, openPolicy)).toEqual([]);
	expect(differencesOf({ ...openPolicy, rowsADay: 5 }, { ...openPolicy, rowsADay: 9, serverHost: false })).toEqual([
		{ isNew: false, sentence: "Each person starts 5 rows of routines a day at most." },
		{ isNew: true, sentence: "Nothing on the server host is read or changed." },
		{ isNew: true, sentence: "Each person starts 9 rows of routines a day at most." },
	]);
});
