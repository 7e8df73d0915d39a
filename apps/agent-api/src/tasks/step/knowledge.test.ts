import type { RetrieveReply } from "@webhand/contracts/knowledge/retrieve";
import { expect, test } from "vitest";
import { makePlan } from "../../policy/progress/plan.ts";
import type { AskKnowledge } from "./knowledge.ts";
import { createRetrieve, knowledgeQuestion, storedKnowledge } from "./knowledge.ts";

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

const question = { url: "https://a.example/", query: "tea", token: "ada" };
const never = new AbortController().signal;

const chunk = (content: string): RetrieveReply["chunks"][number] => ({
	id: "chk_1",
	content,
	documentId: "doc_1",
	documentTitle: "Tea",
	scope: "org",
	score: 1,
	metadata: { domain: "a.example", url_pattern: "a.example/" },
});
const reply = (part: Partial<RetrieveReply>): RetrieveReply => ({ domain: "a.example", status: "ok", chunks: [], tookMs: 1, ...part });
const whole = (content: string, version: string) => reply({ hasOrgKnowledge: true, version, chunks: [chunk(content)] });
const unchanged = reply({ status: "unchanged" });

/** A retrieval over scripted replies; `known` is the version that each question was sent with. */
function scripted(...replies: readonly (RetrieveReply | null)[]) {
	const known: (string | undefined)[] = [];
	const waiting = [...replies];
	let time = 0;
	const ask: AskKnowledge = async (asked) => {
		known.push(asked.known);
		return waiting.shift() ?? null;
	};
	const retrieve = createRetrieve(ask, () => time);
	return {
		known,
		pass: (ms: number) => (time += ms),
		texts: async (other: Partial<typeof question> = {}) => {
			const found = await retrieve({ ...question, ...other }, never);
			return found === null ? null : [found.hasOrgKnowledge, ...found.chunks.map(({ content }) => content)];
		},
	};
}

test("each step asks, names the version that it still has, and uses that answer while it holds", async () => {
	const { texts, known } = scripted(whole("Green", "1"), unchanged, unchanged);
	expect([await texts(), await texts(), await texts()]).toEqual([
		[true, "Green"],
		[true, "Green"],
		[true, "Green"],
	]);
	expect(known).toEqual([undefined, "1", "1"]);
});

test("a document that was removed is absent from the very next step", async () => {
	const { texts, known } = scripted(whole("Green", "1"), reply({ hasOrgKnowledge: false, version: "2" }), unchanged);
	expect([await texts(), await texts(), await texts()]).toEqual([[true, "Green"], [false], [false]]);
	expect(known).toEqual([undefined, "1", "2"]);
});

test("after fifteen seconds the whole answer is asked for again", async () => {
	const { texts, known, pass } = scripted(whole("Green", "1"), unchanged, whole("Black", "1"));
	await texts();
	pass(14_999);
	await texts();
	pass(1);
	expect(await texts()).toEqual([true, "Black"]);
	expect(known).toEqual([undefined, "1", undefined]);
});

test("another person, page or query is never answered from it", async () => {
	const { texts, known } = scripted(...["1", "2", "3", "4"].map((version) => whole("Green", version)));
	for (const other of [{}, { token: "bob" }, { url: "https://b.example/" }, { query: "milk" }]) await texts(other);
	expect(known).toEqual([undefined, undefined, undefined, undefined]);
});

test.for([
	["a failure", null, null],
	["an answer without the organization's part", reply({ status: "degraded", chunks: [chunk("Public")] }), [undefined, "Public"]],
	["a part that a degraded answer claims to have", reply({ status: "degraded", hasOrgKnowledge: true, version: "2" }), [undefined]],
	["an answer without a version", reply({ hasOrgKnowledge: false }), [false]],
] as const)("%s is not kept, nor is what came before it used", async ([_name, second, expected]) => {
	const { texts, known } = scripted(whole("Green", "1"), second, unchanged);
	await texts();
	expect(await texts()).toEqual(expected);
	expect(await texts()).toBe(null);
	expect(known).toEqual([undefined, "1", undefined]);
});
