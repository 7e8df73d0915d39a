import { runnerStatusRoute } from "@webhand/contracts/tools/availability";
import { runnerExecutionsRoute } from "@webhand/contracts/tools/internal/calls";
import { runnerAuditRoute, runnerNotesRoute, runnerVerifyRoute, runnerWorkspaceRoute } from "@webhand/contracts/tools/runner";
import type { Base } from "@webhand/service-kit/base";
import { openSigner } from "@webhand/service-kit/identity/signed";
import type { Ids } from "@webhand/service-kit/ids";
import { openJobQueues } from "@webhand/service-kit/jobs/queue";
import { active } from "@webhand/service-kit/tracing/span";
import { newRequestId } from "@webhand/service-kit/tracing/traceparent";
import type { Config } from "../config.ts";
import type { ApprovalDeps } from "./approvals/engine.ts";
import { openDecisionEvents } from "./approvals/events.ts";
import { createSignGrant } from "./approvals/grants.ts";
import type { KeepDecisions } from "./approvals/store.ts";
import { createApprovalStore } from "./approvals/store.ts";
import type { AuditDeps } from "./audit/engine.ts";
import { startNoteRelay } from "./audit/relay.ts";
import type { AuditStore } from "./audit/store.ts";
import type { AvailabilityDeps } from "./availability/engine.ts";
import { openCallJobs } from "./calls/jobs.ts";
import type { HostDeps } from "./client.ts";
import { callAsUser } from "./client.ts";
import type { AllowsHost } from "./level.ts";
import { createAgentSessions } from "./sessions/engine.ts";
import type { AgentSessionDeps, TaskSessions } from "./sessions/ports.ts";
import { createAgentSessionStore } from "./sessions/store.ts";
import { createServerTools } from "./tools/engine.ts";
import type { ServerTools } from "./tools/ports.ts";
import { createSettingsOf } from "./tools/settings.ts";
import { openRunner } from "./upstream.ts";
import { createAuthorOf } from "./workspaces/author.ts";
import { listWorkspaces } from "./workspaces/engine.ts";
import { workspaceOf } from "./workspaces/policy.ts";

/** What the routes of the server host are built from. */
export type ServerHost = {
	readonly workspaces: HostDeps;
	readonly agentSessions: AgentSessionDeps;
	readonly approvals: ApprovalDeps;
	/** The tools for agents. */
	readonly serverTools: ServerTools;
	readonly audit: Omit<AuditDeps, "audit">;
	readonly availability: AvailabilityDeps;
	readonly close: () => Promise<void>;
};

type Given = {
	readonly config: Config;
	readonly base: Base;
	readonly audit: AuditStore;
	readonly ids: Ids;
	readonly now: () => Date;
	readonly elapsed: () => number;
	readonly stopping: AbortSignal;
	readonly tasks: TaskSessions;
	readonly keepAnswerer: ApprovalDeps["keepAnswerer"];
	readonly allowsHost: AllowsHost;
};

const statusLimitMs = 1_000;

