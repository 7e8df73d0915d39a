import { createRulesDecider } from "@webhand/rules/decider";
import type { Db } from "mongodb";
import { describe, expect } from "vitest";
import { newKey, pageText, scriptedDecider, shop, test } from "./agent.ts";
import { begin, state, step } from "./run.ts";
import { useModel } from "./scripted-model.ts";

const model = useModel();

/** All that is stored. */
async function dump(db: Db): Promise<string> {
	const collections = await db.collections();
	return JSON.stringify(await Promise.all(collections.map((collection) => collection.find().toArray())));
}

const secret = "hunter2-canary";
const query = `Enter "Ada" in the full name field, enter "${secret}" in the password field and press Show more`;

function page(facts: { readonly name?: string; readonly isFilled?: boolean; readonly isOpen?: boolean } = {}) {
	const name = facts.name === undefined ? "" : ` value="${facts.name}"`;
	return pageText(
		[
			`<input 4 "Full name"${name}>`,
			`<password 5 "Password"${facts.isFilled === true ? " filled" : ""}>`,
			"<button 7>Show more",
			...(facts.isOpen === true ? ["<button 8>New"] : []),
		].join("\n"),
	);
}

test("a password in the user's own words is typed where it was meant to be, and stands in no collection, title, event or log", async ({
	open,
	mongo,
}) => {
	const agent = await open({ real: createRulesDecider() });
	const everything = async () => {
		const names = ["tasks", "task_actions", "sessions", "messages", "events"];
		return JSON.stringify(await Promise.all(names.map((name) => mongo.db.collection(name).find().toArray())));
	};
	const first = await agent.step({ query, dom: page() });
	expect(first.plan.steps.map((step) => step.description).join()).toContain("•••");
	const done = { lastActionStatus: "success" } as const;
	const second = await agent.step({ taskId: first.taskId, query, dom: page({ name: "Ada" }), ...done });
	expect(second.action).toBe(`setValue(5, "${secret}")`);
	expect(await everything()).not.toContain(secret);
	const sealed = async () => (await mongo.db.collection("tasks").findOne({ _id: first.taskId as never }))?.["sealedQuery"];
	expect(await sealed()).toBeTypeOf("string");
	const third = await agent.step({ taskId: first.taskId, query, dom: page({ name: "Ada", isFilled: true }), ...done });
	const fourth = await agent.step({ taskId: first.taskId, query, dom: page({ name: "Ada", isFilled: true, isOpen: true }), ...done });
	expect([third.action, fourth.action]).toEqual(["click(7)", "finish()"]);

	expect(await sealed()).toBeUndefined();
	expect(await everything()).not.toContain(secret);
	expect(agent.logs.join("\n")).not.toContain(secret);
	const state = await agent.call("GET", `/agent/run/${first.taskId}`);
	expect(state.body).toMatchObject({ task: query.replace(secret, "•••") });
	expect(state.bytes).not.toContain(secret);
	expect(await mongo.db.collection("sessions").findOne({ _id: first.sessionId as never })).toMatchObject({
		title: expect.stringContaining("•••"),
	});
});

test("a refusal does not repeat the secret that it did not know where to put", async ({ open, mongo }) => {
	const agent = await open({ real: createRulesDecider() });
	const lost = `Enter "${secret}-two" in the password field of the moon`;
	const reply = await agent.step({ query: lost, dom: pageText("# Nothing to fill in here") });
	expect(reply.action).toBe("fail()");
	expect(JSON.stringify([reply, await mongo.db.collection("messages").find({ taskId: reply.taskId }).toArray()])).not.toContain(secret);
});

test("a password that goes into a search stands in no question, and the yes to it counts all the same", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => `setValue(2, "${secret}", true)`) });
	const dom = pageText('<form "Search" get>\n <search 2 "Search products">');
	const asked = await agent.step({ query: `Use the password "${secret}" and look it up`, mode: "careful", dom });
	expect(asked.question?.approval?.fields).toEqual(["Search products: •••"]);
	expect(JSON.stringify(await mongo.db.collection("events").find({ sessionId: asked.sessionId }).toArray())).not.toContain(secret);
	await agent.call("POST", `/agent/run/${asked.taskId}/answer`, { body: { approved: true, questionId: asked.question?.id } });
	expect((await agent.step({ taskId: asked.taskId, dom })).action).toBe(`setValue(2, "${secret}", true)`);
});

