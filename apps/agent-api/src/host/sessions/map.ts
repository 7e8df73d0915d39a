import type { WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { runCommand } from "@webhand/contracts/tools/executions";
import { lineOfCall } from "@webhand/contracts/tools/server-tools";
import type { AgentSessionRow, agentSessionRoute } from "@webhand/contracts/tools/sessions";
import type { AgentSession } from "@webhand/contracts/tools/workspaces";
import { defined } from "../../shared/defined.ts";
import type { ServerTaskState } from "../../shared/task.ts";
import { newestOf, titleOf } from "./policy.ts";
import type { TaskHistory } from "./ports.ts";
import type { StoredAgentSession, ToolCallRow } from "./store.ts";

/** The names of workspaces by id. */
export type WorkspaceNames = ReadonlyMap<WorkspaceId, string>;

/** The fields of 004's AgentSession. */
export function agentSessionOf(row: StoredAgentSession): AgentSession {
	return {
		id: row._id,
		user_id: row.userId,
		workspace: row.workspaceId,
		created_at: row.createdAt.toISOString(),
		last_used_at: row.lastUsedAt.toISOString(),
		status: row.status,
	};
}

function commonOf(row: StoredAgentSession, names: WorkspaceNames): Omit<AgentSessionRow, "messageCount" | "toolCallCount"> {
	return {
		...agentSessionOf(row),
		workspaceId: row.workspaceId,
		task: row.task?.text ?? "Your own actions on the server host",
		title: titleOf(row, names),
		currentStep: row.task?.step ?? 0,
		createdAt: row.createdAt.toISOString(),
		updatedAt: row.updatedAt.toISOString(),
	};
}

/** A session in a list. */
export function listedOf(row: StoredAgentSession, names: WorkspaceNames): AgentSessionRow {
	const { task } = row;
	return { ...commonOf(row, names), messageCount: task?.messageCount ?? 0, toolCallCount: task?.callCount ?? row.toolCallCount };
}

/** What a session shows beside its row: its calls, newest first, up to one more than a reply holds; exit codes of its commands by id. */
type Shown = {
	readonly calls: readonly ToolCallRow[];
	readonly names: WorkspaceNames;
	readonly exitCodes?: ReadonlyMap<string, number>;
};

export function detailOf(row: StoredAgentSession, { calls, names, exitCodes = new Map() }: Shown): ReplyOf<typeof agentSessionRoute> {
	const { page, hasMoreBefore } = newestOf(calls);
	const inOrder = page.toReversed();
	return {
		...commonOf(row, names),
		schemaVersion: 1,
		session_id: row._id,
		messages: [],
		toolCalls: inOrder.map(({ _id, name, arguments: given, result, status, at, durationMs }) => ({
			id: _id,
			name,
			arguments: given,
			status,
			timestamp: at.toISOString(),
			durationMs,
			...defined({ result }),
		})),
		pendingApprovals: [],
		diffs: inOrder.flatMap(({ diffs = [] }) => [...diffs]).slice(-newestDiffs),
		executions: inOrder.flatMap((call) => executionOf(call, exitCodes)),
		hasMoreBefore,
	};
}

/** A call that ran. A command or an MCP call is known by its own row, which holds its end; the state when it was sent says nothing later. */
function executionOf({ _id, name, arguments: given, result, status, at }: ToolCallRow, exitCodes: ReadonlyMap<string, number>) {
	if (status !== "completed") return [];
	const args = argumentsIn(given);
	const sent = args["executionId"] ?? args["callId"];
	const id = String(sent ?? _id);
	const outputPreview = sent !== undefined || name === runCommand.name ? undefined : result;
	return [{ id, command: lineOfCall(name, args), timestamp: at.toISOString(), ...defined({ exitCode: exitCodes.get(id), outputPreview }) }];
}

/** Long arguments were cut when they were kept, and are no JSON since. */
function argumentsIn(text: string): Readonly<Record<string, unknown>> {
	try {
		return JSON.parse(text) as Readonly<Record<string, unknown>>;
	} catch {
		return {};
	}
}

/** The same of a server-run task: what its turns hold, and the diffs of its calls. */
export function taskDetailOf(
	row: StoredAgentSession & { readonly task: ServerTaskState },
	calls: readonly ToolCallRow[],
	history: TaskHistory & { readonly hasMoreBefore: boolean },
): ReplyOf<typeof agentSessionRoute> {
	const { diffs, ...detail } = detailOf(row, { calls, names: new Map() });
	const { settings, result } = row.task;
	return { ...detail, diffs, ...history, settings, ...defined({ result }) };
}

const newestDiffs = 200;
