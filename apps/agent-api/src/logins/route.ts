import { addLoginRoute, offeredLoginsRoute, useLoginRoute } from "@webhand/contracts/authority/login";
import * as routes from "@webhand/contracts/authority/logins";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { LoginDeps } from "./engine.ts";
import { addLogin, bindLogin, changeLogin, deleteLogin, listLogins, unbindLogin } from "./engine.ts";
import { offerLogins, useLogin } from "./use.ts";

/** `/api/v1/agent/logins`: the vault. */
export function addLogins(app: FastifyInstance, deps: LoginDeps): void {
	addRoute(app, routes.loginsRoute, ({ identity, query }) => listLogins(deps, { identity, query }));
	addRoute(app, addLoginRoute, ({ identity, body }) => addLogin(deps, { identity, body }));
	addRoute(app, routes.changeLoginRoute, ({ identity, params, body }) => changeLogin(deps, { identity, ...params, body }));
	addRoute(app, routes.deleteLoginRoute, async ({ identity, params }) => {
		await deleteLogin(deps, { identity, ...params });
		return undefined;
	});
	addRoute(app, routes.bindLoginRoute, ({ identity, params, body }) => bindLogin(deps, { identity, ...params, ...body }));
	addRoute(app, routes.unbindLoginRoute, ({ identity, params }) => unbindLogin(deps, { identity, ...params }));
	addRoute(app, offeredLoginsRoute, ({ identity, params }) => offerLogins(deps, { identity, ...params }));
	addRoute(app, useLoginRoute, ({ identity, params, body }) => useLogin(deps, { identity, ...params, body }));
}
