import { openPolicy } from "@webhand/contracts/authority/policy";
import { expect, test } from "vitest";
import { formOf, policyOf, sentencesOf, wrongIn } from "./policy-form.ts";

const full = {
	allowsAutonomous: false,
	only: ["crm.example", "*.shop.example"],
	never: ["bank.example"],
	acts: { payment: "never", send: "ask" } as const,
	hours: { days: [1, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" },
};

test("a policy goes into the form and comes out the same", () => {
	for (const policy of [openPolicy, full]) expect(policyOf(formOf(policy, "UTC"))).toEqual(policy);
});

test("a policy is said in sentences; an open one needs none", () => {
	expect(sentencesOf(openPolicy)).toEqual([]);
	expect(sentencesOf(full)).toEqual([
		"Every task is careful: Webhand asks before anything is sent, saved or bought.",
		"Webhand acts only on crm.example and *.shop.example.",
		"It never opens, reads or touches bank.example.",
		"It may never: pay, order or buy.",
		"A person is asked each time before it may: send, save or share.",
		"It acts on Monday and Friday from 08:00 to 18:00 (Europe/Berlin).",
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
