import type { Action } from "@webhand/contracts/action/grammar";
import { createRulesDecider } from "@webhand/rules/decider";
import { describe, expect } from "vitest";
import { pageText, scriptedDecider, test } from "./agent.ts";

const fields = ["First name", "Last name", "Street", "Town"];
const values = ["Ada", "Lovelace", "St James's Square", "London"];

/** A form of four fields, the first ones filled in. */
function form(shown: readonly string[]) {
	const lines = fields.map(
		(name, index) => ` <input ${index + 1} "${name}"${shown[index] === undefined ? "" : ` value="${shown[index]}"`}>`,
	);
	return pageText(['<form "Address" post>', ...lines, ' <password 8 "Password">', " <button 9 submit>Save"].join("\n"));
}

const fill = (index: number): { readonly action: Action } => ({
	action: { name: "setValue", id: index + 1, text: values[index] ?? "", submit: false },
});
const reported = (count: number, more: object = {}) => ({
	lastActionStatus: "success" as const,
	lastActionResult: { success: true, actualState: { batch: values.slice(0, count).map((value) => ({ value })) } },
	...more,
});
const all = () => scriptedDecider((_turn, call) => (call === 0 ? { ...fill(0), more: [fill(1), fill(2), fill(3)] } : "hover(1)"));

describe("fills that a client takes together", () => {
	test("go out in one step, with guards and expectations of their own, and are proven one by one", async ({ open, mongo }) => {
		const agent = await open({ decider: all() });
		const first = await agent.step({ dom: form([]), batch: 5 });
		expect(first.action).toBe('setValue(1, "Ada")');
		expect(first.more).toMatchObject([
			{ action: 'setValue(2, "Lovelace")', guard: { id: 2, docEpoch: "e1" }, expect: { kind: "value_is", id: 2, value: "Lovelace" } },
			{ action: 'setValue(3, "St James\'s Square")' },
			{ action: 'setValue(4, "London")' },
		]);
		const second = await agent.step({ taskId: first.taskId, dom: form(values), batch: 5, ...reported(4) });
		expect([second.stepIndex, second.verification?.verdict, second.verification?.confidence]).toEqual([1, "success", 1]);
		const row = await mongo.db.collection("task_actions").findOne({ taskId: first.taskId, stepIndex: 0 });
		expect(row?.["batch"].map((part: { verification: { verdict: string } }) => part.verification.verdict)).toEqual(
			Array(4).fill("success"),
		);
		expect(agent.decider.turns[1]?.history.map((past) => [past.stepIndex, past.action, past.verification?.verdict])).toEqual(
			[0, 1, 2, 3].map((index) => [0, `setValue(${index + 1}, ${JSON.stringify(values[index])})`, "success"]),
		);
	});

	test("end with the first surprise: what was not done is not held against anybody", async ({ open }) => {
		const agent = await open({ decider: all() });
		const { taskId } = await agent.step({ dom: form([]), batch: 5 });
		const second = await agent.step({ taskId, dom: form(["Ada", "Lovelace"]), ...reported(2) });
		expect(second.verification?.verdict).toBe("success");
		expect(agent.decider.turns[1]?.history.map((past) => past.action)).toEqual(['setValue(1, "Ada")', 'setValue(2, "Lovelace")']);
	});

	test("of which one failed are a failure that names it, and the page is believed before the client", async ({ open }) => {
		const agent = await open({ decider: all() });
		const { taskId } = await agent.step({ dom: form([]), batch: 5 });
		const second = await agent.step({ taskId, dom: form(["Ada", "Lovelac", "St James's Square"]), ...reported(3) });
		expect(second).toMatchObject({
			status: "correcting",
			verification: { verdict: "failure", observations: expect.arrayContaining(['in setValue(2, "Lovelace"):']) },
		});
		expect(agent.decider.turns[1]?.history.map((past) => past.verification?.verdict)).toEqual(["success", "failure", "success"]);
	});

	test("whose last one the client could not do carry its error", async ({ open }) => {
		const agent = await open({ decider: all() });
		const { taskId } = await agent.step({ dom: form([]), batch: 5 });
		const error = { message: "The control is gone", code: "STALE_ELEMENT", action: 'setValue(2, "Lovelace")' };
		const second = await agent.step({
			taskId,
			dom: form(["Ada"]),
			...reported(2, {
				lastActionStatus: "failure",
				lastActionError: error,
				lastActionResult: { success: false, actualState: { batch: [{ value: "Ada" }, {}] } },
			}),
		});
		expect(second).toMatchObject({ status: "correcting", verification: { verdict: "failure", confidence: 0.95 } });
		expect(agent.decider.turns[1]?.history.map((past) => past.verification?.verdict)).toEqual(["success", "failure"]);
	});

	test("whose last one may still come are proven after the wait, each that the client reported", async ({ open }) => {
		const agent = await open({ decider: all() });
		const { taskId } = await agent.step({ dom: form([]), batch: 5 });
		const waiting = await agent.step({ taskId, dom: form(["Ada"]), ...reported(3, { lastActionStatus: "pending" }) });
		expect([waiting.action, waiting.status]).toEqual(["wait(1)", "verifying"]);
		const shown = form(["Ada", "Lovelac", "St James's Square"]);
		expect(await agent.step({ taskId, dom: shown, lastActionStatus: "success" })).toMatchObject({
			status: "correcting",
			verification: { stepIndex: 0, verdict: "failure", observations: expect.arrayContaining(['in setValue(2, "Lovelace"):']) },
		});
		expect(agent.decider.turns[1]?.history.map((past) => past.verification?.verdict)).toEqual(["success", "failure", "success", undefined]);
	});

	test("never hold a secret, a button or a field that needs asking", async ({ open }) => {
		const secret: Action = { name: "setValue", id: 8, text: "Ada-secret-1", submit: false };
		const agent = await open({ decider: scriptedDecider(() => ({ ...fill(0), more: [{ action: secret }, fill(1)] })) });
		expect((await agent.step({ dom: form([]), query: "Use the password Ada-secret-1", batch: 5 })).more).toBeUndefined();
	});

	test("are not sent to a client that takes one action at a time", async ({ open }) => {
		const agent = await open({ decider: all() });
		expect((await agent.step({ dom: form([]) })).more).toBeUndefined();
		expect((await agent.step({ dom: form([]), batch: 1 })).more).toBeUndefined();
	});

	test("bring a whole form in two steps by rules", async ({ open }) => {
		const agent = await open({ real: createRulesDecider() });
		const query = fields.map((name, index) => `enter "${values[index]}" in the ${name} field`).join(", then ");
		const first = await agent.step({ dom: form([]), query, batch: 5 });
		expect(first.more).toHaveLength(3);
		const second = await agent.step({ taskId: first.taskId, query, dom: form(values), batch: 5, ...reported(4) });
		expect([second.action, second.status, second.stepIndex]).toEqual(["finish()", "completed", 1]);
		expect(second.plan.steps.every((step) => step.status === "completed")).toBe(true);
	});
});
