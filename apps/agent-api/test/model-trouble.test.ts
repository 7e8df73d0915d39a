import { TaskId } from "@webhand/contracts/ids";
import { long } from "@webhand/testing/long";
import type { ModelReply } from "@webhand/testing/model-server/reply";
import { promptOf } from "@webhand/testing/model-server/reply";
import { describe, expect } from "vitest";
import type { Agent, AgentWish } from "./agent.ts";
import { buttons, newKey, pageText, test } from "./agent.ts";
import { says as answerWith, useModel } from "./scripted-model.ts";

const server = useModel();

const withModel = (open: (wish: AgentWish) => Promise<Agent>, more: Readonly<Record<string, string>> = {}) =>
	open(server.wish({ MODEL_TIMEOUT_MS: "1000", ...more }));

const says = (action: string, promptTokens = 100) => answerWith(`<Thought>t</Thought><Action>${action}</Action>`, promptTokens);

describe("a model that is in trouble", () => {
	test.for([
		["hangs", { kind: "hang" }, "model_timeout", 2],
		["is overrun", { kind: "error", status: 429, retryAfterSeconds: 0 }, "model_rate_limited", 3],
		["wants more time than a step has", { kind: "error", status: 429, retryAfterSeconds: 40 }, "model_rate_limited", 1],
		["breaks off", { kind: "cut", text: "x".repeat(4_000), afterCharacters: 500 }, "model_unavailable", 3],
		["refuses the key", { kind: "error", status: 401 }, "model_key_refused", 1],
	] as const)(
		"and %s stores nothing and leaves the task alive",
		{ timeout: 40_000 },
		async ([name, trouble, reason, calls], { open, mongo }) => {
			// A wait beyond the step is not begun, though a call might take as long.
			const agent = await withModel(open, name.startsWith("wants") ? { MODEL_TIMEOUT_MS: "45000", STEP_DEADLINE_MS: "30000" } : {});
			server.play([says("click(10)")]);
			const { taskId } = await agent.step({ dom: buttons(0) });
			server.play(() => trouble);
			const failed = await agent.post({ taskId, dom: buttons(1) });
			expect([failed.status, failed.body]).toMatchObject([
				500,
				{ error: { code: "INTERNAL_ERROR", details: { reason, retryable: !["model_key_refused", "model_timeout"].includes(reason) } } },
			]);
			expect(server.requests).toHaveLength(calls);
			await expect
				.poll(() => server.requests.every(({ aborted }) => aborted === (trouble.kind === "hang" || trouble.kind === "cut")))
				.toBe(true);
			expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(1);
			server.play([says("click(11)")]);
			expect(await agent.step({ taskId, dom: buttons(1) })).toMatchObject({ action: "click(11)", stepIndex: 1 });
			const metrics = (await agent.app.inject("/metrics")).body;
			expect(metrics).toMatch(new RegExp(`webhand_model_calls_total\\{provider="openai-compatible",outcome="${reason}"\\} ${calls}`));
			// What a model thought until it was given up is paid for; an answer that was refused is not.
			const tokens = Number(/webhand_model_tokens_total\{kind="prompt"\} (\d+)/.exec(metrics)?.[1]);
			expect(trouble.kind === "hang" ? tokens > 1_000 : tokens === 200, String(tokens)).toBe(true);
		},
	);

	test("has a whole step's time and no more", async ({ open }) => {
		const agent = await withModel(open, { STEP_DEADLINE_MS: "600", MODEL_TIMEOUT_MS: "45000" });
		server.play(() => ({ kind: "hang" }));
		const failed = await agent.post({ dom: buttons(0) });
		expect(failed.body).toMatchObject({ error: { details: { reason: "model_timeout", retryable: false } } });
		await expect.poll(() => server.requests.map(({ aborted }) => aborted)).toEqual([true]);
	});
});

