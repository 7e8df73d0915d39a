import { randomUUID } from "node:crypto";
import type { TenantId } from "@webhand/contracts/ids";
import { MessageId, QuestionId, SessionId, ShareId, TaskId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import { openBase } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { openGuard } from "@webhand/service-kit/guard";
import { createIds } from "@webhand/service-kit/ids";
import type { Logger } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import { createSealer } from "@webhand/service-kit/seal";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import type { PolicyDeps } from "./authority/engine.ts";
import { createPolicies } from "./authority/in-force.ts";
import type { MandateDeps } from "./authority/mandates/engine.ts";
import { openMandates, openStanding } from "./authority/mandates/open.ts";
import { mandateMigrations } from "./authority/mandates/store.ts";
import type { ModelInForce } from "./authority/policy.ts";
import type { PreviewDeps } from "./authority/preview.ts";
import type { SpendDeps } from "./authority/spend.ts";
import { createSpendCheck } from "./authority/spend.ts";
import { createPolicyStore, policyMigrations } from "./authority/store.ts";
import type { RealtimeDeps, SocketDeps } from "./chats/realtime/engine.ts";
import { openRealtime } from "./chats/realtime/open.ts";
import { createStepEvents } from "./chats/realtime/outbox/publish.ts";
import { createOutbox } from "./chats/realtime/outbox/store.ts";
import type { SessionDeps } from "./chats/sessions/engine.ts";
import { createChatStore } from "./chats/sessions/store/chats.ts";
import { createMessageStore } from "./chats/sessions/store/messages.ts";
import { sessionMigrations } from "./chats/sessions/store/migrations.ts";
import { createTextStore } from "./chats/sessions/store/texts.ts";
import { createSessionStore } from "./chats/sessions/store.ts";
import type { Config } from "./config.ts";
import { isPriced } from "./config.ts";
import { createDecider } from "./decider/create.ts";
import { problemOfUrl } from "./decider/llm/provider/client/address.ts";
import { createModelMetrics } from "./decider/llm/provider/metrics.ts";
import { mostDecisions } from "./decider/metering.ts";
import { createAllowedDecider } from "./decider/models/allowed.ts";
import { createDeciders } from "./decider/models/deciders.ts";
import type { ModelDeps } from "./decider/models/engine.ts";
import { openTenantModel } from "./decider/models/open.ts";
import type { StoredModel } from "./decider/models/policy.ts";
import { createModelStore } from "./decider/models/store.ts";
import type { Decider } from "./decider/port.ts";
import { listApprovals } from "./host/approvals/decide.ts";
import type { ApprovalDeps } from "./host/approvals/engine.ts";
import { approvalMigrations } from "./host/approvals/store.ts";
import type { AuditDeps } from "./host/audit/engine.ts";
import type { AuditStore } from "./host/audit/store.ts";
import { auditMigrations, createAuditStore } from "./host/audit/store.ts";
import type { AvailabilityDeps } from "./host/availability/engine.ts";
import type { HostDeps } from "./host/client.ts";
import { openServerHost } from "./host/open.ts";
import type { AgentSessionDeps } from "./host/sessions/ports.ts";
import { agentSessionMigrations } from "./host/sessions/store.ts";
import type { ServerTools } from "./host/tools/ports.ts";
import type { InboxDeps } from "./inbox/engine.ts";
import { openMail } from "./inbox/mail/open.ts";
import { mailMigrations } from "./inbox/mail/store.ts";
import type { LoginDeps } from "./logins/engine.ts";
import { openLogins } from "./logins/open.ts";
import { loginMigrations } from "./logins/store.ts";
import { mcpCallMigrations } from "./mcp-server/calls/store.ts";
import { mcpClientMigrations } from "./mcp-server/clients/store.ts";
import { openMcpServer } from "./mcp-server/open.ts";
import type { McpServerDeps } from "./mcp-server/ports.ts";
import type { ColumnDeps } from "./routines/library/columns.ts";
import type { LibraryDeps } from "./routines/library/engine.ts";
import { routineMigrations } from "./routines/library/store.ts";
import { openRoutines, openRows, openSchedules, silentMs } from "./routines/open.ts";
import type { RunnerDeps } from "./routines/runners/engine.ts";
import { beatMigrations } from "./routines/runners/store.ts";
import type { RoutineRunDeps } from "./routines/runs/engine.ts";
import { routineRunMigrations } from "./routines/runs/store.ts";
import type { ScheduleClock } from "./routines/schedules/clock.ts";
import type { ScheduleDeps } from "./routines/schedules/engine.ts";
import { scheduleMigrations } from "./routines/schedules/store.ts";
import { createRunMetrics } from "./routines/telemetry.ts";
import type { TriggerDeps } from "./routines/triggers/engine.ts";
import { triggerMigrations } from "./routines/triggers/store.ts";
import { defined } from "./shared/defined.ts";
import { leavingWith } from "./shared/left.ts";
import type { TellRun } from "./shared/run-news.ts";
import { createTenantCount } from "./shared/tenant-count.ts";
import { createMailAddressOf, createMemberOf } from "./shared/upstream.ts";
import { createServerCalls } from "./tasks/calls/engine.ts";
import { readDoneTask } from "./tasks/history/done-task.ts";
import type { TaskDeps } from "./tasks/history/engine.ts";
import { createPageKeeper } from "./tasks/history/keep.ts";
import { dismissRepeats } from "./tasks/history/repeats.ts";
import { createTraceStore, traceMigrations } from "./tasks/history/store.ts";
import { createOpenThoughtStream } from "./tasks/messages/thought-stream.ts";
import type { RunDeps } from "./tasks/runs/engine.ts";
import { openRuns } from "./tasks/runs/open.ts";
import type { ServerTaskDeps } from "./tasks/server/engine.ts";
import type { LoopRunner } from "./tasks/server/loop/runner.ts";
import { openAnswering, openTaskHost, openTaskSessions, taskLeaseMs } from "./tasks/server/open.ts";
import type { BackgroundDeps } from "./tasks/step/background.ts";
import { startBackground } from "./tasks/step/background.ts";
import { createRetrieve } from "./tasks/step/knowledge.ts";
import type { StepDeps, StepRules } from "./tasks/step/ports.ts";
import { endRunning, openStops } from "./tasks/step/running.ts";
import { createConcurrencyLimit, createTenantLimit, slotMs } from "./tasks/step/steps-at-once.ts";
import { createStepMetrics } from "./tasks/step/telemetry.ts";
import { cacheHistory } from "./tasks/store/cache.ts";
import { createServerCallStore, serverCallMigrations } from "./tasks/store/calls.ts";
import { stepMigrations } from "./tasks/store/migrations.ts";
import { runMigrations } from "./tasks/store/runs.ts";
import { createServerTaskStore, serverTaskMigrations } from "./tasks/store/server-tasks.ts";
import type { KeepNotes } from "./tasks/store/tasks.ts";
import { createTaskStore } from "./tasks/store/tasks.ts";
import { createAddToChat } from "./tasks/store/writes.ts";
import type { UsageDeps } from "./tasks/usage/engine.ts";
import { createSpendingStore, spendingMigrations } from "./tasks/usage/store/spending.ts";
import { createUsageStore, usageMigrations } from "./tasks/usage/store.ts";
import type { DeliveringDeps } from "./webhooks/delivering.ts";
import type { WebhookDeps } from "./webhooks/engine.ts";
import { openWebhooks } from "./webhooks/open.ts";
import { webhookMigrations } from "./webhooks/store.ts";

/** Everything that the routes are built from. */
export type AppDeps = {
	readonly base: Base;
	readonly guard: Guard;
	readonly config: Pick<Config, "STEPS_PER_MINUTE" | "TENANT_STEPS_PER_MINUTE" | "REALTIME_SIGNATURES_PER_MINUTE">;
	readonly steps: StepDeps;
	readonly background: BackgroundDeps;
	readonly runs: RunDeps;
	readonly tasks: TaskDeps;
	readonly sessions: SessionDeps;
	readonly models: ModelDeps;
	readonly policy: PolicyDeps & PreviewDeps;
	readonly spend: SpendDeps;
	readonly mandates: MandateDeps;
	readonly logins: LoginDeps;
	readonly usage: UsageDeps;
	readonly audit: AuditDeps;
	readonly availability: AvailabilityDeps;
	readonly workspaces: HostDeps;
	readonly agentSessions: AgentSessionDeps;
	readonly serverTasks: ServerTaskDeps;
	readonly taskRunner: LoopRunner;
	readonly approvals: ApprovalDeps;
	/** The tools of the server host for agents. */
	readonly serverTools: ServerTools;
	readonly mcpServer: McpServerDeps;
	readonly library: LibraryDeps;
	readonly columns: ColumnDeps;
	readonly routineRuns: RoutineRunDeps;
	readonly runners: RunnerDeps;
	readonly actForRun: ReturnType<typeof openRoutines>["actForRun"];
	readonly inbox: InboxDeps;
	readonly webhooks: WebhookDeps;
	readonly delivering: DeliveringDeps;
	readonly schedules: ScheduleDeps;
	readonly scheduleClock: ScheduleClock;
	readonly triggers: TriggerDeps;
	readonly realtime: RealtimeDeps;
	/** Null where a Pusher server has the sockets. */
	readonly sockets: SocketDeps | null;
	readonly close: () => Promise<void>;
};

/** What tests choose: who decides, the clock, where the log goes, and how tenants' models are reached. A thread has metrics of its own. */
export type TestDoubles = {
	readonly decider?: Decider;
	readonly now?: () => Date;
	readonly log?: Logger;
	readonly metrics?: Metrics;
	readonly network?: Network;
};

/** How long a step waits for a place in this process. */
const longestWaitMs = 5_000;

/** Opens MongoDB, Redis and the decider, and builds what the features need. */
export async function openDeps(config: Config, stopping: AbortSignal, choices: TestDoubles = {}): Promise<AppDeps> {
	const { now = () => new Date(), log, network } = choices;
	const base = await openBase({
		name: "agent-api",
		config,
		database: "webhand_agent",
		migrations: [
			...stepMigrations,
			...sessionMigrations,
			...runMigrations,
			...traceMigrations,
			...usageMigrations,
			...spendingMigrations,
			...auditMigrations,
			...agentSessionMigrations,
			...approvalMigrations,
			...serverTaskMigrations,
			...serverCallMigrations,
			...mcpClientMigrations,
			...mcpCallMigrations,
			...routineMigrations,
			...routineRunMigrations,
			...beatMigrations,
			...scheduleMigrations,
			...triggerMigrations,
			...policyMigrations,
			...webhookMigrations,
			...mailMigrations,
			...mandateMigrations,
			...loginMigrations,
		],
		stopping,
		...defined({ log, metrics: choices.metrics }),
	});
	const { mongo, redis, metrics } = base;
	const guard = openGuard({ config, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER, redis, log: base.log, metrics });
	const elapsed = () => performance.now();
	const ids = createIds();
	const rules = rulesOf(config);
	const sessions = createSessionStore(mongo);
	const audit = createAuditStore(mongo);
	const sealer = createSealer(config.SETTINGS_KEY);
	const spending = createSpendingStore(mongo, { now, elapsed });
	const inTurn = createInTurn(mongo.db);
	const hooks = openWebhooks({
		config,
		base,
		audit,
		sealer,
		ids,
		inTurn,
		problemOfUrl: (url) => problemOfUrl(url, network),
		now,
		...defined({ network }),
	});
	const mail = openMail({ config, base, now });
	const runMetrics = createRunMetrics(base.metrics);
	const tellRun: TellRun = async (news, session) => {
		runMetrics.told(news);
		await hooks.tell(news, session);
		await mail?.tell(news, session);
	};
	const { runs: runsOfRoutines, rows, keepRow } = openRows({ mongo, sealer, rules, tell: tellRun, now });
	const policies = createPolicyStore(mongo);
	const { policyOf, forget: forgetPolicy } = createPolicies({ policies, elapsed });
	const memberOf = createMemberOf(config.AUTH_URL);
	const { mandates, standingOf, keepMandate } = openStanding({
		mongo,
		audit,
		runs: runsOfRoutines,
		tell: hooks.tellMandate,
		policyOf,
		memberOf,
		now,
	});
	const tasks = cacheHistory(
		createTaskStore(mongo, {
			advanceSession: sessions.advance,
			keepNotes: keepNotesIn(audit),
			keepRow,
			keepMandate,
			countSpending: spending.count,
			leaseMs: rules.leaseMs,
			now,
		}),
	);
	const outbox = createOutbox(mongo, now);
	const realtime = await openRealtime({ config, base, guard, sessions, stopping, elapsed });
	const events = createStepEvents(realtime.publisher, outbox);
	const traces = createTraceStore(mongo);
	const taskCount = createTenantCount(tasks.count, elapsed);
	const pageCount = createTenantCount(traces.countPages, elapsed);
	const pages = createPageKeeper({ pages: traces, count: pageCount, log: base.log, now });
	const modelMetrics = createModelMetrics(metrics);
	const warn = (facts: object, message: string) => base.log.warn(facts, message);
	const defaultDecider = choices.decider ?? (await createDecider(config, { metrics: modelMetrics, warn }));
	if (config.MODEL_PROVIDER === "rules" && (config.MODEL_NAME ?? config.MODEL_API_KEY ?? config.MODEL_BASE_URL) !== undefined)
		base.log.warn("MODEL_PROVIDER is rules, so MODEL_NAME, MODEL_API_KEY and MODEL_BASE_URL are not used: name the model's provider");
	const models = createModelStore(mongo);
	const usage = createUsageStore(mongo, spending.count);
	const inNetwork = defined({ network });
	const open = (model: StoredModel) =>
		openTenantModel(model, { settings: config, open: sealer.open, metrics: modelMetrics, warn, ...inNetwork });
	const deciders = createDeciders({ defaultDecider, models, open, elapsed });
	const spend = { policyOf, spending, audit, now };
	const deciderOf = createAllowedDecider({ deciders, policyOf, findUsedUp: createSpendCheck(spend) });
	const chats = createChatStore(mongo);
	const addToChat = createAddToChat(mongo, sessions.advance);
	const serverTasks = createServerTaskStore(mongo, { addToChat, newEventId: randomUUID, leaseMs: taskLeaseMs });
	const taskSessions = openTaskSessions({ tasks: serverTasks, chats });
	const keepAnswerer = openAnswering({ tasks: serverTasks, sealer });
	const allowsHost = async (tenantId: TenantId) => (await policyOf(tenantId)).serverHost !== false;
	const host = await openServerHost({ config, base, audit, ids, now, elapsed, stopping, tasks: taskSessions, keepAnswerer, allowsHost });
	const { workspaces, serverTools } = host;
	const stops = openStops({ url: config.REDIS_URL, redis, log: base.log });
	const steps: StepDeps = {
		tasks,
		rows,
		server: createServerCalls({
			calls: createServerCallStore(mongo),
			serverTools,
			workspaces,
			sealer,
			now,
			stopping: leavingWith(stopping),
			log: base.log,
			retentionDays: config.RETENTION_DAYS,
		}),
		ownerOf: sessions.ownerOf,
		noteLost: usage.lose,
		retrieve: createRetrieve(config.KNOWLEDGE_URL),
		decider: defaultDecider,
		deciderOf,
		policyOf,
		standingOf,
		events,
		running: new Map(),
		taskCount,
		inTurn,
		stops,
		log: base.log,
		tenantLimit: createTenantLimit(redis, { limit: config.TENANT_LEASES, holdMs: slotMs }),
		concurrency: createConcurrencyLimit({ places: config.STEPS_AT_ONCE, waitMs: longestWaitMs }),
		openThoughtStream: createOpenThoughtStream({
			publisher: realtime.publisher,
			lastSeqOf: sessions.lastSeqOf,
			newEventId: randomUUID,
			elapsed,
		}),
		keepPage: pages.keep,
		sealer,
		metrics: createStepMetrics(metrics),
		newTaskId: () => ids.uuid(TaskId),
		newSessionId: () => ids.uuid(SessionId),
		newQuestionId: () => ids.prefixed(QuestionId, "que"),
		newEventId: randomUUID,
		newMessageId: () => ids.uuid(MessageId),
		now,
		elapsed,
		owner: randomUUID(),
		rules,
	};
	const background: BackgroundDeps = {
		tasks,
		events,
		outbox,
		now,
		newEventId: randomUUID,
		newMessageId: steps.newMessageId,
		rules,
		log: base.log,
		metrics,
		sweepMs: config.SWEEP_SECONDS * 1_000,
	};
	const stopBackground = startBackground(background);
	const taskHost = openTaskHost({
		config,
		base,
		guard,
		host,
		deciderOf,
		usage,
		events,
		realtime,
		sealer,
		ids,
		now,
		inTurn,
		tasks: serverTasks,
		openStream: steps.openThoughtStream,
	});
	const runs = openRuns({ mongo, log: base.log, steps, tasks });
	const taskDeps: TaskDeps = { traces, audit, newShareId: () => ids.prefixed(ShareId, "shr"), now, idleMs: rules.idleMs };
	const routines = openRoutines({
		memberOf,
		originOf: tasks.originOf,
		mongo,
		sealer,
		rules,
		now,
		runs: runsOfRoutines,
		audit,
		ids,
		inTurn,
		doneTask: (call) => readDoneTask(taskDeps, call),
		dismissRepeats: (call) => dismissRepeats(taskDeps, call),
		policyOf,
		deciderOf,
		noteLost: usage.lose,
		publicUrl: config.PUBLIC_URL,
		tasks: {
			get: tasks.get,
			findCreated: tasks.findCreated,
			noteReopened: tasks.noteReopened,
			stopKey: tasks.stopKey,
			cancel: runs.cancel,
		},
	});
	const mailing = mail?.start({ mailAddressOf: createMailAddressOf(config.AUTH_URL), taskOf: tasks.get, inTurn });
	const starts = openSchedules({ base, runs: routines.routineRuns, sealer, now, audit, ids, memberOf });
	const vault = openLogins({
		base,
		audit,
		sealer,
		ids,
		inTurn,
		tasks,
		routines: routines.library.routines,
		policyOf,
		memberOf,
		now,
	});
	const mcpServer = openMcpServer({
		base,
		ids,
		now,
		inTurn,
		stopping,
		workspaces: host.workspaces,
		serverTools: host.serverTools,
		routineRuns: routines.routineRuns,
		memberOf,
		rules: { pickupMs: config.MCP_PICKUP_SECONDS * 1_000, silentMs: config.MCP_SILENT_SECONDS * 1_000 },
		requestsPerMinute: config.MCP_REQUESTS_PER_MINUTE,
	});
	return {
		base,
		guard,
		config,
		steps,
		background,
		runs,
		...routines,
		...starts,
		tasks: taskDeps,
		sessions: { chats, messages: createMessageStore(mongo), texts: createTextStore(mongo), now, idleMs: rules.idleMs },
		models: {
			models,
			audit,
			deciders,
			defaultDecider: defaultView(config),
			contextTokens: config.MODEL_CONTEXT_TOKENS,
			problemOfUrl: (url) => problemOfUrl(url, network),
			problemOfPrice: ({ provider, name }) =>
				config.TASK_USD_BUDGET === undefined || isPriced({ ...config, MODEL_PROVIDER: provider, MODEL_NAME: name })
					? undefined
					: "has no known price, and tasks here may only cost so much: ask the operator to add it to MODEL_PRICES",
			seal: sealer.seal,
			now,
			elapsed,
			log: base.log,
			// A fault for a step must not meet the test of the model at start.
			installed: config.FAILPOINTS === "" ? defaultDecider : { name: defaultDecider.name },
		},
		policy: {
			policies,
			traces,
			audit,
			forget: forgetPolicy,
			modelOf: async (tenantId) => modelInForce(config, await models.get(tenantId)),
			now,
		},
		spend,
		inbox: {
			traces,
			routines: routines.library.routines,
			runs: runsOfRoutines,
			taskOf: tasks.get,
			pendingApprovals: (owner) => listApprovals(host.approvals, owner, { status: "pending" }),
			webhooks: hooks.webhooks.webhooks,
			questionMs: rules.questionMs,
			idleMs: rules.idleMs,
			silentMs,
			now,
		},
		webhooks: hooks.webhooks,
		delivering: hooks.delivering,
		mandates: openMandates({
			mandates,
			audit,
			policyOf,
			ids,
			routines: routines.library.routines,
			runs: runsOfRoutines,
			now,
		}),
		logins: vault.logins,
		usage: { usage, now, counts: { tasks: taskCount, tracePages: pageCount } },
		audit: { audit, ...host.audit },
		availability: host.availability,
		workspaces: host.workspaces,
		agentSessions: host.agentSessions,
		serverTasks: taskHost.routes,
		taskRunner: taskHost.runner,
		approvals: host.approvals,
		serverTools: host.serverTools,
		mcpServer,
		realtime: realtime.routes,
		sockets: realtime.sockets,
		close: async () => {
			await Promise.all([taskHost.close(), starts.close(), endRunning(steps.running)]);
			stops.close();
			guard.close();
			mcpServer.close();
			await Promise.all([stopBackground(), hooks.close(), vault.close(), mailing?.stop(), host.close()]);
			await events.close();
			await realtime.close();
			await pages.close();
			await base.close();
		},
	};
}

/** The audit's notes of a step: which task and step they are about. */
function keepNotesIn(audit: AuditStore): KeepNotes {
	return ({ task, step, notes }, session) => {
		const common = { userId: task.userId, at: step.createdAt, target: task._id };
		const added = notes.map((note) => ({ ...common, ...note, facts: { ...note.facts, stepIndex: step.stepIndex } }));
		return audit.insert(task.tenantId, added, session);
	};
}

function defaultView({ MODEL_PROVIDER: provider, MODEL_NAME: name, MODEL_API_KEY: key }: Config): ModelDeps["defaultDecider"] {
	return { source: "installation", provider, ...defined({ name }), hasKey: key !== undefined, hasCa: false };
}

/** The model that decides for a tenant, by its own choice or by the settings. */
function modelInForce(config: Config, chosen: StoredModel | null): ModelInForce {
	const { provider, name } = chosen ?? { provider: config.MODEL_PROVIDER, name: config.MODEL_NAME };
	if (provider === "rules") return { name: null, isPriced: true };
	return { name: `${provider}/${name ?? ""}`, isPriced: isPriced({ ...config, MODEL_PROVIDER: provider, MODEL_NAME: name }) };
}

/** The rest of a step beside its model calls. */
const overheadMs = 10_000;

/** The limits of tasks and steps that the settings name. */
function rulesOf(config: Config): StepRules {
	return {
		maxSteps: config.MAX_STEPS,
		leaseMs: config.LEASE_MS,
		deadlineMs: config.STEP_DEADLINE_MS ?? mostDecisions * config.MODEL_TIMEOUT_MS + overheadMs,
		waitMs: config.STEP_WAIT_MS,
		questionMs: config.QUESTION_MINUTES * 60_000,
		approvalMs: config.APPROVAL_SECONDS * 1_000,
		idleMs: config.TASK_IDLE_MINUTES * 60_000,
		retentionDays: config.RETENTION_DAYS,
		budget: {
			tokens: config.TASK_TOKEN_BUDGET,
			workMs: config.TASK_WORK_MINUTES * 60_000,
			...defined({ usd: config.TASK_USD_BUDGET }),
		},
	};
}
