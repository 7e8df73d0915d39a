import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type { RoutineStep } from "@webhand/contracts/routine/step";
import { expect } from "vitest";
import { test } from "../agent.ts";
import { begin, change, formPage, formSite, invoice, play, recordPage, rowsOf, store, take, unchecked } from "./routines.ts";

const row = { number: "1", amount: "12.50" };

const [fillNumber, fillAmount, save, check] = invoice.steps as [RoutineStep, RoutineStep, RoutineStep, RoutineStep];
const open: RoutineStep = { id: "s5", do: "open", class: "navigate", address: ["https://shop.example/invoices/", { input: "number" }] };
/** The program with the way to what it saved. */
const findable: RoutineProgram = { ...invoice, steps: [fillNumber, fillAmount, save, open, check] };

test.for([
	["done where its checks hold", "12.50", "done"],
	["not saved where one fails", "7", "not_saved"],
	["unknown where its record is not to be found", "", "unknown"],
] as const)("a row that was broken off behind its commit is only read back: it is %s", async ([_name, amount, state], { agent }) => {
	const routine = await store(agent, findable);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	// The click on Save goes out, and nobody hears of it again.
	await play(agent, run.id, taken, formSite(), { most: 3 });
	agent.clock.ms += 2 * 3_600_000;
	const again = await take(agent, run.id);
	expect([again?.key, again?.taskId]).toEqual([taken.key, undefined]);
	if (again === null) throw new Error("no row");
	const found = amount === "" ? formPage() : recordPage({ number: "1", amount });
	const replies = await play(agent, run.id, again, () => found, { from: formPage() });
	expect(replies[0]?.action).toBe('navigate("https://shop.example/invoices/1")');
	expect(replies.map(({ action }) => action)).not.toContain("click(3)");
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state }]);
});

test("a row without checks that was broken off behind its commit is unknown, and only a person has it done again", async ({ agent }) => {
	const routine = await store(agent, unchecked);
	const run = await begin(agent, routine.id, [row]);
	const taken = await take(agent, run.id);
	if (taken === null) throw new Error("no row");
	await play(agent, run.id, taken, formSite(), { most: 3 });
	agent.clock.ms += 2 * 3_600_000;
	expect(await take(agent, run.id)).toBeNull();
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "unknown" }]);
	await change(agent, run.id, { change: "retry" });
	expect(await take(agent, run.id)).toBeNull();
	await change(agent, run.id, { change: "retry", withUnknown: true });
	const again = await take(agent, run.id);
	if (again === null) throw new Error("no row");
	const site = formSite();
	await play(agent, run.id, again, site, { from: formPage() });
	expect(site.saved).toEqual(["1"]);
	expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "done_unchecked" }]);
});

test.for(["while it waits", "once it is taken", "once its task has begun"] as const)(
	"a row that was to be read back and is stopped %s is unknown: a retry leaves it alone",
	async (when, { agent }) => {
		const routine = await store(agent, findable);
		const run = await begin(agent, routine.id, [row]);
		const taken = await take(agent, run.id);
		if (taken === null) throw new Error("no row");
		await play(agent, run.id, taken, formSite(), { most: 3 });
		agent.clock.ms += 2 * 3_600_000;
		expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "waiting" }]);
		const again = when === "while it waits" ? null : await take(agent, run.id);
		if (again !== null && when === "once its task has begun") await play(agent, run.id, again, formSite(), { most: 1 });
		await change(agent, run.id, { change: "stop" });
		expect(await rowsOf(agent, run.id)).toMatchObject([{ state: "unknown" }]);
		await change(agent, run.id, { change: "retry" });
		expect(await take(agent, run.id)).toBeNull();
	},
);