test("a page that repeats the password in its answer is quoted without it", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? "click(3)" : "wait(1)")) });
	const answering = (words: string) => pageText(`<form "Search" get>\n <search 2 "Search" value="tea">\n <button 3 submit>Search${words}`);
	const first = await agent.step({ query: `Use the password "${secret}" and look it up`, mode: "autonomous", dom: answering("") });
	expect(first.action).toBe("click(3)");
	const next = await agent.step({ taskId: first.taskId, dom: answering(`\n ${secret} is not what we sell`) });
	expect(next.verification?.observations).toContain('form_same "••• is not what we sell"');
	const row = await mongo.db.collection("task_actions").findOne({ taskId: first.taskId, stepIndex: 0 });
	expect(JSON.stringify([next, row])).not.toContain(secret);
});

describe("a password that is a plain word, and a code,", () => {
	const own = { query: "Log in with user ada and password CANsunshine in the comment field, the code 993311", mode: "autonomous" as const };
	const names = ["tasks", "task_actions", "sessions", "messages", "events", "run_snapshots", "run_answers"];
	const stored = async (mongo: { readonly db: Db }) =>
		JSON.stringify(await Promise.all(names.map((name) => mongo.db.collection(name).find().toArray())));
	const dom = (value = "", more = "") =>
		pageText(`<input 4 "Comment"${value === "" ? "" : ` value="${value}"`}>\n<button 7>Show more${more}`);

	test("stand in no stored row once they were typed into an ordinary field, which is proven all the same", async ({ open, mongo }) => {
		const script = ['setValue(4, "CANsunshine")', "click(7)", "wait(1)"];
		const agent = await open({ decider: scriptedDecider((_turn, call) => script[call] ?? "wait(1)") });
		const key = newKey();
		const sent = await agent.post({ ...own, dom: dom() }, { key });
		const { taskId, action } = sent.body["data"] as { taskId: string; action: string };
		expect(action).toBe('setValue(4, "CANsunshine")');
		expect(await stored(mongo)).not.toMatch(/CANsunshine|993311/);
		expect((await agent.post({ ...own, dom: dom() }, { key })).bytes).toBe(sent.bytes);
		const state = await agent.call("GET", `/agent/run/${taskId}`);
		const actions = await agent.call("GET", `/api/agent/tasks/${taskId}/actions`);
		expect(state.bytes + actions.bytes).not.toMatch(/CANsunshine|993311/);

		const next = await agent.step({ taskId, lastActionStatus: "success", dom: dom("CANsunshine", "\nCANsunshine") });
		expect(next.verification).toMatchObject({ verdict: "success", confidence: 1 });
		expect(agent.decider.turns[1]?.history).toMatchObject([{ action: 'setValue(4, "•••")', verification: { verdict: "success" } }]);
		expect(await stored(mongo)).not.toMatch(/CANsunshine|993311/);
		// The page before the click held the secret, and nothing has changed: the comparison knows.
		const last = await agent.step({ taskId, dom: dom("CANsunshine", "\nCANsunshine") });
		expect(last.verification?.observations).toContain("page_same");
		expect(await stored(mongo)).not.toMatch(/CANsunshine|993311/);
		expect(await mongo.db.collection("task_actions").findOne({ taskId, stepIndex: 0 })).not.toHaveProperty("sealed");
		expect(agent.logs.join("\n")).not.toMatch(/CANsunshine|993311/);
	});

	test("that turn out otherwise are no success", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? 'setValue(4, "CANsunshine")' : "wait(1)")) });
		const { taskId } = await agent.step({ ...own, dom: dom() });
		const next = await agent.step({ taskId, dom: dom("•••"), lastActionStatus: "success" });
		expect(next.verification).toMatchObject({ verdict: "failure" });
	});

	test("are proven after a wait for them too", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? 'setValue(4, "CANsunshine")' : "click(7)")) });
		const { taskId } = await agent.step({ ...own, dom: dom() });
		const waiting = await agent.step({ taskId, dom: dom(), lastActionStatus: "pending" });
		expect([waiting.action, waiting.status]).toEqual(["wait(1)", "verifying"]);
		expect(await stored(mongo)).not.toMatch(/CANsunshine|993311/);
		const next = await agent.step({ taskId, dom: dom("CANsunshine"), lastActionStatus: "success" });
		expect(next.verification).toMatchObject({ stepIndex: 0, verdict: "success", confidence: 1 });
	});

	test("stand in no stored row as part of an address, or of a batch", async ({ open, mongo }) => {
		const fill = (id: number, text: string) => ({ name: "setValue", id, text, submit: false }) as const;
		const agent = await open({
			decider: scriptedDecider((_turn, call) =>
				call === 0 ? { action: fill(4, "ada"), more: [{ action: fill(5, "CANsunshine") }] } : 'find("CANsunshine")',
			),
		});
		const form = (name = "", word = "") =>
			pageText(`<form "F" get>\n <input 4 "Name" value="${name}">\n <input 5 "Comment" value="${word}">`);
		const sent = await agent.step({ ...own, dom: form(), batch: 5 });
		expect(sent.more).toMatchObject([{ action: 'setValue(5, "CANsunshine")' }]);
		expect(await stored(mongo)).not.toContain("CANsunshine");
		const batch = [{ value: "ada" }, { value: "CANsunshine" }];
		const next = await agent.step({
			taskId: sent.taskId,
			dom: form("ada", "CANsunshine"),
			lastActionStatus: "success",
			lastActionResult: { success: true, actualState: { batch } },
		});
		expect([next.action, next.verification?.verdict]).toEqual(['find("CANsunshine")', "success"]);
		expect(await stored(mongo)).not.toContain("CANsunshine");
	});

	test("are forgotten with the task when it ends without a step, sealed ones too", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => 'setValue(4, "CANsunshine")') });
		const { taskId } = await agent.step({ ...own, dom: dom() });
		const newest = () => mongo.db.collection("task_actions").findOne({ taskId, stepIndex: 0 });
		expect(await newest()).toMatchObject({ sealed: expect.any(String), isSealed: true, reply: expect.any(String) });
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		const row = await newest();
		expect([row?.["sealed"], row?.["reply"]]).toEqual([undefined, undefined]);
	});

	test("that wait for a yes stand in no question", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider(() => 'setValue(2, "CANsunshine", true)') });
		const search = pageText('<form "Search" post>\n <search 2 "Search products">');
		const asked = await agent.step({ ...own, mode: "careful", dom: search });
		expect(await stored(mongo)).not.toContain("CANsunshine");
		await agent.call("POST", `/agent/run/${asked.taskId}/answer`, { body: { approved: true, questionId: asked.question?.id } });
		const sent = await agent.step({ taskId: asked.taskId, dom: search });
		expect(sent).toMatchObject({ action: 'setValue(2, "CANsunshine", true)', expect: { kind: "value_is", value: "CANsunshine" } });
		expect(await stored(mongo)).not.toContain("CANsunshine");
	});

	test.for([
		["answer", "It is CANmoonlight"],
		["note", "My password is CANmoonlight"],
	] as const)("said in an %s reach the decider, and stand in no stored row", async ([kind, answer], { open, mongo }) => {
		const agent = await open({
			decider: scriptedDecider((_turn, call) =>
				call > 0 ? 'setValue(4, "CANmoonlight")' : kind === "answer" ? 'ask("What is the password?")' : "click(7)",
			),
		});
		const page = (value = "") => dom(value).replace("Comment", "Secret word");
		const { taskId } = await agent.step({ query: "Log in", mode: "autonomous", dom: page() });
		const key = newKey();
		const said = await agent.call("POST", `/agent/run/${taskId}/answer`, { body: { answer }, key });
		expect(said.status).toBe(200);
		expect((await agent.call("POST", `/agent/run/${taskId}/answer`, { body: { answer }, key })).bytes).toBe(said.bytes);
		expect(await stored(mongo)).not.toContain("CANmoonlight");
		const sent = await agent.step({ taskId, dom: page() });
		expect(sent.action).toBe('setValue(4, "CANmoonlight")');
		expect(agent.decider.turns[1]?.notes.join()).toContain(answer);
		expect(await stored(mongo)).not.toContain("CANmoonlight");
		const next = await agent.step({ taskId, dom: page("CANmoonlight"), lastActionStatus: "success" });
		expect(next.verification?.verdict).toBe("success");
		expect(agent.decider.turns[2]?.notes.join()).toContain(answer);
		expect(await stored(mongo)).not.toContain("CANmoonlight");
		const elsewhere = await agent.step({ taskId, dom: dom(), lastActionStatus: "success" });
		expect(elsewhere.question?.approval?.reasons).toEqual(["own_secret"]);
		await agent.call("POST", `/agent/run/${taskId}/cancel`);
		expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).not.toHaveProperty("sealedNotes");
	});
});

