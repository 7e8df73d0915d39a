import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { AgentResult, ToolResult } from "@webhand/contracts/tools/agent-events";
import { approvalOf, toolOfModel } from "@webhand/contracts/tools/server-tools";
import type { AgentSession } from "@webhand/contracts/tools/workspaces";
import { once } from "@webhand/page/once";
import { textsOfResult } from "../../policy/facts/result-texts.ts";
import { holdsOrders } from "../../policy/gate/injection.ts";
import type { ModelTurn, StoredTurn, TurnCall } from "./task.ts";

/** Limits of a server-run task. Sizes in characters of text. */
export const loopLimits = {
	activePerUser: 5,
	callsAtOnce: 4,
	callsPerTurn: 16,
	/** Longer arguments are refused, and not stored. */
	argumentBytes: 2_000_000,
	answerCharacters: 65_536,
	takeovers: 10,
} as const;

/** The status of a session as that of a task, for its chat. @throws never */
export function taskStatusOf(status: AgentSession["status"]): TaskStatus {
	switch (status) {
		case "idle":
		case "running":
			return "executing";
		case "waiting_approval":
			return "needs_user_input";
		case "complete":
			return "completed";
		case "error":
			return "failed";
		case "cancelled":
			return "cancelled";
	}
}

/** True where a session works or waits for its user. */
export function isActive({ status }: Pick<{ readonly status: AgentSession["status"] }, "status">): boolean {
	return status === "running" || status === "waiting_approval";
}

/** What a turn of the model does next. `indexes` are those of its calls. */
export type NextCalls =
	| { readonly kind: "none" }
	| { readonly kind: "run"; readonly indexes: readonly number[] }
	| { readonly kind: "ask"; readonly indexes: readonly number[] }
	| { readonly kind: "wait"; readonly indexes: readonly number[] };

/**
 * The next calls of a turn: those without a question, four at once; then all of the tier batch, and those that only need a grant, together; then each individual one
 * by itself. Permitted ones run before more is asked for.
 *
 * @throws never
 */
export function nextCallsOf({ calls }: Pick<ModelTurn, "calls">): NextCalls {
	const of = (test: (call: TurnCall) => boolean) => calls.flatMap((call, index) => (test(call) ? [index] : []));
	const permitted = of(({ state }) => state === "permitted");
	const auto = permitted.filter((index) => calls[index]?.tier === "auto");
	if (auto.length > 0) return { kind: "run", indexes: auto.slice(0, loopLimits.callsAtOnce) };
	// Changes run one after the other, in the order of the model.
	if (permitted[0] !== undefined) return { kind: "run", indexes: [permitted[0]] };
	const waiting = of(({ state }) => state === "waiting");
	if (waiting.length > 0) return { kind: "wait", indexes: waiting };
	const batch = of(({ state, tier }) => state === "said" && (tier === "batch" || tier === "auto"));
	if (batch.length > 0) return { kind: "ask", indexes: batch };
	const [single] = of(({ state }) => state === "said");
	return single === undefined ? { kind: "none" } : { kind: "ask", indexes: [single] };
}

const sameCallsTold = 3;

/** How a repetition is answered: the third equal turn in a row hears of it and is not run, the fourth ends the task. @throws never */
export function repetitionOf(turns: readonly StoredTurn[]): "none" | "tell" | "end" {
	const newest = turns.at(-1);
	if (newest?.kind !== "model" || newest.calls.length === 0) return "none";
	let equal = 0;
	for (const turn of turns.toReversed()) {
		if (turn.kind !== "model" || keyOf(turn) !== keyOf(newest)) break;
		equal += 1;
	}
	return equal < sameCallsTold ? "none" : equal === sameCallsTold ? "tell" : "end";
}

const keyOf = ({ calls }: ModelTurn) => JSON.stringify(calls.map(({ call }) => [call.function.name, call.function.arguments]));

/** What a model reads instead of the result of a call that it repeats. */
export const repeatedWords = "You made the same call three times in a row. Do something else, or answer.";

/**
 * How a task ends whose newest turn has an answer and no calls: with that answer, or with an error where the answer says that it failed, or
 * the newest change since the order failed or was refused. Reads after that change repair nothing.
 *
 * @param turns oldest first
 * @throws never
 */
export function endingOf(turns: readonly StoredTurn[]): Omit<AgentResult, "stepsCompleted"> {
	const answer = turns.at(-1);
	const response = answer?.text ?? "";
	if (answer?.kind === "model" && answer.isFailure === true) return { status: "error", error: response };
	const since = turns.slice(turns.findLastIndex(({ kind }) => kind === "user") + 1);
	const changes = since.flatMap((turn) => (turn.kind === "model" ? turn.calls.filter(isChange) : []));
	// Calls of one turn may end in any order.
	const newest = changes.toSorted((a, b) => (a.finishedAt?.getTime() ?? 0) - (b.finishedAt?.getTime() ?? 0)).at(-1)?.result;
	if (newest === undefined || newest.ok) return { status: "complete", response };
	return { status: "error", response, error: `The last change or command did not work. ${textOfResult(newest)}` };
}

/** True for a call that is no read, also where it was refused before it ran. A repeated call was counted before. */
function isChange({ call: { function: called }, tier, result }: TurnCall): boolean {
	if (result?.ok === false && result.error === repeatedWords) return false;
	const { name } = called;
	const known = toolOfModel(name);
	const asks = tier ?? (known === undefined ? "auto" : approvalOf(known.name));
	return asks !== "auto";
}

/** What a result says, in words for a person. @throws never */
export function textOfResult(result: ToolResult): string {
	return result.ok ? JSON.stringify(result.data ?? null) : result.error;
}

/** True where a result that the task read gives orders to an agent. @throws never */
export function givesOrders(turns: readonly StoredTurn[]): boolean {
	return turns.some((turn) => turn.kind === "model" && turn.calls.some(({ result }) => result !== undefined && isOrder(result)));
}

// A result stays the same, and may be long.
const isOrder = once((result: ToolResult) => holdsOrders(textsOfResult(result)));
