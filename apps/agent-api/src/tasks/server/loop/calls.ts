import type { LoopEvent, ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import { runCommand } from "@webhand/contracts/tools/executions";
import { callMcpTool } from "@webhand/contracts/tools/mcp";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { maskSecrets } from "@webhand/service-kit/mask";
import type { AgentCaller, PreparedCall, RefusedCall } from "../../../host/tools/ports.ts";
import { cutOff } from "../../../host/tools/recover.ts";
import { fitted } from "../../../host/tools/result.ts";
import { defined } from "../../../shared/defined.ts";
import { Left } from "../../../shared/left.ts";
import { nextCallsOf, repeatedWords, repetitionOf } from "../policy.ts";
import type { ModelTurn, TurnCall } from "../task.ts";
import type { LoopDeps } from "./ports.ts";
import type { TaskWork } from "./work.ts";
import { modelTurnOf, withCalls } from "./work.ts";

/**
 * What the calls of a turn came to: all have a result, some wait for their user, or an approval expired. `heldToken` is the sealed token from
 * before the user was asked: an answer may have brought another one since.
 */
export type CallsEnd = { readonly kind: "done" | "expired" } | { readonly kind: "waiting"; readonly heldToken: string | undefined };

/** Tools whose output can be followed: their start is told with the id of the execution. */
const followed: ReadonlySet<string> = new Set([runCommand.name, callMcpTool.name]);

/**
 * Brings the calls of the newest turn to their results: refuses what no tool answers, runs what may run, asks for the rest.
 *
 * @throws LeaseLost, SignedOut
 */
export async function runCalls(deps: LoopDeps, work: TaskWork): Promise<CallsEnd> {
	await settleCutOff(deps, work);
	await prepareAll(deps, work);
	for (;;) {
		work.signal.throwIfAborted();
		const heldToken = work.task().task.sealedToken;
		const next = nextCallsOf(turnOf(work));
		switch (next.kind) {
			case "none":
				return { kind: "done" };
			case "run":
				await runSome(deps, work, next.indexes);
				break;
			case "ask":
				if (await askFor(deps, work, next.indexes)) return { kind: "waiting", heldToken };
				break;
			case "wait": {
				const end = await readDecisions(deps, work, next.indexes);
				if (end === "waiting") return { kind: "waiting", heldToken };
				if (end === "expired") return { kind: "expired" };
			}
		}
	}
}

function turnOf(work: TaskWork): ModelTurn {
	const turn = modelTurnOf(work);
	if (turn === null) throw new TypeError("the newest turn is not the model's");
	return turn;
}

/** Calls that were sent before a crash are not sent again: what became of them is read, or told as unknown. */
async function settleCutOff(deps: LoopDeps, work: TaskWork): Promise<void> {
	for (const [index, stored] of turnOf(work).calls.entries()) {
		if (stored.state !== "running") continue;
		const caller = work.caller(await work.identify());
		const prepared = await prepare(deps, caller, stored);
		const { approvalId, startedAt = deps.now() } = stored;
		const given = "tool" in prepared ? await deps.tools.recover(caller, prepared, { approvalId, startedAt }) : cutOff.unknown;
		await finish(deps, work, { index, given });
	}
}

/** Reads each new call: what no tool answers gets its refusal at once, the others their tier. */
async function prepareAll(deps: LoopDeps, work: TaskWork): Promise<void> {
	const turn = turnOf(work);
	if (turn.calls.every(({ state, tier }) => state !== "said" || tier !== undefined)) return;
	const caller = work.caller(await work.identify());
	const isRepeated = repetitionOf(work.turns()) === "tell";
	const changes = new Map<number, Partial<TurnCall>>();
	const events: LoopEvent[] = [];
	for (const [index, stored] of turn.calls.entries()) {
		if (stored.state !== "said" || stored.tier !== undefined) continue;
		const refusal = isRepeated ? repeatedWords : stored.refusal;
		const prepared = refusal === undefined ? await prepare(deps, caller, stored) : refusedBy(stored, refusal);
		if ("tool" in prepared) {
			// A call of an MCP tool needs a grant, also where nobody is asked.
			const isFree = prepared.approval === "auto" && prepared.tool !== callMcpTool.name;
			changes.set(index, { tier: prepared.approval, ...(isFree ? { state: "permitted" } : {}) });
			continue;
		}
		changes.set(index, { state: "done", result: prepared.result, finishedAt: deps.now() });
		events.push({ type: "tool_complete", tool_call_id: stored.call.id, result: prepared.result });
	}
	await work.save({ turn: withCalls(turn, changes), events });
}

function refusedBy({ call }: TurnCall, error: string): RefusedCall {
	return { call, result: { ok: false, error } };
}

async function prepare(deps: LoopDeps, caller: AgentCaller, { call }: TurnCall): Promise<PreparedCall | RefusedCall> {
	try {
		return await deps.tools.prepare(caller, call);
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code === "UNAUTHORIZED") throw cause;
		return { call, result: { ok: false, error: `${cause.code}: ${cause.message}` } };
	}
}

