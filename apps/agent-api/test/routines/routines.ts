import type { NextAction } from "@webhand/contracts/agent/interact";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { Routine } from "@webhand/contracts/routine/routine";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { RoutineRun, TakenRow } from "@webhand/contracts/routine/run";
import type { Agent, Answer, PostOptions } from "../agent.ts";
import { pageText } from "../agent.ts";

const routines = "/api/v1/agent/routines";
const runs = "/api/v1/agent/routine-runs";

/** A program: an amount is filled in and saved, and the saved amount is read back. */
export const invoice: RoutineProgram = {
	inputs: [
		{ name: "number", label: "Number", type: "text" },
		{ name: "amount", label: "Amount", type: "number" },
	],
	start: ["https://shop.example/new"],
	steps: [
		{ id: "s1", do: "fill", class: "fill", target: { role: "input", name: ["Number"] }, value: [{ input: "number" }] },
		{ id: "s2", do: "fill", class: "fill", target: { role: "input", name: ["Amount"] }, value: [{ input: "amount" }] },
		{
			id: "s3",
			do: "click",
			class: "commit",
			target: { role: "button", name: ["Save"] },
			expect: { kind: "text_appears", text: ["Saved"] },
		},
		{
			id: "s4",
			do: "check",
			class: "observe",
			fields: [{ label: "Amount", value: [{ input: "amount" }], as: "number" }],
		},
	],
};

/** The same without its check. */
export const unchecked: RoutineProgram = { ...invoice, steps: invoice.steps.slice(0, 3) };

/** The page that the program works on, as it stands after some of its steps. */
export function formPage({ number = "", amount = "" } = {}): { readonly url: string; readonly dom: string } {
	const url = "https://shop.example/new";
	const value = (text: string) => (text === "" ? "" : ` value=${JSON.stringify(text)}`);
	return {
		url,
		dom: pageText(
			[
				"# New invoice",
				'<form "Invoice" post>',
				` <input 1 "Number"${value(number)}>`,
				` <input 2 "Amount"${value(amount)}>`,
				" <button 3 submit>Save",
			].join("\n"),
			{ url },
		),
	};
}

/** The reply's body of a call that has to go well. */
export async function expectOk(asked: Promise<Answer>): Promise<Record<string, unknown>> {
	const answer = await asked;
	if (answer.status >= 300) throw new Error(`${answer.status} ${answer.bytes}`);
	return answer.body;
}

/** Stores a routine. */
export async function store(
	agent: Agent,
	program: RoutineProgram = invoice,
	more: object = {},
	options: PostOptions = {},
): Promise<Routine> {
	const body = { name: "File an invoice", program, origin: { kind: "edit" }, ...more };
	return Routine.parse((await expectOk(agent.call("POST", routines, { ...options, body })))["routine"]);
}

/** Starts a run. */
export async function begin(
	agent: Agent,
	routineId: string,
	rows: readonly object[],
	options: object = {},
	how: PostOptions = {},
): Promise<RoutineRun> {
	const asked = agent.call("POST", `${routines}/${routineId}/runs`, { ...how, body: { rows, options } });
	return RoutineRun.parse((await expectOk(asked))["run"]);
}

/** Takes the next row as a browser. */
export async function take(agent: Agent, runId: string, worker = "one"): Promise<TakenRow | null> {
	return TakenRow.nullable().parse((await expectOk(agent.call("POST", `${runs}/${runId}/next`, { body: { worker } })))["row"]);
}

/** A run as it stands. */
export async function runOf(agent: Agent, runId: string): Promise<RoutineRun> {
	return RoutineRun.parse((await expectOk(agent.call("GET", `${runs}/${runId}`)))["run"]);
}

/** The rows of a run. */
export async function rowsOf(agent: Agent, runId: string, options: PostOptions = {}): Promise<readonly RoutineRow[]> {
	return (await expectOk(agent.call("GET", `${runs}/${runId}/rows`, options)))["rows"] as readonly RoutineRow[];
}

/** Changes a run. */
export const change = (agent: Agent, runId: string, body: object) => agent.call("POST", `${runs}/${runId}/change`, { body });

/** What the page of a script does with an action: the page after it. */
export type Site = (action: string) => { readonly url: string; readonly dom: string };

/** What a server stored, on a page of its own. */
export function recordPage({ number, amount }: { readonly number: string; readonly amount: string }): ReturnType<Site> {
	const url = "https://shop.example/new";
	return { url, dom: pageText(`# Invoice ${number}\nSaved\nNumber: ${number}\nAmount: ${amount}`, { url, epoch: "e2" }) };
}

/** A form that takes what is typed, and then shows what it saved. `saves` turns the amount into what is stored. */
export function formSite(saves: (amount: string, number: string) => string = (amount) => amount): Site & { readonly saved: string[] } {
	const form = { number: "", amount: "" };
	const saved: string[] = [];
	let record = { number: "", amount: "" };
	let isSaved = false;
	const site = (action: string) => {
		const [, id, text] = /^setValue\((\d+), "(.*)"\)$/.exec(action) ?? [];
		if (id === "1") form.number = text ?? "";
		if (id === "2") form.amount = text ?? "";
		if (action === "click(3)") {
			saved.push(form.number);
			record = { number: form.number, amount: saves(form.amount, form.number) };
			isSaved = true;
		}
		if (action.startsWith("navigate(")) {
			isSaved = false;
			Object.assign(form, { number: "", amount: "" });
		}
		return isSaved ? recordPage(record) : formPage(form);
	};
	return Object.assign(site, { saved });
}

/** Takes steps of a row against a page until its task ends or asks. @param from the page that it begins on; @returns the replies */
export async function play(
	agent: Agent,
	runId: string,
	row: TakenRow,
	site: Site,
	{ most = 40, from = formPage() }: { readonly most?: number; readonly from?: ReturnType<Site> } = {},
): Promise<readonly NextAction[]> {
	const replies: NextAction[] = [];
	let task: { taskId?: string; lastStepIndex?: number } = row.taskId === undefined ? {} : { taskId: row.taskId };
	let page = from;
	for (let step = 0; step < most; step += 1) {
		const first = task.taskId === undefined ? { row: { runId, rowKey: row.key }, query: row.order } : {};
		const reply = await agent.step({ ...page, ...task, ...first, batch: 0 } as never);
		replies.push(reply);
		if (reply.status === "completed" || reply.status === "failed" || reply.question !== undefined) return replies;
		page = site(reply.action);
		task = { taskId: reply.taskId, lastStepIndex: reply.stepIndex };
	}
	return replies;
}
