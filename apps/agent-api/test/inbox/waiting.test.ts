import { randomUUID } from "node:crypto";
import { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import { expect } from "vitest";
import { propose } from "../../src/host/approvals/pending.ts";
import type { Agent, PostOptions } from "../agent.ts";
import { fieldsOf, test } from "../agent.ts";
import { begin, formSite, invoice, play, store, take } from "../routines/routines.ts";
import { answer, order, submit } from "../run.ts";

const path = "/api/v1/agent/waiting";
const waiting = async (agent: Agent, query = "", as: PostOptions = {}) => {
	const { status, body } = await agent.call("GET", `${path}${query}`, as);
	expect(status).toBe(200);
	return body as { waiting: Record<string, unknown>[]; count: number; nextCursor: string | null };
};
const minutes = (count: number) => count * 60_000;

test("a question waits with the page's words until it is answered, from any device, or its time is over", async ({ open }) => {
	const agent = await open({ decider: submit() });
	expect(await waiting(agent)).toEqual({ waiting: [], count: 0, nextCursor: null });
	const asked = await agent.step(order);
	const { waiting: found, count } = await waiting(agent);
	expect(count).toBe(1);
	expect(found[0]).toMatchObject({
		kind: "question",
		id: asked.question?.id,
		title: order.query,
		taskId: asked.taskId,
		question: asked.question,
	});
	expect(found[0]).not.toHaveProperty("question.held");
	// It ends an hour after the last step; the question itself is open for half of that.
	expect(Date.parse(String(found[0]?.["endsAt"])) - Date.parse(String(asked.question?.expiresAt))).toBeCloseTo(minutes(30), -4);
	expect(await waiting(agent, "", { as: await agent.colleague() })).toMatchObject({ count: 0 });
	const other = await agent.step(order);
	expect(await waiting(agent)).toMatchObject({ count: 2, waiting: [{ taskId: other.taskId }, { taskId: asked.taskId }] });
	// Another device of the person: it knows the question alone.
	const device = await agent.signIn({ tenantId: agent.user.tenantId, userId: agent.user.userId });
	expect((await answer(agent, asked.taskId, { approved: true, questionId: asked.question?.id }, { as: device })).status).toBe(200);
	expect(await waiting(agent)).toMatchObject({ count: 1, waiting: [{ taskId: other.taskId }] });
	expect(await agent.step({ ...order, taskId: asked.taskId, lastStepIndex: 0 })).toMatchObject({ action: "click(6)" });
	agent.clock.ms = minutes(31);
	expect(await waiting(agent)).toMatchObject({ count: 0 });
});

test("runs without a browser, approvals and proposed versions wait too, newest first and page by page", async ({ open }) => {
	const agent = await open();
	const { tenantId, userId } = agent.user;
	const routine = await store(agent, invoice);
	const careful = { mode: "careful" };
	const run = await begin(
		agent,
		routine.id,
		[
			{ number: "1", amount: "10" },
			{ number: "2", amount: "20" },
		],
		careful,
	);
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const replies = await play(agent, run.id, row, formSite());
	const of = { runId: run.id, row: 1, rowCount: 2 };
	expect(await waiting(agent)).toMatchObject({ count: 1, waiting: [{ kind: "question", run: of, question: replies.at(-1)?.question }] });
	await propose(
		agent.deps.approvals,
		{
			identity: { tenantId, userId, limits: {} },
			workspaceId: WorkspaceId.parse(`wsp_${"0".repeat(22)}`),
			sessionId: SessionId.parse(randomUUID()),
			toolCallId: "call",
			tool: "fs.write",
			args: {},
			request: {},
			tier: "single",
		} as never,
		{ shown: { effect: "Write notes.txt", workspaceName: "Notes" } as never },
	);
	const version = {
		of: 1,
		program: invoice,
		origin: { kind: "edit" as const },
		stepCount: 4,
		createdBy: agent.user.userId,
		createdAt: new Date(),
	};
	await agent.deps.library.routines.addVersion(tenantId, routine.id, version);
	const unattended = await begin(agent, routine.id, [{ number: "3", amount: "30" }], careful);
	agent.clock.ms = minutes(31);
	const all = await waiting(agent);
	expect(all.waiting.map(({ kind }) => kind).sort()).toEqual(["approval", "browser", "heal"]);
	expect(all.waiting.find(({ kind }) => kind === "browser")).toMatchObject({ runId: unattended.id, rowsLeft: 1, title: routine.name });
	expect(all.waiting.find(({ kind }) => kind === "heal")).toMatchObject({ routineId: routine.id, version: 2 });
	const since = all.waiting.map((entry) => String(entry["since"]));
	expect(since).toEqual(since.toSorted().reverse());
	const pages: unknown[] = [];
	for (let cursor = ""; ; ) {
		const page = await waiting(agent, `?limit=1${cursor}`);
		pages.push(...page.waiting);
		if (page.nextCursor === null) break;
		cursor = `&cursor=${page.nextCursor}`;
	}
	expect(pages).toEqual(all.waiting);
	expect(fieldsOf(await agent.call("GET", `${path}?cursor=none`))).toEqual(["cursor"]);
});
