import type { RetrieveReply, RetrieveRequest } from "@webhand/contracts/knowledge/retrieve";
import { newOrgTenantId } from "@webhand/testing/tokens";
import { describe, expect } from "vitest";
import { openLlmDecider } from "../src/decider/llm/open.ts";
import { createAuditStore } from "../src/host/audit/store.ts";
import type { Agent, Answer } from "./agent.ts";
import { codeOf, scriptedDecider, shop } from "./agent.ts";
import { listen, openRaw, subscribe } from "./realtime/clients.ts";
import { useModel } from "./scripted-model.ts";
import { test } from "./upstream.ts";

const canary = "CANARY-7f3a travel is booked on cost centre north";
const chunk = (id: string, scope: "org" | "public", content: string): RetrieveReply["chunks"][number] => ({
	id,
	content,
	documentId: `doc_${"d".repeat(21)}${id.at(-1)}`,
	documentTitle: `Paper CANARY-7f3a ${id}`,
	scope,
	section: "Travel",
	page: 2,
	score: 1,
	metadata: { domain: "shop.example", url_pattern: "shop.example/" },
});
const known: RetrieveReply = {
	domain: "shop.example",
	hasOrgKnowledge: true,
	status: "ok",
	tookMs: 1,
	chunks: [chunk("chk_canary_1", "org", canary), chunk("chk_canary_2", "public", "CANARY-7f3a anybody knows")],
};
const used = known.chunks.map(({ id, documentId, documentTitle, scope }) => ({
	chunkId: id,
	documentId,
	documentTitle,
	scope,
	section: "Travel",
	page: 2,
}));
const mark = /CANARY-7f3a|chk_canary|doc_d/;

/** The shop with more buttons than before, so that what was clicked had its effect. */
const more = (count: number) =>
	shop.dom + Array.from({ length: count + 1 }, (_, index) => `\n<button ${20 + index}>Less ${index}`).join("");
const at = (taskId: string, rest = "") => `/api/agent/tasks/${taskId}${rest}`;
const knowledgeOf = (taskId: string, stepIndex = 0) => at(taskId, `/actions/${stepIndex}/knowledge`);

/** A member and an admin of an organization, and an admin of another. */
async function signInAll(agent: Agent, redis: Parameters<Agent["identity"]["signIn"]>[0]) {
	const tenantId = newOrgTenantId();
	const member = await agent.identity.signIn(redis, { tenantId, roles: ["member"] });
	const admin = await agent.identity.signIn(redis, { tenantId, roles: ["member", "admin"] });
	const stranger = await agent.identity.signIn(redis, { tenantId: newOrgTenantId(), roles: ["member", "admin"] });
	return { member, admin, stranger };
}

const withoutRequestId = ({ bytes }: Answer) => bytes.replace(/"requestId":"[^"]+"/, "");
const server = useModel();
const says = (action: string) => server.play(() => ({ kind: "text", text: `<Thought>I go on.</Thought><Action>${action}</Action>` }));

test("each step asks for the page without its secrets, and a removed document is absent from the next one", async ({
	open,
	startUpstream,
}) => {
	const replies: RetrieveReply[] = [known, known, { ...known, chunks: [] }];
	const proxy = await startUpstream(() => ({ body: replies.shift() }));
	const agent = await open({ decider: scriptedDecider(() => "click(7)"), settings: { KNOWLEDGE_URL: proxy.url } });
	const { taskId } = await agent.step({ url: "https://shop.example/cart?token=hunter2" });
	await agent.step({ taskId, dom: more(0), url: "https://shop.example/cart?token=hunter3" });
	await agent.step({ taskId, dom: more(1), url: "https://shop.example/cart" });
	expect(agent.decider.turns.map(({ knowledge }) => knowledge.map(({ chunkId }) => chunkId))).toEqual([
		["chk_canary_1", "chk_canary_2"],
		["chk_canary_1", "chk_canary_2"],
		[],
	]);
	const asked = proxy.seen.map(({ body }) => JSON.parse(body) as RetrieveRequest);
	expect(asked.map(({ url, query }) => [url, query])).toEqual(Array(3).fill(["https://shop.example/cart", "Buy the tea"]));
});

