import type { Place } from "@webhand/audit/list";
import { cursorOf, mergePage, readCursor } from "@webhand/audit/list";
import type { AuditEntry, AuditRow, auditFileRoute, auditRoute } from "@webhand/contracts/audit";
import { partsOf } from "@webhand/contracts/audit";
import type { TenantId } from "@webhand/contracts/ids";
import { OrgId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import { normalizeEmail } from "../accounts/email.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { AuditStore } from "./store.ts";
import type { AskAgent } from "./upstream.ts";

/** What reading the audit needs. */
export type AuditDeps = {
	readonly audit: Pick<AuditStore, "page">;
	readonly accounts: Pick<AccountStore, "userByEmail" | "organizationById" | "namesOf">;
	readonly askAgent: AskAgent;
};

/** Who reads the audit of which organization; `signal` ends with the client. */
export type AuditCall = { readonly identity: Identity; readonly orgId: TenantId; readonly signal: AbortSignal };

type Filters = z.output<typeof auditFileRoute.query>;

/**
 * A page of an organization's audit, newest first, with the names of actors and targets.
 *
 * @throws AppError NOT_FOUND for an organization of others, FORBIDDEN for members, VALIDATION_ERROR naming `cursor`
 */
export async function readAudit(deps: AuditDeps, call: AuditCall, query: z.output<typeof auditRoute.query>) {
	await refuseOthers(deps, call);
	const { cursor, limit, ...filters } = query;
	return await readPage(deps, call, { filters, after: readCursor(cursor), limit, isAsked: true });
}

/** With one more it is the most that the server host gives. */
const rowsAtOnce = 499;

/**
 * All rows of an organization's audit that match, page after page as they are read; `incomplete` comes last where rows are missing.
 *
 * @throws AppError as `readAudit`, before the first row
 */
export async function readWholeAudit(deps: AuditDeps, call: AuditCall, filters: Filters): Promise<AsyncGenerator<AuditRow | "incomplete">> {
	await refuseOthers(deps, call);
	const read = (after: Place | undefined, isAsked: boolean) => readPage(deps, call, { filters, after, limit: rowsAtOnce, isAsked });
	const first = await read(undefined, true);
	return (async function* () {
		let page = first;
		let isComplete = first.isComplete;
		for (;;) {
			yield* page.rows;
			if (page.nextCursor === null) break;
			// Once silent, agent-api is not asked again: gaps in the middle would mislead, and each question takes a second.
			page = await read(readCursor(page.nextCursor), isComplete);
			isComplete &&= page.isComplete;
		}
		if (!isComplete) yield "incomplete";
	})();
}

/** An organization of others looks as if there were none; operators read all. */
async function refuseOthers({ accounts }: AuditDeps, { identity, orgId }: AuditCall): Promise<void> {
	const isOperator = identity.roles.includes("operator");
	if (identity.tenantId === orgId && !isOperator && !identity.roles.includes("admin"))
		throw new AppError("FORBIDDEN", "Only admins read the audit: ask one of your organization");
	if (identity.tenantId === orgId) return;
	const organization = OrgId.safeParse(orgId);
	if (!isOperator || !organization.success || (await accounts.organizationById(organization.data)) === null)
		throw new AppError("NOT_FOUND", "There is no such organization");
}

type Wish = { readonly filters: Filters; readonly after: Place | undefined; readonly limit: number; readonly isAsked: boolean };

async function readPage(deps: AuditDeps, call: AuditCall, { filters, after: before, limit, isAsked }: Wish) {
	const { person, action, outcome, from, to } = filters;
	const parts = partsOf(filters);
	const actorId = person === undefined ? undefined : await personOf(deps, person);
	const [own, others] = await Promise.all([
		parts.includes("accounts")
			? deps.audit.page(call.orgId, { equal: { actorId, action }, outcome, from, to }, { before, limit: limit + 1 })
			: [],
		parts.some((part) => part !== "accounts") ? (isAsked ? othersOf(deps, call, { filters, actorId, before, limit }) : null) : nothing,
	]);
	const { rows, nextCursor } = mergePage([own, others?.rows ?? []], limit);
	return { rows: await named(deps, rows), nextCursor, isComplete: others?.isComplete === true };
}

const nothing = { rows: [], isComplete: true } as const;

/** agent-api answers for the caller's own tenant, and admins only. */
async function othersOf(
	{ askAgent }: AuditDeps,
	{ identity, orgId, signal }: AuditCall,
	{
		filters: { person: _person, ...filters },
		actorId: userId,
		before,
		limit,
	}: Pick<Wish, "filters" | "limit"> & { readonly actorId: UserId | undefined; readonly before: Place | undefined },
) {
	if (identity.tenantId !== orgId || !identity.roles.includes("admin")) return null;
	const cursor = before === undefined ? undefined : cursorOf(before);
	return await askAgent(identity.token, { ...filters, userId, cursor, limit: limit + 1 }, signal);
}

/** Nobody's id: an email without an account is looked up as all others are, so that time and answer say nothing of accounts elsewhere. */
const nobody = UserId.parse(`usr_${"0".repeat(22)}`);

async function personOf({ accounts }: AuditDeps, person: string): Promise<UserId> {
	const id = UserId.safeParse(person);
	return id.success ? id.data : ((await accounts.userByEmail(normalizeEmail(person)))?.id ?? nobody);
}

async function named({ accounts }: AuditDeps, entries: readonly AuditEntry[]): Promise<AuditRow[]> {
	const ids = new Set(entries.flatMap(({ actorId, target }) => [actorId, target]).filter((id) => id !== null && /^(usr|org)_/.test(id)));
	const names = await accounts.namesOf([...ids] as string[]);
	return entries.map(({ actorId, ...row }) => {
		const actor = actorId === null ? undefined : names.get(actorId);
		return {
			...row,
			actor: actorId === null ? null : { userId: actorId, email: actor?.email ?? "", name: actor?.name ?? "" },
			targetName: row.target === null ? null : (names.get(row.target)?.name ?? null),
		};
	});
}