describe("a password of a sign-in", () => {
	const dom = shop.dom.replace('"Password"', '"Password" ');
	const password = "hunter2-and-more";
	const own = { query: `Sign in at shop.example as Ada with password ${password}`, dom };

	test("that the task holds is filled, and nowhere stored or announced", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => (call === 0 ? `setValue(5, "${password}")` : "click(7)")) });
		const key = newKey();
		const sent = await agent.post({ ...own, mode: "autonomous" }, { key });
		expect(sent.body["data"]).toMatchObject({
			action: `setValue(5, "${password}")`,
			thought: 'I do setValue(5, "•••")',
			guard: { sensitive: "user_value", approved: false },
			expect: { kind: "state_is", state: "filled", on: true },
		});
		const { taskId } = sent.body["data"] as { taskId: string };
		const [row, events] = await Promise.all([
			mongo.db.collection("task_actions").findOne({ taskId }),
			mongo.db.collection("events").find({ "data.taskId": taskId }).toArray(),
		]);
		expect(JSON.stringify([row, events])).not.toContain(password);
		expect(row).toMatchObject({ action: 'setValue(5, "•••")', isSealed: true });
		expect((await agent.post({ ...own, mode: "autonomous" }, { key })).bytes).toBe(sent.bytes);
		expect(agent.logs.join("\n")).not.toContain(password);
		await agent.step({ taskId: taskId as never, dom: dom.replace('<password 5 "Password" >', '<password 5 "Password" filled>') });
		expect(await mongo.db.collection("task_actions").findOne({ taskId, stepIndex: 0 })).not.toHaveProperty("reply");
		expect(agent.decider.turns[1]?.history[0]).toMatchObject({ action: 'setValue(5, "•••")', verification: { verdict: "success" } });
	});

	test("that the task does not hold is the user's to type, and is not remembered", async ({ open, mongo }) => {
		const action = { name: "setValue", id: 5, text: "guessed", submit: false } as const;
		const agent = await open({ decider: scriptedDecider(() => ({ action, memory: "It is guessed" })) });
		const data = await agent.step({ mode: "autonomous" });
		expect(data).toMatchObject({ status: "needs_user_input", question: { kind: "handoff" } });
		const task = await mongo.db.collection("tasks").findOne({ _id: data.taskId as never });
		expect(task).toMatchObject({ memory: "It is •••" });
		expect(JSON.stringify([data, task])).not.toContain("guessed");
	});
});

