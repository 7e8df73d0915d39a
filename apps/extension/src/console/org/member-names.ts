import { membersRoute } from "@webhand/contracts/auth/orgs";
import type { OrgId } from "@webhand/contracts/ids";
import type { SignedInApi } from "../../signed-in-api.ts";

export const noNames: ReadonlyMap<string, string> = new Map();
// Names beyond these are shown as ids.
const mostPages = 4;

/** Names of the first 200 members by their id; none where they cannot be read, since a report is of use without them. @throws never */
export async function memberNames(api: SignedInApi, orgId: OrgId, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
	const names = new Map<string, string>();
	let cursor: string | undefined;
	for (let page = 0; page < mostPages; page++) {
		const reply = await api.call(membersRoute, { params: { orgId }, query: { cursor }, signal }).catch(() => null);
		for (const { userId, name } of reply?.members ?? []) names.set(userId, name);
		if (reply === null || reply.nextCursor === null) break;
		cursor = reply.nextCursor;
	}
	return names;
}
