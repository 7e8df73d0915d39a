import { promptOf } from "@webhand/testing/model-server/reply";
import type { ModelServer } from "@webhand/testing/model-server/server";
import { startModelServer } from "@webhand/testing/model-server/server";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { openLlmDecider } from "../src/decider/llm/open.ts";
import type { ModelSettings } from "../src/decider/llm/settings.ts";
import type { AgentWish } from "./agent.ts";
import { pageText, test } from "./agent.ts";

let server: ModelServer;
beforeAll(async () => {
	server = await startModelServer({ script: [] });
});
afterAll(async () => server.close());

const decider = (part: Partial<ModelSettings> = {}): AgentWish => ({
	real: openLlmDecider({
		MODEL_PROVIDER: "openai-compatible",
		MODEL_NAME: "scripted",
		MODEL_API_KEY: "canary-key",
		MODEL_BASE_URL: server.url,
		MODEL_CONTEXT_TOKENS: 32_000,
		MODEL_CA_FILE: undefined,
		MODEL_PRICES: undefined,
		MODEL_TIMEOUT_MS: 5_000,
		GIGACHAT_SCOPE: "GIGACHAT_API_PERS",
		...part,
	}),
});

const secret = "hunter2-and-more";
const query = `Sign in at shop.example as Ada with password ${secret} and show all teas`;
/** A page of its own for each step: a marker, and one more button than before, so that every click has its effect. */
const pageOf = (step: number) =>
	pageText(
		[
			`PAGE-MARK-${step}.`,
			`<password 5 "Password"${step > 0 ? " filled" : ""}>`,
			...Array.from({ length: step + 2 }, (_, index) => `<button ${100 + index}>Tea ${index}`),
		].join("\n"),
	);

describe("the prompts of a task with a model", () => {
	test("hold the newest page only, twenty actions, the present error, and no secret but in the person's own words", {
		timeout: 45_000,
	}, async ({ open }) => {
		const agent = await open(decider());
		const steps = 24;
		server.play((_request, index) => ({
			kind: "text",
			text: `<Thought>Thought ${index}</Thought><Action>${index === 0 ? `setValue(5, "${secret}")` : `click(${100 + index})`}</Action>`,
		}));
		let taskId: string | undefined;
		for (let step = 0; step < steps; step += 1) {
			const error = { message: `ERROR-MARK-${step}`, code: "COVERED", action: "click(101)" };
			const data = await agent.step({
				query,
				mode: "autonomous",
				dom: pageOf(step),
				...(taskId === undefined ? {} : { taskId: taskId as never }),
				...(step === 3 ? { lastActionStatus: "failure", lastActionError: error } : {}),
			});
			taskId = data.taskId;
			expect(data.status).not.toBe("failed");
		}
		const prompts = server.requests.map(({ body }) => promptOf(body));
		expect(prompts).toHaveLength(steps);
		expect(new Set(prompts.map((prompt) => /<page nonce=([0-9a-f]{24})>/.exec(prompt)?.[1])).size).toBe(steps);
		for (const [step, prompt] of prompts.entries()) {
			expect(prompt.match(/PAGE-MARK-\d+/g)).toEqual([`PAGE-MARK-${step}`]);
			expect(prompt.match(/Action taken:/g)?.length ?? 0).toBe(Math.min(step, 20));
			expect(prompt.match(/ERROR-MARK-\d+/g)).toEqual(step === 3 ? ["ERROR-MARK-3"] : null);
			expect(prompt.split(secret)).toHaveLength(2);
			expect(prompt).not.toContain("canary-key");
		}
		// What a provider may keep from step to step: the same bytes at the front.
		const fronts = server.requests.map(({ body }) => {
			const [system, user] = body.messages;
			return `${String(system?.content)}\n${String(user?.content).slice(0, `TASK: ${query}\n\n`.length)}`;
		});
		expect(new Set(fronts).size).toBe(1);
		expect(fronts[0]?.endsWith(`TASK: ${query}\n\n`)).toBe(true);
	});

	test("stay within what the model reads at once, and the person is told where the page did not find room", async ({ open }) => {
		const long = pageText(
			Array.from({ length: 1_500 }, (_, index) => `<a ${index + 1} /tea/${index}>Green tea number ${index} from the hills`).join("\n"),
		);
		for (const [contextTokens, most] of [
			[32_000, 24_000],
			[8_192, 8_192 - 512],
			[4_096, 4_096 - 512],
		] as const) {
			const agent = await open(decider({ MODEL_CONTEXT_TOKENS: contextTokens }));
			server.play(() => ({ kind: "text", text: "<Thought>t</Thought><Action>click(1)</Action>" }));
			const data = await agent.step({ dom: long, query: "Open the first tea" });
			expect(promptOf(server.requests[0]?.body ?? { model: "", messages: [{ role: "user" }] }).length / 3.1).toBeLessThan(most);
			expect(server.requests[0]?.body.max_tokens).toBe(contextTokens > 8_192 ? 1_024 : 512);
			// The person is told that the model saw a part only.
			expect(data.warnings ?? []).toContain("PAGE_TRUNCATED");
		}
		const wordy = await open(decider({ MODEL_CONTEXT_TOKENS: 4_096 }));
		await wordy.step({ dom: long, query: `Open the first tea. ${"It should be green. ".repeat(250)}` });
		expect(promptOf(server.requests.at(-1)?.body ?? { model: "", messages: [{ role: "user" }] }).length / 3.1).toBeLessThan(4_096 - 512);
		const agent = await open(decider());
		expect((await agent.step({ dom: pageText("<button 1>Tea") })).warnings ?? []).not.toContain("PAGE_TRUNCATED");
	});
});
