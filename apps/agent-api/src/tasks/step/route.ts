import { interactRoute } from "@webhand/contracts/agent/interact";
import { maskPageAddress } from "@webhand/page/parse/addresses";
import { maskUrl } from "@webhand/page/read/sensitive";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { sendStored } from "../../shared/idempotency.ts";
import { runStep } from "./engine.ts";
import type { StepDeps, StepReply } from "./ports.ts";
import { endRunning } from "./running.ts";

/** `POST /api/agent/interact`. */
export function addSteps(app: FastifyInstance, deps: StepDeps): void {
	// A closing server waits for open requests, longer than a process may take to stop.
	app.addHook("preClose", () => endRunning(deps.running));
	addRoute(app, interactRoute, async ({ headers, body: given, identity, requestId, request, reply, signal }) => {
		const key = headers["idempotency-key"];
		// Clients send the address as the browser has it: no token in it gets past this line.
		const body = { ...given, url: maskUrl(given.url), dom: maskPageAddress(given.dom) };
		if (body.taskId !== undefined) request.facts["taskId"] = body.taskId;
		const whenTaken = async ({ taskId, stepIndex, after, secrets = [] }: StepReply) => {
			request.log.info(await after?.(), "step");
			deps.keepPage({ identity, taskId, stepIndex, text: hide(body.dom, secrets) });
		};
		const whenSignedOut = request.whenSignedOut ?? undefined;
		const host = { identity, requestId, ip: request.ip };
		const step = await runStep(deps, { identity, body, host, whenTaken, ...defined({ key, whenSignedOut }) }, signal);
		request.facts = { ...request.facts, taskId: step.taskId, stepIndex: step.stepIndex };
		await sendStored(reply, step);
	});
}
