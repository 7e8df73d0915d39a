import type { Role, SignInId, TenantId } from "@webhand/contracts/ids";
import { lacking, requireRole } from "@webhand/service-kit/access";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { FastifyRequest } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { AuditRow, Caller } from "../audit/store.ts";
import { accessTo } from "./policy.ts";

/** Who acts, and from where. */
export type Actor = Pick<Identity, "userId" | "tenantId" | "roles"> & { readonly sid: SignInId | null; readonly caller: Caller };

type Asking = { readonly identity: Identity; readonly request: FastifyRequest };

/** Who makes this request. */
export function actorOf({ identity, request }: Asking): Actor {
	const { userId, tenantId, sid, roles } = identity;
	return { userId, tenantId, sid, roles, caller: callerOf(request) };
}

/**
 * Lets a caller act on an organization: an operator on any, others on that of their sign-in if they have `role`. `auditDenials` audits each
 * refusal.
 *
 * @throws AppError NOT_FOUND for another organization, as for one that does not exist; FORBIDDEN
 */
export function requireRoleIn(asking: Asking, { orgId, role }: { readonly orgId: string; readonly role: Role }): Actor {
	const actor = actorOf(asking);
	const access = accessTo(orgId, role, actor);
	if (access === "not_found") throw noOrganization();
	if (access === "forbidden") throw lacking(role);
	return actor;
}

/** Lets only operators go on. @throws AppError FORBIDDEN */
export function requireOperator(asking: Asking): Actor {
	const actor = actorOf(asking);
	requireRole(actor, "operator");
	return actor;
}

/** The audit row of something that an actor did; `tenantId` is whose audit shows it. */
export function rowBy({ userId, sid, caller }: Actor, at: Date, tenantId: TenantId): Omit<AuditRow, "action" | "target" | "facts"> {
	return { ...caller, at, actorId: userId, tenantId, sid, outcome: "ok", reason: null };
}

/** An organization that is not there, or not the caller's. */
export function noOrganization(): AppError {
	return new AppError("NOT_FOUND", "There is no such organization");
}
