import type { StartRequest, StepRequest } from "@webhand/contracts/agent/runs";
import { answerRoute, cancelKeyRoute, cancelRoute, runStateRoute, startRoute, stepRoute } from "@webhand/contracts/agent/runs";
import { maskPageAddress, maskSnapshotAddresses } from "@webhand/page/parse/addresses";
import { maskSnapshotValues } from "@webhand/page/parse/snapshot-secrets";
import { maskUrl } from "@webhand/page/read/sensitive";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { hide } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { sendStored } from "../../shared/idempotency.ts";
import type { StepReply as EngineReply } from "../step/ports.ts";
import { answerRun } from "./answer.ts";
import type { RunDeps } from "./engine.ts";
import { cancelKey, cancelRun, readRun, startRun } from "./engine.ts";
import { stepRun } from "./step.ts";

/** `/agent/run/*`: start, step, answer, cancel, state. */
export function addRuns(app: FastifyInstance, deps: RunDeps): void {
	addRoute(app, startRoute, async ({ identity, requestId, headers, body: given, request, reply }) => {
		const key = headers["idempotency-key"];
		const body = withoutSecrets(given);
		const started = await startRun(deps, { identity, body, host: { identity, requestId, ip: request.ip }, ...defined({ key }) });
		request.facts["taskId"] = started.runId;
		await sendStored(reply, started);
	});
	addRoute(app, stepRoute, async ({ identity, requestId, params, headers, body: given, request, reply, signal }) => {
		const key = headers["idempotency-key"];
		const body = withoutSecrets(given);
		request.facts["taskId"] = params.runId;
		const whenTaken = async ({ taskId, stepIndex, after, secrets = [] }: EngineReply) => {
			request.log.info(await after?.(), "step");
			const text = hide(body.dom ?? JSON.stringify(body.snapshot, null, 1), secrets);
			deps.keepPage({ identity, taskId, stepIndex, text, isSnapshot: body.dom === undefined });
		};
		const whenSignedOut = request.whenSignedOut ?? undefined;
		const host = { identity, requestId, ip: request.ip };
		const call = { identity, runId: params.runId, body, host, whenTaken, ...defined({ key, whenSignedOut }) };
		const { reply: next, engine } = await stepRun(deps, call, signal);
		if (engine !== undefined) request.facts["stepIndex"] = engine.stepIndex;
		await sendStored(reply, { bytes: JSON.stringify(next), isReplay: engine?.isReplay ?? false });
	});
	addRoute(app, runStateRoute, ({ identity, params }) => readRun(deps, { identity, runId: params.runId }));
	addRoute(app, answerRoute, async ({ identity, params, headers, body, request, reply }) => {
		const key = headers["idempotency-key"];
		request.facts["taskId"] = params.runId;
		await sendStored(reply, await answerRun(deps, { identity, runId: params.runId, body, ...defined({ key }) }));
	});
	addRoute(app, cancelRoute, ({ identity, params, request }) => {
		request.facts["taskId"] = params.runId;
		return cancelRun(deps, { identity, runId: params.runId });
	});
	addRoute(app, cancelKeyRoute, ({ identity, body }) => cancelKey(deps, { identity, key: body.key }));
}

type Addressed = Pick<StartRequest, "url" | "snapshot"> & Pick<StepRequest, "dom">;

/** Clients send addresses and fields as the browser has them: tokens in addresses and password values are masked before any use. */
function withoutSecrets<Body extends Addressed>(body: Body): Body {
	const { url, snapshot, dom } = body;
	return {
		...body,
		...(url === undefined ? {} : { url: maskUrl(url) }),
		...(dom === undefined ? {} : { dom: maskPageAddress(dom) }),
		...(snapshot === undefined || snapshot === null ? {} : { snapshot: maskSnapshotValues(maskSnapshotAddresses(snapshot)) }),
	};
}
