import { Resolver } from "node:dns/promises";
import type { OrgId } from "@webhand/contracts/ids";

/** Does the owner of a domain say that it belongs to the organization? Never rejects: a domain that does not answer proves nothing. */
export type ProvesDomain = (domain: string, orgId: OrgId) => Promise<boolean>;

/** The text of the record that proves a domain. @throws never */
export const domainRecordOf = (orgId: OrgId): string => `webhand-organization=${orgId}`;

/** Looks for the TXT record `_webhand.<domain>`. @param servers name servers by address and port, those of the system where empty */
export function createProvesDomain(servers: readonly string[]): ProvesDomain {
	const resolver = new Resolver({ timeout: 2_000, tries: 2 });
	if (servers.length > 0) resolver.setServers([...servers]);
	return async (domain, orgId) => {
		const records = await resolver.resolveTxt(`_webhand.${domain}`).catch(() => []);
		return records.some((parts) => parts.join("") === domainRecordOf(orgId));
	};
}