test.for([
	[400, "Log in with password CANECHOQ77", "model_rejected"],
	[401, "sk-CANARY-modelkey-777", "model_key_refused"],
	[500, "CANECHOP88", "model_unavailable"],
] as const)(
	"what a provider says with a %i stays out of the log, though it repeats the prompt or the key",
	async ([status, said, reason], { open }) => {
		const agent = await withModel(open, { MODEL_API_KEY: "sk-CANARY-modelkey-777", MODEL_TIMEOUT_MS: "10000" });
		server.play((request) => ({ kind: "error", status, message: `invalid: sk-CANARY-modelkey-777 ${promptOf(request)}` }));
		const failed = await agent.post({ query: "Log in with password CANECHOQ77", dom: pageText("CANECHOP88") });
		expect(server.prompt()).toContain(said.replace(/^sk-.*/, "TASK"));
		expect(failed.status).toBe(500);
		const lines = agent.logs.filter((line) => line.includes('"msg":"request failed"'));
		expect(lines.map((line) => JSON.parse(line).err)).toMatchObject([
			{
				type: "AppError",
				reason,
				cause: { status, stack: expect.any(String) },
			},
		]);
		expect(agent.logs.join("\n") + failed.bytes).not.toMatch(/CANECHO|CANARY/);
	},
);

describe("an answer of which no text can be read", () => {
	const message = (facts: object): ModelReply => ({
		kind: "raw",
		body: JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", ...facts } }] }),
	});
	const call = (name: unknown, given: unknown) => ({
		content: null,
		tool_calls: [{ id: "a", type: "function", function: { name, arguments: given } }],
	});

	test("is asked for twice more, and then ends the task", { timeout: 40_000, ...long }, async ({ open }) => {
		const agent = await withModel(open, { MODEL_TIMEOUT_MS: "10000" });
		for (const facts of [
			{ content: 42 },
			{ content: {} },
			{ content: true },
			{ content: [null, 5, { type: "text", text: 5 }] },
			{ content: null, tool_calls: [{ id: "a" }] },
			call(5, "{}"),
			call("click", 5),
			call("click", "[10]"),
		]) {
			server.play([message(facts), says("click(10)")]);
			expect(await agent.step({ dom: buttons(0) }), JSON.stringify(facts)).toMatchObject({ action: "click(10)", status: "executing" });
		}
		server.play(() => message({ content: 42 }));
		expect(await agent.step({ dom: buttons(0) })).toMatchObject({ status: "failed", failure: { category: "model_output_invalid" } });
		expect(server.requests).toHaveLength(3);
		server.play([message({ content: 42 }), says("click(999)"), says("click(10)")]);
		expect(await agent.step({ dom: buttons(0) })).toMatchObject({ action: "click(10)", status: "executing" });
	});

	test("is no proof that the task is done", async ({ open }) => {
		const agent = await withModel(open);
		server.play([says('finish("ok")'), message({ content: 7 }), says("click(10)")]);
		expect(await agent.step({ dom: buttons(0) })).toMatchObject({ action: "click(10)" });
	});

	test("nor a message is a provider that failed", async ({ open }) => {
		const agent = await withModel(open, { MODEL_TIMEOUT_MS: "10000" });
		server.play(() => ({ kind: "raw", body: "{nope" }));
		const failed = await agent.post({ dom: buttons(0) });
		expect(failed.body).toMatchObject({ error: { code: "INTERNAL_ERROR", details: { reason: "model_unavailable", retryable: true } } });
	});
});

test("a model is asked three times in a step at most, however bad its answers are", async ({ open }) => {
	const agent = await withModel(open);
	const refused = 'navigate("https://a:b@evil.example/")';
	server.play([says("explode(1)"), says(refused), says("explode(2)"), says("click(10)")]);
	expect(await agent.step({ dom: buttons(0) })).toMatchObject({ status: "failed", failure: { category: "refused" } });
	expect(server.requests).toHaveLength(3);
});

