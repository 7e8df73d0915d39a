import { Organization } from "@webhand/contracts/auth/orgs";
import { expect, test } from "vitest";
import { organizationText } from "../words.ts";
import { changeOf, effectsOf, retentionBounds, settingsOf, wrongIn } from "./settings.ts";

const text = organizationText.own.effects;
const before = Organization.parse({
	id: `org_${"b".repeat(22)}`,
	name: "Demo",
	status: "active",
	traces: false,
	retentionDays: 90,
	passwordSignIn: true,
	apiKeys: "all",
	secondFactor: "optional",
	limits: {},
	createdAt: "2026-03-01T09:30:00.000Z",
});
const form = settingsOf(before);

test.for([
	["nothing is sent for an untouched form", {}, null],
	["spaces around the name change nothing", { name: " Demo " }, null],
	["only the fields that differ are sent", { traces: true, secondFactor: true }, { traces: true, secondFactor: "required" }],
	["days may be grouped", { retentionDays: "1 00" }, { retentionDays: 100 }],
	["text that is no number is known as such", { retentionDays: "soon" }, { retentionDays: Number.NaN }],
	["an empty number is no zero", { retentionDays: " " }, { retentionDays: Number.NaN }],
] as const)("%s", ([_name, part, expected]) => {
	expect(changeOf({ ...form, ...part }, before)).toEqual(expected);
});

test.for([
	[{ retentionDays: 30 }, text.shorter(30)],
	[{ retentionDays: 120 }, text.longer(120)],
	[{ passwordSignIn: false }, text.passwordOff],
	[{ apiKeys: "admins" }, text.apiKeysOff],
	[{ secondFactor: "required" }, text.secondFactorOn],
	[{ traces: true }, text.tracesOn],
	[{ name: "Acme" }, text.name("Acme")],
] as const)("the question before %j says what follows", ([change, expected]) => {
	expect(effectsOf(change, before)).toEqual([expected]);
});

test.for([
	[{ name: "" }, { name: organizationText.own.wanted.name }],
	[{ name: "x".repeat(101) }, { name: organizationText.own.wanted.name }],
	...[0, -3, 1.5, 366, Number.NaN].map(
		(days) => [{ retentionDays: days }, { retentionDays: "Write a whole number from 1 to 365." }] as const,
	),
	[{ name: "Acme", retentionDays: 30, secondFactor: "required" }, undefined],
] as const)("%j is refused before anybody is asked to confirm it: %j", ([change, expected]) => {
	expect(wrongIn(change)?.fields).toEqual(expected);
});

test("the bounds of the days are those of the contract", () => {
	expect(retentionBounds).toEqual({ least: 1, most: 365 });
});
