import type { TenantId } from "@webhand/contracts/ids";

/** Whose knowledge: a tenant's, or what an operator keeps for everybody. */
export type Scope = TenantId | "public";
