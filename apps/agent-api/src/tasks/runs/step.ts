import { ActualState, InteractReply } from "@webhand/contracts/agent/interact";
import type { StepReply, StepRequest, ToolResult } from "@webhand/contracts/agent/runs";
import { viewFromSnapshot } from "@webhand/page/parse/snapshot";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { defined } from "../../shared/defined.ts";
import { questionState } from "../messages/policy.ts";
import type { StepReply as EngineReply, StepCall } from "../step/ports.ts";
import type { RunCall, RunDeps } from "./engine.ts";
import { findRun, keepingPage, refuseEnded } from "./engine.ts";
import type { Run } from "./map.ts";
import { askOf, runReplyOf } from "./map.ts";
import { keptSnapshot } from "./policy.ts";
import { inClientsTools } from "./tools.ts";

/** A step of a run: the page and the result of the last tool. */
export type RunStepCall = Omit<RunCall, "identity"> & {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "token" | "limits" | "key">;
	readonly body: StepRequest;
	readonly key?: string;
} & Pick<StepCall, "host" | "whenTaken" | "whenSignedOut">;

/** The reply to a step. `engine`: the engine's reply, where it took a step, with facts for log and traces. */
export type RunStepReply = { readonly reply: StepReply; readonly engine?: EngineReply };

/**
 * Verifies the last tool and decides the next one, through the same engine as the interact channel. Without a page it asks for one. A model
 * failure sets the run to `error` until the next step.
 *
 * @param signal ends when the client leaves
 * @throws AppError RUN_NOT_FOUND, RUN_ENDED, TASK_BUSY, STALE_STEP, IDEMPOTENCY_CONFLICT
 */
export async function stepRun(deps: RunDeps, call: RunStepCall, signal: AbortSignal): Promise<RunStepReply> {
	const run = await findRun(deps, call);
	const { snapshot, dom } = call.body;
	if (dom === undefined && (snapshot === undefined || snapshot === null)) {
		const reply = lookFirst(deps, run, call.body);
		await noteResult(deps, run, call.body);
		return { reply };
	}
	try {
		const kept = Promise.withResolvers<void>();
		// Once for each step, also where its client waits for it anew.
		const whenTaken = async (engine: EngineReply) => {
			await keepingPage(deps, run._id, keepPage(deps, call, engine));
			kept.resolve();
			await call.whenTaken?.(engine);
		};
		const engine = await deps.step(stepCallOf(deps, { ...call, whenTaken }, run), signal);
		if (!engine.isReplay) await kept.promise;
		return { reply: forClient(toldBy(engine), call.body), engine };
	} catch (cause) {
		return { reply: await replyToTrouble(deps, run, cause) };
	}
}

const toldBy = ({ bytes }: EngineReply) => runReplyOf(InteractReply.parse(JSON.parse(bytes)).data);

/** Stores a result that is reported without a page: the result of the `observe` that follows must not replace it. */
async function noteResult({ runs }: RunDeps, run: Run, { result }: StepRequest): Promise<void> {
	if (result === undefined || run.stepCount === 0) return;
	const code = result.success ? null : (reportOf(result).lastActionError?.code ?? "");
	await runs.noteResult(run.tenantId, run._id, { code, stepCount: run.stepCount });
}

/** The result for the verification: the one reported before the page, else the one that came with it. */
function resultOf({ toldResult, stepCount }: Run, result: ToolResult | undefined): ToolResult | undefined {
	if (toldResult?.stepCount !== stepCount) return result;
	if (toldResult.code !== null) return { success: false, error: toldResult.code };
	return result?.success === false ? { success: true } : result;
}

/** A client that sends snapshots gets tools and ids that it knows; one that sends `dom` knows those of the page text. */
function forClient(reply: StepReply, { snapshot, dom }: StepRequest): StepReply {
	if (reply.action !== "execute_tool" || dom !== undefined || snapshot === undefined || snapshot === null) return reply;
	return { ...reply, tool: inClientsTools(snapshot, reply.tool) };
}