test("a model is asked no longer for a task that its user cancels", async ({ open }) => {
	const agent = await withModel(open, { MODEL_TIMEOUT_MS: "40000", LEASE_MS: "60000" });
	server.play([says("click(10)")]);
	const { taskId } = await agent.step({ dom: buttons(0) });
	server.play(() => ({ kind: "hang" }));
	const asked = agent.post({ taskId, dom: buttons(1) });
	await expect.poll(() => server.requests.length).toBe(1);
	expect((await agent.call("POST", `/agent/run/${taskId}/cancel`)).body).toMatchObject({ status: "cancelled" });
	expect(await asked).toMatchObject({ status: 409, body: { error: { code: "TASK_COMPLETED", details: { status: "cancelled" } } } });
	await expect.poll(() => server.requests[0]?.aborted).toBe(true);
});

describe("what a model costs", () => {
	test("counts also where it led to no step", async ({ open, mongo }) => {
		const agent = await withModel(open);
		server.play([says("click(10)")]);
		const { taskId } = await agent.step({ dom: buttons(0) });
		server.play([says("explode(1)", 1_000), { kind: "error", status: 401 }]);
		expect((await agent.post({ taskId, dom: buttons(1) })).status).toBe(500);
		const spent = { promptTokens: 1_100, completionTokens: 20, calls: 2 };
		expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({ spent });
		server.play([says("click(11)")]);
		expect((await agent.step({ taskId, dom: buttons(1) })).cost).toMatchObject({ taskTokens: 1_230 });
		expect((await agent.app.inject("/metrics")).body).toContain('webhand_model_repairs_total{kind="asked_again"} 1');
	});

	test("counts also where not even the first step came of it", long, async ({ open, mongo }) => {
		const agent = await withModel(open);
		const key = newKey();
		server.play([says("explode(1)", 1_000), { kind: "error", status: 401 }]);
		expect((await agent.post({ dom: buttons(0) }, { key })).status).toBe(500);
		const spent = { promptTokens: 1_000, completionTokens: 10, calls: 1 };
		expect(await mongo.db.collection("tasks").findOne({ userId: agent.user.userId })).toMatchObject({ spent });
		server.play([says("click(10)")]);
		expect((await agent.step({ dom: buttons(0) }, { key })).cost).toMatchObject({ taskTokens: 1_120 });
	});

	test("counts also where it is reported while the next step is decided", async ({ open, mongo }) => {
		const agent = await withModel(open);
		server.play([says("click(10)")]);
		const { taskId } = await agent.step({ dom: buttons(0) });
		server.play(async () => {
			const spent = { promptTokens: 1_000, completionTokens: 20, calls: 2, usd: 0.5 };
			await agent.deps.steps.tasks.addSpent(agent.user.tenantId, TaskId.parse(taskId), spent);
			return says("click(11)");
		});
		await agent.step({ taskId, dom: buttons(1) });
		const spent = { promptTokens: 1_200, completionTokens: 40, calls: 4, usd: 0.5 };
		expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({ spent });
	});

	test(
		"counts also for attempts that were cut short, to the step, the task and the tenant; a provider that refused is not paid",
		long,
		async ({ open, mongo, redis }) => {
			const agent = await withModel(open, { MODEL_TIMEOUT_MS: "300" });
			const admin = await agent.identity.signIn(redis.client, { roles: ["admin"] });
			server.play([{ kind: "hang" }, says("click(10)")]);
			const first = await agent.step({ dom: buttons(0) }, { as: admin });
			expect(first.usage).toMatchObject({ completionTokens: 10 });
			expect(first.usage?.promptTokens).toBeGreaterThan(500);
			const step = await mongo.db.collection("task_actions").findOne({ taskId: first.taskId });
			expect(step?.["spent"]).toMatchObject({ calls: 2, estimated: true });
			expect(first.cost.taskTokens).toBe((first.usage?.promptTokens ?? 0) + 10);

			server.play(() => ({ kind: "hang" }));
			expect((await agent.post({ taskId: first.taskId, dom: buttons(1) }, { as: admin })).status).toBe(500);
			server.play(() => ({ kind: "error", status: 500 }));
			expect((await agent.post({ taskId: first.taskId, dom: buttons(1) }, { as: admin })).status).toBe(500);
			const today = new Date().toISOString().slice(0, 10);
			const { body } = await agent.call("GET", `/api/v1/agent/usage?from=${today}&to=${today}&by=model`, { as: admin });
			const task = await mongo.db.collection("tasks").findOne({ _id: first.taskId as never });
			expect(task?.["spent"]).toMatchObject({ calls: 4, estimated: true });
			expect(body["rows"]).toMatchObject([
				{ key: "openai-compatible/scripted", calls: 4, steps: 1, promptTokens: task?.["spent"].promptTokens },
			]);
		},
	);

	test("ends the task where its dollars are used up", async ({ open }) => {
		const prices = JSON.stringify({ scripted: { input: 1_000, output: 0 } });
		const agent = await withModel(open, { TASK_USD_BUDGET: "0.15", MODEL_PRICES: prices });
		server.play((_request, index) => says(`click(${10 + index})`, 100));
		const { taskId, cost } = await agent.step({ dom: buttons(0) });
		expect(cost.taskUsd).toBeCloseTo(0.1);
		await agent.step({ taskId, dom: buttons(1) });
		expect(await agent.step({ taskId, dom: buttons(2) })).toMatchObject({ status: "failed", failure: { category: "budget" } });
	});

	test("warns the user and the model at three quarters of the budget, and ends the task when it is used up", long, async ({ open }) => {
		const prices = JSON.stringify({ scripted: { input: 1, output: 2 } });
		const agent = await withModel(open, { TASK_TOKEN_BUDGET: "1200", MODEL_PRICES: prices });
		server.play((_request, index) => says(`click(${10 + index})`, 450));
		const first = await agent.step({ dom: buttons(0) });
		expect(first.cost).toEqual({ stepUsd: 0.00047, taskUsd: 0.00047, taskTokens: 460, tokenBudget: 1_200 });
		expect((await agent.step({ taskId: first.taskId, dom: buttons(1) })).warnings ?? []).not.toContain("BUDGET_75");
		const third = await agent.step({ taskId: first.taskId, dom: buttons(2) });
		expect(third).toMatchObject({ warnings: expect.arrayContaining(["BUDGET_75"]), cost: { taskTokens: 1_380 } });
		expect(server.prompt(2)).toContain("a quarter of the budget at most");
		expect(await agent.step({ taskId: first.taskId, dom: buttons(3) })).toMatchObject({
			status: "failed",
			failure: { category: "budget" },
		});
		expect(server.requests).toHaveLength(3);
	});
});

