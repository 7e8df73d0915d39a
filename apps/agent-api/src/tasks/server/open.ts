import { randomBytes, randomUUID } from "node:crypto";
import type { TaskId } from "@webhand/contracts/ids";
import { MessageId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import { AppError } from "@webhand/service-kit/errors";
import type { Guard } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import { newRequestId } from "@webhand/service-kit/tracing/traceparent";
import type { Realtime } from "../../chats/realtime/open.ts";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import type { ChatStore } from "../../chats/sessions/store/chats.ts";
import type { Config } from "../../config.ts";
import type { AllowedDecider } from "../../decider/models/allowed.ts";
import type { ServerHost } from "../../host/open.ts";
import { historyLimit } from "../../host/sessions/policy.ts";
import type { TaskSessions } from "../../host/sessions/ports.ts";
import { defined } from "../../shared/defined.ts";
import { dayMs } from "../../shared/retention.ts";
import type { OpenThoughtStream } from "../messages/thought-stream.ts";
import type { ServerTaskStore } from "../store/server-tasks.ts";
import type { UsageStore } from "../usage/store.ts";
import type { ServerTaskDeps } from "./engine.ts";
import { keepAnswering } from "./engine.ts";
import { createEventFeed } from "./events.ts";
import { historyOf } from "./history.ts";
import type { LoopDeps } from "./loop/ports.ts";
import type { LoopRunner } from "./loop/runner.ts";
import { startRunner } from "./loop/runner.ts";
import { openToken } from "./task.ts";

/** How long the lease of a server-run task lasts without a renewal: after a crash another process goes on by then. */
export const taskLeaseMs = 4_000;
const sweepMs = 1_000;

/** What sessions need of the tasks that they are. */
export function openTaskSessions({ tasks, chats }: { readonly tasks: ServerTaskStore; readonly chats: ChatStore }): TaskSessions {
	return {
		history: async (row, { before, limit }) => {
			const turns = await tasks.turnsBefore(row, { sessionId: row._id, before, limit: limit + 1 });
			return { ...historyOf(turns.slice(0, historyLimit).toReversed()), hasMoreBefore: turns.length > limit };
		},
		rename: async ({ tenantId, userId }, { id: sessionId, title }) => {
			await chats.change(tenantId, userId, { sessionId, set: { title, isRenamed: true } });
		},
		remove: async (owner, id) => {
			const outcome = await chats.remove(owner.tenantId, owner.userId, { sessionId: id, isActive: () => true });
			if (outcome === "active") throw new AppError("SESSION_ACTIVE", "This session is working. Stop it first");
			await tasks.removeTurns(owner, id);
		},
	};
}

/** Server-run tasks as they were opened. */
export type TaskHost = {
	readonly routes: ServerTaskDeps;
	readonly runner: LoopRunner;
	readonly close: () => Promise<void>;
};

type Given = {
	readonly config: Config;
	readonly base: Base;
	readonly guard: Pick<Guard, "identify" | "revokedOf" | "whenEnded">;
	readonly host: ServerHost;
	readonly tasks: ServerTaskStore;
	readonly deciderOf: AllowedDecider;
	readonly usage: Pick<UsageStore, "lose">;
	readonly events: StepEvents;
	readonly openStream: OpenThoughtStream;
	readonly realtime: Realtime;
	readonly sealer: Sealer;
	readonly ids: Ids;
	readonly inTurn: InTurn;
	readonly now: () => Date;
};

/** Opens server-run tasks and starts to work on them. */
export function openTaskHost(given: Given): TaskHost {
	const { config, base, guard, host, tasks, deciderOf, usage, events, openStream, realtime, sealer, ids, now } = given;
	const { log, metrics } = base;
	const ended = metrics.counter("webhand_server_tasks_total", "Server-run tasks that ended, by outcome", ["outcome"]);
	const steps = metrics.counter("webhand_server_task_steps_total", "Steps of server-run tasks", []);
	const takeovers = metrics.counter("webhand_server_task_takeovers_total", "Server-run tasks that another process began and left", []);
	const newMessageId = () => ids.uuid(MessageId);
	const loop: LoopDeps = {
		tasks,
		tools: host.serverTools,
		deciderOf,
		identify: guard.identify,
		whenEnded: guard.whenEnded,
		events,
		openStream,
		newMessageId,
		now,
		log,
		openToken: (task) => openToken(sealer, task),
		workspaceName: async (identity, id) =>
			(await host.agentSessions.listWorkspaces(identity).catch(() => [])).find((workspace) => workspace.id === id)?.name ?? "",
		noteUsage: (task, { model, usage: spent }) => {
			const at = now();
			const taskId = task._id as unknown as TaskId;
			const expireAt = new Date(at.getTime() + config.RETENTION_DAYS * dayMs);
			return usage.lose(task.tenantId, { userId: task.userId, taskId, model, spent, isStep: true, createdAt: at, expireAt });
		},
		budget: { tokens: config.TASK_TOKEN_BUDGET, ...defined({ usd: config.TASK_USD_BUDGET }) },
		metrics: { ended: (outcome) => ended.inc({ outcome }), stepped: () => steps.inc({}), takenOver: () => takeovers.inc({}) },
		newRequestId,
		tracing: base.tracing,
		newNonce: () => randomBytes(12).toString("hex"),
	};
	const runner = startRunner(loop, { owner: randomUUID(), leaseMs: taskLeaseMs, sweepMs });
	const { sessions, openWorkspace, level } = host.agentSessions;
	return {
		routes: {
			tasks,
			runner,
			level,
			sealer,
			events,
			ids,
			newMessageId,
			now,
			inTurn: given.inTurn,
			chooseWorkspace: async (request, id) => {
				const { identity } = request;
				const chosen = id ?? (await sessions.ofSignIn(identity, identity.sid))?.workspaceId ?? null;
				if (chosen === null) {
					const workspaces = await host.agentSessions.listWorkspaces(identity).catch(() => []);
					const details = { workspaces: workspaces.map(({ id: other, name }) => ({ id: other, name })) };
					throw new AppError("WORKSPACE_NOT_SELECTED", "Select a workspace first", { details });
				}
				return (await openWorkspace(request, chosen)).id;
			},
			settingsOf: host.serverTools.settingsOf,
			feed: createEventFeed({
				tasks,
				log: realtime.routes.events,
				listen: realtime.routes.listen,
				revokedOf: guard.revokedOf,
				recheckMs: realtime.routes.recheckMs,
			}),
			retentionDays: config.RETENTION_SESSION_DAYS,
		},
		runner,
		close: runner.stop,
	};
}

/** A person's answer brings the token that their task goes on with. */
export function openAnswering(given: { readonly tasks: ServerTaskStore; readonly sealer: Sealer }) {
	return (...[identity, ids]: [Parameters<typeof keepAnswering>[1], Parameters<typeof keepAnswering>[2]]) =>
		keepAnswering(given, identity, ids);
}