/** Without a page there is no step: an open question is asked again, else the client is told to `observe`. */
function lookFirst(deps: RunDeps, run: Run, { lastStepIndex }: StepRequest): StepReply {
	refuseEnded(deps, run);
	const common = { runId: run._id, stepIndex: Math.max(0, run.stepCount - 1) };
	if (lastStepIndex !== undefined && lastStepIndex !== common.stepIndex)
		throw new AppError("STALE_STEP", "The request reports a step that is not the newest", { details: { stepIndex: common.stepIndex } });
	const { question } = run;
	if (question !== null && questionState(question, deps.now()) === "asked")
		return { ...common, status: "waiting_user", ...askOf(question) };
	return { ...common, action: "execute_tool", status: "running", tool: { name: "observe", arguments: {} } };
}

function stepCallOf(deps: RunDeps, { identity, runId, body, key, ...context }: RunStepCall, run: Run): StepCall {
	const { snapshot, dom, lastStepIndex } = body;
	const result = resultOf(run, body.result);
	return {
		identity,
		...context,
		body: {
			url: snapshot?.url ?? urlOf(dom ?? ""),
			query: run.query,
			dom: dom ?? "-",
			taskId: runId,
			batch: 0,
			...(result === undefined ? {} : reportOf(result)),
			...defined({ lastStepIndex }),
		},
		idempotency: key === undefined ? {} : { key: `run\n${key}`, bodyHash: deps.hashOf({ runId, ...body }) },
		...(dom === undefined && snapshot !== undefined && snapshot !== null ? { page: viewFromSnapshot(snapshot) } : {}),
	};
}

/** The address in the header of a page text, else `about:blank`. */
function urlOf(dom: string): string {
	const url = /^@url (\S+)/m.exec(dom.slice(0, 20_000))?.[1] ?? "";
	return URL.canParse(url) ? url : "about:blank";
}

const codeLimit = 64;

/** The result of a tool as a report to the engine. `CODE: message` keeps its code; data that is text is what a lookup found. */
function reportOf({ success, error, data, clientObservations }: ToolResult): Partial<StepCall["body"]> {
	const state = ActualState.safeParse(typeof data === "string" ? { lookup: data } : data);
	const [, code, rest] = /^([A-Z][A-Z0-9_]{2,63})(?::\s*(.*))?$/s.exec(error ?? "") ?? [];
	return {
		lastActionStatus: success ? "success" : "failure",
		lastActionResult: { success, ...(state.success ? { actualState: state.data } : {}) },
		...defined({ clientObservations }),
		...(success
			? {}
			: {
					lastActionError: { code: (code ?? "TOOL_FAILED").slice(0, codeLimit), message: rest ?? error ?? "The tool failed", action: "" },
				}),
	};
}

async function keepPage({ runs, now }: RunDeps, { identity, runId, body }: RunStepCall, engine: EngineReply): Promise<void> {
	if (toldBy(engine).action === "finish") return await runs.dropSnapshot(identity.tenantId, runId);
	if (body.snapshot === undefined || body.snapshot === null) return;
	await runs.putSnapshot(identity.tenantId, { runId, snapshot: keptSnapshot(body.snapshot, engine.secrets), at: now() });
}

/** The engine's refusals in the terms of the run channel. A failure of the provider is an error of the run, not of the request. */
async function replyToTrouble(deps: RunDeps, run: Run, cause: unknown): Promise<StepReply> {
	if (!(cause instanceof AppError)) throw cause;
	const { code, message, details } = cause;
	const stepIndex = Math.max(0, run.stepCount - 1);
	if (code === "TASK_NOT_FOUND") throw new AppError("RUN_NOT_FOUND", "There is no such run", { cause });
	if (code === "TASK_COMPLETED") throw new AppError("RUN_ENDED", "The run has ended", { cause, ...defined({ details }) });
	if (code === "MAX_STEPS_EXCEEDED") {
		await keepingPage(deps, run._id, deps.runs.dropSnapshot(run.tenantId, run._id));
		const failure = { category: "max_steps" as const, message };
		return { action: "finish", runId: run._id, stepIndex, status: "finished", success: false, stopReason: "max_steps", failure };
	}
	if (code !== "INTERNAL_ERROR" || typeof details?.["reason"] !== "string") throw cause;
	const retryable = details["retryable"] === true;
	await deps.runs.markTrouble(run.tenantId, run._id, { message, retryable, stepCount: run.stepCount });
	return { action: "error", runId: run._id, stepIndex, status: "error", error: message, retryable };
}
