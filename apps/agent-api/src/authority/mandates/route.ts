import * as routes from "@webhand/contracts/authority/mandate";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { MandateDeps } from "./engine.ts";
import { grantMandate, listMandates, offerMandate, readMandate, revokeMandate } from "./engine.ts";

/** `/api/v1/agent/mandates`: what persons let routines do without asking. */
export function addMandates(app: FastifyInstance, deps: MandateDeps): void {
	addRoute(app, routes.mandatesRoute, ({ identity, query }) => listMandates(deps, { identity, query }));
	addRoute(app, routes.grantMandateRoute, ({ identity, body }) => grantMandate(deps, { identity, body }));
	addRoute(app, routes.mandateOfferRoute, ({ identity, params }) => offerMandate(deps, { identity, ...params }));
	addRoute(app, routes.mandateRoute, ({ identity, params, query }) => readMandate(deps, { identity, ...params, ...query }));
	addRoute(app, routes.revokeMandateRoute, ({ identity, params }) => revokeMandate(deps, { identity, ...params }));
}
