import { describe, expect, test } from "vitest";
import type { PageParts } from "../../test/verify-cases.ts";
import { outcome, verdictOf } from "../../test/verify-cases.ts";

const report = { lastActionStatus: "success" as const, clientObservations: { didNetworkOccur: true, didDomMutate: true } };
const loans = (said = "", epoch = "e1", url = "https://a.example/loans", first = 3): PageParts => ({
	epoch,
	url,
	body: [
		"# Loans",
		...(said === "" ? [] : [said]),
		`| Night Ferry | Tom | ${first} | <form post> <button 4 submit>Renew`,
		"| Jam Making | Ines | 0 | <form post> <button 5 submit>Renew",
	].join("\n"),
});
const member = (said = "", epoch = "e1", email = "ines(at)mail"): PageParts => ({
	epoch,
	url: "https://a.example/members/3",
	body: [
		"# Ines",
		...(said === "" ? [] : [said]),
		`<form post>\n <input 1 "E-mail" value="${email}">\n <input 2 "Phone" value="030">\n <button 9 submit>Save changes`,
	].join("\n"),
});

describe("a page that reloads and says at its top why it refused", () => {
	test.each([
		["that it was so before", "click(4)", loans(), loans("This loan has been renewed three times already.", "e2")],
		["what it wants", "click(9)", member(), member("Please enter a valid e-mail address.", "e2", "ines@mail.test")],
		[
			"it in its address, too",
			"click(4)",
			loans(),
			loans("Not a whole number: PL-01", "e2", "https://a.example/loans?m=Not+a+whole+number&e=1"),
		],
	])("says %s", (_, action, was, after) => {
		const { observations } = verdictOf({ action, was, after, report, waits: 2 });
		expect(observations.filter((text) => text.startsWith("validation_error"))).toHaveLength(1);
		expect(outcome({ action, was, after, report, waits: 2 })).toMatch(/^failure/);
	});

	test.each([
		["what was done", loans("Loan renewed until 3 December.", "e2", undefined, 4)],
		["thanks", loans("Saved", "e2")],
		["another page's words", { ...loans("Please enter your address", "e2"), url: "https://a.example/address" }],
		["what a next part asks for", { ...member("Please enter your address", "e2"), url: "https://a.example/loans" }],
	])("but not one that says %s", (_, after) => {
		const { observations } = verdictOf({ action: "click(4)", was: loans(), after, report, waits: 2 });
		expect(observations.filter((text) => text.startsWith("validation_error"))).toEqual([]);
	});
});
