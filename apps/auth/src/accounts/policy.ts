import type { Role } from "@webhand/contracts/ids";

/** Roles in an organization, or in the user's own tenant (`null`), of which a user is admin, so personal knowledge works. @throws never */
export function rolesIn(role: "member" | "admin" | null, isOperator: boolean): readonly Role[] {
	const own: readonly Role[] = role === "member" ? ["member"] : ["member", "admin"];
	return isOperator ? [...own, "operator"] : own;
}

/** What refuses a caller: nothing; the organization is not theirs, which looks like one that is not there; or a missing role. */
export type Access = "granted" | "not_found" | "forbidden";

/**
 * May a caller act on an organization? An operator on any, others on that of their sign-in, if they have the role there.
 *
 * @throws never
 */
export function accessTo(orgId: string, role: Role, caller: { readonly tenantId: string; readonly roles: readonly Role[] }): Access {
	if (caller.roles.includes("operator")) return "granted";
	if (role === "operator") return "forbidden";
	if (caller.tenantId !== orgId) return "not_found";
	return caller.roles.includes(role) ? "granted" : "forbidden";
}
