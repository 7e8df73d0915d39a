import { OrgId } from "@webhand/contracts/ids";
import type { PageProps } from "../page-props.ts";

/** The organization of a sign-in; the shell shows the pages that need one only there. */
export function orgIdOf({ tenantId }: PageProps["signIn"]): OrgId {
	return OrgId.parse(tenantId);
}
