import { expect, test } from "vitest";
import { makePlan } from "../../policy/progress/plan.ts";
import { knowledgeQuestion, storedKnowledge } from "./knowledge.ts";

const at = new Date("2026-01-30T10:00:00.000Z");
const planned = (step: string, query = "File the taxi from Monday") => ({
	query,
	hasPlan: true,
	secrets: [],
	plan: makePlan([{ description: step, toolType: "DOM" }], query, at),
});
const page = "https://app.acme.example/expenses/new?draft=77#top";

test.for([
	["the task and the step that is under way", planned("Choose the cost centre"), "File the taxi from Monday\nChoose the cost centre"],
	["the task alone where the step repeats it", planned("file the Taxi"), "File the taxi from Monday"],
	["the task alone before there is a plan", { ...planned("Choose the cost centre"), hasPlan: false }, "File the taxi from Monday"],
	[
		"no secret of the person",
		{ ...planned("Type hunter2 into it", "Sign in with the password hunter2"), secrets: ["hunter2"] },
		"Sign in with the password •••\nType ••• into it",
	],
] as const)("knowledge is searched for %s", ([_name, task, expected]) => {
	expect(knowledgeQuestion(task, page)?.query).toBe(expected);
});

test("a long instruction leaves room for the step, in 2,000 characters", () => {
	const query = knowledgeQuestion(planned("Choose the cost centre", "x".repeat(10_000)), page)?.query ?? "";
	expect([query.length, query.endsWith("\nChoose the cost centre")]).toEqual([2_000, true]);
});

test.for([
	[page, "https://app.acme.example/expenses/new"],
	["https://jane:hunter2@app.acme.example/", "https://app.acme.example/"],
	["https://app.acme.example/reset/hunter2", "https://app.acme.example/reset/%E2%80%A2%E2%80%A2%E2%80%A2"],
	["chrome://newtab/", undefined],
	["about:blank", undefined],
	["nowhere", undefined],
] as const)("of the address %s only what names the page is sent", ([url, expected]) => {
	const question = knowledgeQuestion({ ...planned("Go on"), secrets: ["hunter2"] }, url);
	expect(question === null ? undefined : new URL(question.url).href).toBe(expected);
});

test("of the chunks in a prompt all is stored but their text", () => {
	const source = { chunkId: "chk_1", documentId: "doc_1", documentTitle: "Handbook", scope: "org", section: "Travel", page: 3 } as const;
	const chunk = { ...source, content: "Taxis go to 4711" };
	expect(storedKnowledge({ chunks: [chunk], hasOrgKnowledge: true }, [chunk])).toEqual({ used: [source], hasOrgKnowledge: true });
	expect(storedKnowledge({ chunks: [chunk] }, [])).toEqual({ used: [] });
	expect(storedKnowledge(null, [])).toBeUndefined();
});
