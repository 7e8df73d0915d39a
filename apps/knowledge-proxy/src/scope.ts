import type { TenantId } from "@webhand/contracts/ids";
import type { DocumentScope } from "@webhand/contracts/knowledge/documents";
import { requireRole } from "@webhand/service-kit/access";
import type { Identity } from "@webhand/service-kit/guard";

/** Whose knowledge: a tenant's, or what an operator keeps for everybody. */
export type Scope = TenantId | "public";

/** Whose documents a caller may manage: admins their tenant's, operators the public ones. @throws AppError FORBIDDEN */
export function managedScope(identity: Pick<Identity, "roles" | "tenantId">, wanted: DocumentScope): Scope {
	requireRole(identity, wanted === "public" ? "operator" : "admin");
	return wanted === "public" ? "public" : identity.tenantId;
}
