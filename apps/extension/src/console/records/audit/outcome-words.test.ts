import type { AuditVerdict } from "@webhand/contracts/audit";
import { expect, test } from "vitest";
import { outcomeWords, verdictWords } from "./outcome-words.ts";

test.for([
	["ok", "done"],
	["intended", "begun"],
	["denied:PATH_NOT_ALLOWED", "refused (path not allowed)"],
	["error:HASH_MISMATCH", "failed (hash mismatch)"],
	["unknown", "outcome unknown"],
	["of_tomorrow", "of_tomorrow"],
] as const)("the outcome %s is told as “%s”", ([outcome, words]) => {
	expect(outcomeWords(outcome)).toBe(words);
});

const whole: AuditVerdict = {
	ok: true,
	checkedRows: 12,
	firstSeq: 1,
	lastSeq: 12,
	brokenAt: null,
	anchors: { count: 2, lastAt: "2026-03-01T09:30:00.000Z", bad: 0 },
};
const chain = `wsp_${"b".repeat(22)}`;
const options = { nameOf: (id: string) => (id === chain ? "demo" : id), formatTime: (at: string) => at.slice(0, 10) };

test.for([
	["is whole", whole, true, "The audit is whole: 12 rows were checked."],
	["has no row", { ...whole, checkedRows: 0 }, true, "There are no rows yet, so there is nothing to check."],
	[
		"lacks a row",
		{ ...whole, ok: false, brokenAt: { chain, seq: 7, reason: "missing" } },
		false,
		"The audit is broken: workspace demo, row 7 is missing.",
	],
	[
		"has two rows swapped",
		{ ...whole, ok: false, brokenAt: { chain: "tenant", seq: 3, reason: "swapped" } },
		false,
		"The audit is broken: the chain outside of workspaces, row 3 was swapped with another.",
	],
	[
		"has an end that is not the signed one",
		{ ...whole, ok: false, anchors: { ...whole.anchors, bad: 1 } },
		false,
		"1 signed end does not fit its chain or its signature.",
	],
] as const)("an audit that %s is told in one sentence", ([_name, verdict, isWhole, title]) => {
	expect(verdictWords(verdict, options)).toMatchObject({ isWhole, title });
});
