import type { Organization } from "@webhand/contracts/auth/orgs";
import { organizationsRoute } from "@webhand/contracts/auth/orgs";
import { TenantId } from "@webhand/contracts/ids";
import { useLoaded } from "../../kit/load/queries.ts";
import type { PageApi } from "../../signed-in-api.ts";

const mostPages = 10;

/** Names for ids; without them the ids stand for themselves. */
export function useOrganizations(api: PageApi): readonly Organization[] {
	const load = async (signal: AbortSignal) => {
		const all: Organization[] = [];
		let cursor: string | undefined;
		for (let page = 0; page < mostPages; page += 1) {
			const reply = await api.call(organizationsRoute, { query: { cursor }, signal });
			all.push(...reply.organizations);
			if (reply.nextCursor === null) break;
			cursor = reply.nextCursor;
		}
		return all;
	};
	return useLoaded(["organizations"], load).value ?? [];
}

/** The name of an organization, else the id. @throws never */
export const nameOfTenant = (id: string, organizations: readonly Organization[]): string =>
	organizations.find((each) => each.id === id)?.name ?? id;

/** The id that was typed, or that of the organization whose name was. @throws never */
export function tenantOf(typed: string, organizations: readonly Organization[]): TenantId | null {
	const text = typed.trim();
	const id = TenantId.safeParse(organizations.find(({ name }) => name === text)?.id ?? text);
	return id.success ? id.data : null;
}
