import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import { openPolicy, OrgPolicy as Policy } from "@webhand/contracts/authority/policy";
import { describe, expect, test } from "vitest";
import type { Case } from "../../../test/gate-cases.ts";
import { gateOf } from "../../../test/gate-cases.ts";
import { isOpen } from "./authority.ts";
import { isWithin } from "./hours.ts";

const monday = new Date("2026-03-02T09:30:00Z");

/** The gate's word in autonomous mode under a policy; after a refusal, its reason. */
function outcome(input: Case, policy: Partial<OrgPolicy>, now = monday): string {
	const authority = { policy: { ...openPolicy, ...policy }, now };
	const { kind, words } = gateOf({ ...input, facts: { mode: "autonomous", ...input.facts, authority } });
	return words === undefined ? kind : `${kind}: ${words}`;
}

const order = { action: "click(9)", body: '<form "Order" post>\n <input 1 "Name" value="Ada">\n <button 9 submit>Pay 12 €' };
const save = { action: "click(9)", body: '<form "Name" post>\n <input 1 "Name" value="Ada">\n <button 9 submit>Save' };
const search = { action: "click(9)", body: '<form "Search" get /find>\n <search 1 "Search" value="tea">\n <button 9 submit>Search' };
const remove = { action: "click(3)", body: "<button 3>Delete account" };
const fill = { action: 'setValue(1, "Ada")', body: '<input 1 "Name">' };
const pressElsewhere = { action: "click(2)", body: "<button 2>Frobnicate", url: "https://other.example/" };
const fillAndSend = { action: 'setValue(1, "Ada", true)', body: save.body };

describe("a rule for a kind of act", () => {
	test.each([
		["payments are refused", order, { payment: "never" }, "refuse: your organization does not allow payments here"],
		["and saving is not", save, { payment: "never" }, "warn"],
		[
			"where nothing may be sent, nothing may be paid",
			order,
			{ send: "never" },
			"refuse: your organization does not allow sending or saving anything here",
		],
		["saving is asked for in autonomous mode too", save, { send: "ask" }, "ask"],
		["a search sends nothing", search, { send: "never" }, "warn"],
		["deletions are refused", remove, { deletion: "never" }, "refuse: your organization does not allow deletions here"],
		["each fill is asked for", fill, { fill: "ask" }, "ask"],
		[
			"a button that nobody knows is one on any site",
			pressElsewhere,
			{ press: "never" },
			"refuse: your organization does not allow buttons that nobody knows",
		],
		["a fill that sends is a fill, too", fillAndSend, { fill: "never" }, "refuse: your organization does not allow filling in forms here"],
		["looking is no act", { action: 'scroll("down")' }, { fill: "never", send: "never", press: "never" }, "allow"],
		[
			"another site is not opened",
			{ action: 'navigate("https://other.example/")' },
			{ other_site: "never" },
			"refuse: your organization does not allow going to or telling other sites",
		],
	] as const)("%s", (_name, input, acts, expected) => {
		expect(outcome(input, { acts })).toBe(expected);
	});

	test("never makes free what the gate asks, and leaves a refusal one", () => {
		expect(outcome(order, { acts: {} })).toBe("ask");
		expect(outcome({ action: 'navigate("https://a:b@shop.example/")' }, { acts: { other_site: "ask" } })).toBe("refuse");
	});
});

describe("sites", () => {
	const framed = { action: "click(2)", body: `<frame 1 "Form" forms.other.example>\n <button 2>Save` };
	const elsewhere = {
		action: "click(9)",
		body: '<form "F" post evil.example/x>\n <input 1 "Name" value="Ada">\n <button 9 submit>Save',
	};
	test.each([
		["acting is for the named ones", fill, { only: ["crm.example"] }, "refuse: your organization does not allow to act on shop.example"],
		["one that is named is free", fill, { only: ["shop.example"] }, "allow"],
		["a star names those below it", { ...fill, url: "https://eu.shop.example/" }, { only: ["*.shop.example"] }, "allow"],
		["and not the host itself", fill, { only: ["*.shop.example"] }, "refuse: your organization does not allow to act on shop.example"],
		["others may be looked at", { action: 'navigate("https://wiki.example/")' }, { only: ["shop.example"] }, "warn"],
		[
			"but not those that are never touched",
			{ action: 'openTab("https://bank.example:8443/x")' },
			{ never: ["bank.example"] },
			"refuse: your organization does not allow to use bank.example",
		],
		[
			"a frame of another host counts",
			framed,
			{ never: ["*.other.example"] },
			"refuse: your organization does not allow to use forms.other.example",
		],
		[
			"a form that sends elsewhere counts",
			elsewhere,
			{ only: ["shop.example"] },
			"refuse: your organization does not allow to act on evil.example",
		],
	] satisfies [string, Case, Partial<OrgPolicy>, string][])("%s", (_name, input, policy, expected) => {
		expect(outcome(input, policy)).toBe(expected);
	});

	test("a page of a site that is never touched is closed", () => {
		expect(
			["https://a.bank.example/x", "https://bank.example/", "about:blank", ""].map((url) => isOpen({ never: ["*.bank.example"] }, url)),
		).toEqual([false, true, true, true]);
	});
});

