import { interactRoute } from "@webhand/contracts/agent/interact";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { sendStored } from "../idempotency.ts";
import { runStep } from "./engine.ts";
import type { StepDeps } from "./ports.ts";

/** `POST /api/agent/interact`. */
export function addSteps(app: FastifyInstance, deps: StepDeps): void {
	addRoute(app, interactRoute, async ({ headers, body, identity, request, reply, signal }) => {
		const key = headers["idempotency-key"];
		if (body.taskId !== undefined) request.facts["taskId"] = body.taskId;
		const step = await runStep(deps, { identity, body, ...(key === undefined ? {} : { key }) }, signal);
		request.facts = { ...request.facts, taskId: step.taskId, stepIndex: step.stepIndex };
		if (step.line !== undefined) request.log.info(step.line, "step");
		await sendStored(reply, step);
		if (step.line !== undefined) deps.keepPage({ identity, taskId: step.taskId, stepIndex: step.stepIndex, text: body.dom });
	});
}
