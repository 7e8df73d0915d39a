import { MandateId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import type { AuditableStep } from "./write.ts";
import { againAt, auditNotesOf } from "./write.ts";

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

test("what did not reach the page is sent again under its use, unless another amount stands there", () => {
	const gateFor = (amount: number) => {
		const id = MandateId.parse(`mnd_${"a".repeat(22)}`);
		const mandate = { id, createdAt: new Date(0), left: 3, uses: 5, step: "s3", amount };
		return { class: "commit", outcome: "mandate", reasons: [], mandate } as const;
	};
	const again = (amount: number, isInert: boolean) =>
		againAt(gateFor(amount), { past: [{ gate: gateFor(10), stepIndex: 4 }], report: { isInert } }).mandate?.usedBy;
	expect([again(10, true), again(10, false), again(40, true)]).toEqual([4, undefined, undefined]);
});

test("a note of an answer names the key that gave it, all others that of the step", () => {
	const gate = { class: "commit", reasons: [] } as const;
	const keysIn = (part: Partial<AuditableStep>) => auditNotesOf(step(part)).map(({ outcome, facts }) => [outcome, facts["key"]]);
	const approved = { gate: { ...gate, outcome: "approved" }, resumed: { kind: "approved" } } as const;
	expect(keysIn({ ...approved, answerKey: "key_a" })).toEqual([["approved", "key_a"]]);
	expect(keysIn({ ...approved, key: "key_s" })).toEqual([["approved", undefined]]);
	expect(keysIn({ gate: { ...gate, outcome: "ask" }, resumed: { kind: "denied" }, key: "key_s", answerKey: "key_a" })).toEqual([
		["denied", "key_a"],
		["ask", "key_s"],
	]);
});
