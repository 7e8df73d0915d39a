import type { WorkspaceId } from "@webhand/contracts/ids";
import {
	runnerCheckCommandRoute,
	runnerCommandRulesRoute,
	runnerCommandsRoute,
	runnerPutCommandRuleRoute,
	runnerRemoveCommandRuleRoute,
	runnerTryCommandRoute,
} from "@webhand/contracts/tools/commands";
import { requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { actorOf, requireTools } from "../calls/request.ts";
import type { StoredWorkspace } from "../workspaces/store.ts";
import { commandsOf, verdictOf } from "./engine.ts";
import { listRules, removeRule, writeRule } from "./manage.ts";
import type { CommandDeps } from "./ports.ts";

/** Which commands may be run: members see those of their workspaces, operators write the rules. */
export function addCommandRoutes(app: FastifyInstance, deps: CommandDeps): void {
	const { decide, manage } = deps;

	addRoute(app, runnerCommandsRoute, async ({ params, identity }) => ({
		commands: await commandsOf(decide, await workspaceFor(deps, identity, params.id)),
	}));

	addRoute(app, runnerCheckCommandRoute, async ({ params, body, identity }) =>
		verdictOf(decide, await workspaceFor(deps, identity, params.id), body.argv),
	);

	addRoute(app, runnerTryCommandRoute, async ({ body, identity }) => {
		requireTools(deps);
		requireRole(identity, "operator");
		return await verdictOf(decide, known(await deps.workspaces.findAny(body.workspaceId)), body.argv);
	});

	addRoute(app, runnerCommandRulesRoute, async ({ query, identity }) => {
		requireTools(deps);
		requireRole(identity, "operator");
		return { rules: await listRules(manage, query.tenantId) };
	});

	addRoute(app, runnerPutCommandRuleRoute, async ({ params, body, ...call }) => ({
		rule: await writeRule(manage, params.name, { wanted: body, actor: actorOf(call, deps) }),
	}));

	addRoute(app, runnerRemoveCommandRuleRoute, async ({ params, query, ...call }) => {
		await removeRule(manage, { tenantId: query.tenantId ?? null, name: params.name }, actorOf(call, deps));
		return undefined;
	});
}

async function workspaceFor(deps: CommandDeps, identity: Identity, id: WorkspaceId): Promise<StoredWorkspace> {
	requireTools(deps);
	return known(await deps.workspaces.find(identity.tenantId, id));
}

function known(workspace: StoredWorkspace | null): StoredWorkspace {
	if (workspace === null) throw new AppError("WORKSPACE_NOT_FOUND", "There is no such workspace");
	return workspace;
}
