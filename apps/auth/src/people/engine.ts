import type { Account, changeAccountRoute } from "@webhand/contracts/auth/people";
import type { UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import type { BodyOf } from "@webhand/contracts/routes";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { Actor } from "../accounts/access.ts";
import { rowBy } from "../accounts/access.ts";
import type { AuditRow, AuditStore } from "../audit/store.ts";
import type { SessionDeps } from "../sessions/engine.ts";
import { changeSignInsWith, endSignInsWith, publishSignIns } from "../sessions/engine.ts";
import type { SignIn } from "../sessions/policy.ts";
import type { PeopleStore } from "./store.ts";

/** What the care of accounts needs. */
export type PeopleDeps = {
	readonly store: PeopleStore;
	readonly sessions: SessionDeps;
	readonly audit: Pick<AuditStore, "insert">;
	readonly publicUrl: string;
	readonly now: () => Date;
};

/** What an operator changes; absent stays. */
export type AccountChange = BodyOf<typeof changeAccountRoute>;

/**
 * Changes an account. Disabling it and removing its second factor end its sign-ins; a new operator flag reaches all services.
 *
 * @throws AppError NOT_FOUND, LAST_OPERATOR
 */
export async function changeAccount(
	deps: PeopleDeps,
	{ id, change }: { readonly id: UserId; readonly change: AccountChange },
	actor: Actor,
): Promise<Account> {
	const { account, signIns } = await deps.sessions.transact(async (transaction) => {
		await deps.store.touchOperators(transaction);
		const before = await deps.store.get(transaction, id);
		if (before === null) throw noAccount();
		if (before.isService && change.operator === true) throw new AppError("FORBIDDEN", "A service account stays a member");
		const { status, operator, secondFactor } = change;
		const set = {
			...(status === undefined ? {} : { status }),
			...(operator === undefined ? {} : { operator }),
			...(secondFactor === undefined ? {} : { secondFactor }),
		};
		await deps.store.change(transaction, id, set);
		const wasOperator = before.operator && before.status === "active";
		if (wasOperator && (await deps.store.countOperators(transaction)) === 0) throw lastOperator();
		await noteChange(deps, transaction, { before, change, actor });
		const signIns = await carryOver(deps, transaction, { id, change, actor });
		const account = await deps.store.get(transaction, id);
		if (account === null) throw noAccount();
		return { account, signIns };
	});
	await publishSignIns(deps.sessions, signIns);
	return account;
}

async function carryOver(
	deps: PeopleDeps,
	transaction: Transaction,
	{ id, change, actor }: { readonly id: UserId; readonly change: AccountChange; readonly actor: Actor },
): Promise<readonly SignIn[]> {
	const end = { whose: { userId: id }, actorId: actor.userId, caller: actor.caller } as const;
	if (change.status === "disabled") return endSignInsWith(deps.sessions, transaction, { ...end, reason: "disabled" });
	if (change.secondFactor === "remove") return endSignInsWith(deps.sessions, transaction, { ...end, reason: "second_factor" });
	return change.operator === undefined ? [] : changeSignInsWith(deps.sessions, transaction, { userId: id });
}

async function noteChange(
	deps: PeopleDeps,
	transaction: Transaction,
	{ before, change, actor }: { readonly before: Account; readonly change: AccountChange; readonly actor: Actor },
): Promise<void> {
	const done: Pick<AuditRow, "action" | "facts">[] = [];
	const { status, operator, secondFactor } = change;
	if (status !== undefined) done.push({ action: "account.change", facts: { status: { from: before.status, to: status } } });
	if (operator !== undefined) done.push({ action: "operator.change", facts: { operator: { from: before.operator, to: operator } } });
	if (secondFactor !== undefined) done.push({ action: "second_factor.remove", facts: {} });
	for (const row of done) await noteEverywhere(deps, transaction, { id: before.id, actor, row });
}

/** An account belongs to no single tenant: its row stands in the operator's audit and in that of each organization of the account. */
export async function noteEverywhere(
	deps: Pick<PeopleDeps, "audit" | "store" | "now">,
	transaction: Transaction,
	{ id, actor, row }: { readonly id: UserId; readonly actor: Actor; readonly row: Pick<AuditRow, "action" | "facts"> },
): Promise<void> {
	const organizations = await deps.store.organizationsOf(transaction, id);
	const at = deps.now();
	for (const tenantId of new Set([actor.tenantId, ...organizations.map((orgId) => TenantId.parse(orgId))])) {
		await deps.audit.insert({ ...rowBy(actor, at, tenantId), target: id, ...row }, transaction);
	}
}

export function noAccount(): AppError {
	return new AppError("NOT_FOUND", "There is no such account");
}

function lastOperator(): AppError {
	return new AppError("LAST_OPERATOR", "The last operator stays. Make another account an operator first");
}