describe("the knowledge that a step used", () => {
	test("is read by admins of the tenant alone, which is noted, and stands in nothing that the owner's extension gets", async ({
		open,
		startUpstream,
		redis,
		mongo,
	}) => {
		const proxy = await startUpstream({ body: known });
		const real = openLlmDecider(server.settings());
		const agent = await open({ real, settings: { KNOWLEDGE_URL: proxy.url } });
		const { member, admin, stranger } = await signInAll(agent, redis.client);
		const bytes: string[] = [];
		const asOwner = async (...call: Parameters<Agent["call"]>) => {
			const [method, path, options = {}] = call;
			const reply = await agent.call(method, path, { as: member, ...options });
			bytes.push(reply.bytes);
			return reply;
		};

		says("click(7)");
		const first = await agent.post({}, { as: member });
		const { taskId, sessionId } = first.body["data"] as { taskId: string; sessionId: never };
		const socket = openRaw(await listen(agent));
		await subscribe(agent, socket, sessionId, member);
		says('finish("It is bought")');
		const second = await agent.post({ taskId, dom: more(0) }, { as: member });
		await socket.settle();
		expect([first.body["data"], second.body["data"]]).toMatchObject([{ hasOrgKnowledge: true }, { hasOrgKnowledge: true }]);
		expect(server.requests.map(({ body }) => JSON.stringify(body).includes(canary))).toContain(true);

		says("click(7)");
		const run = (await asOwner("POST", "/agent/run/start", { body: { task: "Buy the tea", mode: "autonomous" } })).body["runId"] as string;
		expect((await asOwner("POST", `/agent/run/${run}/step`, { body: { dom: shop.dom } })).body).toMatchObject({ hasOrgKnowledge: true });
		for (const path of [
			"/api/agent/tasks",
			at(taskId),
			at(taskId, "/actions"),
			at(taskId, "/actions/0/page"),
			`/agent/run/${run}`,
			"/api/session",
			"/api/session/latest",
			`/api/session/${sessionId}`,
			`/api/session/${sessionId}/messages`,
			`/api/session/${sessionId}/events?after=0`,
		])
			await asOwner("GET", path);
		bytes.push(first.bytes, second.bytes, JSON.stringify(socket.frames), agent.logs.join("\n"));
		expect(socket.frames.length).toBeGreaterThan(3);
		expect(bytes.join("\n")).not.toMatch(mark);

		// Not even what an admin reads of the trace, but for its own route.
		const trace = await agent.call("GET", at(taskId, "/actions"), { as: admin });
		expect(trace.bytes).not.toMatch(mark);
		const read = await agent.call("GET", knowledgeOf(taskId), { as: admin });
		expect(read.body).toMatchObject({ stepIndex: 0, used, hasOrgKnowledge: true });
		expect(read.bytes).not.toContain("cost centre north");
		expect((await agent.call("GET", knowledgeOf(run), { as: admin })).body).toMatchObject({ used });

		const refused = await agent.call("GET", knowledgeOf(taskId), { as: member });
		expect([refused.status, codeOf(refused), mark.test(refused.bytes)]).toEqual([403, "FORBIDDEN", false]);
		const foreign = await agent.call("GET", knowledgeOf(taskId), { as: stranger });
		const unknown = await agent.call("GET", knowledgeOf("00000000-0000-4000-8000-000000000000"), { as: stranger });
		expect([foreign.status, withoutRequestId(foreign)]).toEqual([404, withoutRequestId(unknown)]);
		expect(codeOf(await agent.call("GET", knowledgeOf(taskId, 9), { as: admin }))).toBe("NOT_FOUND");

		const notes = await createAuditStore(mongo).page(admin.tenantId, { equal: { action: "trace.read" } }, { limit: 10 });
		expect(notes.filter(({ target }) => target === taskId).map(({ userId, facts }) => [userId, facts])).toContainEqual([
			admin.userId,
			{ what: "knowledge", stepIndex: 0 },
		]);
		expect(JSON.stringify(notes)).not.toMatch(mark);
	});

	test("is none where no prompt held it: the rules decided, or nobody could be asked", async ({ open, startUpstream }) => {
		const proxy = await startUpstream({ body: known });
		const agent = await open({ decider: scriptedDecider(() => "click(7)", "rules"), settings: { KNOWLEDGE_URL: proxy.url } });
		const { taskId } = await agent.step({});
		expect((await agent.call("GET", knowledgeOf(taskId))).body).toMatchObject({ used: [], hasOrgKnowledge: true });
		const alone = await open({ decider: scriptedDecider(() => "click(7)") });
		const { taskId: other } = await alone.step({});
		const reply = await alone.call("GET", knowledgeOf(other));
		expect([reply.body["used"], "hasOrgKnowledge" in reply.body]).toEqual([[], false]);
	});
});

describe("a how-to", () => {
	test("is drafted from a completed task for admins of the tenant, and changes nothing", async ({ open, redis, mongo }) => {
		const script = ["click(7)", 'setValue(2, "my own words")', 'finish("12 €")'];
		const agent = await open({ decider: scriptedDecider((_turn, call) => script[call] ?? "wait(0)") });
		const { member, admin, stranger } = await signInAll(agent, redis.client);
		const { taskId } = await agent.step({}, { as: member });
		const path = at(taskId, "/how-to");
		const early = await agent.call("GET", path, { as: admin });
		expect([early.status, codeOf(early)]).toEqual([409, "TASK_NOT_COMPLETED"]);
		await agent.step({ taskId, dom: more(0) }, { as: member });
		const filled = more(0).replace('<search 2 "Search products">', '<search 2 "Search products" value="my own words">');
		await agent.step({ taskId, dom: filled }, { as: member });
		const { body } = await agent.call("GET", path, { as: admin });
		expect(body).toMatchObject({
			title: "How to buy the tea",
			domain: "shop.example",
			content: "# How to buy the tea\n\nOn shop.example:\n\n1. Click “Show more”.\n2. Fill in “Search products”.\n",
			steps: { told: 2, left: 0 },
		});
		expect(codeOf(await agent.call("GET", path, { as: member }))).toBe("FORBIDDEN");
		expect(codeOf(await agent.call("GET", path, { as: stranger }))).toBe("TASK_NOT_FOUND");
		const notes = await createAuditStore(mongo).page(admin.tenantId, { equal: { action: "trace.read" } }, { limit: 10 });
		expect(notes.map(({ target, facts }) => [target, facts])).toEqual([[taskId, { what: "how_to" }]]);
	});

	test("of a task that failed there is none", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => 'fail("No tea")') });
		const { taskId } = await agent.step({});
		expect(codeOf(await agent.call("GET", at(taskId, "/how-to")))).toBe("TASK_NOT_COMPLETED");
	});
});
