import * as routes from "@webhand/contracts/authority/webhooks";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { defined } from "../shared/defined.ts";
import type { WebhookDeps } from "./engine.ts";
import {
	addWebhook,
	changeWebhook,
	listDeliveries,
	listWebhooks,
	removeWebhook,
	resendDelivery,
	rotateWebhook,
	testWebhook,
} from "./engine.ts";

/** `/api/v1/agent/webhooks`: addresses that are told of runs. */
export function addWebhooks(app: FastifyInstance, deps: WebhookDeps): void {
	addRoute(app, routes.webhooksRoute, ({ identity }) => listWebhooks(deps, { identity }));
	addRoute(app, routes.addWebhookRoute, ({ identity, body }) => addWebhook(deps, { identity, ...body }));
	addRoute(app, routes.changeWebhookRoute, ({ identity, params: { id }, body }) =>
		changeWebhook(deps, { identity, id, set: defined(body) }),
	);
	addRoute(app, routes.removeWebhookRoute, async ({ identity, params: { id } }) => {
		await removeWebhook(deps, { identity, id });
		return undefined;
	});
	addRoute(app, routes.rotateWebhookRoute, ({ identity, params: { id } }) => rotateWebhook(deps, { identity, id }));
	addRoute(app, routes.testWebhookRoute, ({ identity, params: { id } }) => testWebhook(deps, { identity, id }));
	addRoute(app, routes.deliveriesRoute, ({ identity, params: { id }, query }) => listDeliveries(deps, { identity, id, ...query }));
	addRoute(app, routes.resendRoute, ({ identity, params: { id, deliveryId } }) => resendDelivery(deps, { identity, id, deliveryId }));
}
