import { domainToASCII } from "node:url";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import type { AllowedDomain } from "@webhand/contracts/knowledge/domains";
import { DomainId, mostDomains } from "@webhand/contracts/knowledge/domains";
import { activeDomainOf, patternsCovering } from "@webhand/contracts/knowledge/patterns";
import { AppError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import { containing, pageOf, readCursor } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { VersionStore } from "../versions/store.ts";
import { countCovered, patternsOf } from "./policy.ts";
import type { DomainStore, StoredDomain } from "./store.ts";

/** What the care of allowed domains needs. */
export type DomainDeps = {
	readonly domains: DomainStore;
	readonly versions: Pick<VersionStore, "change">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly ids: Pick<Ids, "prefixed">;
	readonly now: () => Date;
};

/** Who changes whose domains. */
export type Actor = { readonly tenantId: TenantId; readonly userId: UserId };

/** A page of the tenant's domains by pattern. @throws AppError VALIDATION_ERROR naming `cursor` */
export async function listDomains(
	{ domains }: Pick<DomainDeps, "domains">,
	tenantId: TenantId,
	query: { readonly q?: string | undefined; readonly cursor?: string | undefined },
) {
	// Patterns are stored as A-labels; a label that is typed with its own letters is found too.
	const matching = query.q === undefined ? null : containing(domainToASCII(query.q) || query.q);
	const [{ rows, total }, counts] = await Promise.all([
		domains.list(tenantId, { matching, cursor: readCursor(query.cursor) }),
		domains.documentsOf(tenantId),
	]);
	const { page, nextCursor } = pageOf(rows, ({ pattern, id }) => ({ key: pattern, id }));
	return { domains: page.map((row) => viewOf(row, countCovered(row.pattern, counts))), total, nextCursor };
}

/**
 * Allows what a person typed. Patterns that are allowed already stay as they are.
 *
 * @throws AppError VALIDATION_ERROR naming the field and what to write; LIMIT_REACHED beyond 2,000 patterns
 */
export async function allowDomain(
	deps: DomainDeps,
	{ pattern, includeSubdomains }: { readonly pattern: string; readonly includeSubdomains: boolean },
	{ tenantId, userId }: Actor,
) {
	const wanted = patternsOf(pattern, { includeSubdomains });
	if (wanted.kind === "refused") {
		const fields = [{ field: wanted.field, message: wanted.reason }];
		throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields } });
	}
	const { patterns } = wanted;
	const createdAt = deps.now();
	const fresh = patterns.map((text) => ({ id: deps.ids.prefixed(DomainId, "dom"), pattern: text, by: userId, createdAt }));
	const { rows, added } = await deps.transact(async (transaction) => {
		const present = await deps.domains.find(tenantId, patterns, transaction);
		const missing = fresh.filter((row) => !present.some((known) => known.pattern === row.pattern));
		if (missing.length === 0) return { rows: present, added: false };
		// The new version is one row of the tenant, so of two changes at once the second counts again.
		await deps.versions.change(tenantId, transaction);
		if ((await deps.domains.count(tenantId, transaction)) + missing.length > mostDomains) throw tooMany();
		await deps.domains.insert(tenantId, missing, transaction);
		return { rows: [...present, ...missing], added: true };
	});
	const counts = await deps.domains.documentsOf(tenantId);
	const ordered = [...rows].sort((a, b) => patterns.indexOf(a.pattern) - patterns.indexOf(b.pattern));
	return { domains: ordered.map((row) => viewOf(row, countCovered(row.pattern, counts))), added };
}

/** Takes a pattern back. @throws AppError NOT_FOUND for another tenant's */
export async function removeDomain(deps: DomainDeps, id: DomainId, { tenantId }: Pick<Actor, "tenantId">): Promise<void> {
	await deps.transact(async (transaction) => {
		if (!(await deps.domains.remove(tenantId, id, transaction))) throw new AppError("NOT_FOUND", "This allowed domain does not exist");
		await deps.versions.change(tenantId, transaction);
	});
}

/** Which of the tenant's patterns covers a page, the narrowest one, and how many searched documents stand for its host. */
export async function checkDomain({ domains }: Pick<DomainDeps, "domains">, tenantId: TenantId, url: string) {
	const domain = activeDomainOf(url);
	const candidates = patternsCovering(domain);
	const [allowed, counts] = await Promise.all([domains.allowedOf(tenantId, candidates), domains.documentsOf(tenantId, candidates)]);
	const pattern = candidates.find((candidate) => allowed.includes(candidate)) ?? null;
	return { domain, pattern, documents: counts.reduce((sum, { documents }) => sum + documents, 0) };
}

function viewOf({ id, pattern, by, createdAt }: StoredDomain, documents: number): AllowedDomain {
	return { id, pattern, documents, by, createdAt: createdAt.toISOString() };
}

function tooMany(): AppError {
	return new AppError(
		"LIMIT_REACHED",
		`At most ${mostDomains} domains can be allowed: remove one, or allow *.acme.com in place of its hosts`,
		{
			details: { limit: mostDomains },
		},
	);
}
