import type { Waiting, waitingRoute } from "@webhand/contracts/agent/waiting";
import { mostWaiting } from "@webhand/contracts/agent/waiting";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { Identity } from "@webhand/service-kit/guard";
import type { Cursor } from "@webhand/service-kit/lists";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import type { RoutineStore } from "../routines/library/store.ts";
import type { ListedRun, RoutineRunStore } from "../routines/runs/store.ts";
import { defined } from "../shared/defined.ts";
import type { Owner } from "../shared/rows.ts";
import type { Task } from "../shared/task.ts";
import { shownQuestion } from "../shared/task.ts";
import type { AskingTask, TraceStore } from "../tasks/history/store.ts";
import type { WebhookStore } from "../webhooks/store.ts";
import { unattendedRun } from "./policy.ts";

/**
 * What the inbox reads: it stores nothing. `questionMs`: how long a question is open; `idleMs`: a task without a step for so long ends;
 * `silentMs`: a browser that is silent for so long is gone.
 */
export type InboxDeps = {
	readonly traces: Pick<TraceStore, "asking">;
	readonly routines: Pick<RoutineStore, "proposed" | "versions">;
	readonly runs: Pick<RoutineRunStore, "get" | "row" | "openRow" | "unattended">;
	readonly taskOf: (tenantId: TenantId, userId: UserId, taskId: TaskId) => Promise<Task | null>;
	readonly pendingApprovals: (owner: Owner) => Promise<readonly PendingApproval[]>;
	readonly webhooks: Pick<WebhookStore, "list">;
	readonly questionMs: number;
	readonly idleMs: number;
	readonly silentMs: number;
	readonly now: () => Date;
};

type WaitingCall = {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "roles">;
	readonly query: z.output<typeof waitingRoute.query>;
};

/** What waits for the user, newest first. @throws AppError VALIDATION_ERROR naming `cursor` */
export async function listWaiting(deps: InboxDeps, { identity, query }: WaitingCall): Promise<ReplyOf<typeof waitingRoute>> {
	const owner = { tenantId: identity.tenantId, userId: identity.userId };
	const after = readCursor(query.cursor, /^[0-9TZ:.-]{20,30}$/);
	const kinds = await Promise.all([
		questions(deps, owner),
		approvals(deps, owner),
		heals(deps, owner),
		unattended(deps, owner),
		identity.roles.includes("admin") ? failingWebhooks(deps, owner) : [],
	]);
	const all = kinds.flat().toSorted((one, other) => newestFirst(cursorOf(one), cursorOf(other)));
	const left = after === null ? all : all.filter((entry) => newestFirst(after, cursorOf(entry)) < 0);
	const { page, nextCursor } = pageOf(left.slice(0, query.limit + 1), cursorOf, query.limit);
	return { waiting: [...page], count: all.length, nextCursor };
}

const cursorOf = ({ id, since }: Waiting): Cursor => ({ id, key: since });

/** Negative where `one` comes first. Times are ISO 8601, so their texts sort as they do. */
function newestFirst(one: Cursor, other: Cursor): number {
	if (one.key !== other.key) return one.key > other.key ? -1 : 1;
	return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

const mostTitle = 200;
const later = (time: Date | string, ms: number) => new Date(new Date(time).getTime() + ms).toISOString();

async function questions(deps: InboxDeps, owner: Owner): Promise<readonly Waiting[]> {
	const asking = await deps.traces.asking(owner, { at: deps.now(), limit: mostWaiting });
	return await Promise.all(
		asking.map(async (task): Promise<Waiting> => {
			const question = shownQuestion(task.question);
			return {
				kind: "question",
				id: question.id,
				title: task.query.slice(0, mostTitle),
				since: later(question.expiresAt, -deps.questionMs),
				taskId: task._id,
				sessionId: task.sessionId,
				question,
				endsAt: later(task.updatedAt, deps.idleMs),
				...defined({ run: await runOf(deps, owner, task) }),
			};
		}),
	);
}

async function runOf({ runs }: InboxDeps, { tenantId }: Owner, { origin }: AskingTask) {
	if (origin === undefined) return undefined;
	const { runId, rowKey } = origin;
	const [run, row] = await Promise.all([runs.get(tenantId, runId), runs.row(tenantId, runId, rowKey)]);
	return run === null || row === null ? undefined : { runId, row: row.index + 1, rowCount: run.rowCount };
}

async function approvals(deps: InboxDeps, owner: Owner): Promise<readonly Waiting[]> {
	const pending = await deps.pendingApprovals(owner);
	return pending.slice(-mostWaiting).map(({ id, effect, toolName, workspace, sessionId, createdAt, expiresAt }) => ({
		kind: "approval",
		id,
		title: effect.slice(0, mostTitle),
		since: createdAt,
		approval: { id, effect, toolName, workspace, sessionId },
		expiresAt,
	}));
}

async function heals({ routines }: InboxDeps, owner: Owner): Promise<readonly Waiting[]> {
	const proposed = await routines.proposed(owner, mostWaiting);
	const found = await Promise.all(
		proposed.map(async ({ _id: routineId, tenantId, name, proposed: number = 0 }): Promise<readonly Waiting[]> => {
			const [version] = await routines.versions(tenantId, routineId, { before: number + 1, limit: 1 });
			if (version?.number !== number || version.state !== "proposed") return [];
			const since = version.createdAt.toISOString();
			return [{ kind: "heal", id: `${routineId}:${number}`, title: name.slice(0, mostTitle), since, routineId, version: number }];
		}),
	);
	return found.flat();
}

async function failingWebhooks({ webhooks }: InboxDeps, { tenantId }: Owner): Promise<readonly Waiting[]> {
	return (await webhooks.list(tenantId)).flatMap(({ _id: id, state, url, failingSince }): readonly Waiting[] =>
		state === "failing" && failingSince !== undefined
			? [{ kind: "webhook", id, title: new URL(url).host.slice(0, mostTitle), since: failingSince.toISOString(), webhookId: id }]
			: [],
	);
}

async function unattended(deps: InboxDeps, owner: Owner): Promise<readonly Waiting[]> {
	const runs = await deps.runs.unattended(owner, mostWaiting);
	const found = await Promise.all(
		runs.map(async (run): Promise<readonly Waiting[]> => {
			const left = unattendedRun(run, await openTaskOf(deps, run), { ...deps, now: deps.now() });
			if (left === null) return [];
			const { since, endsAt, rowsLeft } = left;
			const ends = endsAt === undefined ? {} : { endsAt: endsAt.toISOString() };
			const title = run.name.slice(0, mostTitle);
			return [{ kind: "browser", id: run._id, title, since: since.toISOString(), runId: run._id, rowsLeft, ...ends }];
		}),
	);
	return found.flat();
}

/** The task of the row under way. */
async function openTaskOf({ runs, taskOf }: InboxDeps, { tenantId, userId, _id }: ListedRun): Promise<Task | null> {
	const row = await runs.openRow(tenantId, _id);
	return row?.taskId === undefined ? null : await taskOf(tenantId, userId, row.taskId);
}
