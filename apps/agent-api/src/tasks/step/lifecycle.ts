import { limitOf } from "@webhand/contracts/auth/limits";
import { extractDomain, generateSessionTitle, oneLine } from "@webhand/page/site";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import { repeat } from "@webhand/service-kit/repeat";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import type { Outbox } from "../../chats/realtime/outbox/store.ts";
import { taskOrigins } from "../../policy/gate/origin.ts";
import { nothingSpent } from "../../policy/progress/budget.ts";
import { makePlan } from "../../policy/progress/plan.ts";
import { idleSince } from "../../policy/progress/status.ts";
import { hide, secretsIn } from "../../policy/secrets/find.ts";
import { expiryOf } from "../../shared/retention.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { Task } from "../../shared/task.ts";
import { freshCounters } from "../../shared/task.ts";
import { isFarBelow } from "../../shared/tenant-count.ts";
import { unansweredWrite } from "../messages/event-messages.ts";
import type { TaskStore } from "../store/tasks.ts";
import type { TaskEnd } from "./commit/reply.ts";
import { endWrite } from "./commit/reply.ts";
import type { StepCall, StepDeps } from "./ports.ts";

/** What the background work needs; `sweepMs` is the pause between two sweeps for idle tasks. */
export type BackgroundDeps = Pick<StepDeps, "now" | "newEventId" | "newMessageId" | "rules"> & {
	readonly tasks: Pick<TaskStore, "findIdle" | "findUnanswered" | "update">;
	readonly events: StepEvents;
	readonly outbox: Pick<Outbox, "claim" | "waiting">;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly sweepMs: number;
};

const relayEveryMs = 1_000;
const batchSize = 200;

/**
 * Starts the relay, which publishes events that a crash or an outage of Redis left behind, and the sweep, which ends idle tasks. Both run
 * in every instance: the relay claims what it publishes, the sweep writes on the task's version.
 *
 * @returns stops both and waits for the running round
 */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
	let waiting = { count: 0, oldestSeconds: 0 };
	deps.metrics.gauge("webhand_outbox_pending", "Events that are stored and not on the wire, 1000 at most", () => waiting.count);
	deps.metrics.gauge("webhand_outbox_oldest_seconds", "Age of the oldest event that is not on the wire", () => waiting.oldestSeconds);
	const relay = repeat({ name: "relay", everyMs: relayEveryMs, log: deps.log }, async () => {
		await relayOnce(deps);
		waiting = await deps.outbox.waiting();
	});
	const sweep = repeat({ name: "sweep", everyMs: deps.sweepMs, log: deps.log }, () => sweepOnce(deps));
	return async () => {
		await Promise.all([relay.stop(), sweep.stop()]);
	};
}

/** Publishes events that were left behind. @returns how many */
export async function relayOnce({ outbox, events }: Pick<BackgroundDeps, "outbox" | "events">): Promise<number> {
	let count = 0;
	for (;;) {
		const claimed = await outbox.claim(batchSize);
		if (claimed.length === 0) return count;
		await failpoint("relay.claimed");
		await events.publish(claimed);
		count += claimed.length;
		if (claimed.length < batchSize) return count;
	}
}

/** A client that still calls has its question decided anew before this. */
const answerGraceMs = 15_000;

/** Ends idle tasks, and says of questions that nobody answered and of whose tasks no client calls any more. */
export async function sweepOnce(
	deps: Pick<BackgroundDeps, "tasks" | "events" | "now" | "newEventId" | "newMessageId" | "rules">,
): Promise<void> {
	const unanswered = await deps.tasks.findUnanswered(new Date(deps.now().getTime() - answerGraceMs), batchSize);
	for (const task of unanswered) {
		const write = unansweredWrite(task, { at: deps.now(), messageId: deps.newMessageId(), eventId: deps.newEventId() });
		const events = write === null ? null : await deps.tasks.update(task.tenantId, write);
		if (events !== null) await deps.events.publish(events);
	}
	const idle = await deps.tasks.findIdle(idleSince({ now: deps.now(), idleMs: deps.rules.idleMs }), batchSize);
	// A step taken meanwhile wins: the write is on the version that was read.
	for (const task of idle) await endTask(deps, task, { status: "expired" });
}

/** Ends a task without a step and publishes that. @returns false when the task was written to since it was read */
export async function endTask(
	deps: Pick<StepDeps, "events" | "now" | "newEventId" | "newMessageId"> & { readonly tasks: Pick<TaskStore, "update"> },
	task: Task,
	end: TaskEnd,
): Promise<boolean> {
	const events = await deps.tasks.update(task.tenantId, endWrite(task, end, { ...deps, at: deps.now() }));
	if (events === null) return false;
	await deps.events.publish(events);
	return true;
}