/** Runs calls side by side; their results are told in the order of the calls. */
async function runSome(deps: LoopDeps, work: TaskWork, indexes: readonly number[]): Promise<void> {
	const caller = work.caller(await work.identify());
	const before = turnOf(work);
	const ready = await Promise.all(
		indexes.flatMap((index) => {
			const stored = before.calls[index];
			return stored === undefined ? [] : [prepare(deps, caller, stored).then((prepared) => ({ index, stored, prepared }))];
		}),
	);
	const startedAt = deps.now();
	const told = ready.filter(({ prepared }) => !("tool" in prepared) || !followed.has(prepared.tool));
	await work.save({
		turn: withCalls(before, new Map(ready.map(({ index }) => [index, { state: "running", startedAt }]))),
		events: told.map(({ stored }): LoopEvent => ({ type: "tool_start", tool_call: stored.call })),
	});
	await failpoint("loop.before_run");
	let telling = Promise.resolve();
	const results = ready.map(({ index, stored, prepared }) => {
		if (!("tool" in prepared)) return Promise.resolve<ToolResult>(prepared.result);
		const onExecution = (executionId: string) => {
			telling = telling.then(() => tellStart(work, index, executionId));
		};
		return deps.tools
			.run(caller, prepared, { ...defined({ approvalId: stored.approvalId }), onExecution })
			.catch((cause: unknown): ToolResult => {
				if (cause instanceof Left) throw cause;
				deps.log.warn({ err: cause, tool: prepared.tool }, "a tool call failed");
				return { ok: false, error: work.signal.aborted ? "Cancelled" : "The call failed inside the server" };
			});
	});
	// A rejection of a later one is unhandled while an earlier one is awaited.
	for (const result of results) result.catch(() => undefined);
	for (const [place, result] of results.entries()) {
		const done = await result;
		await telling;
		await failpoint("loop.before_result");
		const index = ready[place]?.index ?? 0;
		await finish(deps, work, { index, given: done });
	}
}

async function tellStart(work: TaskWork, index: number, executionId: string): Promise<void> {
	const turn = turnOf(work);
	const stored = turn.calls[index];
	if (stored === undefined) return;
	const event: LoopEvent = { type: "tool_start", tool_call: stored.call, execution_id: executionId };
	await work.save({ turn: withCalls(turn, new Map([[index, { executionId }]])), events: [event] });
}

/** Stores the result of a call and tells it. */
async function finish(
	deps: LoopDeps,
	work: TaskWork,
	{ index, given }: { readonly index: number; readonly given: ToolResult },
): Promise<void> {
	const turn = turnOf(work);
	const stored = turn.calls[index];
	if (stored === undefined) return;
	const result = fitted(maskedResult(given));
	const change: Partial<TurnCall> = { state: "done", result, finishedAt: deps.now() };
	await work.save({
		turn: withCalls(turn, new Map([[index, change]])),
		events: [{ type: "tool_complete", tool_call_id: stored.call.id, result }],
	});
}

