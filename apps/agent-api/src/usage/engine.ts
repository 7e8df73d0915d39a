import type { UsageQuery, UsageReply, UsageRow } from "@webhand/contracts/agent/usage";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { UsageStore } from "./store.ts";

/** What reading the usage needs. */
export type UsageDeps = { readonly usage: UsageStore };

/** What the tenant's model calls used. @throws AppError FORBIDDEN */
export async function readUsage(
	{ usage }: UsageDeps,
	{ identity, query }: { readonly identity: Pick<Identity, "tenantId" | "roles">; readonly query: UsageQuery },
): Promise<UsageReply> {
	if (!identity.roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see what the tenant used");
	const rows = await usage.sum(identity.tenantId, query);
	return { ...query, rows, total: totalOf(rows) };
}

function totalOf(rows: readonly UsageRow[]): UsageReply["total"] {
	const sum = (part: "promptTokens" | "completionTokens" | "calls" | "steps") => rows.reduce((total, row) => total + row[part], 0);
	const cachedTokens = rows.reduce((total, row) => total + (row.cachedTokens ?? 0), 0);
	const priced = rows.filter((row) => row.usd !== undefined);
	return {
		promptTokens: sum("promptTokens"),
		completionTokens: sum("completionTokens"),
		calls: sum("calls"),
		steps: sum("steps"),
		...(cachedTokens === 0 ? {} : { cachedTokens }),
		...(rows.some((row) => row.estimated === true) ? { estimated: true } : {}),
		...(priced.length === 0 ? {} : { usd: priced.reduce((total, row) => total + (row.usd ?? 0), 0) }),
	};
}
