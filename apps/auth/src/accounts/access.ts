import type { Role, SignInId, TenantId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { FastifyRequest } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { AuditRow, AuditStore, Caller } from "../audit/store.ts";
import { accessTo } from "./policy.ts";

/** What a refusal needs, to be audited. */
export type AccessDeps = { readonly audit: Pick<AuditStore, "insert">; readonly now: () => Date };

/** Who acts, and from where. */
export type Actor = Pick<Identity, "userId" | "tenantId" | "roles"> & { readonly sid: SignInId | null; readonly caller: Caller };

type Asking = { readonly identity: Identity; readonly request: FastifyRequest };

/** Who makes this request. */
export function actorOf({ identity, request }: Asking): Actor {
	const { userId, tenantId, sid, roles } = identity;
	return { userId, tenantId, sid, roles, caller: callerOf(request) };
}

/**
 * Lets a caller act on an organization: an operator on any, others on that of their sign-in if they have `role`. A missing role is audited.
 *
 * @throws AppError NOT_FOUND for another organization, as for one that does not exist; FORBIDDEN
 */
export async function requireRoleIn(deps: AccessDeps, asking: Asking, { orgId, role }: { orgId: string; role: Role }): Promise<Actor> {
	const actor = actorOf(asking);
	const access = accessTo(orgId, role, actor);
	if (access === "not_found") throw noOrganization();
	if (access === "forbidden") await refuse(deps, actor, { role, route: asking.request.routeOptions.url ?? "" });
	return actor;
}

/** Lets only operators go on; a refusal is audited. @throws AppError FORBIDDEN */
export async function requireOperator(deps: AccessDeps, asking: Asking): Promise<Actor> {
	const actor = actorOf(asking);
	if (!actor.roles.includes("operator")) await refuse(deps, actor, { role: "operator", route: asking.request.routeOptions.url ?? "" });
	return actor;
}

/** Refuses a caller whose role is too low. @throws AppError FORBIDDEN, always */
export async function refuse(deps: AccessDeps, actor: Actor, lacks: { readonly role: Role; readonly route: string }): Promise<never> {
	const { userId, tenantId, sid, caller } = actor;
	await deps.audit.insert({
		...{ ...caller, at: deps.now(), actorId: userId, tenantId, sid },
		...{ action: "denied", target: lacks.route, outcome: "failed", reason: "FORBIDDEN", facts: { role: lacks.role } },
	});
	throw new AppError("FORBIDDEN", `This needs the role ${lacks.role}`);
}

/** The audit row of something that an actor did; `tenantId` is whose audit shows it. */
export function rowBy({ userId, sid, caller }: Actor, at: Date, tenantId: TenantId): Omit<AuditRow, "action" | "target" | "facts"> {
	return { ...caller, at, actorId: userId, tenantId, sid, outcome: "ok", reason: null };
}

/** An organization that is not there, or not the caller's. */
export function noOrganization(): AppError {
	return new AppError("NOT_FOUND", "There is no such organization");
}
