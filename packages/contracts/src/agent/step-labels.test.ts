import { expect, test } from "vitest";
import { LoopRule, RiskClass, readLoopRule, readRiskClass } from "./step-labels.ts";

test("a stored risk class reads in today's words and in the letters of earlier versions", () => {
	const former = {
		A: "observe",
		B: "navigate",
		"B-elsewhere": "navigate_offsite",
		C1: "fill",
		C2: "fill_sensitive",
		D: "commit",
		"D!": "commit_protected",
		E: "upload",
	};
	expect(Object.keys(former).map(readRiskClass)).toEqual(Object.values(former));
	expect(RiskClass.options.map(readRiskClass)).toEqual(RiskClass.options);
	expect(["", "F", "d!", "constructor"].map(readRiskClass)).toEqual(["refused", "refused", "refused", "refused"]);
});

test("a stored loop rule reads in today's words and in the codes of earlier versions", () => {
	const former = {
		S1: "repeat_run",
		S2: "repeat_window",
		S3: "alternate",
		L4: "cycle",
		L5: "no_progress",
		L6: "idle_wait",
		L7: "repeat_lookup",
	};
	expect(Object.keys(former).map(readLoopRule)).toEqual(Object.values(former));
	expect(LoopRule.options.map(readLoopRule)).toEqual(LoopRule.options);
	expect(readLoopRule("S9")).toBeUndefined();
});