describe("hours", () => {
	const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00", timeZone: "Europe/Berlin" };
	test("outside of them nothing is done, and the person is told when", () => {
		expect(outcome(fill, { hours: office })).toBe("allow");
		const words =
			"refuse: your organization does not allow to act at this time, only Mon, Tue, Wed, Thu, Fri from 08:00 to 18:00 (Europe/Berlin)";
		expect(outcome(fill, { hours: office }, new Date("2026-03-02T17:00:00Z"))).toBe(words);
		expect(outcome({ action: 'scroll("down")' }, { hours: office }, new Date("2026-03-02T17:00:00Z"))).toBe("allow");
	});
	test.each([
		["they begin on the minute", "2026-03-02T07:00:00Z", office, true],
		["they end on the minute", "2026-03-02T17:00:00Z", office, false],
		["summer time moves them", "2026-07-06T06:00:00Z", office, true],
		["another day", "2026-03-01T09:00:00Z", office, false],
		["a night belongs to the day on which it began", "2026-03-07T02:00:00Z", { ...office, from: "22:00", to: "06:00" }, true],
		["and ends with it", "2026-03-08T02:00:00Z", { ...office, from: "22:00", to: "06:00" }, false],
		["midnight is the end of a day", "2026-03-02T23:30:00Z", { ...office, from: "22:00", to: "00:00" }, false],
	] as const)("%s", (_name, at, hours, expected) => {
		expect(isWithin({ ...hours, days: [...hours.days] }, new Date(at))).toBe(expected);
	});
});

describe("a policy that says two things at once is refused before it is stored", () => {
	test.each([
		["a site in both lists", { only: ["a.example"], never: ["a.example"] }, "only.0"],
		["a site below one that is never touched", { only: ["eu.a.example"], never: ["*.a.example"] }, "only.0"],
		["an empty list of sites", { only: [] }, "only"],
		["no host", { never: ["https://a.example/x"] }, "never.0"],
		["hours without a length", { hours: { days: [1], from: "08:00", to: "08:00", timeZone: "UTC" } }, "hours.to"],
		["a time zone that does not exist", { hours: { days: [1], from: "08:00", to: "09:00", timeZone: "Mars/Base" } }, "hours.timeZone"],
		["no day", { hours: { days: [], from: "08:00", to: "09:00", timeZone: "UTC" } }, "hours.days"],
		["an unknown kind of act", { acts: { payments: "never" } }, "acts"],
	])("%s", (_name, part, field) => {
		const parsed = Policy.safeParse({ ...openPolicy, ...part });
		expect(parsed.error?.issues.map(({ path }) => path.join("."))[0] ?? "valid").toBe(field);
	});
	test("a site is kept as addresses have it", () => {
		const typed = [" Shop.Example ", "*.Bücher.example", "LOCALHOST", "10.0.0.7", "[::1]"];
		const sites = ["shop.example", "*.xn--bcher-kva.example", "localhost", "10.0.0.7", "[::1]"];
		expect(Policy.parse({ ...openPolicy, never: typed }).never).toEqual(sites);
		expect(Policy.parse({ ...openPolicy, never: sites }).never).toEqual(sites);
	});
	test("an exception to a wider site is none", () => {
		expect(Policy.safeParse({ ...openPolicy, only: ["*.a.example"], never: ["pay.a.example"] }).success).toBe(true);
	});
});
