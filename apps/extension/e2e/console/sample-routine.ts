import type { Routine, RoutineVersion, VersionSummary } from "@webhand/contracts/routine/routine";
import { RoutineProgram, RoutineVersion as RoutineVersionSchema } from "@webhand/contracts/routine/routine";
import type { RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import { RoutineRow as RoutineRowSchema, RoutineRun as RoutineRunSchema } from "@webhand/contracts/routine/run";
import { allSteps } from "@webhand/contracts/routine/step";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { taskId } from "./sample-trace.ts";

const ada = `usr_${"a".repeat(22)}`;
const bob = `usr_${"b".repeat(22)}`;
export const routineId = `rtn_${"i".repeat(22)}`;
export const runId = `rrn_${"r".repeat(22)}`;
const long = "Donaudampfschifffahrtsgesellschaft".repeat(3);

const button = (name: string) => ({ role: "button", name: [name], fingerprint: "0123456789abcdef" });
const field = (name: string) => ({ role: "textbox", name: [name], where: { form: { name: "Invoice", fields: ["Number", "Amount"] } } });

/** Enters an invoice in the accounts and reads it back. */
export const program = RoutineProgram.parse({
	inputs: [
		{ name: "number", label: "Number", type: "text", example: "INV-4021" },
		{ name: "amount", label: "Amount", type: "number", example: "49.90" },
		{ name: "due", label: "Due date", type: "date", example: "2026-03-31", isOptional: true },
		{ name: "account", label: "Account", type: "choice", choices: ["Travel", "Office", "Rent", "Meals", "Other"], preset: "Office" },
		{ name: "password", label: "Password of the accounts", type: "secret" },
	],
	start: ["https://accounts.example/invoices?of=", { input: "number" }],
	steps: [
		{ id: "s1", do: "click", class: "navigate", target: button("Accept all"), isOptional: true, note: "Cookie notice" },
		{ id: "s2", do: "click", class: "navigate", target: button("New invoice") },
		{ id: "s3", do: "fill", class: "fill", target: field("Number"), value: [{ input: "number" }] },
		{ id: "s4", do: "fill", class: "fill", target: field("Amount"), value: [{ input: "amount" }] },
		{
			id: "s5",
			do: "if",
			class: "observe",
			says: ["Payment terms"],
			then: [{ id: "s6", do: "fill", class: "fill", target: field("Note"), value: ["30 days net"] }],
			otherwise: [{ id: "s7", do: "choose", class: "fill", target: field("Account"), values: [[{ input: "account" }]] }],
		},
		{ id: "s8", do: "click", class: "commit", target: button("Save"), expect: { kind: "text_appears", text: ["Saved"] } },
		{
			id: "s9",
			do: "check",
			class: "observe",
			fields: [
				{ label: "Amount", row: [[{ input: "number" }]], value: [{ input: "amount" }], as: "money" },
				{ label: "State", row: [[{ input: "number" }]], value: ["Open"], as: "text" },
			],
		},
	],
});

const made = "2026-03-01T09:30:00.000Z";
export const routine: Routine = {
	id: routineId as Routine["id"],
	name: "Enter an invoice",
	description: "From the list of the month into the accounts, and reads it back.",
	sites: ["accounts.example"],
	ownerId: ada as Routine["ownerId"],
	isShared: true,
	canEdit: true,
	version: 3,
	proposed: 4,
	inputs: program.inputs,
	stepCount: allSteps(program.steps).length,
	hasChecks: true,
	lastRunAt: "2026-03-02T08:12:00.000Z",
	createdAt: made,
	updatedAt: made,
};

/** Routines of several kinds; one has a long name, one a right-to-left one. */
export const routines: readonly Routine[] = [
	routine,
	{
		...routine,
		id: `rtn_${"j".repeat(22)}` as Routine["id"],
		name: `Order ${long}`,
		description: "",
		sites: ["shop.example", "pay.shop.example"],
		isShared: false,
		version: 1,
		proposed: undefined,
		hasChecks: false,
		lastRunAt: undefined,
		inputs: [],
	},
	{
		...routine,
		id: `rtn_${"k".repeat(22)}` as Routine["id"],
		name: "أغلق التذاكر القديمة",
		description: "<b>not markup</b>",
		sites: [],
		ownerId: bob as Routine["ownerId"],
		canEdit: false,
		proposed: undefined,
	},
];

export const versions: readonly VersionSummary[] = (
	[
		{ number: 4, state: "proposed", origin: { kind: "heal", of: 3, steps: ["s8"] }, createdBy: bob },
		{ number: 3, state: "current", origin: { kind: "edit", of: 2 }, createdBy: ada },
		{ number: 2, state: "refused", origin: { kind: "heal", of: 1 }, createdBy: ada },
		{ number: 1, state: "former", origin: { kind: "task", taskId }, createdBy: ada },
	] as const
).map((version) => ({ ...version, stepCount: routine.stepCount, createdAt: made }) as unknown as VersionSummary);

/** A version with its program. */
export function versionOf(number: number): RoutineVersion {
	const summary = versions.find((version) => version.number === number);
	return RoutineVersionSchema.parse({ ...summary, program, sentences: sentencesOf(program) });
}

const sentences = sentencesOf(program).map(({ id, text }) => ({ kind: "same" as const, id, before: text, after: text }));

/** What the page's change did to the steps of version 3. */
export const diff = {
	from: 3,
	to: 4,
	rows: [
		...sentences.slice(0, 2),
		{ kind: "removed" as const, id: "s3", before: sentences[2]?.before },
		...sentences.slice(3, 7),
		{ kind: "changed" as const, id: "s8", before: "Click “Save”", after: "Click “Save and close” in the form “Invoice”" },
		{ kind: "added" as const, id: "s10", after: "Click “Show all”" },
		...sentences.slice(8),
	],
};

const options = { mode: "autonomous", stopsAtFailure: false, isOnceEver: true, asksModel: false, isDryRun: false } as const;

/** A run whose rows ended in every way. */
export const run: RoutineRun = RoutineRunSchema.parse({
	id: runId,
	routineId,
	name: routine.name,
	version: 3,
	ownerId: ada,
	state: "done",
	options,
	rowCount: 8,
	readsLists: false,
	isOnce: false,
	counts: { done: 2, done_unchecked: 1, not_saved: 1, failed: 1, unknown: 1, skipped: 1, stopped: 1 },
	retries: { rows: 3, withUnknown: 4 },
	createdAt: "2026-03-02T08:00:00.000Z",
	endedAt: "2026-03-02T08:12:00.000Z",
});

const open = {
	state: "running",
	rowCount: 12,
	counts: { done: 4, running: 1, needs_person: 1, waiting: 6 },
	retries: { rows: 0, withUnknown: 0 },
	secondsLeft: 190,
	endedAt: undefined,
};
export const runs: readonly RoutineRun[] = [
	RoutineRunSchema.parse({ ...run, ...open, id: `rrn_${"o".repeat(22)}` }),
	run,
	RoutineRunSchema.parse({ ...run, id: `rrn_${"p".repeat(22)}`, ownerId: bob, state: "paused", endedAt: undefined }),
	RoutineRunSchema.parse({
		...run,
		id: `rrn_${"q".repeat(22)}`,
		name: `Order ${long}`,
		rowCount: 1,
		counts: { skipped: 1 },
		retries: { rows: 0, withUnknown: 0 },
		options: { ...options, isDryRun: true },
	}),
];

const values = (number: number) => ({
	number: `INV-402${number}`,
	amount: `${number * 10}.90`,
	due: "",
	account: "Office",
	password: "•••",
});
const amount = (expected: string, seen?: string) => ({
	step: "s9",
	label: "Amount",
	expected,
	holds: expected === seen,
	...(seen === undefined ? {} : { seen }),
});
const timed = { startedAt: "2026-03-02T08:00:00.000Z", endedAt: "2026-03-02T08:00:09.400Z", taskId };

/** A row in each state. */
export const rows: readonly RoutineRow[] = [
	{ state: "done", checks: [amount("10.90", "10.90")], healed: [], ...timed },
	{ state: "done_unchecked", checks: [], healed: [], ...timed },
	{
		state: "not_saved",
		reason: "“Amount” is “3.00” on the page, not “30.90”",
		step: "s9",
		checks: [amount("30.90", "3.00"), { step: "s9", label: "State", expected: "Open", holds: false }],
		healed: [],
		...timed,
	},
	{ state: "failed", reason: "The page says “This number is taken”", step: "s8", checks: [], healed: [], ...timed },
	{
		state: "unknown",
		reason: "It was broken off after something was sent. Look whether it was saved",
		step: "s8",
		checks: [],
		healed: [],
		...timed,
	},
	{ state: "skipped", reason: "An earlier run did it", checks: [], healed: [] },
	{ state: "done", checks: [amount("70.90", "70.90")], healed: ["s8"], ...timed },
	{ state: "stopped", reason: "You stopped it", checks: [], healed: [], ...timed },
	{ state: "needs_person", reason: "Sign in to accounts.example", checks: [], healed: [], taskId },
	{ state: "running", checks: [], healed: [], taskId },
	{ state: "waiting", checks: [], healed: [] },
].map((row, index) => RoutineRowSchema.parse({ ...row, key: `k${index}`, index, inputs: values(index + 1) }));

/** A list that a row has read. */
export const tables = [
	{
		step: "s2",
		columns: [
			{ name: "number", label: "Number", type: "text" },
			{ name: "total", label: "Total", type: "money" },
		],
		rows: [1, 2, 3].map((page) => ({
			cells: [`INV-${page}`, `${page}9,90 €`],
			url: page === 3 ? "javascript:alert(1)" : "https://accounts.example/invoices",
			page,
			words: `INV-${page} · ${page}9,90 €`,
		})),
		isCut: true,
	},
];
