import type { ApprovalId, SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { Route } from "@webhand/contracts/routes";
import type { Tool, WorkspaceTool } from "@webhand/contracts/tools/define-tool";
import type { CallJob } from "@webhand/contracts/tools/internal/calls";
import { isReading, ServerTool } from "@webhand/contracts/tools/server-tools";
import type { Target } from "@webhand/contracts/tools/target";
import { requireRole } from "@webhand/service-kit/access";
import type { Identity } from "@webhand/service-kit/guard";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { defined } from "../shared/defined.ts";
import type { ApprovalDeps } from "./approvals/engine.ts";
import { runChange } from "./approvals/engine.ts";
import type { CallJobs } from "./calls/jobs.ts";
import type { AllowsHost, ToolsLevel } from "./level.ts";
import { requireHost, requireTools } from "./level.ts";
import type { AgentSessions } from "./sessions/engine.ts";
import type { Ask, AskRunner, RunnerInput } from "./upstream.ts";
import type { AuthorOf } from "./workspaces/author.ts";
import type { HistoryDeps } from "./workspaces/history.ts";
import { keepCall } from "./workspaces/history.ts";
import { redactedOf } from "./workspaces/policy.ts";

// How agent-api asks tool-runner: for whom, with which authority, and what is kept of it. The HTTP itself is in `upstream.ts`.

/** What calls to the server host need. */
export type HostDeps = {
	readonly ask: AskRunner;
	readonly level: ToolsLevel;
	readonly allowsHost: AllowsHost;
	readonly sessions: AgentSessions;
	readonly approvals: ApprovalDeps;
	readonly authorOf: AuthorOf;
	readonly history: HistoryDeps;
	readonly jobs: CallJobs;
};

/** Who calls, and with which request. */
export type Request = { readonly identity: Identity; readonly requestId: string; readonly ip: string; readonly signal: AbortSignal };

/**
 * A call of a tool into a workspace. `args` are the parsed arguments without the target; `approvalId` is the approval that a change runs
 * under: without one the call itself is its caller's decision.
 */
export type ToolCall = {
	readonly request: Request;
	readonly tool: ServerTool;
	readonly target: Target;
	readonly args: Readonly<Record<string, unknown>>;
	readonly approvalId?: ApprovalId;
};

type Act<Reply> = (ask: Ask, workspaceId: WorkspaceId) => Promise<Reply>;
/** What a job of an approved call carries of its approval and its caller. */
export type Granted = Pick<CallJob, "caller" | "workspaceId" | "sessionId" | "grant" | "requestId" | "ip">;

/** A call that needs no workspace. @throws AppError AGENT_TOOLS_DISABLED and what the runner refuses with */
export async function callAsUser<Reply>(deps: HostDeps, request: Request, act: (ask: Ask) => Promise<Reply>): Promise<Reply> {
	requireTools(deps.level);
	await requireHost(deps, request.identity);
	return await act(askAs(deps, request));
}

/** A call for operators. @throws AppError also FORBIDDEN */
export async function callAsOperator<Reply>(deps: HostDeps, request: Request, act: (ask: Ask) => Promise<Reply>): Promise<Reply> {
	requireRole(request.identity, "operator");
	requireTools(deps.level);
	return await act(askAs(deps, request));
}

/** A read of the caller's workspace that is no tool: its history does not name it. @throws AppError of the resolver and of the runner */
export async function readUnlogged<Reply>(
	deps: HostDeps,
	{ request, target }: Pick<ToolCall, "request" | "target">,
	act: Act<Reply>,
): Promise<Reply> {
	requireTools(deps.level);
	await requireHost(deps, request.identity);
	const { workspaceId, sessionId } = await deps.sessions.resolve(request.identity, target);
	return await act(askAs(deps, request, { sessionId }), workspaceId);
}

/** A call into a workspace that changes nothing. @throws AppError of the resolver, of the level and of the runner */
async function readLogged<Reply>(deps: HostDeps, { request, tool, target, args }: ToolCall, act: Act<Reply>): Promise<Reply> {
	requireTools(deps.level, tool);
	await requireHost(deps, request.identity);
	const { workspaceId, sessionId } = await deps.sessions.resolve(request.identity, target);
	const { tenantId, userId } = request.identity;
	return await keepCall(deps.history, { tenantId, userId, sessionId, workspaceId, tool, args: redactedOf(args) }, () =>
		act(askAs(deps, request, { sessionId }), workspaceId),
	);
}

/**
 * A change in a workspace under an approval. It is sent once; a client that leaves does not stop it.
 *
 * @param call `args`: the whole body as the runner parses it, which the grant covers
 * @throws AppError also GRANT_INVALID; TOOL_RUNNER_UNAVAILABLE, where the approval says whether it may have happened
 */
export async function changeUnderApproval<Reply>(
	deps: HostDeps,
	{ request, tool, target, args, approvalId }: ToolCall,
	act: (ask: Ask, workspaceId: WorkspaceId, granted: Granted) => Promise<Reply>,
): Promise<Reply> {
	requireTools(deps.level, tool);
	await requireHost(deps, request.identity);
	const { identity, requestId, ip } = request;
	const { workspaceId, sessionId } = await deps.sessions.resolve(identity, target);
	const { tenantId, userId } = identity;
	const shown = redactedOf(args);
	const wanted = { identity, requestId, tool, workspaceId, sessionId, request: args, args: shown, ...defined({ approvalId }) };
	return await keepCall(deps.history, { tenantId, userId, sessionId, workspaceId, tool, args: shown }, (onApproved) =>
		runChange(deps.approvals, wanted, (grant, usedId) => {
			onApproved(usedId);
			const { sid, limits } = identity;
			const granted = { caller: { userId, tenantId, sid, limits }, workspaceId, sessionId, grant, requestId, ip };
			return act(askAs(deps, { ...request, signal: undefined }, { sessionId, grant }), workspaceId, granted);
		}),
	);
}

/** Runs a tool that tool-runner answers at an endpoint of its own. @throws AppError as `readLogged` and `changeUnderApproval` */
export async function runInWorkspace(deps: HostDeps, tool: WorkspaceTool, call: Omit<ToolCall, "tool">): Promise<unknown> {
	const { runnerRoute } = tool;
	const inputOf = (id: WorkspaceId): object => ({ params: { id }, [runnerRoute.method === "GET" ? "query" : "body"]: call.args });
	const run = isReading(tool, call.args) ? readLogged<unknown> : changeUnderApproval<unknown>;
	const named = { ...call, tool: ServerTool.parse(tool.name) };
	return await run(deps, named, (ask, id) => ask<Route>(runnerRoute, inputOf(id) as RunnerInput<Route>));
}

/** The whole arguments of a call: what was given, what is always the same, and who commits. @throws AppError AUTH_UNAVAILABLE */
export async function wholeArguments(
	{ authorOf }: Pick<HostDeps, "authorOf">,
	{ identity, signal }: Pick<Request, "identity" | "signal">,
	{ tool, given }: { readonly tool: Tool; readonly given: Readonly<Record<string, unknown>> },
): Promise<Readonly<Record<string, unknown>>> {
	const whole = { ...tool.fixed, ...given };
	return tool.added === undefined ? whole : { ...whole, author: await authorOf(identity, signal) };
}

type Asker = Omit<Request, "signal"> & { readonly signal: AbortSignal | undefined };

/** Asks as the caller of a request, whatever the level of this installation. */
export const askAs =
	(
		{ ask }: Pick<HostDeps, "ask">,
		{ identity, requestId, ip, signal }: Asker,
		more: { readonly sessionId?: SessionId; readonly grant?: string } = {},
	): Ask =>
	(route, input) =>
		ask({ identity, requestId, ip, ...defined({ signal }), ...more }, route, input);

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
	deps: HostDeps,
	[route, runnerRoute]: readonly [route: R, runnerRoute: Answering<R>],
): void {
	addRoute<Route>(app, route, ({ params, query, body, identity, ...received }) => {
		const request = requestOf({ ...received, identity: identity as Identity });
		return callAsOperator(deps, request, (ask) => ask<Route>(runnerRoute, defined({ params, query, body }) as RunnerInput<Route>));
	});
}
