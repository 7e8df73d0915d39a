import type { TenantId } from "@webhand/contracts/ids";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Audit } from "../audit/engine.ts";
import { outcomeOf } from "../calls/policy.ts";

/** Who changes a workspace, by which request. */
export type Actor = { readonly identity: Identity; readonly requestId: string; readonly ip: string };

/** A change as the audit tells of it; `target` is the folder or the workspace. */
export type WorkspaceAction = {
	readonly tenantId: TenantId;
	readonly action: "workspace.add" | "workspace.change" | "workspace.remove" | "workspace.trust_git";
	readonly target: string;
	readonly args: Readonly<Record<string, unknown>>;
};

/**
 * Does a change of a workspace between its two rows in the audit. `act` calls `intend` once everything is checked, before the effect; what
 * is refused earlier leaves one row in the chain of the tenant.
 *
 * @throws what `act` throws; AppError AUDIT_UNAVAILABLE
 */
export async function recorded<Result>(
	{ audit, now }: { readonly audit: Audit; readonly now: () => Date },
	{ actor, action }: { readonly actor: Actor; readonly action: WorkspaceAction },
	act: (intend: (id: WorkspaceId) => Promise<void>) => Promise<Result>,
): Promise<Result> {
	const { identity, requestId, ip } = actor;
	const about = {
		...action,
		...{ userId: identity.userId, sid: identity.sid, ip, requestId, sessionId: null, argsHash: null, approvalId: null },
		...{ bytes: null, beforeHash: null, afterHash: null },
	};
	let chain: WorkspaceId | "tenant" = "tenant";
	const write = (kind: "intent" | "outcome" | "denied", outcome: string | null, reason: string | null = null) => {
		const approved = kind !== "denied";
		const row = { ...about, chain, kind, at: now(), outcome, reason, approved, decidedBy: approved ? ("caller" as const) : null };
		return audit.append(row);
	};
	try {
		const result = await act(async (id) => {
			chain = id;
			await write("intent", null);
		});
		await write("outcome", "ok");
		return result;
	} catch (cause) {
		const code = cause instanceof AppError ? cause.code : "INTERNAL_ERROR";
		// Without the audit there is nowhere to write that it could not be written.
		if (code === "AUDIT_UNAVAILABLE") throw cause;
		const reason = cause instanceof AppError ? cause.details?.["reason"] : undefined;
		await write(chain === "tenant" ? "denied" : "outcome", outcomeOf(code), typeof reason === "string" ? reason : null);
		throw cause;
	}
}