describe("a model that never ticks off its plan", () => {
	const isCheck = (prompt: string) => prompt.includes("PROPOSED ANSWER:");
	const plan = "<Plan>Press the first button\nRead the total</Plan>";
	const playing = (check: object) =>
		server.play((request, index) => {
			if (isCheck(promptOf(request))) return answerWith(JSON.stringify(check));
			return answerWith(`<Thought>t</Thought><Action>${index === 0 ? "click(10)" : 'finish("12 €")'}</Action>${index === 0 ? plan : ""}`);
		});
	const ended = async (open: (wish: AgentWish) => Promise<Agent>) => {
		const agent = await withModel(open);
		const { taskId } = await agent.step({ dom: buttons(0) });
		return await agent.step({ taskId, dom: buttons(1) });
	};

	test("completes: the first finish is refused with the open steps, the second is checked against task and page", async ({ open }) => {
		playing({ verdict: "complete", evidence: "Total: 12 €", missing: [] });
		const data = await ended(open);
		expect(data).toMatchObject({ action: "finish()", status: "completed", answer: "12 €", reasoning: { evidence: ["Total: 12 €"] } });
		const prompts = server.requests.map(({ body }) => promptOf(body));
		expect(prompts.map(isCheck)).toEqual([false, false, false, true]);
		expect(prompts[2]).toMatch(/FINISH WAS REFUSED:\n<notes nonce=\w+>\n- “Press the first button” of the plan is still open\n/);
	});

	test("is told what is missing and what was seen, where the check says that it is not done", async ({ open }) => {
		playing({ verdict: "continue", evidence: "The cart is empty", missing: ["the total"] });
		const data = await ended(open);
		expect(data).toMatchObject({
			action: "fail()",
			failure: { category: "incomplete", message: "Not complete: still missing: the total (seen: The cart is empty)" },
			answer: "12 €",
		});
	});

	test("nor did anything is checked with a small context as well", long, async ({ open }) => {
		const agent = await withModel(open, { MODEL_CONTEXT_TOKENS: "4096" });
		server.play((request) =>
			isCheck(promptOf(request))
				? answerWith('{"verdict":"continue","missing":["all"]}')
				: answerWith("<Thought>t</Thought><Action>finish()</Action><Done>1</Done>"),
		);
		expect(await agent.step({ dom: buttons(0) })).toMatchObject({ action: "fail()", failure: { category: "incomplete" } });
	});

	test("is checked with a small context as well, where facts have not proven each step", long, async ({ open }) => {
		const agent = await withModel(open, { MODEL_CONTEXT_TOKENS: "4096" });
		playing({ verdict: "continue", evidence: "", missing: ["the total"] });
		const { taskId } = await agent.step({ dom: buttons(0) });
		expect(await agent.step({ taskId, dom: buttons(1) })).toMatchObject({ action: "fail()", failure: { category: "incomplete" } });
		expect(server.requests.map(({ body }) => isCheck(promptOf(body)))).toEqual([false, false, false, true]);
	});
});

