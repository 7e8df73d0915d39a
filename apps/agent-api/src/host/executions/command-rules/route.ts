import {
	checkCommandRoute,
	commandRulesRoute,
	commandsRoute,
	putCommandRuleRoute,
	removeCommandRuleRoute,
	runnerCommandRulesRoute,
	runnerCommandsRoute,
	runnerPutCommandRuleRoute,
	runnerRemoveCommandRuleRoute,
	runnerTryCommandRoute,
} from "@webhand/contracts/tools/commands";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { HostDeps } from "../../client.ts";
import { addOperatorRoute, readUnlogged, requestOf } from "../../client.ts";

/** `/api/v1/agent/commands` and `/operator/command-rules`: what may be run on the server host. */
export function addCommands(app: FastifyInstance, deps: HostDeps): void {
	addRoute(app, commandsRoute, ({ query: target, ...call }) =>
		readUnlogged(deps, { request: requestOf(call), target }, (ask, id) => ask(runnerCommandsRoute, { params: { id }, query: {} })),
	);
	addOperatorRoute(app, deps, [commandRulesRoute, runnerCommandRulesRoute]);
	addOperatorRoute(app, deps, [putCommandRuleRoute, runnerPutCommandRuleRoute]);
	addOperatorRoute(app, deps, [removeCommandRuleRoute, runnerRemoveCommandRuleRoute]);
	addOperatorRoute(app, deps, [checkCommandRoute, runnerTryCommandRoute]);
}
