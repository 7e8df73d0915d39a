import type { Audit } from "@webhand/audit/chain/audit";
import type { AuditFact } from "@webhand/audit/chain/chain";
import { outcomeId, plainFact } from "@webhand/audit/chain/chain";
import { runCommand } from "@webhand/contracts/tools/executions";
import { auditOutcomeOf } from "./policy.ts";
import type { StoredExecution } from "./store.ts";

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

/**
 * Writes the end of a command into the audit: an outcome where it had an intent, else a note. The same row again is the same fact.
 *
 * @throws AppError AUDIT_UNAVAILABLE
 */
export async function settleEnd(
	audit: Pick<Audit, "append">,
	row: StoredExecution,
	{ hasIntent, at }: { readonly hasIntent: boolean; readonly at: Date },
): Promise<void> {
	const bytes = row.bytes.stdout + row.bytes.stderr;
	const fact = { ...factOf(row, at), bytes, outcome: auditOutcomeOf(row.state) };
	await audit.append({ ...fact, id: outcomeId(row._id), kind: hasIntent ? "outcome" : "note" });
}
