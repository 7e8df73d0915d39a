import type { Login, OfferedLogin } from "@webhand/contracts/authority/login";
import type { Role, UserId } from "@webhand/contracts/ids";
import { defined } from "../shared/defined.ts";
import { mayDelete, partsOf } from "./policy.ts";
import type { StoredLogin } from "./store.ts";

type Caller = { readonly userId: UserId; readonly roles: readonly Role[] };

/** A login as its users see it: whether it has a password and a seed, never which. @throws never */
export function loginOf(stored: StoredLogin, caller: Caller): Login {
	const { _id: id, name, site, username, ownerId, sharing, bound, createdAt, updatedAt, lastUsedAt } = stored;
	return {
		id,
		name,
		site,
		username,
		hasPassword: stored.sealedPassword !== undefined,
		hasTotp: stored.sealedSeed !== undefined,
		ownerId,
		sharing,
		routines: bound.filter(({ userId }) => userId === caller.userId).map(({ routineId, version }) => ({ routineId, version })),
		canEdit: ownerId === caller.userId,
		canDelete: mayDelete(stored, caller),
		...defined({ lastUsedAt: lastUsedAt?.toISOString() }),
		createdAt: createdAt.toISOString(),
		updatedAt: updatedAt.toISOString(),
	};
}

/** A login as a facts-only record for the decisions. @throws never */
export const factsOf = (stored: StoredLogin) => ({
	...stored,
	hasPassword: stored.sealedPassword !== undefined,
	hasTotp: stored.sealedSeed !== undefined,
});

/** A login as it is offered at a hand-over. @throws never */
export function offerOf(stored: StoredLogin): OfferedLogin {
	const { _id: id, name, username } = stored;
	return { id, name, username, parts: partsOf(factsOf(stored)) };
}

/** A key of the list: site and name in one text, as a cursor carries them. @throws never */
export const keyOfRow = ({ site, name }: Pick<StoredLogin, "site" | "name">): string => `${site}\n${name}`;
