import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import { inTransaction } from "@webhand/service-kit/mongo";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished } from "vitest";
import { createMailRun } from "../../src/inbox/mail/sending.ts";
import { createMailStore } from "../../src/inbox/mail/store.ts";
import type { Agent, AgentWish } from "../agent.ts";
import { test } from "../agent.ts";
import { begin, formSite, invoice, play, store, take, unchecked } from "../routines/routines.ts";
import { answer } from "../run.ts";

type Got = { readonly to: readonly string[]; readonly subject: string; readonly raw: string; readonly body: string };

/** A mail server on loopback. While `isDown` it says to come again later. */
async function mailServer() {
	const got: Got[] = [];
	const state = { isDown: false };
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		onMailFrom: (_address, _session, done) => done(state.isDown ? Object.assign(new Error("Later"), { responseCode: 451 }) : null),
		onData: async (stream, { envelope }, done) => {
			const raw = (await buffer(stream)).toString();
			const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? "";
			got.push({ to: envelope.rcptTo.map(({ address }) => address), subject: subject.replaceAll("\r\n", ""), raw, body: decoded(raw) });
			done();
		},
	});
	server.on("error", () => undefined);
	const { server: socket } = server;
	server.listen(0, "127.0.0.1");
	await once(socket, "listening");
	onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
	return { url: `smtp://127.0.0.1:${(socket.address() as AddressInfo).port}`, got, state };
}

/** Quoted-printable text without the word joiners of addresses. */
const decoded = (raw: string) =>
	Buffer.from(
		raw.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
		"latin1",
	)
		.toString("utf8")
		.replaceAll("\u2060", "");

/** A row that asks before it saves. */
async function asking(agent: Agent, number: string) {
	const routine = await store(agent, unchecked);
	const run = await begin(agent, routine.id, [{ number, amount: "10.00" }], { mode: "careful" });
	const row = await take(agent, run.id);
	if (row === null) throw new Error("no row");
	const last = (await play(agent, run.id, row, formSite())).at(-1);
	if (last?.question === undefined) throw new Error("no question");
	return last;
}

/** A run whose only row is not saved. */
async function failing(agent: Agent) {
	const routine = await store(agent, invoice);
	const run = await begin(agent, routine.id, [{ number: "1", amount: "10" }]);
	const row = await take(agent, run.id);
	if (row !== null)
		await play(
			agent,
			run.id,
			row,
			formSite(() => "99"),
		);
}

/** A service that sends to a mail server of its own, to Ann. */
async function mailing(open: (wish?: AgentWish) => Promise<Agent>) {
	const server = await mailServer();
	const settings = { SMTP_URL: server.url, MAIL_FROM: "Webhand <webhand@example.com>", MAILS_PER_HOUR: "1" };
	const agent = await open({ settings });
	return { server, agent };
}

test("a person who wants mails gets one for what still waits after a minute, with its words quoted, and nothing else", async ({ open }) => {
	const { server, agent } = await mailing(open);
	await failing(agent);
	await expect.poll(() => mailsOf(agent, "dropped")).toBe(1);
	agent.identity.wantsMail(agent.user, "ann@example.com");
	const [waits, answered] = [await asking(agent, "R-1"), await asking(agent, "R-2")];
	await answer(agent, answered.taskId, { approved: true, questionId: answered.question?.id });
	agent.clock.ms = 61_000;
	await expect.poll(() => server.got.length).toBe(1);
	await expect.poll(() => mailsOf(agent, "dropped")).toBe(2);
	const [first] = server.got;
	expect(first).toMatchObject({ to: ["ann@example.com"], subject: expect.stringContaining("Webhand asks: ") });
	expect(first?.body).toContain("asks in row 1 of 1:");
	expect(first?.body).toContain(`> ${waits.question?.text.split("\n")[0]}`);
	expect(first?.raw).toMatch(/^Auto-Submitted: auto-generated/m);
	expect(server.got).toHaveLength(1);
});

test("a row that asks again before its mail went out is told of once; other rows are told of as well", async ({ agent }) => {
	const { mongo } = agent.deps.base;
	const tell = createMailRun({ mails: createMailStore(mongo), newId: randomUUID, now: () => new Date() });
	const run = {
		_id: RoutineRunId.parse(`rrn_${"1".repeat(22)}`),
		tenantId: agent.user.tenantId,
		userId: agent.user.userId,
		routineId: RoutineId.parse(`rtn_${"1".repeat(22)}`),
		name: "Invoices",
		version: 1,
		state: "running",
		rowCount: 2,
		expireAt: new Date(Date.now() + 86_400_000),
		progress: { counts: {} },
	} as const;
	const [first, second] = [TaskId.parse(randomUUID()), TaskId.parse(randomUUID())];
	for (const taskId of [first, second, first])
		await inTransaction(mongo, (session) => tell({ run, row: { index: 0, state: "needs_person", taskId }, isOver: false }, session));
	const stored = await mongo.db.collection("mails").find({ runId: run._id }).sort({ createdAt: 1 }).toArray();
	expect(stored.map(({ taskId, state }) => [taskId, state])).toEqual([
		[first, "dropped"],
		[second, "pending"],
		[first, "pending"],
	]);
});

test("a mail server that is away gets a mail later; above the limit what waits comes in one mail together", async ({ open }) => {
	const { server, agent } = await mailing(open);
	agent.identity.wantsMail(agent.user, "ann@example.com");
	server.state.isDown = true;
	await failing(agent);
	await expect.poll(() => agent.logs.join("")).toContain("a mail did not go out");
	server.state.isDown = false;
	agent.clock.ms = 6_000;
	await expect.poll(() => server.got[0]?.subject).toMatch(/^Webhand: .* failed$/);
	for (const _ of [1, 2]) await failing(agent);
	const late = new Date(Date.now() + 1_800_000);
	const { db } = agent.deps.base.mongo;
	await expect.poll(() => db.collection("mails").countDocuments({ state: "pending", dueAt: { $gt: late } })).toBe(2);
	agent.clock.ms += 3_600_000;
	await expect.poll(() => server.got[1]?.subject).toBe("Webhand: 2 things wait for you");
});

const mailsOf = (agent: Agent, state: string) => agent.deps.base.mongo.db.collection("mails").countDocuments({ state });
