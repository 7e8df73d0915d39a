import { TenantId } from "@webhand/contracts/ids";
import { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { z } from "zod";

/** `typ` of an anchor. */
export const anchorType = "audit-anchor+jwt";

/** The end of a chain at a time, as its signature says it. `expireAt` is that of the row. */
export const AnchorClaims = z.strictObject({
	tenantId: TenantId,
	chain: z.union([WorkspaceId, z.literal("tenant")]),
	seq: z.number().int().positive(),
	hash: z.string().regex(/^[0-9a-f]{64}$/),
	at: z.iso.datetime().transform((text) => new Date(text)),
	expireAt: z.iso.datetime().transform((text) => new Date(text)),
});
export type AnchorClaims = z.infer<typeof AnchorClaims>;
