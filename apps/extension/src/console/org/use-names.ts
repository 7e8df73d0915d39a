import { useCallback } from "react";
import { useLoaded } from "../../kit/load/queries.ts";
import type { PageProps } from "../page-props.ts";
import { memberNames, nameOfPerson, noNames } from "./member-names.ts";
import { orgIdOf } from "./org-id.ts";

/** How a user is called by id. Only admins of an organization may read names. */
export type NameOf = (userId: string) => string;

type People = { readonly people: readonly { readonly userId: string; readonly name: string }[]; readonly nameOf: NameOf };

/** Loads the names of the members; ids are shown until they are here. */
export function useNames(props: Pick<PageProps, "api" | "signIn">): NameOf {
	return usePeople(props).nameOf;
}

/** Loads the members with their names; none for who may not read them. */
export function usePeople({ api, signIn }: Pick<PageProps, "api" | "signIn">): People {
	const orgId = signIn.tenantKind === "organization" && signIn.roles.includes("admin") ? orgIdOf(signIn) : null;
	const { value } = useLoaded(["names", orgId], async (signal) => (orgId === null ? noNames : memberNames(api, orgId, signal)));
	const names = value ?? noNames;
	const nameOf = useCallback((userId: string) => nameOfPerson(userId, names, signIn.user.id), [names, signIn.user.id]);
	return { people: [...names.byId].map(([userId, name]) => ({ userId, name })), nameOf };
}
