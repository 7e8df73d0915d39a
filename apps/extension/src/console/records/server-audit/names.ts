import type { UserId } from "@webhand/contracts/ids";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useCallback, useMemo } from "react";
import { serverAuditText as text } from "../../../text/en/server-audit.ts";
import { useLoaded } from "../../../view/load/use-loaded.ts";
import { memberNames, noNames } from "../../org/member-names.ts";
import { orgIdOf } from "../../org/org-id.ts";
import type { PageProps } from "../../page-props.ts";

/** Names of people and workspaces by id; those that cannot be read are missing, and ids are shown. */
export type Names = { readonly people: ReadonlyMap<UserId, string>; readonly workspaces: ReadonlyMap<WorkspaceId, string> };

/** Loads the names; the audit is of use without them, while server tools are switched off as well. */
export function useAuditNames({ api, signIn }: Pick<PageProps, "api" | "signIn">, isAdmin: boolean): Names {
	const orgId = signIn.tenantKind === "organization" && isAdmin ? orgIdOf(signIn) : null;
	const people = useLoaded(
		useCallback(async (signal: AbortSignal) => (orgId === null ? noNames : memberNames(api, orgId, signal)), [api, orgId]),
	).value;
	const workspaces = useLoaded(
		useCallback(async (signal: AbortSignal) => (await api.call(workspacesRoute, { signal }).catch(() => null))?.workspaces ?? [], [api]),
	).value;
	const userId = signIn.user.id;
	return useMemo(
		() => ({
			people: new Map([...((people ?? noNames) as ReadonlyMap<UserId, string>), [userId as UserId, text.you]]),
			workspaces: new Map((workspaces ?? []).map(({ id, name }) => [id, name])),
		}),
		[people, workspaces, userId],
	);
}