test("what a snapshot's secret fields hold, and the user's own secrets in it, are kept as •••", async ({ open, mongo }) => {
	const agent = await open({ decider: scriptedDecider(() => "click(3)") });
	const element = (id: number, more: object) => ({ id: `agent-${id}`, tag: "input", ...more });
	const snapshot = {
		url: "https://shop.example/",
		visibleText: "You are CANown. Paid with 4111 1111 1111 1111",
		elements: [
			element(1, { type: "password", value: "CANtyped1" }),
			element(2, { autocomplete: "cc-number", value: "CANtyped2" }),
			element(3, { name: "otp", value: "CANtyped3" }),
			element(4, { name: "iban", value: "CANtyped4" }),
			element(5, { ariaLabel: "Comment", value: "CANown" }),
			element(6, { ariaLabel: "Name", value: "Ada" }),
		],
	};
	const stored = async () => JSON.stringify(await mongo.db.collection("run_snapshots").find().toArray());
	const started = await agent.call("POST", "/agent/run/start", { body: { task: "Log in with the password CANown", snapshot } });
	const { runId } = started.body as { runId: string };
	expect(started.bytes + (await stored())).not.toMatch(/CAN|4111 1111/);
	await agent.call("POST", `/agent/run/${runId}/step`, { body: { snapshot } });
	const state = await agent.call("GET", `/agent/run/${runId}`);
	expect(state.bytes + (await stored())).not.toMatch(/CAN|4111 1111/);
	expect(state.body).toMatchObject({ currentSnapshot: { elements: Array(5).fill({ value: "•••" }).concat({ value: "Ada" }) } });
	expect(agent.decider.turns[0]?.page.elements.get(1)?.states.has("filled")).toBe(true);
});

