import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { parsePage } from "@webhand/page/parse/parse";
import { describeTarget } from "@webhand/routines/target/describe";
import { expect } from "vitest";
import type { Turn } from "../../src/decider/turn.ts";
import { pageText, scriptedDecider, test } from "../agent.ts";
import { answer } from "../run.ts";
import type { Site } from "./routines.ts";
import { begin, expectOk, play, rowsOf, store, take, unchecked } from "./routines.ts";

const routines = "/api/v1/agent/routines";
const url = "https://shop.example/new";
const row = { number: "1", amount: "12.50" };

/** The form with other names than when the routine was made. */
function renamed({ amount = "Amount", save = "Save" }): Site {
	const form = { number: "", amount: "", says: "" };
	return (action) => {
		const [, id, text = ""] = /^setValue\((\d+), "(.*)"\)$/.exec(action) ?? [];
		if (id === "1") form.number = text;
		if (id === "2") form.amount = text;
		if (action === "click(3)") form.says = "Saved";
		const value = (held: string) => (held === "" ? "" : ` value="${held}"`);
		const lines = [
			...["# New invoice", '<form "Invoice" post>', ` <input 1 "Number"${value(form.number)}>`],
			...[` <input 2 "${amount}"${value(form.amount)}>`, ` <button 3 submit>${save}`, ...(form.says === "" ? [] : [form.says])],
		];
		return { url, dom: pageText(lines.join("\n"), { url }) };
	};
}

/** The program with its targets as a page describes them. */
function placedOn({ dom }: ReturnType<Site>): RoutineProgram {
	const view = parsePage(dom);
	const targets = new Map([1, 2, 3].map((id) => [`s${id}`, describeTarget(view, id)]));
	const steps = unchecked.steps.map((step) => ({ ...step, target: targets.get(step.id) }));
	return { ...unchecked, steps: steps as RoutineProgram["steps"] };
}

const placed = placedOn(renamed({})(""));

test("a control that is called alike becomes a proposed version once, and a person takes it", async ({ agent }) => {
	const routine = await store(agent, placed);
	const run = await begin(agent, routine.id, [row, { ...row, number: "2" }]);
	for (const _row of [1, 2]) {
		const taken = await take(agent, run.id);
		if (taken === null) throw new Error("no row");
		const site = renamed({ amount: "Amounts" });
		await play(agent, run.id, taken, site);
	}
	expect(await rowsOf(agent, run.id)).toMatchObject([
		{ state: "done_unchecked", healed: ["s2"] },
		{ state: "done_unchecked", healed: ["s2"] },
	]);
	const { routine: now, version } = await expectOk(agent.call("GET", `${routines}/${routine.id}`));
	expect(now).toMatchObject({ version: 1, proposed: 2 });
	expect(version).toMatchObject({ number: 1, state: "current" });
	const { versions } = await expectOk(agent.call("GET", `${routines}/${routine.id}/versions`));
	expect(versions).toMatchObject([
		{ number: 2, state: "proposed", origin: { kind: "heal", of: 1, steps: ["s2"] } },
		{ number: 1, state: "current" },
	]);
	const taken = await expectOk(agent.call("POST", `${routines}/${routine.id}/versions/2/decide`, { body: { decision: "take" } }));
	expect(taken["routine"]).toMatchObject({ version: 2 });
	expect(taken["routine"] as object as { proposed?: number }).not.toHaveProperty("proposed");
});

test("what a called routine found another way is proposed there, and the row names the step that calls", async ({ agent }) => {
	const inner = await store(agent, placed, { name: "The form" });
	const given = { number: [{ input: "number" }], amount: [{ input: "amount" }] } as const;
	const calling = { ...unchecked, steps: [{ id: "s2", do: "call", class: "observe", routine: inner.id, inputs: given }] };
	const routine = await store(agent, calling as unknown as RoutineProgram, { name: "Calls it" });
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await play(agent, run.id, taken, renamed({ amount: "Amounts" }));
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done_unchecked", healed: ["s2"] }]);
	const proposedFor = async (id: string) => (await expectOk(agent.call("GET", `${routines}/${id}`)))["routine"] as { proposed?: number };
	expect((await proposedFor(inner.id)).proposed).toBe(2);
	expect(await proposedFor(routine.id)).not.toHaveProperty("proposed");
});

