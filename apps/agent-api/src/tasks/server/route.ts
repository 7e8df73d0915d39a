import {
	cancelServerTaskRoute,
	continueServerTaskRoute,
	serverTaskEventsRoute,
	startServerTaskRoute,
} from "@webhand/contracts/tools/server-tasks";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { defined } from "../../shared/defined.ts";
import type { ServerTaskDeps } from "./engine.ts";
import { cancelTask, continueTask, followTask, startTask } from "./engine.ts";

/** `/api/v1/agent/sessions`: tasks that the server runs. */
export function addServerTasks(app: FastifyInstance, deps: ServerTaskDeps): void {
	addRoute(app, startServerTaskRoute, async ({ identity, requestId, signal, request: { ip }, body, headers, reply }) => {
		const key = headers["idempotency-key"];
		const started = await startTask(deps, { request: { identity, requestId, signal, ip }, body, ...defined({ key }) });
		if (started.isReplay) reply.header("idempotency-replayed", "true");
		return started.reply;
	});
	addRoute(app, continueServerTaskRoute, async ({ identity, requestId, signal, request: { ip }, params, body, headers, reply }) => {
		const key = headers["idempotency-key"];
		const request = { identity, requestId, signal, ip };
		const continued = await continueTask(deps, { request, ...params, ...body, ...defined({ key }) });
		if (continued.isReplay) reply.header("idempotency-replayed", "true");
		return continued.reply;
	});
	addRoute(app, cancelServerTaskRoute, ({ identity, params }) => cancelTask(deps, { identity, ...params }));
	addRoute(app, serverTaskEventsRoute, ({ identity, params, headers, query, signal }) => {
		const given = Number(headers["last-event-id"]);
		const after = Number.isSafeInteger(given) && given > 0 ? given : (query.after ?? 0);
		return followTask(deps, { identity, ...params, after, signal });
	});
}
