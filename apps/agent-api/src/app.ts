import { interactRoute } from "@webhand/contracts/agent/interact";
import { testModelRoute } from "@webhand/contracts/agent/model";
import { answerRoute, cancelKeyRoute, cancelRoute, runStateRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import { useLoginRoute } from "@webhand/contracts/authority/login";
import { pusherAuthRoute } from "@webhand/contracts/chat/realtime";
import type { ServiceOptions } from "@webhand/service-kit/service";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import { addMandates } from "./authority/mandates/route.ts";
import { addPolicy } from "./authority/route.ts";
import { addRealtime } from "./chats/realtime/route.ts";
import { addSockets } from "./chats/realtime/socket.ts";
import { addSessions } from "./chats/sessions/route.ts";
import { addModels } from "./decider/models/route.ts";
import type { AppDeps } from "./deps.ts";
import { addApprovals } from "./host/approvals/route.ts";
import { addAudit } from "./host/audit/route.ts";
import { addAvailability } from "./host/availability/route.ts";
import { addCommands } from "./host/executions/command-rules/route.ts";
import { addExecutions } from "./host/executions/route.ts";
import { addMcpTools } from "./host/mcp/route.ts";
import { toolLimits } from "./host/request-rates.ts";
import { addAgentSessions } from "./host/sessions/route.ts";
import { addTools, addWorkspaces } from "./host/workspaces/route.ts";
import { addInbox } from "./inbox/route.ts";
import { addLogins } from "./logins/route.ts";
import { addMcpServer } from "./mcp-server/route.ts";
import { addRoutines } from "./routines/library/route.ts";
import { addRunners } from "./routines/runners/route.ts";
import { addRoutineRuns } from "./routines/runs/route.ts";
import { addSchedules } from "./routines/schedules/route.ts";
import { addTriggers } from "./routines/triggers/route.ts";
import { addTasks } from "./tasks/history/route.ts";
import { addRuns } from "./tasks/runs/route.ts";
import { addServerTasks } from "./tasks/server/route.ts";
import { addSteps } from "./tasks/step/route.ts";
import { addUsageRoutes } from "./tasks/usage/route.ts";
import { addWebhooks } from "./webhooks/route.ts";

/** Puts the service together; nothing listens yet. */
export async function buildApp(deps: AppDeps, threads: Pick<ServiceOptions, "answerLarge" | "isThread"> = {}): Promise<FastifyInstance> {
	const { STEPS_PER_MINUTE, TENANT_STEPS_PER_MINUTE, REALTIME_SIGNATURES_PER_MINUTE } = deps.config;
	const app = await createService(deps.base, {
		...threads,
		guard: deps.guard,
		actForRun: deps.actForRun,
		limits: [
			{
				name: "steps",
				routes: [interactRoute, startRoute, stepRoute, answerRoute, cancelKeyRoute, cancelRoute, runStateRoute],
				perUser: STEPS_PER_MINUTE,
				perTenant: (limits) => limits.stepsPerMinute ?? TENANT_STEPS_PER_MINUTE,
				windowSeconds: 60,
			},
			{ name: "realtime", routes: [pusherAuthRoute], perUser: REALTIME_SIGNATURES_PER_MINUTE, windowSeconds: 60 },
			{ name: "model-test", routes: [testModelRoute], perUser: 20, windowSeconds: 60 },
			{ name: "login-use", routes: [useLoginRoute], perUser: 60, windowSeconds: 60 },
			...toolLimits,
		],
	});
	addSteps(app, deps.steps);
	addRuns(app, deps.runs);
	addTasks(app, deps.tasks);
	addSessions(app, deps.sessions);
	addModels(app, deps.models, threads.isThread);
	addPolicy(app, deps.policy, deps.spend);
	addMandates(app, deps.mandates);
	addLogins(app, deps.logins);
	addUsageRoutes(app, deps.usage);
	addAudit(app, deps.audit);
	addAvailability(app, deps.availability);
	addWorkspaces(app, deps.workspaces);
	addTools(app, deps.workspaces);
	addExecutions(app, deps.workspaces);
	addCommands(app, deps.workspaces);
	addMcpTools(app, deps.workspaces);
	addAgentSessions(app, deps.agentSessions);
	addServerTasks(app, deps.serverTasks);
	addApprovals(app, deps.approvals);
	addMcpServer(app, deps.mcpServer);
	addRoutines(app, deps.library, deps.columns);
	addRoutineRuns(app, deps.routineRuns);
	addRunners(app, deps.runners);
	addInbox(app, deps.inbox);
	addWebhooks(app, deps.webhooks);
	addSchedules(app, deps.schedules);
	addTriggers(app, deps.triggers);
	addRealtime(app, deps.realtime);
	if (deps.sockets !== null) addSockets(app, deps.sockets);
	return app;
}