test("a picture of the page is asked for where the page is drawn, shown to the model once, and kept nowhere", async ({ open, mongo }) => {
	const pixels = "CANARY9PIXELS";
	const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 17, 0]).toString("base64");
	const picture = { jpeg: `${frame}${pixels}AAA`, scale: 1 };
	const dom = pageText('@view\n<canvas 7 "canvas" at="10,20" size="300x200">\n<button 10>Go');
	model.play(() => ({ kind: "text", text: "<Thought>t</Thought><Action>click(7, 5, 5)</Action>" }));
	const agent = await open({ isConfigured: true, settings: { ...model.wish().settings, MODEL_VISION: "true" } });
	const first = await agent.step({ dom, takesPictures: true });
	expect(first).toMatchObject({ action: "look()", wantsPicture: true, plan: { steps: [{}] } });
	expect(model.requests).toHaveLength(0);
	const { taskId } = first;
	const sent = { taskId, dom, takesPictures: true, lastActionStatus: "success" } as const;
	const key = newKey();
	const second = await agent.step({ ...sent, picture }, { key });
	expect(second).toMatchObject({ action: "click(7, 5, 5)", wantsPicture: true, verification: { verdict: "success" } });
	expect(JSON.stringify(model.requests[0]?.body)).toContain(pixels);
	expect(await agent.step({ ...sent, picture }, { key })).toEqual(second);
	model.play(() => ({ kind: "text", text: '<Thought>t</Thought><Action>ask("Which part?")</Action>' }));
	expect(await agent.step({ ...sent, picture: { problem: "hidden" } })).toMatchObject({ status: "needs_user_input", wantsPicture: true });
	expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain(pixels);
	expect(await dump(mongo.db)).not.toContain(pixels);
	expect(agent.logs.join("\n")).not.toContain(pixels);
	const refused = await agent.post({ ...sent, picture: { jpeg: "R0lGODlhAQAB", scale: 1 } });
	expect([refused.status, refused.bytes]).toEqual([400, expect.stringContaining("picture")]);
});

test("a token in an address reaches no decider and no collection, by whichever channel and in whichever form it came", async ({
	open,
	mongo,
}) => {
	const token = "s3cr3t-value";
	const reset = `https://shop.example/reset?token=${token}&page=2#access_token=${token}`;
	const clean = "https://shop.example/reset?token=…&page=2#access_token=…";
	const agent = await open({ decider: scriptedDecider(() => "click(7)") });
	for (const dom of [pageText(`<a 7 /reset?token=${token}>Reset`, { url: reset }), "<button id=7 type=button>Show more</button>"]) {
		const { taskId } = await agent.step({ url: reset, dom });
		await agent.step({ url: reset, dom: `${dom}\n<p>more</p>`, taskId });
	}
	const snapshot = { url: reset, elements: [{ id: "agent-7", tag: "a", text: "Reset", href: reset }] };
	const runId = await begin(agent, { url: reset, snapshot });
	await step(agent, runId, { snapshot });
	await step(agent, runId, { snapshot: null, dom: pageText("<button 7>Show more", { url: reset }) });
	expect((await state(agent, runId))["currentSnapshot"]).toMatchObject({ url: clean, elements: [{ href: clean }] });
	expect(agent.decider.turns.map(({ page }) => page.url)).toEqual(Array(6).fill(clean));
	for (const { name } of await mongo.db.listCollections().toArray())
		expect(JSON.stringify(await mongo.db.collection(name).find().toArray()), name).not.toContain(token);
	expect(JSON.stringify(agent.decider.turns) + agent.logs.join()).not.toContain(token);
});
