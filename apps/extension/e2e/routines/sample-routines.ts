import { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import type { Routine, RoutineProgram } from "@webhand/contracts/routine/routine";
import { sentencesOf } from "@webhand/routines/make/sentences";
import { signedIn } from "../gallery/sample-run.ts";

const owner = signedIn.auth.kind === "signed_in" ? signedIn.auth.user.id : "";
const idOf = (letter: string) => letter.repeat(22);

export const routineId = RoutineId.parse(`rtn_${idOf("a")}`);
export const runId = RoutineRunId.parse(`rrn_${idOf("a")}`);
export const taskId = TaskId.parse("77e5b5f0-1111-4a4c-9f0e-0a5c0f7f0001");
const at = "2026-03-02T08:00:00.000Z";

export const inputs: RoutineProgram["inputs"] = [
	{ name: "customer", label: "Customer", type: "text", example: "Harbour Kitchen" },
	{ name: "amount", label: "Amount", type: "number", example: "49.90" },
	{ name: "due", label: "Due date", type: "date" },
	{ name: "category", label: "Category", type: "choice", choices: ["Travel", "Office", "Food"] },
	{ name: "receipt", label: "Receipt", type: "file", isOptional: true },
	{ name: "pin", label: "Approval PIN", type: "secret" },
];

const field = (role: string, name: string) => ({ role, name: [name], where: { form: { name: "New invoice", fields: [] } } });

export const program: RoutineProgram = {
	inputs,
	start: ["https://shop.example/invoices/new"],
	steps: [
		{ id: "s1", do: "click", class: "observe", target: { role: "button", name: ["Accept cookies"] }, isOptional: true },
		{ id: "s2", do: "fill", class: "fill", target: field("text", "Customer"), value: [{ input: "customer" }] },
		{ id: "s3", do: "fill", class: "fill", target: field("text", "Amount"), value: [{ input: "amount" }] },
		{ id: "s4", do: "fill", class: "fill", target: field("date", "Due"), value: [{ input: "due" }] },
		{
			id: "s5",
			do: "if",
			class: "observe",
			says: ["Receipt needed"],
			then: [{ id: "s6", do: "upload", class: "fill", target: field("file", "Receipt"), file: [{ input: "receipt" }] }],
			otherwise: [],
		},
		{ id: "s7", do: "choose", class: "fill", target: field("select", "Category"), values: [[{ input: "category" }]] },
		{ id: "s8", do: "fill", class: "fill", target: field("password", "PIN"), value: [{ input: "pin" }] },
		{ id: "s9", do: "click", class: "commit", target: field("button", "Save") },
		{ id: "s10", do: "check", class: "observe", fields: [{ label: "Total", value: [{ input: "amount" }], as: "money" }] },
	],
};

export const routine: Routine = {
	id: routineId,
	name: "Enter an invoice",
	description: "Into the accounts of the shop, from the invoices of the month",
	sites: ["shop.example"],
	ownerId: owner as Routine["ownerId"],
	isShared: true,
	canEdit: true,
	version: 3,
	inputs,
	stepCount: program.steps.length,
	hasChecks: true,
	lastRunAt: at,
	createdAt: at,
	updatedAt: at,
};

export const routines: readonly Routine[] = [
	{ ...routine, proposed: 4 },
	{
		...routine,
		id: RoutineId.parse(`rtn_${idOf("b")}`),
		name: "Read the open orders of the week",
		description: "",
		ownerId: `usr_${idOf("z")}` as Routine["ownerId"],
		inputs: [],
		stepCount: 4,
		isShared: true,
		hasChecks: false,
	},
	{
		...routine,
		id: RoutineId.parse(`rtn_${idOf("c")}`),
		name: `A name that is far too long for a panel of this width and has no end ${"x".repeat(60)}`.slice(0, 80),
		description: "d".repeat(200),
		stepCount: 1,
		isShared: false,
	},
];

export const version = {
	number: 3,
	state: "current",
	origin: { kind: "task", taskId },
	stepCount: program.steps.length,
	createdBy: owner,
	createdAt: at,
	program,
	sentences: sentencesOf(program),
};

export const proposal = {
	from: 3,
	to: 4,
	rows: [
		{ kind: "same", id: "s2", before: "Fill “Customer” with {Customer}", after: "Fill “Customer” with {Customer}" },
		{
			kind: "changed",
			id: "s9",
			before: "Click “Save” in the form “New invoice”",
			after: "Click “Save invoice” in the form “New invoice”",
		},
		{ kind: "removed", id: "s1", before: "Click “Accept cookies”, if it is there" },
		{ kind: "added", id: "s11", after: "Click “Continue” in the dialog “Before you save”" },
	],
};
