import type { Route } from "@webhand/contracts/routes";
import type { Identity } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { defined } from "../../shared/defined.ts";
import type { Request, WorkspaceDeps } from "./engine.ts";
import { callAsOperator } from "./engine.ts";
import type { RunnerInput } from "./upstream.ts";

/** A request as `addRoute` hands it over. */
type Received = {
	readonly identity: Identity;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly request: FastifyRequest;
};

/** Who calls, and with which request. */
export function requestOf({ identity, requestId, signal, request }: Received): Request {
	return { identity, requestId, ip: request.ip, signal };
}

/** A route of the runner with the reply of this one. */
type Answering<R extends Route> = Route & (R extends { readonly reply: infer Reply } ? { readonly reply: Reply } : object);

/** Answers a route for operators with what the runner says at its own route for it, which takes the same parts. */
export function addOperatorRoute<const R extends Route>(
	app: FastifyInstance,
	deps: WorkspaceDeps,
	[route, runnerRoute]: readonly [route: R, runnerRoute: Answering<R>],
): void {
	addRoute<Route>(app, route, ({ params, query, body, identity, ...received }) => {
		const request = requestOf({ ...received, identity: identity as Identity });
		return callAsOperator(deps, request, (ask) => ask<Route>(runnerRoute, defined({ params, query, body }) as RunnerInput<Route>));
	});
}