test("a model whose judge says that an action failed is told so, and a finish over it is refused with the reason", async ({ open }) => {
	const agent = await withModel(open);
	server.play((request, index) => {
		const prompt = promptOf(request);
		if (prompt.includes("OBSERVATIONS:")) return answerWith('{"verdict":"failure","confidence":0.9,"reason":"nothing was saved"}');
		if (prompt.includes("PROPOSED ANSWER:")) return answerWith('{"verdict":"continue","evidence":"One","missing":["the saved draft"]}');
		return says(index === 0 ? "click(1)" : 'finish("saved")');
	});
	const { taskId } = await agent.step({ dom: pageText("<button 1>Save\nOne") });
	const data = await agent.step({ taskId, dom: pageText("<button 1>Save\nTwo"), lastActionStatus: "success" });
	const prompts = server.requests.map(({ body }) => promptOf(body));
	expect(prompts.map((prompt) => /^You (?:operate|judge|check)/.exec(prompt)?.[0])).toEqual(
		["operate", "judge", "operate", "operate", "check"].map((verb) => `You ${verb}`),
	);
	expect(prompts[2]).toContain("LAST RESULT:\nfailure\n");
	expect(prompts[3]).toMatch(/FINISH WAS REFUSED:\n<notes nonce=\w+>\n- the last action is not proven to have worked\n/);
	expect(data).toMatchObject({
		failure: { category: "incomplete", message: "Not complete: still missing: the saved draft (seen: One)" },
	});
});

test("a model that insists on being done over a refused form ends the task as not proven, and is not asked what it thinks of the page", async ({
	open,
}) => {
	const agent = await withModel(open);
	server.play((_request, index) => says(index === 0 ? "click(2)" : 'finish("saved")'));
	const form = (error: string) => pageText(`<form post />\n <input 1 "Account" required${error}>\n <button 2 submit>Save`);
	const { taskId } = await agent.step({ dom: form("") });
	const data = await agent.step({ taskId, dom: form(' invalid error="Please fill out this field."'), lastActionStatus: "success" });
	const message = 'the page refused “Save”: "Account" "Please fill out this field."';
	expect(data).toMatchObject({
		status: "failed",
		failure: { category: "incomplete", message: `Not complete: ${message}` },
		thought: `I was about to say that it is done, but ${message}.`,
		answer: "saved",
	});
	const prompts = server.requests.map(({ body }) => promptOf(body));
	expect(prompts).toHaveLength(3);
	expect(prompts[2]).toContain(`- ${message}\n`);
});
