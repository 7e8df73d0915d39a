import { expect, test } from "vitest";
import type { AuditableStep } from "./write.ts";
import { auditNotesOf } from "./write.ts";

const step = (part: Partial<AuditableStep> = {}): AuditableStep => ({
	before: "careful",
	mode: "careful",
	gate: { class: "navigate", outcome: "allow", reasons: [] },
	resumed: { kind: "go_on" },
	...part,
});
const told = (part: Partial<AuditableStep>) => auditNotesOf(step(part)).map(({ action, outcome }) => `${action} ${outcome}`);

test.for([
	["looking, going and filling in leave none", {}, []],
	["a mode that is raised", { mode: "autonomous" }, ["mode.raise ok"]],
	["a mode that is lowered leaves none", { before: "autonomous" }, []],
	["a submit that is asked for", { gate: { class: "commit", outcome: "ask", reasons: ["submits"] } }, ["gate ask"]],
	["a submit that is warned of", { gate: { class: "commit", outcome: "warn", reasons: ["submits"] } }, ["gate warn"]],
	["a yes that is used", { gate: { class: "commit", outcome: "approved", reasons: [] }, resumed: { kind: "approved" } }, ["gate approved"]],
	["a no", { resumed: { kind: "denied" } }, ["gate denied"]],
	["a yes that the page outran", { resumed: { kind: "go_on", isInvalidated: true } }, ["gate void"]],
	[
		"a secret that is handed over",
		{ gate: { class: "fill_sensitive", outcome: "handoff", reasons: ["sensitive_field"] } },
		["gate handoff"],
	],
] as const)("the audit is told of %s", ([_name, part, expected]) => {
	expect(told(part as Partial<AuditableStep>)).toEqual(expected);
});

test("a note says what was decided on, and not a word of the page", () => {
	const gate = { class: "commit_protected", outcome: "ask", reasons: ["pay_word"] } as const;
	expect(auditNotesOf(step({ gate }))).toEqual([
		{ action: "gate", outcome: "ask", facts: { class: "commit_protected", reasons: ["pay_word"], mode: "careful" } },
	]);
});
