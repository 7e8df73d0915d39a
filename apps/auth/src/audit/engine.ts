import type { AuditRow as AuditRowView, auditFileRoute, auditRoute } from "@webhand/contracts/auth/audit";
import { AuditAction } from "@webhand/contracts/auth/audit";
import type { TenantId } from "@webhand/contracts/ids";
import { OrgId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { z } from "zod";
import { normalizeEmail } from "../accounts/email.ts";
import type { AccountStore } from "../accounts/store.ts";
import type { FoundRow, Place, SourcePlace } from "./policy.ts";
import { continuationOf, isNoteAction, mergePage, readCursor } from "./policy.ts";
import type { AuditFilter, AuditStore } from "./store.ts";
import type { AskNotes } from "./upstream.ts";

/** What reading the audit needs. */
export type AuditDeps = {
	readonly audit: Pick<AuditStore, "page">;
	readonly accounts: Pick<AccountStore, "userByEmail" | "organizationById" | "namesOf">;
	readonly askNotes: AskNotes;
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
	const after = cursor === undefined ? undefined : readCursor(cursor);
	if (after === null)
		throw new AppError("VALIDATION_ERROR", "The request is not valid", {
			details: { fields: [{ field: "cursor", message: "must be the nextCursor of the page before" }] },
		});
	const { rows, nextCursor, isComplete } = await readPage(deps, call, { filters, after, limit, isAsked: true });
	return { rows: [...rows], nextCursor, isComplete };
}

const rowsAtOnce = 500;

/**
 * All rows of an organization's audit that match, page after page as they are read; `incomplete` comes last where notes are missing.
 *
 * @throws AppError as `readAudit`, before the first row
 */
export async function readWholeAudit(
	deps: AuditDeps,
	call: AuditCall,
	filters: Filters,
): Promise<AsyncGenerator<AuditRowView | "incomplete">> {
	await refuseOthers(deps, call);
	const read = (after: Place | undefined, isAsked: boolean) => readPage(deps, call, { filters, after, limit: rowsAtOnce, isAsked });
	const first = await read(undefined, true);
	return (async function* () {
		let page = first;
		let isComplete = first.isComplete;
		for (;;) {
			yield* page.rows;
			const after = page.nextCursor === null ? null : readCursor(page.nextCursor);
			if (after === null) break;
			// Once silent, agent-api is not asked again: gaps in the middle would mislead, and each question takes a second.
			page = await read(after, isComplete);
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

async function readPage(deps: AuditDeps, call: AuditCall, { filters, after, limit, isAsked }: Wish) {
	const { person, ...others } = filters;
	const actorId = person === undefined ? undefined : await personOf(deps, person);
	const filter = { ...others, actorId };
	const places = after === undefined ? undefined : continuationOf(after);
	const wantsNotes = filters.action === undefined || isNoteAction(filters.action);
	const [rows, notes] = await Promise.all([
		filters.action !== undefined && isNoteAction(filters.action)
			? []
			: deps.audit.page(call.orgId, filter, { before: places?.rows, limit: limit + 1 }),
		wantsNotes ? (isAsked ? notesOf(deps, call, { filter, before: places?.notes, limit: limit + 1 }) : null) : [],
	]);
	const page = mergePage(rows, notes ?? [], limit);
	return { rows: await named(deps, page.rows), nextCursor: page.nextCursor, isComplete: notes !== null };
}

/** agent-api answers for the caller's own tenant, and admins only. */
async function notesOf(
	{ askNotes }: AuditDeps,
	{ identity, orgId, signal }: AuditCall,
	{ filter, before, limit }: { readonly filter: AuditFilter; readonly before: SourcePlace | undefined; readonly limit: number },
): Promise<readonly FoundRow[] | null> {
	if (identity.tenantId !== orgId || !identity.roles.includes("admin")) return null;
	const { actorId: userId, action, ...others } = filter;
	const place = before === undefined ? {} : { beforeAt: before.at.toISOString(), beforeId: before.id };
	return askNotes(
		identity.token,
		{ ...others, userId, ...(action !== undefined && isNoteAction(action) ? { action } : {}), ...place, limit },
		signal,
	);
}

/** Nobody's id: an email without an account is looked up as all others are, so that time and answer say nothing of accounts elsewhere. */
const nobody = UserId.parse(`usr_${"0".repeat(22)}`);

async function personOf({ accounts }: AuditDeps, person: string): Promise<UserId> {
	const id = UserId.safeParse(person);
	return id.success ? id.data : ((await accounts.userByEmail(normalizeEmail(person)))?.id ?? nobody);
}

async function named({ accounts }: AuditDeps, rows: readonly FoundRow[]): Promise<readonly AuditRowView[]> {
	const ids = new Set(rows.flatMap(({ actorId, target }) => [actorId, target]).filter((id) => id !== null && /^(usr|org)_/.test(id)));
	const names = await accounts.namesOf([...ids] as string[]);
	return rows.map(({ actorId, at, action, ...row }) => {
		const actor = actorId === null ? undefined : names.get(actorId);
		return {
			...row,
			at: at.toISOString(),
			action: AuditAction.parse(action),
			actor: actorId === null ? null : { userId: actorId, email: actor?.email ?? "", name: actor?.name ?? "" },
			targetName: row.target === null ? null : (names.get(row.target)?.name ?? null),
		};
	});
}
