import { interactRoute } from "@webhand/contracts/agent/interact";
import { testModelRoute } from "@webhand/contracts/agent/model";
import { answerRoute, cancelRoute, runStateRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import { pusherAuthRoute } from "@webhand/contracts/chat/realtime";
import type { ServiceOptions } from "@webhand/service-kit/service";
import { createService } from "@webhand/service-kit/service";
import type { FastifyInstance } from "fastify";
import { addAgentSessions } from "./agent-sessions/route.ts";
import { addApprovals } from "./approvals/route.ts";
import { addAudit } from "./audit/route.ts";
import { addAvailability } from "./availability/route.ts";
import { addCommands } from "./commands/route.ts";
import type { AppDeps } from "./deps.ts";
import { addExecutions } from "./executions/route.ts";
import { addMcpServer } from "./mcp-server/route.ts";
import { addMcpTools } from "./mcp-tools/route.ts";
import { addModels } from "./models/route.ts";
import { addRealtime } from "./realtime/route.ts";
import { addSockets } from "./realtime/socket.ts";
import { addRuns } from "./runs/route.ts";
import { addServerTasks } from "./server-tasks/route.ts";
import { addSessions } from "./sessions/route.ts";
import { addSteps } from "./steps/route.ts";
import { addTasks } from "./tasks/route.ts";
import { toolLimits } from "./tool-limits.ts";
import { addUsage } from "./usage/route.ts";
import { addWorkspaces } from "./workspaces/route.ts";
import { addTools } from "./workspaces/tools/route.ts";

/** Puts the service together; nothing listens yet. */
export async function buildApp(deps: AppDeps, threads: Pick<ServiceOptions, "answerLarge" | "isThread"> = {}): Promise<FastifyInstance> {
	const { STEPS_PER_MINUTE, TENANT_STEPS_PER_MINUTE, REALTIME_SIGNATURES_PER_MINUTE } = deps.config;
	const app = await createService(deps.base, {
		...threads,
		guard: deps.guard,
		limits: [
			{
				name: "steps",
				routes: [interactRoute, startRoute, stepRoute, answerRoute, cancelRoute, runStateRoute],
				perUser: STEPS_PER_MINUTE,
				perTenant: (limits) => limits.stepsPerMinute ?? TENANT_STEPS_PER_MINUTE,
				windowSeconds: 60,
			},
			{ name: "realtime", routes: [pusherAuthRoute], perUser: REALTIME_SIGNATURES_PER_MINUTE, windowSeconds: 60 },
			{ name: "model-test", routes: [testModelRoute], perUser: 20, windowSeconds: 60 },
			...toolLimits,
		],
	});
	addSteps(app, deps.steps);
	addRuns(app, deps.runs);
	addTasks(app, deps.tasks);
	addSessions(app, deps.sessions);
	addModels(app, deps.models, threads.isThread);
	addUsage(app, deps.usage);
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
	addRealtime(app, deps.realtime);
	if (deps.sockets !== null) addSockets(app, deps.sockets);
	return app;
}
