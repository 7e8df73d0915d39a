import type { Action } from "@webhand/contracts/action/grammar";
import type { Verification } from "@webhand/contracts/agent/task";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import { AppError } from "@webhand/service-kit/errors";
import { defined } from "../../shared/defined.ts";
import type { LeasedTask, OpenQuestion, StepRow, Task } from "../../shared/task.ts";
import type { AdmittedStep } from "../step/admission.ts";
import { unsealStep } from "../step/commit/seal.ts";
import type { StepCall, StepDeps } from "../step/ports.ts";
import type { CallState, OfferedTool } from "./ports.ts";
import { stepCallIdOf } from "./ports.ts";

/** A request of a task that may use the server host. */
type Hosted = { readonly call: Pick<StepCall, "host">; readonly task: Pick<Task, "_id" | "workspaceId"> };

/** Calls of a task whose results a turn holds. */
const mostResults = 4;

/** What a task knows of the server host in one step. `results` are the newest, by the index of their step. */
export type HostView = { readonly tools: readonly OfferedTool[] | undefined; readonly results: ReadonlyMap<number, ToolResult> };

/** The tools that a task may use, and what its newest calls came to. Nothing is asked for a task without a workspace. */
export async function hostOf({ server }: Pick<StepDeps, "server">, { call, task }: Hosted, past: readonly StepRow[]): Promise<HostView> {
	const { host } = call;
	const { workspaceId } = task;
	if (host === undefined || workspaceId === undefined || workspaceId === null) return { tools: undefined, results: new Map() };
	const rows = past.filter(({ serverCall }) => serverCall !== undefined).slice(-mostResults);
	const [tools, found] = await Promise.all([
		server.toolsFor(host, workspaceId),
		server.resultsOf(
			host.identity,
			rows.flatMap(({ serverCall }) => serverCall?.id ?? []),
		),
	]);
	const results = rows.flatMap(({ stepIndex, serverCall }) => {
		const result = found.get(serverCall?.id ?? "");
		return result === undefined ? [] : [[stepIndex, result] as const];
	});
	return { tools: tools.length === 0 ? undefined : tools, results: new Map(results) };
}

/** Calls the tool that the newest step is, or looks what became of it; null where that step is none, or has its verdict. */
export async function settleNewest(
	deps: Pick<StepDeps, "server" | "sealer">,
	{ call, task }: Hosted,
	past: readonly StepRow[],
): Promise<CallState | null> {
	const row = past.at(-1);
	if (row?.serverCall === undefined || row.verification !== undefined) return null;
	const { parsed } = { ...row, ...unsealStep(row, deps.sealer) };
	if (parsed.name !== "server") return null;
	const { tool, arguments: args } = parsed;
	return await deps.server.settle({ ...reachOf({ call, task }), ...row.serverCall, tool, arguments: args });
}

/** Where a call of a task goes. @throws AppError AGENT_TOOLS_DISABLED for a request that has no way there */
function reachOf({ call: { host }, task: { _id, workspaceId } }: Hosted) {
	if (host === undefined || workspaceId === undefined || workspaceId === null)
		throw new AppError("AGENT_TOOLS_DISABLED", "This task has no workspace", { retryAfterSeconds: 60 });
	return { request: host, taskId: _id, workspaceId };
}

/** The question that a call needs first, as its pending approval; null for a call that may go ahead. */
export async function askFirst(deps: Pick<StepDeps, "server">, hosted: Hosted & { readonly task: Task }, action: Action) {
	if (action.name !== "server") return null;
	const { tool, arguments: args } = action;
	const id = stepCallIdOf(hosted.task._id, hosted.task.stepCount);
	return await deps.server.ask({ ...reachOf(hosted), id, tool, arguments: args, ...defined({ secrets: hosted.task.secrets }) });
}

/**
 * The task with the decision on its open question about the server host, wherever that was given: as an answer to the question, or for the
 * approval itself.
 */
export async function withDecision(
	{ server, now }: Pick<StepDeps, "server" | "now">,
	{ host }: Pick<StepCall, "host">,
	admitted: AdmittedStep,
): Promise<AdmittedStep> {
	const { question } = admitted.task;
	const held = question?.held?.server;
	if (question === null || held === undefined || host === undefined) return admitted;
	const { given } = question;
	const isMeant = given?.approved !== undefined;
	const { status, reason } = isMeant
		? await server.decide(host, { id: held.approvalId, isApproved: given.approved === true })
		: await server.approvalOf(host, held.approvalId);
	if (status === "pending") return admitted;
	const isApproved = status === "approved";
	const answer: OpenQuestion["given"] =
		isMeant && given.approved === isApproved
			? given
			: { approved: isApproved, at: now(), ...defined({ answer: isMeant ? undefined : reason }) };
	const task: LeasedTask = { ...admitted.task, question: { ...question, given: answer } };
	return { ...admitted, task };
}

/** The verdict on a call of the server host: its result, never the page. @throws never */
export function verdictOfCall({ stepIndex }: Pick<StepRow, "stepIndex">, result: ToolResult): Verification {
	const seen = result.ok ? "server_result" : `server_error ${result.error.slice(0, 300)}`;
	return { stepIndex, verdict: result.ok ? "success" : "failure", confidence: 1, by: "facts", observations: [seen] };
}