test("a commit that is found another way asks first, with old and new side by side", async ({ agent }) => {
	const routine = await store(agent, placed);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const site = renamed({ save: "Saves" });
	const asked = (await play(agent, run.id, taken, site)).at(-1);
	expect(asked?.question?.text).toMatch(/“Save”.*“Saves”/s);
	await answer(agent, asked?.taskId ?? "", { answer: asked?.question?.choices?.[0] ?? "", questionId: asked?.question?.id });
	const going = await agent.step({ ...site("wait(0)"), taskId: asked?.taskId, batch: 0 } as never);
	expect(going.action).toBe("click(3)");
});

test("a step that is not found ends its row in a list, with its words, and asks the person of a single row", async ({ agent }) => {
	const gone = { ...placed, steps: placed.steps.slice(1, 2) };
	const routine = await store(agent, gone);
	const nothing: Site = () => ({ url, dom: pageText("# Gone\n<button 9>Help", { url }) });
	const list = await begin(agent, routine.id, [row, { ...row, number: "2" }]);
	const taken = await take(agent, list.id);
	if (taken === null) throw new Error("no row");
	const ended = await play(agent, list.id, taken, nothing, { from: nothing("") });
	expect(ended.at(-1)?.status).toBe("failed");
	expect((await rowsOf(agent, list.id))[0]).toMatchObject({ state: "failed", step: "s2" });
	const single = await begin(agent, routine.id, [row]);
	const only = await take(agent, single.id);
	if (only === null) throw new Error("no row");
	const asked = (await play(agent, single.id, only, nothing, { from: nothing("") })).at(-1);
	expect(asked?.question?.choices).toEqual(["Try again", "Stop here"]);
	expect((await rowsOf(agent, single.id))[0]?.state).toBe("needs_person");
});

test("where the run allows it a model finds a lost control, and what it found is proposed", async ({ open }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(2)", "model") });
	const routine = await store(agent, { ...placed, steps: placed.steps.slice(1, 2) });
	const run = await begin(agent, routine.id, [row], { asksModel: true });
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const site = renamed({ amount: "Sum in euros" });
	const replies = await play(agent, run.id, taken, site, { from: site("") });
	expect(replies.map(({ action }) => action)).toContain('setValue(2, "12.50")');
	expect(agent.decider.turns).toHaveLength(1);
	expect(agent.decider.turns[0]?.query).toContain("Fill “Amount”");
	expect((await rowsOf(agent, run.id))[0]).toMatchObject({ healed: ["s2"] });
});

test("a finished task becomes a draft in sentences, which is stored and played", async ({ open }) => {
	const save = { action: { name: "click", id: 3 }, expect: { kind: "text_appears", text: "Saved" } } as const;
	const said = ['setValue(1, "2026-17")', 'setValue(2, "12.50")', save, "finish()"];
	const turnsOf = ({ history }: Turn) => new Set(history.map(({ stepIndex }) => stepIndex)).size;
	const agent = await open({ decider: scriptedDecider((turn) => said[turnsOf(turn)] ?? "finish()", "model") });
	const site = renamed({});
	let page = site("");
	let task: object = { query: "File invoice 2026-17 with amount 12.50" };
	let taskId = "";
	for (const _step of said) {
		const reply = await agent.step({ ...page, ...task, batch: 0 } as never);
		taskId = reply.taskId;
		page = site(reply.action);
		task = { query: "File invoice 2026-17 with amount 12.50", taskId, lastStepIndex: reply.stepIndex };
		if (reply.status === "completed") break;
	}
	const { draft, sentences } = await expectOk(agent.call("POST", `${routines}/draft`, { body: { taskId } }));
	expect((sentences as { text: string }[]).map(({ text }) => text).join("\n")).toMatch(/Fill “Number”[\s\S]*Click “Save”/);
	const { program } = draft as { program: RoutineProgram };
	expect(program.inputs.map(({ example }) => example)).toEqual(["2026-17", "12.50"]);
	const routine = await store(agent, program, { origin: { kind: "task", taskId } });
	const values = Object.fromEntries(program.inputs.map(({ name }, index) => [name, index === 0 ? "2026-18" : "3.00"]));
	const run = await begin(agent, routine.id, [values]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	const replies = await play(agent, run.id, taken, renamed({}));
	expect(replies.map(({ action }) => action)).toEqual(
		expect.arrayContaining(['setValue(1, "2026-18")', 'setValue(2, "3.00")', "click(3)"]),
	);
});