/** Asks for calls, where nothing allows them already. @returns true when the task waits now */
async function askFor(deps: LoopDeps, work: TaskWork, indexes: readonly number[]): Promise<boolean> {
	const caller = work.caller(await work.identify());
	const turn = turnOf(work);
	const prepared = await Promise.all(
		indexes.flatMap((index) => {
			const stored = turn.calls[index];
			return stored === undefined ? [] : [prepare(deps, caller, stored).then((read) => ({ index, read }))];
		}),
	);
	const changes = new Map<number, Partial<TurnCall>>();
	const events: LoopEvent[] = [];
	const refuse = (index: number, result: ToolResult) => {
		changes.set(index, { state: "done", result, finishedAt: deps.now() });
		events.push({ type: "tool_complete", tool_call_id: turn.calls[index]?.call.id ?? "", result });
	};
	for (const { index, read } of prepared) if (!("tool" in read)) refuse(index, read.result);
	const able = prepared.flatMap(({ index, read }) => ("tool" in read ? [{ index, read }] : []));
	const approvals: PendingApproval[] = [];
	try {
		const permissions = await deps.tools.permit(
			caller,
			able.map(({ read }) => read),
		);
		for (const [place, permission] of permissions.entries()) {
			const index = able[place]?.index ?? 0;
			if (permission.state === "refused") {
				refuse(index, permission.result);
				continue;
			}
			if (permission.state === "pending") approvals.push(permission.approval);
			changes.set(
				index,
				permission.state === "pending"
					? { state: "waiting", approvalId: permission.approval.id }
					: { state: "permitted", ...(permission.state === "approved" ? { approvalId: permission.approvalId } : {}) },
			);
		}
	} catch (cause) {
		if (!(cause instanceof AppError) || cause.code === "UNAUTHORIZED") throw cause;
		for (const { index } of able) refuse(index, { ok: false, error: `${cause.code}: ${cause.message}` });
	}
	if (approvals.length > 0) events.push({ type: "approval_needed", approvals });
	const isWaiting = approvals.length > 0 && ![...changes.values()].some(({ state }) => state === "permitted");
	await work.save({ turn: withCalls(turn, changes), events, ...(isWaiting ? waitFor(approvals) : {}) });
	return isWaiting;
}

/** A wait and how long it lasts. */
function waitFor(approvals: readonly Pick<PendingApproval, "id" | "expiresAt">[]) {
	const until = new Date(Math.min(...approvals.map(({ expiresAt }) => Date.parse(expiresAt))));
	return {
		status: "waiting_approval" as const,
		set: { waiting: { approvalIds: approvals.map(({ id }) => id), until }, takeovers: 0 },
	};
}

/** Goes on where all that was asked for is decided. */
async function readDecisions(deps: LoopDeps, work: TaskWork, indexes: readonly number[]): Promise<"decided" | "waiting" | "expired"> {
	const turn = turnOf(work);
	const asked = indexes.flatMap((index) => {
		const id = turn.calls[index]?.approvalId;
		return id === undefined ? [] : [{ index, id }];
	});
	const ids = asked.map(({ id }) => id);
	const decided = new Map((await deps.tools.decisions(work.task(), ids)).map((found) => [found.id, found]));
	const states = asked.map(({ index, id }) => ({ index, found: decided.get(id) }));
	if (states.some(({ found }) => found === undefined || found.reason === "expired")) return "expired";
	if (states.some(({ found }) => found?.status === "pending")) {
		await work.save(waitFor(states.flatMap(({ found }) => found ?? [])));
		return "waiting";
	}
	const changes = new Map<number, Partial<TurnCall>>();
	const events: LoopEvent[] = [];
	for (const { index, found } of states) {
		if (found?.status === "approved") {
			changes.set(index, { state: "permitted" });
			continue;
		}
		const why = found?.reason === undefined || found.reason === "" ? "" : `: ${found.reason}`;
		const result: ToolResult = { ok: false, error: `Rejected by the user${why}` };
		changes.set(index, { state: "done", isRejected: true, result, finishedAt: deps.now() });
		events.push({ type: "tool_complete", tool_call_id: turn.calls[index]?.call.id ?? "", result });
	}
	await work.save({ turn: withCalls(turn, changes), events, unset: ["waiting"] });
	return "decided";
}

/** A result without what looks like a key, a token or a password: it is stored, shown and sent to a model. @throws never */
function maskedResult(result: ToolResult): ToolResult {
	if (result.ok) return { ok: true, data: maskedTexts(result.data ?? null) };
	return { ok: false, error: maskSecrets(result.error), ...(result.data === undefined ? {} : { data: maskedTexts(result.data) }) };
}

/** Data as JSON has it, its texts masked one by one, so that no mask tears a quotation apart. */
function maskedTexts(value: unknown): unknown {
	if (typeof value === "string") return maskSecrets(value).toWellFormed();
	if (Array.isArray(value)) return value.map(maskedTexts);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskedTexts(member)]));
}
