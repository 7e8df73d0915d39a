import {
	checkCommandRoute,
	commandRulesRoute,
	commandsRoute,
	putCommandRuleRoute,
	removeCommandRuleRoute,
} from "@webhand/contracts/tools/commands";
import {
	runnerCommandRulesRoute,
	runnerCommandsRoute,
	runnerPutCommandRuleRoute,
	runnerRemoveCommandRuleRoute,
	runnerTryCommandRoute,
} from "@webhand/contracts/tools/internal/commands";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { WorkspaceDeps } from "../../workspaces/engine.ts";
import { operate, peek } from "../../workspaces/engine.ts";
import { requestOf } from "../../workspaces/request.ts";

/** `/api/v1/agent/commands` and `/operator/command-rules`: what may be run on the server host. */
export function addCommands(app: FastifyInstance, deps: WorkspaceDeps): void {
	addRoute(app, commandsRoute, ({ query: target, ...call }) =>
		peek(deps, { request: requestOf(call), target }, (ask, id) => ask(runnerCommandsRoute, { params: { id }, query: {} })),
	);
	addRoute(app, commandRulesRoute, ({ query, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerCommandRulesRoute, { query })),
	);
	addRoute(app, putCommandRuleRoute, ({ params, body, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerPutCommandRuleRoute, { params, body })),
	);
	addRoute(app, removeCommandRuleRoute, ({ params, query, ...call }) =>
		operate(deps, requestOf(call), (ask) => ask(runnerRemoveCommandRuleRoute, { params, query })),
	);
	addRoute(app, checkCommandRoute, ({ body, ...call }) => operate(deps, requestOf(call), (ask) => ask(runnerTryCommandRoute, { body })));
}
