import { answerRoute, cancelRoute, runStateRoute } from "@webhand/contracts/agent/runs";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { sendStored } from "../idempotency.ts";
import type { RunDeps } from "./engine.ts";
import { answerRun, cancelRun, readRun } from "./engine.ts";

/** `/agent/run/:runId`: state, answer, cancel. */
export function addRuns(app: FastifyInstance, deps: RunDeps): void {
	addRoute(app, runStateRoute, ({ identity, params }) => readRun(deps, { identity, runId: params.runId }));
	addRoute(app, answerRoute, async ({ identity, params, headers, body, request, reply }) => {
		const key = headers["idempotency-key"];
		request.facts["taskId"] = params.runId;
		await sendStored(reply, await answerRun(deps, { identity, runId: params.runId, body, ...(key === undefined ? {} : { key }) }));
	});
	addRoute(app, cancelRoute, ({ identity, params, request }) => {
		request.facts["taskId"] = params.runId;
		return cancelRun(deps, { identity, runId: params.runId });
	});
}
