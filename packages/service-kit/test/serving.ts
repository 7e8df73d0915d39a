import { AppError } from "../src/errors.ts";
import { addRoute } from "../src/routes.ts";
import { test as base, echoRoute, openRoute, packedRoute, startService } from "./fixture.ts";

const failures: Record<string, () => never> = {
	known: () => {
		throw new AppError("NOT_FOUND", "This thing does not exist", { details: { thing: "x" }, cause: new Error("hidden cause") });
	},
	unknown: () => {
		throw new Error("the password is hunter2");
	},
};

/** Tests of one running service, which all of a file share. */
export const test = base.extend("service", { scope: "file" }, async ({ mongo, redis, auth }, { onCleanup }) => {
	const service = await startService({
		mongoUri: mongo.uri,
		redisUrl: redis.url,
		auth,
		addRoutes: (app) => {
			addRoute(app, echoRoute, async ({ body, identity, request }) => {
				request.facts["stepIndex"] = 7;
				return { text: body.text, tenantId: identity.tenantId, roles: [...identity.roles] };
			});
			addRoute(app, packedRoute, ({ body }) => ({ length: body.text.length }));
			addRoute(app, openRoute, ({ request }) => {
				failures[String(request.headers["x-failure"])]?.();
				// A number by type, but none that JSON can hold: the contract refuses it.
				return { n: request.headers["x-failure"] === "broken" ? Number.NaN : 1 };
			});
		},
	});
	onCleanup(service.close);
	return service;
});

/** An id that stands in paths. */
export const id = "7f2c6d0e-6c6f-4b8e-9d0a-3f1f5f1d8a11";
/** Path of `echoRoute`. */
export const echo = `/api/v1/echo/${id}`;
