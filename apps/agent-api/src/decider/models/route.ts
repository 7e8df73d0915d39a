import { chooseModelRoute, dropModelRoute, modelRoute, testModelRoute } from "@webhand/contracts/agent/model";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { ModelDeps } from "./engine.ts";
import { chooseModel, dropModel, readModel, testInstalled, testModel } from "./engine.ts";

/** `/api/v1/agent/model`: the model of a tenant. A thread of the service never listens: its own model is tested once it is ready. */
export function addModels(app: FastifyInstance, deps: ModelDeps, isThread = false): void {
	addRoute(app, modelRoute, ({ identity }) => readModel(deps, { identity }));
	addRoute(app, chooseModelRoute, ({ identity, body }) => chooseModel(deps, { identity, choice: body }));
	addRoute(app, dropModelRoute, async ({ identity }) => {
		await dropModel(deps, { identity });
		return undefined;
	});
	addRoute(app, testModelRoute, ({ identity, signal }) => testModel(deps, { identity }, signal));
	const closing = new AbortController();
	const test = async () => void testInstalled(deps, closing.signal);
	if (isThread) app.addHook("onReady", test);
	else app.addHook("onListen", test);
	app.addHook("preClose", async () => closing.abort());
}
