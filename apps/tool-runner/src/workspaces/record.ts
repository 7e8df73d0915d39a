import { randomUUID } from "node:crypto";
import type { Audit } from "@webhand/audit/chain/audit";
import { outcomeId, plainFact } from "@webhand/audit/chain/chain";
import type { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { outcomeOf } from "../calls/policy.ts";

/** Who changes what operators keep, by which request. */
export type Actor = { readonly identity: Identity; readonly requestId: string; readonly ip: string };

/** A change as the audit tells of it; `target` is the folder, the workspace, the rule or the MCP server. */
export type RecordedAction = {
	readonly tenantId: TenantId;
	readonly action:
		| ("workspace.add" | "workspace.change" | "workspace.remove" | "workspace.trust_git")
		| ("command_rule.write" | "command_rule.remove")
		| `mcp_server.${string}`;
	readonly target: string;
	readonly args: Readonly<Record<string, unknown>>;
};

/**
 * Does a change between its two rows in the audit. `act` calls `intend` with their chain once everything is checked, before the effect;
 * what is refused earlier leaves one row in the chain of the tenant.
 *
 * @throws what `act` throws; AppError AUDIT_UNAVAILABLE
 */
export async function recorded<Result>(
	{ audit, now }: { readonly audit: Audit; readonly now: () => Date },
	{ actor, action }: { readonly actor: Actor; readonly action: RecordedAction },
	act: (intend: (chain: WorkspaceId | "tenant") => Promise<void>) => Promise<Result>,
): Promise<Result> {
	const { identity, requestId, ip } = actor;
	const about = {
		...plainFact,
		...action,
		userId: identity.userId,
		sid: identity.sid,
		ip,
		requestId,
	};
	const id = randomUUID();
	let chain: WorkspaceId | "tenant" = "tenant";
	let isIntended = false;
	const rowOf = (kind: "intent" | "outcome" | "denied", outcome: string | null, reason: string | null = null) => {
		const approved = kind !== "denied";
		return { ...about, chain, kind, at: now(), outcome, reason, approved, decidedBy: approved ? ("caller" as const) : null };
	};
	const settle = (outcome: string, reason?: string | null) => audit.settle({ ...rowOf("outcome", outcome, reason), id: outcomeId(id) });
	try {
		const result = await act(async (wanted) => {
			await audit.append({ ...rowOf("intent", null), chain: wanted, id });
			chain = wanted;
			isIntended = true;
		});
		await settle("ok");
		return result;
	} catch (cause) {
		const { code, details } = cause instanceof AppError ? cause : { code: "INTERNAL_ERROR" as const, details: undefined };
		const reason = typeof details?.["reason"] === "string" ? details["reason"] : null;
		if (isIntended) await settle(outcomeOf(code), reason);
		// Without the audit there is nowhere to write that it could not be written.
		else if (code !== "AUDIT_UNAVAILABLE") await audit.refuse(rowOf("denied", outcomeOf(code), reason));
		throw cause;
	}
}
