import { membersRoute } from "@webhand/contracts/auth/orgs";
import type { OrgId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../signed-in-api.ts";
import { consoleText } from "../words.ts";

/** Names of members by their id. `isComplete`: who is not among them is no member any more. */
export type MemberNames = { readonly byId: ReadonlyMap<string, string>; readonly isComplete: boolean };

export const noNames: MemberNames = { byId: new Map(), isComplete: false };
// Names beyond these are shown as ids.
const mostPages = 10;

/** Names of the first 500 members; fewer where they cannot be read, since a report is of use without them. @throws never */
export async function memberNames(api: SignedInApi, orgId: OrgId, signal: AbortSignal): Promise<MemberNames> {
	const byId = new Map<string, string>();
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page++) {
		const reply = await api.call(membersRoute, { params: { orgId }, query: { cursor }, signal }).catch(() => null);
		for (const { userId, name } of reply?.members ?? []) byId.set(userId, name);
		if (reply === null) break;
		if (reply.nextCursor === null) return { byId, isComplete: true };
		cursor = reply.nextCursor;
	}
	return { byId, isComplete: false };
}

/** A person as readers know them: "you", the name, "former member", or the id where names are not known. @throws never */
export function nameOfPerson(id: string, { byId, isComplete }: MemberNames, ownId: string): string {
	return id === ownId ? consoleText.you : (byId.get(id) ?? (isComplete ? consoleText.formerMember : id));
}
