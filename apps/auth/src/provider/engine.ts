import { randomBytes } from "node:crypto";
import { Email } from "@webhand/contracts/auth/sign-in";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import { normalizeEmail } from "../accounts/email.ts";
import type { AuditStore, Caller } from "../audit/store.ts";
import type { InviteStore } from "../invites/store.ts";
import { seal, unseal } from "../keys/seal.ts";
import { hashOfTicket } from "../second-factor/tickets.ts";
import type { CompleteDeps, Completion } from "../sign-in/complete.ts";
import { completeSignIn } from "../sign-in/complete.ts";
import { tenantsOf } from "../tenants/policy.ts";
import type { AdmitDeps } from "./admit.ts";
import { admit } from "./admit.ts";
import type { EntryRefusal } from "./policy.ts";
import { domainOf } from "./policy.ts";
import type { ProviderSettings, ProviderStore } from "./settings/store.ts";
import type { Flow, FlowStore } from "./store.ts";
import type { Challenge, Client, Upstream } from "./upstream.ts";
import { ProviderTrouble } from "./web.ts";

/** What sign-ins through providers need. */
export type ProviderSignInDeps = AdmitDeps & {
	readonly providers: Pick<ProviderStore, "get" | "byDomain">;
	readonly invites: Pick<InviteStore, "invitingOrganizations" | "joinedOrganizations">;
	readonly flows: FlowStore;
	readonly upstream: Upstream;
	/** 32 bytes; seals client secrets and PKCE verifiers, each for its owner. */
	readonly secretKey: Buffer;
	readonly complete: CompleteDeps;
	readonly audit: Pick<AuditStore, "insert">;
	readonly log: Log;
};

/** Why the way back from a provider ended: `expired` also for what is used or unknown; the rest is said of the provider's answer. */
export type Failure = "expired" | "denied" | "silent" | "untrusted" | "unconfirmed" | "changed" | EntryRefusal;

/** How the way back ended. `code` is shown to the browser once, in the fragment of the last page. */
export type Return = { readonly kind: "proved"; readonly code: string } | { readonly kind: "failed"; readonly failure: Failure };

const validMs = 600_000;
const newCode = () => randomBytes(32).toString("base64url");

/**
 * Begins a sign-in: finds the provider by the email's domain, by that of earlier sign-ins, by an open invite, or by an invite of before. An
 * email without an account gets the same answer.
 *
 * @throws AppError NO_PROVIDER, PROVIDER_UNREACHABLE
 */
export async function startProviderSignIn(
	deps: ProviderSignInDeps,
	typed: string,
): Promise<{ readonly ticket: string; readonly url: string }> {
	const email = normalizeEmail(typed);
	const provider = await findProvider(deps, email);
	if (provider === null) throw new AppError("NO_PROVIDER", "No organization signs this email in. Sign in with your password");
	const challenge = deps.upstream.newChallenge();
	const url = await deps.upstream.authorizationUrl(clientOf(deps, provider), challenge, email).catch((cause: unknown) => {
		throw unreachable(deps, provider.orgId, cause);
	});
	const ticket = newCode();
	const ticketHash = hashOfTicket(ticket);
	const { orgId, issuer, clientId } = provider;
	await deps.flows.start({
		ticketHash,
		stateHash: hashOfTicket(challenge.state),
		orgId,
		issuer,
		clientId,
		nonce: challenge.nonce,
		verifier: seal(deps.secretKey, ticketHash, challenge.verifier),
		expiresAt: new Date(deps.now().getTime() + validMs),
	});
	return { ticket, url };
}

/** Takes the way back from a provider, once for each state: checks its answer, lets the person in, and gives the one-time code. */
export async function returnFromProvider(deps: ProviderSignInDeps, query: URLSearchParams, caller: Caller): Promise<Return> {
	const state = query.get("state");
	const flow = state === null ? null : await deps.flows.takeReturn(hashOfTicket(state), deps.now());
	if (state === null || flow === null) return { kind: "failed", failure: "expired" };
	const result = await prove(deps, { flow, state, query }, caller);
	if (result.kind === "failed") await note(deps, { orgId: flow.orgId, reason: `provider_${result.failure}` }, caller);
	return result;
}

/**
 * Completes a sign-in with its ticket and code, once.
 *
 * @throws AppError TICKET_INVALID for every wrong, used or expired pair; ACCOUNT_DISABLED
 */
