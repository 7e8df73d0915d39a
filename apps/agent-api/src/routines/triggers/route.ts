import * as routes from "@webhand/contracts/authority/trigger";
import { bytesOf } from "@webhand/service-kit/http/body";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { TriggerDeps } from "./engine.ts";
import { callTrigger, changeTrigger, createTrigger, deleteTrigger, listTriggers, rotateTrigger } from "./engine.ts";

/** `/api/v1/agent/triggers`: addresses at which systems start routines. */
export function addTriggers(app: FastifyInstance, deps: TriggerDeps): void {
	addRoute(app, routes.createTriggerRoute, ({ identity, body }) => createTrigger(deps, { identity, body }));
	addRoute(app, routes.triggersRoute, ({ identity, query }) => listTriggers(deps, { identity, query }));
	addRoute(app, routes.changeTriggerRoute, ({ identity, params, body: change }) => changeTrigger(deps, { identity, ...params, change }));
	addRoute(app, routes.rotateTriggerRoute, ({ identity, params }) => rotateTrigger(deps, { identity, ...params }));
	addRoute(app, routes.deleteTriggerRoute, ({ identity, params }) => deleteTrigger(deps, { identity, ...params }));
	addRoute(app, routes.callTriggerRoute, async ({ params, headers, body, request, reply }) => {
		await deps.countAddress(routes.callTriggerRoute, request.ip);
		const signed = {
			id: headers["webhook-id"],
			timestamp: headers["webhook-timestamp"],
			signature: headers["webhook-signature"],
			body: bytesOf(request),
		};
		const called = await callTrigger(deps, { ...params, signed, body });
		if (called.isReplay) reply.header("idempotency-replayed", "true");
		return called.reply;
	});
}
