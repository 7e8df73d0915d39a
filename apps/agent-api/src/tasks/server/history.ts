import type { ReplyOf } from "@webhand/contracts/routes";
import { lineOfCall, toolOfModel } from "@webhand/contracts/tools/server-tools";
import type { agentSessionRoute } from "@webhand/contracts/tools/sessions";
import { maskIn, maskSecrets } from "@webhand/service-kit/mask";
import type { TaskHistory } from "../../host/sessions/ports.ts";
import { defined } from "../../shared/defined.ts";
import { textOfResult } from "./policy.ts";
import type { StoredTurn, TurnCall } from "./task.ts";

type Detail = ReplyOf<typeof agentSessionRoute>;

const limits = { message: 20_000, arguments: 2_000, result: 4_000 };

/** A task's turns as a session shows them. @param turns oldest first @throws never */
export function historyOf(turns: readonly StoredTurn[]): TaskHistory {
	const calls = turns.flatMap((turn) => (turn.kind === "model" ? turn.calls.map((stored) => ({ stored, at: turn.at })) : []));
	return {
		messages: turns.flatMap(messagesOf),
		toolCalls: calls.map(({ stored, at }) => toolCallOf(stored, at)),
		pendingApprovals: calls.flatMap(({ stored: { call, state, tier } }) =>
			state === "waiting"
				? [
						{
							toolCallId: call.id,
							toolName: call.function.name,
							argsPreview: previewOf(call.function.arguments),
							tier: tier ?? "individual",
							status: "pending" as const,
						},
					]
				: [],
		),
		executions: calls.flatMap(({ stored, at }) => executionOf(stored, at)),
	};
}

function messagesOf(turn: StoredTurn): Detail["messages"] {
	const timestamp = turn.at.toISOString();
	if (turn.kind === "user") return [{ role: "user", content: turn.text, timestamp }];
	return [
		{ role: "assistant", content: cut(turn.text, limits.message), timestamp },
		...turn.calls.flatMap(({ call, result, finishedAt = turn.at }) =>
			result === undefined
				? []
				: [
						{
							role: "tool" as const,
							content: cut(JSON.stringify(result), limits.message),
							timestamp: finishedAt.toISOString(),
							toolCallId: call.id,
						},
					],
		),
	];
}

const statuses = { said: "pending", waiting: "pending", permitted: "approved", running: "running", done: "completed" } as const;

function toolCallOf(stored: TurnCall, at: Date): Detail["toolCalls"][number] {
	const { call, state, result, isRejected, startedAt, finishedAt } = stored;
	const isWrong = result !== undefined && !result.ok;
	return {
		id: call.id,
		name: call.function.name,
		arguments: previewOf(call.function.arguments),
		status: isRejected === true ? "rejected" : isWrong ? "error" : statuses[state],
		timestamp: (startedAt ?? at).toISOString(),
		...(result === undefined ? {} : { result: cut(textOfResult(result), limits.result) }),
		...(startedAt === undefined || finishedAt === undefined ? {} : { durationMs: Math.max(0, finishedAt.getTime() - startedAt.getTime()) }),
	};
}

/** A call that ran; a read of files or git is one too. */
function executionOf({ call, executionId, result, startedAt }: TurnCall, at: Date): Detail["executions"] {
	if (executionId === undefined && (startedAt === undefined || result?.ok !== true)) return [];
	const { name, arguments: given } = call.function;
	const said = (result?.data ?? {}) as { readonly exitCode?: unknown; readonly stdout?: unknown };
	const output = typeof said.stdout === "string" ? said.stdout.slice(-limits.result) : undefined;
	const told = executionId === undefined && result !== undefined ? cut(textOfResult(result), limits.result) : undefined;
	return [
		{
			id: executionId ?? call.id,
			command: cut(maskSecrets(lineOfCall(toolOfModel(name)?.name ?? name, parsed(given))), limits.arguments),
			...(typeof said.exitCode === "number" ? { exitCode: said.exitCode } : {}),
			...defined({ outputPreview: output ?? told }),
			timestamp: (startedAt ?? at).toISOString(),
		},
	];
}

/** Arguments as a person may see them later: masked and cut. */
function previewOf(text: string): string {
	return cut(JSON.stringify(maskIn(parsed(text))), limits.arguments);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null ? { ...value } : { value };
	} catch {
		return { text };
	}
}

function cut(text: string, most: number): string {
	return text.length > most ? `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}
