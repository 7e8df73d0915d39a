import type { Log } from "@webhand/service-kit/logs";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { Owner } from "../shared/rows.ts";
import type { LoginDeps } from "./engine.ts";
import { noting } from "./engine.ts";

/** `hasLeft`: true for a person whom the tenant removed, false for one who is only suspended. @throws AppError AUTH_UNAVAILABLE */
export type LeftDeps = Pick<LoginDeps, "logins" | "audit" | "now"> & { readonly hasLeft: (owner: Owner) => Promise<boolean> };

const everyMs = 3_600_000;

/** Deletes each hour the logins of persons who were removed, but for those that they shared. */
export function startDeletingLeft(deps: LeftDeps & { readonly log: Log }): Repeated {
	return repeat({ name: "logins of removed persons", everyMs, log: deps.log }, () => deleteLeft(deps));
}

/** One round. Safe to repeat, and to do twice at once. @throws AppError AUTH_UNAVAILABLE */
export async function deleteLeft(deps: LeftDeps): Promise<void> {
	for (const owner of await deps.logins.privateOwners()) {
		if (!(await deps.hasLeft(owner))) continue;
		const { tenantId, userId } = owner;
		await deps.logins.removePrivate(tenantId, userId, (session, count) =>
			noting(deps, owner, { action: "login.delete", target: userId, facts: { count, reason: "person_removed" } })(session),
		);
	}
}
