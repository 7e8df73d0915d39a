import type { AuditFact } from "@webhand/audit/chain/chain";
import { plainFact } from "@webhand/audit/chain/chain";
import type { Execution } from "@webhand/contracts/tools/executions";
import { runCommand } from "@webhand/contracts/tools/executions";
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

/** What the audit says of a command: its words, never its input or output. */
export function factOf(row: StoredExecution, at: Date): Omit<AuditFact, "kind" | "outcome"> {
	const { argv, cwd, timeoutMs, env, rule, stdin } = row.request;
	return {
		...plainFact,
		tenantId: row.tenantId,
		chain: row.workspaceId,
		workspaceId: row.workspaceId,
		at,
		userId: row.userId,
		sid: row.sid,
		ip: row.ip,
		requestId: row.requestId,
		sessionId: row.sessionId,
		action: runCommand.name,
		target: argv.join(" "),
		args: {
			executionId: row._id,
			argv,
			cwd,
			timeoutMs,
			env: env ?? {},
			rule: `${rule.name} ${rule.version}`,
			characters: stdin?.length ?? 0,
		},
		argsHash: row.approval.hash,
		approved: true,
		approvalId: row.approval.id,
		decidedBy: row.approval.by,
		reason: row.reason,
	};
}
