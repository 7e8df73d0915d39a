import { setTimeout as pause } from "node:timers/promises";
import type { AuditAction } from "@webhand/contracts/audit";
import type { Provider, ProviderTest } from "@webhand/contracts/auth/provider";
import type { OrgId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Actor } from "../../accounts/access.ts";
import { noOrganization, rowBy } from "../../accounts/access.ts";
import type { AccountStore } from "../../accounts/store.ts";
import type { AuditStore } from "../../audit/store.ts";
import { seal, unseal } from "../../keys/seal.ts";
import type { Upstream } from "../upstream.ts";
import type { TroubleReason } from "../web.ts";
import { ProviderTrouble, requestSeconds } from "../web.ts";
import type { ProvesDomain } from "./domain-proof.ts";
import { domainRecordOf } from "./domain-proof.ts";
import type { ProviderSettings, ProviderStore } from "./store.ts";

/** What the settings of providers need. `redirectUri` is what a provider must allow. */
export type ProviderSettingsDeps = {
	readonly providers: ProviderStore;
	readonly accounts: Pick<AccountStore, "organizationById">;
	readonly upstream: Pick<Upstream, "discover" | "tryClient">;
	readonly provesDomain: ProvesDomain;
	/** True for a host of this machine or of the network around it. */
	readonly isInside: (host: string) => boolean;
	/** 32 bytes; seals client secrets. */
	readonly secretKey: Buffer;
	readonly audit: Pick<AuditStore, "insert">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly redirectUri: string;
	readonly now: () => Date;
	readonly log: Log;
};

/** The provider as an admin gives it. An absent `clientSecret` keeps the stored one while the issuer stays; `null` is a client without. */
export type NewProvider = Pick<Provider, "issuer" | "clientId" | "domains"> & { readonly clientSecret?: string | null | undefined };

const troubles: Readonly<Record<TroubleReason, string>> = {
	address: "The provider has an address that is not public. An operator may allow its host with PROVIDER_HOSTS",
	silent: "The provider does not answer. Check the issuer",
	document: "There is no OpenID provider at this issuer. Check the issuer, to the last slash",
	answer: "The provider answers with too much or with what does not read",
};

/** The organization's provider, or `null`. @throws AppError NOT_FOUND without the organization */
export async function readProvider(deps: ProviderSettingsDeps, orgId: OrgId): Promise<Provider | null> {
	await findOrganization(deps, orgId);
	const settings = await deps.providers.get(orgId);
	return settings === null ? null : viewOf(deps, settings);
}

/** Longer than reading the discovery document of a silent address takes. */
const insideMs = (requestSeconds + 1) * 1_000;

/**
 * Sets the provider once its discovery document was read. A domain counts once a record of it or an operator proved it.
 *
 * @throws AppError PROVIDER_UNREACHABLE with `details { reason }`, DOMAIN_TAKEN, NOT_FOUND
 */
export async function setProvider(
	deps: ProviderSettingsDeps,
	{ orgId, given, actor }: { readonly orgId: OrgId; readonly given: NewProvider; readonly actor: Actor },
): Promise<Provider> {
	await findOrganization(deps, orgId);
	const { issuer, clientId, clientSecret } = given;
	const isOperator = actor.roles.includes("operator");
	const equalEnd = isOperator || !deps.isInside(new URL(issuer).hostname) ? null : pause(insideMs);
	await deps.upstream.discover({ issuer, clientId, secret: clientSecret ?? null }).catch(async (cause: unknown) => {
		if (!(cause instanceof ProviderTrouble)) throw cause;
		// What answers at which port inside is none of an admin's business: not even the time tells.
		await equalEnd;
		const reason = equalEnd === null || cause.reason === "address" ? cause.reason : "silent";
		throw new AppError("PROVIDER_UNREACHABLE", troubles[reason], { details: { reason }, cause });
	});
	const before = await deps.providers.get(orgId);
	const wished = [...new Set(given.domains)];
	const isProved = await Promise.all(
		wished.map(async (domain) => isOperator || before?.domains.includes(domain) === true || (await deps.provesDomain(domain, orgId))),
	);
	// A stored secret is never sent to another issuer.
	const kept = before?.issuer === issuer ? before.secret : null;
	const secret = clientSecret === undefined || clientSecret === null ? null : seal(deps.secretKey, orgId, clientSecret);
	const settings: ProviderSettings = {
		orgId,
		issuer,
		clientId,
		secret: clientSecret === undefined ? kept : secret,
		domains: wished.filter((_domain, at) => isProved[at]),
		claimed: wished.filter((_domain, at) => !isProved[at]),
	};
	await deps.transact(async (transaction) => {
		await deps.providers.set(transaction, settings);
		await record(deps, transaction, {
			orgId,
			actor,
			action: "provider.change",
			facts: { issuer, domains: settings.domains, claimed: settings.claimed },
		});
	});
	return viewOf(deps, settings);
}

/** Tests the stored provider; a failure is an answer. @throws AppError NOT_FOUND when there is none */
export async function testProvider(deps: ProviderSettingsDeps, orgId: OrgId): Promise<ProviderTest> {
	await findOrganization(deps, orgId);
	const settings = await deps.providers.get(orgId);
	if (settings === null) throw noProvider();
	const { issuer, clientId, secret } = settings;
	const startedAt = deps.now().getTime();
	const ms = () => deps.now().getTime() - startedAt;
	try {
		const client = await deps.upstream.tryClient({
			issuer,
			clientId,
			secret: secret === null ? null : unseal(deps.secretKey, orgId, secret),
		});
		return { ok: client !== "refused", ms: ms(), client };
	} catch (cause) {
		if (!(cause instanceof ProviderTrouble)) throw cause;
		deps.log.info({ err: cause }, "a provider failed its test");
		return { ok: false, ms: ms(), reason: cause.reason };
	}
}

const noProvider = () => new AppError("NOT_FOUND", "The organization has no provider");

/** Removes the provider; members sign in with passwords again. @throws AppError NOT_FOUND when there is none */
export async function removeProvider(deps: ProviderSettingsDeps, orgId: OrgId, actor: Actor): Promise<void> {
	await findOrganization(deps, orgId);
	await deps.transact(async (transaction) => {
		if (!(await deps.providers.remove(transaction, orgId))) throw noProvider();
		await record(deps, transaction, { orgId, actor, action: "provider.remove", facts: {} });
	});
}

async function findOrganization({ accounts }: ProviderSettingsDeps, orgId: OrgId): Promise<void> {
	if ((await accounts.organizationById(orgId)) === null) throw noOrganization();
}

function viewOf({ redirectUri }: ProviderSettingsDeps, { orgId, issuer, clientId, secret, domains, claimed }: ProviderSettings): Provider {
	const proof = { unprovedDomains: [...claimed], domainRecord: domainRecordOf(orgId) };
	return { issuer, clientId, hasSecret: secret !== null, domains: [...domains, ...claimed], ...proof, redirectUri };
}

type Change = {
	readonly orgId: OrgId;
	readonly actor: Actor;
	readonly action: Extract<AuditAction, "provider.change" | "provider.remove">;
	readonly facts: Readonly<Record<string, unknown>>;
};

/** The row belongs to the organization that changed, also when an operator did it. */
function record(deps: ProviderSettingsDeps, transaction: Transaction, { orgId, actor, action, facts }: Change): Promise<void> {
	return deps.audit.insert({ ...rowBy(actor, deps.now(), TenantId.parse(orgId)), action, target: orgId, facts }, transaction);
}