const secretsByBody = new WeakMap<StepCall["body"], readonly string[]>();

/** The secrets in the user's instruction, searched once a request: several parts of a step need them. */
function secretsOf(body: StepCall["body"]): readonly string[] {
	const secrets = secretsByBody.get(body) ?? secretsIn(body.query);
	secretsByBody.set(body, secrets);
	return secrets;
}

/** The domain and title of the chat, from the client or else derived. @throws AppError VALIDATION_ERROR when `domain` is none */
export function chatOf(call: Pick<StepCall, "body">): { readonly domain: string | null; readonly title: string } {
	const { url, query } = call.body;
	const given = call.body.domain?.trim() || undefined;
	const title = oneLine(call.body.title ?? "") || undefined;
	const domain = extractDomain(given ?? url);
	if (given !== undefined && domain === null)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "domain", message: "must be a domain name" }] },
		});
	const secrets = secretsOf(call.body);
	return { domain, title: hide(title ?? generateSessionTitle(domain, hide(query, secrets)), secrets) };
}

/** Creates a task where the tenant has fewer than it may, also when many come at once. @throws AppError LIMIT_REACHED, what `create` throws */
export async function createWithinLimit<Created>(
	{ taskCount, inTurn }: Pick<StepDeps, "taskCount" | "inTurn">,
	{ tenantId, limits }: Pick<StepCall["identity"], "tenantId" | "limits">,
	create: () => Promise<Created>,
): Promise<Created> {
	const most = limitOf(limits, "tasks");
	const count = async () => {
		const counted = await taskCount.of(tenantId, most);
		if (counted < most) return counted;
		const fix = "Delete old chats, keep tasks for fewer days, or have an operator raise the limit “tasks”";
		throw new AppError("LIMIT_REACHED", `${most} tasks are stored, as many as may be. ${fix}`, {
			details: { name: "tasks", limit: most },
		});
	};
	const add = async () => {
		const created = await create();
		taskCount.add(tenantId);
		return created;
	};
	if (isFarBelow(await count(), most)) return await add();
	return await inTurn(`tasks:${tenantId}`, async () => {
		await count();
		return await add();
	});
}

/**
 * A task that has taken no step yet, in the session that the request names or a new one.
 *
 * @param origin its channel (`door`) and limit of steps, those of interact by default
 * @throws AppError SESSION_NOT_FOUND, VALIDATION_ERROR when `domain` is none; WORKSPACE_NOT_FOUND and what else a named workspace is refused with
 */
export async function newTask(
	deps: Pick<StepDeps, "ownerOf" | "now" | "newTaskId" | "newSessionId" | "rules" | "sealer" | "server">,
	call: Pick<StepCall, "identity" | "body" | "host">,
	{
		idempotency: { key, bodyHash },
		door = "interact",
		maxSteps = deps.rules.maxSteps,
	}: { readonly idempotency: IdempotencyKey } & Partial<Pick<Task, "door" | "maxSteps">>,
): Promise<Omit<Task, "lease">> {
	const { tenantId, userId } = call.identity;
	const { body } = call;
	chatOf(call);
	const owner = body.sessionId === undefined ? "unknown" : await deps.ownerOf(tenantId, userId, body.sessionId);
	if (owner === "foreign") throw new AppError("SESSION_NOT_FOUND", "There is no such session");
	const workspaceId = await deps.server.workspaceOf(call.host, body.workspaceId);
	const at = deps.now();
	const shown = hide(body.query, secretsOf(body));
	return {
		_id: deps.newTaskId(),
		tenantId,
		userId,
		sessionId: body.sessionId ?? deps.newSessionId(),
		door,
		query: shown,
		...(shown === body.query ? {} : { sealedQuery: deps.sealer.seal(body.query) }),
		mode: body.mode ?? "autonomous",
		status: "planning",
		stepCount: 0,
		maxSteps: Math.min(maxSteps, deps.rules.maxSteps),
		plan: makePlan([], shown, at),
		hasPlan: false,
		counters: freshCounters,
		memory: "",
		deciderState: null,
		question: null,
		notes: [],
		denied: [],
		reflections: [],
		spent: nothingSpent,
		workspaceId,
		origins: taskOrigins(body.url, shown),
		tainted: false,
		allowsSearches: false,
		ownFills: [],
		rev: 0,
		...(key === undefined || bodyHash === undefined ? {} : { createKey: key, createHash: bodyHash }),
		createdAt: at,
		updatedAt: at,
		expireAt: expiryOf(at, call.identity, deps.rules),
	};
}
