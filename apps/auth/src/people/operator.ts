import { OrgId, TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Ids } from "@webhand/service-kit/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { normalizeEmail } from "../accounts/email.ts";
import { linkTo, newLinkSecret } from "../accounts/link.ts";
import type { AccountStore, NewUser } from "../accounts/store.ts";
import type { AuditStore } from "../audit/store.ts";
import { linkMs } from "./reset.ts";
import type { PeopleStore } from "./store.ts";

/** What the operator command needs. */
export type OperatorDeps = {
	readonly store: Pick<PeopleStore, "change" | "replaceLink" | "organizationsOf">;
	readonly accounts: Pick<AccountStore, "userByEmail" | "addUser" | "addOrganization" | "addMembership">;
	readonly audit: Pick<AuditStore, "insert">;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly ids: Ids;
	readonly now: () => Date;
	readonly publicUrl: string;
	/** `false`: operators work in an organization, too. */
	readonly personalTenants: boolean;
	/** Name of an organization that has to be made. */
	readonly organization: string;
};

const nowhere = { ip: "", userAgent: "operator command", requestId: "operator-command" } as const;

/**
 * Makes an email an operator, with a new account if it has none, and a one-time link to set the password. For whoever may run commands
 * on the server, also when every operator is lost.
 *
 * @returns the link, valid for 24 hours; the link of before ends
 * @throws AppError ACCOUNT_DISABLED for a disabled account
 */
export async function makeOperator(deps: OperatorDeps, given: string): Promise<string> {
	const email = normalizeEmail(given);
	const known = await deps.accounts.userByEmail(email);
	if (known?.status === "disabled") throw new AppError("ACCOUNT_DISABLED", "This account is disabled. Name another email");
	const at = deps.now();
	const name = email.split("@", 1)[0] ?? email;
	const added: NewUser = { id: deps.ids.prefixed(UserId, "usr"), email, name, status: "active", passwordHash: null, operator: true };
	const { id } = known ?? added;
	const { token, hash } = newLinkSecret();
	const row = { ...nowhere, at, actorId: null, sid: null, target: id, tenantId: TenantId.parse(id), outcome: "ok", reason: null } as const;
	await deps.transact(async (transaction) => {
		if (known === null) await deps.accounts.addUser(transaction, added, at);
		else await deps.store.change(transaction, id, { operator: true });
		await joinSomewhere(deps, transaction, id);
		await deps.store.replaceLink(transaction, { userId: id, tokenHash: hash, expiresAt: new Date(at.getTime() + linkMs) });
		await deps.audit.insert(
			{ ...row, action: "operator.change", facts: { operator: { from: known?.operator ?? false, to: true } } },
			transaction,
		);
		await deps.audit.insert({ ...row, action: "password.reset_link" }, transaction);
	});
	return linkTo(deps.publicUrl, token);
}

/** Without personal tenants an operator outside every organization could never sign in. */
async function joinSomewhere(deps: OperatorDeps, transaction: Transaction, userId: NewUser["id"]): Promise<void> {
	if (deps.personalTenants || (await deps.store.organizationsOf(transaction, userId)).length > 0) return;
	const orgId = deps.ids.prefixed(OrgId, "org");
	const rules = { status: "active", limits: {}, passwordSignIn: true, secondFactor: "optional" } as const;
	await deps.accounts.addOrganization(transaction, { id: orgId, name: deps.organization, ...rules }, deps.now());
	await deps.accounts.addMembership(transaction, { orgId, userId, role: "admin", joinedAt: deps.now() });
}