/** Opens the way to tool-runner and starts to deliver the audit's notes. Without GRANT_SIGNING_JWK nothing is changed or delivered. */
export async function openServerHost({
	config,
	base,
	audit,
	ids,
	now,
	elapsed,
	stopping,
	tasks,
	keepAnswerer,
	allowsHost,
}: Given): Promise<ServerHost> {
	const { mongo, metrics, log } = base;
	const runner = openRunner(config.TOOL_RUNNER_URL, config.PROXY_SECRET);
	const key = config.GRANT_SIGNING_JWK;
	const queues = openJobQueues({ url: config.REDIS_URL, log });
	const signer = key === undefined ? null : await openSigner("GRANT_SIGNING_JWK", key);
	const level = config.AGENT_TOOLS_ENABLED === "true" ? config.AGENT_TOOLS_LEVEL : null;
	/** A call of the service itself, for the request that it serves or for none. */
	const ownCall = () => ({ requestId: active()?.requestId ?? newRequestId(), ip: "127.0.0.1", signal: stopping });
	const mayAutoApprove = config.ALLOW_AUTO_APPROVE === "true";
	const agentSessions: AgentSessionDeps = {
		sessions: createAgentSessionStore(mongo),
		tasks,
		level,
		mayAutoApprove,
		listWorkspaces: async (identity) => (await listWorkspaces(workspaces, { identity, ...ownCall() })).workspaces,
		exitCodesOf: async (identity, sessionId) => {
			const query = { sessionId, limit: 100 };
			const { executions } = await callAsUser(workspaces, { identity, ...ownCall() }, (ask) => ask(runnerExecutionsRoute, { query }));
			return new Map(executions.flatMap(({ executionId, exitCode }) => (exitCode === null ? [] : [[executionId, exitCode] as const])));
		},
		openWorkspace: async (request, id) =>
			(await callAsUser(workspaces, request, (ask) => ask(runnerWorkspaceRoute, { params: { id } }))).workspace,
		viewOf: workspaceOf,
		ids,
		now,
		retentionDays: config.RETENTION_SESSION_DAYS,
	};
	const sessions = createAgentSessions(agentSessions);
	const decisions = openDecisionEvents({ url: config.REDIS_URL, redis: base.redis, log });
	const counted = metrics.counter("webhand_approvals_total", "Approvals on the server host", ["tier", "decision"]);
	const approvals: ApprovalDeps = {
		approvals: createApprovalStore(mongo, keepDecisionsIn(audit)),
		sign: signer === null ? null : createSignGrant(signer),
		count: (decision) => counted.inc(decision),
		announce: decisions.announce,
		keepAnswerer,
		ids,
		now,
		retentionDays: config.RETENTION_DAYS,
		log,
	};
	const workspaces: HostDeps = {
		ask: runner.ask,
		level,
		allowsHost,
		sessions,
		approvals,
		authorOf: createAuthorOf(config.AUTH_URL, elapsed),
		history: { sessions, now, elapsed, log },
		jobs: openCallJobs(queues),
	};
	const statusFor: AvailabilityDeps["statusFor"] = (identity) => {
		const signal = AbortSignal.timeout(statusLimitMs);
		return runner.ask({ identity, ...ownCall(), signal }, runnerStatusRoute, {}).catch(() => null);
	};
	const relay =
		signer === null
			? null
			: startNoteRelay({
					notes: audit,
					signer,
					log,
					metrics,
					now,
					elapsed,
					send: async (notes) =>
						(await runner.ask({ identity: null, ...ownCall() }, runnerNotesRoute, { body: { notes: [...notes] } })).accepted,
				});
	const serverTools = createServerTools({
		host: workspaces,
		readAudit: async ({ request, workspaceId, sessionId }, { action, from }) => {
			const query = { action, workspaceId, sessionId, from: from.toISOString(), limit: 20 };
			return (await runner.ask(request, runnerAuditRoute, { query })).entries;
		},
		settingsOf: createSettingsOf(config.AUTH_URL),
		onDecided: decisions.onDecided,
		mayAutoApprove,
	});
	return {
		workspaces,
		agentSessions,
		approvals,
		serverTools,
		audit: {
			readRows: (request, query) => runner.ask(request, runnerAuditRoute, { query }),
			hasHost: level !== null,
			isOwnSession: async (identity, id) => (await agentSessions.sessions.get(identity, id)) !== null,
			verify: (request, query) => runner.ask(request, runnerVerifyRoute, { query }),
		},
		availability: { statusFor, allowsHost, level, autoApprove: mayAutoApprove, now, elapsed },
		close: async () => {
			decisions.close();
			await relay?.stop();
			await queues.close();
			await runner.close();
		},
	};
}

/** The audit's notes of what a person decided: names and ids, never arguments. */
function keepDecisionsIn(audit: AuditStore): KeepDecisions {
	return async (decided, session, ended) => {
		for (const { tenantId, userId, decidedAt, _id, status, toolName, tier, scope, workspaceId, sessionId } of decided) {
			const facts = { tool: toolName, tier, scope, workspaceId, sessionId };
			const outcome = ended ?? (status === "approved" ? "approved" : "denied");
			await audit.insert(tenantId, [{ userId, at: decidedAt, action: "approval", target: _id, outcome, facts }], session);
		}
	};
}
