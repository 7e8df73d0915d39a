import { channelOf } from "@webhand/contracts/chat/realtime";
import type { MessageId, WorkspaceId } from "@webhand/contracts/ids";
import { SessionId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { continueServerTaskRoute, startServerTaskRoute } from "@webhand/contracts/tools/server-tasks";
import type { AgentSessionRow } from "@webhand/contracts/tools/sessions";
import { generateSessionTitle, oneLine } from "@webhand/page/site";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import type { ToolsLevel } from "../../host/level.ts";
import { requireTools } from "../../host/level.ts";
import { listedOf } from "../../host/sessions/map.ts";
import type { CallerRequest } from "../../host/sessions/ports.ts";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { nothingSpent } from "../../policy/progress/budget.ts";
import { hide, secretsIn } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { dayMs } from "../../shared/retention.ts";
import type { OutboxMessage } from "../../shared/rows.ts";
import type { ServerTaskStore, ServerTaskWrite, Written } from "../store/server-tasks.ts";
import type { EventFeed } from "./events.ts";
import type { LoopRunner } from "./loop/runner.ts";
import { isActive, loopLimits } from "./policy.ts";
import type { ServerTask, StoredTurn } from "./task.ts";
import { sealToken } from "./task.ts";

/** What the routes of server-run tasks need. */
export type ServerTaskDeps = {
	readonly tasks: ServerTaskStore;
	readonly runner: Pick<LoopRunner, "start">;
	readonly level: ToolsLevel;
	/** The workspace of a new task, opened and checked. @throws AppError WORKSPACE_NOT_SELECTED, WORKSPACE_NOT_FOUND, WORKSPACE_MOVED */
	readonly chooseWorkspace: (request: CallerRequest, id: WorkspaceId | undefined) => Promise<WorkspaceId>;
	readonly settingsOf: (request: Pick<CallerRequest, "identity" | "signal">) => Promise<AgentSettings>;
	readonly sealer: Sealer;
	readonly events: Pick<StepEvents, "publish">;
	readonly feed: EventFeed;
	readonly ids: Pick<Ids, "uuid">;
	/** Those of one user are counted and started one after the other. */
	readonly inTurn: InTurn;
	readonly newMessageId: () => MessageId;
	readonly now: () => Date;
	/** How many days a session stays after its last use, where the tenant says nothing. */
	readonly retentionDays: number;
};

type Keyed = { readonly key?: string };
type Started = ReplyOf<typeof startServerTaskRoute>;

/** A reply, and whether the same request had it before. */
export type Repeatable<Reply> = { readonly reply: Reply; readonly isReplay: boolean };

/**
 * Starts a task in a workspace; it runs also while nobody listens.
 *
 * @throws AppError LIMIT_REACHED, IDEMPOTENCY_CONFLICT, AGENT_TOOLS_DISABLED, and what choosing the workspace throws
 */
export async function startTask(
	deps: ServerTaskDeps,
	{ request, body, key }: { readonly request: CallerRequest; readonly body: z.output<typeof startServerTaskRoute.body> } & Keyed,
): Promise<Repeatable<Started>> {
	requireTools(deps.level);
	const { identity } = request;
	const createHash = hashOfBody(body);
	const before = key === undefined ? null : await deps.tasks.findCreated(identity, key);
	if (before !== null) return { reply: startedOf(sameBody(before, createHash, before.task.createHash)), isReplay: true };
	await refuseMany(deps, identity);
	const workspaceId = await deps.chooseWorkspace(request, body.workspaceId);
	const settings = { ...(await deps.settingsOf(request)), ...defined(body.settings ?? {}) };
	const row = newTask(deps, identity, { ...body, workspaceId, settings, ...(key === undefined ? {} : { createKey: key, createHash }) });
	const title = row.title ?? "";
	const written = await startWithinLimit(deps, identity, {
		isRepeat: async () => key !== undefined && (await deps.tasks.findCreated(identity, key)) !== null,
		start: () => deps.tasks.create(row, { ...wordsOf(deps, row, row.task.text), title }),
	});
	if (written === null) {
		const first = key === undefined ? null : await deps.tasks.findCreated(identity, key);
		if (first === null) throw keyConflict();
		return { reply: startedOf(sameBody(first, createHash, first.task.createHash)), isReplay: true };
	}
	await deps.events.publish(written.events);
	deps.runner.start(row);
	return { reply: startedOf(row), isReplay: false };
}

type Start = { readonly isRepeat: () => Promise<boolean>; readonly start: () => Promise<Written | null> };

/** Starts a task where the user has fewer at work than may be, also when many come at once. @returns null where the same request was first */
const startWithinLimit = (deps: ServerTaskDeps, identity: Identity, { isRepeat, start }: Start): Promise<Written | null> =>
	deps.inTurn(`server_tasks:${identity.tenantId}:${identity.userId}`, async () => {
		if (await isRepeat()) return null;
		await refuseMany(deps, identity);
		return await start();
	});

async function refuseMany({ tasks }: ServerTaskDeps, identity: Identity): Promise<void> {
	if ((await tasks.countActive(identity)) < loopLimits.activePerUser) return;
	throw new AppError(
		"LIMIT_REACHED",
		`${loopLimits.activePerUser} tasks run or wait already, as many as may be. Let one end, or cancel it`,
		{
			details: { name: "serverTasks", limit: loopLimits.activePerUser },
		},
	);
}

type NewTask = z.output<typeof startServerTaskRoute.body> & {
	readonly workspaceId: WorkspaceId;
	readonly settings: AgentSettings;
	readonly createKey?: string;
	readonly createHash?: string;
};

function newTask(deps: ServerTaskDeps, identity: Identity, given: NewTask): ServerTask {
	const { tenantId, userId, limits } = identity;
	const at = deps.now();
	const text = masked(given.task);
	const title = given.title === undefined ? "" : masked(oneLine(given.title));
	const keptDays = limits.retentionDays ?? deps.retentionDays;
	const { workspaceId, settings, maxSteps, createKey, createHash } = given;
	return {
		_id: deps.ids.uuid(SessionId),
		tenantId,
		userId,
		workspaceId,
		status: "running",
		title: title === "" ? generateSessionTitle(null, text) : title,
		used: { [workspaceId]: at },
		toolCallCount: 0,
		keptDays,
		createdAt: at,
		updatedAt: at,
		lastUsedAt: at,
		expireAt: new Date(at.getTime() + (keptDays + 1) * dayMs),
		task: {
			text,
			settings,
			maxSteps,
			step: 0,
			stepsBefore: 0,
			isAsking: false,
			turnCount: 1,
			messageCount: 1,
			callCount: 0,
			takeovers: 0,
			spent: nothingSpent,
			...sealToken(deps.sealer, identity),
			...defined({ createKey, createHash }),
		},
	};
}

/** A person's words: a turn of the task, and a message of its chat. @param row as it is written */
function wordsOf(deps: ServerTaskDeps, row: ServerTask, text: string): ServerTaskWrite & { readonly turn: StoredTurn } {
	const { _id: sessionId, tenantId, userId, expireAt, task } = row;
	const at = deps.now();
	const message: OutboxMessage = {
		messageId: deps.newMessageId(),
		role: "user",
		content: text,
		timestamp: at.toISOString(),
		status: "success",
		metadata: { event: "query" },
	};
	return { at, turn: { tenantId, userId, sessionId, index: task.turnCount - 1, at, expireAt, kind: "user", text }, messages: [message] };
}

/**
 * Gives a task that rests its next order.
 *
 * @throws AppError SESSION_NOT_FOUND, SESSION_ACTIVE, IDEMPOTENCY_CONFLICT, LIMIT_REACHED
 */
export async function continueTask(
	deps: ServerTaskDeps,
	{ request, id, message, key }: { readonly request: CallerRequest; readonly id: SessionId; readonly message: string } & Keyed,
): Promise<Repeatable<ReplyOf<typeof continueServerTaskRoute>>> {
	requireTools(deps.level);
	const { identity } = request;
	const before = await taskOf(deps, identity, id);
	const hash = hashOfBody({ message });
	const isRepeat = ({ task }: ServerTask) => key !== undefined && task.continueKey === key;
	const repeated = (row: ServerTask) => ({
		reply: { session: listedOf(sameBody(row, hash, row.task.continueHash), new Map()) },
		isReplay: true,
	});
	if (isRepeat(before)) return repeated(before);
	if (isActive(before)) throw active();
	const text = masked(message);
	const { task } = before;
	const turnCount = task.turnCount + 1;
	const write = {
		...wordsOf(deps, { ...before, task: { ...task, turnCount } }, text),
		status: "running" as const,
		set: {
			turnCount,
			messageCount: task.messageCount + 1,
			stepsBefore: task.step,
			takeovers: 0,
			isAsking: false,
			...sealToken(deps.sealer, identity),
			...(key === undefined ? {} : { continueKey: key, continueHash: hash }),
		},
		unset: ["result", "cancelledAt", "waiting"] as const,
		title: before.title ?? "",
	};
	const states = ["idle", "complete", "error", "cancelled"] as const;
	const written = await startWithinLimit(deps, identity, {
		isRepeat: async () => isRepeat(await taskOf(deps, identity, id)),
		start: () => deps.tasks.writeIn(identity, { id, states, turnCount: task.turnCount, write }),
	});
	if (written === null) {
		// The same request may have come twice at once: the other one was first.
		const now = await taskOf(deps, identity, id);
		if (isRepeat(now)) return repeated(now);
		throw active();
	}
	await deps.events.publish(written.events);
	deps.runner.start(written.task);
	return { reply: { session: listedOf(written.task, new Map()) }, isReplay: false };
}

/** Cancels a task; one that is over stays as it is. @throws AppError SESSION_NOT_FOUND */
export async function cancelTask(
	deps: ServerTaskDeps,
	{ identity, id }: { readonly identity: Identity; readonly id: SessionId },
): Promise<{ session: AgentSessionRow }> {
	requireTools(deps.level);
	const before = await taskOf(deps, identity, id);
	const at = deps.now();
	const write = { status: "running" as const, set: { cancelledAt: at }, at };
	const written = await deps.tasks.writeIn(identity, { id, states: ["running", "waiting_approval"], write });
	if (written !== null) deps.runner.start(written.task);
	return { session: listedOf(written?.task ?? (await taskOf(deps, identity, before._id)), new Map()) };
}

/** The events of a task after a number, until it rests. @throws AppError SESSION_NOT_FOUND */
export async function followTask(
	deps: ServerTaskDeps,
	{
		identity,
		id,
		after,
		signal,
	}: { readonly identity: Identity; readonly id: SessionId; readonly after: number; readonly signal: AbortSignal },
): Promise<AsyncIterable<{ readonly seq: number; readonly event: LoopEvent }>> {
	requireTools(deps.level);
	await taskOf(deps, identity, id);
	return deps.feed.follow({ owner: identity, id, after, signal });
}

/** A person who answers brings their token, before the answer is heard. */
export async function keepAnswering(
	deps: Pick<ServerTaskDeps, "tasks" | "sealer">,
	identity: Identity,
	ids: readonly SessionId[],
): Promise<void> {
	await deps.tasks.bringToken(identity, ids, sealToken(deps.sealer, identity));
}

async function taskOf({ tasks }: ServerTaskDeps, identity: Identity, id: SessionId): Promise<ServerTask> {
	const found = await tasks.get(identity, id);
	if (found === null) throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	return found;
}

const active = () => new AppError("SESSION_ACTIVE", "This session is working. Wait until it rests, or cancel it");

function sameBody(row: ServerTask, hash: string, stored: string | undefined): ServerTask {
	if (stored === hash) return row;
	throw keyConflict();
}

const masked = (text: string) => hide(text, secretsIn(text));

function startedOf(row: ServerTask): Started {
	return { session: listedOf(row, new Map()), eventsUrl: `/api/v1/agent/sessions/${row._id}/events`, channel: channelOf(row._id) };
}
