import { useCallback } from "react";
import { knowledgeText } from "../../text/en/knowledge.ts";
import { useLoaded } from "../../view/load/use-loaded.ts";
import { memberNames, noNames } from "../org/member-names.ts";
import { orgIdOf } from "../org/org-id.ts";
import type { PageProps } from "../page-props.ts";

/** How a user is called by id: "you", the name of a member, or the id while names are not known. */
export function useNames({ api, signIn }: Pick<PageProps, "api" | "signIn">): (userId: string) => string {
	const orgId = signIn.tenantKind === "organization" ? orgIdOf(signIn) : null;
	const { value } = useLoaded(
		useCallback(async (signal: AbortSignal) => (orgId === null ? noNames : memberNames(api, orgId, signal)), [api, orgId]),
	);
	return (userId) => (userId === signIn.user.id ? knowledgeText.documents.you : (value?.get(userId) ?? userId));
}
