import { runCommand } from "@webhand/contracts/tools/executions";
import { readServerOrder } from "@webhand/rules/server-order";
import type { SaidCall } from "../../../decider/conversation.ts";
import { isTooLong } from "../../../decider/llm/provider/trouble.ts";
import type { Decider, Usage } from "../../../decider/port.ts";
import { modelNameOf } from "../../../shared/tool-names.ts";
import { textOfResult } from "../policy.ts";
import type { StoredCall, StoredTurn } from "../task.ts";
import type { PromptParts } from "./prompt.ts";
import { promptOf } from "./prompt.ts";

/** What comes next in a task. `usage` where a model was asked; `isFailure`: the text says why the order is not carried out. */
export type Thought = {
	readonly text: string;
	readonly calls: readonly SaidCall[];
	readonly usage?: Usage;
	readonly isFailure?: true;
};

type Given = Omit<PromptParts, "contextTokens"> & { readonly onText: (piece: string) => void };

/**
 * Decides the next calls, or the answer: by the tenant's model, else by the literal clauses of the order.
 *
 * @throws AppError INTERNAL_ERROR with `{ reason, retryable }`
 */
export async function think(decider: Decider, given: Given, signal: AbortSignal): Promise<Thought> {
	const { conversation } = decider;
	if (conversation === undefined) {
		const thought = nextClause(given.turns);
		given.onText(thought.text);
		return thought;
	}
	const { tools, onText } = given;
	const ask = (contextTokens: number) => conversation.ask({ messages: promptOf({ ...given, contextTokens }), tools, onText }, signal);
	return await ask(conversation.contextTokens).catch((cause: unknown) => {
		if (!isTooLong(cause)) throw cause;
		return ask(Math.floor(conversation.contextTokens / 2));
	});
}

/** The next clause of the newest order, each a step of its own; a failed one ends the order. */
function nextClause(turns: readonly StoredTurn[]): Thought {
	const from = turns.findLastIndex(({ kind }) => kind === "user");
	const said = turns[from];
	const order = readServerOrder(said?.kind === "user" ? said.text : "");
	if (order.kind === "not_understood") return { text: order.message, calls: [], isFailure: true };
	const done = turns.slice(from + 1).flatMap((turn) => (turn.kind === "model" ? [turn] : []));
	const last = done.at(-1)?.calls.at(-1);
	const problem = last === undefined ? null : problemOf(last);
	if (problem !== null) {
		const failed = order.clauses[done.length - 1];
		return { text: `“${failed?.text ?? ""}” did not work. ${problem}`, calls: [], isFailure: true };
	}
	const next = order.clauses[done.length];
	if (next !== undefined) return { text: next.text, calls: [{ name: modelNameOf(next.name), arguments: JSON.stringify(next.arguments) }] };
	return { text: order.clauses.length === 1 ? "Done." : `All ${order.clauses.length} steps are done.`, calls: [] };
}

/** Why the next clause must not follow. A command that ended with another code than 0 failed, as between `&&` of a shell. */
function problemOf({ call, result }: StoredCall): string | null {
	if (result === undefined) return null;
	if (!result.ok) return textOfResult(result);
	if (call.function.name !== runCommand.modelName) return null;
	const { exitCode = 0 } = (result.data ?? {}) as { readonly exitCode?: unknown };
	return exitCode === 0 || exitCode === null ? null : `The command ended with exit code ${String(exitCode)}.`;
}
