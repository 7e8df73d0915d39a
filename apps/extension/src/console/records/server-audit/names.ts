import type { UserId } from "@webhand/contracts/ids";
import type { WorkspaceId } from "@webhand/contracts/tools/workspaces";
import { workspacesRoute } from "@webhand/contracts/tools/workspaces";
import { useMemo } from "react";
import { useReply } from "../../../kit/load/queries.ts";
import { nameOfPerson } from "../../org/member-names.ts";
import type { NameOf } from "../../org/use-names.ts";
import { useMemberNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";

/** Names of people and workspaces; `people` are those that can be chosen. */
export type Names = {
	readonly nameOf: NameOf;
	readonly people: ReadonlyMap<UserId, string>;
	readonly workspaces: ReadonlyMap<WorkspaceId, string>;
};

/** Loads the names; the audit is of use without them, while server tools are switched off as well. */
export function useAuditNames({ api, signIn }: Pick<PageProps, "api" | "signIn">): Names {
	const names = useMemberNames({ api, signIn });
	const workspaces = useReply(api, workspacesRoute).value?.workspaces;
	const { id: userId, name } = signIn.user;
	return useMemo(() => {
		// Sentences begin with the name: "you was refused" is none.
		const nameOf = (id: string) => (id === userId ? name : nameOfPerson(id, names, userId));
		return {
			nameOf,
			people: new Map([...names.byId.keys(), userId].map((id) => [id as UserId, nameOf(id)])),
			workspaces: new Map((workspaces ?? []).map(({ id, name }) => [id, name])),
		};
	}, [names, workspaces, userId, name]);
}
