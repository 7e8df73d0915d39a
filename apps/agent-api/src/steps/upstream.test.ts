import { expect, test } from "vitest";
import type { Retrieval, Retrieve } from "./upstream.ts";
import { cacheRetrievals } from "./upstream.ts";

const question = { url: "https://a.example/", query: "tea", token: "ada" };
const never = new AbortController().signal;

function counted(answer: () => Retrieval | null) {
	const asked: string[] = [];
	let time = 0;
	const retrieve: Retrieve = async ({ token, url, query }) => {
		asked.push(`${token} ${url} ${query}`);
		return answer();
	};
	return { asked, kept: cacheRetrievals(retrieve, () => time), pass: (ms: number) => (time += ms) };
}

test("the same question of the same person is asked once in fifteen seconds", async () => {
	const { asked, kept, pass } = counted(() => ({ chunks: [], hasOrgKnowledge: false }));
	await kept(question, never);
	pass(14_999);
	expect(await kept(question, never)).toEqual({ chunks: [], hasOrgKnowledge: false });
	expect(asked).toHaveLength(1);
	pass(1);
	await kept(question, never);
	expect(asked).toHaveLength(2);
});

test("another person, page or query is never answered from it", async () => {
	const { asked, kept } = counted(() => ({ chunks: [], hasOrgKnowledge: true }));
	for (const other of [question, { ...question, token: "bob" }, { ...question, url: "https://b.example/" }, { ...question, query: "milk" }])
		await kept(other, never);
	expect(asked).toHaveLength(4);
});

test("what failed or came without the organization's part is asked again", async () => {
	const answers = [null, { chunks: [] }, { chunks: [], hasOrgKnowledge: true }];
	const { asked, kept } = counted(() => answers.shift() ?? null);
	await kept(question, never);
	await kept(question, never);
	await kept(question, never);
	expect(await kept(question, never)).toEqual({ chunks: [], hasOrgKnowledge: true });
	expect(asked).toHaveLength(3);
});