export async function finishProviderSignIn(
	deps: ProviderSignInDeps,
	{ ticket, code }: { readonly ticket: string; readonly code: string },
	caller: Caller,
): Promise<Completion> {
	const proof = await deps.flows.takeFinish({ ticketHash: hashOfTicket(ticket), codeHash: hashOfTicket(code) }, deps.now());
	if (proof === null) throw new AppError("TICKET_INVALID", "This sign-in was used already or has expired. Begin again");
	const user = await deps.accounts.userById(proof.userId);
	const places = user?.status === "active" ? await deps.accounts.membershipsOf(user.id) : [];
	const tenants = user === null ? [] : tenantsOf(user, places, false);
	const tenant = tenants.find(({ tenantId }) => tenantId === String(proof.orgId));
	if (user === null || tenant === undefined) {
		await note(deps, { orgId: proof.orgId, reason: "ACCOUNT_DISABLED", actorId: proof.userId }, caller);
		throw new AppError("ACCOUNT_DISABLED", "This account is disabled");
	}
	return completeSignIn(deps.complete, { user, tenant, method: "provider" }, caller);
}

async function findProvider(deps: ProviderSignInDeps, email: string): Promise<ProviderSettings | null> {
	const isActive = async ({ orgId }: ProviderSettings) => (await deps.accounts.organizationById(orgId))?.status === "active";
	const inviting = await deps.invites.invitingOrganizations(email, deps.now());
	const joined = await deps.invites.joinedOrganizations(email);
	const user = await deps.accounts.userByEmail(email);
	const linked = user === null ? [] : await deps.identities.organizationsOf(user.id);
	const candidates = [
		// Any admin may invite any email, and accept that invite. Only who proved the domain, and where the person comes from, go before.
		await deps.providers.byDomain(domainOf(email)),
		...(await Promise.all(linked.map(deps.providers.get))),
		...(await Promise.all(inviting.map(deps.providers.get))),
		...(await Promise.all(joined.map(deps.providers.get))),
	];
	for (const provider of candidates) if (provider !== null && (await isActive(provider))) return provider;
	return null;
}

async function prove(
	deps: ProviderSignInDeps,
	{ flow, state, query }: { readonly flow: Flow; readonly state: string; readonly query: URLSearchParams },
	caller: Caller,
): Promise<Return> {
	const failed = (failure: Failure): Return => ({ kind: "failed", failure });
	if (query.has("error")) return failed("denied");
	const provider = await deps.providers.get(flow.orgId);
	const organization = await deps.accounts.organizationById(flow.orgId);
	const isSame = provider?.issuer === flow.issuer && provider.clientId === flow.clientId;
	if (provider === null || !isSame || organization?.status !== "active") return failed("changed");
	const challenge: Challenge = { state, nonce: flow.nonce, verifier: unseal(deps.secretKey, flow.ticketHash, flow.verifier) };
	try {
		const person = await deps.upstream.exchange(clientOf(deps, provider), challenge, query);
		const email = Email.safeParse(person.email);
		if (!email.success) return failed("unconfirmed");
		const code = newCode();
		const proof = { ticketHash: flow.ticketHash, codeHash: hashOfTicket(code) };
		const admitted = await admit(deps, { provider, person, email: normalizeEmail(email.data), proof }, caller);
		return admitted.kind === "refused" ? failed(admitted.reason) : { kind: "proved", code };
	} catch (cause) {
		if (!(cause instanceof ProviderTrouble)) throw cause;
		warn(deps, flow.orgId, cause);
		return failed(cause.reason === "silent" || cause.reason === "address" ? "silent" : "untrusted");
	}
}

function clientOf({ secretKey }: ProviderSignInDeps, { orgId, issuer, clientId, secret }: ProviderSettings): Client {
	return { issuer, clientId, secret: secret === null ? null : unseal(secretKey, orgId, secret) };
}

function unreachable(deps: ProviderSignInDeps, orgId: OrgId, cause: unknown): unknown {
	if (!(cause instanceof ProviderTrouble)) return cause;
	warn(deps, orgId, cause);
	// The cause is in the log; whoever types an email learns nothing of the network behind.
	return new AppError("PROVIDER_UNREACHABLE", "The sign-in service of your organization does not answer. Try again later");
}

function warn({ log }: ProviderSignInDeps, orgId: OrgId, trouble: ProviderTrouble): void {
	log.warn({ err: trouble, orgId, reason: trouble.reason }, "a sign-in through a provider failed");
}

/** A refused sign-in stays refused when its row cannot be written. */
async function note(
	deps: ProviderSignInDeps,
	{ orgId, reason, actorId = null }: { readonly orgId: OrgId; readonly reason: string; readonly actorId?: UserId | null },
	caller: Caller,
): Promise<void> {
	await deps.audit
		.insert({
			...caller,
			at: deps.now(),
			actorId,
			tenantId: TenantId.parse(orgId),
			sid: null,
			action: "login",
			target: null,
			outcome: "failed",
			reason,
		})
		.catch((cause: unknown) => deps.log.warn({ err: cause }, "a refused sign-in was not audited"));
}
