import type { Execution } from "@webhand/contracts/tools/executions";
import type { StoredExecution } from "./store.ts";

/** An execution as its owner sees it; `shown` is the end of its output. */
export function executionOf(row: StoredExecution, shown: StoredExecution["shown"] = row.shown): Execution {
	const { request, sessionId, workspaceId, state, createdAt, startedAt, finishedAt } = row;
	return {
		executionId: row._id,
		state,
		argv: request.argv,
		cwd: request.cwd,
		workspaceId,
		sessionId,
		rule: request.rule,
		...endingFields(row),
		...shown,
		createdAt: createdAt.toISOString(),
		startedAt: startedAt?.toISOString() ?? null,
		finishedAt: finishedAt?.toISOString() ?? null,
	};
}

/** How an execution ended, or stands. */
export function endingFields({ exitCode, signal, reason, bytes, omittedBytes, createdAt, startedAt, finishedAt }: StoredExecution) {
	const between = (from: Date | null, to: Date | null) =>
		from === null || to === null ? null : Math.max(0, to.getTime() - from.getTime());
	return {
		exitCode,
		signal,
		reason,
		bytes,
		omittedBytes,
		truncated: omittedBytes > 0,
		durationMs: between(startedAt, finishedAt),
		queuedMs: between(createdAt, startedAt),
	};
}
