import {
	changeSessionRoute,
	deleteSessionRoute,
	latestSessionRoute,
	messagesRoute,
	sessionByDomainRoute,
	sessionListRoute,
	sessionRoute,
} from "@webhand/contracts/chat/sessions";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { SessionDeps } from "./engine.ts";
import { changeSession, deleteSession, latestSession, listSessions, readMessages, readSession, sessionByDomain } from "./engine.ts";

/** `/api/session`: the user's chats and their messages. */
export function addSessions(app: FastifyInstance, deps: SessionDeps): void {
	addRoute(app, sessionListRoute, ({ identity, query }) => listSessions(deps, { identity, query }));
	addRoute(app, latestSessionRoute, ({ identity }) => latestSession(deps, { identity }));
	addRoute(app, sessionByDomainRoute, ({ identity, params, query }) => sessionByDomain(deps, { identity, ...params, ...query }));
	addRoute(app, sessionRoute, ({ identity, params }) => readSession(deps, { identity, ...params }));
	addRoute(app, changeSessionRoute, ({ identity, params, body }) => changeSession(deps, { identity, ...params, change: body }));
	addRoute(app, deleteSessionRoute, ({ identity, params }) => deleteSession(deps, { identity, ...params }));
	addRoute(app, messagesRoute, ({ identity, params, query }) => readMessages(deps, { identity, ...params, range: query }));
}
