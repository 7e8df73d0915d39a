import { OrgId, UserId } from "@webhand/contracts/ids";
import type { Ids } from "@webhand/service-kit/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { normalizeEmail } from "./email.ts";
import type { AccountStore, NewMembership, NewUser } from "./store.ts";

/** A first account as the settings name it. */
export type FirstUser = { readonly email: string; readonly password: string };

/** Who is made on an empty database; without an operator nobody is. */
export type FirstUsers = {
	readonly operator: FirstUser | undefined;
	readonly admin: FirstUser | undefined;
	readonly member: FirstUser | undefined;
	readonly organization: string;
	readonly personalTenants: boolean;
};

/** What bootstrap needs. */
export type BootstrapDeps = {
	readonly accounts: Pick<AccountStore, "hasOperator" | "addUser" | "addOrganization" | "addMembership">;
	readonly hash: (password: string) => Promise<string>;
	readonly transact: <Result>(work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;
	readonly ids: Ids;
	readonly now: () => Date;
};

/**
 * Makes the operator, and the organization with its admin and member, in one transaction; ignored when any operator exists. Run under a
 * lock: two instances that start at once make one operator.
 *
 * @returns whether anybody was made
 */
export async function bootstrap(deps: BootstrapDeps, first: FirstUsers): Promise<boolean> {
	const { operator, admin, member } = first;
	if (operator === undefined) return false;
	const at = deps.now();
	const makeUser = async (account: FirstUser, name: string, isOperator: boolean): Promise<NewUser> => ({
		id: deps.ids.prefixed(UserId, "usr"),
		email: normalizeEmail(account.email),
		name,
		status: "active",
		passwordHash: await deps.hash(account.password),
		operator: isOperator,
	});
	return deps.transact(async (transaction) => {
		if (await deps.accounts.hasOperator(transaction)) return false;
		const orgId = deps.ids.prefixed(OrgId, "org");
		const users: NewUser[] = [await makeUser(operator, "Operator", true)];
		const places: NewMembership[] = [];
		const join = (user: NewUser, role: NewMembership["role"]) => places.push({ orgId, userId: user.id, role, joinedAt: at });
		// Without personal tenants an operator outside every organization could never sign in.
		for (const user of first.personalTenants ? [] : users) join(user, "admin");
		for (const [account, role] of [
			[admin, "admin"],
			[member, "member"],
		] as const) {
			if (account === undefined) continue;
			const user = await makeUser(account, role === "admin" ? "Admin" : "Member", false);
			users.push(user);
			join(user, role);
		}
		if (places.length > 0) {
			await deps.accounts.addOrganization(
				transaction,
				{ id: orgId, name: first.organization, status: "active", limits: {}, passwordSignIn: true, secondFactor: "optional" },
				at,
			);
		}
		for (const user of users) await deps.accounts.addUser(transaction, user, at);
		for (const place of places) await deps.accounts.addMembership(transaction, place);
		return true;
	});
}
