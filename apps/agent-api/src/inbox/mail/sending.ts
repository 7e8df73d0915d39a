import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { Owner } from "../../shared/rows.ts";
import type { RunNews } from "../../shared/run-news.ts";
import type { Task } from "../../shared/task.ts";
import { shownQuestion } from "../../shared/task.ts";
import type { MailAddressOf } from "../../shared/upstream.ts";
import { endEventOf, pauseBehind } from "../../webhooks/policy.ts";
import type { MailItem } from "./policy.ts";
import { composeMail, limitSpanMs, mailKeptMs, mostNamed, quietMs, restUntil } from "./policy.ts";
import type { MailStore, StoredMail } from "./store.ts";
import type { SendMail } from "./upstream.ts";

/** What storing a mail needs. */
type TellDeps = { readonly mails: MailStore; readonly newId: () => string; readonly now: () => Date };

/** What sending needs. `console`: the address of the inbox; `perHour`: mails to one person. */
export type MailingDeps = Omit<TellDeps, "newId"> & {
	readonly send: SendMail;
	readonly mailAddressOf: MailAddressOf;
	readonly taskOf: (tenantId: TenantId, userId: UserId, taskId: TaskId) => Promise<Task | null>;
	readonly inTurn: InTurn;
	readonly perHour: number;
	readonly console: string | undefined;
	readonly log: Log;
	readonly metrics: Metrics;
};

/** Stores what a person is to get a mail about, in the transaction of the row: a crash neither loses nor doubles it. */
export function createMailRun({ mails, newId, now }: TellDeps) {
	return async ({ run, row, isOver }: RunNews, session: Transaction): Promise<void> => {
		if (run.isOnce === true) return;
		const { tenantId, userId, _id: runId, name: routineName, rowCount, progress, state } = run;
		const at = now();
		const expireAt = new Date(Math.min(at.getTime() + mailKeptMs, run.expireAt.getTime()));
		const common = { tenantId, userId, runId, routineName, rowCount, state: "pending", attempts: 0, createdAt: at, expireAt } as const;
		if (row?.state === "needs_person" && row.taskId !== undefined) {
			const dueAt = new Date(at.getTime() + quietMs);
			// The task asks one question at a time: a mail about the one before would tell of this one as well.
			await mails.dropOf({ tenantId, userId }, row.taskId, session);
			await mails.add({ ...common, _id: newId(), kind: "question", row: row.index + 1, taskId: row.taskId, dueAt }, session);
		}
		if (isOver && endEventOf({ state, counts: progress.counts }) === "run.failed")
			await mails.add({ ...common, _id: newId(), kind: "failed", counts: progress.counts, dueAt: at }, session);
	};
}

const everyMs = 1_000;
const peopleAtOnce = 20;
/** People who get their mails side by side. */
const lanes = 4;
/** Things that one mail tells of; more come in the next one. */
const mostAtOnce = 200;

/** Sends what is due, at least once: what a process that died was sending is sent again. Runs in every instance. */
export function startMailing(deps: MailingDeps): Repeated {
	return repeat({ name: "mails", everyMs, log: deps.log }, async () => {
		const waiting = (await deps.mails.due(deps.now(), peopleAtOnce)).values();
		const sendWaiting = async () => {
			for (const person of waiting) await deps.inTurn(`mail ${person.tenantId} ${person.userId}`, () => mailTo(deps, person));
		};
		await Promise.all(Array.from({ length: lanes }, sendWaiting));
	});
}

/** Tells a person in one mail what is due, unless enough mails went there in the last hour. */
async function mailTo(deps: MailingDeps, person: Owner): Promise<void> {
	const { mails } = deps;
	const { tenantId } = person;
	const now = deps.now();
	const due = await mails.dueTo(person, now, mostAtOnce);
	if (due.length === 0) return;
	const rest = restUntil(await mails.sentTo(person, new Date(now.getTime() - limitSpanMs)), deps.perHour);
	if (rest !== null) return await mails.settle(tenantId, idsOf(due), { dueAt: rest });
	const to = await deps.mailAddressOf(person);
	const told = to === undefined ? [] : await itemsOf(deps, due);
	const [first] = told;
	await mails.settle(tenantId, idsOf(due.filter((mail) => !told.some(({ of }) => of === mail))), { state: "dropped" });
	if (to === undefined || first === undefined) return;
	const items = told.slice(0, mostNamed).map(({ item }) => item);
	const mail = composeMail(items, { more: told.length - items.length, console: deps.console });
	const problem = await deps.send({ ...mail, to });
	results(deps).inc({ result: problem ?? "sent" });
	const sent = told.map(({ of }) => of);
	if (problem === undefined) {
		await mails.settle(tenantId, [first.of._id], { state: "sent", sentAt: now, begins: true });
		return await mails.settle(tenantId, idsOf(sent), { state: "sent", sentAt: now });
	}
	for (const { _id, attempts } of sent) {
		const pause = problem === "refused" ? null : pauseBehind(attempts + 1);
		const next = pause === null ? { state: "failed" as const } : { dueAt: new Date(now.getTime() + pause) };
		await mails.settle(tenantId, [_id], { attempts: attempts + 1, ...next });
	}
	deps.log.warn({ tenantId, problem, count: sent.length }, "a mail did not go out");
}

/** What still waits of that which is due, in words. */
async function itemsOf({ taskOf }: MailingDeps, due: readonly StoredMail[]) {
	const items = await Promise.all(
		due.map(async (of): Promise<readonly { readonly of: StoredMail; readonly item: MailItem }[]> => {
			const { kind, tenantId, userId, routineName, rowCount, row = 1, taskId, counts = {} } = of;
			if (kind === "failed") return [{ of, item: { kind, routineName, rowCount, counts } }];
			const task = taskId === undefined ? null : await taskOf(tenantId, userId, taskId);
			const open = task?.status === "needs_user_input" && task.question?.given === undefined ? task.question : null;
			if (open === null) return [];
			return [{ of, item: { kind, routineName, row, rowCount, words: shownQuestion(open).text } }];
		}),
	);
	return items.flat();
}

const idsOf = (mails: readonly StoredMail[]) => mails.map(({ _id }) => _id);

const results = ({ metrics }: Pick<MailingDeps, "metrics">) =>
	metrics.counter("webhand_mails_total", "Mails to people, by what came of them", ["result"]);
