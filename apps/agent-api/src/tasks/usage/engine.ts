import type { NearLimit, SparedUsage, TaskCounts, UsageForecast, UsageQuery, UsageReply, UsageRow } from "@webhand/contracts/agent/usage";
import { limitOf } from "@webhand/contracts/auth/limits";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { monthOf } from "../../policy/authority/spend.ts";
import { defined } from "../../shared/defined.ts";
import { dayMs } from "../../shared/retention.ts";
import type { TenantCount } from "../../shared/tenant-count.ts";
import type { CountedTasks, UsageStore } from "./store.ts";

/** What reading the usage needs. */
export type UsageDeps = {
	readonly usage: Pick<UsageStore, "sum" | "countSpared" | "countTasks">;
	readonly now: () => Date;
	/** How many rows the tenant has of what its limits count. */
	readonly counts: Readonly<Record<NearLimit["name"], Pick<TenantCount, "of">>>;
};

const nearShare = 0.9;

/** The tenant's tasks, and what their model calls used. @throws AppError FORBIDDEN */
export async function readUsage(
	{ usage, counts, now }: UsageDeps,
	{ identity, query }: { readonly identity: Pick<Identity, "tenantId" | "roles" | "limits">; readonly query: UsageQuery },
): Promise<UsageReply> {
	if (!identity.roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see what the tenant used");
	const { tenantId } = identity;
	const at = now();
	const [rows, byDay, counted, spared, nearLimits, ofMonth] = await Promise.all([
		usage.sum(tenantId, query),
		// Rows end somewhere, those of days never.
		query.by === "day" ? undefined : usage.sum(tenantId, { ...query, by: "day" }),
		usage.countTasks(tenantId, query, query.by === "user" ? "user" : "day"),
		usage.countSpared(tenantId, query),
		nearLimitsOf(counts, identity),
		// One of the two replies of a page is by day.
		query.by === "day" ? usage.sum(tenantId, { ...monthSoFar(at), by: "day" }) : [],
	]);
	const total = totalOf(byDay ?? rows);
	return {
		...query,
		rows: query.by === "day" || query.by === "user" ? withTasks(rows, counted, query.by) : rows,
		total,
		tasks: sumOf(counted),
		...(ofMonth.length === 0 ? {} : { forecast: forecastOf(totalOf(ofMonth), at) }),
		...(nearLimits.length === 0 ? {} : { nearLimits }),
		...(spared === 0 ? {} : { spared: sparedBy(spared, total) }),
	};
}

const mostRows = 1_000;

/** The rows with their tasks; a day or user without a model call gets a row of its own. */
export function withTasks(rows: readonly UsageRow[], counted: readonly CountedTasks[], by: "day" | "user"): UsageRow[] {
	const startedBy = new Map(counted.map(({ key, started }) => [key, started]));
	const known = new Set(rows.map(({ key }) => key));
	const idle = counted.filter(({ key }) => !known.has(key));
	const all = [
		...rows.map((row) => ({ ...row, tasks: startedBy.get(row.key) ?? 0 })),
		...idle.map(({ key, started }) => ({ key, promptTokens: 0, completionTokens: 0, calls: 0, steps: 0, tasks: started })),
	];
	return (by === "day" ? all.toSorted((one, other) => (one.key < other.key ? -1 : 1)) : all).slice(0, mostRows);
}

function sumOf(counted: readonly CountedTasks[]): TaskCounts {
	const sum = (part: keyof TaskCounts) => counted.reduce((total, row) => total + row[part], 0);
	return { started: sum("started"), withoutModel: sum("withoutModel"), completed: sum("completed") };
}

/** What the steps of the rules would have taken, by the average of the model's steps. */
export function sparedBy(steps: number, total: UsageReply["total"]): SparedUsage {
	if (total.steps === 0) return { steps };
	const tokens = Math.round((steps * (total.promptTokens + total.completionTokens)) / total.steps);
	return { steps, tokens, ...defined({ usd: total.usd && (steps * total.usd) / total.steps }) };
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

function monthSoFar(at: Date): Pick<UsageQuery, "from" | "to"> {
	return { from: `${monthOf(at)}-01`, to: dayOf(at) };
}

/** What a month comes to if it goes on as so far. Its first day counts as whole, so that one call early on makes no fortune. @throws never */
export function forecastOf({ promptTokens, completionTokens, usd }: UsageReply["total"], at: Date): UsageForecast {
	const begin = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
	const end = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
	const whole = (end - begin) / Math.max(dayMs, at.getTime() - begin);
	return {
		month: monthOf(at),
		tokens: Math.round(whole * (promptTokens + completionTokens)),
		...defined({ usd: usd && usd * whole }),
	};
}

/** Limits are told before they are reached. */
async function nearLimitsOf(
	counts: UsageDeps["counts"],
	{ tenantId, limits }: Pick<Identity, "tenantId" | "limits">,
): Promise<NearLimit[]> {
	const names = ["tasks", "tracePages"] as const;
	const all = await Promise.all(
		names.map(async (name) => {
			const most = limitOf(limits, name);
			return { name, used: Math.min(await counts[name].of(tenantId, most), most), most };
		}),
	);
	return all.filter(({ used, most }) => used >= nearShare * most && most > 0);
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
